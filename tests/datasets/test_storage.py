"""Standardised files: exact, deterministic, checked, never half there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.datasets.storage import cards, load_card, load_standardized, write_standardized
from provingground.errors import InputError

CSV = "size,colour,class\n0.1,b,no\n,a,no\n3e300,Z,yes\n5,?,no\n"


@pytest.fixture
def written(make_entry, tmp_path: Path):
    entry = make_entry(CSV, positive="yes", title="Mine", licence="CC0")
    raw = fetch(entry, cache=tmp_path)
    table = standardize(entry, raw)
    return table, write_standardized(table, tmp_path / "out", entry, raw), entry, raw


def test_a_table_comes_back_exactly(written) -> None:
    table, path, _, _ = written
    back = load_standardized(path.parent, "mine")
    pd.testing.assert_frame_equal(back.X, table.X, check_exact=True)
    assert back.y.dtype == np.int8
    assert back.y.tolist() == [-1, -1, 1, -1]
    assert back.checksum == table.checksum


def test_labels_that_are_text_come_back_as_text(make_entry, tmp_path: Path) -> None:
    entry = make_entry(CSV)
    raw = fetch(entry, cache=tmp_path)
    write_standardized(standardize(entry, raw), tmp_path, entry, raw)
    assert load_standardized(tmp_path, "mine").y.tolist() == ["no", "no", "yes", "no"]


def test_equal_tables_are_equal_bytes(written, tmp_path: Path) -> None:
    _, path, entry, raw = written
    again = write_standardized(load_standardized(path.parent, "mine"), tmp_path / "again", entry, raw)
    assert again.read_bytes() == path.read_bytes()
    assert again.with_suffix(".json").read_bytes() == path.with_suffix(".json").read_bytes()


def test_a_card_says_what_the_data_set_is(written) -> None:
    table, path, _, raw = written
    facts = load_card(path.parent, "mine")
    named = ("title", "licence", "rows", "columns", "numeric", "categorical", "positive")
    assert {key: facts[key] for key in named} == {
        "title": "Mine", "licence": "CC0", "rows": 4, "columns": 2, "numeric": 1, "categorical": 1, "positive": "yes",
    }  # fmt: skip
    assert (facts["missing_filled"], facts["missing_category"]) == (1, 1)
    assert (facts["mean_categories"], facts["minority_percent"]) == (4, 25)
    assert (facts["source"], facts["checksum"]) == ("file", table.checksum)
    assert facts["files"][0]["sha256"] == raw.files[0].sha256


def test_cards_of_a_folder_are_one_frame(written) -> None:
    assert cards(written[1].parent)["name"].tolist() == ["mine"]


def test_the_label_column_cannot_be_a_feature(make_entry, tmp_path: Path) -> None:
    entry = make_entry("__label__,class\n1,no\n2,yes\n")
    raw = fetch(entry, cache=tmp_path)
    path = write_standardized(standardize(entry, raw), tmp_path, entry, raw)
    assert pq.read_schema(path).names == ["label", "__label__"]


def test_a_failure_while_writing_leaves_the_old_file_and_no_other(written, monkeypatch: pytest.MonkeyPatch) -> None:
    table, path, entry, raw = written
    before = path.read_bytes()

    def fail(_: object, part: Path, **__: object) -> None:
        Path(part).write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(pq, "write_table", fail)
    with pytest.raises(OSError, match="disk full"):
        write_standardized(table, path.parent, entry, raw)
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["mine.json", "mine.parquet"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"mine\.json: does not exist. .*data fetch"):
        load_standardized(tmp_path, "mine")


def test_a_file_cut_off(written) -> None:
    path = written[1]
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(InputError, match=r"mine\.parquet: is not a readable parquet file"):
        load_standardized(path.parent, "mine")


def test_a_table_that_was_changed(written) -> None:
    path = written[1]
    frame = pq.read_table(path).to_pandas()
    frame.loc[0, "size"] = 0.2
    frame.to_parquet(path)
    with pytest.raises(InputError, match="checksum mismatch"):
        load_standardized(path.parent, "mine")


@pytest.mark.parametrize("content", ["{", "[]", json.dumps({"name": "mine"})])
def test_a_card_that_is_none(written, content: str) -> None:
    path = written[1]
    path.with_suffix(".json").write_text(content)
    with pytest.raises(InputError, match=r"mine\.json: is not"):
        load_standardized(path.parent, "mine")
