"""The cells of the benchmark: what is to be computed, and the key that identifies each value.

A cell is one (data set, algorithm, variant, fold, noise level). Its key is a hash of everything that can change its
value; two cells with equal keys are the same computation, whatever machine, order or number of workers made them.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from provingground.datasets.table import Table
from provingground.errors import DependencyError, InputError
from provingground.labelnoise.algorithms.base import Algorithm
from provingground.labelnoise.protocol import Protocol

# Raise when the meaning of a row changes for every algorithm (metrics, noise, splits): old cells are then not served.
PROTOCOL_VERSION = 1


@dataclass(frozen=True)
class DataId:
    """What identifies a data set: its name, and a checksum that changes with any value. A ``Table`` has both, too.

    Planning needs no more, so that a checkout with all results but without the data can redraw every figure.
    """

    name: str
    checksum: str


@dataclass(frozen=True)
class Task:
    """The unit of work: one algorithm on one fold, for the noise levels that are still to be computed."""

    algorithm: Algorithm
    fold: int
    levels: tuple[float, ...]


@dataclass(frozen=True)
class Cell:
    """One planned value and its key."""

    algorithm: Algorithm
    fold: int
    rho: float
    key: str


def plan_cells(data: DataId | Table, algorithms: Sequence[Algorithm], protocol: Protocol) -> list[Cell]:
    """List every cell of one data set, in reporting order: algorithm as given, then fold, then level.

    Raises
    ------
    InputError
        If a cell occurs twice, because an algorithm or a level does.
    """
    cells = [
        Cell(algorithm, fold, rho, cell_key(data, algorithm, protocol, fold, rho))
        for algorithm in algorithms
        for fold in range(protocol.folds * protocol.repeats)
        for rho in protocol.levels
    ]
    if len({cell.key for cell in cells}) < len(cells):
        remedy = "Remove the repetition from algorithms.names or noise.levels."
        raise InputError("the planned cells", "hold the same algorithm or level twice", remedy)
    return cells


def cell_key(data: DataId | Table, algorithm: Algorithm, protocol: Protocol, fold: int, rho: float) -> str:
    """Hash everything that can change the cell's value (SHA-256, 64 hexadecimal digits).

    The number of repeats and the list of levels are left out on purpose: a fold's split does not depend on how many
    repetitions follow, and a level's flips not on which other levels are run. So adding either reuses what is there.
    """
    identity = {
        "protocol": PROTOCOL_VERSION,
        "data": data.checksum,
        "dataset": data.name,  # seeds are derived from it
        "algorithm": algorithm.name,
        "variant": algorithm.variant,
        "adapter": algorithm.version,
        "parameters": dict(algorithm.parameters),
        "library": [algorithm.library, library_version(algorithm.library)],
        "splits": [protocol.folds, protocol.split_seed, fold],
        "noise": [protocol.noise_model, protocol.noise_seed, protocol.nested, float(rho)],
    }
    if algorithm.origin is not None:  # a file of the user's own: a changed line is another algorithm
        identity["origin"] = algorithm.origin.sha256
    return hashlib.sha256(json.dumps(identity, sort_keys=True, default=str).encode()).hexdigest()


def missing_tasks(cells: Iterable[Cell], present: Iterable[str]) -> list[Task]:
    """Group the cells that no value exists for into tasks, the costliest algorithms first.

    Long tasks first keeps all workers busy to the end.
    """
    have = set(present)
    groups: dict[tuple[Algorithm, int], list[Cell]] = {}
    for cell in cells:
        if cell.key not in have:
            groups.setdefault((cell.algorithm, cell.fold), []).append(cell)
    tasks = [Task(*shared, tuple(cell.rho for cell in group)) for shared, group in groups.items()]
    return sorted(tasks, key=lambda task: (_COST_RANK.get(task.algorithm.name, 9), task.fold))


_COST_RANK = {"khiopsRF": 0, "wekaRF": 1, "skRF": 2, "XGB_SQUERR": 3, "XGB_RAMP": 4, "khiops": 5}


@cache
def library_version(distribution: str) -> str:
    """Version of an installed distribution.

    Raises
    ------
    DependencyError
        If it is not installed.
    """
    try:
        return version(distribution)
    except PackageNotFoundError as error:
        raise DependencyError(distribution, "is not installed", f"Run `pip install {distribution}`.") from error


def versions_of(algorithm: Algorithm) -> str:
    """Text with the versions that a row was made with, for its ``versions`` column."""
    names = dict.fromkeys([algorithm.library, "scikit-learn", "numpy", "pandas", "provingground"])
    parts = [*(f"{name} {library_version(name)}" for name in names), f"python {platform.python_version()}"]
    if algorithm.origin is not None:
        parts.append(f"{Path(algorithm.origin.path).name} sha256:{algorithm.origin.sha256[:12]}")
    return "; ".join(parts)
