"""`provingground run`, `index` and `strip-notebook`: what the stages of dvc.yaml call."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import PROFILES, Project
from provingground.sections import SECTIONS, profile_facts, run_section

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


def index() -> None:
    """Write reports/index.html from what the stages left under reports/."""
    from provingground.pipeline.report import collect, write_index

    project = Project.find()
    reports = project.root / "reports"
    titles = {name: section.title for name, section in SECTIONS.items()}
    found = [name for name in PROFILES if (reports / "notebooks" / name).exists()]
    runs = [collect(reports, name, profile_facts(project, name), titles) for name in found]
    typer.echo(write_index(reports, runs))


def strip_notebook(source: Path, target: Path) -> None:
    """Copy a source notebook without outputs, so that saving it in JupyterLab makes no stage stale."""
    from provingground.pipeline.notebook import strip

    strip(source, target)
