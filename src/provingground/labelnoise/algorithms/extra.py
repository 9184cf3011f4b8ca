"""More classifiers to compare with: histogram boosting of three libraries, and one method made for label noise.

None is part of the paper's ten. All take one-hot columns, run on one thread and score with a probability. Parameters
are their library's defaults, but for CatBoost's 1,000 rounds: 100, as for all other boosting here. LightGBM, CatBoost
and cleanlab are optional packages, imported when a fit asks for them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from provingground.errors import DependencyError
from provingground.labelnoise.algorithms.base import ScoreKind
from provingground.labelnoise.algorithms.forest import EstimatorAlgorithm


@dataclass(frozen=True)
class ExtraAlgorithm(EstimatorAlgorithm):
    """A classifier of another library on one-hot columns."""

    def build(self, seed: int) -> Any:
        """Return a new unfitted classifier, or raise DependencyError when its package is missing."""
        return _BUILDERS[self.name](dict(self.parameters), seed)


def _hist_gradient_boosting(parameters: dict[str, Any], seed: int) -> Any:
    return HistGradientBoostingClassifier(**parameters, random_state=seed)


def _lightgbm(parameters: dict[str, Any], seed: int) -> Any:
    package = _optional("lightgbm")
    return package.LGBMClassifier(**parameters, random_state=seed, n_jobs=1, deterministic=True, verbose=-1)


def _catboost(parameters: dict[str, Any], seed: int) -> Any:
    package = _optional("catboost")
    quiet = {"allow_writing_files": False, "logging_level": "Silent"}
    return package.CatBoostClassifier(**parameters, random_seed=seed, thread_count=1, **quiet)


def _clean_learning(parameters: dict[str, Any], seed: int) -> Any:
    """Confident learning (Northcutt, Jiang and Chuang 2021): find likely wrong labels, drop them, fit again."""
    return _CleanLearning(_optional("cleanlab.classification"), parameters, seed)


class _CleanLearning:
    """Cleanlab counts classes from 0, the benchmark has -1 and +1; this maps between the two."""

    classes_ = np.array([-1, 1])

    def __init__(self, package: Any, parameters: dict[str, Any], seed: int) -> None:
        base = HistGradientBoostingClassifier(**parameters, random_state=seed)
        issues = {"n_jobs": 1}
        self.model = package.CleanLearning(base, seed=seed, find_label_issues_kwargs=issues, verbose=False)

    def fit(self, X: Any, y: Any) -> _CleanLearning:
        self.model.fit(X, (y > 0).astype(int))
        return self

    def predict_proba(self, X: Any) -> Any:
        return self.model.predict_proba(X)


def _optional(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        remedy = "Install the extra 'algorithms' of provingground, or leave the algorithm out of params.yaml."
        raise DependencyError(package, f"the package does not import ({error})", remedy) from error


_BUILDERS: dict[str, Callable[[dict[str, Any], int], Any]] = {
    "HistGradientBoosting": _hist_gradient_boosting,
    "LightGBM": _lightgbm,
    "CatBoost": _catboost,
    "CleanLearning": _clean_learning,
}


def _declare(name: str, library: str, **parameters: Any) -> ExtraAlgorithm:
    return ExtraAlgorithm(name, "common", "extra", library, ScoreKind.PROBABILITY, 0.5, parameters)


ALGORITHMS = (
    _declare("HistGradientBoosting", "scikit-learn"),
    _declare("LightGBM", "lightgbm"),
    _declare("CatBoost", "catboost", iterations=100),
    _declare("CleanLearning", "cleanlab"),
)
