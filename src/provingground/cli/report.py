"""`provingground report`, `index` and `why`: the pages that people read, and the chain behind a figure or table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from provingground.compendium import PROFILES, Project


def report(profile: Annotated[str, typer.Option(help=f"One of {', '.join(PROFILES)}.")] = "quick") -> None:
    """Write the site of a profile.

    It is reports/site/PROFILE/, made from what the profile's stages left under reports/; its start page is printed.

    Examples:

        provingground report

        provingground report --profile paper
    """
    from provingground.sections import write_report

    typer.echo(write_report(Project.find(), profile))


def index() -> None:
    """Write the page that leads to the sites.

    It is reports/index.html, which git tracks: it leads to the paper profile's site where that is here, and to where
    `dvc repro` writes the quick one.

    Example:

        provingground index
    """
    from provingground.report.site import write_front

    typer.echo(write_front(Project.find().root / "reports"))


def why(
    file: Annotated[Path, typer.Argument(help="A file under reports/figures or reports/tables.")],
    short: Annotated[
        bool, typer.Option("--short", help="Print the line of code and what is stale, no stages.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the chain as JSON.")] = False,
) -> None:
    """Follow a figure or table back to raw files.

    Prints the line of code that made it, its stage with parameters, code and versions, and the data down to the raw
    files; and what of all that has changed since.

    Examples:

        provingground why reports/figures/quick/retained/claims.svg

        provingground why reports/figures/paper/findings/rules.svg --short

        provingground why reports/tables/quick/noise@spambase/means.csv --json
    """
    from provingground.report.why import Chain, as_text

    explanation = Chain(Project.find().root).explain(file)
    typer.echo(explanation.to_json() if as_json else as_text(explanation, short=short))
