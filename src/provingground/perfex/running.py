"""Running sums of the compiled search: scalars for ratios of two sums, an array for every other metric.

The search is written once (`splitting._search`) and numba compiles it for whichever of the two it is given. Scalars
stay in registers: with ratios in an array like the rest, the search of accuracy took two to three times as long.

Both hold the number of selected rows and then the metric's sums, in the order of the columns of `RowSums.table`. The
functions here are declarations; numba puts the implementation below them in their place.
"""

# mypy: disable-error-code="no-untyped-def, empty-body, untyped-decorator"
from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import overload

from provingground.perfex.sums import FloatArray, Form, TableArray, value_of_sums

Running = tuple[float, float, float] | FloatArray


def nothing(form: Form, table: TableArray) -> Running:
    """Running sums of no rows; their type decides for which of both the search is compiled."""
    return (0.0, 0.0, 0.0) if form in (Form.RATIO, Form.ROOT) else np.zeros(table.shape[1])


def fresh(empty: Running) -> Running:
    """Running sums of no rows that may be added to."""


@overload(fresh)
def _fresh(empty):
    if isinstance(empty, types.BaseTuple):
        return lambda empty: empty
    return lambda empty: np.zeros_like(empty)


def plus_row(sums: Running, table: TableArray, row: int) -> Running:
    """Running sums with one more row; an array is changed in place."""


@overload(plus_row)
def _plus_row(sums, table, row):
    if isinstance(sums, types.BaseTuple):
        return lambda sums, table, row: (sums[0] + table[row, 0], sums[1] + table[row, 1], sums[2] + table[row, 2])

    def add(sums, table, row):
        for j in range(sums.size):
            sums[j] += table[row, j]
        return sums

    return add


def plus(sums: Running, others: Running) -> Running:
    """Sums of both."""


@overload(plus)
def _plus(sums, others):
    if isinstance(sums, types.BaseTuple):
        return lambda sums, others: (sums[0] + others[0], sums[1] + others[1], sums[2] + others[2])
    return lambda sums, others: sums + others


def difference(form: int, left: Running, total: Running, spare: Running) -> float:
    """Difference of the metric between ``left`` and the rest of ``total``; NaN where it is not defined.

    ``spare`` is room for the sums of the rest where they are an array: none is allocated per candidate.
    """


@overload(difference)
def _difference(form, left, total, spare):
    if isinstance(left, types.BaseTuple):

        def of_ratios(form, left, total, spare):
            one, other = left[1] / left[2], (total[1] - left[1]) / (total[2] - left[2])
            return abs(one - other) if form == 0 else abs(one**0.5 - other**0.5)

        return of_ratios

    def of_others(form, left, total, spare):
        for j in range(total.size):
            spare[j] = total[j] - left[j]
        return abs(value_of_sums(form, left[1:]) - value_of_sums(form, spare[1:]))

    return of_others
