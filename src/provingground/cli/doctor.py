"""`provingground doctor`: what is missing on this machine, and what to do about it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated

import typer

from provingground.errors import DependencyError, InputError


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print the diagnoses as JSON.")] = False) -> None:
    """Tell what is missing on this machine.

    Looks at Python, packages, Java, Khiops, sources of data, disk, memory and the state of the checkout, and says what
    to do. Exit code 0 if the quick profile can run; "limited" is what it can do without.

    Examples:

        provingground doctor

        provingground doctor --json
    """
    try:
        from provingground.compendium import Project
        from provingground.doctor import can_run_quick, examine
    except ImportError as error:  # of all commands this one has to survive a broken installation
        remedy = "make install, or pip install --editable ."
        raise DependencyError(error.name or "a package", f"does not import ({error})", remedy) from error
    project = None
    with suppress(InputError):
        project = Project.find()
    diagnoses = examine(project)
    ready = can_run_quick(diagnoses)
    if as_json:
        typer.echo(json.dumps({"quick": ready, "diagnoses": [asdict(each) for each in diagnoses]}, indent=2))
        raise typer.Exit(0 if ready else 1)
    for each in diagnoses:
        typer.echo(f"{each.status:8} {each.what + ':':19} {each.found}")
        if each.remedy:
            typer.echo(f"{'':28} -> {each.remedy}")
    typer.echo("\nThe quick profile can run here." if ready else "\nThe quick profile cannot run here yet.")
    raise typer.Exit(0 if ready else 1)
