"""Are algorithms different, over data sets? Ranks, intervals and paired differences with data sets as blocks.

Folds of one data set share most of their rows, so they are no independent evidence: each data set counts once, with
its mean over the folds that all algorithms have. Data sets that lack a value are listed, never imputed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from provingground.labelnoise.panel import (
    cell_means,
    describe_metric,
    in_paper_order,
    on_shared_folds,
    require_cells,
    require_one_variant,
)
from provingground.plotting import PALETTE
from provingground.statistics import (
    Blocks,
    bootstrap,
    complete_blocks,
    critical_difference_diagram,
    friedman,
    mean_intervals,
    nemenyi,
    paired_differences,
    rank_intervals,
    wilcoxon_holm,
)

TIE = 0.001  # differences of a metric up to this size count as a tie


def score_blocks(cells: pd.DataFrame, metric: str, rho: float) -> Blocks:
    """Mean of a metric over the folds that all have, at one level: data sets by the algorithms of a panel."""
    require_cells(cells, [metric])
    require_one_variant(cells)
    chosen = cells[np.isclose(cells["rho"], rho)]
    values = chosen.assign(value=chosen[metric].where(chosen["status"] == "ok"))
    table = on_shared_folds(values.pivot(index=["dataset", "fold"], columns="algorithm", values="value"))
    return _blocks(table.groupby(level="dataset").mean().melt(ignore_index=False, value_name="mean").reset_index())


def _blocks(means: pd.DataFrame) -> Blocks:
    return complete_blocks(means, "dataset", "algorithm", "mean")


def block_counts(panels: Mapping[str, pd.DataFrame], metrics: Sequence[str], levels: Sequence[float]) -> pd.DataFrame:
    """How many data sets stand behind each comparison, and which are left out because an algorithm lacks a value.

    Returns
    -------
    One row per panel, metric and level: ``N`` complete blocks, Friedman's ``chi2`` and ``p``, and ``left_out``.
    """
    rows = []
    for name, cells in panels.items():
        for metric in metrics:
            for rho in levels:
                blocks = score_blocks(cells, metric, rho)
                left_out = "; ".join(f"{row.block} (lacks {row.lacking})" for row in blocks.incomplete.itertuples())
                test = friedman(blocks) if _enough(blocks) else None
                chi2, p = (test.statistic, test.p_value) if test else (np.nan, np.nan)
                rows.append((name, describe_metric(metric).label, rho, blocks.n, chi2, p, left_out))
    return pd.DataFrame(rows, columns=["panel", "metric", "rho", "N", "chi2", "p", "left_out"])


def _enough(blocks: Blocks) -> bool:
    """Whether a rank test is defined: three treatments in two blocks."""
    return blocks.n >= 2 and blocks.values.shape[1] >= 3


def rank_diagram(cells: pd.DataFrame, metric: str, rho: float, panel: str) -> Figure:
    """Critical-difference diagram of a panel at one level, with Nemenyi's test; a note where there are no ranks."""
    blocks = score_blocks(cells, metric, rho)
    title = f"{panel}: {describe_metric(metric).label} at ρ = {rho:g}"
    if not _enough(blocks):
        return _note(f"{title}\nno ranks: {blocks.n} complete block(s) of {blocks.values.shape[1]} algorithm(s)")
    return critical_difference_diagram(blocks, nemenyi(blocks), title=title)


def rank_table(panels: Mapping[str, pd.DataFrame], metric: str, levels: Sequence[float]) -> pd.DataFrame:
    """Average ranks over data sets, with 95 % bootstrap intervals over data sets.

    Returns
    -------
    One row per panel, level and algorithm, best first: ``rank`` (1 is best), ``low``, ``high``, and ``N`` complete
    blocks. No interval for one data set.
    """
    tables = [
        rank_intervals(score_blocks(cells, metric, rho))
        .rename_axis("algorithm")
        .reset_index()
        .assign(panel=name, rho=rho)
        for name, cells in panels.items()
        for rho in levels
    ]
    columns = ["panel", "rho", "algorithm", "rank", "low", "high", "N"]
    return pd.concat(tables, ignore_index=True).rename(columns={"n": "N"})[columns]


def _note(text: str) -> Figure:
    figure = Figure(figsize=(9, 1.2), layout="constrained")
    figure.text(0.5, 0.5, text, ha="center", va="center")
    return figure


def pair_table(cells: pd.DataFrame, metric: str, rho: float, pairs: Sequence[tuple[str, str]] = ()) -> pd.DataFrame:
    """Paired differences of a metric at one level, with intervals, win/tie/loss and Wilcoxon's p after Holm.

    Parameters
    ----------
    cells
        Cells of one panel.
    metric, rho
        What is compared; differences up to ``TIE`` are ties.
    pairs
        Rows to keep, in this order; all pairs by default. Holm corrects for all pairs, whatever is kept.
    """
    blocks = score_blocks(cells, metric, rho)
    table = paired_differences(blocks, tie=TIE).set_index(["first", "second"])
    if blocks.n >= 2:
        p_values = wilcoxon_holm(blocks).stack()
        table["p_holm"] = p_values.reindex(table.index)
    return table.reset_index() if not pairs else _oriented(table, pairs)


def _oriented(table: pd.DataFrame, pairs: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """Choose pairs in the given order, with the first named first."""
    swapped = table.rename(columns={"wins": "losses", "losses": "wins", "low": "high", "high": "low"})
    swapped = swapped.assign(**{name: -swapped[name] for name in ("difference", "low", "high")})
    both = pd.concat([table, swapped.swaplevel()[table.columns].rename_axis(["first", "second"])])
    return both.loc[[pair for pair in pairs if pair in both.index]].reset_index()


SYMMETRIC_PAIRS = tuple(
    (symmetric, other)
    for symmetric in ("XGB_UNHINGED", "XGB_RAMP")
    for other in ("XGB_SQUERR", "XGB_HINGE", "skRF", "linearSVC", "logisticRegression", "khiops")
)


def kept_intervals(means: Mapping[str, pd.DataFrame], levels: Sequence[float]) -> pd.DataFrame:
    """Mean retained performance over data sets with a bootstrap interval over data sets.

    Parameters
    ----------
    means
        Retained means by panel (:func:`~provingground.labelnoise.retained.retained_by_panel`).
    levels
        Noise levels to show.

    Returns
    -------
    One row per panel, level and algorithm: ``mean``, ``low``, ``high``, and ``n`` data sets (complete ones).
    """
    parts = [
        mean_intervals(_blocks(table[np.isclose(table["rho"], rho)])).assign(panel=name, rho=rho)
        for name, table in means.items()
        for rho in levels
    ]
    columns = ["panel", "rho", "algorithm", "mean", "low", "high", "n"]
    if not parts:
        return pd.DataFrame(columns=columns)
    return pd.concat(parts).rename_axis("algorithm").reset_index()[columns]


_PANEL_LOOKS = (
    (PALETTE["black"], "D"),
    (PALETTE["grey"], "o"),
    (PALETTE["blue"], "s"),
    (PALETTE["vermilion"], "^"),
)


def interval_figure(intervals: pd.DataFrame, metric: str) -> Figure:
    """Means and intervals of :func:`kept_intervals`: algorithms down, levels across, panels by colour and marker."""
    if intervals.empty:
        return _note("no intervals: none of these noise levels was run")
    panels, levels = list(dict.fromkeys(intervals["panel"])), list(dict.fromkeys(intervals["rho"]))
    algorithms = in_paper_order(intervals["algorithm"])
    figure = Figure(figsize=(11, 1.6 + 0.36 * len(algorithms)), layout="constrained")
    grid = figure.subplots(1, len(levels), sharey=True, sharex=True, squeeze=False)[0]
    for axes, rho in zip(grid, levels, strict=True):
        for step, (panel, (colour, marker)) in enumerate(zip(panels, _PANEL_LOOKS, strict=False)):
            rows = intervals[(intervals["panel"] == panel) & (intervals["rho"] == rho)]
            y = rows["algorithm"].map(algorithms.index) + 0.2 * (step - (len(panels) - 1) / 2)
            axes.hlines(y, rows["low"], rows["high"], color=colour, linewidth=1.6)
            axes.plot(rows["mean"], y, marker, color=colour, markersize=5, label=f"{panel} (N = {rows['n'].max()})")
        axes.axvline(1.0, color=PALETTE["black"], linewidth=0.7)
        axes.set(title=f"ρ = {rho:g}", xlabel=f"{describe_metric(metric).label}, share kept")
        axes.set_yticks(range(len(algorithms)), algorithms)
    grid[0].invert_yaxis()
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(panels))
    return figure


def sampling_effect(cells: pd.DataFrame, metric: str, levels: Sequence[float]) -> pd.DataFrame:
    """What row and column sampling changes in each booster: sampled less not sampled, paired by data set.

    Returns
    -------
    One row per algorithm and level that has both variants: mean ``difference`` with its interval over ``n`` data sets.
    Empty where the profile did not run the sampled variants.
    """
    means = cell_means(cells[cells["rho"].isin(levels)], [metric])
    return gains(means, "variant", "corrected", "corrected-sampled", ["algorithm", "rho"])


def gains(means: pd.DataFrame, factor: str, standard: str, other: str, by: Sequence[str]) -> pd.DataFrame:
    """What one value of a factor adds to the mean under another, paired by data set.

    Parameters
    ----------
    means
        Means over folds with the columns ``dataset``, ``mean``, the factor, and those of ``by``.
    factor, standard, other
        The column, and the two of its values to compare.
    by
        One row per combination of these columns that has both values.

    Returns
    -------
    ``by``, mean ``difference`` (other less standard), its bootstrap interval ``low`` to ``high`` over ``n`` data sets.
    """
    wide = means.pivot(index=["dataset", *by], columns=factor, values="mean").reindex(columns=[standard, other])
    gain = (wide[other] - wide[standard]).dropna()
    groups = gain.groupby(level=list(by))
    intervals = pd.DataFrame([vars(bootstrap(group)) for _, group in groups], columns=["estimate", "low", "high", "n"])
    found = pd.concat([groups.first().reset_index()[[*by]], intervals], axis=1)
    return found.rename(columns={"estimate": "difference"})
