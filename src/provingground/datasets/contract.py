"""What every data set must do, ours and the user's."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from provingground.contract import Check, ContractError
from provingground.datasets.catalog import DatasetEntry
from provingground.datasets.sources import RawData, fetch
from provingground.datasets.standardize import standardize
from provingground.datasets.storage import load_standardized, write_standardized
from provingground.datasets.table import Table

FOLDS = 5  # of the published protocol


@dataclass(frozen=True)
class Candidate:
    """A catalog entry under examination, read once for all checks."""

    entry: DatasetEntry
    cache: Path
    mirror: str | None = None

    def read(self) -> RawData:
        """Bring the raw data here."""
        return fetch(self.entry, mirror=self.mirror, cache=self.cache)

    @cached_property
    def raw(self) -> RawData:
        """The raw data of the first source that serves."""
        return self.read()

    @cached_property
    def table(self) -> Table:
        """The standard form."""
        return standardize(self.entry, self.raw)


def can_be_standardised(candidate: Candidate) -> None:
    """Comes from one of its sources as expected, and into the standard form."""
    assert candidate.table is not None


def gives_the_same_again(candidate: Candidate) -> None:
    """Gives an equal table when it is read again."""
    if standardize(candidate.entry, candidate.read()).checksum != candidate.table.checksum:
        raise ContractError(candidate.entry.name, "gives another table each time", "Fix its `parameters` or files.")


def comes_back_from_disk(candidate: Candidate) -> None:
    """Comes back from disk as it was written."""
    with tempfile.TemporaryDirectory() as folder:
        write_standardized(candidate.table, Path(folder), candidate.entry, candidate.raw)
        load_standardized(Path(folder), candidate.entry.name)  # compares the checksums


def has_a_feature(candidate: Candidate) -> None:
    """Has a feature with more than one value."""
    if all(candidate.table.X[name].nunique() < 2 for name in candidate.table.X.columns):
        raise ContractError(candidate.entry.name, "has constant columns only", "Check `drop` and `missing`.")


def fills_the_folds(candidate: Candidate) -> None:
    """Has rows of every class for each of the five folds, as far as it is one of two classes."""
    counts = np.unique(candidate.table.y, return_counts=True)[1]
    if candidate.entry.positive is not None and counts.min() < FOLDS:
        problem = f"has {counts.min()} rows of its rarer class, fewer than the {FOLDS} folds"
        raise ContractError(candidate.entry.name, problem, "Add rows, or lower splits.folds in params.yaml.")


DATASET_CHECKS: tuple[Check[Candidate], ...] = (
    can_be_standardised,
    gives_the_same_again,
    comes_back_from_disk,
    has_a_feature,
    fills_the_folds,
)
