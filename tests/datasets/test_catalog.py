"""The catalog, a user's own entries, and what a wrong key says."""

from __future__ import annotations

from typing import Any

import pytest

from provingground.datasets.catalog import find, load_catalog
from provingground.errors import InputError

PAPER = ["adult", "bank", "breastcancer", "eyestate", "mushroom", "phishing", "spambase", "trucks"]
PAPER += ["nasa_cm1", "nasa_jm1", "nasa_kc1", "nasa_kc2", "nasa_kc3", "nasa_pc1"]


def own(**facts: Any) -> dict[str, Any]:
    source = {"kind": "file", "format": "csv", "files": [{"path": "a.csv"}]}
    return {"mine": {"target": "y", "sources": [source], **facts}}


def test_all_data_sets_are_there_and_say_where_they_come_from() -> None:
    catalog = load_catalog()
    assert set(catalog) == {*PAPER, "trucks_part", "abalone", "car", "contraceptive", "occupancy"}
    assert all(entry.title and entry.citation and entry.licence for entry in catalog.values())
    assert all(catalog[name].expected.minority_percent for name in PAPER)


def test_every_file_of_the_catalog_has_a_size_and_a_checksum() -> None:
    for entry in load_catalog().values():
        for source in entry.sources:
            for file in getattr(source, "files", ()):
                assert file.bytes, file.path
                assert file.sha256, file.path


def test_a_users_entry_stands_beside_the_others() -> None:
    assert load_catalog(own(positive="1"))["mine"].positive == "1"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"positve": "1"}, r"unknown key 'positve' \(did you mean 'positive'\?\)"),
        ({"expected": {"row": 3}}, r"unknown key 'expected.row' \(did you mean 'rows'\?\)"),
        ({"sources": [{"kind": "openml", "number": 3}]}, "key 'sources.0.openml.id' is missing; unknown key"),
        ({"sources": [{"kind": "web"}]}, "key 'sources.0'.*'mirror', 'bundled', 'file', 'openml', 'generated'"),
        ({"sources": []}, "key 'sources'.*at least 1"),
        ({"sources": [{"kind": "file", "format": "xls", "files": []}]}, "key 'sources.0.file.format'.*'xls'"),
        ({"sources": [{"kind": "generated", "maker": "os.system"}]}, "key 'sources.0.generated.maker'"),
        ({"positive": 1}, "key 'positive' should be text, found 1: put it in quotes"),
    ],
)
def test_a_wrong_key_is_named_with_the_nearest_known_one(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_catalog(own(**facts))


def test_an_entry_that_is_no_entry() -> None:
    with pytest.raises(InputError, match=r"data\.extra, data set 'mine': is 'a\.csv' where an entry"):
        load_catalog({"mine": "a.csv"})


def test_an_entry_with_the_name_of_another() -> None:
    with pytest.raises(InputError, match="'adult': has the name of a catalog entry"):
        load_catalog({"adult": own()["mine"]})


def test_a_name_that_cannot_be_a_file() -> None:
    with pytest.raises(InputError, match=r"'\.\./x': is no name for a file"):
        load_catalog({"../x": own()["mine"]})


def test_a_data_set_that_does_not_exist_names_its_neighbours() -> None:
    with pytest.raises(InputError, match=r"'nasa_kc4': is not in the catalog\. Did you mean 'nasa_kc"):
        find(load_catalog(), "nasa_kc4")
