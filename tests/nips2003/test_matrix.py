"""Matrix files: round trips, what is accepted, what is refused and how the refusal reads."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from provingground.errors import InputError
from provingground.nips2003.formats import SPLITS, Kind, iter_matrix, read_matrix, read_param, write_matrix
from provingground.nips2003.formats.matrix import check_sum

DENSE = arrays(np.int16, st.tuples(st.integers(0, 6), st.integers(1, 7)), elements=st.integers(0, 999))
BINARY = arrays(np.int8, st.tuples(st.integers(0, 6), st.integers(1, 12)), elements=st.integers(0, 1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("matrix")


def dense_of(matrix: object) -> np.ndarray:
    return matrix.toarray() if sparse.issparse(matrix) else np.asarray(matrix)


def assert_round_trip(folder: Path, matrix: object, kind: Kind) -> None:
    path = folder / "round.data"
    write_matrix(path, matrix, kind)
    written = path.read_bytes()
    back = read_matrix(path, kind, matrix.shape[1], rows=matrix.shape[0])
    np.testing.assert_array_equal(dense_of(back), dense_of(matrix))
    write_matrix(path, back, kind)
    assert path.read_bytes() == written


@given(DENSE)
def test_a_dense_matrix_comes_back_value_by_value_and_byte_by_byte(folder: Path, matrix: np.ndarray) -> None:
    assert_round_trip(folder, matrix, Kind.DENSE)


@given(DENSE)
def test_a_weighted_sparse_matrix_comes_back(folder: Path, matrix: np.ndarray) -> None:
    assert_round_trip(folder, sparse.csr_array(matrix), Kind.SPARSE_INTEGER)


@given(BINARY)
def test_a_binary_sparse_matrix_comes_back(folder: Path, matrix: np.ndarray) -> None:
    assert_round_trip(folder, sparse.csr_array(matrix), Kind.SPARSE_BINARY)


@given(DENSE, st.integers(1, 40))
def test_the_size_of_the_blocks_does_not_change_what_is_read(folder: Path, matrix: np.ndarray, size: int) -> None:
    path = folder / "blocks.data"
    write_matrix(path, matrix, Kind.DENSE)
    blocks = list(iter_matrix(path, Kind.DENSE, matrix.shape[1], block_bytes=size))
    np.testing.assert_array_equal(np.concatenate([*blocks, np.empty((0, matrix.shape[1]))]), matrix)


@given(DENSE.filter(lambda matrix: len(matrix) > 0))
def test_the_dense_reader_agrees_with_numpy(folder: Path, matrix: np.ndarray) -> None:
    path = folder / "numpy.data"
    np.savetxt(path, matrix, fmt="%d")
    expected = np.loadtxt(path, dtype=np.int16, ndmin=2)
    np.testing.assert_array_equal(read_matrix(path, Kind.DENSE, matrix.shape[1]), expected)


@given(DENSE)
def test_scikit_learn_reads_the_same_from_a_written_sparse_file(folder: Path, matrix: np.ndarray) -> None:
    path = folder / "svm.data"
    write_matrix(path, sparse.csr_array(matrix), Kind.SPARSE_INTEGER)
    with_target = b"".join(b"0 " + line for line in path.read_bytes().splitlines(keepends=True))
    if len(matrix):
        read = load_svmlight_file(io.BytesIO(with_target), n_features=matrix.shape[1], zero_based=False)[0]
        np.testing.assert_array_equal(read.toarray(), matrix)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"1 2\n3 4\n", [[1, 2], [3, 4]]),
        (b"1 2 \r\n3 4 \r\n", [[1, 2], [3, 4]]),
        (b"1 2\n3 4", [[1, 2], [3, 4]]),
        (b"  1   2\n3 4   \n", [[1, 2], [3, 4]]),
        (b"0 999\n", [[0, 999]]),
    ],
    ids=["plain", "crlf and trailing blanks", "no line end at the end", "several blanks", "both ends of the range"],
)
def test_harmless_differences_in_a_dense_file_are_read(tmp_path: Path, content: bytes, expected: list) -> None:
    (tmp_path / "x.data").write_bytes(content)
    assert read_matrix(tmp_path / "x.data", Kind.DENSE, 2).tolist() == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\n1 3\n\n", [[0, 0, 0], [1, 0, 1], [0, 0, 0]]),
        (b"", []),
        (b"2 \r\n \r\n", [[0, 1, 0], [0, 0, 0]]),
    ],
    ids=["an empty line is a row of zeros", "an empty file has no rows", "crlf"],
)
def test_sparse_lines_are_rows(tmp_path: Path, content: bytes, expected: list) -> None:
    (tmp_path / "x.data").write_bytes(content)
    assert read_matrix(tmp_path / "x.data", Kind.SPARSE_BINARY, 3).toarray().tolist() == expected


@pytest.mark.parametrize(
    ("kind", "content", "message"),
    [
        (Kind.DENSE, b"1 2\n3 4 5\n", "line 2: has 3 values where 2"),
        (Kind.DENSE, b"1 2\n3\n", "line 2: has 1 values where 2"),
        (Kind.DENSE, b"1 2\n\n", "line 2: has 0 values where 2"),
        (Kind.DENSE, b"1 2\n3 1000\n", r"line 2, column 2 \(character 6\): '1000' has a value above 999"),
        (Kind.DENSE, b"1 99999999999999999999999\n", "line 1, column 2 .* above 999"),
        (Kind.DENSE, b"1 -2\n", r"line 1, column 2 \(character 3\): '-2' is not a whole number"),
        (Kind.DENSE, b"1 2.5\n", "'2.5' is not a whole number"),
        (Kind.DENSE, b"1,2\n", "'1,2' is not separated by blanks"),
        (Kind.DENSE, b"1\t2\n", "neither a digit nor a blank"),
        (Kind.DENSE, b"1 2\r3 4\n", "neither a digit nor a blank"),
        (Kind.DENSE, b"1 nan\n", "'nan' is not a whole number"),
        (Kind.DENSE, b"1 \x00\n", "is not a whole number"),
        (Kind.DENSE, b"\xef\xbb\xbf1 2\n", r"line 1, column 1 .* is not a whole number"),
        (Kind.DENSE, b"1:5 2:3\n", "looks like index:value in a non-sparse file"),
        (Kind.SPARSE_BINARY, b"1 2\n0\n", "line 2, column 1 .*'0' is outside the features 1..3"),
        (Kind.SPARSE_BINARY, b"1 4\n", "'4' is outside the features 1..3"),
        (Kind.SPARSE_BINARY, b"2 1\n", "'1' is not above the index before it"),
        (Kind.SPARSE_BINARY, b"2 2\n", "'2' is not above the index before it"),
        (Kind.SPARSE_BINARY, b"1:1\n", "looks like index:value in a sparse-binary file"),
        (Kind.SPARSE_INTEGER, b"1:5 2\n", "'2' is not of the form index:value"),
        (Kind.SPARSE_INTEGER, b"1:5 2:\n", "'2:' is not of the form index:value"),
        (Kind.SPARSE_INTEGER, b"1: 5\n", "'1:' is not of the form index:value"),
        (Kind.SPARSE_INTEGER, b":5\n", "':5' is not index:value"),
        (Kind.SPARSE_INTEGER, b"1:2:3\n", "'1:2:3' is not index:value"),
        (Kind.SPARSE_INTEGER, b"1:0\n", "'1:0' stores a zero"),
        (Kind.SPARSE_INTEGER, b"1:1000\n", "'1:1000' has a value above 999"),
        (Kind.SPARSE_INTEGER, b"0:5\n", "'0:5' is outside the features 1..3"),
    ],
)
def test_what_the_document_does_not_allow_is_refused_with_line_and_column(
    tmp_path: Path, kind: Kind, content: bytes, message: str
) -> None:
    (tmp_path / "x.data").write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_matrix(tmp_path / "x.data", kind, 2 if kind is Kind.DENSE else 3)


def test_an_error_in_a_later_block_names_the_line_of_the_whole_file(tmp_path: Path) -> None:
    (tmp_path / "x.data").write_bytes(b"1 2\n" * 1000 + b"1 x\n")
    with pytest.raises(InputError, match="line 1001, column 2"):
        list(iter_matrix(tmp_path / "x.data", Kind.DENSE, 2, block_bytes=64))


def test_a_missing_row_is_told_from_the_announced_count(tmp_path: Path) -> None:
    (tmp_path / "x.data").write_bytes(b"1 2\n" * 1999)
    for rows in (2000, 1998):
        with pytest.raises(InputError, match=f"holds 1999 rows where {rows} were announced"):
            read_matrix(tmp_path / "x.data", Kind.DENSE, 2, rows=rows)


def test_without_strict_larger_values_tabs_and_any_order_are_read_but_a_repeated_index_is_not(tmp_path: Path) -> None:
    path = tmp_path / "x.data"
    path.write_bytes(b"1\t32767\n")
    assert read_matrix(path, Kind.DENSE, 2, strict=False).tolist() == [[1, 32767]]
    path.write_bytes(b"3:7\t1:2\n")
    assert read_matrix(path, Kind.SPARSE_INTEGER, 3, strict=False).toarray().tolist() == [[2, 0, 7]]
    path.write_bytes(b"1\n3 1 3\n")
    with pytest.raises(InputError, match="line 2: gives feature 3 twice"):
        read_matrix(path, Kind.SPARSE_BINARY, 3, strict=False)


def test_a_truncated_gzip_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    whole = gzip.compress(b"1 2 3\n" * 5000)
    (tmp_path / "x.data.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"x\.data\.gz: is not a complete gzip file"):
        read_matrix(tmp_path / "x.data", Kind.DENSE, 3)


@pytest.mark.parametrize(
    ("matrix", "kind", "message"),
    [
        (np.array([[0.5]]), Kind.DENSE, "float64 values where whole numbers"),
        (np.array([[-1]]), Kind.DENSE, "values from -1 to -1"),
        (np.array([[1000]]), Kind.DENSE, "values from 1000 to 1000"),
        (np.array([1]), Kind.DENSE, "1 dimensions"),
        (sparse.csr_array(np.array([[1]])), Kind.DENSE, "sparse matrix for the dense format"),
        (np.array([[1]]), Kind.SPARSE_BINARY, "dense array for the sparse-binary format"),
        (sparse.csr_array(np.array([[2]])), Kind.SPARSE_BINARY, "value 2 for the binary format"),
    ],
)
def test_what_cannot_be_written_is_refused_and_the_old_file_stays(
    tmp_path: Path, matrix: object, kind: Kind, message: str
) -> None:
    path = tmp_path / "x.data"
    path.write_bytes(b"finished work\n")
    with pytest.raises(InputError, match=message):
        write_matrix(path, matrix, kind)
    assert path.read_bytes() == b"finished work\n"
    assert list(tmp_path.iterdir()) == [path]


# --- fuzz: the reader against a slow statement of the grammar

SOUP = st.lists(st.sampled_from([b"0", b"1", b"7", b"99", b"1000", b":", b" ", b"\n", b"\r", b"-", b".", b"\t", b"a"]))


def oracle(content: bytes, kind: Kind, width: int) -> list[list[int]] | None:
    """Rows of a file or ``None`` where it is malformed, written for clarity from the document."""
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    rows = [_row(line, kind, width) for line in lines]
    return None if None in rows else rows  # type: ignore[return-value]


def _row(line: bytes, kind: Kind, width: int) -> list[int] | None:
    fields = line.removesuffix(b"\r").split(b" ")
    fields = [field for field in fields if field]
    if kind is Kind.DENSE:
        good = len(fields) == width and all(f.isdigit() and int(f) <= 999 for f in fields)
        return [int(f) for f in fields] if good else None
    row, last = [0] * width, 0
    for field in fields:
        index, *value = field.split(b":")
        number = value[0] if kind is Kind.SPARSE_INTEGER and len(value) == 1 else b"1"
        well_formed = len(value) == (kind is Kind.SPARSE_INTEGER) and index.isdigit() and number.isdigit()
        if not well_formed or not last < int(index) <= width or not 1 <= int(number) <= 999:
            return None
        last = int(index)
        row[last - 1] = int(number)
    return row


@settings(max_examples=600)
@given(st.one_of(st.binary(max_size=30), SOUP.map(b"".join)), st.sampled_from(list(Kind)), st.integers(1, 64))
def test_a_malformed_file_is_never_accepted_and_never_crashes_the_reader(
    folder: Path, content: bytes, kind: Kind, block_bytes: int
) -> None:
    if content.endswith(b"\r"):
        content += b"\n"
    path = folder / "fuzz.data"
    path.write_bytes(content)
    expected = oracle(content, kind, 3)
    if expected is None:
        with pytest.raises(InputError, match=r"line \d+"):
            list(iter_matrix(path, kind, 3, block_bytes=block_bytes))
    else:
        blocks = iter_matrix(path, kind, 3, block_bytes=block_bytes)
        assert [row for block in blocks for row in dense_of(block).tolist()] == expected


# --- the published files


@pytest.mark.parametrize("name", ["arcene", "dexter", "dorothea", "madelon"])
def test_the_published_files_agree_with_their_check_sums_and_are_written_back_byte_by_byte(
    shared: Path, tmp_path: Path, name: str
) -> None:
    source = shared / "data" / "raw" / "nips2003" / name
    param = read_param(source / f"{name}.param")
    for split in SPLITS:
        file = f"{name}_{split}.data"
        if not (source / f"{file}.gz").exists():
            continue
        counts = param.split(split)
        matrix = read_matrix(source / file, param.kind, param.n_features, rows=counts.total)
        assert check_sum(matrix) == counts.check_sum
        write_matrix(tmp_path / file, matrix, param.kind)
        assert (tmp_path / file).read_bytes() == gzip.decompress((source / f"{file}.gz").read_bytes())
