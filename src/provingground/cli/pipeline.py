"""What the stages of dvc.yaml call (`run`, `report`, `index`, `strip-notebook`), and `why`, which follows them back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import PROFILES, Project
from provingground.sections import SECTIONS, run_section, write_report

ProfileOption = Annotated[str, typer.Option(help=f"One of {', '.join(PROFILES)}.")]


def run(
    section: Annotated[str, typer.Argument(help=f"One of {', '.join(SECTIONS)}.")],
    profile: ProfileOption = "quick",
    dataset: Annotated[str | None, typer.Option(help="For sections that run once per data set.")] = None,
) -> None:
    """Execute a section's notebook and write its copy, figures and tables under reports/.

    Example: provingground run noise --profile quick --dataset nasa_cm1
    """
    typer.echo(run_section(Project.find(), section, profile, dataset))


def report(profile: ProfileOption = "quick") -> None:
    """Write the site of a profile, reports/site/PROFILE/, from what its stages left under reports/.

    Example: provingground report --profile quick
    """
    typer.echo(write_report(Project.find(), profile))


def index() -> None:
    """Write reports/index.html, the door to the sites of both profiles."""
    from provingground.report.site import write_front

    typer.echo(write_front(Project.find().root / "reports"))


def why(
    file: Annotated[Path, typer.Argument(help="A figure or table under reports/figures or reports/tables.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the chain as JSON.")] = False,
) -> None:
    """Follow a figure or table back to raw files, and say what has changed since it was made.

    Example: provingground why reports/figures/quick/retained/claims.svg
    """
    from provingground.report.why import Chain, as_text

    explanation = Chain(Project.find().root).explain(file)
    typer.echo(explanation.to_json() if as_json else as_text(explanation))


def strip_notebook(source: Path, target: Path) -> None:
    """Copy a source notebook without outputs, so that saving it in JupyterLab makes no stage stale."""
    from provingground.pipeline.notebook import strip

    strip(source, target)
