"""All data sets of a profile side by side, from their cards: origin, the paper's table and ours, class shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from provingground.datasets.catalog import DatasetEntry, find
from provingground.datasets.standardize import check_against_paper
from provingground.datasets.storage import load_card
from provingground.plotting import PALETTE

_CARD_COLUMNS = {
    "name": "data set",
    "source": "source",
    "rows": "rows",
    "numeric": "numeric",
    "categorical": "categorical",
    "missing_filled": "means filled in",
    "minority_percent": "minority %",
    "positive": "label of +1",
    "licence": "licence",
    "checksum": "checksum",
}


def cards_table(folder: Path, names: Sequence[str]) -> pd.DataFrame:
    """The facts of the cards that fit into a table, one row per data set; checksums cut to twelve digits."""
    cards = pd.DataFrame([load_card(folder, name) for name in names])[list(_CARD_COLUMNS)]
    return cards.assign(checksum=cards["checksum"].str[:12]).rename(columns=_CARD_COLUMNS)


def compare_with_paper(folder: Path, catalog: Mapping[str, DatasetEntry], names: Sequence[str]) -> pd.DataFrame:
    """Every fact of the paper's Table 1 beside ours: data set, fact, paper, ours, equal."""
    return pd.concat([check_against_paper(load_card(folder, name), find(catalog, name)) for name in names])


def plot_shares(folder: Path, names: Sequence[str]) -> Figure:
    """Minority share of each data set in percent, most unequal first."""
    shares = pd.Series({name: load_card(folder, name)["minority_percent"] for name in names})
    shares = shares.sort_values(ascending=False)
    figure = Figure(figsize=(7, 0.9 + 0.32 * len(shares)), layout="constrained")
    axes = figure.subplots()
    bars = axes.barh(shares.index, shares, color=PALETTE["blue"], height=0.65)
    axes.bar_label(bars, fmt="%.1f %%", padding=4, fontsize=9)
    axes.axvline(50, color=PALETTE["grey"], linewidth=1, linestyle="--")
    axes.set(xlim=(0, 55), xlabel="rows in the rarer class (% of all rows; dashed: balanced)")
    axes.grid(visible=False, axis="y")
    return figure
