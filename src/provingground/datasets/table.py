"""The one in-memory form of a data set that everything downstream works on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Table:
    """A standardised data set: no missing values, clean names, labels in the order of the raw rows.

    Parameters
    ----------
    name
        Name in the catalog.
    X
        Features, shape (n_rows, n_columns). Numeric columns are float64; every other column is pandas ``category``
        with text categories.
    y
        Labels, shape (n_rows,): int8 -1/+1 where the task is binary (+1 is the rarer class), text otherwise.

    Examples
    --------
    >>> table = Table("toy", pd.DataFrame({"a": [1.0, 2.0, 3.0]}), np.array([-1, -1, 1], dtype=np.int8))
    >>> round(table.minority_share, 3)
    0.333
    """

    name: str
    X: pd.DataFrame
    y: NDArray[Any]

    @property
    def numeric_columns(self) -> list[str]:
        """Names of the numeric columns, in order."""
        return [str(name) for name in self.X.columns if pd.api.types.is_numeric_dtype(self.X[name].dtype)]

    @property
    def categorical_columns(self) -> list[str]:
        """Names of the other columns, in order."""
        numeric = set(self.numeric_columns)
        return [str(name) for name in self.X.columns if name not in numeric]

    @property
    def minority_share(self) -> float:
        """Share of rows in the rarest class, between 0 and 1 (paper 1, Table 1)."""
        return float(np.unique(self.y, return_counts=True)[1].min() / len(self.y))

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of names, types and values: equal tables, equal checksum, whatever file they came from."""
        digest = hashlib.sha256()
        for name in self.X.columns:
            column = self.X[name]
            digest.update(f"{name}\0{column.dtype}\0".encode())
            if pd.api.types.is_numeric_dtype(column.dtype):
                digest.update(np.ascontiguousarray(column.to_numpy(dtype=np.float64)).tobytes())
            else:
                digest.update("\0".join(map(str, column)).encode())
        digest.update("\0".join(map(str, self.y)).encode())
        return digest.hexdigest()
