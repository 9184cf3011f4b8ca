"""What the notebooks ask of a checkout: which data sets compare with the authors', and the example to fit on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.model_selection import RepeatedStratifiedKFold

from provingground.benchmark import comparable_cells, comparable_datasets, example_table, first_folds
from provingground.compendium import Project
from provingground.datasets.table import Table

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path) -> Project:
    """A checkout whose quick profile has three data sets, of which only the cards exist."""
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    params["quick"]["labelnoise"] |= {
        "datasets": ["nasa_kc1", "spambase", "my_data"],
        "max_rows": {"spambase": 2300, "nasa_kc1": 50_000},
    }
    params["quick"]["datasets"] += ["my_data"]
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
    (tmp_path / "dvc.yaml").touch()
    folder = tmp_path / "data" / "standardized" / "quick"
    folder.mkdir(parents=True)
    for name, rows, minority in (("nasa_kc1", 2109, 15.5), ("spambase", 4601, 39.4), ("my_data", 90_000, 1.0)):
        card = {"name": name, "rows": rows, "minority_percent": minority, "checksum": "0"}
        (folder / f"{name}.json").write_text(json.dumps(card))
    return Project(tmp_path)


def test_a_capped_data_set_and_one_that_the_authors_lack_are_not_compared(project):
    table = comparable_datasets(project, "quick").set_index("dataset")
    assert table["compared"].to_dict() == {"nasa_kc1": True, "spambase": False, "my_data": False}
    assert table.loc["spambase", "why"] == "capped at 2300 of 4601 rows: other folds"
    assert table.loc["my_data", "why"] == "the authors have no rows of it"
    cells = pd.DataFrame({"dataset": ["nasa_kc1", "spambase", "my_data"]})
    assert comparable_cells(project, "quick", cells)["dataset"].tolist() == ["nasa_kc1"]


def test_the_example_is_the_most_unequal_of_the_small_data_sets(project, monkeypatch):
    monkeypatch.setattr("provingground.benchmark.load_table", lambda project, profile, name: name)
    assert example_table(project, "quick") == "nasa_kc1"
    assert example_table(project, "quick", max_rows=10) == "nasa_kc1"
    assert example_table(project, "quick", max_rows=100_000) == "my_data"


def test_the_first_folds_are_the_published_ones(project):
    y = np.where(np.arange(40) % 3, -1, 1).astype(np.int8)
    table = Table("toy", pd.DataFrame({"a": np.arange(40.0)}), y)
    published = RepeatedStratifiedKFold(n_splits=5, n_repeats=5, random_state=56)
    expected = list(published.split(np.zeros(40), y))[:5]
    folds = first_folds(project, table)
    assert [fold.test.tolist() for fold in folds] == [test.tolist() for _, test in expected]


def test_the_environment_overrides_the_mirror_of_the_parameters(project, monkeypatch):
    monkeypatch.delenv("PROVINGGROUND_MIRROR", raising=False)
    assert project.mirror is None
    monkeypatch.setenv("PROVINGGROUND_MIRROR", "elsewhere")
    assert project.mirror == "elsewhere"
