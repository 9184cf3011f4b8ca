"""Is the benchmark complete, and are its cells what this code computes? Planned against present, and a recount."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from provingground.benchmark import chosen_protocol, chosen_runner, identify, load_table, planned_cells
from provingground.compendium import Project
from provingground.errors import InputError
from provingground.labelnoise.grid import COLUMNS, Common, collect, run_task
from provingground.labelnoise.plan import Cell, missing_tasks
from provingground.labelnoise.splits import repeated_stratified_folds
from provingground.labelnoise.store import Row

STATUS = ("ok", "failed", "missing")
# What a cell holds beside its value: times differ from run to run, versions name what is not part of the key, too.
_NOT_THE_VALUE = {"fit_seconds", "predict_seconds", "versions", "warnings"}


def inventory(project: Project, profile: str, datasets: Sequence[str]) -> tuple[pd.DataFrame, dict[str, str]]:
    """List every planned cell as the store holds it.

    Returns
    -------
    One row per planned cell, those that the store lacks with status "missing"; and the data sets that cannot be planned
    because they are not here, with the reason.
    """
    frames, absent = [pd.DataFrame(columns=COLUMNS)], {}
    for name in datasets:
        try:
            plan = planned_cells(project, profile, name)
        except InputError as error:
            absent[name] = str(error)
            continue
        planned = _as_frame(plan).assign(dataset=name)
        stored = collect(plan, project.store.rows(name))
        frame = planned.merge(stored[["key", *stored.columns.difference(planned.columns)]], on="key", how="left")
        frames.append(frame.fillna({"status": "missing"}))
    return pd.concat([frame for frame in frames if len(frame)] or frames)[COLUMNS], absent


def _as_frame(plan: Sequence[Cell]) -> pd.DataFrame:
    return pd.DataFrame(
        {"key": cell.key, "algorithm": cell.algorithm.name, "variant": cell.algorithm.variant}
        | {"fold": cell.fold, "rho": cell.rho}
        for cell in plan
    )


def coverage(project: Project, profile: str, cells: pd.DataFrame) -> pd.DataFrame:
    """Which of the planned cells a table of results holds, for each data set.

    Returns
    -------
    ``dataset``, ``planned``, ``ok``, ``failed``, ``missing``, and ``lacking``: the algorithms whose cells are not all
    there, with how many of their folds are.
    """
    rows = []
    for name in project.datasets(profile):
        plan = _as_frame(planned_cells(project, profile, name))
        status = plan["key"].map(cells.set_index("key")["status"]).fillna("missing")
        counts = {kind: int((status == kind).sum()) for kind in STATUS}
        rows.append({"dataset": name, "planned": len(plan), **counts, "lacking": _lacking(plan, status)})
    return pd.DataFrame(rows)


def _lacking(plan: pd.DataFrame, status: pd.Series) -> str:
    """Algorithms with a fold that is not complete: ``khiopsRF (5 of 25 folds)``; "all" where nothing is there."""
    if (status == "missing").all():
        return "all"
    done = (status == "ok").groupby([plan["algorithm"], plan["variant"], plan["fold"]], sort=False).all()
    folds = done.groupby(level=["algorithm", "variant"], sort=False).agg(["sum", "size"])
    short = folds[folds["sum"] < folds["size"]].reset_index()
    return "; ".join(f"{r['algorithm']} {r['variant']} ({r['sum']} of {r['size']} folds)" for _, r in short.iterrows())


def recompute(project: Project, profile: str, cells: pd.DataFrame, sample: int, seed: int = 0) -> pd.DataFrame:
    """Compute a random sample of finished cells again and compare every value with the stored one, bit by bit.

    Parameters
    ----------
    cells
        An :func:`inventory`; only its cells that are ok are drawn from.
    sample, seed
        How many, and which; all of them where there are fewer.

    Returns
    -------
    ``key``, ``dataset``, ``algorithm``, ``variant``, ``fold``, ``rho``, ``differs``: columns that are not equal, and
    ``largest``: the largest difference of a metric (0 where only the columns that are no metric differ).
    """
    finished = cells[cells["status"] == "ok"]
    drawn = finished.sample(min(sample, len(finished)), random_state=seed)
    tables = [_recompute_on(project, profile, str(name), set(group["key"])) for name, group in drawn.groupby("dataset")]
    columns = ["key", "dataset", "algorithm", "variant", "fold", "rho", "differs", "largest"]
    return pd.DataFrame([row for rows in tables for row in rows], columns=columns)


def _recompute_on(project: Project, profile: str, dataset: str, keys: set[str]) -> list[Row]:
    chosen = [cell for cell in planned_cells(project, profile, dataset) if cell.key in keys]
    table, protocol = load_table(project, profile, dataset), chosen_protocol(project, profile)
    folds = repeated_stratified_folds(table.y, protocol.folds, protocol.repeats, protocol.split_seed)
    common = Common(identify(project, profile, dataset), table, protocol, folds)
    stored = project.store.rows(dataset)
    return [
        {**row, "differs": ", ".join(_differing(row, then)), "largest": _largest(row, then)}
        for rows in chosen_runner(project)(run_task, common, missing_tasks(chosen, ()))
        for row in rows
        for then in [stored[row["key"]]]
    ]


def _differing(now: Row, then: Mapping[str, object]) -> list[str]:
    return sorted(name for name in {*now} - _NOT_THE_VALUE if not _equal(now[name], then.get(name)))


def _largest(now: Row, then: Mapping[str, object]) -> float:
    pairs = [(now[name], then.get(name)) for name in now if name.startswith(("test_", "train_"))]
    gaps = [abs(a - b) for a, b in pairs if isinstance(a, float) and isinstance(b, float)]
    return float(np.nanmax([0.0, *gaps]))  # NaN where a metric is undefined, then or now


def _equal(one: object, other: object) -> bool:
    if one is None or one == "":  # tables have NaN or None where a row has nothing
        return other is None or other == "" or (isinstance(other, float) and bool(np.isnan(other)))
    return one == other
