"""Bootstrap intervals over blocks, paired differences with them, and an interval for folds that share their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from provingground.statistics.blocks import Blocks

RESAMPLES = 9_999


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval and the number of blocks behind it."""

    estimate: float
    low: float
    high: float
    n: int


def _mean(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(samples.mean(axis=-1))


def bootstrap(
    blocks: ArrayLike,
    statistic: Callable[..., NDArray[np.float64]] = _mean,
    level: float = 0.95,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval:
    """Percentile bootstrap: blocks are drawn with replacement, whatever belongs to a block stays together.

    Parameters
    ----------
    blocks
        Shape (n_blocks,), or (n_blocks, k) for a statistic of k paired values.
    statistic
        Function of k arrays of shape (..., n_blocks), reducing the last axis; the mean by default.
    level
        Coverage aimed at; with fewer than about ten blocks the true one is lower.
    seed, resamples
        Equal seeds draw equal blocks.

    Returns
    -------
    Interval
        Bounds are NaN for fewer than two blocks. Resamples in which the statistic is undefined (NaN) are left out.

    Examples
    --------
    >>> bootstrap([1.0, 1.0, 1.0])
    Interval(estimate=1.0, low=1.0, high=1.0, n=3)
    """
    data = np.asarray(blocks, dtype=float)
    columns = data[:, None] if data.ndim == 1 else data
    n = len(columns)
    if n == 0:
        return Interval(np.nan, np.nan, np.nan, 0)
    estimate = float(statistic(*columns.T))
    if n == 1:
        return Interval(estimate, np.nan, np.nan, 1)
    drawn = np.random.default_rng(seed).integers(n, size=(resamples, n))
    estimates = statistic(*(column[drawn] for column in columns.T))
    defined = estimates[~np.isnan(estimates)]
    if len(defined) == 0:
        return Interval(estimate, np.nan, np.nan, n)
    tail = (1 - level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Interval(estimate, float(low), float(high), n)


def resampled_mean(values: ArrayLike, test_per_train: float = 0.25, level: float = 0.95) -> Interval:
    """Mean over the folds of a repeated cross-validation, with the corrected resampled t interval.

    Folds are no independent blocks: their training parts share most rows. The variance of the mean, s²/n for
    independent ones, becomes s² (1/n + test/train), so that more repeats do not shrink the interval to nothing.

    Source: C. Nadeau, Y. Bengio (2003), Inference for the generalization error, Machine Learning 52, Section 3.

    Parameters
    ----------
    values
        One per fold, shape (n_folds,).
    test_per_train
        Rows of a test part per row of its training part: 1/4 with five folds.
    level
        Coverage aimed at.

    Returns
    -------
    Interval
        Bounds are NaN for fewer than two folds.

    Examples
    --------
    >>> interval = resampled_mean([0.8, 0.9, 0.7, 0.8])
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.616, 0.984)
    """
    data = np.asarray(values, dtype=float)
    n = len(data)
    if n < 2:
        return Interval(float(data.mean()) if n else np.nan, np.nan, np.nan, n)
    half = stats.t.ppf((1 + level) / 2, df=n - 1) * data.std(ddof=1) * np.sqrt(1 / n + test_per_train)
    return Interval(float(data.mean()), float(data.mean() - half), float(data.mean() + half), n)


def mean_intervals(blocks: Blocks, level: float = 0.95, seed: int = 0) -> pd.DataFrame:
    """Mean of each treatment over the complete blocks: ``mean``, ``low``, ``high``, ``n``, best first."""
    rows = {name: bootstrap(values, level=level, seed=seed) for name, values in blocks.values.items()}
    table = pd.DataFrame([vars(row) for row in rows.values()], index=pd.Index(rows, name="treatment"))
    return table.rename(columns={"estimate": "mean"}).sort_values("mean", ascending=not blocks.higher_is_better)


def rank_intervals(blocks: Blocks, level: float = 0.95, seed: int = 0) -> pd.DataFrame:
    """Average rank of each treatment over the complete blocks: ``rank``, ``low``, ``high``, ``n``, best first.

    Examples
    --------
    >>> values = pd.DataFrame({"x": [0.9, 0.8], "y": [0.7, 0.6]})
    >>> rank_intervals(Blocks(values, pd.DataFrame())).to_dict("index")
    {'x': {'rank': 1.0, 'low': 1.0, 'high': 1.0, 'n': 2}, 'y': {'rank': 2.0, 'low': 2.0, 'high': 2.0, 'n': 2}}
    """
    ranks = Blocks(blocks.ranks, blocks.incomplete, higher_is_better=False)
    return mean_intervals(ranks, level, seed).rename(columns={"mean": "rank"})


def paired_differences(blocks: Blocks, level: float = 0.95, seed: int = 0, tie: float = 0.0) -> pd.DataFrame:
    """Compare every pair of treatments block by block.

    Parameters
    ----------
    blocks
        Complete blocks.
    level, seed
        Of the bootstrap over blocks; all pairs see the same draws.
    tie
        Differences up to this size count as a tie.

    Returns
    -------
    One row per pair: ``first``, ``second``, mean ``difference`` (first minus second, in the units of the values) with
    ``low`` and ``high``, ``wins``, ``ties``, ``losses`` of the first, and ``n`` blocks.
    """
    rows = []
    for first, second in combinations(blocks.values.columns, 2):
        interval = bootstrap(blocks.values[first] - blocks.values[second], level=level, seed=seed)
        better = (blocks.goodness[first] - blocks.goodness[second]).to_numpy()
        wins, losses = int((better > tie).sum()), int((better < -tie).sum())
        counts = (wins, interval.n - wins - losses, losses, interval.n)
        rows.append((first, second, interval.estimate, interval.low, interval.high, *counts))
    return pd.DataFrame(rows, columns=["first", "second", "difference", "low", "high", "wins", "ties", "losses", "n"])
