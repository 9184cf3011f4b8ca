"""The search index: text of notebooks by heading, captions and tables, as a script that a page can load from disk."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from provingground.report.content import Item, Run
from provingground.report.grids import Grid

Entry = dict[str, str]
_LONGEST = 1500  # characters kept of one text: the names in a table, not its thousandth row


def index_script(runs: Sequence[Run], grids: Mapping[Item, Grid]) -> str:
    """Write ``window.searchIndex = [...]``; every entry has ``kind``, ``title``, ``text`` and ``page``."""
    entries = [entry for run in runs for entry in (*_sections(run), *_items(run, grids))]
    return f"window.searchIndex = {json.dumps(entries, ensure_ascii=True, indent=0)};\n"


def _sections(run: Run) -> Iterator[Entry]:
    title, anchor, text = run.title, "", ""
    for position, cell in enumerate(run.notebook.cells):
        if cell.cell_type != "markdown":
            continue
        for part in re.split(r"^(?=#+ )", cell.source, flags=re.MULTILINE):
            heading = re.match(r"#+ (.+)", part)
            if heading and text:
                yield _entry("text", title, text, f"{run.page}{anchor}")
                text = ""
            if heading:
                title, anchor = f"{run.title} › {heading[1]}", f"#cell-{position}"
            text += " " + _plain(part[heading.end() :] if heading else part)
    yield _entry("text", title, text, f"{run.page}{anchor}")


def _items(run: Run, grids: Mapping[Item, Grid]) -> Iterator[Entry]:
    for item in run.figures:
        yield _entry("figure", f"{run.title} › {item.name}", item.caption, item.page)
    for item in run.tables:
        grid = grids[item]
        words = [column.name for column in grid.columns] + [
            cell.text for row in grid.rows for cell, column in zip(row, grid.columns, strict=True) if not column.numeric
        ]
        text = f"{item.caption} {' '.join(dict.fromkeys(words))}"
        yield _entry("table", f"{run.title} › {item.name}", text, item.page)


def _entry(kind: str, title: str, text: str, page: str) -> Entry:
    return {"kind": kind, "title": title, "text": " ".join(text.split())[:_LONGEST], "page": page}


def _plain(markdown: str) -> str:
    return re.sub(r"[*`|]|\[([^]]*)\]\([^)]*\)", lambda match: match[1] or " ", markdown)
