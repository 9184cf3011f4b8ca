"""The command line: a thin layer over the library, one module per part."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from provingground.cli import cells, pipeline
from provingground.errors import ProvingGroundError

# Parts with commands of their own, imported when one is called: some take seconds to import.
PARTS = ("data", "nips2003", "perfex")


class _Parts(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *PARTS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in PARTS:
            return super().get_command(ctx, cmd_name)
        command = typer.main.get_command(import_module(f"provingground.cli.{cmd_name}").app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_Parts, no_args_is_help=True, help="How far can a classifier be trusted? Run and read the compendium."
)
app.command("run")(pipeline.run)
app.command("report")(pipeline.report)
app.command("index")(pipeline.index)
app.command("why")(pipeline.why)
app.command("strip-notebook")(pipeline.strip_notebook)
app.command("cells")(cells.cells)


def main() -> None:
    """Run the command line; an error of ours is one line on standard error and exit code 1, not a traceback."""
    try:
        app()
    except ProvingGroundError as error:
        typer.echo(f"Error: {error}", err=True)
        sys.exit(1)
