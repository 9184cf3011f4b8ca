"""Rank tests over complete blocks (Demšar, JMLR 7, 2006): Friedman, then Nemenyi or Wilcoxon with Holm's correction."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
import scikit_posthocs
from scipy import stats

from provingground.errors import InputError
from provingground.statistics.blocks import Blocks


@dataclass(frozen=True)
class Friedman:
    """Result of Friedman's test: do the treatments differ at all?"""

    statistic: float
    p_value: float
    n_blocks: int
    n_treatments: int


def _require(blocks: Blocks, treatments: int, n_blocks: int = 2) -> None:
    if blocks.values.shape[1] < treatments or blocks.n < n_blocks:
        raise InputError(
            "blocks",
            f"hold {blocks.values.shape[1]} treatment(s) in {blocks.n} complete block(s), "
            f"at least {treatments} in {n_blocks} are needed",
            f"{len(blocks.incomplete)} block(s) are incomplete; see `incomplete`.",
        )


def average_ranks(blocks: Blocks) -> pd.Series:
    """Mean rank of each treatment over the blocks, best first; rank 1 is best, ties share their mean rank.

    Examples
    --------
    >>> values = pd.DataFrame({"x": [0.9, 0.8], "y": [0.7, 0.8]})
    >>> average_ranks(Blocks(values, pd.DataFrame())).to_dict()
    {'x': 1.25, 'y': 1.75}
    """
    return blocks.ranks.mean().sort_values(kind="stable").rename("average rank")


def friedman(blocks: Blocks) -> Friedman:
    """Friedman's test on at least three treatments; p = 1 where all treatments tie in all blocks."""
    _require(blocks, treatments=3)
    values = blocks.values.to_numpy()
    if (values == values[:, :1]).all():
        return Friedman(0.0, 1.0, *values.shape)
    result = stats.friedmanchisquare(*values.T)
    return Friedman(float(result.statistic), float(result.pvalue), *values.shape)


def nemenyi(blocks: Blocks) -> pd.DataFrame:
    """p-values of all pairs by Nemenyi's test on average ranks, shape (n_treatments, n_treatments)."""
    _require(blocks, treatments=3)
    return pd.DataFrame(scikit_posthocs.posthoc_nemenyi_friedman(blocks.values))


def wilcoxon_holm(blocks: Blocks) -> pd.DataFrame:
    """p-values of all pairs by Wilcoxon's signed-rank test, corrected by Holm, shape (n_treatments, n_treatments).

    Unlike Nemenyi's, a pair's raw p-value does not depend on which other treatments are compared. Pairs that are equal
    in every block have p = 1.
    """
    _require(blocks, treatments=2)
    names = list(blocks.values.columns)
    pairs = list(combinations(range(len(names)), 2))
    raw = np.array([_wilcoxon(blocks.values.iloc[:, i] - blocks.values.iloc[:, j]) for i, j in pairs])
    order = np.argsort(raw, kind="stable")
    factors = len(raw) - np.arange(len(raw))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(np.maximum.accumulate(raw[order] * factors), 1.0)
    matrix = np.ones((len(names), len(names)))
    for (i, j), p in zip(pairs, adjusted, strict=True):
        matrix[i, j] = matrix[j, i] = p
    return pd.DataFrame(matrix, index=names, columns=names)


def _wilcoxon(differences: pd.Series) -> float:
    return 1.0 if (differences == 0).all() else float(stats.wilcoxon(differences).pvalue)
