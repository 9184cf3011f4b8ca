"""The label-noise benchmark of a checkout: what its parameters ask for, from its data, into its results."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.utils import resample

from provingground.compendium import Project
from provingground.datasets.catalog import find
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.datasets.storage import load_card, load_standardized
from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.labelnoise import algorithms
from provingground.labelnoise.ablation import arms
from provingground.labelnoise.algorithms.base import Algorithm
from provingground.labelnoise.extensions import load_algorithms
from provingground.labelnoise.grid import Runner, collect, run_dataset
from provingground.labelnoise.plan import Cell, DataId, plan_cells
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.published import shipped_clean_folds
from provingground.labelnoise.settings import protocol
from provingground.labelnoise.splits import Fold, repeated_stratified_folds
from provingground.pipeline.workers import run_dask, run_local


def run_benchmark(project: Project, profile: str, dataset: str, results: Path) -> pd.DataFrame:
    """Compute what is missing of one data set, and write all its cells to ``results/<dataset>.parquet``.

    Returns
    -------
    One row per planned cell; failed cells are rows too, with their error.
    """
    cells = run_dataset(
        identify(project, profile, dataset),
        partial(load_table, project, profile, dataset),
        chosen_algorithms(project, profile),
        chosen_protocol(project, profile),
        project.store,
        chosen_runner(project),
    )
    write_cells(cells, results / f"{dataset}.parquet")
    return cells


def run_ablations(project: Project, profile: str, folder: Path) -> pd.DataFrame:
    """Compute what is missing of the ablations of params.yaml, and write all cells to ``folder/<dataset>.parquet``.

    Returns
    -------
    One row per ablation, value and planned cell, named in the columns ``ablation`` and ``value``.
    """
    tables = []
    for dataset in project.params.profile(profile).ablations.datasets:
        tables.append(_run_ablations_on(project, profile, dataset))
        write_cells(tables[-1], folder / f"{dataset}.parquet")
    return pd.concat(tables, ignore_index=True)


def _run_ablations_on(project: Project, profile: str, dataset: str) -> pd.DataFrame:
    scale = project.params.profile(profile).ablations
    standard = replace(chosen_protocol(project, profile), levels=scale.levels, repeats=scale.repeats)
    data, load = identify(project, profile, dataset), cache(partial(load_table, project, profile, dataset))
    own = load_algorithms(project.extensions)
    tables = [
        run_dataset(data, load, arm.algorithms, arm.protocol, project.store, chosen_runner(project)).assign(
            ablation=name, value=arm.value
        )
        for name, ablation in project.params.ablations.items()
        for arm in arms(ablation, standard, own)
    ]
    return pd.concat(tables, ignore_index=True)


def stored_cells(project: Project, profile: str) -> pd.DataFrame:
    """All cells of a profile that the store holds at this moment, finished stages or not."""
    datasets = project.datasets(profile)
    frames = [collect(planned_cells(project, profile, name), project.store.rows(name)) for name in datasets]
    return pd.concat(frames, ignore_index=True)


def planned_cells(project: Project, profile: str, dataset: str) -> list[Cell]:
    """Every cell that the parameters ask for on one data set."""
    data = identify(project, profile, dataset)
    return plan_cells(data, chosen_algorithms(project, profile), chosen_protocol(project, profile))


def chosen_algorithms(project: Project, profile: str) -> list[Algorithm]:
    """The algorithms of params.yaml in the variants of the profile, the user's own in ``extensions/`` among them."""
    params, own = project.params, load_algorithms(project.extensions)
    return algorithms.select(params.algorithms.names, params.profile(profile).labelnoise.variants, own)


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


def identify(project: Project, profile: str, dataset: str) -> DataId:
    """Name and checksum of a data set of the profile, from its card; a cap on rows is part of the checksum.

    Raises
    ------
    InputError
        If it has not been standardised yet.
    """
    checksum = str(load_card(project.standardized(profile), dataset)["checksum"])
    cap = project.params.profile(profile).labelnoise.max_rows.get(dataset)
    return DataId(dataset, checksum if cap is None else f"{checksum} capped to {cap} rows")


def load_table(project: Project, profile: str, dataset: str) -> Table:
    """A standardised data set of the profile, with its cap on rows applied.

    A checkout may hold the card of a data set without its table (raw data are not part of the repository): the table is
    then made again from the first source that answers, and has to be the one of the card.

    Raises
    ------
    InputError, SourceError
        If it has not been standardised yet, no source answers, or another table comes out.
    """
    folder = project.standardized(profile)
    if (folder / f"{dataset}.parquet").exists():
        table = load_standardized(folder, dataset)
    else:
        entry = find(project.catalog, dataset)
        table = standardize(entry, fetch(entry, mirror=project.params.data.mirror, cache=project.root / "data" / "raw"))
    if table.checksum != load_card(folder, dataset)["checksum"]:
        remedy = f"Standardise again (provingground data fetch {dataset} --out {folder})."
        raise InputError(folder / f"{dataset}.json", "describes another table than the raw data give", remedy)
    return cap_rows(table, project.params.profile(profile).labelnoise.max_rows.get(dataset))


def cap_rows(table: Table, max_rows: int | None) -> Table:
    """Keep at most ``max_rows`` rows, the class shares kept and the order of rows too; None keeps all."""
    if max_rows is None or len(table.y) <= max_rows:
        return table
    rows = range(len(table.y))
    kept = np.sort(resample(rows, replace=False, n_samples=max_rows, stratify=table.y, random_state=0))
    return Table(table.name, table.X.iloc[kept].reset_index(drop=True), table.y[kept])


def comparable_datasets(project: Project, profile: str) -> pd.DataFrame:
    """Which data sets of a profile have the authors' folds: ``dataset``, ``rows`` that ran, ``compared`` and ``why``.

    Folds of a data set that was capped are other folds than the published ones.
    """
    caps = project.params.profile(profile).labelnoise.max_rows
    known = set(shipped_clean_folds()["dataset"])
    table = pd.DataFrame([load_card(project.standardized(profile), name) for name in project.datasets(profile)])
    ran = table["rows"].clip(upper=table["name"].map(caps).fillna(np.inf)).astype(int)
    capped = "capped at " + ran.astype(str) + " of " + table["rows"].astype(str) + " rows: other folds"
    why = np.select([~table["name"].isin(known), ran < table["rows"]], ["the authors have no rows of it", capped], "")
    return pd.DataFrame({"dataset": table["name"], "rows": ran, "compared": why == "", "why": why})


def comparable_cells(project: Project, profile: str, cells: pd.DataFrame) -> pd.DataFrame:
    """Cells whose folds are the authors' (see :func:`comparable_datasets`)."""
    table = comparable_datasets(project, profile)
    return cells[cells["dataset"].isin(table.loc[table["compared"], "dataset"])]


def example_table(project: Project, profile: str, max_rows: int = 5000) -> Table:
    """The most unequal of a profile's small data sets, for what a notebook fits on the spot; else its smallest."""
    cards = pd.DataFrame([load_card(project.standardized(profile), name) for name in project.datasets(profile)])
    small = cards[cards["rows"] <= max(max_rows, cards["rows"].min())]
    return load_table(project, profile, str(small.loc[small["minority_percent"].idxmin(), "name"]))


def first_folds(project: Project, table: Table) -> list[Fold]:
    """The first repetition of the folds of params.yaml on one data set."""
    return repeated_stratified_folds(table.y, project.params.splits.folds, 1, project.params.splits.seed)


def write_cells(cells: pd.DataFrame, path: Path) -> None:
    """Write a cell table as parquet; equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    table = pa.Table.from_pandas(cells, preserve_index=False).replace_schema_metadata(None)
    pq.write_table(table, sink, compression="zstd")
    write_atomically(path, sink.getvalue().to_pybytes())


def read_results(project: Project, profile: str) -> pd.DataFrame:
    """Cells that the noise stages of a profile wrote, all data sets together.

    The paper profile takes days: whatever data sets are finished are read, and
    :func:`~provingground.completeness.coverage` tells what is not.

    Raises
    ------
    InputError
        If no data set of the profile has results yet.
    """
    paths = [project.results(profile) / f"{dataset}.parquet" for dataset in project.datasets(profile)]
    frames = [pd.read_parquet(path) for path in paths if path.exists()]
    if not frames:
        raise InputError(paths[0], "does not exist yet", f"Run `dvc repro` (profile {profile}) first.")
    return pd.concat(frames, ignore_index=True)
