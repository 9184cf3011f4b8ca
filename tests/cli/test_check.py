"""`provingground check` on the tutorial's files, on names, and on what breaks a promise."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from provingground.cli import load
from provingground.errors import InputError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    for name in ("params.yaml", "dvc.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("examples", "extensions"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str):
    app = typer.Typer()
    app.command()(load("check").callback)
    return CliRunner().invoke(app, list(arguments))


def test_the_three_files_of_the_tutorial_keep_every_promise(checkout) -> None:
    result = run("examples/own_algorithm.py", "examples/own_loss.py", "examples/own_dataset.yaml")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == [
        *("algorithm NearestRows (common)", "loss savage", "algorithm XGB_SAVAGE (common)", "data set orders"),
        "25 ok, 0 failed, 0 skipped",
    ]


def test_a_broken_promise_is_told_with_the_remedy_and_exit_code_1(checkout) -> None:
    path = checkout / "extensions" / "own_loss.py"
    path.write_text((checkout / "examples" / "own_loss.py").read_text().replace("-2 * expit", "2 * expit"))
    result = run()
    assert result.exit_code == 1
    assert "failed   Has the slope that finite differences of its value have" in result.output
    assert re.search(r"savage, slope: is 0\.00\d+ at margin -6\.00, where value changes by -0\.00", result.output)


def test_json_lists_the_findings_and_nothing_else(checkout) -> None:
    findings = json.loads(run("ramp", "nasa_cm1", "--json").stdout)
    assert {finding["subject"] for finding in findings} == {"loss ramp", "data set nasa_cm1"}
    assert {finding["status"] for finding in findings} == {"ok"}


def test_a_name_covers_every_variant(checkout) -> None:
    output = run("XGB_HINGE").output
    assert all(f"algorithm XGB_HINGE ({name})" in output for name in ("published", "corrected", "corrected-sampled"))


def test_an_own_algorithm_is_known_by_name_once_its_file_is_in_extensions(checkout) -> None:
    shutil.copy("examples/own_algorithm.py", "extensions")
    assert run("NearestRows").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "finds nothing of your own in extensions/ and data.extra"),
        (["NearestRow"], "NearestRow: is no file, algorithm, loss or data set. Use one of "),
        (["nowhere.py"], "nowhere.py: cannot be read"),
        (["nowhere.yaml"], "nowhere.yaml: does not exist"),
        (["examples/own_dataset.csv"], "is no file, algorithm, loss or data set"),
    ],
)
def test_what_cannot_be_checked_is_an_error_that_says_so(checkout, arguments, message) -> None:
    error = run(*arguments).exception
    assert isinstance(error, InputError)
    assert message in str(error)


def test_an_entry_with_a_misspelt_field_names_it(checkout) -> None:
    path = checkout / "examples" / "own_dataset.yaml"
    path.write_text(path.read_text().replace("target:", "traget:"))
    assert "unknown key 'traget' (did you mean 'target'?)" in str(run(str(path)).exception)
