"""Noise models: which training labels flip at which level.

The level rho is relative to the minority class: in a data set with a minority share of .25, rho .5 flips 12.5 % of the
training labels (paper 1, Section 3.1, step 4). A model says how likely each training label is to flip *relative to the
others*; the total is the same for all models, so that they compare at equal rho. Taxonomy after Frénay and Verleysen
(2014): noise completely at random (``ncar``, the paper's), at random given the class (``nar``), and not at random
(``nnar``, here near the decision boundary). ``fixed_count`` flips an exact number of labels instead of an expected one.

Masks are nested by default: one uniform draw per row decides at every level, so more noise only adds flips.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from provingground.datasets.table import Table
from provingground.errors import InputError, suggest
from provingground.labelnoise.algorithms.base import FloatArray, Labels, Positions
from provingground.labelnoise.algorithms.encoding import one_hot
from provingground.labelnoise.seeds import derive_seed


@dataclass(frozen=True)
class PerClass:
    """One number for each class."""

    negative: float
    positive: float


@dataclass(frozen=True, eq=False)
class NoisyLabels:
    """Training labels after the noise, and how many flips were asked for and happened.

    ``requested`` is the mean probability of a flip in each class, ``expected`` the number of flips that it means, and
    ``realised`` the number that happened. Classes are those of the clean labels.
    """

    y: Labels
    requested: PerClass
    expected: PerClass
    realised: PerClass


@dataclass(frozen=True)
class NoiseModel(ABC):
    """A way to corrupt labels. ``nested`` uses the same draws for all levels, else each level draws on its own."""

    name: ClassVar[str]
    nested: bool = True

    @abstractmethod
    def weights(self, table: Table, train: Positions) -> FloatArray:
        """Return how likely each training label is to flip relative to the others, shape (n_train,), above 0."""

    def choose(self, probabilities: FloatArray, uniform: FloatArray) -> NDArray[np.bool_]:
        """Choose the rows that flip from their probabilities and one uniform draw each."""
        return uniform < probabilities

    def prepare(self, table: Table, train: Positions, seed: int) -> FoldNoise:
        """Do once per fold what all levels share.

        Examples
        --------
        >>> import pandas as pd
        >>> y = np.array([-1] * 75 + [1] * 25, dtype=np.int8)
        >>> table = Table("toy", pd.DataFrame({"a": np.arange(100.0)}), y)
        >>> noisy = NCAR().prepare(table, np.arange(100), seed=1).at(0.5)
        >>> noisy.requested, noisy.expected
        (PerClass(negative=0.125, positive=0.125), PerClass(negative=9.375, positive=3.125))
        >>> int((noisy.y != y).sum()) == noisy.realised.negative + noisy.realised.positive
        True
        """
        y = np.asarray(table.y[train], dtype=np.int8)
        return FoldNoise(self, y, table.minority_share, self.weights(table, train), seed)


@dataclass(frozen=True, eq=False)
class FoldNoise:
    """A noise model made ready for the training part of one fold."""

    model: NoiseModel
    y: Labels
    minority_share: float
    weights: FloatArray
    seed: int

    def at(self, rho: float) -> NoisyLabels:
        """Corrupt the labels at level ``rho``; the clean labels are not touched.

        Raises
        ------
        InputError
            When rho is negative, not a number, or asks for more flips than there are labels.
        """
        probabilities = _spread(self.weights, _share(rho, self.minority_share))
        draws = np.random.default_rng(self.seed if self.model.nested else derive_seed(self.seed, float(rho)))
        flips = self.model.choose(probabilities, draws.random(len(self.y)))
        return NoisyLabels(
            y=np.where(flips, -self.y, self.y).astype(np.int8),
            requested=PerClass(*(float(probabilities[rows].mean()) if rows.any() else 0.0 for rows in self._classes())),
            expected=PerClass(*(float(probabilities[rows].sum()) for rows in self._classes())),
            realised=PerClass(*(int(flips[rows].sum()) for rows in self._classes())),
        )

    def _classes(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return self.y < 0, self.y > 0


@dataclass(frozen=True)
class NCAR(NoiseModel):
    """Noise completely at random, as in the paper: every label flips with the same probability."""

    name = "ncar"

    def weights(self, table: Table, train: Positions) -> FloatArray:
        """All rows are alike."""
        return np.ones(len(train))


@dataclass(frozen=True)
class FixedCount(NCAR):
    """Exactly round(rho x minority share x n_train) labels flip, whichever class they are of."""

    name = "fixed_count"

    def choose(self, probabilities: FloatArray, uniform: FloatArray) -> NDArray[np.bool_]:
        """Flip the rows with the smallest draws."""
        flips = np.zeros(len(uniform), dtype=bool)
        # fsum: a sum that drifts in its last bit would round half a flip the wrong way.
        flips[uniform.argsort(kind="stable")[: round(math.fsum(probabilities))]] = True
        return flips


@dataclass(frozen=True)
class NAR(NoiseModel):
    """Class-dependent noise: a positive label flips ``positive_ratio`` times as often as a negative one.

    The default is the case of fraud: frauds that nobody found are the likelier error.
    """

    name = "nar"
    positive_ratio: float = 3.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.positive_ratio) and self.positive_ratio > 0):
            raise InputError("nar, positive_ratio", f"is {self.positive_ratio}, expected a number above 0")

    def weights(self, table: Table, train: Positions) -> FloatArray:
        """Weigh the two classes by their ratio."""
        return np.where(table.y[train] > 0, self.positive_ratio, 1.0)


@dataclass(frozen=True)
class NNAR(NoiseModel):
    """Feature-dependent noise: rows near the decision boundary flip more often.

    The boundary is that of a logistic regression on the clean training part; rows are ranked by their distance from
    it, and the weight falls by exp(-concentration) from the nearest to the farthest row.
    """

    name = "nnar"
    concentration: float = 5.0

    def __post_init__(self) -> None:
        if not 0 <= self.concentration <= 50:
            raise InputError("nnar, concentration", f"is {self.concentration}, expected a number from 0 to 50")

    def weights(self, table: Table, train: Positions) -> FloatArray:
        """Weigh the rows by the rank of their distance from the boundary."""
        X = StandardScaler().fit_transform(one_hot(table)[train].astype(np.float64))
        model = LogisticRegression(max_iter=20_000).fit(X, table.y[train])
        ranks = np.abs(model.decision_function(X)).argsort(kind="stable").argsort() / len(train)
        weights: FloatArray = np.exp(-self.concentration * ranks)
        return weights


NOISE_MODELS: dict[str, type[NoiseModel]] = {model.name: model for model in (NCAR, NAR, NNAR, FixedCount)}


def noise_model(name: str, **options: Any) -> NoiseModel:
    """Return a noise model by its name in params.yaml.

    Raises
    ------
    InputError
        When the name or an option is not known; the message names the nearest one.

    Examples
    --------
    >>> noise_model("nar", positive_ratio=2.0)
    NAR(nested=True, positive_ratio=2.0)
    """
    if name not in NOISE_MODELS:
        raise InputError(f"noise model {name!r}", "is not known", suggest(name, NOISE_MODELS))
    known = [option.name for option in fields(NOISE_MODELS[name])]
    for option in options:
        if option not in known:
            raise InputError(f"noise model {name!r}, option {option!r}", "is not known", suggest(option, known))
    return NOISE_MODELS[name](**options)


def _share(rho: float, minority_share: float) -> float:
    share = rho * minority_share
    if not 0 <= share <= 1:  # also false for NaN
        problem = f"flips a share of {share:g} of the labels (minority share {minority_share:g}), expected 0 to 1"
        raise InputError(f"rho {rho}", problem, "Use levels from 0 to 1 / minority share.")
    return share


def _spread(weights: FloatArray, share: float) -> FloatArray:
    """Scale weights to probabilities with mean ``share``; what would exceed 1 goes to the other rows.

    Every probability grows with the share, which keeps masks nested.
    """
    probabilities: FloatArray = weights * (share / weights.mean())
    full = np.zeros(len(weights), dtype=bool)
    while (probabilities > 1 + 1e-12).any():
        full |= probabilities >= 1
        rest = share * len(weights) - full.sum()
        probabilities = np.where(full, 1.0, weights * (rest / weights[~full].sum() if rest > 0 else 0.0))
    return np.minimum(probabilities, 1.0)
