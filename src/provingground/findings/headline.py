"""The few numbers that a reader sees first, and that ``dvc metrics`` compares between experiments."""

from __future__ import annotations

import pandas as pd

from provingground.findings.claims import PANELS
from provingground.findings.reports import Reports
from provingground.labelnoise.panel import present_levels
from provingground.labelnoise.tables import headline
from provingground.statistics import NotTestable

_PANELS = {
    "authors": "published",
    "published": "reproduced",
    "corrected": "corrected",
    "corrected-sampled": "corrected_sampled",
}
NO_KEPT = pd.DataFrame(columns=["algorithm", "rho", "N", *_PANELS.values()])
NO_EXACT = pd.DataFrame(columns=["algorithm", "variant", "n_equal", "n", "share"])


def kept_auc(cells: pd.DataFrame, summary: pd.DataFrame) -> pd.DataFrame:
    """Mean share of the AUC kept at the highest level up to 1, per algorithm and panel.

    Parameters
    ----------
    cells
        Our cells of the benchmark.
    summary
        The authors' means.

    Returns
    -------
    ``algorithm``, ``rho``, ``N`` data sets, ``published``, ``reproduced``, ``corrected``, ``corrected_sampled``; empty
    where a profile does not run a panel.
    """
    level = max(present_levels(cells, sorted(rho for rho in cells["rho"].unique() if rho <= 1)))
    table = headline(cells, summary, "test_roc_auc", level)
    columns = {f"kept, {ours}": shown for ours, shown in _PANELS.items()}
    return table.rename(columns=columns).assign(rho=level).reindex(columns=NO_KEPT.columns)


def exact_matches(exact: pd.DataFrame) -> pd.DataFrame:
    """Folds without noise that equal the authors', per algorithm and variant, all metrics together.

    Parameters
    ----------
    exact
        From :func:`provingground.labelnoise.comparison.compare_exact`.
    """
    totals = exact.groupby(["algorithm", "variant"], sort=False)[["n_equal", "n"]].sum().reset_index()
    return totals.assign(share=totals["n_equal"] / totals["n"])[NO_EXACT.columns]


def corrected_ranks(reports: Reports) -> pd.DataFrame:
    """Average ranks of the test AUC in the corrected panels, at the lowest and the highest level.

    Returns
    -------
    ``panel``, ``rho``, ``algorithm``, ``rank`` with ``low`` and ``high``, ``N``; no rows where the section has not run.
    """
    columns = ["panel", "rho", "algorithm", "rank", "low", "high", "N"]
    try:
        ranks = reports.table("retained/ranks", columns)
    except NotTestable:
        return pd.DataFrame(columns=columns)
    ends = ranks["rho"].isin([ranks["rho"].min(), ranks["rho"].max()])
    return ranks.loc[ends & ranks["panel"].str.startswith("corrected"), columns].reset_index(drop=True)


def best_baselines(reports: Reports) -> pd.DataFrame:
    """The baseline with the lowest balanced error on each test set.

    Returns
    -------
    ``dataset``, ``submission``, ``ber`` and ``ber_error``, its standard error, which tells a small test set.
    """
    columns = ["dataset", "submission", "ber", "ber_error"]
    try:
        scores = reports.table("nips2003/scores", [*columns, "split"])
    except NotTestable:  # the section has not run
        return pd.DataFrame(columns=columns)
    best = scores[scores["split"] == "test"].sort_values("ber", kind="stable").drop_duplicates("dataset")
    return best[columns].sort_values("dataset", ignore_index=True)


def perfex_errors(reports: Reports) -> pd.DataFrame:
    """Mean MAE and spread over Table 1's cells and seeds, beside the baselines without splits or on shuffled outcomes.

    Returns
    -------
    ``measure`` and ``mean``, both shares; no rows where the section has not run.
    """
    measures = ["mae", "one_leaf_mae", "shuffled_mae", "spread", "shuffled_spread"]
    try:
        found = reports.table("perfex/table_1_seeds", ["leaf_size", *measures])
    except NotTestable:
        return pd.DataFrame(columns=["measure", "mean"])
    primary = found[found["leaf_size"] == found["leaf_size"].iloc[0]]
    return pd.DataFrame({"measure": measures, "mean": primary[measures].mean().to_numpy()})


def metrics(
    kept: pd.DataFrame, exact: pd.DataFrame, baselines: pd.DataFrame, perfex: pd.DataFrame, claims: pd.DataFrame
) -> dict[str, float]:
    """Flat numbers for ``dvc metrics``; what has not been run has no entry.

    Parameters
    ----------
    kept, exact, baselines, perfex
        From :func:`kept_auc`, :func:`exact_matches`, :func:`best_baselines` and :func:`perfex_errors`.
    claims
        From :func:`provingground.findings.claims.claims_table`.

    Examples
    --------
    >>> best = pd.DataFrame({"dataset": ["madelon"], "submission": ["forest"], "ber": [0.1]})
    >>> claims = pd.DataFrame({"panel": ["corrected"], "verdict": ["not run"]})
    >>> metrics(NO_KEPT, NO_EXACT, best, pd.DataFrame(columns=["measure", "mean"]), claims)
    {'ber.madelon': 0.1, 'claims.corrected.not_run': 1}
    """
    long = kept.melt("algorithm", list(_PANELS.values()), "panel", "kept").dropna()
    shown = claims[claims["panel"].isin(PANELS)]  # one number per claim and panel of the page
    counts = shown.groupby(["panel", "verdict"]).size().reset_index(name="n")
    numbers = _entries("kept_auc." + long["panel"] + "." + long["algorithm"], long["kept"])
    if exact["n"].sum():
        numbers["exact_share"] = float(exact["n_equal"].sum() / exact["n"].sum())
    numbers |= _entries("ber." + baselines["dataset"], baselines["ber"])
    numbers |= _entries("perfex." + perfex["measure"], perfex["mean"])
    return numbers | _entries("claims." + counts["panel"] + "." + counts["verdict"].str.replace(" ", "_"), counts["n"])


def _entries(names: pd.Series, values: pd.Series) -> dict[str, float]:
    return dict(zip(names.astype(str).tolist(), values.tolist(), strict=True))
