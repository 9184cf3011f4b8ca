"""The authors' record as this machine has it: judged from their rows, or as the package ships the judgement.

Their rows are not part of the package. What they show is: the summary and the clean folds of
:mod:`provingground.labelnoise.published`, and three small tables made here. So the story can be told without the rows,
and a test holds that with them it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from provingground.labelnoise.audit import audit, mixed_scores
from provingground.labelnoise.claims import AUTHORS, AUTHORS_HERE, evaluate_claims
from provingground.labelnoise.published import (
    FACTS,
    load,
    read_rows,
    rows_beside,
    shipped_clean_folds,
    shipped_summary,
)

FINDINGS_FILE, MIXED_FILE, CLAIMS_FILE = "published_findings.csv", "published_mixed.csv", "published_claims.csv"


@dataclass(frozen=True)
class Record:
    """What the authors published, and what is wrong with it.

    Parameters
    ----------
    source
        Where the numbers come from, for readers.
    findings
        :func:`~provingground.labelnoise.audit.audit` of their rows.
    mixed
        :func:`~provingground.labelnoise.audit.mixed_scores` of their rows.
    claims
        :func:`~provingground.labelnoise.claims.evaluate_claims` on their rows.
    summary
        Means over folds per data set, algorithm, level and metric.
    clean_folds
        Their metrics per fold at level 0.
    cells
        Every cell of theirs; None where the rows are not here.
    """

    source: str
    findings: pd.DataFrame
    mixed: pd.DataFrame
    claims: pd.DataFrame
    summary: pd.DataFrame
    clean_folds: pd.DataFrame
    cells: pd.DataFrame | None = None

    def claims_beside(self, datasets: Iterable[str]) -> pd.DataFrame:
        """Their verdicts, and below them, where their rows are here, those on the given data sets alone.

        A verdict over other data sets may differ for that reason alone, so ours are compared with the latter.
        """
        if self.cells is None:
            return self.claims
        same = self.cells[self.cells["dataset"].isin(set(datasets))]
        return pd.concat([self.claims, evaluate_claims(same, AUTHORS_HERE)], ignore_index=True)


def authors_record(mirror: str | Path | None) -> Record:
    """Judge the authors' rows where they lie beside a mirror, else read what the package ships about them.

    Parameters
    ----------
    mirror
        Folder of a mirror of the raw data, or None. A URL counts as none: their rows are not fetched unasked.

    Examples
    --------
    >>> record = authors_record(None)
    >>> record.cells is None, record.findings["finding"].iloc[0]
    (True, 'missing cell')
    """
    rows = rows_beside(Path(mirror)) if mirror else None
    if rows is None or not rows.exists():
        return Record(
            "what the package ships of the authors' rows (the rows themselves are not here)",
            pd.read_csv(FACTS / FINDINGS_FILE),
            pd.read_csv(FACTS / MIXED_FILE),
            pd.read_csv(FACTS / CLAIMS_FILE),
            shipped_summary(),
            shipped_clean_folds(),
        )
    cells = load(rows)
    return Record(
        f"the authors' rows, {rows.name} beside the mirror of the raw data",
        audit(read_rows(rows)),
        mixed_scores(cells),
        evaluate_claims(cells, AUTHORS),
        shipped_summary(),
        shipped_clean_folds(),
        cells,
    )


def write_judgement(source: str | Path, folder: Path = FACTS) -> None:
    """Remake the three tables that the package ships from the authors' rows."""
    cells = load(source)
    tables = {
        FINDINGS_FILE: audit(read_rows(source)),
        MIXED_FILE: mixed_scores(cells),
        CLAIMS_FILE: evaluate_claims(cells, AUTHORS),
    }
    for name, table in tables.items():
        table.to_csv(folder / name, index=False, float_format="%.9g")
