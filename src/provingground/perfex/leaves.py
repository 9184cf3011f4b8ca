"""The table of a tree's leaves: conditions, counts, values, intervals and p-values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

import numpy as np
import pandas as pd

from provingground.perfex.columns import Column
from provingground.perfex.evidence import Moments, difference_p_values, interval
from provingground.perfex.explain import paths
from provingground.perfex.growing import Node, Target
from provingground.perfex.quality import PermutationNull, deviation, p_value
from provingground.perfex.sums import IndexArray

# Fewer shuffled trees than this cannot give a p-value of 0.05.
FEWEST_PERMUTATIONS = 19


def describe_leaves(
    root: Node,
    columns: Sequence[Column],
    groups: Sequence[IndexArray],
    target: Target,
    p_values: Sequence[float],
    confidence: float,
    method: str,
    rng: np.random.Generator,
) -> pd.DataFrame:
    """One row per leaf in tree order (columns: `PerfexTree.leaves_`); ``groups`` are the rows that each reports on."""
    leaves = list(root.leaves())
    bounds = [interval(target, rows, confidence, method, rng) for rows in groups]
    return pd.DataFrame(
        {
            "leaf": np.arange(len(leaves)),
            "conditions": paths(root, columns),
            "n": [leaf.n for leaf in leaves],
            "denominator": [leaf.denominator for leaf in leaves],
            "value": [leaf.value for leaf in leaves],
            "lower": [lower for lower, _ in bounds],
            "upper": [upper for _, upper in bounds],
            "p_value": p_values,
            "search_value": [leaf.search_value for leaf in leaves],
        }
    )


def adjusted_p_values(
    root: Node, groups: Sequence[IndexArray], target: Target, null: PermutationNull, *, honest: bool
) -> list[float]:
    """Each leaf against all other rows, adjusted for all the subsets that the search compared.

    From 19 permutations on: the share of shuffled trees in which some leaf stands out as much. With fewer: exact tests
    times the number of subsets (Bonferroni), which in honest mode are the leaves alone.
    """
    leaves = list(root.leaves())
    if len(leaves) == 1:
        return [1.0]
    if len(null.trees) >= FEWEST_PERMUTATIONS:
        largest = null.largest_deviations
        return [p_value(deviation(leaf, root), largest) for leaf in leaves]
    if target.sums is None:
        return [float("nan")] * len(leaves)
    compared = len(leaves) if honest else 2 * root.total_examined
    moments = [Moments.of(target.sums, rows) for rows in groups]
    total = reduce(add, moments)
    tests = difference_p_values(target, moments, [total - leaf for leaf in moments])
    return list(np.minimum(1.0, compared * tests))
