"""What every algorithm of the benchmark declares and does. Read this file first, then one adapter."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache, partial
from time import perf_counter
from types import MappingProxyType, TracebackType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.labelnoise.algorithms.origin import Origin, restore

Labels = NDArray[np.int8]
FloatArray = NDArray[np.float64]
Positions = NDArray[np.intp]


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


class Session(ABC):
    """One split made ready: whatever depends on X alone is done once and reused for every noise level.

    Use it in a ``with`` block, which releases its files and buffers. An adapter writes ``fit`` and ``score``; the
    checks, the clock and the limit to one thread are here, once.
    """

    def __init__(self, algorithm: Algorithm, n_train: int) -> None:
        self.algorithm = algorithm
        self.n_train = n_train

    @abstractmethod
    def fit(self, y_train: Labels, seed: int) -> Any:
        """Fit on labels -1/+1, shape (n_train,), both present, and return what ``score`` needs."""

    @abstractmethod
    def score(self, model: Any) -> tuple[FloatArray, FloatArray]:
        """Score the training and the test part, shapes (n_train,) and (n_test,)."""

    def close(self) -> None:  # noqa: B027 - most sessions hold nothing to release
        """Release what the session holds outside Python's memory."""

    def fit_score(self, y_train: Labels, seed: int) -> Scores:
        """Fit on (possibly noisy) training labels -1/+1, shape (n_train,), and score both parts of the split.

        Raises
        ------
        InputError
            When the labels do not fit the split or hold one class only, or when the fitted model scores NaN or
            infinity: a failed cell must never look like a number.
        """
        self._check_labels(y_train)
        with _thread_pools().limit(limits=1):
            started = perf_counter()
            model = self.fit(y_train, seed)
            fitted = perf_counter()
            train, test = self.score(model)
        scores = Scores(np.asarray(train, float), np.asarray(test, float), fitted - started, perf_counter() - fitted)
        self._check_scores(scores)
        return scores

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_labels(self, y_train: Labels) -> None:
        where = f"{self.algorithm}, training labels"
        if y_train.shape != (self.n_train,):
            raise InputError(where, f"have shape {y_train.shape}, the split has {self.n_train} training rows")
        present = np.unique(y_train)
        if y_train.dtype == bool or not np.isin(present, (-1, 1)).all():
            raise InputError(where, f"hold {present.tolist()}, expected -1 and +1", "Map the two classes to -1 and +1.")
        if len(present) < 2:
            raise InputError(where, f"hold one class only ({present[0]:+d})", "Lower rho, or use fewer folds.")

    def _check_scores(self, scores: Scores) -> None:
        for part, values in (("train", scores.train), ("test", scores.test)):
            if not np.isfinite(values).all():
                n_bad = int((~np.isfinite(values)).sum())
                raise InputError(f"{self.algorithm}, {part} scores", f"{n_bad} of {len(values)} are NaN or infinite")


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
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    version: int = 1
    origin: Origin | None = field(default=None, repr=False)  # the user's file, set by whoever loads it

    optional: ClassVar[frozenset[str]] = frozenset()  # parameters that an ablation may set though none is declared

    def __post_init__(self) -> None:
        for part in (self.name, self.variant):  # they become parts of file names
            if not re.fullmatch(r"[\w-]+", part):
                raise InputError(f"algorithm {part!r}", "is not a name", "Use letters, digits, _ and - only.")
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def __str__(self) -> str:
        return f"{self.name} ({self.variant})"

    def __reduce__(self) -> tuple[Any, ...]:  # a read-only view does not pickle, and workers get algorithms by pickle
        if self.origin is not None:
            return restore, (self.origin, self.name, self.variant, dict(self.parameters))
        state = {item.name: getattr(self, item.name) for item in fields(self)}
        return partial(type(self), **state | {"parameters": dict(self.parameters)}), ()

    @abstractmethod
    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Prepare one split of ``table`` (row positions); close the session, or use it in a ``with`` block."""


@cache
def _thread_pools() -> ThreadpoolController:
    """Find the BLAS and OpenMP pools of this process, once: one thread keeps sums equal to the last bit everywhere."""
    return ThreadpoolController()
