"""Compiled loops over bytes: one pass from text to numbers and back.

The parsers stop at the first offence and return its code and byte position; what the reader is told about it is made
from these in :mod:`provingground.nips2003.formats.matrix`. Timings beside the alternatives: benchmarks/nips2003.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

OK, BAD_CHARACTER, TOO_LARGE, WRONG_WIDTH, BAD_INDEX, NOT_INCREASING, NO_VALUE, ZERO_VALUE = range(8)

Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(function: Function) -> Function:
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


_SPACE, _TAB, _LF, _CR, _ZERO, _NINE, _COLON = 32, 9, 10, 13, 48, 57, 58


@_compiled
def _byte(text: NDArray[np.uint8], position: int) -> Any:
    """Byte at a position; as an unsigned index it spares numba's treatment of negative ones."""
    return np.int32(text[np.uint64(position)])


@_compiled
def parse_dense(text: NDArray[np.uint8], out: NDArray[Any], largest: int, tabs: bool) -> tuple[int, int]:
    """Fill ``out`` (rows, width) from whole lines of blank-separated integers; return (code, position).

    The inner loop takes what nearly all of a file consists of, one to three digits and a blank; the rest of the outer
    one takes everything else, one number or one other byte at a time. No read goes beyond the last line end, because
    a byte is looked at only after a digit.
    """
    width, cells = out.shape[1], out.reshape(-1)
    cell, row_end, position = 0, width, 0
    while position < len(text):
        while cell < row_end:
            value = _byte(text, position) - _ZERO
            if not 0 <= value <= 9:
                break
            second = _byte(text, position + 1)
            if second == _SPACE:  # before the others: most values of the published matrices are 0
                size = 2
            elif _ZERO <= second <= _NINE:
                value = 10 * value + (second - _ZERO)
                third = _byte(text, position + 2)
                if third == _SPACE:
                    size = 3
                elif _ZERO <= third <= _NINE and _byte(text, position + 3) == _SPACE:
                    value = 10 * value + (third - _ZERO)
                    size = 4
                else:
                    break
            else:
                break
            cells[np.uint64(cell)] = value
            cell += 1
            position += size
        byte = _byte(text, position)
        if _ZERO <= byte <= _NINE:
            value = 0
            while _ZERO <= byte <= _NINE:
                value = 10 * value + (byte - _ZERO)
                if value > largest:
                    return TOO_LARGE, position
                position += 1
                byte = _byte(text, position)
            if cell == row_end:
                return WRONG_WIDTH, position
            cells[cell] = value
            cell += 1
            continue
        if byte == _LF:
            if cell != row_end:
                return WRONG_WIDTH, position
            row_end += width
        elif byte != _SPACE and not (tabs and byte == _TAB) and not (byte == _CR and text[position + 1] == _LF):
            return BAD_CHARACTER, position
        position += 1
    return OK, len(text)


@_compiled
def parse_sparse(
    text: NDArray[np.uint8],
    indices: NDArray[np.int32],
    values: NDArray[np.int32],
    row_ends: NDArray[np.int64],
    width: int,
    largest: int,
    any_order: bool,
) -> tuple[int, int, int]:
    """Read lines of ``index`` (``values`` empty) or ``index:value``; return (code, position, stored entries).

    Indices in ``text`` count from 1, in ``indices`` from 0.
    """
    weighted = len(values) > 0
    row, stored, previous, position = 0, 0, 0, 0
    while position < len(text):
        byte = _byte(text, position)
        if _ZERO <= byte <= _NINE:
            index = 0
            while _ZERO <= byte <= _NINE:
                index = 10 * index + (byte - _ZERO)
                if index > width:
                    return BAD_INDEX, position, stored
                position += 1
                byte = _byte(text, position)
            if weighted:
                if byte != _COLON or not _ZERO <= _byte(text, position + 1) <= _NINE:
                    return NO_VALUE, position, stored
                value = 0
                position += 1
                byte = _byte(text, position)
                while _ZERO <= byte <= _NINE:
                    value = 10 * value + (byte - _ZERO)
                    if value > largest:
                        return TOO_LARGE, position, stored
                    position += 1
                    byte = _byte(text, position)
                if value == 0:
                    return ZERO_VALUE, position, stored
                values[np.uint64(stored)] = value
            if index <= previous and (index == 0 or not any_order):
                return BAD_INDEX if index == 0 else NOT_INCREASING, position, stored
            indices[np.uint64(stored)] = index - 1
            stored, previous = stored + 1, index
            if byte == _SPACE:  # nearly always; every other byte is looked at below
                position += 1
            continue
        if byte == _LF:
            row_ends[row] = stored
            row, previous = row + 1, 0
        elif byte != _SPACE and not (any_order and byte == _TAB) and not (byte == _CR and text[position + 1] == _LF):
            return BAD_CHARACTER, position, stored
        position += 1
    return OK, len(text), stored


@_compiled
def _put_number(out: NDArray[np.uint8], end: int, value: int) -> int:
    """Write the decimal digits of ``value`` >= 0 at ``end``; return the new end."""
    size, power = 1, 10
    while value >= power:
        size, power = size + 1, power * 10
    for place in range(end + size - 1, end - 1, -1):
        out[place] = _ZERO + value % 10
        value //= 10
    return end + size


@_compiled
def format_dense(block: NDArray[Any], out: NDArray[np.uint8]) -> int:
    """Write the rows of ``block`` to ``out``, a blank after every value as in 2003; return the bytes written."""
    end = 0
    for row in range(block.shape[0]):
        for column in range(block.shape[1]):
            end = _put_number(out, end, int(block[row, column]))
            out[end] = _SPACE
            end += 1
        out[end] = _LF
        end += 1
    return end


@_compiled
def format_sparse(
    indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any], weighted: bool, out: NDArray[np.uint8]
) -> int:
    """Write rows of ``index`` or ``index:value`` to ``out``, a blank after every entry; return the bytes written."""
    end = 0
    for row in range(len(indptr) - 1):
        for entry in range(indptr[row], indptr[row + 1]):
            end = _put_number(out, end, int(indices[entry]) + 1)
            if weighted:
                out[end] = _COLON
                end = _put_number(out, end + 1, int(values[entry]))
            out[end] = _SPACE
            end += 1
        out[end] = _LF
        end += 1
    return end
