"""What a section leaves beside a figure or table."""

from __future__ import annotations

import hashlib
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

from provingground.errors import InputError
from provingground.pipeline.provenance import Provenance, read_record
from provingground.pipeline.section import Section

SVG = "{http://www.w3.org/2000/svg}"
PROVENANCE = Provenance(
    stage="retained@quick", params={"splits": {"folds": 5}}, code={"src": "1.dir"}, data={"a": "2"}, versions={"x": "1"}
)


def draw() -> Figure:
    figure = Figure()
    figure.subplots().plot([0, 1], [1, 0])
    return figure


def section(folder: Path) -> Section:
    return Section(results=folder, figures=folder / "figures", tables=folder / "tables", provenance=PROVENANCE)


def test_equal_runs_leave_equal_files(tmp_path) -> None:
    contents = []
    for name in ("a", "b"):
        made = section(tmp_path / name)
        made.figure(draw(), "lines", "A line")
        made.table(pd.DataFrame({"a": [0.1 + 0.2]}), "numbers", "A table")
        files = (path for path in (tmp_path / name).rglob("*") if path.is_file())
        contents.append({str(path.relative_to(tmp_path / name)): path.read_bytes() for path in files})
    assert contents[0] == contents[1]
    assert set(contents[0]) == {
        *(f"figures/{name}" for name in ("lines.svg", "lines.png", "lines.csv", "captions.json", "provenance.json")),
        *(f"tables/{name}" for name in ("numbers.csv", "captions.json", "provenance.json")),
    }


def test_a_figure_has_its_data_beside_it(tmp_path) -> None:
    made = section(tmp_path)
    made.figure(draw(), "lines", "A line")
    assert pd.read_csv(made.figures / "lines.csv")[["x", "y"]].to_numpy().tolist() == [[0, 1], [1, 0]]


def test_data_that_say_more_than_the_drawing_take_its_place(tmp_path) -> None:
    made = section(tmp_path)
    data = pd.DataFrame({"algorithm": ["khiops"], "rho": [0.5]})
    made.figure(draw(), "lines", "A line", data=data)
    pd.testing.assert_frame_equal(pd.read_csv(made.figures / "lines.csv"), data, check_dtype=False)


def test_an_svg_says_what_it_shows_and_what_made_it(tmp_path) -> None:
    made = section(tmp_path)
    made.figure(draw(), "lines", "A line & <script>")
    root = ET.parse(made.figures / "lines.svg").getroot()
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    description = root.findtext(f"{SVG}desc")
    assert description == f"A line & <script> Stage retained@quick, provenance sha256:{PROVENANCE.identity}."


def test_the_record_holds_the_run_and_the_checksum_of_each_file(tmp_path) -> None:
    made = section(tmp_path)
    made.figure(draw(), "lines", "A line")
    made.figure(draw(), "more", "Another")
    record = read_record(made.figures)
    assert record is not None
    assert record.provenance == PROVENANCE
    assert set(record.made) == {f"{name}.{kind}" for name in ("lines", "more") for kind in ("svg", "png", "csv")}
    for name, checksum in record.made.items():
        assert hashlib.sha256((made.figures / name).read_bytes()).hexdigest() == checksum


def test_hashes_tell_which_part_differs(tmp_path) -> None:
    other = Provenance(**{**vars(PROVENANCE), "params": {"splits": {"folds": 4}}})
    assert [part for part in PROVENANCE.hashes if PROVENANCE.hashes[part] != other.hashes[part]] == ["params"]
    assert PROVENANCE.identity != other.identity
    assert PROVENANCE.differences(other) == ["params splits.folds differ"]
    assert PROVENANCE.differences(PROVENANCE) == []


def test_a_record_that_is_not_json_is_refused(tmp_path) -> None:
    (tmp_path / "provenance.json").write_text("{")
    with pytest.raises(InputError, match="is not a record of a run"):
        read_record(tmp_path)


def test_without_a_stage_there_is_no_record(tmp_path) -> None:
    made = Section(results=tmp_path, figures=tmp_path / "figures", tables=tmp_path / "tables")
    made.figure(draw(), "lines", "A line")
    assert read_record(made.figures) is None
    assert json.loads((made.figures / "captions.json").read_text()) == {"lines": "A line"}


def test_a_long_table_is_saved_whole_and_shown_in_part(tmp_path) -> None:
    made = section(tmp_path)
    made.table(pd.DataFrame({"a": range(100)}), "numbers", "A table", rows=5)
    assert len(pd.read_csv(made.tables / "numbers.csv")) == 100
