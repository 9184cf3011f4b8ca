"""What the stages of dvc.yaml call (`run`, `report`, `index`, `strip-notebook`), and `why`, which follows them back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import PROFILES, Project
from provingground.sections import SECTIONS, run_section, write_report


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


def report(profile: Annotated[str, typer.Option(help=f"One of {', '.join(PROFILES)}.")] = "quick") -> None:
    """Write the site of a profile.

    It is reports/site/PROFILE/, made from what the stages left under reports/.

    Example:

        provingground report --profile quick
    """
    typer.echo(write_report(Project.find(), profile))


def index() -> None:
    """Write the page that leads to both sites.

    It is reports/index.html.

    Example:

        provingground index
    """
    from provingground.report.site import write_front

    typer.echo(write_front(Project.find().root / "reports"))


def why(
    file: Annotated[Path, typer.Argument(help="A figure or table under reports/figures or reports/tables.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the chain as JSON.")] = False,
) -> None:
    """Follow a figure or table back to raw files.

    The chain goes from the line of code to the checksums of the data, and says what has changed since.

    Example:

        provingground why reports/figures/quick/retained/claims.svg
    """
    from provingground.report.why import Chain, as_text

    explanation = Chain(Project.find().root).explain(file)
    typer.echo(explanation.to_json() if as_json else as_text(explanation))


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
