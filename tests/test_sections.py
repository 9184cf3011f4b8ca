"""What a run of a section does about parameters that change under it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from provingground.compendium import Project
from provingground.errors import InputError
from provingground.pipeline import notebook
from provingground.sections import run_section

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    (tmp_path / "paper").mkdir()
    (tmp_path / "extensions").mkdir()
    for name in ("params.yaml", "dvc.yaml", "paper/dvc.yaml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return Project(tmp_path)


def edit_meanwhile(monkeypatch, file: Path, old: str, new: str) -> None:
    """Instead of executing a notebook, change a file."""

    def execute(source: Path, target: Path, *_: object, **__: object) -> Path:
        text = file.read_text() if file.exists() else ""
        assert old in text
        file.write_text(text.replace(old, new) if old else new)
        return target

    monkeypatch.setattr(notebook, "execute", execute)


def test_a_parameter_of_the_section_that_changes_meanwhile_fails_the_run(project, monkeypatch) -> None:
    edit_meanwhile(monkeypatch, project.root / "params.yaml", "curve_seeds: 30", "curve_seeds: 3")
    with pytest.raises(InputError, match=r"params\.yaml: .*changed while this ran"):
        run_section(project, "perfex", "quick")


@pytest.mark.parametrize("other", ["curve_seeds: 100", "workers: null", "band_seeds: 40 "])
def test_a_parameter_of_another_section_or_profile_may_change_meanwhile(project, monkeypatch, other) -> None:
    edit_meanwhile(monkeypatch, project.root / "params.yaml", other, f"{other.split(':')[0]}: 3 ")
    assert run_section(project, "perfex", "quick").name == "perfex.ipynb"


def test_an_extension_that_changes_meanwhile_fails_the_sections_that_use_it(project, monkeypatch) -> None:
    edit_meanwhile(monkeypatch, project.extensions / "mine.py", "", "x = 1\n")
    with pytest.raises(InputError, match="extensions/ was changed while this ran"):
        run_section(project, "ablations", "quick")
    edit_meanwhile(monkeypatch, project.extensions / "mine.py", "x = 1", "x = 2")
    assert run_section(project, "perfex", "quick").name == "perfex.ipynb"
