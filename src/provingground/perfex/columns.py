"""Features as users have them (numbers, text, categories, booleans, missing values) and as the search wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from provingground.errors import InputError
from provingground.perfex.sums import BoolArray, FloatArray

UNSEEN = -1.0  # code of a category that was not there in training: no "==" condition holds for it


@dataclass(frozen=True)
class Column:
    """One feature as it was in training.

    Numeric values are encoded as float64 with NaN for missing. Categories are encoded as their position in
    ``categories``; where training had missing values, they are one more category, after the others.
    """

    name: str
    categories: tuple[Any, ...] | None = None

    @property
    def is_categorical(self) -> bool:
        """Whether conditions on this feature are equalities."""
        return self.categories is not None

    def category(self, code: float) -> Any:
        """Category of a code; None for the code of missing values."""
        assert self.categories is not None
        return self.categories[int(code)] if int(code) < len(self.categories) else None

    def encode(self, values: pd.Series[Any]) -> FloatArray:
        """Encoded values, shape (n_rows,)."""
        if self.categories is None:
            return _to_float(self.name, values)
        missing = values.isna().to_numpy()
        codes = pd.Index(self.categories, dtype=object).get_indexer(pd.Index(values.astype(object)))
        encoded: FloatArray = np.asarray(codes, dtype=np.float64)
        encoded[missing] = float(len(self.categories))
        return encoded


def frame_of(X: Any, feature_names: Sequence[str] | None = None) -> pd.DataFrame:
    """Any accepted input as a DataFrame with unique text column names.

    Raises
    ------
    InputError
        Sparse matrices, other dimensions than two, no rows or columns, repeated names, or names that differ from
        ``feature_names`` (those of training).
    """
    if sparse.issparse(X):
        raise InputError("X", "is sparse, but every value is looked at", "Pass X.toarray() or a DataFrame.")
    if isinstance(X, pd.DataFrame):
        frame = X.set_axis([str(name) for name in X.columns], axis=1)
    else:
        array = np.asarray(X)
        if array.dtype.kind == "c":
            raise InputError("X", "holds complex numbers. Complex data not supported", "Pass real numbers.")
        if array.ndim != 2:
            raise InputError(
                "X", f"has {array.ndim} dimension(s); two were expected", "Reshape your data: X.reshape(-1, 1)."
            )
        frame = pd.DataFrame(array, columns=[f"x{i}" for i in range(array.shape[1])], copy=False)
    if frame.shape[1] == 0:
        raise InputError("X", f"0 feature(s) (shape={frame.shape}) while a minimum of 1 is required", "Pass columns.")
    if len(frame) == 0:
        raise InputError("X", f"0 sample(s) (shape={frame.shape}) while a minimum of 1 is required", "Pass rows.")
    if frame.columns.has_duplicates:
        raise InputError("X", f"has column {frame.columns[frame.columns.duplicated()][0]!r} twice", "Rename one.")
    if feature_names is not None and not isinstance(X, pd.DataFrame) and frame.shape[1] == len(feature_names):
        frame.columns = pd.Index(feature_names)
    has_objects = any(pd.api.types.is_object_dtype(dtype) for dtype in frame.dtypes)
    return frame.infer_objects() if has_objects else frame


def learn_columns(frame: pd.DataFrame, categorical_features: str | Sequence[Any] | None) -> list[Column]:
    """Describe each column of the training data.

    ``"from_dtype"`` takes text, categories and booleans as categorical; a list names the categorical columns (names,
    positions, or one boolean per column) and leaves the rest numeric; None takes all as numeric.
    """
    if categorical_features is None:
        chosen: set[str] = set()
    elif isinstance(categorical_features, str):
        if categorical_features != "from_dtype":
            raise InputError("categorical_features", f"is {categorical_features!r}", 'Use "from_dtype", None or names.')
        chosen = {str(name) for name in frame.columns if _is_categorical_dtype(frame[name])}
    else:
        chosen = _named(frame, list(categorical_features))
    return [Column(str(name), _categories(frame[name]) if name in chosen else None) for name in frame.columns]


def encode(frame: pd.DataFrame, columns: Sequence[Column]) -> FloatArray:
    """Encoded features, shape (n_features, n_rows), contiguous by feature."""
    names = [column.name for column in columns]
    if list(frame.columns) != names:
        missing = [name for name in names if name not in frame.columns]
        if missing:
            raise InputError(
                "X",
                f"has {frame.shape[1]} features, but PerfexTree is expecting {len(names)} features as input: "
                f"column {missing[0]!r} is missing",
                "Pass the columns of training.",
            )
        if frame.shape[1] != len(names):
            extra = next(name for name in frame.columns if name not in names)
            raise InputError("X", f"has column {extra!r}, which training did not have", "Drop it.")
    encoded = np.empty((len(columns), len(frame)))
    for i, column in enumerate(columns):
        encoded[i] = column.encode(frame[column.name])
    return encoded


def categorical_mask(columns: Sequence[Column]) -> BoolArray:
    """Which columns are categorical, shape (n_features,)."""
    return np.array([column.is_categorical for column in columns], dtype=np.bool_)


def _is_categorical_dtype(column: pd.Series[Any]) -> bool:
    return (
        pd.api.types.is_bool_dtype(column.dtype)
        or isinstance(column.dtype, pd.CategoricalDtype)
        or pd.api.types.is_string_dtype(column.dtype)
        or (column.dtype == object and _holds_text_or_bool(column))
    )


def _holds_text_or_bool(column: pd.Series[Any]) -> bool:
    return bool(column.dropna().map(lambda value: isinstance(value, str | bool)).any())


def _named(frame: pd.DataFrame, features: list[Any]) -> set[str]:
    if len(features) == frame.shape[1] and all(isinstance(flag, bool | np.bool_) for flag in features):
        return {str(name) for name, flag in zip(frame.columns, features, strict=True) if flag}
    names = []
    for feature in features:
        is_position = isinstance(feature, int | np.integer) and str(feature) not in frame.columns
        if is_position and -frame.shape[1] <= feature < frame.shape[1]:
            names.append(str(frame.columns[feature]))
        elif str(feature) in frame.columns:
            names.append(str(feature))
        else:
            raise InputError("categorical_features", f"names {feature!r}, which is no column of X", "Correct the name.")
    return set(names)


def _categories(column: pd.Series[Any]) -> tuple[Any, ...]:
    """Categories in a fixed order: that of an ordered categorical, else sorted (as text where types are mixed)."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        present = set(column.dropna().unique())
        return tuple(category for category in column.cat.categories if category in present)
    values = list(pd.unique(column.dropna()))
    try:
        return tuple(sorted(values))
    except TypeError:
        return tuple(sorted(values, key=lambda value: (type(value).__name__, str(value))))


def _to_float(name: str, column: pd.Series[Any]) -> FloatArray:
    where = f"X, column {name!r}"
    if pd.api.types.is_datetime64_any_dtype(column.dtype) or pd.api.types.is_timedelta64_dtype(column.dtype):
        raise InputError(where, "holds dates or times", "Turn them into numbers (days since ...) or categories.")
    try:
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError):
        numbers = pd.to_numeric(column, errors="coerce")
        row = int(np.flatnonzero((numbers.isna() & column.notna()).to_numpy())[0])
        raise InputError(
            f"{where}, row {row}",
            f"holds {column.iloc[row]!r} where a number was expected",
            "Name the column in categorical_features, or correct the value.",
        ) from None
    infinite = np.flatnonzero(np.isinf(values))
    if len(infinite):
        raise InputError(f"{where}, row {infinite[0]}", "is infinite (infinity)", "Replace it, or leave it missing.")
    return values
