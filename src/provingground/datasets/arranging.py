"""From what a source gave to what the entry means: names, columns to drop, equal rows, labels, and the first checks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from provingground.datasets.catalog import DatasetEntry, OneHot, Source
from provingground.errors import InputError, SourceError


def arrange(frame: pd.DataFrame, source: Source, entry: DatasetEntry) -> pd.DataFrame:
    """Apply what the entry says about this copy of the data set, and check that it is the copy meant.

    Parameters
    ----------
    frame
        What was read, shape (n_raw_rows, n_raw_columns), index levels ``file`` and ``line``.
    source, entry
        The facts.

    Returns
    -------
    DataFrame
        Features and target, shape (n_rows, n_columns + 1); the target holds the entry's labels as text.

    Raises
    ------
    InputError
        A column that the entry names is not there.
    SourceError
        Rows, columns or minority share are not the expected ones: another version of the data set.
    """
    frame = _named(frame, source)
    if source.one_hot is not None:
        frame = _one_hot(frame, source.one_hot, entry.target)
    frame = _without_dropped(frame, source, entry)
    _refuse_other_kinds(frame, entry.target)
    if source.distinct:
        frame = frame.drop_duplicates()
    if source.decimals is not None:
        frame = frame.map(lambda value: round(float(value), source.decimals))
    frame = frame.assign(**{entry.target: symbols(frame[entry.target]).replace(source.labels)})
    _refuse_other_version(frame, source, entry)
    return frame


def symbols(column: pd.Series[Any]) -> pd.Series[Any]:
    """Values as text, missing ones as None: 17.0 is "17", True is "true".

    Examples
    --------
    >>> symbols(pd.Series([17.0, 1.2, None])).tolist()
    ['17', '1.2', None]
    """
    codes, seen = pd.factorize(column)
    text = np.array([*map(_symbol, seen), None], dtype=object)[codes]  # code -1, missing: the last one
    return pd.Series(text, index=column.index, name=column.name, dtype=object)


def as_printed(value: float, like: int | Decimal) -> int | Decimal:
    """Round to as many digits as ``like`` has.

    Examples
    --------
    >>> as_printed(9.8394, Decimal("9.839"))
    Decimal('9.839')
    """
    return round(Decimal(value), -int(like.as_tuple().exponent)) if isinstance(like, Decimal) else int(value)


def _symbol(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return str(value).lower()
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _named(frame: pd.DataFrame, source: Source) -> pd.DataFrame:
    if source.columns is None:
        return frame
    if len(source.columns) != frame.shape[1]:
        problem = f"has {frame.shape[1]} columns where {len(source.columns)} were expected"
        raise InputError(source.label, problem, "Correct `columns` of the source.")
    return frame.set_axis(list(source.columns), axis="columns")


def _without_dropped(frame: pd.DataFrame, source: Source, entry: DatasetEntry) -> pd.DataFrame:
    drop = list(entry.drop if source.drop is None else source.drop)
    roles = {**dict.fromkeys(drop, "drop"), **dict.fromkeys(entry.categorical, "categorical"), entry.target: "target"}
    for name, role in roles.items():
        if name not in frame.columns:
            problem = f"column '{name}' (`{role}`) is not among {_listed(frame.columns)}"
            raise InputError(frame.index[0][0], problem, "Correct the entry: this name, or `header` and `columns`.")
    return frame.drop(columns=drop)


_KINDS = {"string", "integer", "floating", "mixed-integer", "mixed-integer-float", "decimal", "boolean", "categorical"}


def _refuse_other_kinds(frame: pd.DataFrame, target: str) -> None:
    """Parquet knows dates, durations, lists and bytes; what number stands for one of them is for the user to say."""
    if frame.shape[1] == 1:
        raise InputError(frame.index[0][0], f"has no column but the target '{target}'", "Check `drop` and `separator`.")
    for name in frame.columns:
        kind = pd.api.types.infer_dtype(frame[name], skipna=True)
        if kind not in _KINDS | {"empty"}:
            problem = f"holds values of the kind '{kind}', neither text nor numbers"
            remedy = "Make numbers of them (days since a date, say) or text, or list the column under `drop`."
            raise InputError(f"{frame.index[0][0]}, column '{name}'", problem, remedy)


def _one_hot(frame: pd.DataFrame, rule: OneHot, target: str) -> pd.DataFrame:
    """See :class:`OneHot`; columns are called f1, f2, ... like those of the svmlight format."""
    if rule.target not in frame.columns:
        problem = f"column '{rule.target}' (`one_hot`) is not among {_listed(frame.columns)}"
        raise InputError(frame.index[0][0], problem, "Correct the entry.")
    features = frame.drop(columns=rule.target)
    values = np.column_stack([f"{i}=" + symbols(features[name]) for i, name in enumerate(features)])
    codes, seen = pd.factorize(values.ravel())
    columns = np.zeros((len(frame), len(seen)))
    np.put_along_axis(columns, codes.reshape(values.shape), rule.value, axis=1)
    names = [f"f{i}" for i in range(1, len(seen) + 1)]
    return pd.DataFrame(columns, columns=names, index=frame.index).assign(**{target: frame[rule.target]})


def _refuse_other_version(frame: pd.DataFrame, source: Source, entry: DatasetEntry) -> None:
    counts = frame[entry.target].value_counts()
    found = {"rows": len(frame), "columns": frame.shape[1] - 1, "minority_percent": 100 * counts.min() / counts.sum()}
    for fact, value in found.items():
        expected = getattr(entry.expected, fact)
        if expected is not None and as_printed(value, expected) != expected:
            problem = f"{fact} is {as_printed(value, expected)} where {expected} was expected"
            raise SourceError(f"{source.label}, {entry.name}", problem, "Use the version that the catalog names.")


def _listed(names: pd.Index[Any]) -> str:
    return ", ".join(map(repr, names[:8])) + (f", ... ({len(names)} columns)" if len(names) > 8 else "")
