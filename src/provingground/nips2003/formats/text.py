"""Bytes in: plain or gzipped files, read in blocks of whole lines."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

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


def line_blocks(stream: BinaryIO, size: int = BLOCK_BYTES) -> Iterator[tuple[NDArray[np.uint8], int]]:
    r"""Cut a stream into blocks that end with a line end; a missing one at the end of the file is added.

    Yields
    ------
    Bytes of a block, and its number of lines. The bytes lie in a buffer that the next block overwrites: memory is not
    taken anew for each block, which would cost a fifth of the time of parsing.

    Examples
    --------
    >>> import io
    >>> [(bytes(text), lines) for text, lines in line_blocks(io.BytesIO(b"1 2\n3 4\n5"), size=5)]
    [(b'1 2\n', 1), (b'3 4\n', 1), (b'5\n', 1)]
    """
    buffer, kept = bytearray(size + 1), 0  # the last byte is for a missing line end
    while read := stream.readinto(memoryview(buffer)[kept:-1]):  # type: ignore[attr-defined]
        full = kept + read
        end = buffer.rfind(b"\n", 0, full) + 1
        if end:
            yield np.frombuffer(buffer, np.uint8, end), buffer.count(b"\n", 0, end)
        kept = full - end
        buffer[:kept] = buffer[end:full]
        if kept == len(buffer) - 1:  # a line longer than the buffer
            buffer = buffer + bytearray(len(buffer))
    if kept:
        buffer[kept : kept + 1] = b"\n"
        yield np.frombuffer(buffer, np.uint8, kept + 1), 1


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
