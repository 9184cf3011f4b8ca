"""Files appear complete or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """Give a temporary path beside ``path``, whose file takes that name when all went well and is gone otherwise.

    Raises
    ------
    OSError
        As the file system gives it; nothing is then left under ``path`` but what was there before.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "deep" / "numbers.txt"
    >>> with atomic(target) as part, part.open("w") as stream:
    ...     _ = stream.write("1 2 3")
    >>> [path.name for path in target.parent.iterdir()]
    ['numbers.txt']
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_atomically(path: Path, content: str | bytes) -> Path:
    """Write a file at once (text as UTF-8), making its folder where needed, and return its path.

    Examples
    --------
    >>> import tempfile
    >>> write_atomically(Path(tempfile.mkdtemp()) / "note.txt", "kept").read_text()
    'kept'
    """
    with atomic(path) as temporary:
        temporary.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path
