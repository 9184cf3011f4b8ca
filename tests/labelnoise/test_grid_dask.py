"""The benchmark on Dask gives what it gives on one core, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pandas as pd
import pytest
from dask.distributed import LocalCluster

from provingground.errors import DependencyError
from provingground.labelnoise.algorithms import get
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.store import Store
from provingground.pipeline.workers import run_dask, run_local

PROTOCOL = Protocol(levels=(0.0, 0.5, 1.0), folds=3, repeats=1, split_seed=56, noise_seed=1)
# Java, XGBoost and BLAS, each with threads of its own where nobody pins them.
ALGORITHMS = [get("wekaRF", "corrected"), get("XGB_SQUERR", "corrected"), get("logisticRegression", "corrected")]


def run(table, store: Store, runner) -> pd.DataFrame:
    cells = run_dataset(table, lambda: table, ALGORITHMS, PROTOCOL, store, runner)
    return cells.drop(columns=["fit_seconds", "predict_seconds"])


@pytest.fixture(scope="module")
def local(mixed_table, tmp_path_factory) -> pd.DataFrame:
    cells = run(mixed_table, Store(tmp_path_factory.mktemp("local")), partial(run_local, workers=1))
    assert (cells["status"] == "ok").all(), cells["error"].unique()
    return cells


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


def test_dask_gives_the_results_of_the_local_run_to_the_last_bit(local, mixed_table, cluster, tmp_path, capsys) -> None:
    runner = partial(run_dask, workers=None, scheduler=cluster.scheduler_address)
    pd.testing.assert_frame_equal(run(mixed_table, Store(tmp_path), runner), local, check_exact=True)
    assert "27/27" in capsys.readouterr().err  # progress


def test_cells_of_a_worker_that_was_killed_all_arrive_and_equal_the_local_run(
    local, mixed_table, cluster, tmp_path
) -> None:
    victim = next(iter(cluster.workers.values())).pid

    def runner(function, common, tasks):
        results = run_dask(function, common, tasks, None, cluster.scheduler_address)
        yield next(results)
        os.kill(victim, signal.SIGKILL)
        yield from results

    pd.testing.assert_frame_equal(run(mixed_table, Store(tmp_path), runner), local, check_exact=True)


def test_a_worker_with_other_versions_is_refused_before_its_cells_are_stored(mixed_table, tmp_path) -> None:
    def runner(function, common, tasks):
        for task in tasks:
            yield function(common, replace(task, algorithm=replace(task.algorithm, version=99)))

    with pytest.raises(DependencyError, match="computes with other versions than this process"):
        run(mixed_table, Store(tmp_path), runner)
    assert not list(tmp_path.rglob("*.jsonl"))
