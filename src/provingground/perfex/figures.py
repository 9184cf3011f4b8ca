"""The paper's figures, ours beside what the paper prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from provingground.perfex.bridge import CONFIDENT, PATIENT, Clinic
from provingground.perfex.synthetic import PRINTED_RED_BLUE, SIGMA, Explained, region_of_error
from provingground.perfex.tree import PerfexTree
from provingground.plotting import PALETTE

BAND = "mean ± 1 standard deviation over seeds"


def figure_1_and_2(made: Explained) -> Figure:
    """Rows with right and wrong predictions, and the tree that tells the sides apart."""
    figure, axes = plt.subplots(1, 2, figsize=(11, 3.6), width_ratios=(1, 1.3))
    right = made.y == made.y_pred
    for mask, marker, colour, label in ((right, "o", "blue", "right"), (~right, "X", "vermilion", "wrong")):
        axes[0].scatter(
            made.X.loc[mask, "x"], made.X.loc[mask, "z"], marker=marker, color=PALETTE[colour], s=45, label=label
        )
    split = made.tree.root_.split
    if split is not None:
        axes[0].axvline(split.threshold + 0.03, color=PALETTE["black"], linestyle="--", linewidth=1)
    axes[0].set(xlabel="x", ylabel="z", title="Figure 1: accuracy .4 left, .8 right")
    axes[0].legend(loc="lower center", bbox_to_anchor=(0.5, -0.42), ncols=2, title="prediction")
    made.tree.plot_tree(axes[1])
    axes[1].set_title("Figure 2: one split of Algorithm 1")
    return figure


def figure_3(made: Explained) -> Figure:
    """The red/blue example: classes, the classifier's border (vertical) and PERFEX's (horizontal)."""
    figure, ax = plt.subplots(figsize=(6.6, 4.4))
    for label, colour, marker in (("red", "vermilion", "o"), ("blue", "blue", "s")):
        mask = made.y == label
        ax.scatter(
            made.X.loc[mask, "x"],
            made.X.loc[mask, "y"],
            color=PALETTE[colour],
            marker=marker,
            s=16,
            label=f"labelled {label}",
        )
    ax.axvline(20.0, color=PALETTE["grey"], linestyle=":", label="classifier: red | blue")
    split = made.tree.root_.split
    if split is not None:
        line = ax.axhline if made.tree.columns_[split.feature].name == "y" else ax.axvline
        line(split.threshold, color=PALETTE["black"], linestyle="--", label="PERFEX: accuracy changes")
    ax.set(xlabel="x", ylabel="y", title="Figure 3: the prediction depends on x, its accuracy on y")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def red_blue_over_seeds(distribution: pd.DataFrame) -> Figure:
    """Where the printed values of the red/blue example lie among those of other seeds."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.0), sharey=True)
    panels = (("low", "accuracy of the low leaf"), ("threshold", "threshold on y"))
    on_y = distribution[distribution["feature"] == "y"]
    for ax, (column, label) in zip(axes, panels, strict=True):
        ax.hist(on_y[column].dropna(), bins=12, color=PALETTE["sky"])
        ax.yaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        ax.axvline(PRINTED_RED_BLUE[column], color=PALETTE["vermilion"], label="printed in the paper")
        ax.set_xlabel(label)
    axes[0].set_ylabel("seeds")
    axes[0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0))
    return figure


def figure_4(delta: float = 3.0) -> Figure:
    """Two Gaussians and their region of error."""
    figure, ax = plt.subplots(figsize=(6.6, 3.2))
    x = np.linspace(2.0, 21.0, 400)
    densities = [stats.norm.pdf(x, mean, SIGMA) for mean in (10.0, 10.0 + delta)]
    for density, colour, name in zip(densities, ("blue", "orange"), (10.0, 10.0 + delta), strict=True):
        ax.plot(x, density, color=PALETTE[colour], label=f"mean {name:g}, sd {SIGMA:g}")
    ax.fill_between(x, np.minimum(*densities), color=PALETTE["vermilion"], alpha=0.35, label="region of error")
    ax.set(xlabel="x", ylabel="density", title=f"Figure 4: area {region_of_error(delta):.2f} for δ = {delta:g}")
    ax.legend()
    return figure


def figure_5(difficulty: pd.DataFrame, shift: pd.DataFrame) -> Figure:
    """Figures 5a and 5b with bands over seeds."""
    figure, axes = plt.subplots(1, 2, figsize=(11, 3.8))
    _band(axes[0], difficulty, "region", "f1", "blue", "weighted F1 of the classifier")
    _band(axes[0], difficulty, "region", "mae", "vermilion", "MAE of the PERFEX tree")
    axes[0].set(xlabel="region of error (area)", ylabel="value", ylim=(-0.02, 1.02))
    axes[0].set_title("5a: a hard task, a good explanation")
    _band(axes[1], shift, "delta", "mae", "vermilion", "MAE of the PERFEX tree")
    axes[1].set(xlabel="shift δ of the tree's data", ylabel="MAE", ylim=(0.0, None))
    axes[1].set_title("5b: other data, a wrong explanation")
    for ax in axes:
        ax.legend(loc="best", title=BAND, title_fontsize=8, alignment="left")
    return figure


def _band(ax: Axes, rows: pd.DataFrame, x: str, y: str, colour: str, label: str) -> None:
    stats_ = rows.groupby(x)[y].agg(["mean", "std"])
    ax.plot(stats_.index, stats_["mean"], marker="o", markersize=4, color=PALETTE[colour], label=label)
    low, high = stats_["mean"] - stats_["std"], stats_["mean"] + stats_["std"]
    ax.fill_between(stats_.index, low, high, color=PALETTE[colour], alpha=0.2, linewidth=0)


def table_1_figure(summary: pd.DataFrame) -> Figure:
    """MAE of each cell beside both baselines, against the accuracy of the classifier."""
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2))
    colours = dict(zip(summary.index.unique(0), ("blue", "orange", "green", "vermilion", "purple"), strict=False))
    markers = dict(zip(summary.index.unique(1), ("o", "s", "^", "D", "X"), strict=False))
    for (dataset, name), cell in zip(summary.index.to_list(), summary.to_dict("records"), strict=True):
        style = {"color": PALETTE[colours[dataset]], "marker": markers[name], "markersize": 6, "linestyle": "none"}
        x = cell[("base_accuracy", "mean")]
        axes[0].errorbar(x, cell[("mae", "mean")], yerr=cell[("mae", "std")], capsize=2, elinewidth=0.8, **style)
        axes[1].plot(cell[("shuffled_spread", "mean")], cell[("spread", "mean")], **style)
    axes[0].set(xlabel="accuracy of the classifier", ylabel="MAE (error bars: 1 sd over seeds)")
    axes[0].set_title("Higher accuracy, lower MAE?")
    top = 1.05 * float(summary[("spread", "mean")].max())
    axes[1].plot([0.0, top], [0.0, top], color=PALETTE["grey"], linestyle=":", linewidth=1)
    axes[1].set(
        xlabel="spread after shuffling the outcomes", ylabel="spread", title="Above the dotted line: more than noise"
    )
    _legend_of(figure, colours, markers)
    figure.subplots_adjust(right=0.84, wspace=0.25)
    return figure


def _legend_of(figure: Figure, colours: dict[Any, str], markers: dict[Any, str]) -> None:
    line = mpl.lines.Line2D
    handles = [line([], [], marker="o", linestyle="none", color=PALETTE[c], label=str(n)) for n, c in colours.items()]
    handles += [
        line([], [], marker=m, linestyle="none", color=PALETTE["grey"], label=str(n)) for n, m in markers.items()
    ]
    figure.legend(handles=handles, loc="center left", bbox_to_anchor=(0.85, 0.5))


def leaf_size_figure(results: pd.DataFrame) -> Figure:
    """The two cells that the paper quotes, per smallest leaf: no one size gives both."""
    figure, ax = plt.subplots(figsize=(7.2, 3.6))
    cells = (("contraceptive", "SVM", "blue", 0.782), ("car", "RF", "orange", 0.093))
    for dataset, name, colour, printed in cells:
        rows = results[(results["dataset"] == dataset) & (results["classifier"] == name)]
        of_size = rows.groupby("leaf_size")["spread"].agg(["mean", "std"])
        label = f"{dataset} {name}"
        ax.errorbar(
            of_size.index, of_size["mean"], yerr=of_size["std"], fmt="o-", color=PALETTE[colour], capsize=3, label=label
        )
        ax.axhline(printed, color=PALETTE[colour], linestyle="--", linewidth=1, label=f"{label}, paper")
    ax.set(xlabel="smallest leaf (rows)", ylabel="spread (error bars: 1 sd over seeds)", ylim=(0.0, 1.0))
    ax.set_title("The two quoted spreads against the leaf size")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def sensitivity_figure(results: pd.DataFrame) -> Figure:
    """Spread and MAE of every cell by smallest leaf, beside the same after shuffling (mean over the classifiers)."""
    datasets, classifiers = list(results["dataset"].unique()), list(results["classifier"].unique())
    figure, axes = plt.subplots(2, len(datasets), figsize=(2.5 * len(datasets), 4.8), sharex=True, sharey="row")
    colours = ("blue", "orange", "green", "vermilion", "purple")
    for column, dataset in zip(axes.T, datasets, strict=True):
        rows = results[results["dataset"] == dataset]
        for ax, measure in zip(column, ("spread", "mae"), strict=True):
            for name, colour in zip(classifiers, colours, strict=True):
                mean = rows[rows["classifier"] == name].groupby("leaf_size")[measure].mean()
                ax.plot(mean.index, mean, "o-", markersize=4, color=PALETTE[colour], label=name)
            chance = rows.groupby("leaf_size")[f"shuffled_{measure}"].mean()
            ax.plot(chance.index, chance, ":", color=PALETTE["black"], label="shuffled outcomes")
            ax.set_xticks(chance.index)
        column[0].set_title(dataset)
    axes[0, 0].set(ylabel="spread", ylim=(0.0, None))
    axes[1, 0].set(ylabel="MAE", ylim=(0.0, None))
    figure.supxlabel("smallest leaf (rows)", fontsize=10)
    axes[0, -1].legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def figure_6(made: Clinic, gaps: pd.DataFrame) -> Figure:
    """Data, highlighted points, decision border, and importance gaps with the control beside them."""
    figure, axes = plt.subplots(2, 2, figsize=(11.5, 9.0))
    rows = made.shown
    X, marked = made.X.iloc[rows].to_numpy(), made.highlighted(rows)
    for ax in axes.flat[:3]:
        ax.set(xlabel="x0", ylabel="x1", xlim=(0, 25), ylim=(0, 20))
    _classes(axes[0, 0], X, made.y[rows])
    axes[0, 0].scatter(*PATIENT, marker="*", s=220, color=PALETTE["black"], label="the patient", zorder=4)
    axes[0, 0].set_title("a: what the doctor does not see")
    _classes(axes[0, 1], X, made.y[rows], alpha=0.25)
    label = f"worst leaf, score ≥ {CONFIDENT:g}, wrong"
    axes[0, 1].scatter(*X[marked].T, color=PALETTE["black"], s=26, label=label, zorder=4)
    _worst_leaf(axes[0, 1], made)
    axes[0, 1].set_title(f"b: confident and wrong ({marked.sum()} points)")
    _decision(axes[1, 0], made)
    axes[1, 0].scatter(*X[marked].T, color=PALETTE["black"], s=20, zorder=4)
    axes[1, 0].set_title("c: the forest's score of class 1")
    for ax in axes[0]:
        ax.legend(loc="upper left", fontsize=8, frameon=True)
    _gaps(axes[1, 1], gaps)
    figure.tight_layout()
    return figure


def _classes(ax: Axes, X: Any, y: Any, alpha: float = 0.8) -> None:
    for label, colour in ((0, "vermilion"), (1, "blue")):
        ax.scatter(
            X[y == label, 0],
            X[y == label, 1],
            s=10,
            color=PALETTE[colour],
            alpha=alpha,
            linewidth=0,
            label=f"class {label}",
        )


def _worst_leaf(ax: Axes, made: Clinic) -> None:
    grid, shape, extent = _grid(ax, made)
    worst = made.tree.leaves_["value"].to_numpy().argmin()
    inside = (made.tree.apply(grid) == worst).reshape(shape)
    ax.contourf(inside, levels=[0.5, 1.5], colors=[PALETTE["yellow"]], alpha=0.35, extent=extent, zorder=0)


def _decision(ax: Axes, made: Clinic) -> None:
    grid, shape, extent = _grid(ax, made)
    score = made.forest.predict_proba(grid)[:, 1].reshape(shape)
    image = ax.contourf(score, levels=np.linspace(0.0, 1.0, 11), cmap="RdBu", alpha=0.75, extent=extent, zorder=0)
    image.set_rasterized(True)  # as vectors the many small patches take a megabyte
    ax.contour(score, levels=[0.5], colors=[PALETTE["black"]], linewidths=1, extent=extent)
    ax.figure.colorbar(image, ax=ax, label="score of class 1")


def _grid(ax: Axes, made: Clinic, steps: int = 150) -> tuple[pd.DataFrame, tuple[int, int], tuple[float, ...]]:
    extent = (*ax.get_xlim(), *ax.get_ylim())
    across, up = np.meshgrid(np.linspace(*extent[:2], steps), np.linspace(*extent[2:], steps))
    grid = pd.DataFrame({name: part.ravel() for name, part in zip(made.X.columns, (across, up), strict=True)})
    return grid, (steps, steps), extent


def _gaps(ax: Axes, gaps: pd.DataFrame) -> None:
    groups = [(method, group) for method in ("SHAP", "LIME") for group in ("highlighted", "all points")]
    values = [gaps.query("method == @method and group == @group")["gap"].to_numpy() for method, group in groups]
    boxes = ax.boxplot([v if len(v) else [np.nan] for v in values], patch_artist=True, widths=0.6)
    for box, (_, group) in zip(boxes["boxes"], groups, strict=True):
        box.set_facecolor(PALETTE["yellow"] if group == "highlighted" else PALETTE["grey"])
    for line in boxes["medians"]:
        line.set_color(PALETTE["black"])
    names = [f"{method}\n{group}\n(n = {len(v)})" for (method, group), v in zip(groups, values, strict=True)]
    ax.set_xticks(range(1, len(groups) + 1), names)
    ax.set(ylabel="max(|i0|, |i1|) − min(|i0|, |i1|)", title="d: gap of importances, with the control")
    ax.set_xlabel("box: quartiles; whiskers: 1.5 interquartile ranges", fontsize=9)


def abstention_figure(curves: pd.DataFrame) -> Figure:
    """Accuracy of the answered rows against coverage, per strategy."""
    figure, ax = plt.subplots(figsize=(6.8, 4.0))
    styles = {"PERFEX leaves": ("blue", "o-"), "model's confidence": ("orange", "-"), "one leaf": ("grey", ":")}
    for strategy, (colour, style) in styles.items():
        curve = curves[curves["strategy"] == strategy]
        ax.plot(curve["coverage"], curve["accuracy"], style, color=PALETTE[colour], markersize=4, label=strategy)
    ax.set(xlabel="coverage (share of rows answered)", ylabel="accuracy of the answered rows")
    ax.invert_xaxis()
    ax.set_title("What abstaining buys on unseen rows")
    ax.legend()
    return figure


def leaves_figure(tree: PerfexTree) -> Figure:
    """Values of a tree's leaves with intervals, as a figure of its own."""
    figure = tree.plot_leaves().figure
    assert isinstance(figure, Figure)
    return figure


def table_1(summary: pd.DataFrame, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Summary as people read it: mean ± standard deviation, in percent where the paper prints percent."""
    counts = {"n_leaves", "depth"}
    chosen = list(columns or summary.columns.unique(0))
    return pd.DataFrame(
        {
            name: [
                f"{mean:.1f} ± {std:.1f}" if name in counts else f"{100 * mean:.1f} ± {100 * std:.1f}"
                for mean, std in zip(summary[(name, "mean")], summary[(name, "std")], strict=True)
            ]
            for name in chosen
        },
        index=summary.index,
    )
