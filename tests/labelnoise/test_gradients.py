from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from provingground.errors import InputError
from provingground.labelnoise import gradients
from provingground.labelnoise.gradients import (
    LOSSES,
    loss_figure,
    repeated_trees,
    symmetry_table,
    threshold_figure,
    thresholds,
)
from provingground.labelnoise.splits import repeated_stratified_folds


@pytest.fixture(scope="module")
def folds(numeric_table):
    return repeated_stratified_folds(numeric_table.y, 3, 1, 56)


@pytest.fixture(scope="module")
def found(numeric_table, folds):
    return thresholds(numeric_table, folds)


def test_the_sum_over_both_labels_is_constant_for_symmetric_losses_alone():
    table = symmetry_table()
    flat = np.isclose(table["least"], table["largest"])
    assert flat.tolist() == table["symmetric"].tolist()


def test_the_loss_figure_draws_every_loss_in_every_view_and_noise_only_scales_symmetric_ones():
    figure = loss_figure(flips=0.25)
    value, _, _, noisy = figure.axes
    assert all(len(axes.lines) == len(LOSSES) for axes in figure.axes)
    for loss, clean, flipped in zip(
        sorted(LOSSES, key=lambda loss: not loss.symmetric), value.lines, noisy.lines, strict=True
    ):
        slopes = np.diff(flipped.get_ydata()), np.diff(clean.get_ydata())
        assert np.allclose(slopes[0], 0.5 * slopes[1]) == loss.symmetric


def test_unhinged_without_sampling_repeats_one_tree_and_with_sampling_does_not(numeric_table, folds):
    table = repeated_trees(numeric_table, folds[0]).set_index(["algorithm", "variant"])
    assert (table["rounds"] == 100).all()
    distinct = table["distinct_trees"]
    assert distinct["XGB_UNHINGED", "corrected"] == 1
    assert distinct["XGB_UNHINGED", "corrected-sampled"] > 90
    assert distinct["XGB_SQUERR", "corrected"] > distinct["XGB_RAMP", "corrected"] > 1
    scores = table["distinct_scores"]
    assert scores["XGB_UNHINGED", "corrected"] < scores["XGB_UNHINGED", "corrected-sampled"]


def test_a_curve_passes_through_the_accuracy_of_each_threshold():
    rng = np.random.default_rng(2)
    y = np.where(rng.random(60) < 0.3, 1, -1)
    scores = rng.normal(size=60)
    for threshold in (-1.0, 0.0, 0.7):
        called = np.where(scores > threshold, 1, -1)
        share = np.array([np.mean(called > 0)])
        assert gradients._curve(y, scores, share)[0] == pytest.approx(balanced_accuracy_score(y, called))


def test_calling_all_rows_or_none_is_worth_one_half(found):
    assert found.curves.iloc[[0, -1]].to_numpy() == pytest.approx(0.5)


def test_both_rules_are_shown_for_each_booster(found, numeric_table):
    assert (found.points.groupby(["algorithm", "variant"])["rule"].nunique() == 2).all()
    left, right = threshold_figure(found, numeric_table).axes
    assert len(right.get_yticklabels()) == found.curves.shape[1]
    assert left.get_xlabel().startswith("share of test rows")


def test_an_algorithm_that_is_no_booster_is_refused(numeric_table, folds):
    with pytest.raises(InputError, match="not a booster"):
        gradients._fit(numeric_table, folds[0], "skRF", "common")
