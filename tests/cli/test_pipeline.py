from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from provingground.cli import main
from provingground.compendium import Project
from provingground.errors import InputError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    for name in ("params.yaml", "dvc.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "deep" / "folder").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(monkeypatch, capsys, *arguments: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["provingground", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    printed = capsys.readouterr()
    return int(stopped.value.code or 0), printed.out + printed.err


def test_the_checkout_is_found_from_any_folder_inside_it(checkout, monkeypatch) -> None:
    monkeypatch.chdir(checkout / "deep" / "folder")
    assert Project.find().root == checkout


def test_outside_a_checkout_the_error_says_so(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="is not inside a checkout"):
        Project.find()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["run", "nois"],
            "section 'nois': is not one of preprocessing, noise, retained, nips2003, perfex, findings, ablations",
        ),
        (["run", "noise"], "--dataset: section 'noise' needs one; the profile has nasa_cm1"),
        (["run", "noise", "--dataset", "adult"], "add it to quick.labelnoise.datasets in params.yaml"),
        (["run", "retained", "--dataset", "adult"], "covers all data sets and takes none"),
        (["run", "retained", "--profile", "slow"], "profile 'slow': is not one of quick, paper"),
    ],
)
def test_a_run_that_cannot_be_meant_is_one_line_and_exit_code_1(
    checkout, monkeypatch, capsys, arguments, message
) -> None:
    code, text = run(monkeypatch, capsys, *arguments)
    assert code == 1
    assert text.startswith("Error: ")
    assert message in text
    assert not (checkout / "reports").exists()


def test_results_that_are_not_there_yet_name_the_command_that_makes_them(checkout, monkeypatch, capsys) -> None:
    code, text = run(monkeypatch, capsys, "run", "retained")
    assert code == 1
    assert "nasa_cm1.parquet: does not exist yet. Run `dvc repro` (profile quick) first." in text
    assert (checkout / "build" / "failed" / "retained.ipynb").exists()


def test_a_notebook_run_before_its_data_exist_names_them(checkout, monkeypatch, capsys) -> None:
    code, text = run(monkeypatch, capsys, "run", "noise", "--dataset", "nasa_cm1")
    assert code == 1
    assert "nasa_cm1.json: does not exist" in text
    assert not (checkout / "reports").exists()
