"""The command line: a thin layer over the library, one module per part."""

from __future__ import annotations

import sys

import typer

from provingground.cli import cells, data, pipeline
from provingground.errors import ProvingGroundError

app = typer.Typer(no_args_is_help=True, help="How far can a classifier be trusted? Run and read the compendium.")
app.command("run")(pipeline.run)
app.command("index")(pipeline.index)
app.command("strip-notebook")(pipeline.strip_notebook)
app.command("cells")(cells.cells)
app.add_typer(data.app, name="data")


def main() -> None:
    """Run the command line; an error of ours is one line on standard error and exit code 1, not a traceback."""
    try:
        app()
    except ProvingGroundError as error:
        typer.echo(f"Error: {error}", err=True)
        sys.exit(1)
