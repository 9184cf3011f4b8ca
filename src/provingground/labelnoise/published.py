"""The authors' own result rows: load them into the tidy form of our cells.

Source: result files of https://github.com/Hugoswnw/NoiseEvaluation, the code of paper 1.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from provingground.errors import InputError, SourceError
from provingground.labelnoise.panel import CELL, FAMILIES, PAPER_METRICS, cell_means
from provingground.labelnoise.retained import retained_means

ROWS_FILE = "noise_published_results.csv.gz"
FACTS = Path(__file__).parent
SUMMARY_FILE = "published_summary.csv.gz"
CLEAN_FILE = "published_clean_folds.csv.gz"
_METRICS = {"rocauc": "roc_auc", "prauc": "pr_auc", "bacc": "balanced_accuracy", "kappa": "kappa"}
_COLUMNS = {
    "name": "dataset",
    "model": "algorithm",
    "i": "fold",
    "time": "fit_seconds",
    **{f"{part}_{theirs}": f"{part}_{ours}" for part in ("train", "test") for theirs, ours in _METRICS.items()},
}

# Of the paper's Table 1, whose facts are `expected` in the catalog.
PAPER_DATASETS = (
    *("adult", "bank", "breastcancer", "eyestate", "mushroom", "nasa_cm1", "nasa_jm1"),
    *("nasa_kc1", "nasa_kc2", "nasa_kc3", "nasa_pc1", "phishing", "spambase", "trucks"),
)


def rows_beside(mirror: Path) -> Path:
    """Where the authors' rows lie next to a mirror of the raw data."""
    return mirror.parent / "reference" / ROWS_FILE


def read_rows(source: str | Path) -> pd.DataFrame:
    """Read the authors' rows as they are, with our names: duplicate and undefined rows included.

    Parameters
    ----------
    source
        Path or URL of their CSV (gzip or plain).

    Returns
    -------
    Rows in the authors' order with the columns of our cells; ``variant`` is ``authors``. A row without metrics is
    ``failed``: their script printed the exception and went on.
    """
    try:
        raw = pd.read_csv(source)
    except OSError as error:
        raise SourceError(source, f"the authors' rows cannot be read ({error})", "Give their CSV.") from error
    missing = sorted({*_COLUMNS, "rho"} - set(raw.columns))
    if missing:
        raise InputError(source, f"lacks the column(s) {', '.join(missing)}", "Give the authors' result rows.")
    rows = raw.rename(columns=_COLUMNS)
    failed = rows["test_roc_auc"].isna()
    return rows.assign(
        dataset=rows["dataset"].str.removesuffix("_full"),
        family=rows["algorithm"].map(FAMILIES),
        variant="authors",
        status=np.where(failed, "failed", "ok"),
        error=np.where(failed, "no metrics in the published row", ""),
        hard_scores=is_hard(rows),
    )


def is_hard(cells: pd.DataFrame, part: str = "test") -> pd.Series:
    """Whether ROC AUC equals balanced accuracy: the scores were labels, the AUC is no ranking.

    Models without a test error (AUC one) and constant ones (AUC one half) are not counted: there the two are equal
    whatever the scores are.
    """
    auc, accuracy = cells[f"{part}_roc_auc"], cells[f"{part}_balanced_accuracy"]
    return ((auc - accuracy).abs() < 1e-9) & is_graded(auc)


def is_graded(auc: pd.Series) -> pd.Series:
    """Whether a ROC AUC is defined and can tell hard scores from soft ones (neither one nor one half)."""
    return auc.notna() & ~auc.isin([0.5, 1.0])


def load(source: str | Path) -> pd.DataFrame:
    """Read the authors' rows as tidy cells, one per key: of duplicates the first that has metrics."""
    rows = read_rows(source)
    valid_first = rows.sort_values("status", key=lambda status: status != "ok", kind="stable")
    return valid_first.drop_duplicates(CELL).sort_index().reset_index(drop=True)


# ------------------------------------------------------------------------------- what the package ships of their rows


def summarise(cells: pd.DataFrame) -> pd.DataFrame:
    """Means over folds of test metrics, fit time and retained performances, with ``n_hard``, the hard scores."""
    metrics = [*(f"test_{name}" for name in _METRICS.values()), "fit_seconds"]
    kept = [retained_means(cells, metric) for metric in PAPER_METRICS]
    means = pd.concat([cell_means(cells, metrics), *kept], ignore_index=True)
    group = ["dataset", "algorithm", "rho"]
    hard = cells.groupby(group)["hard_scores"].sum().rename("n_hard").reset_index()
    return means.merge(hard, on=group, validate="many_to_one")


def write_facts(source: str | Path, folder: Path = FACTS) -> None:
    """Remake the two tables that the package ships from the authors' rows: equal rows, equal bytes."""
    cells = load(source)
    zipped = {"method": "gzip", "mtime": 0}
    summary = summarise(cells).drop(columns=["family", "variant"])
    summary.to_csv(folder / SUMMARY_FILE, index=False, float_format="%.6g", compression=zipped)
    clean = cells.loc[(cells["rho"] == 0) & (cells["status"] == "ok"), ["dataset", "algorithm", "fold", *PAPER_METRICS]]
    clean.to_csv(folder / CLEAN_FILE, index=False, float_format="%.9g", compression=zipped)


def shipped_summary() -> pd.DataFrame:
    """The authors' results as the package ships them: :func:`summarise` of their rows, to six digits.

    Examples
    --------
    >>> summary = shipped_summary()
    >>> summary[["dataset", "algorithm"]].drop_duplicates().shape[0]
    140
    """
    summary = pd.read_csv(FACTS / SUMMARY_FILE)
    return summary.assign(family=summary["algorithm"].map(FAMILIES), variant="authors")


def shipped_clean_folds() -> pd.DataFrame:
    """The authors' test metrics per fold at level 0, to nine digits, in the form of cells."""
    clean = pd.read_csv(FACTS / CLEAN_FILE)
    return clean.assign(rho=0.0, variant="authors", status="ok", family=clean["algorithm"].map(FAMILIES))
