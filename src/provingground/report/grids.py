"""Tables of the site: a CSV file as rows of text, with the number behind each rounded text for sorting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

MISSING = "–"
_LONG = 40  # characters


@dataclass(frozen=True)
class Cell:
    """A text, and the value that it is sorted by where that is a number."""

    text: str
    key: str = ""


@dataclass(frozen=True)
class Column:
    """A heading, and how what is below it wants to look: ``number``, ``long`` (sentences) or neither."""

    name: str
    look: str

    @property
    def numeric(self) -> bool:
        """Whether it holds numbers."""
        return self.look == "number"


@dataclass(frozen=True)
class Grid:
    """A table, or the first rows of one.

    Parameters
    ----------
    rows
        The rows shown, each with one cell per column.
    total
        Rows of the whole table.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    total: int

    def without(self, name: str) -> Grid:
        """The same table without a column, where it has it.

        Examples
        --------
        >>> grid = Grid([Column("id", ""), Column("text", "")], [[Cell("a1"), Cell("It holds.")]], 1)
        >>> [cell.text for cell in grid.without("id").rows[0]]
        ['It holds.']
        """
        kept = [place for place, column in enumerate(self.columns) if column.name != name]
        return Grid([self.columns[i] for i in kept], [[row[i] for i in kept] for row in self.rows], self.total)


def read_grid(path: Path, *, rows: int, decimals: int = 3) -> Grid:
    """Read the first rows of a CSV file; a table without columns or rows is an empty grid.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "t.csv"
    >>> _ = path.write_text("name,share\\na,0.66666\\nNA,\\n")
    >>> grid = read_grid(path, rows=10, decimals=2)
    >>> [[cell.text for cell in row] for row in grid.rows], grid.columns[1].numeric
    ([['a', '0.67'], ['NA', '–']], True)
    """
    try:
        frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
    except pd.errors.EmptyDataError:
        return Grid([], [], 0)
    columns = [_column(frame[name].head(rows), decimals) for name in frame.columns]
    heads = [Column(str(name), _look(frame[name], cells)) for name, cells in zip(frame.columns, columns, strict=True)]
    return Grid(heads, list(zip(*columns, strict=True)), len(frame))


def _look(values: pd.Series, cells: Sequence[Cell]) -> str:
    if pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values):
        return "number"
    return "long" if any(len(cell.text) > _LONG for cell in cells) else ""


def _column(values: pd.Series, decimals: int) -> list[Cell]:
    if pd.api.types.is_float_dtype(values) and not (values.dropna() % 1 == 0).all():
        return [Cell(MISSING) if pd.isna(value) else Cell(_rounded(value, decimals), repr(value)) for value in values]
    if pd.api.types.is_float_dtype(values):  # whole numbers beside missing ones
        return [Cell(MISSING) if pd.isna(value) else Cell(f"{value:.0f}") for value in values]
    return [Cell(MISSING) if pd.isna(value) else Cell(str(value)) for value in values]


def _rounded(value: float, decimals: int) -> str:
    """Fixed decimals, and significant digits for what they would show as zero."""
    return f"{value:.{decimals}f}" if value == 0 or abs(value) >= 0.5 * 10**-decimals else f"{value:.2e}"
