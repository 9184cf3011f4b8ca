from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest
import yaml

from provingground.benchmark import planned_cells
from provingground.compendium import Project
from provingground.completeness import coverage

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path) -> Project:
    """Two data sets, known by their cards; two algorithms, two levels, five folds."""
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    params["noise"]["levels"] = [0.0, 0.5]
    params["algorithms"]["names"] = ["linearSVC", "skRF"]
    params["quick"]["labelnoise"] |= {"datasets": ["nasa_cm1", "nasa_pc1"], "variants": ["corrected"]}
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
    shutil.copy(ROOT / "dvc.yaml", tmp_path)
    folder = tmp_path / "data" / "standardized" / "quick"
    folder.mkdir(parents=True)
    for name in ("nasa_cm1", "nasa_pc1"):
        (folder / f"{name}.json").write_text(f'{{"checksum": "{name}"}}')
    return Project(tmp_path)


def test_what_is_not_computed_yet_is_named_with_the_folds_that_are_there(project) -> None:
    plan = planned_cells(project, "quick", "nasa_cm1")
    rows = pd.DataFrame({"key": cell.key, "status": "ok"} for cell in plan if cell.algorithm.name == "linearSVC")
    forest = [cell for cell in plan if cell.algorithm.name == "skRF"]
    some = pd.DataFrame({"key": cell.key, "status": "ok"} for cell in forest if cell.fold < 2)
    failed = pd.DataFrame({"key": cell.key, "status": "failed"} for cell in forest if cell.fold == 2)
    found = coverage(project, "quick", pd.concat([rows, some, failed])).set_index("dataset")
    assert found.loc["nasa_cm1"].tolist() == [20, 14, 2, 4, "skRF common (2 of 5 folds)"]
    assert found.loc["nasa_pc1"].tolist() == [20, 0, 0, 20, "all"]
