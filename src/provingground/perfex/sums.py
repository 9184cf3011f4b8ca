"""Metrics as functions of sums: what one row adds, and the value of a set of rows from its sums alone.

A set's sums follow from another set's by adding and subtracting rows, so one pass over a sorted column gives the metric
on both sides of every threshold (Algorithm 1 in time linear in the rows).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IndexArray = NDArray[np.intp]
TableArray = NDArray[np.float64] | NDArray[np.int8]


class Form(IntEnum):
    """How the value of a set follows from its sums ``s``; K is the number of classes."""

    RATIO = 0  # s0 / s1
    ROOT = 1  # sqrt(s0 / s1)
    BALANCED = 2  # s = K hits, K class sizes: mean of hits / size over the classes that occur
    MATTHEWS = 3  # s = correct, all, K predicted counts, K actual counts
    CALIBRATION = 4  # s = all, then one (correct - confidence) per bin: sum |gap| / all


@dataclass(frozen=True)
class RowSums:
    """What each row adds to the sums of its set.

    Parameters
    ----------
    form
        The function from sums to value.
    sums
        Shape (n_rows, n_sums).
    selected
        Shape (n_rows,): the rows that the metric's denominator counts (for precision of a class: predicted as it).
    """

    form: Form
    sums: FloatArray
    selected: BoolArray

    def value(self, rows: IndexArray | None = None) -> float:
        """Value of the metric on a set of rows (None: all); NaN where its denominator is empty."""
        total = self.sums.sum(axis=0) if rows is None else sum_of_rows(self.table, rows)[1:]
        return float(value_of_sums(int(self.form), total))

    @cached_property
    def table(self) -> TableArray:
        """``selected`` and then ``sums``, one column each: all that the search reads of a row, in one place.

        Small whole numbers, the common case, are stored in one byte each: rows are read in no order, and a table that
        stays in the processor's cache makes the search of a million rows twice as fast.
        """
        table = np.column_stack([self.selected, self.sums])
        is_small = np.abs(table).max(initial=0.0) <= np.iinfo(np.int8).max and np.array_equal(table, np.rint(table))
        return table.astype(np.int8) if is_small else table

    @cached_property
    def is_exact(self) -> bool:
        """Whether all partial sums are whole numbers that float64 holds exactly, in any order of summation."""
        whole = bool(np.all(self.sums == np.rint(self.sums)))
        return whole and float(np.abs(self.sums).sum(axis=0).max(initial=0.0)) < 2.0**53

    def take(self, rows: IndexArray) -> RowSums:
        """Sums of some rows, in the given order."""
        return RowSums(self.form, np.ascontiguousarray(self.sums[rows]), self.selected[rows])


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def sum_of_rows(table: TableArray, rows: IndexArray) -> FloatArray:
    """Sums over some rows of each column, shape (n_columns,)."""
    total = np.zeros(table.shape[1])
    for row in rows:
        for j in range(table.shape[1]):
            total[j] += table[row, j]
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def value_of_sums(form: int, s: FloatArray) -> float:
    """Value of a set from its sums (see `Form`); NaN where it is not defined."""
    if form <= 1:
        if s[1] <= 0.0:
            return np.nan
        ratio: float = s[0] / s[1]
        return ratio if form == 0 else ratio**0.5
    if form == 2:
        n_classes, present, total = s.size // 2, 0, 0.0
        for k in range(n_classes):
            if s[n_classes + k] > 0.0:
                present += 1
                total += s[k] / s[n_classes + k]
        return total / present if present > 0 else np.nan
    if form == 3:
        n_classes = (s.size - 2) // 2
        cross, predicted, actual = 0.0, 0.0, 0.0
        for k in range(n_classes):
            cross += s[2 + k] * s[2 + n_classes + k]
            predicted += s[2 + k] ** 2
            actual += s[2 + n_classes + k] ** 2
        scale = (s[1] ** 2 - predicted) * (s[1] ** 2 - actual)
        # One class alone among labels or predictions: 0/0, which has no value (a tiny remainder is rounding).
        if scale <= 1e-12 * s[1] ** 4:
            return np.nan
        correlation: float = (s[0] * s[1] - cross) / scale**0.5
        return correlation
    if s[0] <= 0.0:
        return np.nan
    gap = 0.0
    for bin_gap in s[1:]:
        gap += abs(bin_gap)
    return float(gap / s[0])
