"""The cells of one panel in the form that statements are tested on (:mod:`provingground.statistics.claims`).

A claim without the cells it needs is *not testable*. The statements are about the paper's ten algorithms: cells of
others (a further baseline, one of a user's own) have no part in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from provingground.labelnoise.panel import ALGORITHMS, describe_metric, on_shared_folds
from provingground.labelnoise.retained import retained
from provingground.statistics import NotTestable


@dataclass(frozen=True, eq=False)
class Evidence:
    """The cells of one panel, arranged for the claims: data sets by folds by (algorithm, level).

    Parameters
    ----------
    cells
        Tidy cells, exactly one variant per algorithm.
    metric
        Column that the claims are about.
    """

    cells: pd.DataFrame
    metric: str

    @cached_property
    def _of_paper(self) -> pd.DataFrame:
        return self.cells[self.cells["algorithm"].isin(ALGORITHMS)]

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Metric; index (dataset, fold), columns (algorithm, rho); NaN where an algorithm has no value at the level."""
        cells = self._of_paper
        return _arrange(cells.assign(value=cells[self.metric].where(cells["status"] == "ok")), "value")

    @cached_property
    def kept(self) -> pd.DataFrame:
        """Retained performance in the same arrangement."""
        return _arrange(retained(self._of_paper, self.metric), "retained")

    @property
    def chance(self) -> float:
        """What the metric gives to a constant or random score."""
        return describe_metric(self.metric).chance

    def pick(self, table: pd.DataFrame, algorithms: list[str] | None, levels: Callable[[float], bool]) -> pd.DataFrame:
        """Select columns of ``scores`` or ``kept``: some algorithms (None: all) at some levels, all of them there."""
        have, rhos = table.columns.get_level_values("algorithm"), table.columns.get_level_values("rho")
        lacking = [name for name in algorithms or [] if name not in have]
        if lacking:
            raise NotTestable(f"no cells of {', '.join(lacking)}")
        wanted = np.array([levels(rho) for rho in rhos])
        if not wanted.any():
            raise NotTestable("no cells at the noise levels of the claim")
        return table[table.columns[wanted & have.isin(algorithms or list(have))]]

    def folds_of(self, dataset: str, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of one data set. A part of it under another name, as ``trucks_part``, does not stand for it."""
        if dataset not in table.index.get_level_values("dataset"):
            raise NotTestable(f"no cells of {dataset}")
        return pd.DataFrame(table.xs(dataset, level="dataset"))


def _arrange(cells: pd.DataFrame, value: str) -> pd.DataFrame:
    table = cells.pivot(index=["dataset", "fold"], columns=["algorithm", "rho"], values=value)
    levels = table.columns.get_level_values("rho")
    shared = [on_shared_folds(table.loc[:, levels == rho]) for rho in levels.unique()]
    return pd.concat(shared, axis=1)[table.columns]
