"""conda, Docker, Codespaces and Binder: the same Pythons and the same lock file as `make install`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from provingground.doctor import PYTHONS, pinned

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_doctor_asks_for_the_pythons_of_pyproject() -> None:
    assert SpecifierSet(PROJECT["requires-python"]) == PYTHONS


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("Dockerfile", r"FROM python:([\d.]+)-"),
        (".devcontainer/devcontainer.json", r"python:([\d.]+)-"),
        (".binder/runtime.txt", r"python-([\d.]+)"),
    ],
)
def test_every_environment_has_an_allowed_python(file, pattern) -> None:
    [found] = re.findall(pattern, (ROOT / file).read_text())
    assert f"{found}.0" in PYTHONS


def test_every_environment_installs_the_lock_file() -> None:
    assert "RUN make install" in (ROOT / "Dockerfile").read_text()
    assert json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())["postCreateCommand"] == "make install"
    assert "--require-hashes --requirement requirements.lock" in (ROOT / ".binder" / "postBuild").read_text()
    assert (ROOT / ".binder" / "postBuild").stat().st_mode & 0o111


@pytest.mark.slow
def test_the_pip_section_of_environment_yml_installs_in_a_clean_environment(tmp_path) -> None:
    """Short of the download: every pin with its hash is there for this Python, and no two contradict each other."""
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    [section] = [item["pip"] for item in environment["dependencies"] if isinstance(item, dict)]
    venv.create(tmp_path / "clean", with_pip=False)
    target = ["--python", str(tmp_path / "clean" / "bin" / "python")]
    uv = [sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--require-hashes", *target]
    done = subprocess.run([*uv, *section[0].split()], cwd=ROOT, capture_output=True, text=True)
    if "Failed to fetch" in done.stderr or "dns error" in done.stderr:
        pytest.skip("no package index can be reached from here")
    assert done.returncode == 0, done.stderr
    [count] = re.findall(r"Would install (\d+) packages", done.stderr)
    assert int(count) == len(pinned((ROOT / "requirements.lock").read_text()))
