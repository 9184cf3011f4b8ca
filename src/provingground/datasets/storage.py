"""Standardised data sets on disk: ``<name>.parquet`` and its card ``<name>.json``, equal bytes for equal data."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from provingground.datasets.catalog import DatasetEntry
from provingground.datasets.sources import RawData
from provingground.datasets.standardize import MISSING, mean_categories, missing_values
from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.files import atomic, write_atomically

LABEL_COLUMN = "__label__"  # clean feature names have no underscore
REMEDY = "Standardise the data set again (provingground data fetch NAME)."


def write_standardized(table: Table, folder: Path, entry: DatasetEntry, raw: RawData) -> Path:
    """Write the table and its card; neither is ever half there under its final name.

    Returns
    -------
    Path
        The parquet file.

    Examples
    --------
    >>> import tempfile
    >>> from provingground.datasets.catalog import load_catalog
    >>> from provingground.datasets.sources import fetch
    >>> from provingground.datasets.standardize import standardize
    >>> entry = load_catalog()["nasa_pc1"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     raw = fetch(entry, cache=Path(folder))
    ...     path = write_standardized(standardize(entry, raw), Path(folder), entry, raw)
    ...     path.name, load_standardized(Path(folder), "nasa_pc1").X.shape
    ('nasa_pc1.parquet', (1109, 21))
    """
    path = folder / f"{table.name}.parquet"
    content = json.dumps(card(table, entry, raw), indent=2, ensure_ascii=False) + "\n"
    with atomic(path) as part:
        pq.write_table(_arrow(table), part, compression="zstd")
    write_atomically(path.with_suffix(".json"), content)
    return path


def load_standardized(folder: Path, name: str) -> Table:
    """Read a table back and check it against its card.

    Raises
    ------
    InputError
        Naming the file that is missing, unreadable, or not what the card describes.
    """
    path = folder / f"{name}.parquet"
    facts = load_card(folder, name)
    try:
        frame = pq.read_table(path).to_pandas()
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", REMEDY) from error
    except (pa.ArrowException, OSError) as error:
        raise InputError(path, f"is not a readable parquet file ({error})", REMEDY) from error
    if LABEL_COLUMN not in frame.columns:
        raise InputError(path, f"has no column '{LABEL_COLUMN}' with the labels", REMEDY)
    y = frame.pop(LABEL_COLUMN)
    table = Table(name, frame, y.to_numpy(dtype=np.int8 if pd.api.types.is_integer_dtype(y.dtype) else object))
    if table.checksum != facts["checksum"]:
        raise InputError(path, "is not the table that its card describes (checksum mismatch)", REMEDY)
    return table


def card(table: Table, entry: DatasetEntry, raw: RawData) -> dict[str, Any]:
    """Everything worth knowing about a standardised data set, ready for JSON.

    ``missing_filled`` counts the numeric values that became their column's mean, ``missing_category`` the categorical
    values that are (or became) ``missing``.
    """
    mean = mean_categories(table)
    text = table.X[table.categorical_columns]
    return {
        "name": table.name,
        "title": entry.title,
        "rows": len(table.X),
        "columns": table.X.shape[1],
        "numeric": len(table.numeric_columns),
        "categorical": len(table.categorical_columns),
        "mean_categories": None if math.isnan(mean) else round(mean, 6),
        "missing_filled": missing_values(entry, raw, table.numeric_columns),
        "missing_category": int((text == MISSING).sum().sum()),
        "minority_percent": round(100 * table.minority_share, 6),
        "positive": entry.positive,
        "classes": {
            str(label): int(count) for label, count in zip(*np.unique(table.y, return_counts=True), strict=True)
        },
        "checksum": table.checksum,
        "source": raw.source,
        "files": [asdict(file) for file in raw.files],
        "citation": entry.citation,
        "licence": entry.licence,
        "note": entry.note,
    }


def load_card(folder: Path, name: str) -> dict[str, Any]:
    """Card of a standardised data set.

    Raises
    ------
    InputError
        When it is missing or not readable.
    """
    path = folder / f"{name}.json"
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", REMEDY) from error
    except ValueError as error:
        raise InputError(path, f"is not readable as JSON ({error})", REMEDY) from error
    if not isinstance(facts, dict) or "checksum" not in facts:
        raise InputError(path, "is not the card of a data set", REMEDY)
    return facts


def cards(folder: Path) -> pd.DataFrame:
    """All cards of a folder, one row per data set in the order of their names."""
    names = sorted(path.stem for path in folder.glob("*.json"))
    return pd.DataFrame([load_card(folder, name) for name in names])


def _arrow(table: Table) -> pa.Table:
    """Categories as dictionaries, which keep their order; without pandas' metadata, whose versions change the bytes."""
    labels = pa.array(table.y if table.y.dtype == np.int8 else [str(label) for label in table.y])
    columns = {name: pa.array(table.X[name], from_pandas=True) for name in table.X.columns}
    return pa.table({**columns, LABEL_COLUMN: labels})
