"""Source notebooks hold prose and calls: no logic, no outputs, one parameters cell."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest

from provingground.pipeline.notebook import strip

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
LOGIC = (ast.FunctionDef, ast.ClassDef, ast.While, ast.If, ast.Try, ast.With, ast.Lambda)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_source_notebook_is_committed_stripped(path, tmp_path) -> None:
    strip(path, tmp_path / path.name)
    assert path.read_text() == (tmp_path / path.name).read_text(), "run: provingground strip-notebook FILE FILE"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_source_notebook_has_no_logic_of_its_own(path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    assert sum("parameters" in cell.metadata.get("tags", []) for cell in cells) == 1
    for cell in cells:
        if cell.cell_type == "code":
            nodes = list(ast.walk(ast.parse(cell.source)))
            assert not [node for node in nodes if isinstance(node, LOGIC)], cell.source
            loops = [node for node in nodes if isinstance(node, ast.For)]
            assert all(len(loop.body) <= 2 for loop in loops), cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_source_notebook_explains_more_than_it_calls(path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    kinds = [cell.cell_type for cell in cells]
    assert kinds[0] == "markdown"
    assert cells[0].source.startswith("# ")
    assert kinds.count("markdown") >= kinds.count("code") / 2
