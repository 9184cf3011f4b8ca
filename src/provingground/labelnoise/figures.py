"""The paper's figures, for every data set: bars (Figures 1-3), retained performance (4), lines (5 and 6).

All take means over folds, as :func:`~provingground.labelnoise.panel.cell_means` or
:func:`~provingground.labelnoise.retained.retained_means` make them for one panel, and return a matplotlib figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from provingground.errors import InputError
from provingground.labelnoise.panel import describe_metric, in_paper_order
from provingground.plotting import PALETTE

# The paper's four colour families: orange, blue, green, red (Section 4.3).
FAMILY_COLOURS = {
    "khiops": PALETTE["orange"],
    "forest": PALETTE["blue"],
    "linear": PALETTE["green"],
    "xgboost": PALETTE["vermilion"],
}
_OTHER_FAMILY = PALETTE["purple"]
# Members of a family differ by line and marker, so that nobody needs to tell shades apart.
_MEMBERS = [("-", "o"), ("--", "s"), (":", "^"), ("-.", "D"), ((0, (1, 3)), "v")]
_FONT = 8.5
_AT_THE_FOOT: dict[str, Any] = {"linestyle": "", "marker": "v", "markersize": 3.5, "color": PALETTE["vermilion"]}
_AUTHORS_DASH: dict[str, Any] = {
    "linestyle": "",
    "marker": "_",
    "markersize": 5,
    "markeredgewidth": 1.6,
    "color": PALETTE["black"],
}
_LABEL_WIDTH = 118  # points: the longest name and the line that leads to it


def _select(means: pd.DataFrame, dataset: str, metric: str) -> pd.DataFrame:
    """Rows of one data set and metric; refuses a frame with two variants of an algorithm, or with nothing."""
    chosen = means[(means["dataset"] == dataset) & (means["metric"] == metric)]
    if chosen.empty:
        raise InputError(f"data set '{dataset}', metric '{metric}'", "has no rows in these means", "Check both names.")
    if chosen.duplicated(["algorithm", "rho"]).any():
        raise InputError(
            "means", "hold more than one variant of an algorithm", "Choose a panel with panel_cells first."
        )
    return chosen


def _count_note(rows: pd.DataFrame) -> str:
    """How many values stand behind the means."""
    folds = int(rows["n"].max())
    absent = int((folds - rows["n"]).sum())
    if absent == 0:
        return f"means over {folds} folds"
    return f"means over up to {folds} folds, {absent} of {folds * len(rows)} cells without a value"


# ---------------------------------------------------------------------------------------------- Figures 1 to 3: bars


def noise_bars(
    means: pd.DataFrame, dataset: str, metrics: Sequence[str], published: pd.DataFrame | None = None
) -> Figure:
    """Bars of the mean per algorithm and noise level, from no noise (dark) to most (light), one row per metric.

    As in Figures 1-3 the axis shows the upper half of the metric's range; a mean below it is a triangle at the foot.
    Error bars are one standard deviation over folds. Levels above 1 are hatched: there the labels say nothing.

    Parameters
    ----------
    means
        Means over folds of one panel.
    dataset, metrics
        What to show.
    published
        Means of the authors' rows, drawn as a black dash on each bar.
    """
    figure = Figure(figsize=(11, 0.7 + 2.6 * len(metrics)), layout="constrained")
    grid = figure.subplots(len(metrics), 1, sharex=True, squeeze=False)
    for axes, metric in zip(grid[:, 0], metrics, strict=True):
        rows = _select(means, dataset, metric)
        _draw_bars(axes, rows, metric)
        if published is not None:
            _draw_published_dashes(axes, rows, _select(published, dataset, metric))
    figure.suptitle(f"{dataset}: {_count_note(rows)}; error bars: ± 1 standard deviation over folds", fontsize=10)
    levels = sorted(rows["rho"].unique())
    figure.legend(
        handles=_bar_legend(levels, published is not None),
        loc="outside lower center",
        ncols=len(levels) + 3,
        fontsize=_FONT,
        columnspacing=0.8,
        handlelength=1.1,
    )
    return figure


def _bar_places(rows: pd.DataFrame, algorithms: list[str], levels: list[float]) -> NDArray[np.float64]:
    """Centre of each row's bar: one unit per algorithm, four fifths of it filled by the levels."""
    group = rows["algorithm"].map(algorithms.index).to_numpy(dtype=float)
    place = rows["rho"].map(levels.index).to_numpy(dtype=float)
    return np.asarray(group + 0.84 * ((place + 0.5) / len(levels) - 0.5))


def _level_colours(levels: Sequence[float]) -> list[tuple[float, float, float]]:
    return list(sns.color_palette("mako", n_colors=len(levels) + 2)[1:-1])


def _draw_bars(axes: Axes, rows: pd.DataFrame, metric: str) -> None:
    facts = describe_metric(metric)
    algorithms, levels = in_paper_order(rows["algorithm"]), sorted(rows["rho"].unique())
    middle = (facts.low + facts.high) / 2
    colours = dict(zip(levels, _level_colours(levels), strict=True))
    x = _bar_places(rows, algorithms, levels)
    axes.bar(
        x,
        rows["mean"] - middle,
        width=0.84 / len(levels),
        bottom=middle,
        yerr=rows["sd"],
        color=[colours[rho] for rho in rows["rho"]],
        hatch=["////" if rho > 1 else "" for rho in rows["rho"]],
        edgecolor="white",
        linewidth=0.3,
        error_kw={"elinewidth": 0.7, "ecolor": PALETTE["grey"]},
    )
    below = (rows["mean"] <= middle).to_numpy()
    foot = middle + 0.02 * (facts.high - middle)
    axes.plot(x[below], np.full(below.sum(), foot), **_AT_THE_FOOT)
    axes.set(ylim=(middle, facts.high), xlim=(-0.55, len(algorithms) - 0.45), ylabel=facts.label)
    axes.set_xticks(range(len(algorithms)), algorithms, fontsize=_FONT)
    axes.grid(visible=False, axis="x")


def _draw_published_dashes(axes: Axes, rows: pd.DataFrame, published: pd.DataFrame) -> None:
    algorithms, levels = in_paper_order(rows["algorithm"]), sorted(rows["rho"].unique())
    shown = published[published["algorithm"].isin(algorithms) & published["rho"].isin(levels)]
    x = _bar_places(shown, algorithms, levels)
    axes.plot(x, shown["mean"], **_AUTHORS_DASH)


def _bar_legend(levels: Sequence[float], with_published: bool) -> list[Patch | Line2D]:
    handles: list[Patch | Line2D] = [
        Patch(facecolor=colour, hatch="////" if rho > 1 else "", edgecolor="white", label=f"{rho:.2f}")
        for rho, colour in zip(levels, _level_colours(levels), strict=True)
    ]
    handles.insert(0, Line2D([], [], linestyle="", label="noise level ρ:"))
    handles.append(Line2D([], [], label="mean at or below the foot", **_AT_THE_FOOT))
    if with_published:
        handles.append(Line2D([], [], label="authors' mean", **_AUTHORS_DASH))
    return handles


# ----------------------------------------------------------------------------------- Figure 4: retained performance


def retained_overview(means: pd.DataFrame, metric: str, published: pd.DataFrame | None = None) -> Figure:
    """Retained performance over the levels, one small panel per algorithm, one thin line per data set.

    The thick line is the mean over data sets. The data set that keeps least at level 1 is named.

    Parameters
    ----------
    means
        Retained means of one panel, all data sets.
    metric
        Name before ``retained_`` was added, such as ``test_roc_auc``.
    published
        Retained means of the authors' rows: their mean over the same data sets is the dashed line.
    """
    rows = means[means["metric"] == f"retained_{metric}"]
    if rows.empty:
        raise InputError(f"metric 'retained_{metric}'", "has no rows in these means", "Make them with retained_means.")
    algorithms = in_paper_order(rows["algorithm"])
    n_rows = -(-len(algorithms) // 5)
    figure = Figure(figsize=(11, 0.9 + 2.5 * n_rows), layout="constrained")
    grid = figure.subplots(n_rows, 5, sharex=True, sharey=True, squeeze=False)
    for axes, algorithm in zip(grid.flat, algorithms, strict=False):
        _draw_retained(axes, rows[rows["algorithm"] == algorithm])
        if published is not None:
            _draw_published_retained(axes, rows, published, algorithm, f"retained_{metric}")
        axes.set_title(algorithm)
    for axes in grid.flat[len(algorithms) :]:
        axes.set_axis_off()
    _label_retained(figure, grid, rows, metric)
    return figure


def _family_colour(rows: pd.DataFrame) -> str:
    return FAMILY_COLOURS.get(str(rows["family"].iloc[0]), _OTHER_FAMILY)


def _draw_retained(axes: Axes, rows: pd.DataFrame) -> None:
    """Thin lines for the data sets, a thick one for their mean, the name of the lowest at level 1."""
    curves = rows.pivot(index="rho", columns="dataset", values="mean")
    axes.axhline(1.0, color=PALETTE["black"], linewidth=0.7)
    if curves.index[-1] > 1:
        axes.axvspan(1, curves.index[-1], color=PALETTE["grey"], alpha=0.15, linewidth=0)
    axes.plot(curves.index, curves, color=PALETTE["grey"], linewidth=0.7, alpha=0.7)
    axes.plot(curves.index, curves.mean(axis=1), color=_family_colour(rows), linewidth=2.6)
    last = curves.index[curves.index <= 1][-1]
    lowest = curves.loc[last].idxmin()
    axes.text(0.04, 0.05, f"lowest at ρ = {last:g}:\n{lowest}", transform=axes.transAxes, fontsize=_FONT, va="bottom")


def _draw_published_retained(
    axes: Axes, rows: pd.DataFrame, published: pd.DataFrame, algorithm: str, metric: str
) -> None:
    theirs = published[(published["metric"] == metric) & (published["algorithm"] == algorithm)]
    same = theirs[theirs["dataset"].isin(rows["dataset"]) & theirs["rho"].isin(rows["rho"])]
    mean = same.groupby("rho")["mean"].mean()
    axes.plot(mean.index, mean, color=PALETTE["black"], linewidth=1.4, linestyle="--")


def _label_retained(figure: Figure, grid: NDArray[np.object_], rows: pd.DataFrame, metric: str) -> None:
    facts = describe_metric(metric)
    name = facts.label + (" + 1" if facts.shift else "")
    figure.supylabel("share retained", fontsize=10)
    figure.supxlabel("noise level ρ (flip probability / minority share); grey: above 1", fontsize=10)
    lines = f"thin: {rows['dataset'].nunique()} data sets (means over {int(rows['n'].max())} folds); thick: their mean"
    dashed = "; dashed: the authors' mean" if any(line.get_linestyle() == "--" for line in grid[0, 0].lines) else ""
    figure.suptitle(f"{name} relative to the same fold without noise\n{lines}{dashed}", fontsize=10)


# ------------------------------------------------------------------------------------------- Figures 5 and 6: lines


def noise_lines(means: pd.DataFrame, dataset: str, metric: str, published: pd.DataFrame | None = None) -> Figure:
    """Mean of a metric against the noise level, one labelled line per algorithm, in the paper's four colours.

    Levels above 1 are left out, as in the paper. With ``published``, the authors' lines stand on the left.
    """
    panels = {"": means} if published is None else {"authors' rows": published, "reproduced": means}
    selected = {title: _select(frame, dataset, metric) for title, frame in panels.items()}
    figure = Figure(figsize=(0.8 + 6.4 * len(panels), 4.8))
    grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)
    figure.subplots_adjust(
        left=0.8 / figure.get_figwidth(), right=0.99, top=0.91 if published is None else 0.87, bottom=0.11, wspace=0.03
    )
    for axes, (title, rows) in zip(grid[0], selected.items(), strict=True):
        _draw_lines(axes, rows[rows["rho"] <= 1])
        axes.set_title(title, loc="center")
    for axes, rows in zip(grid[0], selected.values(), strict=True):  # labels need the limits that both panels share
        _label_ends(axes, rows[rows["rho"] <= 1])
    label = describe_metric(metric).label
    grid[0, 0].set_ylabel(label)
    figure.suptitle(f"{dataset}: {label} on clean test labels, {_count_note(rows)}", fontsize=10)
    return figure


def _line_style(rows: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Colour by family; line and marker by the place within the family."""
    families = rows.groupby("algorithm")["family"].first()
    styles: dict[str, dict[str, Any]] = {}
    for algorithm in in_paper_order(rows["algorithm"]):
        family = str(families[algorithm])
        line, marker = _MEMBERS[sum(families[other] == family for other in styles) % len(_MEMBERS)]
        styles[algorithm] = {
            "color": FAMILY_COLOURS.get(family, _OTHER_FAMILY),
            "linestyle": line,
            "marker": marker,
            "markersize": 4,
            "linewidth": 1.6,
        }
    return styles


def _draw_lines(axes: Axes, rows: pd.DataFrame) -> None:
    for algorithm, style in _line_style(rows).items():
        curve = rows[rows["algorithm"] == algorithm].sort_values("rho")
        axes.plot(curve["rho"], curve["mean"], label=algorithm, clip_on=False, **style)
    axes.set_xlabel("noise level ρ (flip probability / minority share)")
    axes.grid(visible=False, axis="x")


def _label_ends(axes: Axes, rows: pd.DataFrame) -> None:
    """Write each algorithm's name at both ends of its line, moved apart just as far as legibility needs."""
    styles = _line_style(rows)
    first, last = rows["rho"].min(), rows["rho"].max()
    points = 72 / axes.figure.dpi
    width, height = axes.bbox.width * points, axes.bbox.height * points
    margin = (last - first) / (width / _LABEL_WIDTH - 2)
    axes.set(xlim=(first - margin, last + margin), xticks=np.linspace(first, last, 6))
    low, high = axes.get_ylim()
    gap = 1.4 * _FONT / height * (high - low)
    for rho, side in ((first, -1), (last, 1)):
        ends = rows[(rows["rho"] == rho) & rows["mean"].notna()].set_index("algorithm")["mean"]
        places = spread(ends.to_numpy(), gap, low + gap / 2, high - gap / 2)
        for algorithm, y, place in zip(ends.index, ends, places, strict=True):
            colour = styles[algorithm]["color"]
            _label_point(axes, algorithm, (rho, y), (rho + side * 0.15 * margin, place), colour)


def _label_point(axes: Axes, text: str, point: tuple[float, float], place: tuple[float, float], colour: str) -> None:
    """Write ``text`` at ``place``, away from the point on the side where it stands, with a thin line between them."""
    on_the_left = place[0] < point[0]
    arrow = {"arrowstyle": "-", "color": PALETTE["grey"], "linewidth": 0.6, "shrinkA": 0, "shrinkB": 2}
    axes.annotate(
        text,
        xy=point,
        xytext=place,
        color=colour,
        fontsize=_FONT,
        ha="right" if on_the_left else "left",
        va="center",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        arrowprops={**arrow, "relpos": (1.0, 0.5) if on_the_left else (0.0, 0.5)},
    )


def spread(
    positions: NDArray[np.float64], gap: float, low: float = -np.inf, high: float = np.inf
) -> NDArray[np.float64]:
    """Move points apart to at least ``gap``, in their order, with the least sum of squared moves.

    Subtracting ``rank * gap`` turns the distances into a plain order, so isotonic regression solves it; its solution
    clipped to an interval stays optimal there.

    Parameters
    ----------
    positions
        Shape (n,), any order.
    gap
        Least distance; if ``n`` points do not fit between ``low`` and ``high``, they reach beyond ``high``.

    Examples
    --------
    >>> spread(np.array([0.5, 0.5, 3.0]), gap=1.0).tolist()
    [0.0, 1.0, 3.0]
    """
    order = np.argsort(positions, kind="stable")
    steps = gap * np.arange(len(positions))
    ordered = isotonic_regression(positions[order] - steps).x
    inside = np.clip(ordered, low, max(low, high - steps[-1] if len(steps) else low))
    moved = np.empty(len(positions))
    moved[order] = inside + steps
    return moved
