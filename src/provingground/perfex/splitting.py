"""Algorithm 1: the split with the largest difference of the metric between both sides.

Columns are sorted once; a node is the range [start, stop) of every column's order, and splitting partitions the orders
stably, so that no node sorts again. The search is one compiled pass per column over the node's rows: linear in rows and
features, and by measurement faster than numpy at every size of a node (benchmarks/perfex.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from provingground.perfex.sums import BoolArray, FloatArray, Form, IndexArray, RowSums, value_of_sums

OrderArray = NDArray[np.int32]

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
    """Encoded features, shape (n_features, n_rows), and per feature the row order by value (missing last)."""

    values: FloatArray
    categorical: BoolArray
    order: OrderArray

    @classmethod
    def of(cls, values: FloatArray, categorical: BoolArray, n_candidates: int | None = None) -> SortedColumns:
        """Sort every column once; with ``n_candidates``, round numeric values up to these quantiles as well."""
        order = np.empty(values.shape, dtype=np.int32)
        for feature, column in enumerate(values):
            order[feature] = np.argsort(column)
        if n_candidates is not None:
            values = values.copy()
            for number in np.flatnonzero(~categorical):
                rows = order[number]
                values[number, rows] = round_up_to_quantiles(values[number, rows], n_candidates)
        return cls(values, categorical, order)

    def partition(self, split: Split, start: int, stop: int, *, keep_sorted: bool) -> int:
        """Move the node's left rows to the front of its range and return where the right side starts.

        With ``keep_sorted=False`` (children that are not searched) only the first column's order is kept up.
        """
        rows = self.order[0, start:stop]
        left = np.zeros(self.order.shape[1], dtype=np.bool_)
        left[rows] = split.goes_left(self.values[split.feature, rows])
        return int(_partition(self.order[: None if keep_sorted else 1], start, stop, left))

    def rows(self, start: int, stop: int) -> IndexArray:
        """Positions of the node's rows."""
        return self.order[0, start:stop].astype(np.intp)

    def copy(self) -> SortedColumns:
        """Columns with orders of their own: growing a tree rearranges them."""
        return SortedColumns(self.values, self.categorical, self.order.copy())


@dataclass(frozen=True)
class SearchResult:
    """The best allowed split of a node, or None, and how many allowed splits were compared."""

    split: Split | None
    n_examined: int


def best_split(columns: SortedColumns, start: int, stop: int, sums: RowSums, limits: SearchLimits) -> SearchResult:
    """Search one node; ties go to the first feature, then the lowest threshold, then missing values on the right."""
    if stop - start < 2 * limits.min_rows:
        return SearchResult(None, 0)
    node = columns.values, columns.order, start, stop, columns.categorical, sums.sums, sums.selected
    rules = limits.min_rows, limits.min_selected, limits.min_difference
    found = _search_ratio(*node, *rules) if sums.form == Form.RATIO else _search(*node, *rules, int(sums.form))
    difference, feature, threshold, missing_left, examined = found
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
    rows = columns.rows(start, stop)
    best: Split | None = None
    best_difference, examined = -np.inf, 0
    for feature, threshold, missing_left in _candidates(columns, start, stop):
        split = Split(feature, threshold, bool(columns.categorical[feature]), missing_left, 0.0)
        left = split.goes_left(columns.values[feature, rows])
        sides = rows[left], rows[~left]
        if any(len(side) < limits.min_rows or selected[side].sum() < limits.min_selected for side in sides):
            continue
        difference = abs(value(sides[0]) - value(sides[1]))
        if np.isnan(difference):
            continue
        examined += 1
        if difference >= limits.min_difference - TIE_TOLERANCE and difference > best_difference + TIE_TOLERANCE:
            best_difference = difference
            best = Split(feature, threshold, split.categorical, missing_left, difference)
    return SearchResult(best, examined)


def _candidates(columns: SortedColumns, start: int, stop: int) -> Iterator[tuple[int, float, bool]]:
    """Every (feature, threshold, missing left) of a node, in the order that breaks ties."""
    for feature, order in enumerate(columns.order):
        column = columns.values[feature, order[start:stop]]
        has_missing = bool(np.isnan(column).any())
        if has_missing:
            yield feature, -np.inf, True
        for threshold in np.unique(column[~np.isnan(column)]):
            yield feature, float(threshold), False
            if has_missing:
                yield feature, float(threshold), True


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
def _partition(order: OrderArray, start: int, stop: int, left: BoolArray) -> int:
    buffer = np.empty(stop - start, dtype=order.dtype)
    middle = start
    for feature in range(order.shape[0]):
        to, n_right = start, 0
        for i in range(start, stop):
            row = order[feature, i]
            if left[row]:
                order[feature, to] = row
                to += 1
            else:
                buffer[n_right] = row
                n_right += 1
        order[feature, to:stop] = buffer[:n_right]
        middle = to
    return middle


@njit(inline="always")  # type: ignore[untyped-decorator]
def _allowed(n: int, n_total: int, selected: int, selected_total: int, min_rows: int, min_selected: int) -> bool:
    return (
        n >= min_rows
        and n_total - n >= min_rows
        and selected >= min_selected
        and selected_total - selected >= min_selected
    )


@njit(cache=True, nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
def _search_ratio(
    values: FloatArray,
    order: OrderArray,
    start: int,
    stop: int,
    categorical: BoolArray,
    sums: FloatArray,
    selected: BoolArray,
    min_rows: int,
    min_selected: int,
    min_difference: float,
) -> tuple[float, int, float, bool, int]:
    """`_search` for ratios of two sums, the common case: sums in registers instead of arrays, twice as fast."""
    n_total, selected_total, part_total, whole_total = stop - start, 0, 0.0, 0.0
    for row in order[0, start:stop]:
        selected_total += selected[row]
        part_total += sums[row, 0]
        whole_total += sums[row, 1]

    best, best_feature, best_threshold, best_missing, examined = -np.inf, -1, np.nan, False, 0
    for feature in range(values.shape[0]):
        column, rows = values[feature], order[feature, start:stop]
        n_known, selected_missing, part_missing, whole_missing = n_total, 0, 0.0, 0.0
        while n_known > 0 and np.isnan(column[rows[n_known - 1]]):
            n_known -= 1
            row = rows[n_known]
            selected_missing += selected[row]
            part_missing += sums[row, 0]
            whole_missing += sums[row, 1]
        n_missing = n_total - n_known
        if _allowed(n_missing, n_total, selected_missing, selected_total, min_rows, min_selected):
            examined += 1
            difference = abs(part_missing / whole_missing - (part_total - part_missing) / (whole_total - whole_missing))
            if difference >= min_difference - TIE_TOLERANCE and difference > best + TIE_TOLERANCE:
                best, best_feature, best_threshold, best_missing = difference, feature, -np.inf, True

        n_left, selected_left, part, whole = 0, 0, 0.0, 0.0
        following = column[rows[0]]
        for i in range(n_known):
            row, value = rows[i], following
            n_left += 1
            selected_left += selected[row]
            part += sums[row, 0]
            whole += sums[row, 1]
            if i + 1 < n_known:
                following = column[rows[i + 1]]
                if following == value:
                    continue
            if _allowed(n_left, n_total, selected_left, selected_total, min_rows, min_selected):
                examined += 1
                difference = abs(part / whole - (part_total - part) / (whole_total - whole))
                if difference >= min_difference - TIE_TOLERANCE and difference > best + TIE_TOLERANCE:
                    best, best_feature, best_threshold, best_missing = difference, feature, value, False
            if n_missing > 0 and _allowed(
                n_left + n_missing, n_total, selected_left + selected_missing, selected_total, min_rows, min_selected
            ):
                examined += 1
                with_missing, whole_with = part + part_missing, whole + whole_missing
                difference = abs(with_missing / whole_with - (part_total - with_missing) / (whole_total - whole_with))
                if difference >= min_difference - TIE_TOLERANCE and difference > best + TIE_TOLERANCE:
                    best, best_feature, best_threshold, best_missing = difference, feature, value, True
            if categorical[feature]:
                n_left, selected_left, part, whole = 0, 0, 0.0, 0.0
    return best, best_feature, best_threshold, best_missing, examined


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _search(
    values: FloatArray,
    order: OrderArray,
    start: int,
    stop: int,
    categorical: BoolArray,
    sums: FloatArray,
    selected: BoolArray,
    min_rows: int,
    min_selected: int,
    min_difference: float,
    form: int,
) -> tuple[float, int, float, bool, int]:
    """Best (difference, feature, threshold, missing left) and the number of allowed splits; feature -1 for none."""
    n_sums = sums.shape[1]
    total = np.zeros(n_sums)
    n_total, selected_total = stop - start, 0
    for i in range(start, stop):
        row = order[0, i]
        selected_total += selected[row]
        for j in range(n_sums):
            total[j] += sums[row, j]

    best, best_feature, best_threshold, best_missing, examined = -np.inf, -1, np.nan, False, 0
    left, missing = np.empty(n_sums), np.empty(n_sums)
    side, other = np.empty(n_sums), np.empty(n_sums)

    for feature in range(values.shape[0]):
        # Missing values are sorted to the end of the range.
        known, selected_missing = stop, 0
        missing[:] = 0.0
        while known > start and np.isnan(values[feature, order[feature, known - 1]]):
            known -= 1
            row = order[feature, known]
            selected_missing += selected[row]
            for j in range(n_sums):
                missing[j] += sums[row, j]
        n_missing = stop - known

        left[:] = 0.0
        n_left, selected_left = 0, 0
        # Step -1 stands for the split on missing alone, which comes first.
        for i in range(start - 1 if n_missing > 0 else start, known):
            threshold = -np.inf
            if i >= start:
                row = order[feature, i]
                threshold = values[feature, row]
                n_left += 1
                selected_left += selected[row]
                for j in range(n_sums):
                    left[j] += sums[row, j]
                if i + 1 < known and values[feature, order[feature, i + 1]] == threshold:
                    continue

            for missing_left in range(1 if i < start else 0, 2 if n_missing > 0 else 1):
                n_side = n_left + missing_left * n_missing
                selected_side = selected_left + missing_left * selected_missing
                if not _allowed(n_side, n_total, selected_side, selected_total, min_rows, min_selected):
                    continue
                for j in range(n_sums):
                    side[j] = left[j] + missing_left * missing[j]
                    other[j] = total[j] - side[j]
                difference = abs(value_of_sums(form, side) - value_of_sums(form, other))
                if np.isnan(difference):
                    continue
                examined += 1
                if difference >= min_difference - TIE_TOLERANCE and difference > best + TIE_TOLERANCE:
                    best, best_feature, best_threshold = difference, feature, threshold
                    best_missing = missing_left == 1
            if categorical[feature]:
                left[:] = 0.0
                n_left, selected_left = 0, 0
    return best, best_feature, best_threshold, best_missing, examined
