"""What every data set of the catalog must do that comes with the installed packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from provingground.contract import run_checks
from provingground.datasets.catalog import BundledSource, load_catalog
from provingground.datasets.contract import DATASET_CHECKS, Candidate

BUNDLED = [
    entry for entry in load_catalog().values() if any(isinstance(source, BundledSource) for source in entry.sources)
]


@pytest.mark.parametrize("entry", BUNDLED, ids=lambda entry: entry.name)
def test_a_data_set_that_comes_with_a_package(entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROVINGGROUND_MIRROR", raising=False)
    findings = list(run_checks(entry.name, Candidate(entry, tmp_path), DATASET_CHECKS))
    assert [finding.message for finding in findings if finding.status != "ok"] == []
