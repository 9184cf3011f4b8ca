"""Files appear complete or not at all, and one that cannot be read is an error that says where."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from provingground.errors import InputError


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


def read_yaml(path: Path) -> Any:
    """Read a YAML file, as data only: no tag makes an object.

    Raises
    ------
    InputError
        If it is missing or not YAML, with the line.
    """
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", "Run from the project's folder.") from error
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise InputError(path, f"is not readable as YAML ({' '.join(str(error).split())})", "Fix that line.") from error
