"""The store of computed cells: append-only shards that survive any interruption and serve only what matches a key.

Layout: ``<folder>/<data set>/<algorithm>.<variant>.<fold>.<digest>.jsonl``, one JSON row per line. The digest is that
of the shard's content, so damage is noticed; shards appear under their final name only when complete. Nothing else is
kept: no index to fall out of step.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from provingground.errors import InputError, ProvingGroundError
from provingground.files import write_atomically

logger = logging.getLogger(__name__)

Row = Mapping[str, Any]


class StoreBusyError(ProvingGroundError, RuntimeError):
    """Another run holds the store of this data set."""


class Store:
    """Cells by key, for every data set that was ever run here.

    Parameters
    ----------
    folder
        Where shards lie; made when the first one is written.
    seeds
        Folders with ``<data set>.parquet`` tables of cells computed elsewhere (the committed results of the paper
        profile), read as if they were shards and never written to.

    Examples
    --------
    >>> import tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> store.add("toy", "skRF.common.0", [{"key": "k1", "status": "ok", "test_roc_auc": 0.75}])
    >>> store.rows("toy")["k1"]["test_roc_auc"]
    0.75
    """

    def __init__(self, folder: Path, seeds: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.seeds = seeds

    def rows(self, dataset: str) -> dict[str, Row]:
        """All rows of a data set by key; where a failed cell was repeated with success, the success.

        Of two successes the first counts, so that committed results keep the times that they were committed with.
        """
        found: dict[str, Row] = {}
        for row in self._every_row(dataset):
            known = found.get(row["key"])
            if known is None or (known["status"] != "ok" and row["status"] == "ok"):
                found[row["key"]] = row
        return found

    def add(self, dataset: str, label: str, rows: Sequence[Row]) -> None:
        """Write one task's rows as a shard, complete or not at all.

        Raises
        ------
        InputError
            If the folder cannot be written to (read-only, disk full); rows written before stay as they are.
        """
        content = "".join(json.dumps(row, sort_keys=True) + "\n" for row in rows).encode()
        target = self.folder / dataset / f"{label}.{_digest(content)}.jsonl"
        try:
            write_atomically(target, content)
        except OSError as error:
            raise _unwritable(target.parent, "cannot store results", error) from error

    def drop(self, dataset: str, keys: Collection[str]) -> int:
        """Forget the given cells; returns how many there were. Cells of the committed results cannot be dropped.

        Raises
        ------
        StoreBusyError
            If a run holds the data set.
        """
        dropped: set[str] = set()
        with self.exclusive(dataset):
            for shard in self._shards(dataset):
                rows = _read_shard(shard)
                kept = [row for row in rows if row["key"] not in keys]
                if len(kept) == len(rows):
                    continue
                if kept:
                    self.add(dataset, shard.name.rsplit(".", 2)[0], kept)
                shard.unlink()
                dropped |= {row["key"] for row in rows} & set(keys)
        return len(dropped)

    @contextmanager
    def exclusive(self, dataset: str, wait_seconds: float = 5.0) -> Iterator[None]:
        """Hold a data set for one run, so that two runs at once do not compute the same cells twice.

        Raises
        ------
        StoreBusyError
            If another run holds it for longer than ``wait_seconds``. A run that was killed holds nothing.
        """
        lock = FileLock(self._home(dataset) / ".lock")
        try:
            lock.acquire(timeout=wait_seconds)
        except Timeout as error:
            remedy = "Wait for it to end, or stop it; what it finished is kept."
            raise StoreBusyError(self.folder / dataset, "another run is computing these cells", remedy) from error
        except OSError as error:
            raise _unwritable(self.folder / dataset, "cannot be locked", error) from error
        try:
            for leftover in self._home(dataset).glob("*.tmp"):
                leftover.unlink()  # of a run that was killed while writing
            yield
        finally:
            lock.release()

    def _home(self, dataset: str) -> Path:
        home = self.folder / dataset
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(home, "cannot be created", error) from error
        return home

    def _every_row(self, dataset: str) -> Iterator[Row]:
        for table in (folder / f"{dataset}.parquet" for folder in self.seeds):
            if table.exists():
                yield from _read_table(table)
        for shard in self._shards(dataset):
            yield from _read_shard(shard)

    def _shards(self, dataset: str) -> list[Path]:
        return sorted((self.folder / dataset).glob("*.jsonl"))


def _read_shard(path: Path) -> list[Row]:
    content = path.read_bytes()
    if _digest(content) != path.name.rsplit(".", 2)[1]:
        logger.warning("%s: damaged (its content does not match its name); its cells will be computed again", path)
        return []
    return [json.loads(line) for line in content.splitlines()]


def _read_table(path: Path) -> list[Row]:
    import pandas as pd  # most commands read no table and need not wait for it

    try:
        frame = pd.read_parquet(path)
        frame["key"], frame["status"]
    except (OSError, ValueError, KeyError) as error:  # Arrow's own errors are ValueErrors
        remedy = "Restore it (`git checkout`), or delete it to compute its cells again."
        raise InputError(path, f"is not a readable table of cells ({error})", remedy) from error
    return frame.astype(object).where(frame.notna(), None).to_dict("records")  # type: ignore[return-value]


def _unwritable(place: Path, problem: str, error: OSError) -> InputError:
    remedy = "Free the disk or set PROVINGGROUND_STORE to a writable folder; finished cells are safe, run again."
    return InputError(place, f"{problem} ({error.strerror or error})", remedy)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
