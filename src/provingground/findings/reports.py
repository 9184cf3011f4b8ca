"""What the other sections of a profile left behind: their tables, and the benchmark's cells. All reading is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from provingground.compendium import Project
from provingground.datasets.storage import load_card
from provingground.labelnoise.published import PAPER_DATASETS
from provingground.statistics import NotRun, NotTestable


@dataclass(frozen=True)
class Reports:
    """Tables of the finished sections of one profile.

    Parameters
    ----------
    folder
        ``reports/tables/<profile>``.
    """

    folder: Path

    def table(self, name: str, columns: Sequence[str]) -> pd.DataFrame:
        """Read a table, ``<section>/<table>``.

        Raises
        ------
        NotRun
            If the section has not left it yet.
        NotTestable
            If it lacks a column or has no rows.

        Examples
        --------
        >>> Reports(Path("nowhere")).table("perfex/clinic", ["seed"])
        Traceback (most recent call last):
        provingground.statistics.claims.NotRun: the section has left no table perfex/clinic yet
        """
        path = self.folder / f"{name}.csv"
        if not path.exists():
            raise NotRun(f"the section has left no table {name} yet")
        found = pd.read_csv(path)
        if lacking := [column for column in columns if column not in found.columns]:
            raise NotTestable(f"{name} lacks the column(s) {', '.join(lacking)}")
        if found.empty:
            raise NotTestable(f"{name} has no rows in this profile")
        return found

    def sets(self, name: str, dataset: str, columns: Sequence[str], key: str = "dataset") -> pd.DataFrame:
        """The rows of one data set (or of another ``key``); raises NotRun where there are none."""
        found = self.table(name, [key, *columns])
        chosen = found[found[key] == dataset]
        if chosen.empty:
            raise NotRun(f"{dataset} is not part of this profile")
        return chosen


def available_cells(project: Project, profile: str) -> pd.DataFrame | None:
    """Cells of those data sets of a profile whose stage has run; None where no stage has."""
    paths = [project.results(profile) / f"{name}.parquet" for name in project.datasets(profile)]
    frames = [pd.read_parquet(path) for path in paths if path.exists()]
    return pd.concat(frames, ignore_index=True) if frames else None


def published_properties(project: Project) -> pd.DataFrame:
    """Properties of the label-noise paper's 14 data sets, from the facts of its Table 1 in the catalog.

    Returns
    -------
    ``dataset``, ``rows``, ``columns``, ``minority_share`` and ``categorical_share`` (of the columns).
    """
    facts = {name: project.catalog[name].expected.model_dump() for name in PAPER_DATASETS}
    table = pd.DataFrame.from_dict(facts, orient="index").astype(float).rename_axis("dataset").reset_index()
    return _properties(table)


def measured_properties(project: Project, profile: str, datasets: Sequence[str]) -> pd.DataFrame:
    """The same of standardised data sets, from their cards; ``rows`` are those that ran where the profile caps them."""
    caps = project.params.profile(profile).labelnoise.max_rows
    cards = pd.DataFrame([load_card(project.standardized(profile), name) for name in datasets])
    ran = cards["rows"].clip(upper=cards["name"].map(caps).fillna(np.inf))
    return _properties(cards.rename(columns={"name": "dataset"}).assign(rows=ran))


def _properties(facts: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "dataset": facts["dataset"],
            "rows": facts["rows"],
            "columns": facts["columns"],
            "minority_share": facts["minority_percent"] / 100,
            "categorical_share": facts["categorical"] / facts["columns"],
        }
    )
