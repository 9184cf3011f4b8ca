"""What a fit costs: ours beside the authors' published times."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from provingground.labelnoise.panel import in_paper_order
from provingground.plotting import PALETTE

_ALGORITHM = ["algorithm", "variant"]
_LOOKS = {
    "published, common": ("o", PALETTE["grey"]),
    "corrected": ("s", PALETTE["blue"]),
    "corrected-sampled": ("^", PALETTE["vermilion"]),
    "authors": ("|", PALETTE["black"]),
}


def fit_costs(cells: pd.DataFrame, summary: pd.DataFrame) -> pd.DataFrame:
    """Seconds per fit, ours and the authors', mean over folds and levels.

    Ours are the wall time of one thread, which on a quiet machine is CPU time. Theirs are wall times on a machine
    where fits ran beside each other, so a ratio compares two ways to work and not two programs.

    Parameters
    ----------
    cells
        All variants of ours.
    summary
        The authors' means (:func:`~provingground.labelnoise.published.shipped_summary`).

    Returns
    -------
    One row per data set, algorithm and variant: ``fits``, ``seconds``, ``authors`` and ``ratio`` (authors' / ours).
    """
    ok = cells[cells["status"] == "ok"].groupby(["dataset", *_ALGORITHM], sort=False)["fit_seconds"]
    ours = ok.agg(fits="size", seconds="mean").reset_index()
    times = summary[summary["metric"] == "fit_seconds"]
    weighted = times.assign(total=times["mean"] * times["n"]).groupby(["dataset", "algorithm"])[["total", "n"]].sum()
    theirs = (weighted["total"] / weighted["n"]).rename("authors").reset_index()
    table = ours.merge(theirs, on=["dataset", "algorithm"], how="left")
    return table.assign(ratio=table["authors"] / table["seconds"])


def cost_totals(costs: pd.DataFrame) -> pd.DataFrame:
    """Minutes per algorithm and variant over all data sets, and what the same fits take at the authors' mean times."""
    minutes = costs.assign(
        minutes=costs["fits"] * costs["seconds"] / 60, authors_minutes=costs["fits"] * costs["authors"] / 60
    )
    table = minutes.groupby(_ALGORITHM)[["fits", "minutes", "authors_minutes"]].sum(min_count=1).reset_index()
    return table.astype({"fits": int}).sort_values("minutes", ascending=False, ignore_index=True)


def cost_figure(costs: pd.DataFrame) -> Figure:
    """Seconds per fit (:func:`fit_costs`) on a logarithmic axis, one small panel per data set."""
    named = costs.assign(look=costs["variant"].str.replace(r"^(published.*|common)$", "published, common", regex=True))
    datasets, algorithms = list(dict.fromkeys(costs["dataset"])), in_paper_order(costs["algorithm"])
    n_rows = -(-len(datasets) // 4)
    figure = Figure(figsize=(11, 0.8 + (0.6 + 0.2 * len(algorithms)) * n_rows), layout="constrained")
    grid = figure.subplots(n_rows, 4, sharex=True, sharey=True, squeeze=False)
    for axes, dataset in zip(grid.flat, datasets, strict=False):
        _draw_costs(axes, named[named["dataset"] == dataset], algorithms)
        axes.set_title(dataset)
        axes.tick_params(axis="y", labelsize=8.5)
    for axes in grid.flat[len(datasets) :]:
        axes.set_axis_off()
    grid[0, 0].set(xscale="log")
    grid[0, 0].set_yticks(range(len(algorithms)), algorithms)
    grid[0, 0].invert_yaxis()
    figure.supxlabel("seconds per fit, mean over folds and levels", fontsize=10)
    handles = [
        Line2D([], [], linestyle="", marker=marker, color=colour, label=look)
        for look, (marker, colour) in _LOOKS.items()
        if look == "authors" or look in set(named["look"])
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=len(handles))
    return figure


def _draw_costs(axes: Axes, rows: pd.DataFrame, algorithms: list[str]) -> None:
    for look, (marker, colour) in _LOOKS.items():
        shown = rows if look == "authors" else rows[rows["look"] == look]
        seconds = shown["authors"] if look == "authors" else shown["seconds"]
        size = 9 if look == "authors" else 5
        axes.plot(seconds, shown["algorithm"].map(algorithms.index), marker, color=colour, markersize=size)
