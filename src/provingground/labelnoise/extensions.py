"""Files of the user's own that define algorithms or losses: what is in them, and whether it may stand beside ours.

A file has a tuple ``ALGORITHMS`` of :class:`~provingground.labelnoise.algorithms.base.Algorithm`, or a tuple ``LOSSES``
of :class:`~provingground.labelnoise.losses.Loss`, or both. See ``examples/``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from provingground.errors import InputError
from provingground.labelnoise.algorithms import ALGORITHMS
from provingground.labelnoise.algorithms.base import Algorithm
from provingground.labelnoise.algorithms.origin import Origin
from provingground.labelnoise.losses import Loss


@dataclass(frozen=True)
class Extension:
    """What one file defines."""

    algorithms: tuple[Algorithm, ...]
    losses: tuple[Loss, ...]


def load_extension(path: Path) -> Extension:
    """Run a file and take what it defines.

    Raises
    ------
    InputError
        If it does not run, defines neither ALGORITHMS nor LOSSES, or something else under these names.
    """
    origin = Origin.read(path)
    algorithms = _members(origin, "ALGORITHMS", Algorithm)
    losses = _members(origin, "LOSSES", Loss)
    if not algorithms and not losses:
        remedy = "Define `ALGORITHMS = (MyAlgorithm(...),)` or `LOSSES = (Loss(...),)`; see examples/."
        raise InputError(path, "defines neither ALGORITHMS nor LOSSES", remedy)
    _refuse_repetition(algorithms, path)
    return Extension(tuple(replace(each, origin=origin) for each in algorithms), losses)


def load_algorithms(folder: Path) -> list[Algorithm]:
    """All algorithms of the Python files of a folder, in the order of the files' names; none where there is no folder.

    Raises
    ------
    InputError
        As :func:`load_extension`, or if a name and variant is taken already.
    """
    found: list[Algorithm] = []
    for path in sorted(folder.glob("*.py")):
        found += load_extension(path).algorithms
        _refuse_repetition([*ALGORITHMS, *found], path)
    return found


def _members(origin: Origin, name: str, kind: type[Any]) -> tuple[Any, ...]:
    members = getattr(origin.module, name, ())
    if not isinstance(members, (tuple, list)) or not all(isinstance(each, kind) for each in members):
        remedy = f"Write `{name} = (...,)` with instances of {kind.__name__}."
        raise InputError(f"{origin.path}, {name}", f"is not a tuple of {kind.__name__}", remedy)
    return tuple(members)


def _refuse_repetition(algorithms: Iterable[Algorithm], path: Path) -> None:
    seen = set()
    for each in algorithms:
        if (each.name, each.variant) in seen:
            raise InputError(path, f"defines {each}, and there is one of that name and variant", "Rename it.")
        seen.add((each.name, each.variant))
