"""Features as the algorithms take them: one-hot for scikit-learn and XGBoost, category codes for Weka and Khiops.

Encodings are made on the full table, as in the original study, so a category that the training part lacks is known.
They depend on the table alone and are kept per process, so ten algorithms and 25 folds build them once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.datasets.table import Table
from provingground.errors import InputError

Float32Matrix = NDArray[np.float32]
Encoded = TypeVar("Encoded")

_KEPT_TABLES = 2  # a worker moves from table to table; keeping them all would fill its memory


def kept_per_table(encode: Callable[[Table], Encoded]) -> Callable[[Table], Encoded]:
    """Let a function of the table alone run once per table and process: its last two results are kept."""
    kept: OrderedDict[str, Encoded] = OrderedDict()

    @wraps(encode)
    def look_up(table: Table) -> Encoded:
        if table.checksum not in kept:
            kept[table.checksum] = encode(table)
            while len(kept) > _KEPT_TABLES:
                kept.popitem(last=False)
        kept.move_to_end(table.checksum)
        return kept[table.checksum]

    return look_up


@kept_per_table
def one_hot(table: Table) -> Float32Matrix:
    """Numeric columns first, then one column per category in sorted order, shape (n_rows, n_encoded), read-only.

    Columns have no names here, so names that differ only in cleaned characters stay separate columns, and names that
    XGBoost refuses ([ ] <) do no harm.

    Examples
    --------
    >>> frame = pd.DataFrame({"size": ["S", "L", "S"], "price": [1.0, 2.0, 3.0]}).astype({"size": "category"})
    >>> one_hot(Table("toy", frame, np.array([-1, -1, 1])))
    array([[1., 0., 1.],
           [2., 1., 0.],
           [3., 0., 1.]], dtype=float32)
    """
    refuse_missing(table)
    blocks = [table.X[table.numeric_columns].to_numpy(dtype=np.float32)]
    for name in table.categorical_columns:
        codes, categories = category_codes(table.X[name])
        blocks.append((codes[:, None] == np.arange(len(categories))).astype(np.float32))
    encoded = np.ascontiguousarray(np.hstack(blocks))
    encoded.flags.writeable = False
    return encoded


def refuse_missing(table: Table) -> None:
    """Raise InputError that names the first column with missing or infinite values: standardised tables have none."""
    for name in table.X.columns:
        column = table.X[name]
        bad = column.isna()
        if pd.api.types.is_numeric_dtype(column.dtype):
            bad |= ~np.isfinite(column.to_numpy(dtype=np.float64, na_value=np.nan))
        if bad.any():
            where = f"{table.name}, column {name!r}"
            raise InputError(where, f"{int(bad.sum())} missing or infinite values", "Standardise the table first.")


def category_codes(column: pd.Series[Any]) -> tuple[NDArray[np.float64], list[str]]:
    """Code the categories that a column holds by sorted order: codes, shape (n_rows,), and the categories."""
    present = column.astype("category").cat.remove_unused_categories()
    present = present.cat.reorder_categories(sorted(present.cat.categories))
    return present.cat.codes.to_numpy().astype(np.float64), list(present.cat.categories)
