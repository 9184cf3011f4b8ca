"""`provingground run` and `strip-notebook`: what the stages of dvc.yaml call."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import PROFILES, Project
from provingground.sections import SECTIONS, run_section


def run(
    section: Annotated[str, typer.Argument(help=f"One of {', '.join(SECTIONS)}.")],
    profile: Annotated[str, typer.Option(help=f"One of {', '.join(PROFILES)}.")] = "quick",
    dataset: Annotated[str | None, typer.Option(help="For sections that run once per data set.")] = None,
) -> None:
    """Run one section's notebook.

    Writes the executed copy, its figures and tables to reports/. This is what the stages of dvc.yaml call: `dvc repro`
    runs what is stale, this runs what is named.

    Examples:

        provingground run noise --dataset nasa_cm1

        provingground run retained --profile paper
    """
    typer.echo(run_section(Project.find(), section, profile, dataset))


def strip_notebook(
    source: Annotated[Path, typer.Argument(help="Notebook to copy.")],
    target: Annotated[Path, typer.Argument(help="Where to; may be the same file.")],
) -> None:
    """Copy a notebook without its outputs.

    The stages depend on such a copy, so that running and saving a notebook in JupyterLab makes none stale.

    Example:

        provingground strip-notebook notebooks/1-preprocessing.ipynb build/notebooks/1-preprocessing.ipynb
    """
    from provingground.pipeline.notebook import strip

    strip(source, target)
