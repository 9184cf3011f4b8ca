"""Every way in which input can be bad: the error names file, line or column, and says what to do."""

from __future__ import annotations

import datetime
import gzip
from pathlib import Path

import pandas as pd
import pytest

from provingground.datasets.catalog import DatasetEntry, load_catalog
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.errors import InputError, ProvingGroundError, SourceError

GOOD = "size,colour,class\n1,red,no\n2,green,no\n3,red,yes\n"


def message_of(entry: DatasetEntry, tmp_path: Path, kind: type[ProvingGroundError] = InputError) -> str:
    with pytest.raises(kind) as caught:
        standardize(entry, fetch(entry, cache=tmp_path / "cache"))
    assert caught.value.remedy, "every error says what to do"
    return str(caught.value)


def test_a_missing_file(make_entry, tmp_path: Path) -> None:
    entry = make_entry(GOOD)
    (tmp_path / "mine.csv").unlink()
    message = message_of(entry, tmp_path, SourceError)
    assert "mine.csv: cannot be read (No such file or directory)" in message
    assert "Check that the file is there." in message


def test_no_source_answers(tmp_path: Path) -> None:
    sources = [
        {"kind": "mirror", "format": "csv", "files": [{"path": "a/a.csv"}]},
        {"kind": "bundled", "package": "no-such-package", "format": "csv", "files": [{"path": "a.csv"}]},
        {"kind": "openml", "id": 24, "refuse": "it holds another version"},
    ]
    message = message_of(load_catalog({"mine": {"target": "y", "sources": sources}})["mine"], tmp_path, SourceError)
    assert "mirror: none is set" in message
    assert "package no-such-package: is not installed" in message
    assert "OpenML 24: refused, it holds another version" in message
    assert "PROVINGGROUND_MIRROR" in message
    assert "pip install" in message
    assert "go online" in message


def test_a_checksum_that_does_not_match(make_entry, tmp_path: Path) -> None:
    file = {"path": str(tmp_path / "mine.csv"), "sha256": "0" * 64}
    message = message_of(make_entry(GOOD, source={"files": [file]}), tmp_path, SourceError)
    assert "mine.csv: checksum mismatch: SHA-256 is" in message
    assert "000000000000... was expected" in message


def test_a_size_that_does_not_match(make_entry, tmp_path: Path) -> None:
    file = {"path": str(tmp_path / "mine.csv"), "bytes": 7}
    message = message_of(make_entry(GOOD, source={"files": [file]}), tmp_path, SourceError)
    assert f"has {len(GOOD)} bytes where 7 were expected" in message


def test_fewer_rows_than_expected(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry(GOOD, expected={"rows": 4}), tmp_path, SourceError)
    assert "mine: rows is 3 where 4 was expected" in message


def test_another_minority_share_than_expected(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry(GOOD, expected={"minority_percent": "25.0"}), tmp_path, SourceError)
    assert "minority_percent is 33.3 where 25.0 was expected" in message


def test_other_column_types_than_expected(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry(GOOD, expected={"numeric": 2, "categorical": 0}), tmp_path)
    assert "numeric is 1 where 2 was expected; categorical is 1 where 0 was expected" in message


def test_a_header_that_is_missing(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("1,red,no\n2,green,yes\n"), tmp_path)
    assert "mine.csv, line 1: seems to be data, not a header: it holds '1'" in message
    assert "header: false" in message


def test_no_header_and_no_names_in_the_entry(make_entry, tmp_path: Path) -> None:
    assert "Give `columns` in the entry" in message_of(make_entry(GOOD, source={"header": False}), tmp_path)


def test_column_names_that_occur_twice(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,size,class\n1,2,no\n1,3,yes\n"), tmp_path)
    assert "mine.csv, header: column name 'size' occurs more than once" in message


def test_a_constant_target(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,class\n1,no\n2,no\n"), tmp_path)
    assert "mine.csv, target 'class': holds one class only ('no')" in message


def test_three_classes_where_two_are_needed(make_entry, tmp_path: Path) -> None:
    entry = make_entry("size,class\n1,no\n2,yes\n3,perhaps\n", positive="yes")
    assert "holds 3 classes where two are needed: 'no' (1), 'yes' (1), 'perhaps' (1)" in message_of(entry, tmp_path)


def test_a_positive_label_that_does_not_occur(make_entry, tmp_path: Path) -> None:
    assert "has no label 'y', only 'no' (2), 'yes' (1)" in message_of(make_entry(GOOD, positive="y"), tmp_path)


def test_a_positive_label_that_is_the_more_frequent_one(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry(GOOD, positive="no"), tmp_path)
    assert "label 'no' is the more frequent one" in message
    assert "`positive: 'yes'`" in message


def test_a_target_column_that_is_not_there(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry(GOOD, target="label"), tmp_path)
    assert "mine.csv: column 'label' (`target`) is not among 'size', 'colour', 'class'" in message


@pytest.mark.parametrize("field", ["drop", "categorical"])
def test_a_named_column_that_is_not_there(make_entry, tmp_path: Path, field: str) -> None:
    assert f"column 'id' (`{field}`) is not among" in message_of(make_entry(GOOD, **{field: ["id"]}), tmp_path)


def test_a_column_without_any_value(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,age,class\n1,,no\n2,?,yes\n", missing=["?"]), tmp_path)
    assert "mine.csv, column 'age': holds no value in any row" in message
    assert "`drop`" in message


def test_text_that_is_not_utf8(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,class\n1,no\n2,caf\xe9\n".encode("latin-1")), tmp_path)
    assert "mine.csv, line 3: holds bytes that are not UTF-8 (0xe9)" in message


def test_numbers_and_text_in_one_column(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,class\n1,no\n\nn/a,yes\n3,no\n"), tmp_path)
    assert "mine.csv, line 4, column 'size': holds text ('n/a'; 1 rows) in a column of numbers" in message
    assert "`missing`" in message
    assert "`categorical`" in message


def test_an_infinite_number(make_entry, tmp_path: Path) -> None:
    assert "mine.csv, line 3, column 'size': holds inf" in message_of(
        make_entry("size,class\n1,no\ninf,yes\n"), tmp_path
    )


def test_a_row_without_a_label(make_entry, tmp_path: Path) -> None:
    assert "mine.csv, line 3, column 'class': has no label" in message_of(
        make_entry("size,class\n1,no\n2,\n"), tmp_path
    )


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file(make_entry, tmp_path: Path, content: str) -> None:
    assert "mine.csv: is empty" in message_of(make_entry(content), tmp_path)


def test_a_header_without_data(make_entry, tmp_path: Path) -> None:
    assert "mine.csv: has a header and no data" in message_of(make_entry("size,class\n"), tmp_path)


def test_a_last_line_cut_off(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("size,colour,class\n1,red,no\n2,green\n"), tmp_path)
    assert "mine.csv, line 3: has 2 fields where 3 were expected" in message


def test_a_gzip_file_cut_off(make_entry, tmp_path: Path) -> None:
    content = gzip.compress(GOOD.encode())[:-12]
    entry = make_entry(content, suffix="csv.gz", source={"format": "csv"})
    assert "mine.csv.gz: is not a complete gzip file" in message_of(entry, tmp_path)


def test_an_arff_file_that_is_none(make_entry, tmp_path: Path) -> None:
    assert "mine.arff: is not valid ARFF" in message_of(make_entry(GOOD, suffix="arff"), tmp_path)


def test_a_parquet_file_that_is_none(make_entry, tmp_path: Path) -> None:
    assert "mine.parquet: is not a readable parquet file" in message_of(make_entry(GOOD, suffix="parquet"), tmp_path)


def test_an_svmlight_file_that_is_none(make_entry, tmp_path: Path) -> None:
    assert "mine.svmlight: is not in svmlight format" in message_of(make_entry(GOOD, suffix="svmlight"), tmp_path)


def test_two_files_with_different_columns(make_entry, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("size,shade,class\n1,red,no\n")
    files = [{"path": str(tmp_path / name)} for name in ("mine.csv", "more.csv")]
    message = message_of(make_entry(GOOD, source={"files": files}), tmp_path)
    assert "more.csv: its columns differ from those of" in message
    assert "colour, shade" in message


def test_names_by_position_that_are_too_few(make_entry, tmp_path: Path) -> None:
    entry = make_entry(GOOD, source={"columns": ["size", "class"]})
    assert "has 3 columns where 2 were expected" in message_of(entry, tmp_path)


def test_parameters_that_a_generator_does_not_know(tmp_path: Path) -> None:
    source = {"kind": "generated", "maker": "make_blobs", "parameters": {"n_rows": 3}}
    entry = load_catalog({"mine": {"target": "class", "sources": [source]}})["mine"]
    assert "make_blobs: does not take these parameters" in message_of(entry, tmp_path)


DAY = datetime.date(2024, 2, 29)
NEITHER_TEXT_NOR_NUMBERS = {
    "datetime64": pd.to_datetime([DAY] * 3),
    "date": [DAY] * 3,
    "timedelta64": pd.to_timedelta([1, None, 3], unit="h"),
    "time": [datetime.time(12)] * 3,
    "mixed": [[1, 2]] * 3,
    "bytes": [b"a"] * 3,
}


def parquet_entry(path: Path, **columns: object) -> DatasetEntry:
    pd.DataFrame({"size": [1, 2, 3], "class": ["no", "no", "yes"]} | columns).to_parquet(path, index=False)
    source = {"kind": "file", "format": "parquet", "files": [{"path": str(path)}]}
    return load_catalog({"mine": {"target": "class", "positive": "yes", "sources": [source]}})["mine"]


@pytest.mark.parametrize("kind", NEITHER_TEXT_NOR_NUMBERS)
def test_a_column_of_dates_durations_lists_or_bytes(tmp_path: Path, kind: str) -> None:
    entry = parquet_entry(tmp_path / "mine.parquet", when=NEITHER_TEXT_NOR_NUMBERS[kind])
    message = message_of(entry, tmp_path)
    assert f"mine.parquet, column 'when': holds values of the kind '{kind}', neither text nor numbers" in message
    assert "`drop`" in message
    dropped = entry.model_copy(update={"drop": ("when",)})
    assert list(standardize(dropped, fetch(dropped, cache=tmp_path / "cache")).X) == ["size"]


def test_truth_values_with_gaps_are_categories_and_whole_numbers_with_gaps_are_numbers(tmp_path: Path) -> None:
    truth, whole = pd.array([True, None, False], dtype="boolean"), pd.array([1, None, 4], dtype="Int64")
    entry = parquet_entry(tmp_path / "mine.parquet", truth=truth, whole=whole)
    X = standardize(entry, fetch(entry, cache=tmp_path / "cache")).X
    assert X["truth"].tolist() == ["true", "missing", "false"]
    assert X["whole"].tolist() == [1.0, 2.5, 4.0]


def test_a_table_without_rows(tmp_path: Path) -> None:
    entry = parquet_entry(tmp_path / "mine.parquet", **{"size": [], "class": []})
    assert "mine.parquet: has a header and no data" in message_of(entry, tmp_path)


def test_a_table_of_labels_alone(make_entry, tmp_path: Path) -> None:
    message = message_of(make_entry("class\nno\nno\nyes\n"), tmp_path)
    assert "mine.csv: has no column but the target 'class'" in message


@pytest.mark.parametrize("separator", [";;", "", "tab", '"', "\n"])
def test_a_separator_that_is_not_one_character(make_entry, separator: str) -> None:
    with pytest.raises(InputError, match=r"key 'sources\.0\.file\.separator'.*should be one character") as caught:
        make_entry(GOOD, source={"separator": separator})
    assert "at least 1 item" not in str(caught.value), "what follows from that is not told as well"


@pytest.mark.parametrize("label", [True, 1, 1.0])
def test_a_label_that_yaml_does_not_read_as_text(make_entry, label: object) -> None:
    with pytest.raises(InputError, match=f"key 'positive' should be text, found {label!r}: put it in quotes"):
        make_entry(GOOD, positive=label)


def test_blank_lines_before_the_header_are_passed_over(make_entry, tmp_path: Path) -> None:
    entry = make_entry("\n\n" + GOOD)
    assert list(standardize(entry, fetch(entry, cache=tmp_path / "cache")).X) == ["size", "colour"]
