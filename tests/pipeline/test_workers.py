"""Tasks on processes of this machine and on Dask; clusters are made here and only their processes are killed."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import dask
import pytest
from dask.distributed import Client, LocalCluster
from threadpoolctl import threadpool_info

from provingground.errors import DependencyError
from provingground.pipeline import workers
from provingground.pipeline.workers import WorkerLostError, run_dask, run_local


class Unpickled:
    """Data that leave a file for each process that they are sent to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        (self.folder / f"{os.getpid()}-{time.monotonic_ns()}").touch()


def power(common: int, task: int) -> int:
    return common**task


def count_threads(common: None, task: int) -> int:
    return max(pool["num_threads"] for pool in threadpool_info())


def use(common: Unpickled, task: int) -> int:
    return task


def meet(common: tuple[Path, float], task: int) -> bool:
    """Whether another task ran at the same time in this process."""
    mark = common[0] / f"{os.getpid()}"
    met = mark.exists()
    mark.touch()
    time.sleep(common[1])
    mark.unlink(missing_ok=True)
    return met


def die_once(folder: Path, task: int) -> int:
    """Kill this process, the first time that task 3 runs."""
    mark = folder / "died"
    if task == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * 10


def always_die(common: None, task: int) -> int:
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def fail(common: None, task: int) -> int:
    raise LookupError(f"defect in task {task}")


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A cluster that was there before the run, as the user's would be."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.mark.parametrize("n_workers", [1, 2])
def test_local_results_are_those_of_a_loop(n_workers) -> None:
    assert sorted(run_local(power, 2, range(9), n_workers)) == [2**task for task in range(9)]


def test_no_task_is_no_work() -> None:
    assert list(run_local(power, 2, [], None)) == []


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_task_has_one_thread_wherever_it_runs(n_workers) -> None:
    assert set(run_local(count_threads, None, range(3), n_workers)) == {1}


def test_a_dask_task_has_one_thread(cluster) -> None:
    assert set(run_dask(count_threads, None, range(3), None, cluster.scheduler_address)) == {1}


def test_a_local_worker_that_dies_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(WorkerLostError, match=r"a worker process: died\. .*lower compute\.workers"):
        list(run_local(always_die, None, range(6), 2))


ORPHANS = """
import os, sys, time
from pathlib import Path
from provingground.pipeline.workers import run_local
def mark_and_wait(folder, task):
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(1000)
if __name__ == "__main__":
    list(run_local(mark_and_wait, sys.argv[1], range(2), 2))
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_workers_end_with_a_run_that_was_killed(tmp_path) -> None:
    script, marks = tmp_path / "run.py", tmp_path / "marks"
    script.write_text(ORPHANS)
    marks.mkdir()
    run = subprocess.Popen([sys.executable, script, marks])
    wait_until(lambda: len(list(marks.iterdir())) == 2)
    run.kill()
    run.wait()
    wait_until(lambda: not any(Path("/proc", mark.name, "exe").exists() for mark in marks.iterdir()))


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_running_scheduler_is_used_and_left_running(cluster) -> None:
    results = run_dask(power, 2, range(9), None, cluster.scheduler_address)
    assert sorted(results) == [2**task for task in range(9)]
    with Client(cluster.scheduler_address) as client:
        assert len(client.scheduler_info()["workers"]) == 2


def test_the_environment_names_the_scheduler_where_the_parameters_do_not(cluster, monkeypatch) -> None:
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)
    monkeypatch.setattr("dask.distributed.LocalCluster", None)  # would fail if one were made
    assert sorted(run_dask(power, 3, range(3), None, None)) == [1, 3, 9]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "no address at all"])
def test_a_scheduler_that_does_not_answer_is_an_error_that_names_it(address, monkeypatch) -> None:
    monkeypatch.setattr(workers, "_CONNECT_SECONDS", 0.5)
    with pytest.raises(DependencyError, match=rf"Dask scheduler {address}: does not answer.*compute\.scheduler"):
        list(run_dask(power, 2, [1], None, address))


def test_common_data_are_sent_to_each_worker_once(cluster, tmp_path) -> None:
    assert sorted(run_dask(use, Unpickled(tmp_path), range(20), None, cluster.scheduler_address)) == list(range(20))
    by_process = [mark.name.split("-")[0] for mark in tmp_path.iterdir()]
    assert len(by_process) == len(set(by_process)) <= 2


@pytest.mark.parametrize("n_workers", [1, 2])
def test_tasks_of_a_dask_worker_that_was_killed_arrive_all_the_same(n_workers, tmp_path) -> None:
    """With one worker the common data die too."""
    results = list(run_dask(die_once, tmp_path, range(8), n_workers, None))
    assert (tmp_path / "died").exists()
    assert sorted(results) == [task * 10 for task in range(8)]


def test_a_task_that_kills_every_worker_is_an_error_after_the_others_are_done() -> None:
    arrived: list[int] = []
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),  # a worker takes long to come back
        pytest.raises(WorkerLostError, match=r"of 12 tasks, the first is .*: lost worker after worker"),
    ):
        arrived.extend(run_dask(always_die, None, range(12), 2, None))  # extend keeps what came before the error
    assert 3 not in arrived
    assert set(arrived) < set(range(12))
    assert len(arrived) >= 6  # what the other worker did, at least: the dying one may hold a few more each time


def test_an_exception_of_a_task_is_raised_as_it_is(cluster) -> None:
    with pytest.raises(LookupError, match="defect in task 1"):
        list(run_dask(fail, None, [1], None, cluster.scheduler_address))


def test_workers_with_many_threads_run_one_task_at_a_time(tmp_path) -> None:
    with LocalCluster(n_workers=1, threads_per_worker=4, dashboard_address=None) as many:
        assert not any(run_dask(meet, (tmp_path, 0.02), range(8), None, many.scheduler_address))


def test_a_cluster_without_workers_is_waited_for(caplog) -> None:
    with LocalCluster(n_workers=0, dashboard_address=None) as empty, caplog.at_level(logging.WARNING):
        threading.Timer(0.5, partial(empty.scale, 1)).start()
        assert list(run_dask(power, 2, [5], None, empty.scheduler_address)) == [32]
    assert "has no workers yet: waiting for the first" in caplog.text


GOING_AWAY = """
import os, time
from dask.distributed import LocalCluster
from provingground.errors import DependencyError
from provingground.pipeline.workers import run_dask
def wait(common, task):
    time.sleep(0.05)
    return task
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    results = run_dask(wait, None, range(500), None, cluster.scheduler_address)
    arrived = [next(results)]
    cluster.sync(cluster.scheduler.close)
    try:
        arrived.extend(results)
    except DependencyError as error:
        print(error, len(arrived) >= 1, flush=True)
    os._exit(0)  # a cluster without its scheduler does not close
"""


def test_a_scheduler_that_goes_away_is_an_error_and_what_arrived_is_kept(tmp_path) -> None:
    script = tmp_path / "run.py"
    script.write_text(GOING_AWAY)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert "does not answer any more. Start it again" in done.stdout, done.stderr
    assert done.stdout.endswith("True\n")
