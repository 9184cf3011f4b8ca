from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms import get
from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Session
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.plan import DataId, cell_key, missing_tasks, plan_cells
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.store import Store
from provingground.pipeline.workers import run_local

PROTOCOL = Protocol(levels=(0.0, 0.5, 1.0), folds=3, repeats=1, split_seed=56, noise_seed=1)
TIMES = ["fit_seconds", "predict_seconds"]


def table() -> Table:
    X, y = make_classification(150, 6, weights=[0.7], random_state=3)
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(6)]).assign(
        c=pd.Categorical(np.where(X[:, 0] > 0, "a", "b"))
    )
    return Table("toy", frame, np.where(y == 1, 1, -1).astype(np.int8))


class _Fragile(Session):
    def fit(self, y_train, seed):
        if (y_train == 1).sum() > 45:
            raise ValueError("too many\npositives")
        return seed

    def score(self, model):
        rng = np.random.default_rng(model)
        return rng.random(self.n_train), rng.random(self.algorithm.parameters["n_test"])


@dataclass(frozen=True)
class Fragile(Algorithm):
    """Fails on labels that only high noise levels give."""

    def open(self, table, train, test):
        if self.parameters.get("broken"):
            raise RuntimeError("cannot open")
        return _Fragile(replace(self, parameters={"n_test": len(test)}), len(train))


FRAGILE = Fragile("fragile", "common", "other", "numpy", ScoreKind.PROBABILITY, 0.5)
REAL = [get("skRF", "common"), get("XGB_SQUERR", "published"), get("linearSVC", "corrected")]


def run(store: Store, algorithms=REAL, protocol=PROTOCOL, workers: int = 1) -> pd.DataFrame:
    return run_dataset(table(), table, algorithms, protocol, store, partial(run_local, workers=workers))


def test_one_worker_and_two_give_equal_results_to_the_last_bit(tmp_path) -> None:
    alone, together = run(Store(tmp_path / "1")), run(Store(tmp_path / "2"), workers=2)
    pd.testing.assert_frame_equal(alone.drop(columns=TIMES), together.drop(columns=TIMES), check_exact=True)
    assert (alone["status"] == "ok").all()
    assert len(alone) == 3 * 3 * 3


def test_the_frame_is_in_the_plans_order_and_complete_in_columns(tmp_path) -> None:
    cells = run(Store(tmp_path))
    assert cells["algorithm"].drop_duplicates().tolist() == ["skRF", "XGB_SQUERR", "linearSVC"]
    assert cells.groupby("algorithm", sort=False)["fold"].apply(list).iloc[0] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    metrics = [f"{part}_{m}" for part in ("train", "test") for m in ("roc_auc", "pr_auc", "balanced_accuracy", "kappa")]
    flips = [f"flips_{w}_{c}" for w in ("requested", "expected", "realised") for c in ("negative", "positive")]
    others = [
        "dataset",
        "variant",
        "rho",
        "seed",
        "status",
        "error",
        "score_kind",
        "n_train",
        "n_test",
        "versions",
        "key",
    ]
    assert set(metrics + flips + others + TIMES) <= set(cells.columns)
    assert cells.loc[cells["rho"] == 0, flips].eq(0).all(axis=None)


def test_a_finished_run_computes_nothing_again(tmp_path) -> None:
    first = run(Store(tmp_path))

    def refuse(*arguments):
        raise AssertionError("neither the data nor a worker is needed")

    again = run_dataset(DataId("toy", table().checksum), refuse, REAL, PROTOCOL, Store(tmp_path), refuse)
    pd.testing.assert_frame_equal(first, again)


def test_adding_a_level_or_a_repeat_computes_the_new_cells_only_and_changes_no_old_one(tmp_path) -> None:
    before = run(Store(tmp_path))
    wider = replace(PROTOCOL, levels=(0.0, 0.25, 0.5, 1.0), repeats=2)
    cells = plan_cells(table(), REAL, wider)
    tasks = missing_tasks(cells, Store(tmp_path).rows("toy"))
    assert sum(len(task.levels) for task in tasks) == len(cells) - len(before)
    after = run(Store(tmp_path), protocol=wider)
    merged = before.merge(after, on="key", suffixes=("", "_after"))
    assert len(merged) == len(before)
    assert (merged["test_roc_auc"] == merged["test_roc_auc_after"]).all()


def test_a_failing_fit_is_a_row_with_its_error_and_its_neighbours_are_computed(tmp_path) -> None:
    cells = run(Store(tmp_path), [FRAGILE])
    failed = cells[cells["status"] == "failed"]
    assert 0 < len(failed) < len(cells)
    assert failed["error"].eq("ValueError: too many\npositives").all()
    assert failed["test_roc_auc"].isna().all()
    assert cells.loc[cells["rho"] == 0, "status"].eq("ok").all()


def test_an_algorithm_that_cannot_open_a_split_fails_all_its_cells_and_no_others(tmp_path) -> None:
    broken = replace(FRAGILE, name="broken", parameters={"broken": True})
    cells = run(Store(tmp_path), [broken, REAL[1]])
    assert set(cells.loc[cells["status"] == "failed", "algorithm"]) == {"broken"}
    assert (cells["status"] == "failed").sum() == 9


def test_failed_cells_are_tried_again_and_finished_ones_are_not(tmp_path) -> None:
    broken = replace(FRAGILE, parameters={"broken": True})
    cells = run(Store(tmp_path), [broken])
    assert set(cells["status"]) == {"failed"}
    tasks = missing_tasks(plan_cells(table(), [broken], PROTOCOL), [])
    assert sum(len(task.levels) for task in tasks) == len(cells)


@pytest.mark.parametrize(
    "change",
    [
        {"split_seed": 16},
        {"noise_seed": 2},
        {"noise_model": "nar"},
        {"nested": False},
        {"folds": 4},
    ],
)
def test_a_changed_protocol_changes_every_key(change) -> None:
    algorithm = REAL[0]
    assert cell_key(table(), algorithm, PROTOCOL, 0, 0.5) != cell_key(
        table(), algorithm, replace(PROTOCOL, **change), 0, 0.5
    )


def test_changed_data_parameters_or_adapter_version_change_the_key() -> None:
    algorithm = get("XGB_SQUERR", "published")
    key = cell_key(table(), algorithm, PROTOCOL, 0, 0.5)
    other = table()
    other.X.iloc[0, 0] += 1e-9
    assert cell_key(other, algorithm, PROTOCOL, 0, 0.5) != key
    assert cell_key(table(), replace(algorithm, version=99), PROTOCOL, 0, 0.5) != key
    changed = replace(algorithm, parameters={**algorithm.parameters, "eta": 0.31})
    assert cell_key(table(), changed, PROTOCOL, 0, 0.5) != key
    assert cell_key(table(), get("XGB_SQUERR", "corrected"), PROTOCOL, 0, 0.5) != key


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {here!r})
from test_grid import Store, run
if __name__ == "__main__":
    run(Store(Path(sys.argv[1])), workers=2)
"""


@pytest.mark.slow
def test_a_run_killed_at_any_moment_resumes_to_the_results_of_an_uninterrupted_one(tmp_path) -> None:
    whole = run(Store(tmp_path / "whole"))
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(here=str(Path(__file__).parent)))
    for n_shards in (1, 4):
        process = subprocess.Popen([sys.executable, script, tmp_path / "cut"], start_new_session=True)
        while process.poll() is None and len(list((tmp_path / "cut").rglob("*.jsonl"))) < n_shards:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert len(list((tmp_path / "cut").rglob("*.jsonl"))) < 9
    resumed = run(Store(tmp_path / "cut"))
    pd.testing.assert_frame_equal(whole.drop(columns=TIMES), resumed.drop(columns=TIMES), check_exact=True)
    assert not list((tmp_path / "cut").rglob("*.tmp"))
