from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest

from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.labelnoise.noise import NAR, NCAR, NNAR, NOISE_MODELS, FixedCount, noise_model

PAPER_LEVELS = (0.0, 0.05, 0.10, 0.20, 0.25, 0.33, 0.50, 0.66, 0.75, 0.90, 1.00, 1.25)
N = 4000
TRAIN = np.arange(0, N, 2)


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with a minority share of .3 whose first column alone decides on the label."""
    score = np.random.default_rng(0).normal(size=N)
    y = np.where(score > np.quantile(score, 0.7), 1, -1).astype(np.int8)
    return Table("line", pd.DataFrame({"score": score, "other": np.arange(N) % 7.0}), y)


each_model = pytest.mark.parametrize("name", list(NOISE_MODELS))


@each_model
def test_level_zero_flips_nothing(table: Table, name: str) -> None:
    noisy = noise_model(name).prepare(table, TRAIN, seed=1).at(0.0)
    assert np.array_equal(noisy.y, table.y[TRAIN])
    assert (noisy.realised.negative, noisy.realised.positive) == (0, 0)


@each_model
def test_more_noise_only_adds_flips(table: Table, name: str) -> None:
    fold = noise_model(name).prepare(table, TRAIN, seed=1)
    masks = [fold.at(rho).y != table.y[TRAIN] for rho in PAPER_LEVELS]
    assert all((larger | ~smaller).all() for smaller, larger in pairwise(masks))


@each_model
def test_all_models_expect_the_same_total_of_flips(table: Table, name: str) -> None:
    for rho in PAPER_LEVELS:
        expected = noise_model(name).prepare(table, TRAIN, seed=1).at(rho).expected
        assert expected.negative + expected.positive == pytest.approx(rho * 0.3 * len(TRAIN))


@each_model
def test_the_record_of_flips_agrees_with_the_labels(table: Table, name: str) -> None:
    clean = table.y[TRAIN]
    noisy = noise_model(name).prepare(table, TRAIN, seed=1).at(0.75)
    assert noisy.realised.negative == ((noisy.y != clean) & (clean < 0)).sum()
    assert noisy.realised.positive == ((noisy.y != clean) & (clean > 0)).sum()
    assert noisy.expected.positive == pytest.approx(noisy.requested.positive * (clean > 0).sum())
    assert noisy.y.dtype == np.int8


@each_model
def test_the_clean_labels_are_not_touched(table: Table, name: str) -> None:
    before = table.y.copy()
    noise_model(name).prepare(table, TRAIN, seed=1).at(1.25)
    assert np.array_equal(table.y, before)


@each_model
def test_independent_draws_are_not_nested_but_repeatable(table: Table, name: str) -> None:
    model = noise_model(name, nested=False)
    fold = model.prepare(table, TRAIN, seed=1)
    small, large = (fold.at(rho).y != table.y[TRAIN] for rho in (0.25, 0.33))
    assert (small & ~large).any()
    assert np.array_equal(fold.at(0.25).y, model.prepare(table, TRAIN, seed=1).at(0.25).y)


def test_another_seed_flips_other_labels(table: Table) -> None:
    one, two = (NCAR().prepare(table, TRAIN, seed).at(0.5).y for seed in (1, 2))
    assert not np.array_equal(one, two)


def test_noise_completely_at_random_hits_both_classes_at_the_requested_rate(table: Table) -> None:
    noisy = NCAR().prepare(table, TRAIN, seed=1).at(0.5)
    assert (noisy.requested.negative, noisy.requested.positive) == pytest.approx((0.15, 0.15))
    n_positive = int((table.y[TRAIN] > 0).sum())
    assert binomtest(int(noisy.realised.positive), n_positive, 0.15).pvalue > 0.001
    assert binomtest(int(noisy.realised.negative), len(TRAIN) - n_positive, 0.15).pvalue > 0.001


def test_the_level_counts_relative_to_the_minority_share_of_the_whole_table(table: Table) -> None:
    tenth_positive = np.concatenate([np.flatnonzero(table.y < 0)[:900], np.flatnonzero(table.y > 0)[:100]])
    noisy = NCAR().prepare(table, tenth_positive, seed=1).at(1.0)
    assert noisy.requested.positive == pytest.approx(0.3)


def test_class_dependent_noise_keeps_the_ratio_of_rates(table: Table) -> None:
    noisy = NAR(positive_ratio=3.0).prepare(table, TRAIN, seed=1).at(0.5)
    assert noisy.requested.positive == pytest.approx(3 * noisy.requested.negative)
    assert noisy.realised.positive / noisy.expected.positive == pytest.approx(1, abs=0.15)


def test_a_rate_that_would_exceed_one_is_cut_and_the_rest_goes_to_the_other_class(table: Table) -> None:
    noisy = NAR(positive_ratio=1000.0).prepare(table, TRAIN, seed=1).at(1.25)
    n_positive = (table.y[TRAIN] > 0).sum()
    assert noisy.requested.positive == pytest.approx(1.0)
    assert noisy.expected.negative == pytest.approx(1.25 * 0.3 * len(TRAIN) - n_positive)


def test_feature_dependent_noise_flips_near_the_boundary(table: Table) -> None:
    distance = np.abs(table.X["score"].to_numpy() - np.quantile(table.X["score"], 0.7))[TRAIN]
    flipped = NNAR().prepare(table, TRAIN, seed=1).at(0.5).y != table.y[TRAIN]
    assert np.median(distance[flipped]) < 0.4 * np.median(distance[~flipped])


def test_feature_dependent_noise_without_concentration_is_completely_at_random(table: Table) -> None:
    requested = NNAR(concentration=0).prepare(table, TRAIN, seed=1).at(0.5).requested
    assert (requested.negative, requested.positive) == pytest.approx((0.15, 0.15))


@given(st.floats(0, 1.25))
@example(0.005)  # half a flip: to even, whatever the order of summation
def test_a_fixed_count_is_met_exactly(rho: float) -> None:
    y = np.where(np.arange(300) % 3 == 0, 1, -1).astype(np.int8)
    table = Table("thirds", pd.DataFrame({"a": np.arange(300.0)}), y)
    noisy = FixedCount().prepare(table, np.arange(300), seed=4).at(rho)
    assert (noisy.y != y).sum() == round(rho * table.minority_share * 300)


@given(st.floats(0, 3), st.floats(0, 3), st.floats(0.01, 100))
def test_probabilities_grow_with_the_level_and_stay_at_most_one(low: float, high: float, ratio: float) -> None:
    low, high = sorted((low, high))
    y = np.where(np.arange(60) % 3 == 0, 1, -1).astype(np.int8)
    table = Table("thirds", pd.DataFrame({"a": np.arange(60.0)}), y)
    fold = NAR(positive_ratio=ratio).prepare(table, np.arange(60), seed=4)
    less, more = fold.at(low).requested, fold.at(high).requested
    assert less.negative <= more.negative + 1e-9 <= 1 + 2e-9
    assert less.positive <= more.positive + 1e-9 <= 1 + 2e-9


def test_a_level_so_small_that_no_label_flips_is_recorded_as_such(table: Table) -> None:
    noisy = NCAR().prepare(table, TRAIN, seed=1).at(1e-9)
    assert np.array_equal(noisy.y, table.y[TRAIN])
    assert noisy.expected.negative > 0
    assert noisy.realised.negative == 0


def test_a_level_that_flips_more_than_half_is_allowed_as_in_the_paper(table: Table) -> None:
    noisy = NCAR().prepare(table, TRAIN, seed=1).at(2.5)  # the paper's 1.25 on mushroom flips 58 %
    assert (noisy.y != table.y[TRAIN]).mean() == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize("rho", [-0.1, 3.4, float("nan"), float("inf")])
def test_levels_that_mean_no_probability_are_refused(table: Table, rho: float) -> None:
    with pytest.raises(InputError, match="rho"):
        NCAR().prepare(table, TRAIN, seed=1).at(rho)


def test_an_unknown_model_or_option_names_the_nearest() -> None:
    with pytest.raises(InputError, match="Did you mean 'ncar'"):
        noise_model("ncra")
    with pytest.raises(InputError, match="Did you mean 'positive_ratio'"):
        noise_model("nar", positve_ratio=2)


@pytest.mark.parametrize(("name", "options"), [("nar", {"positive_ratio": 0}), ("nnar", {"concentration": -1})])
def test_options_out_of_range_are_refused(name: str, options: dict[str, float]) -> None:
    with pytest.raises(InputError, match=name):
        noise_model(name, **options)
