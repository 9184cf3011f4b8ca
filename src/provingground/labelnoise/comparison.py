"""Our cells beside the authors': equal folds where there is no noise, equal distributions where there is.

The authors did not seed their noise, so only cells at level 0 can be equal. Their UNHINGED and RAMP rows are of two
states (:mod:`provingground.labelnoise.algorithms.xgb`); choose the rows of a variant's state with :func:`same_state`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure
from scipy import stats

from provingground.labelnoise.panel import (
    PAPER_METRICS,
    cell_means,
    describe_metric,
    in_paper_order,
    list_folds,
    require_cells,
)
from provingground.labelnoise.record import Record
from provingground.plotting import PALETTE

HINGE_STATE, SQUARED_STATE = "published-hinge-state", "published-squerr-state"
REPRODUCED = ("published", HINGE_STATE, SQUARED_STATE, "common")
_KEY = ["dataset", "algorithm", "rho", "fold"]
EQUAL = 1e-6  # two metrics closer than this are equal
_LIMIT = 2.5


def same_state(cells: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Keep the reproducing variants, and of those with a state the cells whose published row is in that state.

    A published row of UNHINGED or RAMP is in the hinge state where its ROC AUC equals its balanced accuracy.
    """
    gap = (published["test_roc_auc"] - published["test_balanced_accuracy"]).abs()
    states = published[_KEY].assign(state=np.where(gap < 1e-9, HINGE_STATE, SQUARED_STATE))
    ours = cells[cells["variant"].isin(REPRODUCED)]
    state = ours[_KEY].merge(states, on=_KEY, how="left", validate="many_to_one")["state"].to_numpy()
    has_state = ours["variant"].isin([HINGE_STATE, SQUARED_STATE]).to_numpy()
    chosen: pd.DataFrame = ours[~has_state | (ours["variant"].to_numpy() == state)]
    return chosen


def pair_cells(cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str]) -> pd.DataFrame:
    """Cells that both have: a row per cell and metric, with ``ours``, ``theirs`` and the ``difference`` of the two."""
    require_cells(cells, metrics)
    require_cells(published, metrics)
    ours = cells[cells["status"] == "ok"].melt([*_KEY, "variant"], list(metrics), "metric", "ours")
    theirs = published[published["status"] == "ok"].melt(_KEY, list(metrics), "metric", "theirs")
    both = ours.merge(theirs, on=[*_KEY, "metric"], validate="many_to_one").dropna(subset=["ours", "theirs"])
    return both.assign(difference=both["ours"] - both["theirs"])


def compare_exact(
    cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS, tolerance: float = EQUAL
) -> pd.DataFrame:
    """Count the folds at level 0 that equal the authors'.

    Only there can a cell be equal: the authors did not seed their noise.

    Returns
    -------
    One row per data set, algorithm, variant and metric: ``n`` folds that both have, ``n_equal``, ``share`` and the
    largest absolute difference ``worst``.
    """
    pairs = pair_cells(cells[cells["rho"] == 0], published, metrics)
    pairs = pairs.assign(size=pairs["difference"].abs())
    pairs = pairs.assign(equal=pairs["size"] < tolerance)
    groups = pairs.groupby(["dataset", "algorithm", "variant", "metric"], observed=True)
    return groups.agg(
        n=("equal", "size"), n_equal=("equal", "sum"), share=("equal", "mean"), worst=("size", "max")
    ).reset_index()


def compare_failures(cells: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Folds in which a reproducing variant fails, beside those that the authors have no value for; at level 0.

    Their program printed an exception and went on, so a fold that failed is one without a row or without metrics.
    Algorithms that they do not have at all are left out.

    Returns
    -------
    One row per data set, algorithm and variant with a failure: the folds ``failed_here`` and ``absent_there``, whether
    the two are the ``same_folds``, and the first ``error``.
    """
    rows = []
    clean = cells[(cells["rho"] == 0) & cells["variant"].isin(REPRODUCED)]
    have = published[(published["rho"] == 0) & (published["status"] == "ok")].groupby(["dataset", "algorithm"])["fold"]
    known = {key: set(folds) for key, folds in have}
    for (dataset, algorithm, variant), group in clean.groupby(["dataset", "algorithm", "variant"], sort=False):
        failures = group[group["status"] == "failed"]
        if failures.empty or (dataset, algorithm) not in known:
            continue
        here, there = set(failures["fold"]), set(group["fold"]) - known[dataset, algorithm]
        folds = list_folds(here), list_folds(there)
        rows.append((dataset, algorithm, variant, *folds, here == there, failures["error"].iloc[0]))
    columns = ["dataset", "algorithm", "variant", "failed_here", "absent_there", "same_folds", "error"]
    return pd.DataFrame(rows, columns=columns)


def compare_distribution(
    cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS
) -> pd.DataFrame:
    """Compare mean results per level with the authors', fold against the same fold.

    Both sides are scored on the same test parts, so ``z`` divides the mean of the differences per fold by their own
    standard error: what the split alone does to a score cancels. Without any true difference z follows a t
    distribution with n - 1 degrees of freedom, if folds were independent; overlapping training parts widen it a bit.

    Returns
    -------
    One row per data set, algorithm, variant, metric and level: ``n`` folds that both have, mean ``difference``
    (ours minus theirs), its ``standard_error``, and ``z`` (zero where every fold is equal; NaN for a single fold).
    """
    pairs = pair_cells(cells, published, metrics)
    groups = pairs.groupby(["dataset", "algorithm", "variant", "metric", "rho"], observed=True)["difference"]
    table = groups.agg(n="count", difference="mean", standard_error="sem").reset_index()
    with np.errstate(divide="ignore", invalid="ignore"):
        z = table["difference"] / table["standard_error"]
    return table.assign(z=z.mask((table["difference"] == 0) & (table["standard_error"] == 0), 0.0))


def share_beyond(comparison: pd.DataFrame, limit: float = _LIMIT) -> pd.DataFrame:
    """Sum up :func:`compare_distribution` per algorithm, variant and metric, beside what chance alone would give.

    Returns
    -------
    ``n`` cell means with a z, ``mean_abs_z``, ``bias`` (mean difference), ``share`` with abs(z) > ``limit`` and
    ``expected``, the same share under the t distribution of each mean.
    """
    scored = comparison.dropna(subset="z")
    scored = scored.assign(
        size=scored["z"].abs(),
        beyond=scored["z"].abs() > limit,
        by_chance=2 * stats.t.sf(limit, df=scored["n"] - 1),
    )
    groups = scored.groupby(["algorithm", "variant", "metric"], observed=True)
    return groups.agg(
        n=("z", "size"),
        mean_abs_z=("size", "mean"),
        bias=("difference", "mean"),
        share=("beyond", "mean"),
        expected=("by_chance", "mean"),
    ).reset_index()


def compare_summary(cells: pd.DataFrame, summary: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS) -> pd.DataFrame:
    """Compare mean results per level with the authors' where their rows are not at hand.

    ``z`` divides the difference of the means by the standard error of two independent means. Folds that both sides
    share are not paired, so z comes out smaller than that of :func:`compare_distribution`: a large one is a finding,
    a small one says less. Variants with a state are compared where all of the authors' folds are in it.

    Returns
    -------
    As :func:`compare_distribution`; ``n`` is the smaller of the two numbers of folds.
    """
    key = ["dataset", "algorithm", "rho", "metric"]
    ours = cell_means(cells[cells["variant"].isin(REPRODUCED)], metrics)
    pairs = ours.merge(summary.drop(columns=["family", "variant"]), on=key, suffixes=("", "_theirs"))
    pure = {HINGE_STATE: pairs["n_hard"] == pairs["n_theirs"], SQUARED_STATE: pairs["n_hard"] == 0}
    pairs = pairs[np.select([pairs["variant"] == name for name in pure], list(pure.values()), default=True)]
    error = np.sqrt(pairs["sd"] ** 2 / pairs["n"] + pairs["sd_theirs"] ** 2 / pairs["n_theirs"])
    table = pairs.assign(
        n=pairs[["n", "n_theirs"]].min(axis=1), difference=pairs["mean"] - pairs["mean_theirs"], standard_error=error
    )
    table["z"] = table["difference"] / error.where(error > 0)
    columns = ["dataset", "algorithm", "variant", "metric", "rho", "n", "difference", "standard_error", "z"]
    return table[columns].reset_index(drop=True)


def compare_noisy(cells: pd.DataFrame, record: Record) -> pd.DataFrame:
    """Compare levels above 0: fold by fold where the authors' rows are here, else with the shipped summary."""
    noisy = cells[cells["rho"] > 0]
    if record.cells is None:
        return compare_summary(noisy, record.summary)
    return compare_distribution(same_state(noisy, record.cells), record.cells)


# ------------------------------------------------------------------------------------------------ what notebooks show


def exact_totals(exact: pd.DataFrame) -> pd.DataFrame:
    """Sum :func:`compare_exact` over data sets: per algorithm and variant, ``equal of folds`` for each metric."""
    totals = exact.groupby(["algorithm", "variant", "metric"])[["n_equal", "n"]].sum()
    text = totals["n_equal"].astype(str) + " of " + totals["n"].astype(str)
    metrics = [metric for metric in PAPER_METRICS if metric in set(exact["metric"])]
    table = text.unstack("metric")[metrics].rename(columns=lambda metric: describe_metric(metric).label)
    table["largest difference"] = exact.groupby(["algorithm", "variant"])["worst"].max()
    return table.loc[in_paper_order(exact["algorithm"])].reset_index()


def exact_figure(exact: pd.DataFrame) -> Figure:
    """Percent of folds equal to the authors', one map of data sets by algorithms per metric; states are pooled."""
    metrics = [metric for metric in PAPER_METRICS if metric in set(exact["metric"])]
    names = sorted(exact["dataset"].unique()), in_paper_order(exact["algorithm"])
    figure = Figure(figsize=(11, 2.0 + 0.3 * len(names[0])), layout="constrained")
    for axes, metric in zip(figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0], metrics, strict=True):
        counts = exact[exact["metric"] == metric].groupby(["dataset", "algorithm"])[["n_equal", "n"]].sum()
        percent = (100 * counts["n_equal"] / counts["n"]).unstack().reindex(index=names[0], columns=names[1])
        sns.heatmap(percent, ax=axes, annot=True, fmt=".0f", cmap="crest", vmin=0, vmax=100, cbar=False, linewidths=0.5)
        axes.set(title=describe_metric(metric).label, xlabel="", ylabel="")
        axes.tick_params(axis="both", labelsize=8.5)
        axes.tick_params(axis="x", rotation=90)
        axes.tick_params(axis="y", rotation=0)
    return figure


def beyond_table(comparison: pd.DataFrame) -> pd.DataFrame:
    """:func:`share_beyond` with one row per algorithm and variant: per metric the share beyond the limit and the bias.

    ``by chance`` is the share that equal distributions would give.
    """
    long = share_beyond(comparison)
    long["label"] = long["metric"].map(lambda metric: describe_metric(metric).label)
    wide = long.pivot(index=["algorithm", "variant"], columns="label", values=["share", "bias"])
    labels = [describe_metric(metric).label for metric in PAPER_METRICS if metric in set(long["metric"])]
    table = long.groupby(["algorithm", "variant"])[["n", "expected"]].first()
    table = table.rename(columns={"n": "cell means", "expected": "by chance"})
    for kind, title in (("share", "beyond"), ("bias", "bias")):
        for label in labels:
            table[f"{title}: {label}"] = wide[kind, label]
    return table.loc[in_paper_order(long["algorithm"])].reset_index()


def z_figure(comparison: pd.DataFrame, limit: float = _LIMIT) -> Figure:
    """Every z of a comparison as a dot, by algorithm and metric, between dashed lines at the limit.

    A z beyond 8 is drawn as an arrow head at the border.
    """
    metrics, border = [metric for metric in PAPER_METRICS if metric in set(comparison["metric"])], 8.0
    algorithms = in_paper_order(comparison["algorithm"])
    figure = Figure(figsize=(11, 1.4 + 0.28 * len(algorithms)), layout="constrained")
    jitter = np.random.default_rng(0)
    for axes, metric in zip(figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0], metrics, strict=True):
        shown = comparison[(comparison["metric"] == metric) & comparison["z"].notna()]
        place = shown["algorithm"].map(algorithms.index) + jitter.uniform(-0.25, 0.25, len(shown))
        far = shown["z"].abs() > border
        axes.scatter(shown["z"][~far], place[~far], s=8, color=PALETTE["blue"], alpha=0.6, linewidth=0)
        for sign, marker in ((1, ">"), (-1, "<")):
            beyond = far & (np.sign(shown["z"]) == sign)
            axes.scatter(
                np.full(beyond.sum(), sign * border), place[beyond], s=16, marker=marker, color=PALETTE["vermilion"]
            )
        for x in (-limit, limit):
            axes.axvline(x, color=PALETTE["grey"], linestyle="--", linewidth=1)
        axes.set(xlim=(-border * 1.06, border * 1.06), xlabel="z", title=describe_metric(metric).label)
        axes.set_yticks(range(len(algorithms)), algorithms)
    axes.invert_yaxis()
    return figure
