"""Retained performance: what is left of a metric under noise, fold by fold (paper 1, Section 4.2)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from provingground.labelnoise.panel import cell_means, describe_metric, require_cells

_FOLD = ["dataset", "algorithm", "variant", "fold"]


def retained(cells: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Divide each cell's metric by that of the same fold, algorithm and variant without noise.

    Parameters
    ----------
    cells
        Tidy cells, one row per cell, those of level 0 among them.
    metric
        Column such as ``test_roc_auc``. Cohen's kappa is shifted by one first (footnote 6).

    Returns
    -------
    The cells with ``value`` and ``reference`` (both shifted), ``retained`` and ``why``: empty, or why there is no
    number. Nothing is imputed: failed cells, undefined values, and missing, failed, undefined or zero references
    give NaN. Count them with :func:`count_undefined`.

    Examples
    --------
    >>> cells = pd.DataFrame({"dataset": "toy", "algorithm": "skRF", "variant": "common", "rho": [0.0, 0.5], "fold": 0,
    ...                       "status": "ok", "test_kappa": [0.6, 0.2]})
    >>> retained(cells, "test_kappa")["retained"].round(3).tolist()
    [1.0, 0.75]
    """
    shift = describe_metric(metric).shift
    require_cells(cells, [metric])
    ok = cells["status"] == "ok"
    shifted = cells.assign(value=(cells[metric] + shift).where(ok))
    clean = shifted.loc[shifted["rho"] == 0, [*_FOLD, "value", "status"]]
    clean = clean.rename(columns={"value": "reference", "status": "reference_status"})
    paired = shifted.merge(clean, on=_FOLD, how="left", validate="many_to_one")
    paired["why"] = _why_undefined(paired)
    paired["retained"] = (paired["value"] / paired["reference"]).where(paired["why"] == "")
    return paired.drop(columns="reference_status")


def _why_undefined(paired: pd.DataFrame) -> np.ndarray:
    """First reason that applies, from the cell itself to its reference."""
    status = paired["reference_status"]
    reasons = {
        "cell failed": paired["status"] != "ok",
        "metric undefined": paired["value"].isna(),
        "no cell at rho 0": status.isna(),
        "cell at rho 0 failed": status != "ok",
        "metric undefined at rho 0": paired["reference"].isna(),
        "zero at rho 0": paired["reference"] == 0,
    }
    return np.select(list(reasons.values()), list(reasons), default="")


def count_undefined(kept: pd.DataFrame) -> pd.DataFrame:
    """Cells without a retained performance, by reason: data set, algorithm, variant, ``why``, ``n``."""
    undefined = kept[kept["why"] != ""]
    return undefined.groupby(["dataset", "algorithm", "variant", "why"], observed=True).size().reset_index(name="n")


def retained_means(cells: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Mean retained performance over folds, in the form of :func:`~provingground.labelnoise.panel.cell_means`.

    The metric's name gets the prefix ``retained_``.
    """
    return cell_means(retained(cells, metric), ["retained"]).assign(metric=f"retained_{metric}")
