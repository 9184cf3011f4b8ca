"""One look for all figures, and one way to save them: equal data, equal bytes."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import seaborn as sns
from matplotlib.figure import Figure

# Okabe-Ito: distinguishable with the common colour-vision deficiencies, and in grey by luminance order.
PALETTE = {
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "purple": "#CC79A7",
    "black": "#222222",
    "grey": "#8A8A8A",
}


def use_house_style() -> None:
    """Set fonts, grid and colours for every figure of the compendium; call it once at the top of a notebook."""
    sns.set_theme(context="notebook", style="whitegrid", palette=list(PALETTE.values()))
    mpl.rcParams.update(
        {
            "font.family": "DejaVu Sans",  # comes with matplotlib: the same glyphs on every machine
            "font.size": 10,
            "axes.titlesize": 11,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "axes.labelsize": 10,
            "legend.fontsize": 9,
            "legend.frameon": False,
            "figure.dpi": 110,
            "savefig.dpi": 160,
            "savefig.bbox": "tight",
            "svg.fonttype": "none",
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )


def save_figure(figure: Figure, folder: Path, name: str) -> Path:
    """Write ``<folder>/<name>.svg`` and ``.png`` without dates, so that equal figures are equal files.

    Returns
    -------
    Path of the SVG.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.svg"
    with mpl.rc_context({"svg.hashsalt": "provingground"}):  # element ids are random otherwise
        figure.savefig(target, metadata={"Date": None})
    figure.savefig(target.with_suffix(".png"), metadata={"Software": None})
    return target
