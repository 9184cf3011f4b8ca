"""The critical-difference diagram: average ranks on a line, bars over treatments that cannot be told apart."""

from __future__ import annotations

import pandas as pd
import scikit_posthocs
from matplotlib.figure import Figure

from provingground.errors import InputError
from provingground.plotting import PALETTE
from provingground.statistics.blocks import Blocks
from provingground.statistics.ranks import average_ranks


def critical_difference_diagram(blocks: Blocks, p_values: pd.DataFrame, alpha: float = 0.05, title: str = "") -> Figure:
    """Draw average ranks, the best treatment (rank 1) at the left end.

    Parameters
    ----------
    blocks
        Complete blocks.
    p_values
        Of all pairs, as :func:`~provingground.statistics.ranks.nemenyi` or ``wilcoxon_holm`` give them.
    alpha
        Treatments under one bar do not differ at this level.
    title
        First line above the diagram; N, alpha and the blocks left out follow.
    """
    ranks = average_ranks(blocks)
    if set(ranks.index) != set(p_values.columns):
        raise InputError("p_values", "are not of the treatments in the blocks", "Compute them from these blocks.")
    figure = Figure(figsize=(9, 1.5 + 0.24 * len(ranks)), layout="constrained")
    axes = figure.subplots()
    scikit_posthocs.critical_difference_diagram(
        ranks,
        p_values.loc[ranks.index, ranks.index],
        alpha=alpha,
        ax=axes,
        label_fmt_left="{label}  {rank:.2f}",
        label_fmt_right="{rank:.2f}  {label}",
        label_props={"fontsize": 9},
        crossbar_props={"color": PALETTE["vermilion"], "linewidth": 2.5},
        elbow_props={"color": PALETTE["grey"], "linewidth": 0.9},
    )
    for text in axes.texts:  # the library colours labels like their elbows
        text.set_color(PALETTE["black"])
    axes.grid(visible=False)
    left_out = f", {len(blocks.incomplete)} incomplete left out" if len(blocks.incomplete) else ""
    note = f"average rank over {blocks.n} blocks{left_out}; left = best; bars join what does not differ (α = {alpha:g})"
    figure.suptitle(f"{title}\n{note}" if title else note, fontsize=10)
    return figure
