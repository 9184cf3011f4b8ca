"""What tables, figures and claims share: the metrics, the panels of the benchmark, and means over folds.

A *cell* is one fit: data set, algorithm, variant, noise level, fold. A *panel* is a frame of cells with exactly one
variant per algorithm, so that an algorithm's name alone says whose numbers these are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from provingground.errors import InputError

ALGORITHMS = (
    "khiops",
    "khiopsRF",
    "linearSVC",
    "logisticRegression",
    "skRF",
    "wekaRF",
    "XGB_SQUERR",
    "XGB_HINGE",
    "XGB_UNHINGED",
    "XGB_RAMP",
)
FAMILIES = {
    "khiops": "khiops",
    "khiopsRF": "khiops",
    "linearSVC": "linear",
    "logisticRegression": "linear",
    "skRF": "forest",
    "wekaRF": "forest",
    "XGB_SQUERR": "xgboost",
    "XGB_HINGE": "xgboost",
    "XGB_UNHINGED": "xgboost",
    "XGB_RAMP": "xgboost",
}
CELL = ["dataset", "algorithm", "variant", "rho", "fold"]

# Variants of each panel by preference: the first one that an algorithm has is taken.
PANELS = {
    "authors": ("authors",),
    "published": ("published", "published-hinge-state", "common"),
    "corrected": ("corrected", "common"),
    "corrected-sampled": ("corrected-sampled", "corrected", "common"),
}


@dataclass(frozen=True)
class Metric:
    """A metric's name for readers, its range, its value by chance, and what the retained performance adds to it."""

    label: str
    low: float
    high: float
    chance: float = 0.5
    shift: float = 0.0  # kappa is moved from [-1, 1] to [0, 2] before ratios (paper 1, footnote 6)


_METRICS = {
    "roc_auc": Metric("ROC AUC", 0.0, 1.0),
    "pr_auc": Metric("PR AUC", 0.0, 1.0),
    "balanced_accuracy": Metric("Balanced accuracy", 0.0, 1.0),
    "kappa": Metric("Cohen's kappa", -1.0, 1.0, chance=0.0, shift=1.0),
}
PAPER_METRICS = ("test_roc_auc", "test_balanced_accuracy", "test_kappa")


def describe_metric(column: str) -> Metric:
    """Facts of the metric in a column such as ``test_kappa``.

    Examples
    --------
    >>> describe_metric("test_kappa").shift
    1.0
    """
    name = column.removeprefix("test_").removeprefix("train_")
    if name not in _METRICS:
        known = ", ".join(f"test_{known}" for known in _METRICS)
        raise InputError(f"metric '{column}'", f"is not one of {known} (or train_...)", "Name a column of the cells.")
    return _METRICS[name]


def require_cells(cells: pd.DataFrame, columns: Sequence[str] = ()) -> None:
    """Refuse a frame that lacks columns or holds a cell twice: a mean over such rows would be wrong unseen.

    Raises
    ------
    InputError
        Names the missing columns, or the first cell that appears twice.
    """
    missing = [name for name in [*CELL, "status", *columns] if name not in cells.columns]
    if missing:
        raise InputError("cells", f"lack the column(s) {', '.join(missing)}", "Export them with `provingground cells`.")
    twice = cells.duplicated(CELL)
    if twice.any():
        first = cells.loc[twice, CELL].iloc[0].to_dict()
        raise InputError("cells", f"hold {int(twice.sum())} cell(s) twice, first {first}", "Keep one row per cell.")


def require_one_variant(cells: pd.DataFrame) -> None:
    """Refuse cells that are no panel: an algorithm's name must say whose numbers they are."""
    variants = cells.groupby("algorithm", observed=True)["variant"].unique()
    several = {str(name): ", ".join(found) for name, found in variants.items() if len(found) > 1}
    if several:
        raise InputError("cells", f"hold more than one variant of an algorithm: {several}", "Choose with panel_cells.")


def panel_cells(cells: pd.DataFrame, panel: str) -> pd.DataFrame:
    """Select one variant per algorithm: the cells of one panel.

    Parameters
    ----------
    cells
        Tidy cells of any number of variants.
    panel
        ``authors`` (their rows), ``published`` (their protocol, reproduced), ``corrected``, or ``corrected-sampled``
        (row and column sampling where there is such a variant). Algorithms whose variants are one (``common``)
        belong to every panel but the authors'; an algorithm without a fitting variant is not part of the panel.

    Examples
    --------
    >>> cells = pd.DataFrame({"algorithm": ["skRF", "XGB_RAMP", "XGB_RAMP"],
    ...                       "variant": ["common", "corrected", "published-hinge-state"]})
    >>> panel_cells(cells, "published")["variant"].tolist()
    ['common', 'published-hinge-state']
    """
    if panel not in PANELS:
        raise InputError(f"panel '{panel}'", f"is not one of {', '.join(PANELS)}", "Name one of them.")
    rank = cells["variant"].map({variant: place for place, variant in enumerate(PANELS[panel])})
    return cells[rank.notna() & (rank == rank.groupby(cells["algorithm"]).transform("min"))]


def panels_of(cells: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Our panels by name: published, corrected, and corrected-sampled where a sampled variant was run."""
    sampled = (cells["variant"] == "corrected-sampled").any()
    return {name: panel_cells(cells, name) for name in ("published", "corrected", "corrected-sampled")[: 2 + sampled]}


def present_levels(cells: pd.DataFrame, wanted: Sequence[float]) -> list[float]:
    """Those of the wanted noise levels that the cells have: an ablation may run fewer.

    Examples
    --------
    >>> present_levels(pd.DataFrame({"rho": [0.0, 0.5]}), (0.0, 0.5, 1.0))
    [0.0, 0.5]
    """
    have = set(cells["rho"])
    return [rho for rho in wanted if rho in have]


def in_paper_order(algorithms: Iterable[str]) -> list[str]:
    """Distinct algorithms, those of the paper first and in its families' order, then the others by name.

    Examples
    --------
    >>> in_paper_order(["catboost", "skRF", "khiops", "skRF"])
    ['khiops', 'skRF', 'catboost']
    """
    places = {name: place for place, name in enumerate(ALGORITHMS)}
    return sorted(set(algorithms), key=lambda name: (places.get(name, len(places)), name))


def list_folds(folds: Iterable[int]) -> str:
    """Distinct folds in order, as readers see them.

    Examples
    --------
    >>> list_folds([12, 6, 6])
    '6, 12'
    """
    return ", ".join(map(str, sorted(set(folds))))


def on_shared_folds(table: pd.DataFrame) -> pd.DataFrame:
    """Blank the folds that an algorithm lost, for all: means over different folds cannot be compared.

    An algorithm without any value on a data set, which is then no block of a comparison, takes no fold from the others.

    Parameters
    ----------
    table
        Values at one noise level; index (dataset, fold), columns: algorithms. NaN where there is no value.

    Examples
    --------
    >>> folds = pd.MultiIndex.from_product([["toy"], [0, 1]], names=["dataset", "fold"])
    >>> on_shared_folds(pd.DataFrame({"skRF": [0.8, 0.6], "wekaRF": [0.9, None]}, folds))["skRF"].tolist()
    [0.8, nan]
    """
    there = table.notna()
    lost = ~there & there.groupby(level="dataset").transform("any")
    return table[~lost.any(axis=1)].reindex(table.index)


def cell_means(cells: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS) -> pd.DataFrame:
    """Mean and spread over folds; a failed or undefined cell is counted, never averaged.

    Parameters
    ----------
    cells
        Tidy cells, one row per cell.
    metrics
        Columns to average.

    Returns
    -------
    One row per data set, algorithm, variant, level and metric: ``n_cells`` (rows that are there), ``n`` (defined
    values), ``mean`` and ``sd`` over folds (sample standard deviation; NaN where n < 2).
    """
    require_cells(cells, metrics)
    group = ["dataset", "algorithm", "family", "variant", "rho"]
    parts = []
    for metric in metrics:
        values = cells.assign(value=cells[metric].where(cells["status"] == "ok")).groupby(group, observed=True)["value"]
        part = values.agg(n_cells="size", n="count", mean="mean", sd="std").reset_index()
        parts.append(part.assign(metric=metric))
    return pd.concat(parts, ignore_index=True)[[*group, "metric", "n_cells", "n", "mean", "sd"]]
