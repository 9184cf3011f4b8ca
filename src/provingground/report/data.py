"""What there is to say about a data file that a stage reads."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq


@dataclass(frozen=True)
class RawFile:
    """A raw file and who served it."""

    source: str
    path: str
    sha256: str


@dataclass(frozen=True)
class DataFile:
    """Facts in a few words, and the raw files where it is the card of a standardised table."""

    facts: str
    raw: tuple[RawFile, ...] = ()


def read_raw_files(table: Path) -> tuple[RawFile, ...]:
    """Raw files that a stage read itself, from its table ``raw_files.csv``; none where it has no such table."""
    if not table.exists():
        return ()
    with table.open(encoding="utf-8", newline="") as stream:
        return tuple(RawFile(row["source"], row["path"], row["sha256"]) for row in csv.DictReader(stream))


def describe_data(path: Path) -> DataFile:
    """Cells of a result; size, checksum and origin of a standardised table."""
    if not path.exists():
        return DataFile("not here")
    if path.suffix == ".parquet":
        return DataFile(f"{pq.ParquetFile(path).metadata.num_rows:,} rows")
    card = json.loads(path.read_text(encoding="utf-8")) if path.suffix == ".json" else {}
    if "checksum" not in card:
        return DataFile("")
    raw = tuple(RawFile(card["source"], file["path"], file["sha256"]) for file in card["files"])
    facts = f"{card['title']}: {card['rows']:,} rows, {card['columns']} columns, content sha256 {card['checksum']}"
    return DataFile(facts, raw)
