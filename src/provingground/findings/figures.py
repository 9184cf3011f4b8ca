"""Figures of notebook 6. Every function returns a figure and leaves saving to the caller."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from provingground.findings.rules import GOOD
from provingground.plotting import PALETTE

_COLOURS = [PALETTE[name] for name in ("blue", "vermilion", "green", "purple", "orange", "sky")]
_MARKERS = "osD^vP"


def rules_figure(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """What each rule's cells keep: searched (hollow) and on the data sets that the search did not see (full).

    Parameters
    ----------
    tables
        Panel title -> :func:`provingground.findings.rules.rule_table`.
    """
    heights = [len(table) + 1.2 for table in tables.values()]
    figure = Figure(figsize=(9.5, 0.9 + 0.44 * sum(heights)), layout="constrained")
    panels = figure.subplots(len(tables), sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (title, table) in zip(panels, tables.items(), strict=True):
        _rules(axes, table, title)
    panels[-1].set_xlabel("share of the AUC without noise that is kept")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


def _rules(axes: Axes, table: pd.DataFrame, title: str) -> None:
    place = np.arange(len(table))
    axes.axvline(1.0, color=PALETTE["grey"], linewidth=1)
    axes.axvline(GOOD, color=PALETTE["grey"], linewidth=1, linestyle=":", label=f"keeps its performance: {GOOD:g}")
    axes.scatter(table["searched"], place - 0.17, s=34, facecolor="none", edgecolor=PALETTE["black"],
                 label="on the data sets that were searched")  # fmt: skip
    errors = np.vstack([table["kept"] - table["low"], table["high"] - table["kept"]]).clip(min=0)
    axes.errorbar(table["kept"], place + 0.17, xerr=errors, fmt="o", color=PALETTE["blue"], capsize=3,
                  label="on the other data sets, 95 % bootstrap interval over them")  # fmt: skip
    axes.set_yticks(place, [_wrapped(rule, 48) for rule in table["rule"]], fontsize=8.5)
    for y, (n_sets, n_cells, verdict) in enumerate(
        zip(table["n_datasets"], table["n_cells"], table["verdict"], strict=True)
    ):
        note = f"N = {n_sets}, {n_cells:,} cells\n{verdict}" if n_sets else "no such cells there\nnot testable"
        axes.annotate(note, (1.01, y), xycoords=("axes fraction", "data"), va="center", fontsize=8)
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.set_title(title)


def _wrapped(rule: str, width: int) -> str:
    """A rule in lines that break between conditions; a dollar sign in a category is a dollar sign."""
    together = rule.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    return fill(together.replace("$", r"\$"), width, break_long_words=False)


def questions_figure(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Skill on unseen data sets, and what is left of it when the features of one question are shuffled.

    Parameters
    ----------
    tables
        Panel title -> :func:`provingground.findings.rules.test_questions`.
    """
    figure = Figure(figsize=(9.5, 0.9 + 1.75 * -(-len(tables) // 2)), layout="constrained")
    grid = figure.subplots(-(-len(tables) // 2), min(2, len(tables)), sharex=True, squeeze=False).ravel()
    for axes, (title, table) in zip(grid, tables.items(), strict=False):
        place = np.arange(len(table))
        skill = table["skill"].iloc[0]
        axes.axvline(0.0, color=PALETTE["grey"], linewidth=1)
        axes.axvline(skill, color=PALETTE["vermilion"], linestyle="--", label="skill of the rules")
        ends = (table["shuffled_95"] - table["shuffled"]).clip(lower=0)
        axes.errorbar(table["shuffled"], place, xerr=[0 * ends, ends], fmt="o", color=PALETTE["blue"], capsize=3,
                      label="shuffled: mean, and line to the 95 % quantile")  # fmt: skip
        axes.set_yticks(
            place, [f"{name}, p = {p:.2g}" for name, p in zip(table["question"], table["p_value"], strict=True)]
        )
        axes.set_ylim(len(table) - 0.4, -0.6)
        axes.set_title(f"{title}, N = {table['n_datasets'].iloc[0]} data sets", fontsize=10)
        axes.set_xlabel("share of squared error removed, unseen sets" if axes in grid[-2:] else "")
        axes.grid(visible=False, axis="y")
    for axes in grid[len(tables) :]:
        axes.set_axis_off()
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure


def harm_figure(leaves: pd.DataFrame, groups: pd.DataFrame, overall: float) -> Figure:
    """Left: change of accuracy in each PERFEX leaf. Right: by how far the clean model's score is from its threshold.

    Parameters
    ----------
    leaves
        From :class:`provingground.findings.study.HarmStudy`.
    groups
        From :func:`provingground.findings.harm.harm_by_distance`.
    overall
        Change over all rows.
    """
    figure = Figure(figsize=(10.5, max(3.4, 1.4 + 0.55 * len(leaves))), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1, 1])
    place = np.arange(len(leaves))
    left.errorbar(leaves["value"], place, xerr=[leaves["value"] - leaves["lower"], leaves["upper"] - leaves["value"]],
                  fmt="o", color=PALETTE["blue"], capsize=3)  # fmt: skip
    labels = [f"{_wrapped(rule, 34)}\n(n = {n:,}, p = {p:.2g})"
              for rule, n, p in zip(leaves["rule"], leaves["n"], leaves["p_value"], strict=True)]  # fmt: skip
    left.set_yticks(place, labels, fontsize=8)
    left.set_ylim(len(leaves) - 0.4, -0.6)
    left.set_title("Rules, on the half not searched")
    tenths = groups[groups["group"] == "distance"]
    errors = [tenths["change"] - tenths["low"], tenths["high"] - tenths["change"]]
    right.errorbar(
        tenths["value"].astype(int), tenths["change"], yerr=errors, fmt="o", color=PALETTE["blue"], capsize=3
    )
    right.set_xticks(tenths["value"].astype(int))
    right.set(xlabel="tenth of the rows, nearest to the threshold first", ylabel="change of accuracy")
    right.set_title(f"By the clean score, n = {int(tenths['n'].min()):,} rows each")
    left.set_xlabel("change of accuracy, noisy less clean labels")
    for draw in (left.axvline, right.axhline):
        draw(0.0, color=PALETTE["grey"], linewidth=1)
        draw(overall, color=PALETTE["vermilion"], linestyle="--", linewidth=1.2, label=f"all rows: {overall:.3f}")
    left.xaxis.set_major_locator(MaxNLocator(5))
    left.grid(visible=False, axis="y")
    figure.legend(*right.get_legend_handles_labels(), loc="outside lower center")
    return figure


def probes_figure(summary: pd.DataFrame) -> Figure:
    """Share of probes among the selected features, and balanced error, against the share of labels that flipped.

    Parameters
    ----------
    summary
        From :func:`provingground.findings.probes.summarise`.
    """
    datasets = list(summary["dataset"].unique())
    figure = Figure(figsize=(9.0, 6.0), layout="constrained")
    grid = figure.subplots(2, len(datasets), sharex=True, sharey="row", squeeze=False)
    for column, name in enumerate(datasets):
        rows = summary[summary["dataset"] == name]
        _bands(grid[0, column], rows, "probe_share", "probe_low", "probe_high")
        _bands(grid[1, column], rows, "ber", "ber_low", "ber_high")
        grid[0, column].axhline(
            rows["blind"].iloc[0], color=PALETTE["black"], linestyle="--", linewidth=1, label="blind choice"
        )
        grid[1, column].axhline(0.5, color=PALETTE["black"], linestyle="--", linewidth=1)
        grid[0, column].set_title(f"{name.upper()}, {rows['seeds'].iloc[0]} seeds")
        grid[1, column].set_xlabel("share of training labels flipped (mean over seeds)")
    grid[0, 0].set_ylabel("probes among the selected")
    grid[1, 0].set_ylabel("balanced error, clean test labels")
    handles, labels = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


def _bands(axes: Axes, rows: pd.DataFrame, middle: str, low: str, high: str) -> None:
    for place, (selector, line) in enumerate(rows.groupby("selector", sort=False)):
        colour, marker = _COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)]
        axes.plot(line["flipped"], line[middle], label=str(selector), color=colour, marker=marker, markersize=5)
        axes.fill_between(line["flipped"], line[low], line[high], color=colour, alpha=0.18, linewidth=0)
