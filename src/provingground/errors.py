"""Errors that users read: where it went wrong, what was expected, what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class ProvingGroundError(Exception):
    """Base of every error raised on purpose, so that the command line can tell ours from a defect.

    Parameters
    ----------
    where
        File, line, key or column that the message is about.
    problem
        What was found and what was expected instead.
    remedy
        What the reader can do now.

    Examples
    --------
    >>> print(InputError("my.csv, column 'age'", "holds text in line 7 where numbers were expected", "Fix the line."))
    my.csv, column 'age': holds text in line 7 where numbers were expected. Fix the line.
    """

    def __init__(self, where: str | Path, problem: str, remedy: str = "") -> None:
        self.where = str(where)
        self.problem = problem.rstrip(".")
        self.remedy = remedy
        super().__init__(self.where, self.problem, self.remedy)

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}. {self.remedy}".rstrip()


class InputError(ProvingGroundError, ValueError):
    """Something the user handed in (data, parameter, file) is not usable."""


class SourceError(ProvingGroundError, OSError):
    """Data could not be brought here, or what arrived is not what was asked for."""


class DependencyError(ProvingGroundError, RuntimeError):
    """A program or package that this step needs is missing or does not start."""


def nearest(name: str, known: Iterable[str], at_most: int = 3) -> str:
    """Known names that a mistyped one may stand for, as words; empty if none is near.

    Examples
    --------
    >>> nearest("colour", ["color", "colours", "size"])
    "'colours' or 'color'"
    """
    return " or ".join(repr(each) for each in difflib.get_close_matches(name, list(known), n=at_most))


def suggest(name: str, known: Iterable[str]) -> str:
    """A remedy for a name that is not known: the near ones, else all of them.

    Examples
    --------
    >>> suggest("ncra", ["ncar", "nnar", "fixed_count"]), suggest("none", ["ncar"])
    ("Did you mean 'ncar'?", "Use 'ncar'.")
    """
    names = list(known)
    near = nearest(name, names)
    if near:
        return f"Did you mean {near}?"
    return f"Use {names[0]!r}." if len(names) == 1 else f"Use one of {', '.join(names) or '(there is none)'}."
