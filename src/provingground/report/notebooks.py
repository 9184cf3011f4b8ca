"""An executed notebook as the inside of a page: figures and tables link to their pages."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from provingground.pipeline.section import METADATA

Show = Callable[[str, str, Mapping[str, Any]], str]  # kind, name and settings of an output -> HTML


def to_html(notebook: NotebookNode, show: Show) -> str:
    """Render a notebook.

    Parameters
    ----------
    show
        Writes the figure or table in place of what the notebook holds (an image in base64, a table with styles).
    """
    shown = copy.deepcopy(notebook)
    for cell in shown.cells:
        if cell.cell_type == "code":
            cell.outputs = [out for output in cell.outputs for out in _replaced(output, show)]
    body, _ = _exporter().from_notebook_node(shown)
    return str(body)


def headings(notebook: NotebookNode) -> list[tuple[str, str]]:
    """Anchor and text of every second-level heading."""
    return [
        (f"cell-{position}", match[1].strip())
        for position, cell in enumerate(notebook.cells)
        if cell.cell_type == "markdown"
        for match in re.finditer(r"^## (.+)$", cell.source, flags=re.MULTILINE)
    ]


def highlighted(code: str) -> str:
    """Python code as HTML, coloured by the classes that style.css knows."""
    from nbconvert.filters import Highlight2HTML

    return str(Highlight2HTML(pygments_lexer="python")(code))


def _replaced(output: NotebookNode, show: Show) -> list[NotebookNode]:
    settings = output.get("metadata", {}).get(METADATA)
    if settings is None:
        return [output]
    kind = next((kind for kind in ("figure", "table") if kind in settings), None)
    if kind is None:  # a caption, which the figure on the page has
        return []
    return [new_output("display_data", data={"text/html": show(kind, settings[kind], settings)})]


@cache
def _exporter() -> Any:
    from nbconvert import HTMLExporter  # slow to import

    templates = str(Path(__file__).parent / "templates")
    return HTMLExporter(template_name="notebook", extra_template_basedirs=[templates])
