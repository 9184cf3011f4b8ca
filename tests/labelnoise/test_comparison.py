from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from provingground.labelnoise.comparison import (
    HINGE_STATE,
    SQUARED_STATE,
    beyond_table,
    compare_distribution,
    compare_exact,
    compare_failures,
    compare_noisy,
    compare_summary,
    exact_figure,
    exact_totals,
    same_state,
    share_beyond,
    z_figure,
)
from provingground.labelnoise.panel import PAPER_METRICS
from provingground.labelnoise.published import summarise
from provingground.labelnoise.record import authors_record


def paired(ours: list[float], theirs: list[float], rho: float = 0.0) -> tuple[pd.DataFrame, pd.DataFrame]:
    base = pd.DataFrame(
        {"dataset": "toy", "algorithm": "skRF", "family": "forest", "rho": rho, "status": "ok"}, index=range(len(ours))
    )
    base["fold"] = range(len(ours))
    return base.assign(variant="published", test_kappa=ours), base.assign(variant="authors", test_kappa=theirs)


def test_equal_folds_are_counted_to_the_tolerance():
    table = compare_exact(*paired([0.5, 0.6, 0.7, np.nan], [0.5 + 5e-7, 0.6, 0.71, 0.7]), ["test_kappa"])
    assert table[["n", "n_equal"]].to_numpy().tolist() == [[3, 2]]
    assert table["worst"].iloc[0] == pytest.approx(0.01)


@pytest.mark.parametrize(("there", "same"), [([1, 3], True), ([1], False), ([1, 2, 3], False)])
def test_folds_that_fail_are_shown_beside_those_that_the_authors_lack(there: list[int], same: bool):
    ours, theirs = paired([0.5] * 5, [0.5] * 5)
    failed = ours["fold"].isin([1, 3])
    ours = ours.assign(status=np.where(failed, "failed", "ok"), error=np.where(failed, "two types", ""))
    row = compare_failures(ours, theirs[~theirs["fold"].isin(there)]).iloc[0]
    assert (row["failed_here"], row["absent_there"]) == ("1, 3", ", ".join(map(str, there)))
    assert (row["same_folds"], row["error"]) == (same, "two types")


def test_only_failures_at_level_0_of_algorithms_that_the_authors_have_are_compared():
    ours, theirs = paired([0.5] * 3, [0.5] * 3)
    failed = ours.assign(status="failed", error="out of memory")
    assert compare_failures(ours, theirs).empty
    assert compare_failures(failed.assign(rho=0.5), theirs).empty
    assert compare_failures(failed.assign(variant="corrected"), theirs).empty
    assert compare_failures(failed.assign(algorithm="my_own"), theirs).empty


def test_the_z_of_a_cell_mean_is_the_paired_t_statistic():
    rng = np.random.default_rng(3)
    ours, theirs = rng.normal(0.7, 0.1, 25), rng.normal(0.7, 0.1, 25)
    table = compare_distribution(*paired(list(ours), list(theirs), 0.5), ["test_kappa"])
    assert table["z"].iloc[0] == pytest.approx(stats.ttest_rel(ours, theirs).statistic)
    assert table["n"].iloc[0] == 25


def test_equal_cells_have_z_zero_and_a_constant_offset_has_none_smaller_than_the_limit():
    equal = compare_distribution(*paired([0.5, 0.6], [0.5, 0.6]), ["test_kappa"])
    offset = compare_distribution(*paired([0.75, 0.75], [0.5, 0.5]), ["test_kappa"])
    assert equal["z"].tolist() == [0.0]
    assert np.isinf(offset["z"].iloc[0])


def test_two_draws_from_one_distribution_are_beyond_the_limit_as_often_as_chance_says():
    rng = np.random.default_rng(1)
    parts = [paired(list(rng.normal(size=25)), list(rng.normal(size=25)), rho) for rho in np.arange(400) / 400]
    ours, theirs = (pd.concat(frames) for frames in zip(*parts, strict=True))
    summary = share_beyond(compare_distribution(ours, theirs, ["test_kappa"])).iloc[0]
    assert summary["n"] == 400
    assert summary["expected"] == pytest.approx(2 * stats.t.sf(2.5, 24))
    assert abs(summary["share"] - summary["expected"]) < 3 * np.sqrt(summary["expected"] / 400)


def authors_cells(
    auc: list[float], accuracy: list[float], rho: float = 0.0, algorithm: str = "XGB_RAMP"
) -> pd.DataFrame:
    """Cells of the authors on consecutive folds; scores are hard where both values are equal."""
    cells = pd.DataFrame({"test_roc_auc": auc, "test_balanced_accuracy": accuracy})
    return cells.assign(
        dataset="toy",
        algorithm=algorithm,
        family="xgboost",
        variant="authors",
        rho=rho,
        fold=range(len(auc)),
        status="ok",
        test_kappa=0.3,
        test_pr_auc=0.6,
        fit_seconds=1.0,
        hard_scores=np.isclose(auc, accuracy),
    )


def test_each_state_is_compared_with_the_folds_that_were_in_it():
    theirs = authors_cells([0.7, 0.8, 0.5], [0.7, 0.6, 0.5])
    ours = pd.concat([theirs.assign(variant=name) for name in (HINGE_STATE, SQUARED_STATE, "corrected")])
    kept = same_state(ours, theirs).groupby("variant")["fold"].apply(list).to_dict()
    assert kept == {HINGE_STATE: [0, 2], SQUARED_STATE: [1]}


def test_a_state_is_not_compared_where_the_authors_have_no_row():
    theirs = authors_cells([0.7], [0.7])
    ours = authors_cells([0.7, 0.7], [0.7, 0.7]).assign(variant=HINGE_STATE)
    assert same_state(ours, theirs)["fold"].tolist() == [0]


def test_without_their_rows_z_is_that_of_welch():
    rng = np.random.default_rng(5)
    ours, theirs = rng.normal(0.70, 0.03, 5), rng.normal(0.72, 0.03, 25)
    summary = summarise(pd.concat([authors_cells(list(theirs), [0.6] * 25, rho, "skRF") for rho in (0.0, 0.5)]))
    table = compare_summary(
        authors_cells(list(ours), [0.6] * 5, 0.5, "skRF").assign(variant="common"), summary, ["test_roc_auc"]
    )
    assert table["z"].iloc[0] == pytest.approx(stats.ttest_ind(ours, theirs, equal_var=False).statistic)
    assert table["n"].iloc[0] == 5


def test_without_their_rows_a_mixture_of_states_is_not_compared():
    hard, soft, mixed = ([0.7, 0.6], [0.7, 0.6]), ([0.8, 0.9], [0.7, 0.6]), ([0.7, 0.9], [0.7, 0.6])
    for (auc, accuracy), variants in ((hard, {HINGE_STATE}), (soft, {SQUARED_STATE}), (mixed, set())):
        summary = summarise(pd.concat([authors_cells(auc, accuracy, rho) for rho in (0.0, 0.5)]))
        ours = [authors_cells(auc, accuracy, 0.5).assign(variant=name) for name in (HINGE_STATE, SQUARED_STATE)]
        assert set(compare_summary(pd.concat(ours), summary)["variant"]) == variants


def test_rows_are_used_where_they_are_here_and_the_summary_where_not():
    theirs = pd.concat([authors_cells([0.70, 0.81, 0.64], [0.6] * 3, rho, "skRF") for rho in (0.0, 0.5)])
    ours = theirs.assign(variant="common", test_roc_auc=theirs["test_roc_auc"] + [0.01, 0.02, 0.03] * 2)
    record = replace(authors_record(None), summary=summarise(theirs), cells=theirs)
    auc = {
        kind: compare_noisy(ours, found).set_index("metric").loc["test_roc_auc"]
        for kind, found in (("rows", record), ("summary", replace(record, cells=None)))
    }
    assert auc["rows"]["difference"] == pytest.approx(auc["summary"]["difference"])
    assert auc["rows"]["standard_error"] < auc["summary"]["standard_error"]


def test_tables_and_figures_show_the_metrics_in_the_papers_order():
    parts = [
        authors_cells([0.7, 0.8, 0.6], [0.6, 0.7, 0.6], rho, name)
        for rho, name in itertools.product((0, 0.5), ("skRF", "khiops"))
    ]
    theirs = pd.concat(parts)
    ours = theirs.assign(variant="common", test_roc_auc=theirs["test_roc_auc"] + [0.0, 0.1, 0.2] * 4)
    exact = compare_exact(ours, theirs)
    totals = exact_totals(exact)
    labels = ["ROC AUC", "Balanced accuracy", "Cohen's kappa"]
    assert totals.columns.tolist() == ["algorithm", "variant", *labels, "largest difference"]
    assert totals["algorithm"].tolist() == ["khiops", "skRF"]
    assert totals.loc[0, labels].tolist() == ["1 of 3", "3 of 3", "3 of 3"]
    noisy = compare_distribution(ours[ours["rho"] > 0], theirs, PAPER_METRICS)
    assert [name for name in beyond_table(noisy) if name.startswith("beyond")] == [f"beyond: {name}" for name in labels]
    for figure in (exact_figure(exact), z_figure(noisy)):
        assert [axes.get_title(loc="left") or axes.get_title() for axes in figure.axes] == labels
