"""Read a data set of OpenML through the ``openml`` package, with its failures as ours and no half-written cache."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from provingground.errors import ProvingGroundError, SourceError

CACHE_VARIABLE = "OPENML_CACHE_DIR"
RETRIES = 2  # with the client's "human" policy: one second between the first try and the second
CLIENT = threading.Lock()  # the client's configuration is global
Result = TypeVar("Result")


def fetch_openml(dataset: int, read: Callable[[Path], Result], cache: Path, timeout: float) -> Result:
    """Download a data set, unless the cache has it, and read its file (``.pq`` or ``.arff``).

    The client writes straight to its cache's final names, so it works in a temporary folder here; only a data set
    that could be read moves into the cache. The server is the one of the user's OpenML configuration.

    Raises
    ------
    SourceError
        No connection, no such data set, a server error, a wrong checksum, a file cut off, no answer in time.
    """
    cache = Path(os.environ.get(CACHE_VARIABLE, cache)).expanduser().resolve()
    cache.mkdir(parents=True, exist_ok=True)
    where = f"OpenML {dataset}"
    with tempfile.TemporaryDirectory(dir=cache, prefix=".part-", ignore_cleanup_errors=True) as part:
        fetched = _within(timeout, lambda: _client_fetch(dataset, cache, Path(part)), where)
        try:
            result = read(fetched)
        except ProvingGroundError as error:
            if not fetched.is_relative_to(part):
                shutil.rmtree(fetched.parent)
            raise SourceError(where, f"{error.where}: {error.problem}", "Try again: the copy was discarded.") from error
        if fetched.is_relative_to(part):
            final = cache / fetched.parent.relative_to(part)
            final.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):  # another process was faster
                fetched.parent.rename(final)
    return result


def _client_fetch(dataset: int, cache: Path, part: Path) -> Path:
    import openml  # takes a second and sets up its own folders: only when needed

    with _settings(openml.config, cache):
        cached = Path(openml.config.get_cache_directory()) / "datasets" / str(dataset)
        if not cached.is_dir():
            openml.config.set_root_cache_directory(part)
        found = openml.datasets.get_dataset(dataset, download_data=True)
    return Path(found.parquet_file or found.data_file)


@contextmanager
def _settings(config: Any, cache: Path) -> Iterator[None]:
    """Our cache and patience in the client's global configuration, as long as it works for us."""
    before = config._root_cache_directory, config.retry_policy, config.connection_n_retries
    config.set_root_cache_directory(cache)
    config.set_retry_policy("human", RETRIES)
    try:
        yield
    finally:
        config.set_root_cache_directory(before[0])
        config.set_retry_policy(before[1], before[2])


def _within(seconds: float, work: Callable[[], Result], where: str) -> Result:
    """Run in a thread: the client waits for a silent server without end. A late thread dies with the process."""
    outcome: list[Result] = []
    failure: list[Exception] = []

    def run() -> None:
        try:
            with CLIENT:
                outcome.append(work())
        except Exception as error:  # whatever the client, its parsers or the network raise: told below
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    remedy = "Try again later, or use a mirror."
    if thread.is_alive():
        raise SourceError(where, f"no answer within {seconds:g} seconds", remedy)
    if failure:
        reason = " ".join(str(failure[0]).split())[:300]
        raise SourceError(where, f"{type(failure[0]).__name__}: {reason}", remedy) from failure[0]
    return outcome[0]
