"""Fingerprints are DVC's own: what `dvc add` writes for the same files is the expected value."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from provingground.pipeline.fingerprint import files_in, fingerprint, read_ignored

FILES = (
    "a.txt",
    "a-b.txt",
    "a/c.txt",
    "Sub/é/z b.txt",
    "__pycache__/x.pyc",
    "deep/__pycache__/y.pyc",
    "deep/.gitignore",
)


def write(folder: Path) -> None:
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def test_a_folder_has_the_checksum_that_dvc_gives_it(tmp_path) -> None:
    write(tmp_path / "data")
    (tmp_path / ".dvcignore").write_text("# a comment\n**/__pycache__\n**/.gitignore\n/data/a\n")
    dvc = Path(sys.executable).with_name("dvc")
    subprocess.run([dvc, "init", "--no-scm", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".dvcignore").write_text("# a comment\n**/__pycache__\n**/.gitignore\n/data/a\n")
    subprocess.run([dvc, "add", "--quiet", "data"], cwd=tmp_path, check=True)
    expected = yaml.safe_load((tmp_path / "data.dvc").read_text())["outs"][0]
    ignored = read_ignored(tmp_path)
    assert fingerprint(tmp_path, "data", ignored) == expected["md5"]
    assert len(files_in(tmp_path, "data", ignored)) == expected["nfiles"] == 3


@pytest.mark.parametrize("name", FILES)
def test_any_changed_file_changes_the_folders_checksum(name, tmp_path) -> None:
    write(tmp_path / "data")
    before = fingerprint(tmp_path, "data")
    (tmp_path / "data" / name).write_text("changed")
    assert fingerprint(tmp_path, "data") != before


def test_what_is_not_there_has_none(tmp_path) -> None:
    assert fingerprint(tmp_path, "data") is None
    assert files_in(tmp_path, "data") == []
