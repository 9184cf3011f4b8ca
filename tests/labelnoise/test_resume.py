"""Whatever happens to runs on a store, it ends up as after one run that nothing happened to."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest

from provingground.labelnoise.algorithms import get
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.store import Store, StoreBusyError

SCRIPT = Path(__file__).parent / "interrupted_runs.py"
N_CELLS = 4 * 25 * 3


def store_after(how: str, folder: Path) -> list[dict[str, Any]]:
    """All rows in all shards, by key, without what a clock says."""
    done = subprocess.run([sys.executable, SCRIPT, how, folder], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert {path.suffix or path.name for path in (folder / "toy").iterdir()} <= {".jsonl", ".lock"}
    rows = [json.loads(line) for shard in folder.rglob("*.jsonl") for line in shard.read_text().splitlines()]
    clocks = {"fit_seconds", "predict_seconds"}
    return sorted(({k: v for k, v in row.items() if k not in clocks} for row in rows), key=lambda row: row["key"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> list[dict[str, Any]]:
    rows = store_after("whole", tmp_path_factory.mktemp("whole"))
    assert len({row["key"] for row in rows}) == len(rows) == N_CELLS
    return rows


def test_ten_kills_at_random_moments_leave_no_gap_no_duplicate_and_no_temporary_file(undisturbed, tmp_path) -> None:
    assert store_after("cut", tmp_path / "cut") == undisturbed


def test_two_runs_at_once_compute_every_cell_once(undisturbed, tmp_path) -> None:
    assert store_after("both", tmp_path / "both") == undisturbed


def test_a_run_that_meets_another_says_so_unless_nothing_is_left_to_do(numeric_table, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(Store, "exclusive", partialmethod(Store.exclusive, wait_seconds=0.1))
    store, protocol = Store(tmp_path), Protocol(levels=(0.0,), folds=2, repeats=1)

    def run() -> int:
        runner = lambda function, common, tasks: (function(common, task) for task in tasks)  # noqa: E731
        return len(
            run_dataset(numeric_table, lambda: numeric_table, [get("linearSVC", "corrected")], protocol, store, runner)
        )

    with Store(tmp_path).exclusive("numeric"), pytest.raises(StoreBusyError, match="another run is computing"):
        run()
    assert run() == 2
    with Store(tmp_path).exclusive("numeric"):
        assert run() == 2
