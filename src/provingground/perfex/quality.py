"""How good a tree is: Algorithm 2, the two baselines it must beat, and how much of it chance would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from provingground.errors import InputError
from provingground.perfex.growing import Node, Target
from provingground.perfex.sums import FloatArray, IndexArray


@dataclass(frozen=True)
class LeafErrors:
    """Algorithm 2 on one tree and one second set of rows.

    Leaves without a value on the second set (no row, empty denominator) are counted in ``n_empty`` and left out.

    Parameters
    ----------
    mae, std
        Mean and standard deviation over leaves of \\|value - held-out value\\|.
    weighted_mae
        The mean weighted by the rows of the second set.
    """

    held_out_n: IndexArray
    held_out_value: FloatArray
    error: FloatArray
    mae: float
    std: float
    weighted_mae: float
    n_empty: int


def leaf_errors(root: Node, values: FloatArray, target: Target) -> LeafErrors:
    """Assign the rows of a second set to the leaves and compare (Algorithm 2).

    Parameters
    ----------
    values
        Encoded features of the second set, shape (n_features, n_rows).
    target
        The metric on the second set.
    """
    groups = list(root.partition(values, np.arange(len(target))))
    held_out = np.array([target.value(rows) if len(rows) else np.nan for rows in groups])
    counts = np.array([len(rows) for rows in groups], dtype=np.intp)
    error = np.abs(held_out - np.array([leaf.value for leaf in root.leaves()]))
    known = ~np.isnan(error)
    if not known.any():
        raise InputError("evaluate", f"{target.metric.name} is not defined in any leaf", "Give more held-out rows.")
    return LeafErrors(
        counts,
        held_out,
        error,
        float(error[known].mean()),
        float(error[known].std()),
        float(np.average(error[known], weights=counts[known])),
        int((~known).sum()),
    )


def spread(root: Node) -> float:
    """Largest minus smallest leaf value, the paper's output ``d``."""
    values = [leaf.value for leaf in root.leaves()]
    return max(values) - min(values)


def deviation(leaf: Node, root: Node) -> float:
    """How far a leaf stands out: sqrt(denominator) times the distance to the overall value."""
    return float(np.sqrt(leaf.denominator) * abs(leaf.value - root.value))


def one_leaf(root: Node) -> Node:
    """The tree without splits, the baseline that MAE alone prefers."""
    return Node(root.n, root.denominator, root.value, root.search_value)


def brier_skill(root: Node, values: FloatArray, target: Target) -> float:
    """1 - (squared error of the leaf values) / (squared error of the overall value), per row of the second set.

    Each row's own contribution (0 or 1 for accuracy) is forecast by its leaf's value; at or below zero, the leaves
    tell nothing about new rows. NaN for metrics that are no mean over rows.
    """
    sums = target.sums
    if sums is None or sums.form != 0 or target.metric.name.startswith("F1"):
        return float("nan")
    used = np.flatnonzero(sums.sums[:, 1] > 0.0)
    weight = sums.sums[used, 1]
    actual = sums.sums[used, 0] / weight
    forecast = np.array([leaf.value for leaf in root.leaves()])[root.apply(values[:, used])]
    reference = float(np.average(np.square(actual - root.value), weights=weight))
    if reference == 0.0:
        return float("nan")
    return 1.0 - float(np.average(np.square(actual - forecast), weights=weight)) / reference


@dataclass(frozen=True)
class PermutationNull:
    """Trees of the same settings grown after shuffling outcomes against features: what chance gives.

    Trees hold no rows, so that the null can be evaluated on any second set later.
    """

    trees: tuple[Node, ...]

    @property
    def spreads(self) -> FloatArray:
        """Spread of each shuffled tree, shape (n_permutations,)."""
        return np.array([spread(tree) for tree in self.trees])

    @property
    def largest_deviations(self) -> FloatArray:
        """Deviation of the leaf that stands out most, per shuffled tree, shape (n_permutations,)."""
        return np.array([max(deviation(leaf, tree) for leaf in tree.leaves()) for tree in self.trees])

    def maes(self, values: FloatArray, target: Target) -> FloatArray:
        """MAE of each shuffled tree on a second set as it is, shape (n_permutations,)."""
        return np.array([leaf_errors(tree, values, target).mae for tree in self.trees])


def p_value(observed: float, null: FloatArray, *, smaller: bool = False) -> float:
    """Share of permutations at least as extreme, the observed one counted (Phipson and Smyth 2010).

    Examples
    --------
    >>> p_value(0.9, np.array([0.1, 0.2, 0.3, 0.4]))
    0.2
    """
    beyond = (null <= observed) if smaller else (null >= observed)
    return float((1 + beyond.sum()) / (1 + len(null)))


@dataclass(frozen=True)
class Evaluation:
    """A tree on a second set (Algorithm 2) beside the baselines without which its MAE says little.

    Parameters
    ----------
    mae, std, weighted_mae, n_empty
        See `LeafErrors`.
    spread
        Largest minus smallest leaf value of the tree, the paper's ``d``.
    one_leaf_mae
        MAE of the tree without splits.
    shuffled_mae, shuffled_spread
        Mean over trees grown on shuffled outcomes; NaN without permutations.
    mae_p_value, spread_p_value
        Share of shuffled trees with an MAE as small, a spread as large; NaN without permutations.
    brier_skill
        See `brier_skill`.
    leaves
        The tree's leaves with ``held_out_n``, ``held_out_value`` and ``absolute_error``.
    """

    mae: float
    std: float
    weighted_mae: float
    spread: float
    n_leaves: int
    n_empty: int
    one_leaf_mae: float
    shuffled_mae: float
    shuffled_spread: float
    mae_p_value: float
    spread_p_value: float
    brier_skill: float
    leaves: pd.DataFrame

    def to_series(self) -> pd.Series[float]:
        """The numbers, without the leaves."""
        return pd.Series({key: value for key, value in vars(self).items() if key != "leaves"}, dtype=np.float64)


def evaluate(
    root: Node,
    null: PermutationNull,
    values: FloatArray,
    target: Target,
    leaves: pd.DataFrame,
) -> Evaluation:
    """Algorithm 2 with baselines; ``values`` and ``target`` are those of the second set."""
    errors = leaf_errors(root, values, target)
    has_null = len(null.trees) > 0
    null_maes = null.maes(values, target) if has_null else np.empty(0)
    nan = float("nan")
    return Evaluation(
        mae=errors.mae,
        std=errors.std,
        weighted_mae=errors.weighted_mae,
        spread=spread(root),
        n_leaves=len(errors.error),
        n_empty=errors.n_empty,
        one_leaf_mae=leaf_errors(one_leaf(root), values, target).mae,
        shuffled_mae=float(null_maes.mean()) if has_null else nan,
        shuffled_spread=float(null.spreads.mean()) if has_null else nan,
        mae_p_value=p_value(errors.mae, null_maes, smaller=True) if has_null else nan,
        spread_p_value=p_value(spread(root), null.spreads) if has_null else nan,
        brier_skill=brier_skill(root, values, target),
        leaves=leaves.assign(
            held_out_n=errors.held_out_n, held_out_value=errors.held_out_value, absolute_error=errors.error
        ),
    )


def verdict(p_values: Sequence[float], n_leaves: int, confidence: float) -> str:
    """One sentence on how much of a tree chance would give."""
    level = 1.0 - confidence
    known = [p for p in p_values if not np.isnan(p)]
    if n_leaves == 1:
        return "There is nothing to see: no allowed split separates the values by the smallest difference."
    if not known:
        return "Chance was not tested for this metric: fit with n_permutations=99."
    n_clear = sum(p <= level for p in known)
    if n_clear == 0:
        return (
            f"There is nothing to see: none of the {n_leaves} leaves differs from the rest by more than the search "
            f"would find in noise (smallest adjusted p-value {min(known):.2g})."
        )
    return (
        f"{n_clear} of {n_leaves} leaves differ from the rest by more than the search would find in noise "
        f"(adjusted p-value <= {level:.2g})."
    )
