"""How all our commands look: plain text, the same in a terminal, a log file and a document."""

from __future__ import annotations

import typer


def plain_typer(help: str | None = None) -> typer.Typer:
    """Make a group of commands in the house style. Completion belongs to the whole program, not to a group."""
    return typer.Typer(
        help=help,
        no_args_is_help=help is not None,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
