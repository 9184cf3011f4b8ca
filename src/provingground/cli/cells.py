"""`provingground cells`: look into the store of the label-noise benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import Project


def cells(
    profile: Annotated[str, typer.Option(help="quick or paper.")] = "quick",
    dataset: Annotated[str | None, typer.Option(help="Only this data set.")] = None,
    algorithm: Annotated[str | None, typer.Option(help="Only this algorithm.")] = None,
    status: Annotated[str | None, typer.Option(help="Only ok or failed cells.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write the selected rows to this .parquet or .csv file.")] = None,
    drop: Annotated[bool, typer.Option("--drop", help="Forget the selected cells; the next run makes them.")] = False,
) -> None:
    """Count, export or drop the cells that the store holds for a profile; failed ones are shown with their reason.

    Example: provingground cells --profile quick --export cells.parquet
    """
    from provingground.benchmark import stored_cells

    project = Project.find()
    frame = stored_cells(project, profile)
    for column, wanted in (("dataset", dataset), ("algorithm", algorithm), ("status", status)):
        frame = frame if wanted is None else frame[frame[column] == wanted]
    counts = frame.groupby(["dataset", "algorithm", "variant", "status"], sort=False).size().rename("cells")
    typer.echo(counts.reset_index().to_string(index=False) if len(frame) else "no such cells")
    failed = frame[frame["status"] == "failed"]
    if len(failed):
        typer.echo(failed[["dataset", "algorithm", "variant", "fold", "rho", "error"]].to_string(index=False))
    if export is not None:
        (frame.to_csv if export.suffix == ".csv" else frame.to_parquet)(export, index=False)
        typer.echo(f"{len(frame)} rows written to {export}")
    if drop:
        for name, group in frame.groupby("dataset"):
            typer.echo(f"{name}: {project.store.drop(str(name), set(group['key']))} cells dropped")
