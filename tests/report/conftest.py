"""A project in small whose two stages ran for real: kernels, figures, tables, cells and provenance, in seconds."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from provingground.compendium import Project
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.datasets.storage import write_standardized
from provingground.pipeline.notebook import strip
from provingground.sections import run_section, write_report

ROOT = Path(__file__).resolve().parents[2]
DATASET = "nasa_cm1"
MARKUP = "<script>window.hit = 1</script>"  # as a name in data that somebody else made

PARAMETERS = """
profile = "quick"
dataset = "nasa_cm1"
output = "build/scratch"
"""
NOISE = f"""
import pandas as pd
from matplotlib.figure import Figure
from provingground.compendium import Project
from provingground.sections import open_section

section = open_section(Project.find(), "noise", profile, dataset, output)
section.results.mkdir(parents=True, exist_ok=True)
pd.DataFrame({{"status": ["ok"] * 3, "dataset": dataset}}).to_parquet(section.results / f"{{dataset}}.parquet")
for name in ("one", "two"):
    figure = Figure()
    axes = figure.subplots()
    axes.plot([0, 1], [1, 0], label={MARKUP!r})
    axes.set_title({MARKUP!r})
    section.figure(
        figure,
        f"lines_{{name}}",
        {f"A line {MARKUP} and *stars*"!r},
    )
"""
TABLES = f"""
rows = pd.DataFrame({{
    {MARKUP!r}: [{"<img src=x onerror='window.hit=2'>"!r}] + [f"row {{i}}" for i in range(11)],
    "number": [10.5, 9.25, 100.125, None, *range(8)],
}})
section.table(rows, "numbers", {f"Numbers {MARKUP}"!r}, decimals=2)
section.table(pd.DataFrame(), "nothing", "Nothing at all")
"""
RETAINED = """
from matplotlib.figure import Figure
from provingground.compendium import Project
from provingground.sections import open_section

section = open_section(Project.find(), "retained", profile, None, output)
figure = Figure()
figure.subplots().bar(["khiops", "skRF"], [0.9, 0.8])
section.figure(figure, "kept", "What is kept")
claims = __import__("pandas").DataFrame({"claim": ["an_id"], "statement": ["it holds"], "p": [0.01]})
section.table(claims, "claims", "All claims")
"""


def write_notebook(path: Path, *cells: str) -> None:
    parameters = new_code_cell(PARAMETERS.strip(), metadata={"tags": ["parameters"]})
    text = new_markdown_cell("# A title\n\nProse about zebras.\n\n## A part\n\nMore prose, on okapis.")
    notebook = new_notebook(cells=[text, parameters, *(new_code_cell(cell.strip()) for cell in cells)])
    notebook.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project; tests that change it work on a copy (fixture ``project``)."""
    root = tmp_path_factory.mktemp("built") / "project"
    for name in ("params.yaml", "dvc.yaml", ".dvcignore"):
        root.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "provingground", root / "src" / "provingground", ignore=ignored)
    project = Project(root)
    entry = project.catalog[DATASET]
    raw = fetch(entry, cache=root / "data" / "raw")
    write_standardized(standardize(entry, raw), project.standardized("quick"), entry, raw)
    write_notebook(root / "notebooks" / "2-noise-benchmark.ipynb", NOISE, TABLES)
    write_notebook(root / "notebooks" / "3-retained-performance.ipynb", RETAINED)
    for path in (root / "notebooks").iterdir():
        strip(path, root / "build" / "notebooks" / path.name)
    run_section(project, "noise", "quick", DATASET)
    run_section(project, "retained", "quick")
    write_report(project, "quick")
    return project


@pytest.fixture
def project(built: Project, tmp_path: Path) -> Project:
    """A copy of the built project, to be changed."""
    shutil.copytree(built.root, tmp_path / "copy")
    return Project(tmp_path / "copy")
