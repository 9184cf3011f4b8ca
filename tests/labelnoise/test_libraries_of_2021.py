"""Folds of spambase whose AUC is not the authors' equal theirs once the libraries' old habits are emulated."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from provingground.datasets.catalog import load_catalog
from provingground.datasets.sources import fetch
from provingground.datasets.standardize import standardize
from provingground.datasets.table import Table
from provingground.labelnoise.algorithms import get
from provingground.labelnoise.libraries_of_2021 import explain_differences, read_as_pandas_1_1
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.published import shipped_clean_folds
from provingground.labelnoise.splits import repeated_stratified_folds

PROTOCOL = Protocol(levels=(0.0,), folds=5, repeats=5)


@pytest.fixture(scope="module")
def spambase(tmp_path_factory) -> Table:
    entry = load_catalog()["spambase"]
    return standardize(entry, fetch(entry, cache=tmp_path_factory.mktemp("raw")))


def cell(table: Table, name: str, variant: str, index: int) -> dict[str, object]:
    fold = repeated_stratified_folds(table.y, 5, 5, PROTOCOL.split_seed)[index]
    with get(name, variant).open(table, fold.train, fold.test) as session:
        auc = roc_auc_score(table.y[fold.test], session.fit_score(table.y[fold.train], seed=0).test)
    key = {"dataset": "spambase", "algorithm": name, "variant": variant, "rho": 0.0, "fold": index}
    return {**key, "status": "ok", "test_roc_auc": auc}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "index"), [("wekaRF", "published", 23), ("XGB_SQUERR", "published", 4)])
def test_a_fold_that_differs_equals_the_published_one_with_the_habit_of_its_library(spambase, name, variant, index):
    cells = pd.DataFrame([cell(spambase, name, variant, index)])
    (row,) = explain_differences(cells, shipped_clean_folds(), lambda _: spambase, PROTOCOL).itertuples()
    assert (row.n, row.differ, row.explained) == (1, 1, 1)
    assert row.before > 1e-6 > row.after


def test_folds_that_are_equal_are_not_fitted_again() -> None:
    published = shipped_clean_folds()
    equal = published[(published["dataset"] == "spambase") & (published["algorithm"] == "wekaRF")]

    def load(name: str) -> Table:
        raise AssertionError(f"{name} was loaded")

    cells = equal.assign(variant="published", status="ok")
    assert explain_differences(cells, published, load, PROTOCOL).empty


@given(st.integers(0, 10**6), st.integers(0, 4))
def test_a_decimal_number_is_divided_once_for_each_bit_of_its_count_of_decimals(digits, decimals) -> None:
    value = float(Fraction(digits, 10**decimals))
    text = repr(value)
    places = len(text.partition(".")[2].rstrip("0"))
    whole = float(round(value * 10**places))
    expected = {0: whole, 1: whole / 10, 2: whole / 100, 3: whole / 10 / 100, 4: whole / 10_000}[places]
    (old,) = read_as_pandas_1_1(np.array([value]))
    assert old == expected
