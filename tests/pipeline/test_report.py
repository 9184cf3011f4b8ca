from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
from matplotlib.figure import Figure

from provingground.pipeline.report import collect, write_index
from provingground.pipeline.section import Section

TITLES = {"noise": "Label-noise benchmark", "retained": "Retained performance"}


def draw() -> Figure:
    figure = Figure()
    figure.subplots().plot([0, 1], [1, 0])
    return figure


def section(reports: Path, label: str) -> Section:
    page = reports / "notebooks" / "quick" / f"{label}.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("<html></html>")
    return Section(
        results=reports, figures=reports / "figures" / "quick" / label, tables=reports / "tables" / "quick" / label
    )


def index(reports: Path) -> str:
    return write_index(reports, [collect(reports, "quick", {"Cells": "2 ok, 0 failed"}, TITLES)]).read_text()


def test_every_link_and_image_of_the_page_exists(tmp_path) -> None:
    for label in ("retained", "noise@toy"):
        section(tmp_path, label).figure(draw(), "lines", "A line")
        section(tmp_path, label).table(pd.DataFrame({"a": [1.5]}), "numbers", "A table")
    page = index(tmp_path)
    targets = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert len(targets) >= 12
    assert all((tmp_path / unquote(target)).exists() for target in targets), targets
    assert page.index("noise%40toy.html") < page.index("retained.html")  # in the order of the titles
    assert "http" not in page.replace("http-equiv", "")


def test_a_caption_with_markup_is_shown_as_text(tmp_path) -> None:
    section(tmp_path, "retained").figure(draw(), "lines", "<script>alert(1)</script>")
    page = index(tmp_path)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_equal_figures_and_tables_are_equal_files(tmp_path) -> None:
    contents = []
    for name in ("a", "b"):
        made = section(tmp_path / name, "retained")
        made.figure(draw(), "lines", "A line")
        made.table(pd.DataFrame({"a": [0.1 + 0.2]}), "numbers", "A table")
        contents.append({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.*") if path.is_file()})
    assert contents[0] == contents[1]
    assert set(contents[0]) == {"lines.svg", "lines.png", "numbers.csv", "captions.json", "retained.html"}


def test_a_long_table_is_saved_whole_and_shown_in_part(tmp_path, capsys) -> None:
    made = section(tmp_path, "retained")
    made.table(pd.DataFrame({"a": range(100)}), "numbers", "A table", rows=5)
    assert len(pd.read_csv(made.tables / "numbers.csv")) == 100
