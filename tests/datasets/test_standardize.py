"""Properties of the standard form that hold for any input."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from provingground.datasets.arranging import symbols
from provingground.datasets.catalog import DatasetEntry, load_catalog
from provingground.datasets.sources import RawData
from provingground.datasets.standardize import clean_names, standardize
from provingground.datasets.table import Table

SOURCE = {"kind": "file", "format": "csv", "files": [{"path": "any.csv"}]}
A_NUMBER = st.one_of(st.floats(-1e9, 1e9).map(repr), st.integers(-99, 99).map(str))
NUMBER = st.one_of(st.none(), A_NUMBER)
A_TEXT = st.builds(
    lambda first, rest: (first + rest).strip(), st.sampled_from("abcXYZ-.é"), st.text("abZ-?. é", max_size=5)
)
TEXT = st.one_of(st.none(), st.text("abcXYZ-?. é", max_size=6).map(str.strip).map(lambda text: text or None))


def entry(**facts: Any) -> DatasetEntry:
    return load_catalog({"any": {"target": "class", "sources": [SOURCE], "missing": ["?"], **facts}})["any"]


def raw_of(columns: dict[str, list[Any]], labels: list[str]) -> RawData:
    frame = pd.DataFrame(columns).assign(**{"class": labels})
    rows = range(2, len(frame) + 2)
    frame.index = pd.MultiIndex.from_product([["any.csv"], rows], names=["file", "line"])
    return RawData(frame, "file", ())


@st.composite
def raw_tables(draw: st.DrawFn) -> RawData:
    rows = draw(st.integers(2, 8))
    names = draw(st.lists(st.text("abAB(_) ?", min_size=1, max_size=4), min_size=1, max_size=5, unique=True))
    columns = {}
    for name in names:
        kind, present = draw(st.sampled_from([(NUMBER, A_NUMBER), (TEXT, A_TEXT)]))
        values = draw(st.lists(kind, min_size=rows, max_size=rows))
        values[0] = draw(present)  # no column without any value
        columns[name] = values
    return raw_of(columns, ["no", "yes"] + ["no"] * (rows - 2))


def as_raw(table: Table) -> RawData:
    columns = {name: table.X[name].tolist() for name in table.numeric_columns}
    columns |= {name: pd.Categorical(table.X[name]) for name in table.categorical_columns}
    return raw_of(
        {name: columns[name] for name in table.X.columns}, ["yes" if label == 1 else "no" for label in table.y]
    )


@settings(max_examples=40, deadline=None)
@given(raw_tables())
def test_no_value_is_missing_and_names_are_unique_and_clean(raw: RawData) -> None:
    table = standardize(entry(positive="yes"), raw)
    assert not table.X.isna().any(axis=None)
    assert len(set(table.X.columns)) == raw.frame.shape[1] - 1
    texts = [*table.X.columns, *(value for name in table.categorical_columns for value in table.X[name])]
    assert all(re.fullmatch("[A-Za-z0-9]+", text) for text in texts)
    assert table.y.tolist()[:2] == [-1, 1]


@settings(max_examples=40, deadline=None)
@given(raw_tables())
def test_standardising_twice_is_standardising_once(raw: RawData) -> None:
    once = standardize(entry(positive="yes"), raw)
    twice = standardize(entry(positive="yes"), as_raw(once))
    pd.testing.assert_frame_equal(once.X, twice.X, check_exact=True)
    assert once.checksum == twice.checksum


@given(st.lists(st.text("ab2(", max_size=4)))
def test_clean_names_are_as_many_as_the_names_and_all_different(names: list[str]) -> None:
    assert len(set(clean_names(names))) == len(names)


def test_categories_are_in_the_order_of_their_sorted_text() -> None:
    table = standardize(entry(), raw_of({"c": ["b", "B", None, "a"]}, ["x", "y", "x", "y"]))
    assert list(table.X["c"].cat.categories) == ["B", "a", "b", "missing"] == list(pd.get_dummies(table.X["c"]).columns)


def test_a_question_mark_that_is_not_declared_missing_is_a_category() -> None:
    table = standardize(entry(missing=[]), raw_of({"c": ["b", "?", None, "a"]}, ["x", "y", "x", "y"]))
    assert table.X["c"].tolist() == ["b", "missing", "missing", "a"]


def test_numbers_declared_categorical_lose_their_point() -> None:
    table = standardize(entry(categorical=["c"]), raw_of({"c": [1.2, 12.0, None, 3.0]}, ["x", "y", "x", "y"]))
    assert table.X["c"].tolist() == ["12", "12", "missing", "3"]


def test_a_missing_number_is_the_columns_mean() -> None:
    table = standardize(entry(), raw_of({"c": ["1", None, "?", "4.5"]}, ["x", "y", "x", "y"]))
    assert table.X["c"].tolist() == [1.0, 2.75, 2.75, 4.5]


def test_true_and_false_are_categories() -> None:
    table = standardize(entry(), raw_of({"c": [True, False, True, True]}, ["x", "y", "x", "y"]))
    assert table.X["c"].tolist() == ["true", "false", "true", "true"]


def test_symbols_are_the_shortest_text() -> None:
    assert symbols(pd.Series([1, 20], dtype="int64")).tolist() == ["1", "20"]
    assert symbols(pd.Series(["1.0", " x"])).tolist() == ["1.0", " x"]
