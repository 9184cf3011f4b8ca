"""The data sets of the label-noise paper against its Table 1; the numbers are from there, not from the catalog."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from provingground.datasets.catalog import load_catalog
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import check_against_paper, describe, mean_categories, standardize
from provingground.datasets.table import Table

TABLE = {
    "adult": (48842, 13, "23.928"),
    "bank": (41188, 20, "11.265"),
    "breastcancer": (699, 9, "34.478"),
    "eyestate": (14980, 14, "44.880"),
    "mushroom": (8416, 22, "46.673"),
    "nasa_cm1": (498, 21, "9.839"),
    "nasa_jm1": (10885, 21, "19.348"),
    "nasa_kc1": (2109, 21, "15.458"),
    "nasa_kc2": (522, 21, "20.498"),
    "nasa_kc3": (194, 39, "18.557"),
    "nasa_pc1": (1109, 21, "6.943"),
    "phishing": (11055, 68, "44.306"),
    "spambase": (4601, 57, "39.404"),
}
BUNDLED = ["nasa_cm1", "nasa_kc1", "nasa_pc1", "spambase", "abalone", "car", "contraceptive"]


def standardized(name: str, mirror: Path | None, cache: Path) -> Table:
    entry = load_catalog()[name]
    return standardize(entry, fetch(entry, mirror=mirror, cache=cache))


@pytest.fixture(scope="session")
def from_mirror(shared: Path, tmp_path_factory: pytest.TempPathFactory):
    tables: dict[str, Table] = {}

    def get(name: str) -> Table:
        if name not in tables:
            tables[name] = standardized(name, shared / "data", tmp_path_factory.mktemp("cache"))
        return tables[name]

    return get


@pytest.mark.parametrize("name", TABLE)
def test_a_complete_data_set_is_the_papers(from_mirror, name: str) -> None:
    table = from_mirror(name)
    rows, columns, minority = TABLE[name]
    assert table.X.shape == (rows, columns)
    assert f"{100 * table.minority_share:.3f}" == minority
    assert np.mean(table.y == 1) == table.minority_share
    assert check_against_paper(describe(table), load_catalog()[name])["equal"].all()


def test_adult_has_the_papers_types_and_107_one_hot_columns(from_mirror) -> None:
    table = from_mirror("adult")
    assert (len(table.numeric_columns), len(table.categorical_columns)) == (5, 8)
    assert mean_categories(table) == 12.75
    assert pd.get_dummies(table.X).shape[1] == 107
    assert "fnlwgt" not in table.X


def test_adult_starts_with_the_data_file_and_ends_with_the_test_file(from_mirror) -> None:
    table = from_mirror("adult")
    assert table.X["age"].iloc[[0, 1, 32561, 32562]].tolist() == [39, 50, 25, 38]
    assert table.X["workclass"].iloc[0] == "Stategov"


def test_jm1_has_five_text_columns_whose_points_are_gone(from_mirror) -> None:
    table = from_mirror("nasa_jm1")
    assert table.categorical_columns == ["uniqOp", "uniqOpnd", "totalOp", "totalOpnd", "branchCount"]
    assert table.X["uniqOp"].iloc[0] == "12"
    assert mean_categories(table) == pytest.approx(286.8)
    assert (table.X["uniqOp"] == "missing").sum() == 5


def test_breastcancers_missing_values_are_the_columns_mean(from_mirror, shared: Path) -> None:
    table = from_mirror("breastcancer")
    raw = pd.read_csv(shared / "data/raw/breastcancer/breast-cancer-wisconsin.data.gz", header=None, na_values="?")
    assert raw[6].isna().sum() == 16
    np.testing.assert_allclose(table.X["barenuclei"], raw[6].fillna(raw[6].mean()), rtol=1e-15)


def test_the_part_of_trucks_is_the_first_file_and_then_what_the_second_adds(from_mirror, shared: Path) -> None:
    table = from_mirror("trucks_part")
    folder = shared / "data/raw/trucks"
    first = pd.read_csv(folder / "aps_failure_training_set.first9000.csv.gz", na_values="na")
    assert table.X.shape == (13274, 170)
    assert (table.y == 1).sum() == 242
    assert table.name == "trucks_part"
    assert table.X["aa000"].iloc[:9000].tolist() == first["aa_000"].tolist()


def test_abalones_rings_are_in_the_three_groups_of_its_documentation(from_mirror, shared: Path) -> None:
    rings = pd.read_csv(shared / "data/raw/abalone/abalone.data.gz", header=None)[8]
    group = np.where(rings <= 8, "1-8", np.where(rings <= 10, "9-10", "11-29"))
    assert from_mirror("abalone").y.tolist() == group.tolist()


@pytest.mark.parametrize(
    ("name", "shape"), [("car", (1728, 6)), ("contraceptive", (1473, 9)), ("occupancy", (20560, 5))]
)
def test_the_data_sets_of_perfex_keep_their_labels(from_mirror, name: str, shape: tuple[int, int]) -> None:
    table = from_mirror(name)
    assert table.X.shape == shape
    assert set(table.y) <= {"unacc", "acc", "good", "vgood", "0", "1", "2", "3"}


@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_copy_gives_the_same_table_as_the_mirror(from_mirror, tmp_path: Path, name: str) -> None:
    assert standardized(name, None, tmp_path).checksum == from_mirror(name).checksum


@pytest.mark.parametrize("name", [name for name in BUNDLED if name in TABLE])
def test_a_bundled_data_set_is_the_papers(tmp_path: Path, name: str) -> None:
    table = standardized(name, None, tmp_path)
    rows, columns, minority = TABLE[name]
    assert table.X.shape == (rows, columns)
    assert f"{100 * table.minority_share:.3f}" == minority


def test_the_mirrors_part_does_not_pass_for_trucks(shared: Path, tmp_path: Path) -> None:
    entry = load_catalog()["trucks"]
    only_mirror = entry.model_copy(update={"sources": entry.sources[:1]})
    with pytest.raises(OSError, match="13,274 of the 76,000 rows"):
        fetch(only_mirror, mirror=shared / "data", cache=tmp_path)
