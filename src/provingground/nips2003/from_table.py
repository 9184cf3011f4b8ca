"""Make a benchmark of the 2003 design from any table: ``provingground nips2003 design``."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    name: str
    target: str
    positive: str
    probes: float = 0.5
    test_rows: int | None = None
    valid_share: float = 0.25
    seed: int = 2003

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
        For missing values, a target without exactly two classes, or too few patterns for the rule of thumb.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> table = pd.DataFrame({"a": rng.normal(size=300), "b": rng.normal(size=300)}).assign(y=lambda t: t.a + t.b > 0)
    >>> made = design(table, TableDesign("toy", target="y", positive="True", test_rows=100))
    >>> made.benchmark.X["test"].shape
    (100, 4)
    """
    rng = np.random.default_rng(plan.seed)
    y = _classes(table, plan)
    real, names = _encode(table.drop(columns=plan.target))
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


def _classes(table: pd.DataFrame, plan: TableDesign) -> NDArray[np.int8]:
    if plan.target not in table.columns:
        raise InputError(
            f"column '{plan.target}'", "is not in the table", f"It has {', '.join(map(str, table.columns))}."
        )
    if table[plan.target].isna().any():
        raise InputError(f"column '{plan.target}'", "has missing classes", "Drop those rows.")
    values = table[plan.target].astype(str)
    found = sorted(values.unique())
    if len(found) != 2 or plan.positive not in found:
        problem = f"holds the classes {', '.join(found[:5])} where two were expected, one of them '{plan.positive}'"
        raise InputError(f"column '{plan.target}'", problem, "Choose the positive class, or merge classes first.")
    return np.where(values == plan.positive, 1, -1).astype(np.int8)


def _encode(features: pd.DataFrame) -> tuple[NDArray[np.float64], list[str]]:
    """Numbers as they are, everything else one column for each value."""
    for name in features.columns:
        if features[name].isna().any():
            line = int(np.flatnonzero(features[name].isna())[0]) + 1
            raise InputError(f"column '{name}', row {line}", "has no value", "Impute or drop it first.")
    if features.shape[1] == 0:
        raise InputError("table", "has no feature beside the target")
    encoded = pd.get_dummies(features, columns=[n for n in features if features[n].dtype.kind not in "biuf"])
    names = [str(name).encode("ascii", "backslashreplace").decode().strip() for name in encoded.columns]
    return encoded.to_numpy(dtype=np.float64), names


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
