"""Figures of notebook 4. Every function returns a figure and leaves saving to the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray

from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.ranking import Pair
from provingground.nips2003.verification import TOLERANCE, class_correlations, stack
from provingground.plotting import PALETTE

FAR = 4.0
"""Band widths beyond which a point is drawn at the edge of the figure."""

_COLOURS = [PALETTE[name] for name in ("blue", "vermilion", "green", "purple", "orange", "sky", "black")]
_MARKERS = ["o", "s", "D", "^", "v", "P", "X"]


def madelon_band(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Each statistic in units of its band: the band of new draws is the grey strip from -1 to 1.

    Points further away than four half-widths lie at the edge, as triangles.
    """
    names = list(next(iter(tables.values())).index)
    figure, axes = plt.subplots(figsize=(7.5, 0.27 * len(names) + 1.2))
    axes.axvspan(-1, 1, color=PALETTE["grey"], alpha=0.25, lw=0, label="5–95 % of new draws")
    for offset, (source, table), colour in zip((-0.22, 0.0, 0.22), tables.items(), _COLOURS, strict=False):
        position = _in_band_widths(table)
        rows = np.arange(len(names)) + offset
        near = np.abs(position) <= FAR
        axes.scatter(position[near], rows[near], s=26, color=colour, label=source, zorder=3)
        for side, marker in ((-1, "<"), (1, ">")):
            far = ~near & (np.sign(position) == side)
            axes.scatter(
                np.full(far.sum(), side * (FAR + 0.25)), rows[far], s=30, color=colour, marker=marker, zorder=3
            )
    axes.set_yticks(range(len(names)), names)
    axes.set(ylim=(len(names) - 0.4, -0.6), xlim=(-FAR - 0.6, FAR + 0.6))
    axes.set_xlabel("distance from the middle of the band, in half-widths of the band")
    figure.legend(loc="lower center", ncols=2, bbox_to_anchor=(0.5, 1.0))
    figure.tight_layout()
    return figure


def class_signal(benchmarks: Mapping[str, Benchmark], seed: int = 0) -> Figure:
    """Share of features whose correlation with the classes exceeds a value: real features, probes, and chance."""
    figure, panels = _panels(len(benchmarks), width=3.4, height=3.0)
    for axes, (name, benchmark) in zip(panels, benchmarks.items(), strict=False):
        X = stack(list(benchmark.X.values()))
        y = np.concatenate(list(benchmark.y.values()))
        strength = np.abs(class_correlations(X, y))
        assert benchmark.truth.is_probe is not None
        probe = benchmark.truth.is_probe
        shuffled = np.random.default_rng(seed).permutation(y)
        chance = np.abs(class_correlations(X[:, np.flatnonzero(probe)], shuffled))
        for values, label, colour, line in (
            (strength[~probe], "real features", PALETTE["blue"], "-"),
            (strength[probe], "probes", PALETTE["vermilion"], "-"),
            (chance, "probes, classes shuffled", PALETTE["grey"], "--"),
        ):
            axes.step(*_exceedance(values), line, color=colour, label=label, where="post")
        axes.set(title=name, yscale="log", xlabel="|correlation with the class|", xlim=(0, None))
    panels[0].set_ylabel("share of features above")
    _legend_above(figure, panels[0])
    return figure


def _exceedance(values: NDArray[np.float64], points: int = 400) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values in rising order and the share of all that reach each; of many, those that a logarithmic axis can show."""
    ranks = np.unique(np.geomspace(1, len(values), points).astype(int))[::-1]
    return np.sort(values)[::-1][ranks - 1], ranks / len(values)


def agreement(table: pd.DataFrame) -> Figure:
    """Ratio found / published of each statistic on a logarithmic axis; the strip is the tolerance.

    A filled marker agrees, a hollow one does not. Ratios beyond 8 lie at the edge.
    """
    datasets = list(table["data set"].unique())
    if not datasets:
        return _nothing("No data set of this profile has distributed matrices to compare with.")
    table = table[table["ratio"] > 0]
    names = list(table["statistic"].unique())
    tolerance = max(TOLERANCE.values())
    figure, axes = plt.subplots(figsize=(7.5, 0.27 * len(names) + 1.2))
    axes.axvspan(1 / (1 + tolerance), 1 + tolerance, color=PALETTE["grey"], alpha=0.25, lw=0)
    offsets = np.linspace(-0.24, 0.24, len(datasets)) if len(datasets) > 1 else [0.0]
    for name, offset, colour, marker in zip(datasets, offsets, _COLOURS, _MARKERS, strict=False):
        rows = table[table["data set"] == name]
        heights = np.array([names.index(statistic) for statistic in rows["statistic"]]) + offset
        faces = np.where(rows["agrees"], colour, "white")
        style: dict[str, Any] = {"marker": marker, "s": 26, "edgecolors": colour, "zorder": 3}
        axes.scatter(rows["ratio"].clip(1 / 8, 8), heights, c=list(faces), **style)
        axes.scatter([], [], c=colour, label=name, **style)
    axes.set_yticks(range(len(names)), names)
    axes.set(ylim=(len(names) - 0.4, -0.6), xscale="log", xlim=(1 / 9, 9))
    axes.set_xticks([1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8], ["≤ 1/8", "1/4", "1/2", "1", "2", "4", "≥ 8"])
    axes.minorticks_off()
    axes.set_xlabel(f"found / published (strip: ± {tolerance:.0%})")
    _legend_above(figure, axes)
    return figure


def errors_against_features(scores: pd.DataFrame, split: str) -> Figure:
    """Balanced error rate against the number of features; error bars are one standard error.

    Methods are dodged sideways by up to 10 %, for several often choose the same number of features.
    """
    rows = scores[scores["split"] == split]
    datasets, methods = list(rows["dataset"].unique()), list(rows["submission"].unique())
    figure, panels = _panels(len(datasets), width=3.2, height=3.2)
    for axes, name in zip(panels, datasets, strict=False):
        for index, (method, dodge) in enumerate(zip(methods, np.linspace(0.9, 1.1, len(methods)), strict=True)):
            mine = rows[(rows["dataset"] == name) & (rows["submission"] == method)]
            style: dict[str, Any] = {
                "color": _COLOURS[index % 7],
                "marker": _MARKERS[index % 7],
                "ms": 6,
                "ls": "",
                "capsize": 3,
            }
            x, y, bar = mine["features"] * dodge, 100 * mine["ber"], 100 * mine["ber_error"]
            axes.errorbar(x, y, bar, label=method, **style)
        axes.set(title=name, xscale="log", xlabel="features used", ylim=(0, None))
        axes.set_xlim(0.7 * rows["features"].min(), 1.5 * rows["features"].max())
        axes.xaxis.set_major_formatter("{x:g}")
        axes.minorticks_off()
    panels[0].set_ylabel(f"balanced error rate, {split} (%)")
    _legend_above(figure, panels[0])
    return figure


def probe_shares(scores: pd.DataFrame, benchmarks: Mapping[str, Benchmark]) -> Figure:
    """Share of probes among the features that each submission used; the line is the share in the data set."""
    rows = scores[(scores["split"] == "test") & scores["probe_fraction"].notna()]
    datasets = list(rows["dataset"].unique())
    figure, panels = _panels(len(datasets), width=3.2, height=2.6)
    for axes, name in zip(panels, datasets, strict=False):
        mine = rows[rows["dataset"] == name]
        share = 100 * mine["probe_fraction"].astype(float)
        axes.barh(mine["submission"], share, color=PALETTE["sky"])
        for place, value in enumerate(share):
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
            axes.text(value + 2, place, f"{value:.0f}", va="center", fontsize=9, bbox=box)
        is_probe = benchmarks[name].truth.is_probe
        if is_probe is not None:
            axes.axvline(100 * is_probe.mean(), color=PALETTE["vermilion"], label="share in the data set")
        axes.set(title=name, xlim=(0, 110), xlabel="probes among features used (%)")
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
    _legend_above(figure, panels[0])
    return figure


def duels(pairs: Sequence[Pair]) -> Figure:
    """Who beats whom on each data set and by which rule: the row against the column."""
    datasets = sorted({pair.dataset for pair in pairs})
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    figure, panels = _panels(len(datasets), width=0.62 * len(names) + 1.2, height=0.5 * len(names) + 1.3)
    for axes, dataset in zip(panels, datasets, strict=False):
        grid = np.zeros((len(names), len(names)))
        for pair in (p for p in pairs if p.dataset == dataset):
            for row, column in ((pair.first, pair.second), (pair.second, pair.first)):
                place = names.index(row), names.index(column)
                grid[place] = 0 if pair.winner is None else 1 if pair.winner == row else -1
                axes.text(place[1], place[0], _short(pair.rule), ha="center", va="center", fontsize=8)
        colours = ListedColormap(["#F3C6A8", "#F2F2F2", "#B7D7EA"])
        axes.imshow(grid, cmap=colours, vmin=-1, vmax=1)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set(title=dataset)
        axes.grid(visible=False)
    figure.tight_layout()
    return figure


def _in_band_widths(table: pd.DataFrame) -> NDArray[np.float64]:
    middle, half = (table["low"] + table["high"]) / 2, (table["high"] - table["low"]) / 2
    off = table["observed"] - middle
    # A count that never varies has a band of width 0: on it is the middle, off it is far away.
    return np.where(half > 0, off / half.where(half > 0, 1), np.sign(off) * (FAR + 1))


def _short(rule: str) -> str:
    for key in ("error", "features", "probes"):
        if rule.endswith((f"{key} rate", key)) and not rule.startswith("tie"):
            return {"error": "error", "features": "size", "probes": "probes"}[key]
    return "tie"


def _nothing(message: str) -> Figure:
    figure, axes = plt.subplots(figsize=(6, 0.6))
    axes.text(0.5, 0.5, message, ha="center", va="center")
    axes.set_axis_off()
    return figure


def _panels(count: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    """One row of up to three panels, more rows as needed; unused ones are taken away."""
    columns = 2 if count == 4 else min(3, max(1, count))
    rows = -(-max(1, count) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
    panels = list(axes.ravel())
    for spare in panels[count:]:
        spare.remove()
    return figure, panels[:count]


def _legend_above(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.tight_layout()
    figure.legend(handles, labels, loc="lower center", ncols=3, bbox_to_anchor=(0.5, 1.0))
