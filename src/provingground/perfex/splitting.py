"""Algorithm 1: the split with the largest difference of the metric between both sides.

Columns are sorted once; a node is the range [start, stop) of every column's order, and splitting partitions the orders
stably, so that no node sorts again. The search is one compiled pass per column over the node's rows: linear in rows and
features, and by measurement faster than numpy at every size of a node (benchmarks/perfex.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numba import njit
from numpy.typing import NDArray

from provingground.perfex import running
from provingground.perfex.sums import BoolArray, FloatArray, IndexArray, RowSums, TableArray

# Not signed: a compiled loop need not look whether an index counts from the end.
RowArray = NDArray[np.uint32]

# Equal differences can differ in their last bits (.5 - .2 and .8 - .5; sums in another order): this close is equal.
TIE_TOLERANCE = 1e-12


@dataclass(frozen=True)
class Split:
    """One condition: the left side holds ``value <= threshold`` (numeric) or ``value == threshold`` (category code).

    ``missing_left`` says where missing numeric values go; a threshold of minus infinity with ``missing_left`` is the
    split into "is missing" and "is not missing". Without ``saw_missing`` the node had no missing value in training
    and the side is that of the larger child.
    """

    feature: int
    threshold: float
    categorical: bool
    missing_left: bool
    difference: float
    saw_missing: bool = False

    def goes_left(self, values: FloatArray) -> BoolArray:
        """Side of each encoded value, shape (n_rows,)."""
        if self.categorical:
            return np.asarray(values == self.threshold)
        left = values <= self.threshold
        return np.asarray(left | np.isnan(values)) if self.missing_left else np.asarray(left)


@dataclass(frozen=True)
class SearchLimits:
    """Which splits are allowed, for both sides: ``min_rows`` rows, of which ``min_selected`` in the denominator."""

    min_rows: int
    min_selected: int
    min_difference: float


@dataclass(frozen=True)
class SortedColumns:
    """Every feature's values in ascending order, missing last, and the row that each belongs to.

    A node is the same range [start, stop) of every feature. Values move together with their rows, so that a search
    reads them one after the other, which is twice as fast as looking them up by row.

    Parameters
    ----------
    values, rows
        Shape (n_features, n_rows).
    categorical
        Shape (n_features,).
    """

    values: FloatArray
    rows: RowArray
    categorical: BoolArray

    @classmethod
    def of(cls, values: FloatArray, categorical: BoolArray, n_candidates: int | None = None) -> SortedColumns:
        """Sort encoded features once; with ``n_candidates``, round numeric values up to these quantiles as well."""
        made = cls(np.empty_like(values), np.empty(values.shape, dtype=np.uint32), categorical)
        for feature, column in enumerate(values):
            made.rows[feature] = np.argsort(column)
            ordered = column[made.rows[feature]]
            if n_candidates is not None and not categorical[feature]:
                ordered = round_up_to_quantiles(ordered, n_candidates)
            made.values[feature] = ordered
        return made

    def partition(self, split: Split, start: int, stop: int, *, keep_sorted: bool) -> int:
        """Move the node's left rows to the front of its range and return where the right side starts.

        With ``keep_sorted=False`` (children that are not searched) only the first feature is kept up.
        """
        rows = self.rows[split.feature, start:stop]
        is_left = np.zeros(self.rows.shape[1], dtype=np.bool_)
        is_left[rows] = split.goes_left(self.values[split.feature, start:stop])
        n_kept = len(self.rows) if keep_sorted else 1
        return int(_partition(self.values[:n_kept], self.rows[:n_kept], start, stop, is_left))

    def members(self, start: int, stop: int) -> IndexArray:
        """Positions of the node's rows."""
        return self.rows[0, start:stop].astype(np.intp)

    def copy(self) -> SortedColumns:
        """Columns of their own: growing a tree rearranges them."""
        return SortedColumns(self.values.copy(), self.rows.copy(), self.categorical)


@dataclass(frozen=True)
class SearchResult:
    """The best allowed split of a node, or None, and how many allowed splits were compared."""

    split: Split | None
    n_examined: int


def best_split(columns: SortedColumns, start: int, stop: int, sums: RowSums, limits: SearchLimits) -> SearchResult:
    """Search one node; ties go to the first feature, then the lowest threshold, then missing values on the right."""
    if stop - start < 2 * limits.min_rows:
        return SearchResult(None, 0)
    node = columns.values[:, start:stop], columns.rows[:, start:stop], columns.categorical
    rules = limits.min_rows, limits.min_selected, limits.min_difference
    nothing = running.nothing(sums.form, sums.table)
    difference, feature, threshold, missing_left, examined = _search(*node, sums.table, int(sums.form), nothing, rules)
    if feature < 0:
        return SearchResult(None, int(examined))
    categorical = bool(columns.categorical[feature])
    split = Split(int(feature), float(threshold), categorical, bool(missing_left), float(difference))
    return SearchResult(split, int(examined))


def best_split_generic(
    columns: SortedColumns,
    start: int,
    stop: int,
    value: Callable[[IndexArray], float],
    selected: BoolArray,
    limits: SearchLimits,
) -> SearchResult:
    """Search by evaluating ``value`` on both sides of every candidate: any metric, at a metric call per side."""
    if stop - start < 2 * limits.min_rows:
        return SearchResult(None, 0)
    best: Split | None = None
    best_difference, examined = -np.inf, 0
    for split in _candidates(columns, start, stop):
        left = split.goes_left(columns.values[split.feature, start:stop])
        rows = columns.rows[split.feature, start:stop].astype(np.intp)
        sides = rows[left], rows[~left]
        if any(len(side) < limits.min_rows or selected[side].sum() < limits.min_selected for side in sides):
            continue
        difference = abs(value(sides[0]) - value(sides[1]))
        if np.isnan(difference):
            continue
        examined += 1
        if difference >= limits.min_difference - TIE_TOLERANCE and difference > best_difference + TIE_TOLERANCE:
            best_difference = difference
            best = replace(split, difference=difference)
    return SearchResult(best, examined)


def _candidates(columns: SortedColumns, start: int, stop: int) -> Iterator[Split]:
    """Every candidate of a node, in the order that breaks ties."""
    for feature, values in enumerate(columns.values[:, start:stop]):
        categorical, has_missing = bool(columns.categorical[feature]), bool(np.isnan(values[-1]))
        if has_missing:
            yield Split(feature, -np.inf, categorical, True, 0.0)
        for threshold in np.unique(values[~np.isnan(values)]):
            for missing_left in (False, True) if has_missing else (False,):
                yield Split(feature, float(threshold), categorical, missing_left, 0.0)


def round_up_to_quantiles(column: FloatArray, n_candidates: int) -> FloatArray:
    """Round each value of a sorted column up to the next of its ``n_candidates`` quantiles; missing values stay.

    The quantiles are the values at evenly spaced positions from the first on, and the last one. ``rounded <= q`` and
    ``value <= q`` hold for the same rows and order is kept, so that a search over the unique rounded values is the
    search over the quantiles. Columns of fewer values stay as they are.

    Examples
    --------
    >>> round_up_to_quantiles(np.array([1.0, 2.0, 3.0, 4.0, 5.0, np.nan]), 3)
    array([ 1.,  3.,  3.,  5.,  5., nan])
    """
    n_known = int(np.searchsorted(column, np.nan))
    if n_known < n_candidates:
        return column
    positions = np.floor(np.arange(n_candidates - 1) * (n_known / (n_candidates - 1))).astype(np.intp)
    quantiles = np.unique(column[[*positions, n_known - 1]])
    ends = np.searchsorted(column[:n_known], quantiles, side="right")
    rounded = column.copy()
    rounded[:n_known] = np.repeat(quantiles, np.diff(ends, prepend=0))
    return rounded


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _partition(values: FloatArray, rows: RowArray, start: int, stop: int, is_left: BoolArray) -> int:
    right_values = np.empty(stop - start, dtype=values.dtype)
    right_rows = np.empty(stop - start, dtype=rows.dtype)
    middle = start
    for feature in range(values.shape[0]):
        column, members = values[feature], rows[feature]
        middle, n_right = start, 0
        for i in range(start, stop):
            value, row = column[i], members[i]
            if is_left[row]:
                column[middle], members[middle] = value, row
                middle += 1
            else:
                right_values[n_right], right_rows[n_right] = value, row
                n_right += 1
        column[middle:stop] = right_values[:n_right]
        members[middle:stop] = right_rows[:n_right]
    return middle


# Compiled search: the best candidate so far as (difference, feature, threshold, missing left, candidates compared).
Found = tuple[float, int, float, bool, int]
Rules = tuple[int, int, float]  # the fields of SearchLimits


@njit(cache=True, nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def _search(
    values: FloatArray,
    rows: RowArray,
    categorical: BoolArray,
    table: TableArray,
    form: int,
    nothing: running.Running,
    rules: Rules,
) -> Found:
    """Best candidate of a node; its feature is -1 where none is allowed."""
    n_rows, spare, total = rows.shape[1], running.fresh(nothing), running.fresh(nothing)
    for row in rows[0]:
        total = running.plus_row(total, table, row)

    found = -np.inf, -1, np.nan, False, 0
    for feature in range(values.shape[0]):
        column, members = values[feature], rows[feature]
        n_known, missing = n_rows, running.fresh(nothing)
        while n_known > 0 and np.isnan(column[n_known - 1]):
            n_known -= 1
            missing = running.plus_row(missing, table, members[n_known])
        n_missing = n_rows - n_known
        if n_missing > 0:
            candidate = feature, -np.inf, True
            found = _better(found, candidate, n_missing, n_rows, missing, total, form, rules, spare)

        n_left, left = 0, running.fresh(nothing)
        for i in range(n_known):
            n_left += 1
            left = running.plus_row(left, table, members[i])
            if i + 1 < n_known and column[i + 1] == column[i]:
                continue
            candidate = feature, column[i], False
            found = _better(found, candidate, n_left, n_rows, left, total, form, rules, spare)
            if n_missing > 0:
                candidate, both = (feature, column[i], True), running.plus(left, missing)
                found = _better(found, candidate, n_left + n_missing, n_rows, both, total, form, rules, spare)
            if categorical[feature]:
                n_left, left = 0, running.fresh(nothing)
    return found


@njit(inline="always")  # type: ignore[untyped-decorator]
def _better(
    found: Found,
    candidate: tuple[int, float, bool],
    n_left: int,
    n_rows: int,
    left: running.Running,
    total: running.Running,
    form: int,
    rules: Rules,
    spare: running.Running,
) -> Found:
    """The better of the best so far and a candidate, if the candidate is allowed and has a value on both sides."""
    min_rows, min_selected, min_difference = rules
    if n_left < min_rows or n_rows - n_left < min_rows:
        return found
    if left[0] < min_selected or total[0] - left[0] < min_selected:
        return found
    difference = running.difference(form, left, total, spare)
    if np.isnan(difference):
        return found
    best, feature, threshold, missing_left, examined = found
    if difference >= min_difference - TIE_TOLERANCE and difference > best + TIE_TOLERANCE:
        feature, threshold, missing_left = candidate
        return difference, feature, threshold, missing_left, examined + 1
    return best, feature, threshold, missing_left, examined + 1
