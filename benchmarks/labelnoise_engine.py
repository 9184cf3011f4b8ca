"""Cells per CPU-second of the engine beside the authors' style of work, and what the engine itself costs.

    python benchmarks/labelnoise_engine.py speed FOLDER adult --levels 0.5 --without khiopsRF
    python benchmarks/labelnoise_engine.py harness FOLDER spambase
    python benchmarks/labelnoise_engine.py tasks

FOLDER holds standardised tables (`provingground data fetch adult spambase trucks_part --out FOLDER`). Seconds are of
processor time, of this process and its children, so that a busy machine changes little.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import numpy as np
import pandas as pd
import psutil
import typer
from dask.distributed import LocalCluster
from sklearn.model_selection import train_test_split
from threadpoolctl import threadpool_limits

from provingground.datasets.storage import load_standardized
from provingground.datasets.table import Table
from provingground.labelnoise import grid
from provingground.labelnoise.algorithms import PAPER_NAMES, get, panel
from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Session
from provingground.labelnoise.grid import Common, run_dataset, run_task
from provingground.labelnoise.noise import noise_model
from provingground.labelnoise.plan import DataId, Task
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.splits import repeated_stratified_folds
from provingground.labelnoise.store import Store
from provingground.pipeline.workers import run_dask, run_local

LEVELS = (0.0, 0.05, 0.1, 0.2, 0.25, 0.33, 0.5, 0.66, 0.75, 0.9, 1.0, 1.25)  # what a split costs once, they share
app = typer.Typer(help=__doc__)
Levels = Annotated[list[float], typer.Option(help="Noise levels that are timed.")]


@app.command()
def speed(folder: Path, dataset: str, levels: Levels = [0.5], without: list[str] = []) -> None:  # noqa: B006
    """Time each algorithm both ways, one process per algorithm so that memory is its own."""
    names = [name for name in PAPER_NAMES if name not in without]
    rows = []
    for name in names:
        command = [sys.executable, __file__, "one", str(folder), dataset, name]
        command += [f"--levels={level}" for level in levels]
        timed = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        print(*timed, sep="\n", file=sys.stderr, flush=True)
        rows += timed
    frame = pd.DataFrame(rows)
    print(frame.to_string(index=False, float_format="{:.3f}".format))
    authors = frame.groupby("algorithm")["authors"].first().sum()
    for kind in ("published", "corrected"):
        ours = frame.loc[frame["algorithm"].isin(names) & frame["panel"].str.contains(kind), "engine"].sum()
        print(f"{dataset}, {kind}: {authors:.1f} s against {ours:.1f} s, ratio {authors / ours:.2f}")


@app.command(hidden=True)
def one(folder: Path, dataset: str, name: str, levels: Levels = [0.5]) -> None:  # noqa: B006
    """Time one algorithm: the engine's published and corrected variant, then the authors' style."""
    table = load_standardized(folder, dataset)
    algorithms = {kind: next(a for a in panel(kind) if a.name == name) for kind in ("published", "corrected")}
    kinds: dict[str, list[str]] = defaultdict(list)
    for kind, algorithm in algorithms.items():
        kinds[algorithm.variant].append(kind)
    small = _sample(table, 400)
    timed = []
    for variant, both in kinds.items():
        algorithm = get(name, variant)
        _engine(small, algorithm, levels)  # imports, Java
        cost = _engine(table, algorithm, levels)
        timed.append({"dataset": dataset, "algorithm": name, "variant": variant, "panel": "+".join(both), **cost})
    _authors(small, name, levels[:1])
    authors = _authors(table, name, levels)
    print(json.dumps([row | {"authors": authors, "ratio": authors / row["engine"]} for row in timed]))


@app.command()
def harness(folder: Path, dataset: str, levels: Levels = [0.0, 0.5, 1.0]) -> None:  # noqa: B006
    """Show what a cell costs beside fitting, predicting and metrics, all algorithms of both panels."""
    table = load_standardized(folder, dataset)
    rows = []
    for algorithm in dict.fromkeys([*panel("published"), *panel("corrected")]):
        _engine(_sample(table, 400), algorithm, levels)
        rows.append({"algorithm": algorithm.name, "variant": algorithm.variant, **_engine(table, algorithm, levels)})
        print(rows[-1], file=sys.stderr, flush=True)
    frame = pd.DataFrame(rows)
    print(frame.to_string(index=False, float_format="{:.4f}".format))
    print(f"{dataset}: {frame['harness_ms'].mean():.2f} ms per cell, {_share(frame):.2f} % of all cells' time")


@app.command()
def tasks() -> None:
    """Show what a cell costs with an algorithm that does nothing, and a task on Dask, at growing numbers of them."""
    table = Table("toy", pd.DataFrame({"x": np.arange(100.0)}), np.where(np.arange(100) < 30, 1, -1).astype(np.int8))
    _idle_run(table, 2)
    for n_tasks in (50, 100, 200, 400):
        milliseconds = 1000 * _idle_run(table, n_tasks) / (n_tasks * len(LEVELS))
        print(f"run_dataset: {n_tasks * len(LEVELS)} cells, {milliseconds:.2f} ms per cell", flush=True)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        _dask_run(cluster, 20)
        for n_tasks in (100, 200, 400, 800):
            print(
                f"run_dask: {n_tasks} tasks, {1000 * _dask_run(cluster, n_tasks) / n_tasks:.2f} ms per task", flush=True
            )


def _engine(table: Table, algorithm: Algorithm, levels: list[float]) -> dict[str, float]:
    """CPU seconds per cell of a whole task as the engine runs it, with the share of the harness; and memory so far."""
    protocol = Protocol(tuple(levels), folds=5, repeats=1)
    folds = repeated_stratified_folds(table.y, 5, 1, 56)
    with algorithm.open(table, folds[1].train, folds[1].test):
        pass  # what depends on the table alone is made once per process, whatever number of tasks
    with tempfile.TemporaryDirectory() as folder, _clocks() as clocks:
        before = _cpu()
        common = Common(DataId(table.name, table.checksum), table, protocol, folds)
        (rows,) = run_local(run_task, common, [Task(algorithm, 0, tuple(levels))], workers=1)
        Store(Path(folder)).add(table.name, "task", rows)
        total = _cpu() - before
    if failed := [row["error"] for row in rows if row["status"] != "ok"]:
        raise SystemExit(f"{algorithm} on {table.name}: {failed[0]}")
    shared = clocks["open"] / len(LEVELS)
    own = (total - clocks["open"]) / len(levels)
    work = (clocks["fit_score"] + clocks["evaluate"]) / len(levels)
    memory = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "engine": own + shared,
        "harness_ms": 1000 * (own - work + shared),
        "open_ms": 1000 * clocks["open"],
        "megabytes": memory / 1024,
    }


def _authors(table: Table, name: str, levels: list[float]) -> float:
    """CPU seconds per cell; files are written once for all algorithms of an encoding, so each pays its share."""
    import authors_style

    fold = repeated_stratified_folds(table.y, 5, 1, 56)[0]
    noise = noise_model("ncar").prepare(table, fold.train, seed=1)
    sharing = sum((other in authors_style.RAW) == (name in authors_style.RAW) for other in PAPER_NAMES)
    X = authors_style.encode(table.X, name)
    seconds = 0.0
    for rho in levels:
        with tempfile.TemporaryDirectory() as folder, threadpool_limits(1):
            start = _cpu()
            authors_style.write(Path(folder), X, noise.at(rho).y, table.y[fold.test], fold.train, fold.test)
            written = _cpu()
            authors_style.run(Path(folder), name)
            seconds += (written - start) / sharing + _cpu() - written
    return seconds / len(levels)


@contextmanager
def _clocks() -> Iterator[dict[str, float]]:
    """Add up the CPU seconds inside open, fit_score and evaluate."""
    seconds: dict[str, float] = defaultdict(float)

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            before = _cpu()
            try:
                return function(*arguments, **options)
            finally:
                seconds[name] += _cpu() - before

        return run

    with ExitStack() as stack:
        for kind in {type(algorithm) for algorithm in (*panel("published"), *panel("corrected"))}:
            stack.enter_context(patch.object(kind, "open", timed("open", kind.open)))
        stack.enter_context(patch.object(Session, "fit_score", timed("fit_score", Session.fit_score)))
        stack.enter_context(patch.object(grid, "evaluate", timed("evaluate", grid.evaluate)))
        yield seconds


def _cpu() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _share(frame: pd.DataFrame) -> float:
    return float(100 * frame["harness_ms"].sum() / 1000 / frame["engine"].sum())


def _sample(table: Table, n: int) -> Table:
    rows, _ = train_test_split(np.arange(len(table.y)), train_size=n, stratify=table.y, random_state=0)
    return Table("sample", table.X.iloc[rows].reset_index(drop=True), table.y[rows])


class _IdleSession(Session):
    def fit(self, y_train: Any, seed: int) -> Any:
        return np.linspace(0, 1, 100)

    def score(self, model: Any) -> Any:
        return model[: self.n_train], model[self.n_train :]


class Idle(Algorithm):
    def open(self, table: Any, train: Any, test: Any) -> Session:
        return _IdleSession(self, len(train))


def _idle_run(table: Table, n_tasks: int) -> float:
    """CPU seconds of a whole run in this process with ``n_tasks`` tasks of twelve levels."""
    protocol = Protocol(LEVELS, folds=2, repeats=n_tasks // 2)
    algorithm = Idle("idle", "common", "other", "numpy", ScoreKind.PROBABILITY, 0.5)
    with tempfile.TemporaryDirectory() as folder:
        before = _cpu()
        run_dataset(table, lambda: table, [algorithm], protocol, Store(Path(folder)), partial(run_local, workers=1))
        return _cpu() - before


def _nothing(common: None, task: int) -> int:
    return task


def _dask_run(cluster: LocalCluster, n_tasks: int) -> float:
    """CPU seconds of client, scheduler (both in this process) and workers for tasks that do nothing."""
    workers = [psutil.Process(worker.pid) for worker in cluster.workers.values()]

    def cpu() -> float:
        return _cpu() + sum(sum(worker.cpu_times()[:2]) for worker in workers)

    before = cpu()
    list(run_dask(_nothing, None, range(n_tasks), None, cluster.scheduler_address))
    return cpu() - before


if __name__ == "__main__":
    app()
