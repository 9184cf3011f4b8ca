"""Tables of the label-noise notebooks, from tidy cells."""

from __future__ import annotations

import pandas as pd

from provingground.labelnoise.panel import cell_means, require_cells
from provingground.labelnoise.published import shipped_summary
from provingground.labelnoise.retained import count_undefined, retained, retained_means

_ALGORITHM = ["algorithm", "variant"]


def count_cells(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells per algorithm and variant: how many, how many failed, flagged or without a metric, and their cost.

    Returns
    -------
    ``cells``, ``failed``, ``flagged`` (margins with at most two distinct values), ``undefined`` (a metric is NaN),
    ``fit_seconds`` and ``predict_seconds`` (median, wall time of one thread), ``first_error``.
    """
    require_cells(cells)
    ok = cells["status"] == "ok"
    marked = cells.assign(
        failed=~ok,
        flagged=ok & (cells["flag"].fillna("") != ""),
        undefined=ok & (cells["reason"].fillna("") != ""),
        error=cells["error"].where(~ok),
    )
    counts = marked.groupby(_ALGORITHM, sort=False).agg(
        cells=("status", "size"),
        failed=("failed", "sum"),
        flagged=("flagged", "sum"),
        undefined=("undefined", "sum"),
        fit_seconds=("fit_seconds", "median"),
        predict_seconds=("predict_seconds", "median"),
        first_error=("error", "first"),
    )
    return counts.reset_index()


def count_flips(cells: pd.DataFrame) -> pd.DataFrame:
    """Flips per noise level: requested probability, and expected and realised counts per class, mean over folds."""
    columns = [name for name in cells.columns if name.startswith("flips_")]
    one_algorithm = cells[cells["status"] == "ok"].drop_duplicates(["dataset", "rho", "fold"])
    return one_algorithm.groupby(["dataset", "rho"])[columns].mean().reset_index()


def authors_means(dataset: str) -> pd.DataFrame | None:
    """The authors' means of a data set as the package ships them; None where they have none."""
    summary = shipped_summary()
    chosen = summary[summary["dataset"] == dataset]
    return None if chosen.empty else chosen


def count_undefined_retained(cells: pd.DataFrame, metric: str = "test_kappa") -> pd.DataFrame:
    """Cells per data set and variant, and those without a retained performance, by reason.

    Kappa is the default because it is undefined wherever the other metrics are.
    """
    totals = cells.groupby(["dataset", "variant"], sort=False).size().rename("cells").reset_index()
    undefined = count_undefined(retained(cells, metric))
    by_reason = undefined.groupby(["dataset", "variant", "why"])["n"].sum().unstack("why", fill_value=0).reset_index()
    merged = totals.merge(by_reason, on=["dataset", "variant"], how="left").fillna(0)
    counts = merged.columns.drop(["dataset", "variant"])
    merged["no_retained_performance"] = merged[counts.drop("cells")].sum(axis=1)
    return merged.astype(dict.fromkeys([*counts, "no_retained_performance"], int))


def headline(cells: pd.DataFrame, metric: str = "test_roc_auc", levels: tuple[float, ...] = (0.5, 1.0)) -> pd.DataFrame:
    """Mean over data sets of a metric without noise and at some levels, and of what is retained there.

    Returns
    -------
    One row per algorithm and variant: ``datasets`` (how many the means cover), ``rho_0``, and per level ``rho_<level>``
    and ``kept_<level>``.
    """
    absolute = cell_means(cells, [metric])
    kept = retained_means(cells, metric)
    table = absolute.groupby(_ALGORITHM, sort=False)["dataset"].nunique().rename("datasets").to_frame()
    table["rho_0"] = _mean_at(absolute, 0.0)
    for level in levels:
        table[f"rho_{level:g}"] = _mean_at(absolute, level)
        table[f"kept_{level:g}"] = _mean_at(kept, level)
    return table.reset_index()


def _mean_at(means: pd.DataFrame, level: float) -> pd.Series:
    return means[means["rho"] == level].groupby(_ALGORITHM, sort=False)["mean"].mean()
