"""How a statement is tested on cells: an effect per block, its interval, a criterion, a verdict.

The verdict looks at the bootstrap interval alone: wholly on the claimed side of the criterion is *supported*, wholly on
the other side *contradicted*, across it *undecided*; without the cells it needs, *not testable*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy import stats

from provingground.labelnoise.panel import describe_metric
from provingground.labelnoise.retained import retained
from provingground.statistics import Interval, bootstrap

FEWEST_BLOCKS = 5  # a percentile interval over fewer blocks means little


class NotTestable(Exception):
    """These cells cannot answer; the text says what is missing."""


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
    def scores(self) -> pd.DataFrame:
        """Metric; index (dataset, fold), columns (algorithm, rho); NaN where a cell has no value."""
        ok = self.cells.assign(value=self.cells[self.metric].where(self.cells["status"] == "ok"))
        return ok.pivot(index=["dataset", "fold"], columns=["algorithm", "rho"], values="value")

    @cached_property
    def kept(self) -> pd.DataFrame:
        """Retained performance in the same arrangement."""
        table = retained(self.cells, self.metric)
        return table.pivot(index=["dataset", "fold"], columns=["algorithm", "rho"], values="retained")

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
        """Rows of one data set, or of the part of it (``<name>_part``) where the whole is not there."""
        have = table.index.get_level_values("dataset")
        for name in (dataset, f"{dataset}_part"):
            if name in have:
                return pd.DataFrame(table.xs(name, level="dataset"))
        raise NotTestable(f"no cells of {dataset}")


Effect = Callable[[Evidence], pd.Series | pd.DataFrame]


@dataclass(frozen=True)
class Claim:
    """One statement of the paper, and how it is tested.

    Parameters
    ----------
    name
        Short name in tables.
    statement
        What the paper says, in our words.
    section
        Where it says so.
    effect
        Turns evidence into one row per block, (n_blocks,) or (n_blocks, 2) for a correlation of two values.
    measured
        What the effect is, for readers.
    criterion
        Border between holding and not; the effect must lie above it, or below where ``above`` is False.
    blocks
        What the blocks are.
    """

    name: str
    statement: str
    section: str
    effect: Effect
    measured: str
    criterion: float = 0.0
    above: bool = True
    blocks: str = "data sets"

    def judge(self, evidence: Evidence) -> dict[str, object]:
        """Test the claim on one panel; one row of :func:`evaluate_claims`."""
        sign = ">" if self.above else "<"
        row: dict[str, object] = {"claim": self.name, "statement": self.statement, "section": self.section}
        row |= {"measured": self.measured, "criterion": f"{sign} {self.criterion:g}", "blocks": self.blocks}
        try:
            interval = _interval(self.effect(evidence))
        except NotTestable as reason:
            return row | {"verdict": "not testable", "why": str(reason), "n": 0}
        verdict, why = self._verdict(interval)
        return row | vars(interval) | {"verdict": verdict, "why": why}

    def _verdict(self, interval: Interval) -> tuple[str, str]:
        if interval.n < FEWEST_BLOCKS:
            return "not testable", f"{interval.n} {self.blocks}, at least {FEWEST_BLOCKS} are needed for an interval"
        if np.isnan(interval.low):
            return "not testable", "the effect is undefined: one side of the correlation is constant"
        low, high = (interval.low, interval.high) if self.above else (-interval.high, -interval.low)
        border = self.criterion if self.above else -self.criterion
        if low > border:
            return "supported", "the interval lies on the claimed side of the criterion"
        if high < border:
            return "contradicted", "the interval lies on the other side of the criterion"
        return "undecided", "the interval includes the criterion"


def _interval(effects: pd.Series | pd.DataFrame) -> Interval:
    """Bootstrap the mean of one value per block, or Spearman's correlation of two; incomplete blocks are left out."""
    complete = effects.dropna()
    if isinstance(complete, pd.DataFrame):
        return bootstrap(complete.to_numpy(), _spearman)
    return bootstrap(complete.to_numpy())


def _spearman(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Spearman's correlation along the last axis; NaN where one side is constant."""
    ranks = [stats.rankdata(side, axis=-1) for side in (x, y)]
    a, b = (side - side.mean(axis=-1, keepdims=True) for side in ranks)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((a * b).sum(-1) / np.sqrt((a**2).sum(-1) * (b**2).sum(-1)))
