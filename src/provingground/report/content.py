"""What the stages of a profile left under reports/, as objects that the pages are written from."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from nbformat import NotebookNode

from provingground.pipeline.notebook import read
from provingground.pipeline.provenance import Record, read_record
from provingground.pipeline.section import CAPTIONS, METADATA

Kind = Literal["figure", "table"]


@dataclass(frozen=True)
class Item:
    """A figure or a table of one run.

    Parameters
    ----------
    kind, label, name
        ``figure`` or ``table``; the run, such as ``noise@spambase``; its own name.
    caption
        Plain text.
    folder
        Where its files lie.
    """

    kind: Kind
    label: str
    name: str
    caption: str
    folder: Path

    @property
    def page(self) -> str:
        """Its page, relative to the site."""
        return f"{self.kind}s/{self.label}/{self.name}.html"

    @property
    def data(self) -> Path:
        """The table, or the data that a figure shows."""
        return self.folder / f"{self.name}.csv"

    @cached_property
    def record(self) -> Record | None:
        """The provenance beside it."""
        return read_record(self.folder)


@dataclass(frozen=True)
class Origin:
    """The place in an executed notebook that made a figure or table."""

    cell: int
    code: str
    settings: Mapping[str, Any]

    @property
    def anchor(self) -> str:
        """The cell on the notebook's page."""
        return f"cell-{self.cell}"


@dataclass(frozen=True)
class Run:
    """One executed notebook with its figures and tables."""

    label: str
    title: str
    path: Path
    items: Sequence[Item]

    @property
    def page(self) -> str:
        """Its page, relative to the site."""
        return f"{self.label}.html"

    @property
    def figures(self) -> list[Item]:
        """Its figures, in the order in which they were drawn."""
        return [item for item in self.items if item.kind == "figure"]

    @property
    def tables(self) -> list[Item]:
        """Its tables, in the order in which they were made."""
        return [item for item in self.items if item.kind == "table"]

    @cached_property
    def notebook(self) -> NotebookNode:
        """The executed notebook."""
        return read(self.path)

    @cached_property
    def origins(self) -> dict[tuple[str, str], Origin]:
        """Kind and name of each figure and table -> the code that made it."""
        return {
            (kind, settings[kind]): Origin(position, statement_at(cell.source, settings.get("line", 1)), settings)
            for position, cell in enumerate(self.notebook.cells)
            for output in cell.get("outputs", [])
            for settings in [output.get("metadata", {}).get(METADATA, {})]
            for kind in ("figure", "table")
            if kind in settings
        }


def collect(reports: Path, profile: str, titles: Mapping[str, str]) -> list[Run]:
    """List the runs of a profile in the order of ``titles`` (section -> title), data sets by name."""
    notebooks = (reports / "notebooks" / profile).glob("*.ipynb")
    return [_run(reports, profile, path, titles) for path in sorted(notebooks, key=lambda path: _rank(path, titles))]


def statement_at(source: str, line: int) -> str:
    """The innermost statement around a line of a cell, or the line itself where the cell is not plain Python.

    Examples
    --------
    >>> print(statement_at("for x in y:\\n    draw(\\n        x,\\n    )", 3))
    draw(
        x,
    )
    """
    lines = source.splitlines()
    try:
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    except SyntaxError:
        return "\n".join(lines[line - 1 : line])
    around = [node for node in nodes if node.lineno <= line <= (node.end_lineno or node.lineno)]
    if not around:
        return "\n".join(lines[line - 1 : line])
    inner = max(around, key=lambda node: node.lineno)
    return "\n".join(_dedent(lines[inner.lineno - 1 : inner.end_lineno], inner.col_offset))


def _dedent(lines: Sequence[str], columns: int) -> Iterator[str]:
    for line in lines:
        yield line[columns:] if line[:columns].isspace() else line


def _run(reports: Path, profile: str, path: Path, titles: Mapping[str, str]) -> Run:
    section, _, dataset = path.stem.partition("@")
    title = titles.get(section, section) + (f": {dataset}" if dataset else "")
    figures = _items("figure", path.stem, reports / "figures" / profile / path.stem)
    tables = _items("table", path.stem, reports / "tables" / profile / path.stem)
    return Run(path.stem, title, path, [*figures, *tables])


def _items(kind: Kind, label: str, folder: Path) -> list[Item]:
    if not (folder / CAPTIONS).exists():
        return []
    captions: dict[str, str] = json.loads((folder / CAPTIONS).read_text(encoding="utf-8"))
    return [Item(kind, label, name, caption, folder) for name, caption in captions.items()]


def _rank(path: Path, titles: Mapping[str, str]) -> tuple[int, str]:
    order, section = list(titles), path.stem.partition("@")[0]
    return (order.index(section) if section in order else len(order), path.stem)
