"""`provingground cells`: look into the store of the label-noise benchmark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from provingground.compendium import Project
from provingground.errors import InputError, suggest

if TYPE_CHECKING:
    import pandas as pd

STATUS = ("ok", "failed", "missing")  # as in provingground.completeness, whose import takes seconds


def cells(
    profile: Annotated[str, typer.Option(help="quick or paper.")] = "quick",
    dataset: Annotated[str | None, typer.Option(help="Only this data set.")] = None,
    algorithm: Annotated[str | None, typer.Option(help="Only this algorithm.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only this variant.")] = None,
    status: Annotated[str | None, typer.Option(help=f"Only cells that are {', '.join(STATUS)}.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print counts and failures as JSON.")] = False,
    export: Annotated[Path | None, typer.Option(help="Write the selected rows to this .parquet or .csv file.")] = None,
    check: Annotated[
        int | None,
        typer.Option(min=0, help="Compute this many random cells again; fail unless all are there and equal."),
    ] = None,
    drop: Annotated[bool, typer.Option("--drop", help="Forget the selected cells; the next run makes them.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Drop without asking.")] = False,
) -> None:
    """Count, show, export or drop benchmark cells.

    Tells what a profile of the label-noise benchmark plans and its store holds, and shows failures by reason.

    Examples:

        provingground cells --profile paper --status failed

        provingground cells --algorithm skRF --export forest.parquet

        provingground cells --dataset spambase --drop
    """
    project = Project.find()
    if export is not None and export.suffix not in (".csv", ".parquet"):
        raise InputError(export, "is neither a .csv nor a .parquet file", "Choose one of these endings.")
    found, absent = _inventory(project, profile, dataset)
    selected = _select(found, {"algorithm": algorithm, "variant": variant}, status)
    if as_json:
        typer.echo(json.dumps(_summary(selected, absent), indent=2, ensure_ascii=False))
    else:
        _show(selected, absent)
    present = selected[selected["status"] != "missing"]
    if export is not None:
        _export(present, export)
    if check is not None:
        _check(project, profile, selected, check)
    if drop:
        _drop(project, present, ask=not yes)


def _inventory(project: Project, profile: str, dataset: str | None) -> tuple[pd.DataFrame, dict[str, str]]:
    from provingground.completeness import inventory

    known = project.datasets(profile)
    return inventory(project, profile, known if dataset is None else [_one_of(known, "--dataset", dataset)])


def _select(found: pd.DataFrame, wanted: Mapping[str, str | None], status: str | None) -> pd.DataFrame:
    for column, value in wanted.items():
        if value is not None:
            found = found[found[column] == _one_of(found[column].unique(), f"--{column}", value)]
    return found if status is None else found[found["status"] == _one_of(STATUS, "--status", status)]


def _one_of(known: Iterable[str], option: str, value: str) -> str:
    names = list(known)
    if value not in names:
        raise InputError(f"{option} {value}", "is not among the planned cells", suggest(value, names))
    return value


def _summary(selected: pd.DataFrame, absent: Mapping[str, str]) -> dict[str, Any]:
    counts = _counts(selected, ["dataset", "algorithm", "variant"])
    return {
        "total": {name: int((selected["status"] == name).sum()) for name in STATUS},
        "counts": counts.reset_index().to_dict("records"),
        "failures": _failures(selected),
        "absent": dict(absent),
    }


def _counts(selected: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    groups = selected.groupby([*by, "status"], sort=False).size().unstack("status", fill_value=0)
    return groups.reindex(columns=list(STATUS), fill_value=0).rename_axis(columns=None)


def _failures(selected: pd.DataFrame) -> list[dict[str, Any]]:
    """Reasons with the cells that they concern, the most frequent first."""
    failed = selected[selected["status"] == "failed"]
    reasons = [
        {"reason": " ".join(str(reason).split()), "cells": len(group), "where": _places(group)}
        for reason, group in failed.groupby("error", sort=False)
    ]
    return sorted(reasons, key=lambda item: -int(item["cells"]))


def _places(failed: pd.DataFrame) -> list[str]:
    groups = failed.sort_values("fold").groupby(["algorithm", "variant", "dataset"], sort=False)["fold"]
    folds = groups.agg(lambda group: ", ".join(map(str, group.unique()))).reset_index().to_dict("records")
    return [f"{p['algorithm']} ({p['variant']}) on {p['dataset']}, folds {p['fold']}" for p in folds]


def _show(selected: pd.DataFrame, absent: Mapping[str, str]) -> None:
    total = {name: int((selected["status"] == name).sum()) for name in STATUS}
    typer.echo(f"{len(selected)} cells: " + ", ".join(f"{count} {name}" for name, count in total.items()))
    if len(selected):
        by = ["dataset"] if selected["dataset"].nunique() > 1 else ["algorithm", "variant"]
        typer.echo("\n" + _counts(selected, by).reset_index().to_string(index=False))
    for failure in _failures(selected):
        typer.echo(f"\n{failure['cells']} failed: {failure['reason']}")
        for where in failure["where"]:
            typer.echo(f"    {where}")
    if absent:
        typer.echo("\n" + "\n".join(f"not counted: {name} ({reason})" for name, reason in absent.items()))


def _check(project: Project, profile: str, selected: pd.DataFrame, sample: int) -> None:
    from provingground.completeness import recompute

    again = recompute(project, profile, selected, sample)
    unequal = again[again["differs"] != ""]
    typer.echo(f"{len(again)} cells computed again, {len(again) - len(unequal)} equal to the last bit", err=True)
    for row in unequal.to_dict("records"):
        where = f"{row['algorithm']} ({row['variant']}) on {row['dataset']}, fold {row['fold']}, level {row['rho']}"
        typer.echo(f"    {where}: {row['differs']}, by at most {row['largest']:.2g}", err=True)
    if len(unequal):
        typer.echo("On another kind of processor linear models may differ: see docs/paper-run.md.", err=True)
    if len(unequal) or (selected["status"] != "ok").any():
        raise typer.Exit(1)


def _export(rows: pd.DataFrame, path: Path) -> None:
    (rows.to_csv if path.suffix == ".csv" else rows.to_parquet)(path, index=False)
    typer.echo(f"{len(rows)} rows written to {path}", err=True)


def _drop(project: Project, rows: pd.DataFrame, ask: bool) -> None:
    if ask and len(rows):
        typer.confirm(f"Forget {len(rows)} cells? The next run computes them again.", abort=True, err=True)
    stay = 0
    for name, group in rows.groupby("dataset"):
        project.store.drop(str(name), set(group["key"]))
        stay += len(set(group["key"]) & project.store.rows(str(name)).keys())
    note = f"; {stay} are committed results and stay" if stay else ""
    typer.echo(f"{len(rows) - stay} cells dropped{note}", err=True)
