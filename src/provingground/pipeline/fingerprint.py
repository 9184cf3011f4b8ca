"""Checksums of files and folders as DVC computes them, so that they can be held against a dvc.lock."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path


def fingerprint(root: Path, path: str, ignored: Sequence[str] = ()) -> str | None:
    """MD5 of a file, or of a folder's list of files and their MD5 (ending in ``.dir``); None where nothing is.

    MD5 because it is what dvc.lock holds. It tells versions apart and is no defence against forgery; raw data are
    checked by their SHA-256.

    Parameters
    ----------
    root, path
        The project's folder, and a path relative to it.
    ignored
        Patterns of .dvcignore, see :func:`read_ignored`.

    Examples
    --------
    >>> import tempfile
    >>> root = Path(tempfile.mkdtemp())
    >>> _ = (root / "a.txt").write_text("hello")
    >>> fingerprint(root, "a.txt"), fingerprint(root, "b.txt")
    ('5d41402abc4b2a76b9719d911017c592', None)
    """
    target = root / path
    if not target.is_dir():
        return _md5(target.read_bytes()) if target.exists() else None
    files = files_in(root, path, ignored)
    listing = [{"md5": _md5((root / file).read_bytes()), "relpath": file[len(path) + 1 :]} for file in files]
    return _md5(json.dumps(listing, sort_keys=True).encode()) + ".dir"


def files_in(root: Path, path: str, ignored: Sequence[str] = ()) -> list[str]:
    """Files under a folder (or the file itself), relative to ``root``, in DVC's order, without what is ignored."""
    target = root / path
    found = [target] if target.is_file() else [file for file in target.rglob("*") if file.is_file()]
    names = [file.relative_to(root) for file in found]
    return sorted(name.as_posix() for name in names if not _is_ignored(name, ignored))


def read_ignored(root: Path) -> tuple[str, ...]:
    """Patterns of .dvcignore: ``**/name`` anywhere, ``/path`` from the root (what this project's file uses)."""
    file = root / ".dvcignore"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _is_ignored(file: Path, patterns: Sequence[str]) -> bool:
    places = [file, *file.parents][:-1]
    return any(
        pattern[3:] in file.parts
        if pattern.startswith("**/")
        else any(fnmatch(f"/{place.as_posix()}", pattern) for place in places)
        for pattern in patterns
    )


def _md5(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()
