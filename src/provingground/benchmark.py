"""The label-noise benchmark of a checkout: what its parameters ask for, from its data, into its results."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.utils import resample

from provingground.compendium import Project
from provingground.datasets.storage import load_standardized
from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.labelnoise import algorithms
from provingground.labelnoise.algorithms.base import Algorithm
from provingground.labelnoise.grid import Runner, collect, run_dataset
from provingground.labelnoise.plan import Cell, plan_cells
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.settings import protocol
from provingground.pipeline.workers import run_dask, run_local


def run_benchmark(project: Project, profile: str, dataset: str, results: Path) -> pd.DataFrame:
    """Compute what is missing of one data set, and write all its cells to ``results/<dataset>.parquet``.

    Returns
    -------
    One row per planned cell; failed cells are rows too, with their error.
    """
    cells = run_dataset(
        load_table(project, profile, dataset),
        chosen_algorithms(project, profile),
        chosen_protocol(project, profile),
        project.store,
        chosen_runner(project),
    )
    write_cells(cells, results / f"{dataset}.parquet")
    return cells


def stored_cells(project: Project, profile: str) -> pd.DataFrame:
    """All cells of a profile that the store holds at this moment, finished stages or not."""
    datasets = project.datasets(profile)
    frames = [collect(planned_cells(project, profile, name), project.store.rows(name)) for name in datasets]
    return pd.concat(frames, ignore_index=True)


def planned_cells(project: Project, profile: str, dataset: str) -> list[Cell]:
    """Every cell that the parameters ask for on one data set."""
    table = load_table(project, profile, dataset)
    return plan_cells(table, chosen_algorithms(project, profile), chosen_protocol(project, profile))


def chosen_algorithms(project: Project, profile: str) -> list[Algorithm]:
    """The algorithms of params.yaml in the variants of the profile."""
    params = project.params
    return algorithms.select(params.algorithms.names, params.profile(profile).labelnoise.variants)


def chosen_protocol(project: Project, profile: str) -> Protocol:
    """The splits and noise of params.yaml with the repetitions of the profile."""
    params = project.params
    return protocol(params.splits, params.noise, params.profile(profile).labelnoise)


def chosen_runner(project: Project) -> Runner:
    """How params.yaml wants tasks run: on this machine's cores, or on Dask."""
    compute = project.params.compute
    if compute.backend == "dask":
        return partial(run_dask, workers=compute.workers, scheduler=compute.scheduler)
    return partial(run_local, workers=compute.workers)


def load_table(project: Project, profile: str, dataset: str) -> Table:
    """A standardised data set of the profile, with its cap on rows applied.

    Raises
    ------
    InputError
        If it has not been standardised yet.
    """
    table = load_standardized(project.standardized(profile), dataset)
    return cap_rows(table, project.params.profile(profile).labelnoise.max_rows.get(dataset))


def cap_rows(table: Table, max_rows: int | None) -> Table:
    """Keep at most ``max_rows`` rows, the class shares kept and the order of rows too; None keeps all."""
    if max_rows is None or len(table.y) <= max_rows:
        return table
    rows = range(len(table.y))
    kept = np.sort(resample(rows, replace=False, n_samples=max_rows, stratify=table.y, random_state=0))
    return Table(table.name, table.X.iloc[kept].reset_index(drop=True), table.y[kept])


def write_cells(cells: pd.DataFrame, path: Path) -> None:
    """Write a cell table as parquet; equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    table = pa.Table.from_pandas(cells, preserve_index=False).replace_schema_metadata(None)
    pq.write_table(table, sink, compression="zstd")
    write_atomically(path, sink.getvalue().to_pybytes())


def read_results(project: Project, profile: str) -> pd.DataFrame:
    """Cells that the noise stages of a profile wrote, all data sets together.

    Raises
    ------
    InputError
        If a data set of the profile has no results yet.
    """
    frames = []
    for dataset in project.datasets(profile):
        path = project.results(profile) / f"{dataset}.parquet"
        if not path.exists():
            raise InputError(path, "does not exist yet", f"Run `dvc repro` (profile {profile}) first.")
        frames.append(pd.read_parquet(path))
    return pd.concat(frames, ignore_index=True)
