"""The command line: a thin layer over the library, one module per command or group, imported when it is called."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from provingground.cli.plain import plain_typer
from provingground.errors import ProvingGroundError


class _Entry(NamedTuple):
    module: str  # below provingground.cli
    name: str  # of a function, or of a Typer app
    summary: str  # the first line of its help (a test compares), so that listing the commands imports none


COMMANDS = {
    "data": _Entry("data", "app", "List, fetch and describe data sets."),
    "run": _Entry("pipeline", "run", "Run one section's notebook."),
    "cells": _Entry("cells", "cells", "Count, show, export or drop benchmark cells."),
    "nips2003": _Entry("nips2003", "app", "Feature selection in the style of NIPS 2003."),
    "perfex": _Entry("perfex", "app", "Explain where a model fails, with evidence."),
    "report": _Entry("report", "report", "Write the site of a profile."),
    "index": _Entry("report", "index", "Write the page that leads to the sites."),
    "why": _Entry("report", "why", "Follow a figure or table back to raw files."),
    "check": _Entry("check", "check", "Check an algorithm, a loss or a data set."),
    "doctor": _Entry("doctor", "doctor", "Tell what is missing on this machine."),
    "strip-notebook": _Entry("pipeline", "strip_notebook", "Copy a notebook without its outputs."),
}

HELP = """How far can a classifier be trusted? Run and read the compendium.

Exit codes: 0 done, 1 bad input or a run that failed (said in one line on standard error), 2 wrong usage. What a command
prints on standard output is its result; with --json it is JSON and nothing else.

Examples:

    provingground doctor

    provingground data fetch spambase

    provingground perfex predictions.csv --label y --prediction yhat

Completion of commands and options: provingground --install-completion
"""


class _Commands(TyperGroup):
    """Imports a command when it is to run; for the list of commands, a name and a line will do."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name].summary) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        return (name, load(name), args[1:]) if name in COMMANDS else super().resolve_command(ctx, args)


app = typer.Typer(cls=_Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, help=HELP)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"provingground {version('provingground')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    pass


def load(name: str) -> Any:
    """Import one command and build it."""
    entry = COMMANDS[name]
    found = getattr(import_module(f"provingground.cli.{entry.module}"), entry.name)
    if not isinstance(found, typer.Typer):
        found, function = plain_typer(), found
        found.command()(function)
    command = typer.main.get_command(found)
    command.name = name
    return command


def main() -> None:
    """Run the command line; what the user can mend is one line on standard error and exit code 1, not a traceback."""
    try:
        app()
    except ProvingGroundError as error:
        _stop(str(error))
    except OSError as error:  # a full disk, a folder that is not writable, a file in the way
        _stop(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _stop(message: str) -> NoReturn:
    typer.echo(f"Error: {message}", err=True)
    sys.exit(1)
