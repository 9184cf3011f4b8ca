"""Matrix files (``.data``): dense, sparse binary and sparse ``index:value``, streamed in blocks of rows.

Source: the document, "Data formats". Values are whole numbers from 0 to 999, or 0/1 (the document, "Method").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from provingground.errors import InputError
from provingground.files import atomic
from provingground.nips2003.formats import kernels
from provingground.nips2003.formats.text import BLOCK_BYTES, line_blocks, open_for_reading

Matrix = Any
"""Dense: ``NDArray[np.int16]``. Sparse: ``scipy.sparse.csr_array`` of int32. Shape (patterns, features)."""

LARGEST = 999
"""Largest value that the document allows."""

LARGEST_LENIENT = int(np.iinfo(np.int16).max)


class Kind(StrEnum):
    """How a matrix is written; the values are the words of the ``.param`` files."""

    DENSE = "non-sparse"
    SPARSE_INTEGER = "sparse-integer"
    SPARSE_BINARY = "sparse-binary"


def read_matrix(path: Path, kind: Kind, width: int, *, rows: int | None = None, strict: bool = True) -> Matrix:
    """Read a ``.data`` file (or its ``.gz``).

    Parameters
    ----------
    path
        File to read.
    kind, width
        Format and number of features, from the ``.param`` file: a sparse file cannot tell them itself.
    rows
        Number of patterns that the ``.param`` file announces; another number is an error.
    strict
        Hold the file to the document. ``False`` also takes values up to 32767, tabs between values, and sparse
        indices in any order; a repeated index, a wrong width or anything that is not a number stays an error.

    Returns
    -------
    int16 array or int32 ``csr_array`` of shape (n_patterns, width). An empty line of a sparse file is a row of zeros.
    Convert before doing arithmetic: sums of products do not fit into 16 bits (scikit-learn converts by itself).

    Raises
    ------
    InputError
        With file, line and column of the first offence.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "toy_train.data"
    >>> size = path.write_bytes(b"1:7 3:999 \\r\\n\\n2:5")
    >>> read_matrix(path, Kind.SPARSE_INTEGER, width=3).toarray().tolist()
    [[7, 0, 999], [0, 0, 0], [0, 5, 0]]
    """
    if kind is Kind.DENSE and rows is not None:
        return _read_dense(_Layout(path, kind, width, strict), rows)
    parts = list(iter_matrix(path, kind, width, strict=strict))
    n_rows = sum(part.shape[0] for part in parts)
    if rows is not None and n_rows != rows:
        _refuse_row_count(path, n_rows, rows)
    if kind is Kind.DENSE:
        return np.concatenate(parts) if parts else np.empty((0, width), np.int16)
    return _stack(parts, width)


def iter_matrix(
    path: Path, kind: Kind, width: int, *, strict: bool = True, block_bytes: int = BLOCK_BYTES
) -> Iterator[Matrix]:
    """Read a ``.data`` file block by block: matrices of the same width whose rows follow each other.

    Memory stays at one block of text and one matrix, whatever the size of the file. Parameters and errors are those of
    :func:`read_matrix`.
    """
    parse = _parse_dense if kind is Kind.DENSE else _parse_sparse
    layout = _Layout(path, kind, width, strict)
    for start, end, text in _numbered_blocks(path, block_bytes):
        yield parse(layout, text, start, end - start)


def write_matrix(path: Path, matrix: Matrix, kind: Kind, *, strict: bool = True) -> None:
    """Write a ``.data`` file exactly as in 2003: a blank after every entry, LF after every row.

    Parameters
    ----------
    path
        File to write; replaced only when complete.
    matrix
        Whole numbers, array or scipy sparse matrix of shape (n_patterns, n_features).
    kind
        Format; both sparse kinds need a sparse matrix, and ``SPARSE_BINARY`` only ones in it.
    strict
        ``False`` also takes values from 1000 to 32767.
    """
    if kind is Kind.DENSE:
        blocks = _dense_blocks(_checked_dense(path, matrix, strict))
    else:
        blocks = _sparse_blocks(_checked_sparse(path, matrix, kind, strict), kind is Kind.SPARSE_INTEGER)
    with atomic(path) as part, part.open("wb") as stream:
        for block in blocks:
            stream.write(block)


def check_sum(matrix: Matrix) -> int:
    """Sum of all entries, the check-sum of the ``.param`` files (facts file, section 2)."""
    return int(matrix.sum(dtype=np.int64))


# --- reading


@dataclass(frozen=True)
class _Layout:
    """What a file is held to."""

    path: Path
    kind: Kind
    width: int
    strict: bool

    @property
    def limit(self) -> int:
        return _limit(self.strict)


Block = NDArray[np.uint8]


def _numbered_blocks(path: Path, block_bytes: int = BLOCK_BYTES) -> Iterator[tuple[int, int, Block]]:
    """Blocks of whole lines, each with the number (from 0) of its first line and of the first one after it."""
    end = 0
    with open_for_reading(path) as stream:
        for text, lines in line_blocks(stream, block_bytes):
            start, end = end, end + lines
            yield start, end, text


def _read_dense(layout: _Layout, rows: int) -> NDArray[np.int16]:
    """Parse every block into its place: no second copy of the matrix, no pass to count the lines."""
    out = np.empty((rows, layout.width), np.int16)
    end = 0
    for start, end, text in _numbered_blocks(layout.path):
        if end <= rows:
            _parse_dense_into(out[start:end], layout, text, start)
        else:
            _parse_dense(layout, text, start, end - start)  # an offence in it is worth more than the count
    if end != rows:
        _refuse_row_count(layout.path, end, rows)
    return out


def _refuse_row_count(path: Path, found: int, expected: int) -> NoReturn:
    raise InputError(path, f"holds {found} rows where {expected} were announced", "Fetch or write the file again.")


def _parse_dense(layout: _Layout, text: Block, start: int, rows: int) -> NDArray[np.int16]:
    out = np.empty((rows, layout.width), np.int16)
    _parse_dense_into(out, layout, text, start)
    return out


def _parse_dense_into(out: NDArray[np.int16], layout: _Layout, text: Block, start: int) -> None:
    code, position = kernels.parse_dense(text, out, layout.limit, not layout.strict)
    if code != kernels.OK:
        _refuse(layout, text, start, position, code)


def _parse_sparse(layout: _Layout, text: Block, start: int, rows: int) -> Matrix:
    weighted = layout.kind is Kind.SPARSE_INTEGER
    most = len(text) // (4 if weighted else 2) + 1  # the shortest entries are "1:1 " and "1 "
    indices = np.empty(most, np.int32)
    values = np.empty(most if weighted else 0, np.int32)
    row_ends = np.empty(rows, np.int64)
    code, position, stored = kernels.parse_sparse(
        text, indices, values, row_ends, layout.width, layout.limit, not layout.strict
    )
    if code != kernels.OK:
        _refuse(layout, text, start, position, code)
    values = values[:stored].copy() if weighted else np.ones(stored, np.int32)
    indptr = np.concatenate([[0], row_ends]).astype(np.int32)
    matrix = sparse.csr_array((values, indices[:stored].copy(), indptr), shape=(rows, layout.width))
    if not layout.strict:
        _sort_rows(layout.path, matrix, start)
    return matrix


def _sort_rows(path: Path, matrix: Matrix, start: int) -> None:
    matrix.sort_indices()
    row_of_entry = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    repeated = (np.diff(matrix.indices) == 0) & (np.diff(row_of_entry) == 0)
    if repeated.any():
        entry = int(np.flatnonzero(repeated)[0])
        raise InputError(
            f"{path}, line {start + 1 + row_of_entry[entry]}",
            f"gives feature {matrix.indices[entry] + 1} twice",
            "Keep one value for each feature.",
        )


def _stack(parts: list[Matrix], width: int) -> Matrix:
    """Stack CSR blocks; scipy's vstack does the same through 64-bit indices that many estimators refuse."""
    if not parts:
        return sparse.csr_array((0, width), dtype=np.int32)
    offsets = np.cumsum([0] + [part.nnz for part in parts[:-1]])
    indptr = np.concatenate([[0]] + [part.indptr[1:] + offset for part, offset in zip(parts, offsets, strict=True)])
    data = np.concatenate([part.data for part in parts])
    indices = np.concatenate([part.indices for part in parts])
    return sparse.csr_array((data, indices, indptr.astype(np.int32)), shape=(len(indptr) - 1, width))


def _limit(strict: bool) -> int:
    return LARGEST if strict else LARGEST_LENIENT


def _refuse(layout: _Layout, text: Block, start: int, position: int, code: int) -> NoReturn:
    """Turn a byte position into line, field and character, and a code into a sentence."""
    block = text.tobytes()
    line_start = block.rfind(b"\n", 0, position) + 1
    whole_line = block[line_start : block.index(b"\n", position)].removesuffix(b"\r")
    fields = [text for text in whole_line.split(b" ") if text]
    field = max(1, len([text for text in block[line_start : position + 1].rstrip(b"\r\n").split(b" ") if text]))
    token = fields[field - 1].decode("ascii", "backslashreplace")[:20] if fields else ""
    problem, remedy = {
        kernels.BAD_CHARACTER: _bad_character(token, layout.kind),
        kernels.TOO_LARGE: (f"'{token}' has a value above {layout.limit}", "Rescale the data to 0..999."),
        kernels.WRONG_WIDTH: (
            f"has {len(fields)} values where {layout.width} features were expected",
            "Compare with the number of features in the .param file.",
        ),
        kernels.BAD_INDEX: (f"'{token}' is outside the features 1..{layout.width}", "Feature numbers start from 1."),
        kernels.NOT_INCREASING: (
            f"'{token}' is not above the index before it",
            "Sort, or read with strict=False.",
        ),
        kernels.NO_VALUE: (f"'{token}' is not of the form index:value", "Write the value after a colon, no blank."),
        kernels.ZERO_VALUE: (f"'{token}' stores a zero", "Leave zeros out of a sparse file."),
    }[code]
    line = start + 1 + block.count(b"\n", 0, position)
    where = f"{layout.path}, line {line}"
    if code != kernels.WRONG_WIDTH:
        where += f", column {field} (character {position - line_start + 1})"
    raise InputError(where, problem, remedy)


def _bad_character(token: str, kind: Kind) -> tuple[str, str]:
    if ":" in token and kind is not Kind.SPARSE_INTEGER:
        return f"'{token}' looks like index:value in a {kind} file", "Check 'Data type' in the .param file."
    if "," in token or ";" in token:
        return f"'{token}' is not separated by blanks", "Put blanks between the values."
    if "\t" in token or "\r" in token or token == "":
        return "holds a character that is neither a digit nor a blank", "Put single blanks between the values."
    wanted = "index:value of whole numbers" if kind is Kind.SPARSE_INTEGER else "a whole number"
    return f"'{token}' is not {wanted}", "Values are whole numbers from 0 to 999."


# --- writing


def _checked_dense(path: Path, matrix: Matrix, strict: bool) -> NDArray[Any]:
    if sparse.issparse(matrix):
        raise InputError(path, "was given a sparse matrix for the dense format", "Pass matrix.toarray().")
    array = np.asarray(matrix)
    if array.ndim != 2:
        raise InputError(path, f"was given {array.ndim} dimensions where 2 were expected", "Pass patterns x features.")
    _check_values(path, array, strict)
    return array


def _checked_sparse(path: Path, matrix: Matrix, kind: Kind, strict: bool) -> Matrix:
    if not sparse.issparse(matrix):
        raise InputError(path, f"was given a dense array for the {kind} format", "Pass a scipy.sparse.csr_array.")
    csr = sparse.csr_array(matrix, copy=True)
    _check_values(path, csr.data, strict)
    csr.sum_duplicates()
    csr.eliminate_zeros()
    if kind is Kind.SPARSE_BINARY and csr.nnz and csr.data.max() > 1:
        raise InputError(path, f"was given the value {csr.data.max()} for the binary format", "Pass zeros and ones.")
    return csr


def _check_values(path: Path, values: NDArray[Any], strict: bool) -> None:
    if not np.issubdtype(values.dtype, np.integer):
        raise InputError(
            path, f"was given {values.dtype} values where whole numbers are written", "Scale and round first."
        )
    if values.size and (values.min() < 0 or values.max() > _limit(strict)):
        found = f"was given values from {values.min()} to {values.max()} where 0..{_limit(strict)} are allowed"
        raise InputError(path, found, "Scale to 0..999 first.")


def _dense_blocks(array: NDArray[Any]) -> Iterator[bytes]:
    digits = len(str(array.max())) if array.size else 1
    row_bytes = array.shape[1] * (digits + 1) + 1
    step = max(1, BLOCK_BYTES // row_bytes)
    buffer = np.empty(step * row_bytes, np.uint8)
    for start in range(0, len(array), step):
        end = kernels.format_dense(array[start : start + step], buffer)
        yield buffer[:end].tobytes()


def _sparse_blocks(csr: Matrix, weighted: bool) -> Iterator[bytes]:
    entry_bytes = len(str(csr.shape[1])) + 1 + (len(str(csr.data.max())) + 1 if weighted and csr.nnz else 0)
    rows_at_once = 256
    for start in range(0, csr.shape[0], rows_at_once):
        indptr = csr.indptr[start : start + rows_at_once + 1]
        buffer = np.empty((indptr[-1] - indptr[0]) * entry_bytes + len(indptr), np.uint8)
        end = kernels.format_sparse(indptr, csr.indices, csr.data, weighted, buffer)
        yield buffer[:end].tobytes()
