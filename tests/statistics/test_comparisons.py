from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from matplotlib.backends.backend_agg import FigureCanvasAgg
from scipy import stats
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.neighbors import NearestCentroid
from statsmodels.stats.multitest import multipletests

from provingground.errors import InputError
from provingground.statistics import (
    Blocks,
    average_ranks,
    bootstrap,
    complete_blocks,
    critical_difference_diagram,
    friedman,
    mean_intervals,
    nemenyi,
    paired_differences,
    resampled_mean,
    wilcoxon_holm,
)


def blocks_of(values, higher_is_better=True) -> Blocks:
    array = np.asarray(values, dtype=float)
    frame = pd.DataFrame(array, columns=[f"t{k}" for k in range(array.shape[1])])
    return Blocks(frame, pd.DataFrame(columns=["block", "lacking"]), higher_is_better)


@pytest.fixture
def random_blocks() -> Blocks:
    rng = np.random.default_rng(5)
    return blocks_of(rng.normal(size=(14, 5)) + np.array([-0.8, 0.2, 0.5, 1.0, 2.0]))


def test_a_block_with_a_missing_row_or_a_nan_is_listed_and_left_out():
    long = pd.DataFrame(
        [("a", "x", 1.0), ("a", "y", 2.0), ("b", "x", 1.0), ("c", "x", np.nan), ("c", "y", 2.0)],
        columns=["set", "model", "auc"],
    )
    blocks = complete_blocks(long, "set", "model", "auc")
    assert blocks.values.index.tolist() == ["a"]
    assert blocks.incomplete.to_numpy().tolist() == [["b", "y"], ["c", "x"]]


def test_two_rows_for_a_treatment_in_a_block_are_refused_by_name():
    long = pd.DataFrame([("a", "x", 1.0), ("a", "x", 2.0)], columns=["set", "model", "auc"])
    with pytest.raises(InputError, match=r"\['a', 'x'\]"):
        complete_blocks(long, "set", "model", "auc")
    with pytest.raises(InputError, match="kappa"):
        complete_blocks(long, "set", "model", "kappa")


def test_average_ranks_of_a_hand_computed_table_with_a_tie():
    # ranks: (1, 2, 3), (1.5, 1.5, 3), (3, 1, 2)
    ranks = average_ranks(blocks_of([[0.9, 0.8, 0.7], [0.6, 0.6, 0.5], [0.1, 0.3, 0.2]]))
    assert ranks.to_dict() == pytest.approx({"t1": 4.5 / 3, "t0": 5.5 / 3, "t2": 8 / 3})
    assert ranks.index[0] == "t1"


@given(hnp.arrays(float, st.tuples(st.integers(2, 8), st.integers(2, 5)), elements=st.integers(-5, 5)))
def test_flipping_the_metric_mirrors_the_ranks_and_monotone_rescaling_changes_nothing(values):
    ranks = average_ranks(blocks_of(values))
    flipped = average_ranks(blocks_of(values, higher_is_better=False))
    assert (ranks + flipped.reindex(ranks.index)).to_numpy() == pytest.approx(values.shape[1] + 1)
    assert average_ranks(blocks_of(np.exp(values / 10))).sort_index().equals(ranks.sort_index())
    assert ranks.mean() == pytest.approx((values.shape[1] + 1) / 2)


def test_friedman_agrees_with_the_formula_on_ranks(random_blocks):
    n, k = random_blocks.values.shape
    ranks = stats.rankdata(random_blocks.values, axis=1).mean(axis=0)
    expected = 12 * n / (k * (k + 1)) * ((ranks - (k + 1) / 2) ** 2).sum()
    result = friedman(random_blocks)
    assert (result.n_blocks, result.n_treatments) == (n, k)
    assert result.statistic == pytest.approx(expected)
    assert result.p_value == pytest.approx(stats.chi2.sf(expected, k - 1))


def test_nemenyi_agrees_with_the_studentized_range_of_rank_differences(random_blocks):
    n, k = random_blocks.values.shape
    ranks, p_values = average_ranks(random_blocks), nemenyi(random_blocks)
    for one, other in itertools.combinations(ranks.index, 2):
        q = abs(ranks[one] - ranks[other]) / np.sqrt(k * (k + 1) / (6 * n)) * np.sqrt(2)
        assert p_values.loc[one, other] == pytest.approx(stats.studentized_range.sf(q, k, np.inf), abs=1e-4)


def test_wilcoxon_holm_agrees_with_statsmodels_correction_of_scipy_tests(random_blocks):
    pairs = list(itertools.combinations(random_blocks.values.columns, 2))
    raw = [stats.wilcoxon(random_blocks.values[a], random_blocks.values[b]).pvalue for a, b in pairs]
    expected = multipletests(raw, method="holm")[1]
    p_values = wilcoxon_holm(random_blocks)
    assert [p_values.loc[a, b] for a, b in pairs] == pytest.approx(expected)
    assert [p_values.loc[b, a] for a, b in pairs] == pytest.approx(expected)


def test_treatments_that_are_equal_everywhere_do_not_differ():
    same = blocks_of(np.tile([[0.1], [0.5], [0.9]], 3))
    assert friedman(same).p_value == 1.0
    assert (wilcoxon_holm(same).to_numpy() == 1.0).all()


def test_too_few_complete_blocks_say_so_with_the_counts():
    with pytest.raises(InputError, match=r"3 treatment\(s\) in 1 complete block\(s\)"):
        friedman(blocks_of([[1, 2, 3]]))


def test_the_bootstrap_of_a_mean_is_close_to_the_normal_interval_on_many_blocks():
    values = np.random.default_rng(2).normal(3.0, 2.0, 400)
    interval = bootstrap(values)
    half = 1.96 * values.std() / 20
    assert (interval.estimate, interval.n) == (pytest.approx(values.mean()), 400)
    assert interval.low == pytest.approx(values.mean() - half, abs=0.02)
    assert interval.high == pytest.approx(values.mean() + half, abs=0.02)


def test_the_bootstrap_agrees_with_scipys_percentile_method_and_repeats_itself():
    values = np.random.default_rng(4).exponential(size=30)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=9_999, rng=1).confidence_interval
    ours = bootstrap(values, seed=7)
    assert (ours.low, ours.high) == (pytest.approx(theirs.low, abs=0.03), pytest.approx(theirs.high, abs=0.03))
    assert ours == bootstrap(values, seed=7)


def test_a_statistic_of_pairs_keeps_the_pairs_together():
    x = np.random.default_rng(6).normal(size=25)
    slope = bootstrap(np.c_[x, 2 * x], lambda a, b: (a * b).sum(-1) / (a * a).sum(-1))
    assert (slope.estimate, slope.low, slope.high) == pytest.approx((2, 2, 2))


def test_one_block_has_an_estimate_and_no_interval_and_none_has_nothing():
    assert bootstrap([0.4]).estimate == 0.4
    assert np.isnan(bootstrap([0.4]).low)
    assert bootstrap([]).n == 0


def test_a_statistic_that_is_undefined_in_every_resample_has_no_interval():
    interval = bootstrap([1.0, 2.0, 3.0], lambda x: x.mean(-1) * np.nan)
    assert np.isnan([interval.estimate, interval.low, interval.high]).all()


def test_paired_differences_count_wins_ties_and_losses_by_hand():
    table = paired_differences(blocks_of([[3, 1], [2, 2], [1, 4], [5, 1]])).iloc[0]
    assert table[["wins", "ties", "losses", "n"]].tolist() == [2, 1, 1, 4]
    assert table["difference"] == pytest.approx((2 + 0 - 3 + 4) / 4)
    assert table["low"] <= table["difference"] <= table["high"]
    loss = paired_differences(blocks_of([[3, 1], [2, 2], [1, 4], [5, 1]], higher_is_better=False)).iloc[0]
    assert loss[["wins", "ties", "losses"]].tolist() == [1, 1, 2]
    assert paired_differences(blocks_of([[3, 1], [2, 2]]), tie=2.0).iloc[0]["ties"] == 2


def test_means_are_listed_from_best_to_worst():
    assert mean_intervals(blocks_of([[1, 2], [1, 4]])).index.tolist() == ["t1", "t0"]
    assert mean_intervals(blocks_of([[1, 2], [1, 4]], higher_is_better=False)).index.tolist() == ["t0", "t1"]


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_the_best_treatment_stands_at_the_left_end_of_the_diagram_also_when_the_metric_is_flipped(
    random_blocks, higher_is_better
):
    blocks = Blocks(random_blocks.values, random_blocks.incomplete, higher_is_better)
    figure = critical_difference_diagram(blocks, nemenyi(blocks))
    FigureCanvasAgg(figure).draw()
    (axes,) = figure.axes
    place = _places_on_screen(axes)
    best = "t4" if higher_is_better else "t0"
    assert blocks.goodness.mean().idxmax() == best
    assert min(place, key=place.get) == best
    assert "14 blocks" in figure.get_suptitle()


def _places_on_screen(axes) -> dict[str, float]:
    """Horizontal pixel at which the rank written beside each name lies."""
    labels = [sorted(text.get_text().split(), key=lambda word: not word.startswith("t")) for text in axes.texts]
    return {name: axes.transData.transform((float(rank), 0))[0] for name, rank in labels}


def test_p_values_of_other_treatments_are_refused(random_blocks):
    with pytest.raises(InputError, match="p_values"):
        critical_difference_diagram(random_blocks, nemenyi(blocks_of(random_blocks.values.iloc[:, :4])))


def test_the_corrected_resampled_interval_is_the_t_interval_with_the_variance_of_overlapping_folds():
    values = np.random.default_rng(8).normal(0.8, 0.05, 25)
    interval = resampled_mean(values, test_per_train=0.25)
    expected = stats.t.interval(0.95, df=24, loc=values.mean(), scale=stats.sem(values) * np.sqrt(1 + 25 / 4))
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert interval.n == 25


def test_the_corrected_resampled_interval_covers_the_true_accuracy_where_the_bootstrap_of_folds_does_not():
    """The nearest mean of two normal classes: its accuracy with as many training rows is known from the other draws."""
    draws, covered = 100, {"folds": 0, "bootstrap": 0}
    scores = np.array([_cross_validated_accuracy(seed) for seed in range(draws)])
    for values in scores:
        intervals = {"folds": resampled_mean(values), "bootstrap": bootstrap(values, resamples=499)}
        for name, interval in intervals.items():
            covered[name] += interval.low <= scores.mean() <= interval.high
    assert covered["folds"] / draws > 0.9
    assert covered["bootstrap"] / draws < 0.75


def _cross_validated_accuracy(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], 40)
    x = rng.normal(y, 1.5)
    folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=5, random_state=seed)
    return cross_val_score(NearestCentroid(), x[:, None], y, cv=folds)


def test_a_single_fold_has_an_estimate_and_no_interval_and_none_has_nothing():
    assert np.isnan(resampled_mean([0.5]).low)
    assert (resampled_mean([0.5]).estimate, resampled_mean([]).n) == (0.5, 0)
