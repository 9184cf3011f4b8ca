"""Make a benchmark of the 2003 design from any table: ``provingground nips2003 design``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse

from provingground.errors import InputError
from provingground.nips2003.baselines import LambdaClassifier, cross_validated_error, linear_svm
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, permuted_probes, size_of_test_set, split_by_class, to_levels
from provingground.nips2003.formats import Kind, Matrix
from provingground.nips2003.settings import ClassCounts

SPARSE_BELOW = 0.1
"""Share of non-zero values under which the sparse format is written (ours; it is the shorter file there)."""

MOST_CATEGORIES = 100
"""Different values of a column of texts or dates above which it is taken for an identifier and refused (ours)."""


class Missing(StrEnum):
    """What is done with rows that lack a value. An infinite number counts as missing."""

    REFUSE = "refuse"
    """Raise an error that counts the missing values of every column."""
    DROP_ROWS = "drop-rows"
    """Leave out every row that lacks a value."""
    MEDIAN = "median"
    """Put in the median of the column; columns of texts get a value ``missing`` of their own."""


@dataclass(frozen=True)
class TableDesign:
    """How a table becomes a benchmark.

    Parameters
    ----------
    name
        Stem of the files.
    target, positive
        Column with the two classes, and the value of class +1.
    probes
        Probes as a share of all features: 0.5 adds as many as there are real ones.
    test_rows
        Size of the test set; by default n = 100 / p, with p the error of the better baseline in cross-validation.
    valid_share
        Share of the remaining patterns that becomes the validation set.
    seed
        Of every random step.
    missing
        What is done with missing values.
    drop
        Columns to leave out, such as identifiers.
    """

    name: str
    target: str
    positive: str
    probes: float = 0.5
    test_rows: int | None = None
    valid_share: float = 0.25
    seed: int = 2003
    missing: Missing = Missing.REFUSE
    drop: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key in ("probes", "valid_share"):
            if not 0 < getattr(self, key) < 1:
                raise InputError(key, f"is {getattr(self, key)}; a share lies between 0 and 1")


@dataclass(frozen=True, eq=False)
class Designed:
    """A benchmark, and the numbers behind the size of its test set (``None`` where the size was given)."""

    benchmark: Benchmark
    baseline_error: float | None
    rule_of_thumb: int | None


def design(table: pd.DataFrame, plan: TableDesign) -> Designed:
    """Scale, add probes, shuffle, size the test set, split.

    Numbers become levels 0..999; texts, dates and categories one 0/1 column for each value. If everything is
    0/1, the matrix is binary. Probes are permuted copies of the columns, so that they have their exact distribution.

    Raises
    ------
    InputError
        For missing values (unless the plan says what to do with them), a target without exactly two classes, a column
        of texts with more than :data:`MOST_CATEGORIES` values, or too few patterns for the rule of thumb.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> table = pd.DataFrame({"a": rng.normal(size=300), "b": rng.normal(size=300)}).assign(y=lambda t: t.a + t.b > 0)
    >>> made = design(table, TableDesign("toy", target="y", positive="True", test_rows=100))
    >>> made.benchmark.X["test"].shape
    (100, 4)
    """
    rng = np.random.default_rng(plan.seed)
    complete = _without_missing(_choose_columns(table, plan), plan)
    y = _classes(complete[plan.target], plan)
    real, names = _encode(complete.drop(columns=plan.target))
    kind, real = _choose_kind(real)
    error = rule = None
    test_rows = plan.test_rows
    if test_rows is None:
        error = _baseline_error(real, y, plan.seed)
        test_rows = rule = size_of_test_set(error)
    counts = _counts(y, test_rows, plan.valid_share)
    n_probes = round(real.shape[1] * plan.probes / (1 - plan.probes))
    probes, source = permuted_probes(real, n_probes, rng)
    rows = split_by_class(y, counts, rng)
    identities = [*names, *(f"probe {names[column]} permuted" for column in source)]
    return Designed(assemble(plan.name, kind, real, probes, y, rows, identities, rng), error, rule)


def _choose_columns(table: pd.DataFrame, plan: TableDesign) -> pd.DataFrame:
    there = [str(column) for column in table.columns]
    if repeated := sorted({name for name in there if there.count(name) > 1}):
        raise InputError(f"column '{repeated[0]}'", "is in the table twice", "Rename one of them.")
    for column in (plan.target, *plan.drop):
        if column not in there:
            raise InputError(f"column '{column}'", "is not in the table", f"It has {', '.join(there)}.")
    if plan.target in plan.drop:
        raise InputError(f"column '{plan.target}'", "is the target and cannot be dropped", "Drop other columns.")
    chosen = table.set_axis(there, axis=1).drop(columns=list(plan.drop))
    if chosen.shape[1] == 1:
        raise InputError("table", "has no feature beside the target")
    return chosen


def _without_missing(table: pd.DataFrame, plan: TableDesign) -> pd.DataFrame:
    table = table.mask(table.isin([np.inf, -np.inf]))
    counts = table.isna().sum()
    if not counts.any():
        return table
    complete = table.dropna()
    if plan.missing is Missing.REFUSE or (plan.missing is Missing.MEDIAN and counts[plan.target]):
        found = ", ".join(f"'{column}' ({count})" for column, count in counts[counts > 0].items())
        remedy = f"Pass --missing drop-rows ({len(complete)} of {len(table)} rows stay)"
        remedy += " or --missing median" if not counts[plan.target] else ""
        remedy += ", or leave columns out with --drop."
        raise InputError("table", f"has missing values in these columns (how many): {found}", remedy)
    if plan.missing is Missing.DROP_ROWS:
        return complete.infer_objects()  # what was true, false and missing is true and false now
    empty = [column for column, count in counts.items() if count == len(table)]
    if empty:
        raise InputError(f"column '{empty[0]}'", "has no value at all", f"Leave it out: --drop {empty[0]}.")
    return pd.DataFrame({column: _filled(table[column]) for column in table})


def _filled(column: pd.Series[Any]) -> pd.Series[Any]:
    if not column.isna().any():
        return column
    return column.fillna(column.median()) if _is_number(column) else column.astype(object).fillna("missing")


def _is_number(column: pd.Series[Any]) -> bool:
    return column.dtype.kind in "biuf"


def _classes(target: pd.Series[Any], plan: TableDesign) -> NDArray[np.int8]:
    whole = target.dtype.kind == "f" and (target == target.round()).all()  # 0/1 with a gap was read as 0.0/1.0
    values = (target.astype(np.int64) if whole else target).astype(str)
    found = sorted(values.unique())
    if len(found) != 2 or plan.positive not in found:
        problem = f"holds the classes {', '.join(found[:5])} where two were expected, one of them '{plan.positive}'"
        raise InputError(f"column '{plan.target}'", problem, "Choose the positive class, or merge classes first.")
    return np.where(values == plan.positive, 1, -1).astype(np.int8)


def _encode(features: pd.DataFrame) -> tuple[NDArray[np.float64], list[str]]:
    """Numbers as they are, everything else one column for each value."""
    categories = [column for column in features if not _is_number(features[column])]
    for column in categories:
        if (found := features[column].nunique()) > MOST_CATEGORIES:
            problem = f"holds {found} different values that are no numbers, and each would become a feature"
            remedy = f"Leave it out (--drop {column}), make numbers of it, or merge values."
            raise InputError(f"column '{column}'", problem, remedy)
    encoded = pd.get_dummies(features, columns=categories)
    return encoded.to_numpy(dtype=np.float64), [_identity(str(name)) for name in encoded.columns]


def _identity(name: str) -> str:
    """One line of ASCII, as the file of identities wants it."""
    return " ".join(name.encode("ascii", "backslashreplace").decode().split())


def _choose_kind(X: NDArray[np.float64]) -> tuple[Kind, Matrix]:
    binary = bool(np.isin(X, (0, 1)).all())
    levels = X.astype(np.int16) if binary else to_levels(X)
    if np.count_nonzero(levels) >= SPARSE_BELOW * levels.size:
        return Kind.DENSE, levels
    return Kind.SPARSE_BINARY if binary else Kind.SPARSE_INTEGER, sparse.csr_array(levels.astype(np.int32))


def _baseline_error(X: Matrix, y: NDArray[np.int8], seed: int) -> float:
    models = (LambdaClassifier(seed=seed), linear_svm(X, seed))
    # An error of 0 would ask for no test set at all: half a pattern wrong is the least that can be claimed.
    return max(min(cross_validated_error(model, X, y, seed=seed) for model in models), 0.5 / len(y))


def _counts(y: NDArray[np.int8], test_rows: int, valid_share: float) -> ClassCounts:
    """Class counts in the proportions of the table."""
    n, n_positive = len(y), int((y == 1).sum())
    if test_rows > 0.8 * n:
        problem = f"would take {test_rows} of the {n} patterns"
        raise InputError(
            "test set", problem, "Give a size (--test-rows) and accept wider error bars, or bring more data."
        )
    test = round(test_rows * n_positive / n)
    valid_rows = round(valid_share * (n - test_rows))
    valid = round(valid_rows * n_positive / n)
    train = n_positive - test - valid
    if min(test, valid, train, test_rows - test, valid_rows - valid) < 1:
        raise InputError("splits", "would leave one of them without one of the classes", "Bring more data.")
    return ClassCounts(
        train=(train, n - test_rows - valid_rows - train),
        valid=(valid, valid_rows - valid),
        test=(test, test_rows - test),
    )
