"""Our cells beside the authors': equal folds where there is no noise, equal distributions where there is.

The authors did not seed their noise, so only cells at level 0 can be equal. Their UNHINGED and RAMP rows are of two
states (:mod:`provingground.labelnoise.algorithms.xgb`); choose the rows of a variant's state with :func:`same_state`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import stats

from provingground.labelnoise.panel import CELL, PAPER_METRICS, in_paper_order, require_cells

REPRODUCED = ("published", "published-hinge-state", "published-squerr-state", "common")
_KEY = ["dataset", "algorithm", "rho", "fold"]
_LIMIT = 2.5


def _pair(cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str]) -> pd.DataFrame:
    """Rows of cells that both have: one per cell and metric, with ``ours`` and ``theirs``."""
    require_cells(cells, metrics)
    require_cells(published, metrics)
    ours = cells[cells["status"] == "ok"].melt([*_KEY, "variant"], list(metrics), "metric", "ours")
    theirs = published[published["status"] == "ok"].melt(_KEY, list(metrics), "metric", "theirs")
    both = ours.merge(theirs, on=[*_KEY, "metric"], validate="many_to_one").dropna(subset=["ours", "theirs"])
    return both.assign(difference=both["ours"] - both["theirs"])


def compare_exact(
    cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS, tolerance: float = 1e-6
) -> pd.DataFrame:
    """Count the folds at level 0 that equal the authors'.

    Only there can a cell be equal: the authors did not seed their noise.

    Returns
    -------
    One row per data set, algorithm, variant and metric: ``n`` folds that both have, ``n_equal``, ``share`` and the
    largest absolute difference ``worst``.
    """
    pairs = _pair(cells[cells["rho"] == 0], published, metrics)
    pairs = pairs.assign(size=pairs["difference"].abs())
    pairs = pairs.assign(equal=pairs["size"] < tolerance)
    groups = pairs.groupby(["dataset", "algorithm", "variant", "metric"], observed=True)
    return groups.agg(
        n=("equal", "size"), n_equal=("equal", "sum"), share=("equal", "mean"), worst=("size", "max")
    ).reset_index()


def compare_distribution(
    cells: pd.DataFrame, published: pd.DataFrame, metrics: Sequence[str] = PAPER_METRICS
) -> pd.DataFrame:
    """Compare mean results per level with the authors', fold against the same fold.

    Both sides are scored on the same test parts, so ``z`` divides the mean of the differences per fold by their own
    standard error: what the split alone does to a score cancels. Without any true difference z follows a t
    distribution with n - 1 degrees of freedom, if folds were independent; overlapping training parts widen it a bit.

    Returns
    -------
    One row per data set, algorithm, variant, metric and level: ``n`` folds that both have, mean ``difference``
    (ours minus theirs), its ``standard_error``, and ``z`` (zero where every fold is equal; NaN for a single fold).
    """
    pairs = _pair(cells, published, metrics)
    groups = pairs.groupby(["dataset", "algorithm", "variant", "metric", "rho"], observed=True)["difference"]
    table = groups.agg(n="count", difference="mean", standard_error="sem").reset_index()
    with np.errstate(divide="ignore", invalid="ignore"):
        z = table["difference"] / table["standard_error"]
    return table.assign(z=z.mask((table["difference"] == 0) & (table["standard_error"] == 0), 0.0))


def share_beyond(comparison: pd.DataFrame, limit: float = _LIMIT) -> pd.DataFrame:
    """Sum up :func:`compare_distribution` per algorithm, variant and metric, beside what chance alone would give.

    Returns
    -------
    ``n`` cell means with a z, ``mean_abs_z``, ``bias`` (mean difference), ``share`` with abs(z) > ``limit`` and
    ``expected``, the same share under the t distribution of each mean.
    """
    scored = comparison.dropna(subset="z")
    scored = scored.assign(
        size=scored["z"].abs(),
        beyond=scored["z"].abs() > limit,
        by_chance=2 * stats.t.sf(limit, df=scored["n"] - 1),
    )
    groups = scored.groupby(["algorithm", "variant", "metric"], observed=True)
    return groups.agg(
        n=("z", "size"),
        mean_abs_z=("size", "mean"),
        bias=("difference", "mean"),
        share=("beyond", "mean"),
        expected=("by_chance", "mean"),
    ).reset_index()
