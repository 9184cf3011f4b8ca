"""How sure a leaf's value is: binomial and bootstrap intervals, and tests of one set of rows against another."""

from __future__ import annotations

import numpy as np
from scipy import stats

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
    z = float(stats.norm.ppf(0.5 + confidence / 2.0))
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
    lower = 0.0 if hits <= 0 else float(stats.beta.ppf(tail, hits, n - hits + 1.0))
    upper = 1.0 if hits >= n else float(stats.beta.ppf(1.0 - tail, hits + 1.0, n - hits))
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


def difference_p_value(target: Target, rows: IndexArray, others: IndexArray) -> float:
    """Two-sided p-value for equal values on two disjoint sets of rows.

    Proportions without weights: Fisher's exact test (twice the smaller tail). Other functions of sums: z-test with
    standard errors by the delta method. NaN for other metrics, which the permutation null covers.
    """
    if target.sums is None:
        return float("nan")
    sums = target.sums
    if target.metric.is_proportion and sums.is_exact:
        hits, n = sums.sums[rows].sum(axis=0)
        other_hits, other_n = sums.sums[others].sum(axis=0)
        null = stats.hypergeom(round(n + other_n), round(hits + other_hits), round(n))
        return float(min(1.0, 2.0 * min(null.cdf(round(hits)), null.sf(round(hits) - 1))))
    error = np.hypot(_standard_error(sums, rows), _standard_error(sums, others))
    gap = abs(target.value(rows) - target.value(others))
    if error == 0.0:
        return 1.0 if gap == 0.0 else 0.0
    return float(2.0 * stats.norm.sf(gap / error))


def _standard_error(sums: RowSums, rows: IndexArray) -> float:
    """Delta method: the value as a function of the sums, its gradient by central differences."""
    block = sums.sums[rows]
    total = block.sum(axis=0)
    steps = 1e-5 * np.maximum(np.abs(total), 1.0)
    gradient = np.array([_slope(sums, total, j, step) for j, step in enumerate(steps)])
    gradient = np.where(np.isfinite(gradient), gradient, 0.0)
    influence = (block - block.mean(axis=0)) @ gradient
    return float(np.sqrt(np.square(influence).sum()))


def _slope(sums: RowSums, total: FloatArray, j: int, step: float) -> float:
    up, down = total.copy(), total.copy()
    up[j] += step
    down[j] -= step
    form = int(sums.form)
    return float((value_of_sums(form, up) - value_of_sums(form, down)) / (2.0 * step))
