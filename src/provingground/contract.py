"""What an algorithm, a loss or a data set must do, as named checks: run by the tests over ours, by a user over theirs.

A check is a function of its subject that raises :class:`ContractError`, or whatever the subject itself raises. The
first line of its docstring is what it promises.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from provingground.errors import DependencyError, ProvingGroundError

Subject = TypeVar("Subject")
Check = Callable[[Subject], None]


class ContractError(ProvingGroundError, AssertionError):
    """The subject of a check does something else than what it must."""


@dataclass(frozen=True)
class Finding:
    """What one check found: ``status`` is "ok", "failed" or "skipped", ``message`` says why where it is not ok."""

    subject: str
    check: str
    status: str
    message: str = ""


def promise(check: Check[Any]) -> str:
    """What a check promises, in words.

    Examples
    --------
    >>> def check(subject):
    ...     '''Is positive.'''
    >>> promise(check)
    'Is positive'
    """
    return (check.__doc__ or "").strip().splitlines()[0].removesuffix(".")


def run_checks(name: str, subject: Subject, checks: Iterable[Check[Subject]]) -> Iterator[Finding]:
    """Run checks one after the other; one that fails does not stop the next.

    Examples
    --------
    >>> def check(number):
    ...     '''Is positive.'''
    ...     if number <= 0:
    ...         raise ContractError("the number", f"is {number}", "Use a larger one.")
    >>> [finding.message for finding in run_checks("minus one", -1, [check])]
    ['the number: is -1. Use a larger one.']
    """
    for check in checks:
        try:
            check(subject)
        except DependencyError as error:
            yield Finding(name, promise(check), "skipped", str(error))
        except ProvingGroundError as error:
            yield Finding(name, promise(check), "failed", str(error))
        except Exception as error:  # whatever the subject's own code raises is a finding, with its place
            place = traceback.extract_tb(error.__traceback__)[-1]
            message = f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"
            yield Finding(name, promise(check), "failed", message)
        else:
            yield Finding(name, promise(check), "ok")
