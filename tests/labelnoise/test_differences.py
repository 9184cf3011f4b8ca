from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from provingground.errors import InputError
from provingground.labelnoise.costs import cost_figure, cost_totals, fit_costs
from provingground.labelnoise.differences import (
    block_counts,
    interval_figure,
    kept_intervals,
    pair_table,
    rank_diagram,
    rank_table,
    sampling_effect,
    score_blocks,
)
from provingground.labelnoise.panel import FAMILIES, panels_of
from provingground.labelnoise.published import shipped_summary
from provingground.labelnoise.retained import retained_by_panel, retained_of_authors
from provingground.labelnoise.tables import headline

LEVELS = (0.0, 0.5, 1.0)
ALGORITHMS = {"skRF": ["common"], "XGB_SQUERR": ["published", "corrected", "corrected-sampled"]}
ALGORITHMS["XGB_UNHINGED"] = ["published-hinge-state", "corrected", "corrected-sampled"]
DATASETS = ["nasa_cm1", "nasa_kc1", "nasa_pc1", "spambase", "mushroom", "phishing"]


def cells_of(n_datasets: int = 4, sampled: bool = True, seed: int = 0) -> pd.DataFrame:
    """Cells of three algorithms with random values, three folds each."""
    rng = np.random.default_rng(seed)
    keys = [
        (dataset, name, FAMILIES[name], variant, rho, fold)
        for dataset, (name, variants) in itertools.product(DATASETS[:n_datasets], ALGORITHMS.items())
        for variant, rho, fold in itertools.product(variants, LEVELS, range(3))
        if sampled or variant != "corrected-sampled"
    ]
    cells = pd.DataFrame(keys, columns=["dataset", "algorithm", "family", "variant", "rho", "fold"])
    values = {f"test_{name}": rng.uniform(0.5, 0.9, len(cells)) for name in ("roc_auc", "balanced_accuracy", "kappa")}
    return cells.assign(status="ok", fit_seconds=rng.uniform(0.1, 2, len(cells)), **values)


@pytest.mark.parametrize("n", [4, 6])
def test_everything_works_with_few_and_with_many_data_sets(n):
    cells = cells_of(n)
    panels = panels_of(cells)
    counts = block_counts(panels, ["test_roc_auc"], LEVELS)
    assert (counts["N"] == n).all()
    assert counts["p"].between(0, 1).all()
    assert f"over {n} blocks" in rank_diagram(panels["corrected"], "test_roc_auc", 0.5, "corrected").get_suptitle()
    assert (pair_table(panels["corrected"], "test_roc_auc", 1.0)["n"] == n).all()
    intervals = kept_intervals(retained_by_panel(cells, "test_roc_auc"), (0.5, 1.0))
    assert (intervals["n"] == n).all()
    assert len(interval_figure(intervals, "test_roc_auc").axes) == 2


def test_a_single_data_set_gives_a_note_in_place_of_ranks():
    (text,) = rank_diagram(panels_of(cells_of(1))["corrected"], "test_roc_auc", 0.5, "corrected").texts
    assert "no ranks: 1 complete block(s)" in text.get_text()
    assert "p_holm" not in pair_table(panels_of(cells_of(1))["corrected"], "test_roc_auc", 0.5)


def test_a_data_set_with_a_failed_algorithm_is_left_out_and_named():
    cells = panels_of(cells_of())["corrected"]
    broken = (cells["dataset"] == "spambase") & (cells["algorithm"] == "skRF") & (cells["rho"] == 0.5)
    cells = cells.assign(status=np.where(broken, "failed", "ok"))
    counts = block_counts({"corrected": cells}, ["test_roc_auc"], LEVELS).set_index("rho")
    assert counts.loc[0.5, ["N", "left_out"]].tolist() == [3, "spambase (lacks skRF)"]
    assert counts.loc[1.0, ["N", "left_out"]].tolist() == [4, ""]


def test_blocks_are_means_over_folds():
    cells = panels_of(cells_of())["corrected"]
    one = cells[(cells["dataset"] == "nasa_kc1") & (cells["algorithm"] == "skRF") & (cells["rho"] == 0.5)]
    blocks = score_blocks(cells, "test_roc_auc", 0.5)
    assert blocks.values.loc["nasa_kc1", "skRF"] == pytest.approx(np.mean(one["test_roc_auc"]))


def test_two_variants_of_an_algorithm_are_refused():
    with pytest.raises(InputError, match="more than one variant"):
        score_blocks(cells_of(), "test_roc_auc", 0.5)


def test_a_pair_asked_for_the_other_way_round_has_everything_turned():
    cells = panels_of(cells_of(6))["corrected"]
    one, other = (
        pair_table(cells, "test_roc_auc", 1.0, [pair]).iloc[0]
        for pair in (("XGB_UNHINGED", "skRF"), ("skRF", "XGB_UNHINGED"))
    )
    assert one["difference"] == -other["difference"]
    assert (one["low"], one["high"]) == (-other["high"], -other["low"])
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert one["p_holm"] == other["p_holm"]


def test_a_paired_difference_and_its_p_value_agree_with_scipy():
    cells = panels_of(cells_of(6))["corrected"]
    blocks = score_blocks(cells, "test_roc_auc", 1.0).values
    table = pair_table(cells, "test_roc_auc", 1.0)
    for row in table.itertuples():
        assert row.difference == pytest.approx((blocks[row.first] - blocks[row.second]).mean())
    smallest = min(stats.wilcoxon(blocks[row.first], blocks[row.second]).pvalue for row in table.itertuples())
    assert table["p_holm"].min() == pytest.approx(min(1, 3 * smallest))


def test_a_fold_that_one_algorithm_lost_counts_for_none_and_one_that_lost_all_takes_none_from_the_others():
    cells = panels_of(cells_of())["corrected"]
    clean = cells["rho"] == 0.0
    one = (cells["dataset"] == "spambase") & (cells["algorithm"] == "skRF") & (cells["fold"] == 1) & clean
    every = (cells["dataset"] == DATASETS[0]) & (cells["algorithm"] == "skRF") & clean
    assert DATASETS[0] != "spambase"
    blocks = score_blocks(cells.assign(status=np.where(one | every, "failed", "ok")), "test_roc_auc", 0.0)
    kept = cells[(cells["dataset"] == "spambase") & clean & (cells["fold"] != 1)]
    expected = {name: group["test_roc_auc"].sum() / 2 for name, group in kept.groupby("algorithm")}
    assert blocks.values.loc["spambase"].to_dict() == pytest.approx(expected)
    assert blocks.incomplete.to_dict("records") == [{"block": DATASETS[0], "lacking": "skRF"}]


def test_sampling_is_compared_where_it_was_run_and_empty_where_not():
    cells = cells_of()
    effect = sampling_effect(cells, "test_roc_auc", [0.5]).set_index("algorithm")
    rows = cells[(cells["algorithm"] == "XGB_SQUERR") & (cells["rho"] == 0.5)].groupby("variant")["test_roc_auc"].mean()
    assert effect.loc["XGB_SQUERR", "difference"] == pytest.approx(rows["corrected-sampled"] - rows["corrected"])
    assert sampling_effect(cells_of(sampled=False), "test_roc_auc", [0.5]).empty


def test_the_panels_stand_side_by_side_over_the_same_data_sets():
    cells = cells_of()
    gone = (cells["dataset"] == "spambase") & (cells["variant"] == "published") & (cells["rho"] == 1.0)
    table = headline(cells.assign(status=np.where(gone, "failed", "ok")), shipped_summary(), "test_roc_auc")
    assert table["algorithm"].tolist() == ["skRF", "XGB_SQUERR", "XGB_UNHINGED"]
    assert table["N"].tolist() == [4, 3, 4]
    summary = shipped_summary().set_index(["metric", "algorithm", "rho", "dataset"])["mean"].sort_index()
    expected = summary["test_roc_auc", "XGB_SQUERR", 0.0][DATASETS[:3]].mean()
    assert table.loc[1, "ρ 0, authors"] == pytest.approx(expected)
    three = cells[(cells["algorithm"] == "XGB_SQUERR") & (cells["dataset"] != "spambase") & (cells["rho"] == 0)]
    ours = three[three["variant"] == "corrected"]["test_roc_auc"].mean()
    assert table.loc[1, "ρ 0, corrected"] == pytest.approx(ours)


def test_without_sampled_cells_there_is_no_panel_of_them():
    cells = cells_of(sampled=False)
    assert list(panels_of(cells)) == ["published", "corrected"]
    assert not [name for name in headline(cells, shipped_summary(), "test_kappa") if "sampled" in name]


def test_the_authors_means_are_those_of_our_data_sets_and_levels():
    theirs = retained_of_authors(shipped_summary(), cells_of(2), "test_kappa")
    assert set(theirs["dataset"]) == set(DATASETS[:2])
    assert set(theirs["rho"]) == set(LEVELS)
    assert set(theirs["metric"]) == {"retained_test_kappa"}


def test_a_data_set_that_the_authors_lack_has_costs_of_ours_only():
    cells = cells_of(2).replace({"dataset": {"nasa_kc1": "my_data"}})
    costs = fit_costs(cells, shipped_summary())
    assert costs.loc[costs["dataset"] == "my_data", "authors"].isna().all()
    assert costs.loc[costs["dataset"] == "nasa_cm1", "ratio"].gt(0).all()
    totals = cost_totals(costs).set_index(["algorithm", "variant"])
    forest = cells[cells["algorithm"] == "skRF"]
    assert totals.loc[("skRF", "common"), "minutes"] == pytest.approx(forest["fit_seconds"].sum() / 60)
    assert totals.loc[("skRF", "common"), "fits"] == len(forest)
    titles = [axes.get_title(loc="left") or axes.get_title() for axes in cost_figure(costs).axes]
    assert titles[:2] == ["nasa_cm1", "my_data"]


def test_ranks_and_their_intervals_are_those_of_scipy_on_the_means_of_the_data_sets() -> None:
    names, sets, rng = ["skRF", "khiops", "XGB_RAMP"], list("abcdef"), np.random.default_rng(3)
    cells = pd.MultiIndex.from_product([sets, names, [0, 1]]).to_frame(
        index=False, name=["dataset", "algorithm", "fold"]
    )
    cells = cells.assign(variant="common", family="other", status="ok", rho=1.0, test_roc_auc=rng.random(len(cells)))
    table = rank_table({"corrected": cells}, "test_roc_auc", [1.0]).set_index("algorithm")
    means = cells.pivot_table(index="dataset", columns="algorithm", values="test_roc_auc")[names]
    ranks = stats.rankdata(-means.to_numpy(), axis=1)
    assert table.loc[names, "rank"].tolist() == pytest.approx(ranks.mean(axis=0).tolist())
    for name, column in zip(names, ranks.T, strict=True):
        interval = stats.bootstrap((column,), np.mean, method="percentile", rng=np.random.default_rng(0))
        low, high = interval.confidence_interval
        assert (table.loc[name, "low"], table.loc[name, "high"]) == (
            pytest.approx(low, abs=0.1),
            pytest.approx(high, abs=0.1),
        )
    assert table["rank"].is_monotonic_increasing
    assert set(table["N"]) == {6}
