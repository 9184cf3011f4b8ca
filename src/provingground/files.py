"""Files appear complete or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, content: str | bytes) -> Path:
    """Write a file (text as UTF-8) under a temporary name and rename it, making its folder where needed.

    Raises
    ------
    OSError
        As the file system gives it; nothing is then left under ``path`` but what was there before.

    Examples
    --------
    >>> import tempfile
    >>> write_atomically(Path(tempfile.mkdtemp()) / "deep" / "note.txt", "kept").read_text()
    'kept'
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return path
