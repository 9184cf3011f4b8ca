"""A file of predictions (CSV or Parquet) as what a tree is fitted on; errors name file, column and line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from provingground.errors import InputError, suggest

# In fewer rows, values that all differ are no sign of an identifier.
FEWEST_ROWS_OF_IDENTIFIER = 30


@dataclass(frozen=True)
class Columns:
    """Which column is what; ``proba`` maps class names to columns, or names one column under the key ""."""

    label: str
    prediction: str | None = None
    proba: dict[str, str] | None = None
    weight: str | None = None
    drop: tuple[str, ...] = ()

    @property
    def reserved(self) -> list[str]:
        """Columns that are no features."""
        optional = [self.prediction, self.weight, *(self.proba or {}).values(), *self.drop]
        return [self.label, *(name for name in optional if name)]


@dataclass(frozen=True)
class Predictions:
    """Features and outcomes of a file, shapes (n_rows, n_features) and (n_rows,)."""

    source: str
    columns: Columns
    X: pd.DataFrame
    y: pd.Series[Any]
    y_pred: pd.Series[Any] | None
    y_proba: pd.DataFrame | pd.Series[Any] | None
    weight: pd.Series[Any] | None

    def outcomes(self) -> dict[str, Any]:
        """Arguments of `PerfexTree.fit` and `evaluate` besides X."""
        return {"y": self.y, "y_pred": self.y_pred, "y_proba": self.y_proba, "sample_weight": self.weight}

    def take(self, rows: Any) -> Predictions:
        """Some rows, by position."""

        def part(values: Any) -> Any:
            return None if values is None else values.iloc[rows]

        return Predictions(
            self.source,
            self.columns,
            part(self.X),
            part(self.y),
            part(self.y_pred),
            part(self.y_proba),
            part(self.weight),
        )


def read_table(path: Path) -> pd.DataFrame:
    """A CSV (also compressed) or Parquet file as a DataFrame.

    Raises
    ------
    InputError
        Missing, unreadable or empty files.
    """
    if not path.is_file():
        raise InputError(path, "is not a file", "Check the path.")
    try:
        if path.suffix.lower() in (".parquet", ".pq"):
            frame = pd.read_parquet(path)
        else:
            frame = pd.read_csv(path, low_memory=False)
    except Exception as error:  # readers raise a dozen kinds; all mean that this file cannot be read
        raise InputError(
            path, f"cannot be read as a table ({error})", "Write it as CSV with a header, or Parquet."
        ) from error
    if frame.empty:
        raise InputError(path, "holds no rows", "Give one row per prediction.")
    return frame


def read_predictions(path: Path, columns: Columns, *, regression: bool = False) -> Predictions:
    """Read and check a file of predictions.

    Raises
    ------
    InputError
        Columns that are not there, labels or predictions that are missing, probabilities or weights that are no
        numbers, or no feature left; with file, column and line.
    """
    frame = read_table(path)
    for name in columns.reserved:
        if name not in frame.columns:
            known = [str(column) for column in frame.columns]
            raise InputError(f"{path}, column {name!r}", "does not exist", suggest(name, known))
    X = frame.drop(columns=columns.reserved)
    if X.shape[1] == 0:
        raise InputError(path, "has no column left that could explain the performance", "Add the model's features.")
    y = _complete(path, frame, columns.label)
    if not regression:
        _refuse_continuous(path, columns.label, y)
    proba = {label: _numeric(path, frame, name) for label, name in (columns.proba or {}).items()}
    return Predictions(
        str(path),
        columns,
        X,
        y,
        None if columns.prediction is None else _complete(path, frame, columns.prediction),
        _probabilities(proba, y),
        None if columns.weight is None else _numeric(path, frame, columns.weight),
    )


def identifier_like(X: pd.DataFrame) -> list[str]:
    """Columns of text or whole numbers in which no value occurs twice: a row's name rather than a property of it.

    Examples
    --------
    >>> identifier_like(pd.DataFrame({"id": range(100, 130), "age": [20, 30] * 15, "income": np.arange(30) + 0.5}))
    ['id']
    """
    return [str(name) for name in X.columns if len(X) >= FEWEST_ROWS_OF_IDENTIFIER and _names_rows(X[name])]


def _names_rows(column: pd.Series[Any]) -> bool:
    known = column.dropna()
    if pd.api.types.is_float_dtype(column.dtype):
        whole = bool((known % 1 == 0).all())  # whole numbers with gaps are read as floats
        return whole and len(known) > len(column) / 2 and known.is_unique
    return not pd.api.types.is_bool_dtype(column.dtype) and len(known) > len(column) / 2 and known.is_unique


def parse_proba(options: Sequence[str]) -> dict[str, str] | None:
    """``["p"]`` or ``["yes=p_yes", "no=p_no"]`` as a mapping from class to column.

    Examples
    --------
    >>> parse_proba(["yes=p_yes", "no=p_no"]), parse_proba(["p"]), parse_proba([])
    ({'yes': 'p_yes', 'no': 'p_no'}, {'': 'p'}, None)
    """
    if not options:
        return None
    if len(options) == 1 and "=" not in options[0]:
        return {"": options[0]}
    pairs = [option.partition("=") for option in options]
    if not all(label and column for label, _, column in pairs):
        raise InputError("--proba", f"is {' '.join(options)}", "Give one column, or CLASS=COLUMN for every class.")
    return {label: column for label, _, column in pairs}


def _probabilities(proba: dict[str, pd.Series[Any]], y: pd.Series[Any]) -> pd.DataFrame | pd.Series[Any] | None:
    if not proba:
        return None
    if "" in proba:
        return proba[""]
    by_text = {str(label): label for label in y.unique()}
    return pd.DataFrame({by_text.get(label, label): column for label, column in proba.items()})


def _complete(path: Path, frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    column = frame[name]
    missing = np.flatnonzero(column.isna().to_numpy())
    if len(missing):
        where = f"{path}, column {name!r}, {_line(path, missing[0])}"
        raise InputError(where, f"is missing ({len(missing)} missing in all)", "Drop these rows or fill them.")
    return column


def _numeric(path: Path, frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    column = _complete(path, frame, name)
    numbers = pd.to_numeric(column, errors="coerce")
    wrong = np.flatnonzero(numbers.isna().to_numpy())
    if len(wrong):
        where = f"{path}, column {name!r}, {_line(path, wrong[0])}"
        raise InputError(where, f"holds {column.iloc[wrong[0]]!r} where a number was expected", "Correct the value.")
    return numbers.astype(np.float64)


def _line(path: Path, row: int) -> str:
    """Position as people find it: the line of a CSV (after the header), the row of anything else."""
    return f"line {row + 2}" if ".csv" in path.suffixes else f"row {row}"


def _refuse_continuous(path: Path, name: str, y: pd.Series[Any]) -> None:
    is_float = pd.api.types.is_float_dtype(y.dtype)
    if is_float and y.nunique() > max(20, len(y) // 2):
        raise InputError(
            f"{path}, column {name!r}",
            f"holds {y.nunique()} different fractions, but the metric is for classes",
            "Use --metric mae, rmse or bias.",
        )
