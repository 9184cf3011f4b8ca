"""Intervals, tests, stop rules, honesty, pruning and the null: what a tree may claim."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from provingground.errors import InputError
from provingground.perfex import PerfexTree, metrics
from provingground.perfex.evidence import Moments, difference_p_values
from provingground.perfex.growing import Target
from provingground.perfex.outcomes import Given, collect_outcomes

N_NOISE = 40  # seeds of the noise tests


def noise(seed: int, n: int = 1000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The pure noise of the reference notes: accuracy .8 whatever the features."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, 5)), y, np.where(rng.random(n) < 0.8, y, 1 - y)


def signal(seed: int, n: int = 1000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Accuracy .5 for a quarter of the rows, .95 for the others."""
    rng = np.random.default_rng(seed)
    X, y = rng.random((n, 5)), rng.integers(0, 2, n)
    return X, y, np.where(rng.random(n) < np.where(X[:, 0] > 0.75, 0.5, 0.95), y, 1 - y)


@pytest.mark.parametrize(("smaller_side", "n_leaves"), [(384, 1), (385, 2)])
def test_the_papers_stop_rule_needs_385_rows_at_95_percent_and_width_a_tenth(smaller_side: int, n_leaves: int) -> None:
    # z^2 / D^2 = 384.15: "about 384" in the paper; 385 is the first integer that satisfies it.
    X = np.repeat([0.0, 1.0], [smaller_side, 600]).reshape(-1, 1)
    tree = PerfexTree(max_interval_width=0.1, min_samples_leaf=1).fit(X, np.ones(len(X)), X.ravel())
    assert len(tree.leaves_) == n_leaves


def test_the_stop_rule_of_precision_counts_the_rows_predicted_as_the_class() -> None:
    X, y, y_pred = signal(0, 6000)
    tree = PerfexTree("precision:1", max_interval_width=0.1, min_samples_leaf=1, min_split_difference=0.0)
    groups = tree.fit(X, y, y_pred).apply(X)
    predicted = np.bincount(groups[y_pred == 1])
    assert predicted.min() >= 385
    assert tree.leaves_["denominator"].tolist() == predicted.tolist()


def test_a_stop_rule_for_a_metric_of_unknown_spread_is_refused() -> None:
    with pytest.raises(InputError, match="no known spread"):
        PerfexTree(lambda y, p, q, w: float(np.mean(y == p)), max_interval_width=0.1).fit(*signal(0))


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
def test_intervals_of_proportions_equal_those_of_scipy(method: str) -> None:
    X, y, y_pred = signal(1)
    tree = PerfexTree(interval=method, confidence=0.9).fit(X, y, y_pred)
    for _, leaf in tree.leaves_.iterrows():
        hits = round(leaf["value"] * leaf["n"])
        name = "wilson" if method == "wilson" else "exact"
        expected = stats.binomtest(hits, leaf["n"]).proportion_ci(0.9, method=name)
        assert (leaf["lower"], leaf["upper"]) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_the_bootstrap_interval_of_a_mean_is_near_the_normal_one() -> None:
    rng = np.random.default_rng(0)
    error = rng.normal(2.0, 1.0, 400)
    tree = PerfexTree("bias", max_depth=0).fit(np.ones((400, 1)), np.zeros(400), error)
    half = 1.96 * error.std() / 20.0
    assert tree.leaves_["lower"][0] == pytest.approx(error.mean() - half, abs=0.03)
    assert tree.leaves_["upper"][0] == pytest.approx(error.mean() + half, abs=0.03)


def test_the_exact_test_is_that_of_fisher_and_the_z_test_that_of_welch() -> None:
    rng = np.random.default_rng(0)
    y, proba = rng.integers(0, 2, 80), rng.random(80)
    rows, others = np.arange(25), np.arange(25, 80)

    def p_value(metric: metrics.Metric, **given: Any) -> float:
        target = Target.of(metric, collect_outcomes(Given(None, y, **given)))
        assert target.sums is not None
        pair = [Moments.of(target.sums, part) for part in (rows, others)]
        return float(difference_p_values(target, pair[:1], pair[1:])[0])

    correct = y == (proba > 0.5)
    counts = [[correct[part].sum(), (~correct[part]).sum()] for part in (rows, others)]
    tails = [stats.fisher_exact(counts, alternative=side).pvalue for side in ("less", "greater")]
    assert p_value(metrics.accuracy(), y_pred=(proba > 0.5) * 1) == pytest.approx(min(1.0, 2 * min(tails)))

    loss = np.square(proba - y)
    error = np.sqrt(loss[rows].var() / 25 + loss[others].var() / 55)
    z = (loss[rows].mean() - loss[others].mean()) / error
    assert p_value(metrics.brier(), y_proba=proba) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-4)


def test_on_pure_noise_the_default_report_says_that_there_is_nothing_to_see() -> None:
    trees = [PerfexTree(min_samples_leaf=50).fit(*noise(seed)) for seed in range(N_NOISE)]
    assert all(len(tree.leaves_) > 1 for tree in trees)  # PERFEX does report leaves on noise ...
    false_alarms = sum("nothing to see" not in tree.explain() for tree in trees)
    assert false_alarms <= 2  # ... at the level of 5 % of 40 seeds


def test_on_pure_noise_the_permutation_p_values_keep_their_level() -> None:
    smallest = [
        PerfexTree(min_samples_leaf=50, n_permutations=19).fit(*noise(seed, 400)).leaves_["p_value"].min()
        for seed in range(N_NOISE)
    ]
    assert np.mean(np.array(smallest) <= 0.05) <= 0.15  # expected .05; .15 is three standard errors above


@pytest.mark.parametrize("settings", [{}, {"n_permutations": 39}, {"honest": True}, {"prune": True}])
def test_a_real_difference_is_found_with_every_kind_of_evidence(settings: dict[str, Any]) -> None:
    tree = PerfexTree(min_samples_leaf=50, **settings).fit(*signal(3, 2000))
    worst = tree.leaves_.loc[tree.leaves_["value"].idxmin()]
    assert worst["conditions"][0][:2] == ("x0", ">")
    assert worst["p_value"] <= 0.05
    assert "nothing to see" not in tree.explain()


def test_honest_values_come_from_rows_that_the_search_did_not_see() -> None:
    X, y, y_pred = noise(0, 4000)
    tree = PerfexTree(honest=True, min_samples_leaf=50).fit(X, y, y_pred)
    assert tree.leaves_["n"].sum() == 2000
    optimism = [
        np.std(tree.leaves_["search_value"]) - np.std(tree.leaves_["value"])
        for tree in (PerfexTree(honest=True, min_samples_leaf=50).fit(*noise(seed, 4000)) for seed in range(5))
    ]
    assert min(optimism) > 0.0


def test_pruning_leaves_one_leaf_of_noise_and_keeps_the_split_of_a_signal() -> None:
    assert len(PerfexTree(prune=True, min_samples_leaf=50).fit(*noise(0)).leaves_) == 1
    pruned = PerfexTree(prune=True, min_samples_leaf=50).fit(*signal(0, 2000))
    whole = PerfexTree(min_samples_leaf=50).fit(*signal(0, 2000))
    assert 1 < len(pruned.leaves_) < len(whole.leaves_)
    assert pruned.leaves_["n"].sum() == 2000


def test_an_untested_metric_says_so_instead_of_claiming() -> None:
    X, y, y_pred = signal(0)
    tree = PerfexTree(lambda y, p, q, w: float(np.mean(y == p)), candidates=10).fit(X, y, y_pred)
    assert "Chance was not tested" in tree.explain()
    tested = PerfexTree(lambda y, p, q, w: float(np.mean(y == p)), candidates=10, n_permutations=19)
    assert "differ from the rest" in tested.fit(X, y, y_pred).explain()


def test_algorithm_2_by_hand() -> None:
    X = np.repeat([0.0, 1.0], 50).reshape(-1, 1)
    correct = np.r_[np.repeat([1.0, 0.0], [25, 25]), np.ones(50)]  # leaf values .5 and 1
    tree = PerfexTree(min_samples_leaf=10).fit(X, np.ones(100), correct)
    held_out = np.r_[np.repeat([1.0, 0.0], [6, 4]), np.repeat([1.0, 0.0], [27, 3])]  # .6 of 10, .9 of 30
    result = tree.evaluate(np.repeat([0.0, 1.0], [10, 30]).reshape(-1, 1), np.ones(40), held_out)
    assert result.mae == pytest.approx(0.1)
    assert result.std == pytest.approx(0.0)
    assert result.weighted_mae == pytest.approx(0.1)
    assert result.spread == pytest.approx(0.5)
    assert result.one_leaf_mae == pytest.approx(abs(0.75 - 33 / 40))
    assert result.n_empty == 0
    assert result.leaves["held_out_value"].tolist() == pytest.approx([0.6, 0.9])
    squared = 10 * (0.6 * 0.5**2 + 0.4 * 0.5**2) + 30 * (0.1 * 1.0)
    overall = 33 * 0.25**2 + 7 * 0.75**2
    assert result.brier_skill == pytest.approx(1 - squared / overall)


def test_an_empty_leaf_is_counted_and_left_out_of_the_mean() -> None:
    X = np.repeat([0.0, 1.0], 50).reshape(-1, 1)
    tree = PerfexTree(min_samples_leaf=10).fit(X, np.ones(100), np.repeat([0.0, 1.0], 50))
    result = tree.evaluate(np.ones((4, 1)), np.ones(4), [1.0, 1.0, 1.0, 0.0])
    assert (result.n_leaves, result.n_empty) == (2, 1)
    assert result.mae == pytest.approx(0.25)
    assert np.isnan(result.leaves["held_out_value"][0])


def test_skill_and_null_tell_a_signal_from_noise_where_mae_does_not() -> None:
    real, empty = [], []
    for seed in range(6):
        for made, found in ((signal, real), (noise, empty)):
            tree = PerfexTree(min_samples_leaf=50, n_permutations=19).fit(*made(seed))
            found.append(tree.evaluate(*made(seed + 100)).to_series())
    real_mean, empty_mean = pd.DataFrame(real).mean(), pd.DataFrame(empty).mean()
    assert real_mean["brier_skill"] > 0.1 > 0.0 > empty_mean["brier_skill"]
    assert real_mean["spread_p_value"] <= 0.06 < empty_mean["spread_p_value"]
    assert empty_mean["one_leaf_mae"] < real_mean["mae"]  # MAE alone prefers the tree that says nothing


def test_equal_seeds_give_equal_trees_and_evidence() -> None:
    one, two = (PerfexTree("brier", min_samples_leaf=50).fit(*signal(0)[:2], y_proba=signal(0)[0][:, 1]) for _ in "ab")
    pd.testing.assert_frame_equal(one.leaves_, two.leaves_)
