"""Linear SVC and logistic regression on one-hot columns.

Variants differ. ``published``: unscaled columns, and for logistic regression the stopping rule of the scikit-learn of
2021, which on the NASA sets stops far from the optimum. ``corrected``: numeric columns standardised with the training
part's mean and deviation, and the solvers run until they converge. The columns of categories stay 0 and 1: they are on
one scale, and standardising them would weigh a category the more the rarer it is. On nasa_jm1, where a third of 1,434
categories occurs once in a training part, the linear SVC then does not converge in hours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms.base import Algorithm, FloatArray, Labels, Positions, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import one_hot
from provingground.labelnoise.losses import LOGISTIC

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class _Hyperplane:
    weights: FloatArray
    intercept: float

    def decision_function(self, X: Matrix) -> FloatArray:
        return X @ self.weights + self.intercept


class _LinearSession(Session):
    def __init__(self, algorithm: LinearAlgorithm, X_train: Matrix, X_test: Matrix) -> None:
        super().__init__(algorithm, len(X_train))
        self.solve = algorithm.solve
        self.X_train, self.X_test = X_train, X_test

    def fit(self, y_train: Labels, seed: int) -> Any:
        return self.solve(self.X_train, y_train)

    def score(self, model: Any) -> tuple[FloatArray, FloatArray]:
        return model.decision_function(self.X_train), model.decision_function(self.X_test)


@dataclass(frozen=True)
class LinearAlgorithm(Algorithm):
    """A linear classifier, whose score is its decision value; ``parameters["scaled"]`` standardises numeric columns."""

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Standardise once where the variant asks for it: the columns do not change with the noise."""
        encoded = one_hot(table)
        X_train, X_test = encoded[train].astype(np.float64), encoded[test].astype(np.float64)
        numeric = slice(len(table.numeric_columns))  # one_hot puts them first
        if self.parameters["scaled"] and table.numeric_columns:
            scaler = StandardScaler().fit(X_train[:, numeric])
            for part in (X_train, X_test):
                part[:, numeric] = scaler.transform(part[:, numeric])
        return _LinearSession(self, X_train, X_test)

    def solve(self, X: Matrix, y: Labels) -> Any:
        """Fit on the prepared columns and return an object with a ``decision_function``."""
        solvers = {"svc": _svc, "lbfgs": _lbfgs, "lbfgs-2021": _lbfgs_2021}
        return solvers[self.parameters["solver"]](X, y, self.parameters["C"], self.parameters["max_iter"])


def _svc(X: Matrix, y: Labels, C: float, max_iter: int) -> Any:
    return LinearSVC(C=C, dual=False, max_iter=max_iter).fit(X, y)


def _lbfgs(X: Matrix, y: Labels, C: float, max_iter: int) -> Any:
    return LogisticRegression(C=C, solver="lbfgs", max_iter=max_iter).fit(X, y)


def _lbfgs_2021(X: Matrix, y: Labels, C: float, max_iter: int) -> _Hyperplane:
    """Logistic regression as scikit-learn solved it in 2021: summed loss, L2 on the weights but not the intercept.

    Today's scikit-learn divides the loss by the number of rows, which makes the same tolerances far stricter.
    """

    signs = y.astype(np.float64)

    def objective(w: FloatArray) -> tuple[float, FloatArray]:
        scores = X @ w[:-1] + w[-1]
        slope = C * LOGISTIC.gradient(signs, scores)
        value = C * LOGISTIC.value(signs * scores).sum() + w[:-1] @ w[:-1] / 2
        return value, np.append(X.T @ slope + w[:-1], slope.sum())

    options = {"maxiter": max_iter, "gtol": 1e-4, "ftol": 2.2e-9, "maxfun": 15 * max_iter}
    w = minimize(objective, np.zeros(X.shape[1] + 1), jac=True, method="L-BFGS-B", options=options).x
    return _Hyperplane(w[:-1], float(w[-1]))


def _declare(name: str, variant: str, solver: str, scaled: bool) -> LinearAlgorithm:
    parameters = {"solver": solver, "scaled": scaled, "C": 1.0, "max_iter": 20_000}
    library = "scipy" if solver == "lbfgs-2021" else "scikit-learn"
    version = 2 if scaled else 1  # version 1 standardised the columns of categories, too
    return LinearAlgorithm(name, variant, "linear", library, ScoreKind.MARGIN, 0.0, parameters, version)


ALGORITHMS = (
    _declare("linearSVC", "published", "svc", scaled=False),
    _declare("linearSVC", "corrected", "svc", scaled=True),
    _declare("logisticRegression", "published", "lbfgs-2021", scaled=False),
    _declare("logisticRegression", "corrected", "lbfgs", scaled=True),
)
