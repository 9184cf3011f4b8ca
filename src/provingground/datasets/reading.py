"""From the bytes of one raw file to a frame of what it says: text, numbers where the format has them, None where empty.

Every frame has the index levels ``file`` and ``line`` (counted from 1; rows where the format has no lines), so that
later checks can say where a bad value stands.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import zlib
from collections import Counter
from collections.abc import Iterable

import arff
import numpy as np
import pandas as pd
import pyarrow as pa

from provingground.datasets.catalog import FilesSource, RawFile
from provingground.errors import InputError

LARGEST_UNPACKED = 2**31  # bytes; far above any table that fits this benchmark, far below what a gzip bomb makes


def read_file(content: bytes, file: RawFile, source: FilesSource, columns: tuple[str, ...] | None) -> pd.DataFrame:
    """Read one file as its source describes it.

    Parameters
    ----------
    content
        The file's bytes, possibly gzip-compressed (by its name).
    file
        Its place and the lines to skip.
    source
        Its format.
    columns
        Names for a file without a header.

    Raises
    ------
    InputError
        Naming the file and the line that cannot be read, and what to do.
    """
    content = _unpacked(content, file.path)
    if not content.strip():
        raise InputError(file.path, "is empty", "Fetch it again, or point to another file.")
    if source.format == "csv":
        return _read_csv(_decoded(content, file.path), file, source, columns)
    reader = {"arff": read_arff, "svmlight": _read_svmlight, "parquet": read_parquet}[source.format]
    return reader(content, file.path)


def read_arff(content: bytes, path: str) -> pd.DataFrame:
    """ARFF with liac-arff: numbers and categories as declared in its header."""
    try:
        document = arff.loads(_decoded(content, path))
    except arff.ArffException as error:
        raise InputError(path, f"is not valid ARFF ({error})", "Correct that line.") from error
    rows, kinds = document["data"], dict(document["attributes"])
    nominal = [name for name, kind in kinds.items() if isinstance(kind, list)]
    frame = pd.DataFrame(rows, columns=list(kinds)).astype(dict.fromkeys(nominal, "category"))
    return _framed(frame, path, range(1, len(rows) + 1))


def read_parquet(content: bytes, path: str) -> pd.DataFrame:
    """Parquet with its types."""
    try:
        frame = pd.read_parquet(io.BytesIO(content))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(path, f"is not a readable parquet file ({error})", "Fetch it again.") from error
    _refuse_duplicates(list(map(str, frame.columns)), path)
    return _framed(frame, path, range(1, len(frame) + 1))


def _read_svmlight(content: bytes, path: str) -> pd.DataFrame:
    from sklearn.datasets import load_svmlight_file  # a second that other formats need not wait for

    try:
        features, labels = load_svmlight_file(io.BytesIO(content))
    except ValueError as error:
        raise InputError(path, f"is not in svmlight format ({error})", "Lines are `label index:value ...`.") from error
    frame = pd.DataFrame(features.toarray(), columns=[f"f{i}" for i in range(1, features.shape[1] + 1)])
    frame.insert(0, "label", labels)
    return _framed(frame, path, range(1, len(frame) + 1))


def _read_csv(text: str, file: RawFile, source: FilesSource, columns: tuple[str, ...] | None) -> pd.DataFrame:
    lines = itertools.islice(io.StringIO(text, newline=""), file.skip_lines, None)
    reader = csv.reader(lines, delimiter=source.separator, skipinitialspace=True)
    if source.header:
        names = _header(next(filter(None, reader), []), file.path)  # the first line that is not blank
    elif columns is None:
        raise InputError(file.path, "has no header and the entry names no columns", "Give `columns` in the entry.")
    else:
        names = list(columns)
    width = len(names) + source.row_names
    numbers, rows = _rows(reader, width, file)
    frame = pd.DataFrame(rows, columns=["", *names] if source.row_names else names)
    return _framed(frame.iloc[:, 1:] if source.row_names else frame, file.path, numbers)


def _rows(reader: Iterable[list[str]], width: int, file: RawFile) -> tuple[list[int], list[list[str | None]]]:
    """Line numbers and fields of all lines that are not blank; an empty field is None."""
    numbers, rows = [], []
    try:
        for fields in reader:
            if not fields:
                continue
            line = reader.line_num + file.skip_lines  # type: ignore[attr-defined]
            if len(fields) != width:
                problem = f"has {len(fields)} fields where {width} were expected"
                raise InputError(f"{file.path}, line {line}", problem, "Correct it, `separator` or `columns`.")
            numbers.append(line)
            rows.append([field.strip() or None for field in fields])
    except csv.Error as error:
        raise InputError(file.path, f"is not readable as CSV ({error})", "Check quotes and `separator`.") from error
    return numbers, rows


def _header(fields: list[str], path: str) -> list[str]:
    names = [field.strip() for field in fields]
    remedy = "Set `header: false` and give `columns`, or add the line with the names."
    values = [name for name in names if not name or _is_number(name)]
    if values:
        raise InputError(f"{path}, line 1", f"seems to be data, not a header: it holds {values[0]!r}", remedy)
    _refuse_duplicates(names, path)
    return names


def _refuse_duplicates(names: list[str], path: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        problem = f"column name {', '.join(map(repr, twice))} occurs more than once"
        raise InputError(f"{path}, header", problem, "Rename the columns, or give all names with `columns`.")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _framed(frame: pd.DataFrame, path: str, lines: Iterable[int]) -> pd.DataFrame:
    if frame.empty:
        raise InputError(path, "has a header and no data", "Fetch it again: it seems to be cut off.")
    frame.columns = [str(name).strip() for name in frame.columns]
    lines = np.asarray(list(lines))
    frame.index = pd.MultiIndex.from_arrays([np.full(len(lines), path), lines], names=["file", "line"])
    return frame


def _unpacked(content: bytes, path: str) -> bytes:
    if not path.endswith(".gz"):
        return content
    try:
        with gzip.open(io.BytesIO(content)) as stream:
            unpacked = stream.read(LARGEST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(path, f"is not a complete gzip file ({error})", "Fetch it again.") from error
    if len(unpacked) > LARGEST_UNPACKED:
        raise InputError(path, f"unpacks to more than {LARGEST_UNPACKED:,} bytes", "Unpack it yourself if it is meant.")
    return unpacked


def _decoded(content: bytes, path: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        problem = f"holds bytes that are not UTF-8 (0x{content[error.start]:02x})"
        raise InputError(f"{path}, line {line}", problem, "Save the file as UTF-8.") from error
