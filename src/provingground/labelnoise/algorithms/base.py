"""What every algorithm of the benchmark declares and does. Read this file first, then one adapter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from provingground.datasets.table import Table

Labels = NDArray[np.int8]
FloatArray = NDArray[np.float64]


class ScoreKind(StrEnum):
    """What a score is. Metrics check it: hard labels that pose as margins spoiled the published record."""

    LABEL = "label"  # -1 or +1 only
    PROBABILITY = "probability"  # of the class +1, in [0, 1]
    MARGIN = "margin"  # real-valued, larger is more +1


@dataclass(frozen=True)
class Scores:
    """Scores of one fitted model, shapes (n_train,) and (n_test,), and its cost in seconds of wall time."""

    train: FloatArray
    test: FloatArray
    fit_seconds: float
    predict_seconds: float


class Session(Protocol):
    """One split made ready: whatever depends on X alone is done once and reused for every noise level."""

    def fit_score(self, y_train: Labels, seed: int) -> Scores:
        """Fit on (possibly noisy) training labels -1/+1, shape (n_train,), and score both parts of the split."""


@dataclass(frozen=True)
class Algorithm(ABC):
    """An algorithm of the paper in one named variant: its declaration, and how to open a session on a split.

    ``parameters`` and ``version`` are part of every cell's key: change what is computed, raise ``version``.
    Instances are immutable; a fitter copies what it passes on, so no fit can change another's configuration.
    """

    name: str  # as in the paper: linearSVC, XGB_RAMP, ...
    variant: str  # "common" where published and corrected are one, else "published", "corrected", ...
    family: str  # khiops, forest, linear, xgboost: one colour each in the figures
    library: str  # distribution whose version goes into the cell's key
    score_kind: ScoreKind
    threshold: float  # predicted class is +1 where score > threshold
    parameters: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    version: int = 1

    @abstractmethod
    def open(self, table: Table, train: NDArray[np.intp], test: NDArray[np.intp]) -> AbstractContextManager[Session]:
        """Prepare one split of ``table`` (row positions) and release its resources on exit."""
