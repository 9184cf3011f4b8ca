"""Tables of the label-noise notebooks, from tidy cells."""

from __future__ import annotations

import numpy as np
import pandas as pd

from provingground.labelnoise.panel import cell_means, in_paper_order, panels_of, require_cells
from provingground.labelnoise.published import shipped_summary
from provingground.labelnoise.retained import count_undefined, retained, retained_by_panel, retained_of_authors

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


def count_rows(cells: pd.DataFrame) -> int:
    """Rows of the data set that the cells were computed on, training and test part together."""
    return int((cells["n_train"] + cells["n_test"]).max())


def count_flips(cells: pd.DataFrame) -> pd.DataFrame:
    """Flips per noise level: requested probability, and expected and realised counts per class, mean over folds."""
    kinds, sides = ("requested", "expected", "realised"), ("negative", "positive")
    columns = [f"flips_{kind}_{side}" for kind in kinds for side in sides]
    one_algorithm = cells[cells["status"] == "ok"].drop_duplicates(["dataset", "rho", "fold"])
    return one_algorithm.groupby(["dataset", "rho"])[columns].mean().reset_index()


def authors_means(dataset: str) -> pd.DataFrame | None:
    """The authors' means of a data set as the package ships them; None where they have none."""
    summary = shipped_summary()
    chosen = summary[summary["dataset"] == dataset]
    return None if chosen.empty else chosen


def count_undefined_retained(cells: pd.DataFrame, metric: str = "test_kappa") -> pd.DataFrame:
    """Cells per data set and variant, and those without a retained performance, by reason; most of them first.

    Kappa is the default because it is undefined wherever the other metrics are.
    """
    totals = cells.groupby(["dataset", "variant"], sort=False).size().rename("cells").reset_index()
    undefined = count_undefined(retained(cells, metric))
    by_reason = undefined.groupby(["dataset", "variant", "why"])["n"].sum().unstack("why", fill_value=0).reset_index()
    merged = totals.merge(by_reason, on=["dataset", "variant"], how="left").fillna(0)
    counts = merged.columns.drop(["dataset", "variant"])
    merged["no_retained_performance"] = merged[counts.drop("cells")].sum(axis=1)
    merged = merged.sort_values("no_retained_performance", ascending=False, kind="stable", ignore_index=True)
    return merged.astype(dict.fromkeys([*counts, "no_retained_performance"], int))


def headline(cells: pd.DataFrame, summary: pd.DataFrame, metric: str, level: float = 1.0) -> pd.DataFrame:
    """Published beside reproduced beside corrected: means over data sets without noise, at a level, and share kept.

    Parameters
    ----------
    cells
        All variants of ours.
    summary
        The authors' means (:func:`~provingground.labelnoise.published.shipped_summary`).
    metric, level
        What to show.

    Returns
    -------
    One row per algorithm: ``N`` data sets that all its panels have, then ``ρ 0``, ``ρ <level>`` and ``kept`` for each
    panel. Panels of ours that lack an algorithm leave its fields empty.
    """
    absolute = {"authors": summary[summary["metric"] == metric]}
    absolute |= {name: cell_means(panel, [metric]) for name, panel in panels_of(cells).items()}
    kept = {"authors": retained_of_authors(summary, cells, metric)} | retained_by_panel(cells, metric)
    columns = {f"ρ {rho:g}": (absolute, rho) for rho in (0.0, level)} | {"kept": (kept, level)}
    long = pd.concat(
        means[np.isclose(means["rho"], rho)].assign(column=f"{title}, {name}")
        for title, (panels, rho) in columns.items()
        for name, means in panels.items()
    )
    shown = long[long["dataset"].isin(cells["dataset"]) & long["algorithm"].isin(cells["algorithm"])]
    wide = shown.pivot(index=["algorithm", "dataset"], columns="column", values="mean")
    # A level that was not run leaves its columns empty.
    wide = wide.reindex(columns=[f"{title}, {name}" for title, (panels, _) in columns.items() for name in panels])
    return _complete_means(wide)


def _complete_means(wide: pd.DataFrame) -> pd.DataFrame:
    """Mean per algorithm over the data sets that have every column which the algorithm has at all."""
    names = wide.index.get_level_values("algorithm")
    rows = []
    for algorithm in in_paper_order(names):
        complete = wide[names == algorithm].dropna(axis="columns", how="all").dropna()
        rows.append({"algorithm": algorithm, "N": len(complete)} | complete.mean().to_dict())
    return pd.DataFrame(rows, columns=["algorithm", "N", *wide.columns])
