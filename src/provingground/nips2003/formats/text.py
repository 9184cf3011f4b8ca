"""Bytes in: plain or gzipped files, read in blocks of whole lines."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from provingground.errors import InputError

BLOCK_BYTES = 1 << 20  # large enough that Python's share of the time vanishes, small enough for the processor's cache


@contextmanager
def open_for_reading(path: Path) -> Iterator[BinaryIO]:
    """Open ``path``, or ``path`` + ``.gz`` where only that exists; gzip is recognised by the suffix."""
    actual = path if path.exists() else path.with_name(path.name + ".gz")
    if not actual.is_file():
        raise InputError(path, "does not exist, and neither does a .gz beside it", "Check the folder and the name.")
    opener = gzip.open if actual.suffix == ".gz" else open
    try:
        with opener(actual, "rb") as stream:
            yield cast(BinaryIO, stream)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(actual, f"is not a complete gzip file ({error})", "Fetch it again.") from error


def line_blocks(stream: BinaryIO, size: int = BLOCK_BYTES) -> Iterator[bytes]:
    r"""Cut a stream into blocks that end with a line end; a missing one at the end of the file is added.

    Examples
    --------
    >>> import io
    >>> list(line_blocks(io.BytesIO(b"1 2\n3 4\n5"), size=5))
    [b'1 2\n3 4\n', b'5\n']
    """
    while block := stream.read(size):
        if not block.endswith(b"\n"):
            block += stream.readline()
        yield block if block.endswith(b"\n") else block + b"\n"


def read_lines(path: Path) -> list[str]:
    """All lines of a small text file without line ends (LF or CRLF) and trailing blanks."""
    with open_for_reading(path) as stream:
        return split_lines(stream.read())


def split_lines(content: bytes) -> list[str]:
    r"""Lines without line ends and trailing blanks; bytes outside ASCII are kept as escapes, for the error message.

    Examples
    --------
    >>> split_lines(b"1 \r\n-1\n\n")
    ['1', '-1', '']
    """
    lines = content.decode("ascii", errors="backslashreplace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r").rstrip(" ") for line in lines]
