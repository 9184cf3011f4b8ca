"""The one standard form of every data set (label-noise paper): clean names, no missing values, labels -1/+1.

Numeric missing values become the column's mean; a missing category is a category of its own, ``missing``; characters
other than A-Z, a-z and 0-9 are dropped from names and categories. Rows and columns keep the raw file's order, on which
the published splits depend.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.datasets.arranging import as_printed, symbols
from provingground.datasets.catalog import DatasetEntry, Groups
from provingground.datasets.sources import RawData
from provingground.datasets.table import Table
from provingground.errors import InputError

MISSING = "missing"


def standardize(entry: DatasetEntry, raw: RawData) -> Table:
    """Bring raw data into the standard form.

    Parameters
    ----------
    entry
        The facts: target, positive label, missing markers, categorical columns, what to expect.
    raw
        What :func:`provingground.datasets.sources.fetch` brought.

    Returns
    -------
    Table
        Shape (n_rows, n_columns); categories in the order of their sorted text.

    Raises
    ------
    InputError
        Naming file, line and column: a column without values, numbers mixed with text, an infinite value, a missing or
        unknown label, one class, too many classes, counts that differ from the expected ones.
    """
    features = raw.frame.drop(columns=entry.target)
    y = _labels(raw.frame[entry.target], entry)
    columns = [_column(features.iloc[:, i], entry) for i in range(features.shape[1])]
    X = pd.DataFrame(dict(zip(clean_names(list(features.columns)), columns, strict=True)))
    table = Table(entry.name, X, y)
    _refuse_unexpected(table, entry)
    return table


def clean_text(text: str) -> str:
    """Drop what is neither letter nor digit; nothing left becomes ``missing``.

    Examples
    --------
    >>> clean_text("Married-civ-spouse"), clean_text("1.2"), clean_text("?")
    ('Marriedcivspouse', '12', 'missing')
    """
    return re.sub("[^A-Za-z0-9]", "", text) or MISSING


def clean_names(names: list[str]) -> list[str]:
    """Clean column names; of names that become equal, the later ones get the first free number at their end.

    Examples
    --------
    >>> clean_names(["v(g)", "v", "vg"])
    ['vg', 'v', 'vg2']
    """
    taken: dict[str, None] = {}
    for name in names:
        clean = clean_text(name)
        candidates = itertools.chain([clean], (f"{clean}{i}" for i in itertools.count(2)))
        taken[next(candidate for candidate in candidates if candidate not in taken)] = None
    return list(taken)


def mean_categories(table: Table) -> float:
    """Distinct values per categorical column, on average (label-noise paper, Table 1); NaN without such columns."""
    counts = [table.X[name].nunique() for name in table.categorical_columns]
    return sum(counts) / len(counts) if counts else math.nan


def missing_values(entry: DatasetEntry, raw: RawData, columns: list[str]) -> int:
    """Number of missing raw values in the columns with these clean names."""
    features = raw.frame.drop(columns=entry.target)
    features.columns = clean_names(list(features.columns))
    chosen = features[columns]
    return int((chosen.isna() | chosen.isin(entry.missing)).sum().sum())


def describe(table: Table) -> dict[str, float]:
    """What the paper's Table 1 tells of a data set: rows, columns by type, mean categories, minority share in %."""
    return {
        "rows": len(table.X),
        "columns": table.X.shape[1],
        "numeric": len(table.numeric_columns),
        "categorical": len(table.categorical_columns),
        "mean_categories": mean_categories(table),
        "minority_percent": 100 * table.minority_share,
    }


def check_against_paper(facts: Mapping[str, Any], entry: DatasetEntry) -> pd.DataFrame:
    """Compare a data set with what the entry expects of it, to the printed digits.

    Parameters
    ----------
    facts
        From :func:`describe` or from the data set's card.
    entry
        Its catalog entry.

    Returns
    -------
    DataFrame
        One row per fact that the entry states: data set, fact, paper, ours, equal.
    """
    rows = []
    for fact, paper in entry.expected:
        if paper is not None:
            ours = as_printed(facts[fact], paper)
            rows.append({"dataset": entry.name, "fact": fact, "paper": paper, "ours": ours, "equal": ours == paper})
    return pd.DataFrame(rows, columns=["dataset", "fact", "paper", "ours", "equal"])


def _refuse_unexpected(table: Table, entry: DatasetEntry) -> None:
    facts = check_against_paper(describe(table), entry)
    wrong = [f"{row.fact} is {row.ours} where {row.paper} was expected" for row in facts[~facts["equal"]].itertuples()]
    if wrong:
        raise InputError(
            f"data set '{entry.name}'", "; ".join(wrong), "Check `categorical`, `missing` and `drop` of the entry."
        )


def _column(column: pd.Series[Any], entry: DatasetEntry) -> pd.Series[Any]:
    values = column.where(~column.isin(entry.missing))
    if not values.notna().any():
        where = f"{_place(column, 0)[0]}, column '{column.name}'"
        raise InputError(where, "holds no value in any row", "List the column under `drop`.")
    is_category = isinstance(column.dtype, pd.CategoricalDtype) or pd.api.types.is_bool_dtype(column.dtype)
    if is_category or column.name in entry.categorical:
        return _categories(values)
    if pd.api.types.is_numeric_dtype(column.dtype):
        return _numbers(values)
    parsed = pd.to_numeric(values, errors="coerce")
    is_text = values.notna() & parsed.isna()
    if not is_text.any():
        return _numbers(values)
    if parsed.notna().any():
        _refuse_mixture(values, is_text)
    return _categories(values)


def _numbers(values: pd.Series[Any]) -> pd.Series[Any]:
    # by way of Python's float(), which rounds correctly; pandas' own parsers may be off in the last digit
    numbers = values.astype(object).where(values.notna(), math.nan).to_numpy(dtype=np.float64)
    infinite = np.flatnonzero(np.isinf(numbers))
    if len(infinite):
        file, line = _place(values, infinite[0])
        where = f"{file}, line {line}, column '{values.name}'"
        raise InputError(where, f"holds {values.iloc[infinite[0]]}", "Correct it, or list the text under `missing`.")
    known = numbers[~np.isnan(numbers)]
    # fsum: the exact sum, so that the mean does not depend on how a machine adds up
    return pd.Series(np.where(np.isnan(numbers), math.fsum(known) / len(known), numbers))


def _categories(values: pd.Series[Any]) -> pd.Series[Any]:
    text = symbols(values)
    codes, seen = pd.factorize(text)
    cleaned = np.array([*(clean_text(value) for value in seen), MISSING], dtype=object)[codes]
    return pd.Series(pd.Categorical(cleaned, categories=sorted(set(cleaned))))


def _refuse_mixture(values: pd.Series[Any], is_text: pd.Series[bool]) -> None:
    first = int(np.flatnonzero(is_text)[0])
    file, line = _place(values, first)
    problem = f"holds text ({values.iloc[first]!r}; {int(is_text.sum())} rows) in a column of numbers"
    remedy = "Correct it, list the text under `missing`, or the column under `categorical`."
    raise InputError(f"{file}, line {line}, column '{values.name}'", problem, remedy)


def _labels(target: pd.Series[Any], entry: DatasetEntry) -> NDArray[Any]:
    absent = np.flatnonzero(target.isna() | target.isin(entry.missing))
    if len(absent):
        file, line = _place(target, absent[0])
        raise InputError(f"{file}, line {line}, column '{target.name}'", "has no label", "Fill it in.")
    labels = target.astype(str).to_numpy(dtype=object)
    if entry.groups is not None:
        labels = _grouped(labels, entry.groups)
    where = f"{_place(target, 0)[0]}, target '{target.name}'"
    counts = pd.Series(labels).value_counts()
    if len(counts) < 2:
        raise InputError(where, f"holds one class only ({counts.index[0]!r})", "Choose another target.")
    if entry.positive is None:
        return np.asarray(labels)
    _refuse_other_than_minority(entry.positive, counts, where)
    return np.where(labels == entry.positive, 1, -1).astype(np.int8)


def _refuse_other_than_minority(positive: str, counts: pd.Series[int], where: str) -> None:
    """The benchmark scales noise by the share of the class +1, so that class has to be the rarer of two."""
    if positive not in counts.index:
        raise InputError(where, f"has no label {positive!r}, only {_shown(counts)}", "Correct `positive`.")
    if len(counts) > 2:
        remedy = "Merge classes, or leave `positive` out to keep them."
        raise InputError(where, f"holds {len(counts)} classes where two are needed: {_shown(counts)}", remedy)
    if 2 * counts[positive] > counts.sum():
        remedy = f"Set `positive: {counts.index[-1]!r}`."
        raise InputError(where, f"label {positive!r} is the more frequent one", remedy)


def _grouped(labels: NDArray[Any], groups: Groups) -> NDArray[Any]:
    return np.array(groups.names, dtype=object)[np.searchsorted(groups.upto, labels.astype(float), side="left")]


def _shown(counts: pd.Series[int]) -> str:
    return ", ".join(f"{label!r} ({count})" for label, count in counts.head(5).items()) + (
        " ..." if len(counts) > 5 else ""
    )


def _place(column: pd.Series[Any], position: int) -> tuple[str, int]:
    file, line = column.index[position]
    return str(file), int(line)
