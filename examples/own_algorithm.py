"""An algorithm of your own: the mean distance to the nearest training rows of each class, compared.

Try it:    provingground check examples/own_algorithm.py
Use it:    cp examples/own_algorithm.py extensions/     # then add NearestRows to algorithms.names in params.yaml
           dvc repro                                    # computes its cells, and no other

The benchmark calls `open` once per split, `fit` and `score` once per noise level. Checks and clock are in the base
classes. A classifier with fit and predict_proba needs less: see EstimatorAlgorithm (algorithms/forest.py).
"""

from dataclasses import dataclass

import numpy as np
from sklearn.neighbors import NearestNeighbors

from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import one_hot


@dataclass(frozen=True)
class NearestRows(Algorithm):
    """Scores a row by how much nearer the class +1 is than the class -1."""

    def open(self, table, train, test):
        """Encode once: X is the same at every noise level."""
        X = one_hot(table)
        X = X / np.maximum(X[train].std(axis=0), 1e-9)
        return _NearestRowsSession(self, X[train], X[test])


class _NearestRowsSession(Session):
    def __init__(self, algorithm, X_train, X_test):
        super().__init__(algorithm, len(X_train))
        self.k, self.parts = algorithm.parameters["k"], (X_train, X_test)

    def fit(self, y_train, seed):  # whatever is random takes the seed
        of_class = {label: self.parts[0][y_train == label] for label in (-1, 1)}
        return {label: NearestNeighbors(n_neighbors=min(self.k, len(X))).fit(X) for label, X in of_class.items()}

    def score(self, model):
        return tuple(_distance(model[-1], X) - _distance(model[1], X) for X in self.parts)


def _distance(neighbours, X):
    return neighbours.kneighbors(X)[0].mean(axis=1)


# Name, variant, family (colour in figures), library (its version is in a cell's key), kind and threshold of the score.
ALGORITHMS = (NearestRows("NearestRows", "common", "neighbours", "scikit-learn", ScoreKind.MARGIN, 0.0, {"k": 10}),)
