"""An audit of result rows: what is missing, double, undefined, impossible, or not what its name says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from provingground.labelnoise.panel import CELL, describe_metric, in_paper_order, list_folds
from provingground.labelnoise.published import is_graded, is_hard
from provingground.labelnoise.retained import retained

_TEST = ["test_roc_auc", "test_pr_auc", "test_balanced_accuracy", "test_kappa"]
_ROUNDING = 1e-9

# Causes found by rerunning the folds (Weka's codes are made separately on train and test; a column of jm1 is read back
# as numbers where the test part holds no '?'); the rows themselves do not tell.
_CAUSES = {
    ("adult", "wekaRF"): "category in the test part that training has not seen",
    ("nasa_jm1", "wekaRF"): "test part without '?': column types differ",
    ("nasa_jm1", "khiops"): "test part without '?': column types differ",
    ("nasa_jm1", "khiopsRF"): "test part without '?': column types differ",
}
_SPARE = "another row stands for the cell"


def audit(rows: pd.DataFrame) -> pd.DataFrame:
    """List what is wrong with result rows, duplicates included (``published.read_rows``).

    Parameters
    ----------
    rows
        Rows of one variant per algorithm in the columns of our cells.

    Returns
    -------
    One row per data set, algorithm and finding with a count: ``n`` of ``of``, and a ``detail``. Findings:

    - ``missing cell``: a planned cell without a row. Planned is every combination of what occurs in the rows.
    - ``duplicate key``: a cell with more than one row; ``of`` counts the cells.
    - ``undefined metrics``: rows without a value, by cause in ``detail``.
    - ``hard scores``: ROC AUC equal to balanced accuracy; ``of`` leaves out constant and perfect models. These are
      listed where there are none (``n`` zero), too: shares need all of them below the line.
    - ``out of range``: test metric beyond its range by more than rounding.
    - ``same as another``: all test metrics equal to another algorithm's in at least half of the cells both have.
    """
    checks = (_missing, _duplicates, _undefined, _hard, _out_of_range, _twins)
    found = pd.concat([pd.DataFrame(check(rows), columns=_COLUMNS) for check in checks], ignore_index=True)
    return found[(found["n"] > 0) | (found["finding"] == "hard scores")].reset_index(drop=True)


_COLUMNS = ["dataset", "algorithm", "finding", "n", "of", "detail"]
Finding = tuple[str, str, str, int, int, str]


def _groups(rows: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    for (dataset, algorithm), group in rows.groupby(["dataset", "algorithm"], observed=True):
        yield str(dataset), str(algorithm), group


def _missing(rows: pd.DataFrame) -> Iterator[Finding]:
    planned = set(product(rows["rho"].unique(), rows["fold"].unique()))
    have = {(dataset, algorithm): group for dataset, algorithm, group in _groups(rows)}
    for key in product(sorted(rows["dataset"].unique()), in_paper_order(rows["algorithm"])):
        group = have.get(key, rows.iloc[:0])
        absent = planned - set(zip(group["rho"], group["fold"], strict=True))
        yield *key, "missing cell", len(absent), len(planned), f"folds {list_folds(fold for _, fold in absent)}"


def _duplicates(rows: pd.DataFrame) -> Iterator[Finding]:
    for dataset, algorithm, group in _groups(rows):
        defined = group.groupby(CELL)["test_roc_auc"].agg(["size", "count"])
        double = defined[defined["size"] > 1]
        detail = f"{(double['count'] > 1).sum()} with two values, {(double['count'] == 1).sum()} with one"
        yield dataset, algorithm, "duplicate key", len(double), len(defined), detail


def _undefined(rows: pd.DataFrame) -> Iterator[Finding]:
    undefined = rows["test_roc_auc"].isna()
    has_value = rows.groupby(CELL)["test_roc_auc"].transform("count") > 0
    spare = undefined & (has_value | rows[undefined].duplicated(CELL).reindex(rows.index, fill_value=False))
    for dataset, algorithm, group in _groups(rows):
        final = group[undefined[group.index] & ~spare[group.index]]
        cause = _CAUSES.get((dataset, algorithm), "cause not known")
        yield dataset, algorithm, "undefined metrics", int(spare[group.index].sum()), len(group), _SPARE
        yield (
            dataset,
            algorithm,
            "undefined metrics",
            len(final),
            len(group),
            f"{cause} (folds {list_folds(final['fold'])})",
        )


def _hard(rows: pd.DataFrame) -> Iterator[Finding]:
    for dataset, algorithm, group in _groups(rows):
        graded = group[is_graded(group["test_roc_auc"])]
        yield dataset, algorithm, "hard scores", int(is_hard(graded).sum()), len(graded), "ROC AUC = balanced accuracy"


def _out_of_range(rows: pd.DataFrame) -> Iterator[Finding]:
    for (dataset, algorithm, group), metric in product(_groups(rows), _TEST):
        facts = describe_metric(metric)
        values = group[metric].dropna()
        excess = np.maximum(facts.low - values, values - facts.high)
        n = int((excess > _ROUNDING).sum())
        yield dataset, algorithm, "out of range", n, len(values), f"{metric}, by {excess.max():.2g} at most"


def _twins(rows: pd.DataFrame) -> Iterator[Finding]:
    defined = rows.dropna(subset=_TEST).drop_duplicates(CELL)
    for dataset, cells in defined.groupby("dataset", observed=True):
        wide = cells.pivot(index=["rho", "fold"], columns="algorithm", values=_TEST)
        for one, other in combinations(in_paper_order(cells["algorithm"]), 2):
            pair = wide.xs(one, axis=1, level=1) - wide.xs(other, axis=1, level=1)
            equal = (pair.dropna().to_numpy() == 0).all(axis=1)
            n = int(equal.sum()) if 2 * equal.sum() >= len(equal) else 0
            yield str(dataset), other, "same as another", n, len(equal), f"test metrics equal to {one}'s"


def audit_totals(findings: pd.DataFrame) -> pd.DataFrame:
    """Sum the findings over data sets and algorithms: ``finding``, ``n``, and where most of them are."""
    ordered = findings.sort_values("n", ascending=False)
    where = ordered["dataset"] + " " + ordered["algorithm"]
    totals = ordered.assign(most=where)[ordered["n"] > 0].groupby("finding", sort=False)
    return totals.agg(n=("n", "sum"), groups=("n", "size"), most=("most", "first")).reset_index()


def hard_shares(findings: pd.DataFrame) -> pd.DataFrame:
    """Rows with hard scores per algorithm, over all data sets: ``n`` ``of`` those that can tell, and ``percent``."""
    hard = findings[findings["finding"] == "hard scores"]
    totals = hard.groupby("algorithm")[["n", "of"]].sum().sort_values("n", ascending=False)
    return totals.assign(percent=100 * totals["n"] / totals["of"]).reset_index()


def mixed_scores(cells: pd.DataFrame, metric: str = "test_roc_auc") -> pd.DataFrame:
    """What "retained" means where hard and soft scores are mixed: a ratio of two different quantities.

    Parameters
    ----------
    cells
        The authors' cells (``published.load``), one per key.
    metric
        Column that is divided by its value at level 0.

    Returns
    -------
    For algorithms with both kinds of scores, levels above 0 and up to 1: one row per kind ``without_noise`` and kind
    ``with_noise`` with ``n`` cells and the means of both values and of their ratio, ``kept``.
    """
    graded = cells[is_graded(cells["test_roc_auc"])]
    kinds = graded.assign(kind=graded["hard_scores"].map({True: "hard", False: "soft"}))
    both = kinds.groupby("algorithm")["kind"].agg(lambda kind: kind.value_counts(normalize=True).min())
    mixing = [name for name, share in both.items() if 0.1 < share < 1]
    kept = retained(kinds[kinds["algorithm"].isin(mixing)], metric)
    fold = ["dataset", "algorithm", "fold"]
    kept = kept.merge(kept.loc[kept["rho"] == 0, [*fold, "kind"]], on=fold, suffixes=("", "_without"))
    noisy = kept[(kept["rho"] > 0) & (kept["rho"] <= 1) & (kept["why"] == "")]
    named = noisy.rename(columns={"kind_without": "without_noise", "kind": "with_noise"})
    table = named.groupby(["algorithm", "without_noise", "with_noise"]).agg(
        n=("retained", "size"), clean=("reference", "mean"), noisy=("value", "mean"), kept=("retained", "mean")
    )
    return table.reset_index()


def audit_figure(findings: pd.DataFrame) -> Figure:
    """Two maps, data sets by algorithms: cells without a value, and the share of hard scores among the others."""
    figure = Figure(figsize=(11, 5.6), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    names = sorted(findings["dataset"].unique()), in_paper_order(findings["algorithm"])
    absent = findings["finding"].isin(["missing cell", "undefined metrics"]) & (findings["detail"] != _SPARE)
    _draw_map(
        left,
        findings[absent],
        names,
        "n",
        ".0f",
        f"cells without a value ({int(findings.loc[absent, 'n'].sum())} in all)",
    )
    hard = findings[findings["finding"] == "hard scores"]
    _draw_map(
        right, hard.assign(percent=100 * hard["n"] / hard["of"]), names, "percent", ".0f", "% of cells with hard scores"
    )
    right.set_ylabel("")
    return figure


def _draw_map(
    axes: Axes, findings: pd.DataFrame, names: tuple[list[str], list[str]], column: str, form: str, title: str
) -> None:
    grid = findings.pivot_table(index="dataset", columns="algorithm", values=column, aggfunc="sum", fill_value=0)
    grid = grid.reindex(index=names[0], columns=names[1], fill_value=0)
    sns.heatmap(grid, ax=axes, annot=True, fmt=form, cmap="rocket_r", cbar=False, linewidths=0.5, annot_kws={"size": 8})
    axes.set(title=title, xlabel="", ylabel="")
    axes.tick_params(axis="both", labelsize=8.5)
    axes.tick_params(axis="x", rotation=60)
