"""The authors' own result rows: load them into the tidy form of our cells.

Source: result files of https://github.com/Hugoswnw/NoiseEvaluation, the code of paper 1.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from provingground.errors import InputError, SourceError
from provingground.labelnoise.panel import CELL, FAMILIES

ROWS_FILE = "noise_published_results.csv.gz"
_METRICS = {"rocauc": "roc_auc", "prauc": "pr_auc", "bacc": "balanced_accuracy", "kappa": "kappa"}
_COLUMNS = {
    "name": "dataset",
    "model": "algorithm",
    "i": "fold",
    "time": "fit_seconds",
    **{f"{part}_{theirs}": f"{part}_{ours}" for part in ("train", "test") for theirs, ours in _METRICS.items()},
}


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

    A constant model (AUC one half) is not counted: there the two are equal whatever the scores are.
    """
    auc, accuracy = cells[f"{part}_roc_auc"], cells[f"{part}_balanced_accuracy"]
    return ((auc - accuracy).abs() < 1e-9) & (auc != 0.5)


def load(source: str | Path) -> pd.DataFrame:
    """Read the authors' rows as tidy cells, one per key: of duplicates the first that has metrics."""
    rows = read_rows(source)
    valid_first = rows.sort_values("status", key=lambda status: status != "ok", kind="stable")
    return valid_first.drop_duplicates(CELL).sort_index().reset_index(drop=True)
