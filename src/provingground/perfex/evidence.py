"""How sure a leaf's value is: binomial and bootstrap intervals, and tests of one set of rows against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from provingground.perfex.growing import Target
from provingground.perfex.sums import FloatArray, IndexArray, RowSums, value_of_sums

N_BOOTSTRAP = 200


def wilson(hits: float, n: float, confidence: float) -> tuple[float, float]:
    """Wilson score interval of a proportion (Wilson 1927); ``n`` may be an effective number of rows.

    Examples
    --------
    >>> tuple(round(bound, 4) for bound in wilson(8, 10, 0.95))
    (0.4902, 0.9433)
    """
    z = float(special.ndtri(0.5 + confidence / 2.0))
    share, shrink = hits / n, z * z / n
    centre = (share + shrink / 2.0) / (1.0 + shrink)
    half = z * np.sqrt(share * (1.0 - share) / n + shrink / (4.0 * n)) / (1.0 + shrink)
    return float(max(centre - half, 0.0)), float(min(centre + half, 1.0))


def clopper_pearson(hits: float, n: float, confidence: float) -> tuple[float, float]:
    """Exact interval of a proportion (Clopper and Pearson 1934).

    Examples
    --------
    >>> tuple(round(bound, 4) for bound in clopper_pearson(8, 10, 0.95))
    (0.4439, 0.9748)
    """
    tail = (1.0 - confidence) / 2.0
    lower = 0.0 if hits <= 0 else float(special.betaincinv(hits, n - hits + 1.0, tail))
    upper = 1.0 if hits >= n else float(special.betaincinv(hits + 1.0, n - hits, 1.0 - tail))
    return lower, upper


PROPORTION_INTERVALS = {"wilson": wilson, "clopper-pearson": clopper_pearson}


def interval(
    target: Target, rows: IndexArray, confidence: float, method: str, rng: np.random.Generator
) -> tuple[float, float]:
    """Interval of the metric on a set of rows: binomial for proportions, else the percentile bootstrap.

    With sample weights the binomial uses the effective number of rows, (sum w)^2 / sum w^2 (Kish).
    """
    if target.metric.is_proportion and target.sums is not None:
        weight = target.sums.sums[rows, 1]
        effective = weight.sum() ** 2 / np.square(weight).sum()
        return PROPORTION_INTERVALS[method](target.value(rows) * effective, effective, confidence)
    draws = np.array([_resampled_value(target, rows, rng) for _ in range(N_BOOTSTRAP)])
    tail = (1.0 - confidence) / 2.0
    lower, upper = np.nanquantile(draws, [tail, 1.0 - tail])
    return float(lower), float(upper)


def _resampled_value(target: Target, rows: IndexArray, rng: np.random.Generator) -> float:
    return target.value(rows[rng.integers(0, len(rows), len(rows))])


@dataclass(frozen=True)
class Moments:
    """Number of rows, sums and sums of products of a set of rows: enough for tests, and additive over sets."""

    n: int
    sums: FloatArray
    products: FloatArray

    @classmethod
    def of(cls, sums: RowSums, rows: IndexArray) -> Moments:
        """Moments of some rows."""
        block = sums.sums[rows]
        return cls(len(rows), block.sum(axis=0), block.T @ block)

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.sums + other.sums, self.products + other.products)

    def __sub__(self, other: Moments) -> Moments:
        return Moments(self.n - other.n, self.sums - other.sums, self.products - other.products)


def difference_p_values(target: Target, ones: Sequence[Moments], others: Sequence[Moments]) -> FloatArray:
    """Two-sided p-values for equal values on pairs of disjoint sets of rows, shape (n_pairs,).

    Proportions without weights: Fisher's exact test (twice the smaller tail). Other functions of sums: z-test with
    standard errors by the delta method.
    """
    assert target.sums is not None
    if target.metric.is_proportion and target.sums.is_exact:
        hits, n = np.array([one.sums for one in ones]).T
        other_hits, other_n = np.array([other.sums for other in others]).T
        null = n + other_n, hits + other_hits, n
        smaller_tail = np.minimum(stats.hypergeom.cdf(hits, *null), stats.hypergeom.sf(hits - 1.0, *null))
        return np.asarray(np.minimum(1.0, 2.0 * smaller_tail), dtype=np.float64)
    form = int(target.sums.form)
    return np.array([_z_test(form, one, other) for one, other in zip(ones, others, strict=True)])


def _z_test(form: int, one: Moments, other: Moments) -> float:
    error = np.hypot(_standard_error(form, one), _standard_error(form, other))
    gap = abs(value_of_sums(form, one.sums) - value_of_sums(form, other.sums))
    if error == 0.0:
        return 1.0 if gap == 0.0 else 0.0
    return float(2.0 * special.ndtr(-gap / error))


def _standard_error(form: int, moments: Moments) -> float:
    """Delta method: the value is a function of the sums, its gradient is taken by central differences."""
    steps = 1e-5 * np.maximum(np.abs(moments.sums), 1.0)
    gradient = np.array([_slope(form, moments.sums, j, step) for j, step in enumerate(steps)])
    gradient = np.where(np.isfinite(gradient), gradient, 0.0)
    spread = moments.products - np.outer(moments.sums, moments.sums) / moments.n
    return float(np.sqrt(max(gradient @ spread @ gradient, 0.0)))


def _slope(form: int, sums: FloatArray, j: int, step: float) -> float:
    up, down = sums.copy(), sums.copy()
    up[j] += step
    down[j] -= step
    return float((value_of_sums(form, up) - value_of_sums(form, down)) / (2.0 * step))
