"""scikit-learn's random forest on one-hot columns: 100 trees, everything else as the library has it.

One variant, ``common``: nothing is wrong with it in the published record, whose seeds are unknown, so its numbers can
be compared in distribution only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms.base import Algorithm, FloatArray, Labels, Positions, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import Float32Matrix, one_hot


class _EstimatorSession(Session):
    """Fits a fresh scikit-learn style classifier per noise level; the score is its probability of +1."""

    def __init__(self, algorithm: EstimatorAlgorithm, X_train: Float32Matrix, X_test: Float32Matrix) -> None:
        super().__init__(algorithm, len(X_train))
        self.build = algorithm.build
        self.X_train, self.X_test = X_train, X_test

    def fit(self, y_train: Labels, seed: int) -> Any:
        return self.build(seed).fit(self.X_train, y_train)

    def score(self, model: Any) -> tuple[FloatArray, FloatArray]:
        positive = int(np.flatnonzero(model.classes_ == 1)[0])
        return model.predict_proba(self.X_train)[:, positive], model.predict_proba(self.X_test)[:, positive]


@dataclass(frozen=True)
class EstimatorAlgorithm(Algorithm):
    """A classifier with scikit-learn's interface on one-hot columns; override ``build`` for another one."""

    def build(self, seed: int) -> Any:
        """Return a new unfitted classifier."""
        return RandomForestClassifier(**self.parameters, random_state=seed, n_jobs=1)

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Take the rows of the split out of the encoded table."""
        encoded = one_hot(table)
        return _EstimatorSession(self, encoded[train], encoded[test])


ALGORITHMS = (
    EstimatorAlgorithm(
        "skRF", "common", "forest", "scikit-learn", ScoreKind.PROBABILITY, 0.5, parameters={"n_estimators": 100}
    ),
)
