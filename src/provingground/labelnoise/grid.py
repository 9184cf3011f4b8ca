"""Run the benchmark's cells: plan, compute what the store lacks, hand back one tidy frame.

One task is one algorithm on one fold with all its missing noise levels, so that whatever depends on X alone is done
once. Tasks are pure: their rows depend on their arguments only, not on order, worker or machine.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd
from tqdm import tqdm

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms.base import Algorithm, Session
from provingground.labelnoise.metrics import Metrics, evaluate
from provingground.labelnoise.noise import FoldNoise, NoisyLabels, noise_model
from provingground.labelnoise.plan import Cell, DataId, Task, cell_key, missing_tasks, plan_cells, versions_of
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.seeds import derive_seed
from provingground.labelnoise.splits import Fold, repeated_stratified_folds
from provingground.labelnoise.store import Row, Store

METRICS = ("roc_auc", "pr_auc", "balanced_accuracy", "kappa")

Runner = Callable[[Callable[[Any, Any], Any], Any, Sequence[Any]], Iterator[Any]]


@dataclass(frozen=True)
class Common:
    """What all tasks of one data set share; sent to each worker."""

    data: DataId  # what keys are made of
    table: Table
    protocol: Protocol
    folds: Sequence[Fold]


def run_dataset(
    data: DataId | Table,
    load: Callable[[], Table],
    algorithms: Sequence[Algorithm],
    protocol: Protocol,
    store: Store,
    runner: Runner,
) -> pd.DataFrame:
    """Compute the cells of one data set that the store lacks, storing each task as it ends, and return all of them.

    Parameters
    ----------
    data, load
        What identifies the data set, and how to get it: with labels -1/+1, called only if something is to be computed.
    algorithms, protocol
        What to run and how.
    store
        Where finished cells are and go to. Failed cells are tried again.
    runner
        ``runner(function, common, tasks)`` yields ``function(common, task)`` for each task in any order.

    Returns
    -------
    One row per planned cell, in the plan's order.

    Raises
    ------
    StoreBusyError
        If another run is computing the same data set.
    """
    cells = plan_cells(data, algorithms, protocol)
    with store.exclusive(data.name):
        done = [key for key, row in store.rows(data.name).items() if row["status"] == "ok"]
        tasks = missing_tasks(cells, done)
        if tasks:
            table = load()
            folds = repeated_stratified_folds(table.y, protocol.folds, protocol.repeats, protocol.split_seed)
            _compute(tasks, Common(DataId(data.name, data.checksum), table, protocol, folds), store, runner)
        return collect(cells, store.rows(data.name))


def collect(cells: Sequence[Cell], rows: dict[str, Row]) -> pd.DataFrame:
    """Build the tidy frame of the planned cells that exist, in the plan's order."""
    frame = pd.DataFrame([rows[cell.key] for cell in cells if cell.key in rows])
    numeric = [name for name in frame.columns if name.startswith(("train_", "test_", "flips_", "fit_", "predict_"))]
    return frame.astype(dict.fromkeys(numeric, "float64"))


def _compute(tasks: Sequence[Task], common: Common, store: Store, runner: Runner) -> None:
    total = sum(len(task.levels) for task in tasks)
    # Outside a terminal (notebook, log file) a line every ten seconds instead of a bar that redraws itself.
    pace = {} if sys.stderr.isatty() else {"mininterval": 10, "ascii": True, "ncols": 100}
    with (
        tqdm(total=total, unit="cell", desc=common.table.name, **pace) as bar,  # type: ignore[call-overload]
        closing(runner(run_task, common, tasks)) as results,  # type: ignore[type-var]
    ):
        for rows in results:
            first = rows[0]
            store.add(common.table.name, f"{first['algorithm']}.{first['variant']}.{first['fold']}", rows)
            bar.set_postfix_str(f"{first['algorithm']} {first['variant']} fold {first['fold']}", refresh=False)
            bar.update(len(rows))


def run_task(common: Common, task: Task) -> list[Row]:
    """Compute one task; a fit that fails becomes a row with its error, and never stops the others."""
    fold = common.folds[task.fold]
    try:
        noise = _fold_noise(common, fold)
        with task.algorithm.open(common.table, fold.train, fold.test) as session:
            return [_run_cell(common, task, session, noise, rho) for rho in task.levels]
    except Exception as error:  # whatever a library throws while it prepares a split concerns this task only
        return [_failed(common, task, rho, error) for rho in task.levels]


def _run_cell(common: Common, task: Task, session: Session, noise: FoldNoise, rho: float) -> Row:
    algorithm, y_test = task.algorithm, common.table.y[common.folds[task.fold].test]
    try:
        noisy = noise.at(rho)
        with warnings.catch_warnings(record=True) as caught:  # kept in the row instead of flooding the log
            warnings.simplefilter("always")
            scores = session.fit_score(noisy.y, _fit_seed(common, task, rho))
        # As published: training metrics tell how well the noisy labels that the model saw were learnt.
        train = evaluate(noisy.y, scores.train, algorithm.score_kind, algorithm.threshold)
        test = evaluate(y_test, scores.test, algorithm.score_kind, algorithm.threshold)
    except Exception as error:
        return _failed(common, task, rho, error)
    return {
        **_identity(common, task, rho),
        "status": "ok",
        "error": "",
        "flag": test.flag,
        "warnings": "; ".join(dict.fromkeys(str(item.message).splitlines()[0][:200] for item in caught)),
        "reason": "; ".join(dict.fromkeys(filter(None, (train.reason, test.reason)))),
        **_flip_columns(noisy),
        **_metric_columns("train", train),
        **_metric_columns("test", test),
        "fit_seconds": scores.fit_seconds,
        "predict_seconds": scores.predict_seconds,
    }


def _fold_noise(common: Common, fold: Fold) -> FoldNoise:
    # The same draws for every algorithm and, where masks are nested, every level: differences are paired.
    model = noise_model(common.protocol.noise_model, nested=common.protocol.nested)
    seed = derive_seed(common.protocol.noise_seed, common.table.name, fold.index)
    return model.prepare(common.table, fold.train, seed)


def _flip_columns(noisy: NoisyLabels) -> Row:
    names = {"requested": noisy.requested, "expected": noisy.expected, "realised": noisy.realised}
    return {f"flips_{name}_{side}": value for name, both in names.items() for side, value in asdict(both).items()}


def _metric_columns(part: str, metrics: Metrics) -> Row:
    values = {f"{part}_{name}": getattr(metrics, name) for name in METRICS}
    return {name: None if math.isnan(value) else value for name, value in values.items()}


def _fit_seed(common: Common, task: Task, rho: float) -> int:
    # The same for all variants of an algorithm, so that their difference is not one of luck.
    return derive_seed(common.protocol.noise_seed, common.table.name, task.algorithm.name, task.fold, float(rho))


def _failed(common: Common, task: Task, rho: float, error: Exception) -> Row:
    text = f"{type(error).__name__}: {error}"[:500]
    return {**_identity(common, task, rho), "status": "failed", "error": text}


def _identity(common: Common, task: Task, rho: float) -> Row:
    algorithm, fold = task.algorithm, common.folds[task.fold]
    return {
        "key": cell_key(common.data, algorithm, common.protocol, task.fold, rho),
        "dataset": common.data.name,
        "algorithm": algorithm.name,
        "variant": algorithm.variant,
        "family": algorithm.family,
        "rho": float(rho),
        "fold": task.fold,
        "seed": _fit_seed(common, task, rho),
        "score_kind": str(algorithm.score_kind),
        "noise_model": common.protocol.noise_model,
        "n_train": len(fold.train),
        "n_test": len(fold.test),
        "versions": versions_of(algorithm),
    }
