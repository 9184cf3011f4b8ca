"""What is known about each data set: where it comes from, how to read it, what it must look like.

The facts are in ``catalog.yaml``; this module gives them types. A user's own data set is an entry with the same fields.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from decimal import Decimal
from importlib import resources
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, field_validator

from provingground.errors import InputError, suggest
from provingground.settings import Settings, validate


class RawFile(Settings):
    """One raw file: below the mirror's ``raw`` folder, inside the package, or wherever the user keeps it."""

    path: str
    bytes: int | None = None
    sha256: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")
    skip_lines: int = 0  # lines before the header, or before the data where there is no header


class OneHot(Settings):
    """Turn every column but ``target`` into one column per value, in the order in which values appear, row by row."""

    value: float  # of the column that belongs to the row's value; the others are 0
    target: str  # renamed to the entry's target


class _Source(Settings):
    columns: tuple[str, ...] | None = None  # names by position, instead of those that the source gives
    drop: tuple[str, ...] | None = None  # instead of the entry's
    labels: dict[str, str] = Field({})  # this source's label -> the entry's label
    decimals: int | None = (
        None  # round all values, which must be numbers: undoes the last-digit errors of a rewritten copy
    )
    distinct: bool = False  # keep the first of equal rows
    one_hot: OneHot | None = None
    note: str = ""  # how this copy differs from the paper's
    refuse: str = ""  # why this copy must not pass for the paper's; such a source is never read


class _Files(_Source):
    files: tuple[RawFile, ...]  # read in this order and put one below the other
    format: Literal["csv", "arff", "svmlight", "parquet"]
    separator: str = ","
    header: bool = True  # csv: the first line holds the names; otherwise they are the entry's `columns`
    row_names: bool = False  # csv: lines start with a row name that has no place in the header

    @field_validator("separator")
    @classmethod
    def _must_be_one_character(cls, separator: str) -> str:
        if len(separator) != 1 or separator in '\r\n"':
            raise ValueError('should be one character; a tab is "\\t", in double quotes')
        return separator

    @property
    def label(self) -> str:
        """How reports call this source."""
        return "file"


class _FilesWithin(_Files):
    @field_validator("files")
    @classmethod
    def _must_stay_inside(cls, files: tuple[RawFile, ...]) -> tuple[RawFile, ...]:
        # An entry may come from somebody else, and a download is written to where its path says.
        for file in files:
            if PurePosixPath(file.path).is_absolute() or ".." in PurePosixPath(file.path).parts:
                raise ValueError(f"path {file.path!r} leaves its folder")
        return files


class MirrorSource(_FilesWithin):
    """Files of a folder or URL laid out as ``raw/<folder>/<file>``."""

    kind: Literal["mirror"]

    @property
    def label(self) -> str:
        """How reports call this source."""
        return "mirror"


class BundledSource(_FilesWithin):
    """Files that an installed distribution carries; its code is never imported."""

    kind: Literal["bundled"]
    package: str  # name of the distribution

    @property
    def label(self) -> str:
        """How reports call this source."""
        return f"package {self.package}"


class FileSource(_Files):
    """The user's own files."""

    kind: Literal["file"]


class OpenmlSource(_Source):
    """A data set of openml.org."""

    kind: Literal["openml"]
    id: int

    @property
    def label(self) -> str:
        """How reports call this source."""
        return f"OpenML {self.id}"


class GeneratedSource(_Source):
    """A generator of scikit-learn; columns are called x0, x1, ... and the label ``class``."""

    kind: Literal["generated"]
    maker: str = Field(pattern="^make_[a-z0-9_]+$")  # name in sklearn.datasets
    parameters: dict[str, Any] = Field({})

    @property
    def label(self) -> str:
        """How reports call this source."""
        return f"generator {self.maker}"


FilesSource = MirrorSource | BundledSource | FileSource
Source = FilesSource | OpenmlSource | GeneratedSource


class Expected(Settings):
    """What the standardised data set must be; ``None`` is not checked. Decimals count to their printed digits."""

    rows: int | None = None
    columns: int | None = None
    numeric: int | None = None
    categorical: int | None = None
    mean_categories: Decimal | None = None  # distinct values per categorical column
    minority_percent: Decimal | None = None  # share of the rarest class


class Groups(Settings):
    """Classes made from a numeric target: ``upto`` are the largest values of all groups but the last."""

    upto: tuple[float, ...]
    names: tuple[str, ...]


class DatasetEntry(Settings):
    """All facts about one data set.

    Examples
    --------
    >>> entry = load_catalog()["nasa_kc3"]
    >>> entry.expected.rows, entry.positive, [source.label for source in entry.sources]
    (194, 'Y', ['mirror', 'OpenML 1065'])
    """

    name: str
    title: str = ""
    citation: str = ""
    licence: str = "not stated"
    columns: tuple[str, ...] | None = None  # names for sources without a header, in the order of the file
    drop: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()  # texts that stand for a missing value, besides an empty field
    categorical: tuple[str, ...] = ()  # columns that are categories although some or all of their values are numbers
    target: str
    positive: str | None = (
        None  # the label that becomes +1, the rarer class; null keeps the labels (any number of classes)
    )
    groups: Groups | None = None
    expected: Expected = Expected()
    note: str = ""
    sources: tuple[Annotated[Source, Field(discriminator="kind")], ...] = Field(min_length=1)


def load_catalog(extra: Mapping[str, Any] | None = None) -> dict[str, DatasetEntry]:
    """Entries by name: those of ``catalog.yaml`` and the user's own (``data.extra`` of params.yaml).

    Raises
    ------
    InputError
        Naming every unknown, missing or ill-typed key, with the nearest known key where one was misspelt.

    Examples
    --------
    >>> mine = {"traget": "y", "sources": [{"kind": "file", "format": "csv", "files": [{"path": "mine.csv"}]}]}
    >>> load_catalog({"mine": mine})
    Traceback (most recent call last):
    provingground.errors.InputError: data.extra, data set 'mine': key 'target' is missing; unknown key 'traget' \
(did you mean 'target'?). Use the fields of datasets/catalog.yaml.
    """
    catalog = dict(_own_catalog())
    for name, facts in (extra or {}).items():
        if name in catalog:
            raise InputError(f"data.extra, data set '{name}'", "has the name of a catalog entry", "Rename it.")
        catalog[name] = _entry("data.extra", name, facts)
    return catalog


@functools.cache
def _own_catalog() -> Mapping[str, DatasetEntry]:
    text = resources.files("provingground.datasets").joinpath("catalog.yaml").read_text(encoding="utf-8")
    return {name: _entry("catalog.yaml", name, facts) for name, facts in yaml.safe_load(text).items()}


def find(catalog: Mapping[str, DatasetEntry], name: str) -> DatasetEntry:
    """Entry of that name.

    Raises
    ------
    InputError
        Naming the nearest known names.
    """
    if name in catalog:
        return catalog[name]
    raise InputError(f"data set '{name}'", "is not in the catalog", suggest(name, sorted(catalog)))


def _entry(where: str, name: str, facts: Any) -> DatasetEntry:
    place, remedy = f"{where}, data set '{name}'", "Use the fields of datasets/catalog.yaml."
    if not isinstance(facts, Mapping):
        raise InputError(place, f"is {facts!r} where an entry with named fields was expected", remedy)
    if not name.isidentifier():
        raise InputError(place, "is no name for a file", "Use letters, digits and underscores.")
    return validate(DatasetEntry, {"name": name, **facts}, place, remedy)
