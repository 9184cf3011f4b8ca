"""The OpenML path against a server on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provingground.datasets.catalog import DatasetEntry, load_catalog
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.errors import SourceError


def entry_of(number: int = 7, **facts: Any) -> DatasetEntry:
    own = {"target": "class", "positive": "yes", "sources": [{"kind": "openml", "id": number}], **facts}
    return load_catalog({"toy": own})["toy"]


def files_below(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_an_arff_data_set_arrives_and_is_standardised(openml_server, tmp_path: Path) -> None:
    raw = fetch(entry_of(), cache=tmp_path)
    table = standardize(entry_of(), raw)
    assert raw.source == "OpenML 7"
    assert table.X["size"].tolist() == [1.5, 2.5, 8 / 3, 4.0]
    assert table.X["colour"].tolist() == ["red", "green", "red", "missing"]
    assert table.y.tolist() == [-1, -1, 1, -1]


def test_parquet_and_arff_of_one_data_set_give_the_same_table(
    openml_server, tmp_path: Path, toy_parquet: bytes
) -> None:
    from_arff = standardize(entry_of(), fetch(entry_of(), cache=tmp_path / "a"))
    openml_server.parquet[7] = toy_parquet
    raw = fetch(entry_of(), cache=tmp_path / "b")
    assert raw.files[0].path == "dataset_7.pq"
    assert standardize(entry_of(), raw).checksum == from_arff.checksum


def test_a_parquet_file_that_is_not_there_gives_way_to_arff(openml_server, tmp_path: Path, toy_parquet: bytes) -> None:
    openml_server.parquet[7] = toy_parquet
    answer = openml_server.answer
    openml_server.answer = lambda path: (404, b"") if path.startswith("/bucket/") else answer(path)
    assert fetch(entry_of(), cache=tmp_path).files[0].path == "dataset.arff"


def test_the_second_time_nothing_is_asked(openml_server, tmp_path: Path) -> None:
    first = fetch(entry_of(), cache=tmp_path)
    openml_server.requests.clear()
    assert fetch(entry_of(), cache=tmp_path).files == first.files
    assert openml_server.requests == []


def test_a_server_error_is_tried_again(openml_server, tmp_path: Path) -> None:
    openml_server.faults["/api/"] = ["500"]
    assert len(fetch(entry_of(), cache=tmp_path).frame) == 4


def test_a_slow_answer_in_time_is_an_answer(openml_server, tmp_path: Path) -> None:
    openml_server.faults["/data/download"] = ["slow"]
    assert len(fetch(entry_of(), cache=tmp_path, timeout=30).frame) == 4


def test_an_answer_that_comes_too_late_is_none_and_leaves_nothing(openml_server, tmp_path: Path) -> None:
    openml_server.faults["/data/download"] = ["slow"]
    with pytest.raises(SourceError, match=r"OpenML 7.*no answer within 0\.5 seconds.*mirror"):
        fetch(entry_of(), cache=tmp_path, timeout=0.5)
    assert files_below(tmp_path) == []


def cut_off(server: Any) -> None:
    server.faults["/data/download"] = ["cut", "cut"]


def wrong_checksum(server: Any) -> None:
    server.md5[7] = "0" * 32


def broken_for_long(server: Any) -> None:
    server.faults["/api/"] = ["500"] * 9


def no_data_file(server: Any) -> None:
    answer = server.answer
    server.answer = lambda path: (404, b"") if path.startswith("/data/download") else answer(path)


def half_a_file(server: Any) -> None:
    server.arff[7] = server.arff[7][:-6]


@pytest.mark.parametrize(
    ("misbehave", "reason"),
    [
        (cut_off, "OpenML 7.*(IncompleteRead|Connection broken|unequal to the expected checksum)"),
        (wrong_checksum, "OpenML 7.*[Cc]hecksum of downloaded file is unequal"),
        (broken_for_long, "OpenML 7.*OpenMLServerError"),
        (no_data_file, "OpenML 7.*(404|OpenMLServerError)"),
        (half_a_file, "OpenML 7.*dataset.arff: is not valid ARFF.*(line 9|row)"),
    ],
)
def test_a_download_that_fails_says_why_and_leaves_nothing(
    openml_server, tmp_path: Path, misbehave: Callable[[Any], None], reason: str
) -> None:
    misbehave(openml_server)
    with pytest.raises(SourceError, match=reason):
        fetch(entry_of(), cache=tmp_path)
    assert files_below(tmp_path) == []


def test_a_parquet_file_cut_off_is_refused(openml_server, tmp_path: Path, toy_parquet: bytes) -> None:
    openml_server.parquet[7] = toy_parquet[:-100]
    with pytest.raises(SourceError, match=r"dataset_7\.pq: is not a readable parquet file"):
        fetch(entry_of(), cache=tmp_path)
    assert files_below(tmp_path) == []


def test_an_unknown_number_is_the_servers_own_error(openml_server, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"OpenML 99.*Unknown dataset"):
        fetch(entry_of(99), cache=tmp_path)


def test_a_damaged_cache_is_discarded_so_that_the_next_try_works(openml_server, tmp_path: Path) -> None:
    fetch(entry_of(), cache=tmp_path)
    (cached,) = tmp_path.rglob("dataset.arff")
    cached.write_text("@RELATION toy\n@ATTRIBUTE class {no,yes}\n@DATA\nperhaps\n")
    with pytest.raises(SourceError, match="discarded"):
        fetch(entry_of(), cache=tmp_path)
    assert len(fetch(entry_of(), cache=tmp_path).frame) == 4


def test_the_clients_configuration_is_as_before(openml_server, tmp_path: Path) -> None:
    import openml

    before = openml.config.get_config_as_dict()
    fetch(entry_of(), cache=tmp_path)
    assert openml.config.get_config_as_dict() == before


def test_another_version_of_the_data_set_is_not_passed_off(openml_server, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="rows is 4 where 5 was expected"):
        fetch(entry_of(expected={"rows": 5}), cache=tmp_path)


@pytest.mark.parametrize(
    ("name", "rows"), [("mushroom", "8,124"), ("nasa_kc3", "458"), ("bank", "45,211"), ("nasa_cm1", "89")]
)
def test_openmls_other_versions_are_refused_without_asking(openml_server, tmp_path: Path, name: str, rows: str) -> None:
    entry = load_catalog()[name]
    refused = [source for source in entry.sources if source.refuse]
    alone = entry.model_copy(update={"sources": tuple(refused)})
    with pytest.raises(SourceError, match=f"refused.*{rows}.*PROVINGGROUND_MIRROR"):
        fetch(alone, cache=tmp_path)
    assert openml_server.requests == []


def test_phishing_as_on_openml_becomes_the_one_hot_version(openml_server, tmp_path: Path) -> None:
    """Three rows, two columns: 1 -> f1, b -> f2; the second row brings -1 -> f3; the third a -> f4."""
    openml_server.arff[4534] = (
        "@RELATION p\n@ATTRIBUTE ip {-1,1}\n@ATTRIBUTE url {a,b}\n@ATTRIBUTE Result {-1,1}\n"
        "@DATA\n1,b,-1\n-1,b,1\n-1,a,1\n"
    )
    whole = load_catalog()["phishing"]
    small = whole.model_copy(update={"sources": whole.sources[1:], "expected": type(whole.expected)()})
    table = standardize(small, fetch(small, cache=tmp_path))
    v = 0.18257
    assert table.X.to_numpy().tolist() == [[v, v, 0, 0], [0, v, v, 0], [0, 0, v, v]]
    assert list(table.X.columns) == ["f1", "f2", "f3", "f4"]
    assert table.y.tolist() == [1, -1, -1]
