"""What the doctor says of a machine that has everything, and of one that lacks something."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path

import pytest
import yaml

from provingground import doctor
from provingground.compendium import Project
from provingground.doctor import LIMITED, MISSING, OK, can_run_quick, examine

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    for name in ("params.yaml", "dvc.yaml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".git").mkdir()
    monkeypatch.delenv("PROVINGGROUND_MIRROR", raising=False)
    monkeypatch.setattr(doctor, "OPENML", closed_port())
    return Project(tmp_path)


def closed_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def change(project: Project, edit) -> None:
    content = yaml.safe_load((project.root / "params.yaml").read_text())
    edit(content)
    (project.root / "params.yaml").write_text(yaml.safe_dump(content))


def test_a_machine_that_has_everything_but_the_network_can_run_the_quick_profile(project) -> None:
    found = {each.what: each for each in examine(project)}
    assert can_run_quick(list(found.values()))
    assert found["OpenML"].status == LIMITED
    assert "does not answer (ConnectionError)" in found["OpenML"].found
    assert found["Mirror of raw data"].status == LIMITED
    assert found["Java and Weka"].found.startswith("openjdk ")
    assert found["Khiops"].found[0].isdigit()
    assert all(each.remedy for each in found.values() if each.status != OK)


def test_outside_a_checkout_it_examines_the_rest(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(doctor, "OPENML", closed_port())
    monkeypatch.chdir(tmp_path)
    found = {each.what: each.status for each in examine(None)}
    assert found["Checkout"] == found["Data of quick"] == LIMITED
    assert MISSING not in found.values()


def test_a_python_that_is_too_new_is_missing(monkeypatch) -> None:
    monkeypatch.setattr(doctor.platform, "python_version", lambda: "3.14.1")
    assert doctor._python().status == MISSING
    assert "make PYTHON=" in doctor._python().remedy


def test_a_package_that_is_too_old_is_missing(monkeypatch) -> None:
    real = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda name: "0.1" if name == "pandas" else real(name))
    assert doctor._dependencies().status == MISSING
    assert "pandas 0.1, needed >=" in doctor._dependencies().found


def test_a_version_that_is_not_the_pinned_one_limits(project) -> None:
    path = project.root / "requirements.lock"
    path.write_text(path.read_text().replace("\ntyper==", "\ntyper==99."))
    found = doctor._lock(project.root)
    assert found.status == LIMITED
    assert "1 of " in found.found
    assert "typer" in found.found


def test_params_that_are_not_valid_are_told_and_not_raised(project) -> None:
    change(project, lambda content: content["quick"]["labelnoise"].update(repeat=2))
    found = {each.what: each for each in examine(project)}
    assert found["Checkout"].status == MISSING
    assert "did you mean 'repeats'?" in found["Checkout"].found


def test_data_that_no_installed_package_carries(project) -> None:
    change(project, lambda content: content["quick"]["datasets"].append("nasa_kc9"))
    assert doctor._bundled(project).status == MISSING
    assert "nasa_kc9" in doctor._bundled(project).found


def test_an_archive_without_git_is_ready_once_dvc_was_told(project) -> None:
    shutil.rmtree(project.root / ".git")
    assert doctor._history(project).status == MISSING
    (project.root / ".dvc").mkdir()
    (project.root / ".dvc" / "config.local").write_text("[core]\n    no_scm = true\n")
    assert doctor._history(project).status == OK


@pytest.mark.parametrize(("content", "status"), [("", MISSING), ('{"data', MISSING), ("{}", OK)])
def test_locks_that_a_killed_dvc_left_half_written(project, content, status) -> None:
    (project.root / ".dvc" / "tmp").mkdir(parents=True)
    (project.root / ".dvc" / "tmp" / "rwlock").write_text(content)
    found = doctor._history(project)
    assert found.status == status
    assert ("rm .dvc/tmp/rwlock" in found.remedy) == (status == MISSING)


def test_khiops_starts_whether_or_not_the_environment_is_activated(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert doctor._khiops().status == OK


@pytest.mark.parametrize(("made", "status"), [("raw", OK), ("other", LIMITED)])
def test_a_mirror_that_is_a_folder(project, tmp_path, monkeypatch, made, status) -> None:
    (tmp_path / "mirror" / made).mkdir(parents=True)
    monkeypatch.setenv("PROVINGGROUND_MIRROR", str(tmp_path / "mirror"))
    assert doctor._mirror(project).status == status


def test_a_server_that_accepts_and_is_silent_is_not_waited_for(monkeypatch) -> None:
    monkeypatch.setattr(doctor, "PROBE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "does not answer" in doctor._probe(f"http://127.0.0.1:{silent.getsockname()[1]}")


def test_a_program_that_does_not_start_is_missing(monkeypatch) -> None:
    monkeypatch.setattr(doctor, "_output", lambda command: None)
    assert [doctor._java().status, doctor._khiops().status] == [MISSING, MISSING]


def test_a_full_disk_is_missing(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(doctor, "QUICK_GIGABYTES", 1e6)
    assert doctor._disk(tmp_path).status == MISSING


def test_json_and_exit_code(project, monkeypatch, capsys) -> None:
    from provingground.cli import load

    monkeypatch.chdir(project.root)
    change(project, lambda content: content.pop("noise"))
    command = load("doctor")
    assert command.main(["--json"], standalone_mode=False) == 1
    facts = json.loads(capsys.readouterr().out)
    assert facts["quick"] is False
    assert {"what", "status", "found", "remedy"} == set(facts["diagnoses"][0])
