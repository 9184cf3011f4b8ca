"""Statements as tests: what a statement is read as, on which blocks, and the verdict that follows.

Three kinds, by how chance comes in. A :class:`Claim` is about a mean over blocks; its interval decides. A
:class:`Fact` has no chance in it: every one of its checks holds, or it is contradicted. A :class:`Printed` number comes
from a single run of somebody else's, and is held against the spread of our runs.

Verdicts are *supported*, *contradicted*, *undecided* (the interval includes the criterion), *not testable* (there are
results, but they cannot answer) and *not run* (there are no results yet).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

import numpy as np
import pandas as pd
from scipy import stats

from provingground.statistics.intervals import Interval, bootstrap, resampled_mean

VERDICTS = ("supported", "contradicted", "undecided", "not testable", "not run")
FEWEST_BLOCKS = 5  # a percentile interval over fewer blocks means little

Evidence = TypeVar("Evidence")


class NotTestable(Exception):
    """What is there cannot answer; the text says what is missing."""

    verdict: ClassVar[str] = "not testable"


class NotRun(NotTestable):
    """The results that could answer do not exist yet; the text says which."""

    verdict: ClassVar[str] = "not run"


@dataclass(frozen=True)
class Statement(Generic[Evidence]):
    """What all kinds share.

    Parameters
    ----------
    name
        Short name in tables.
    statement
        What the paper says, in our words.
    section
        Where it says so.
    """

    name: str
    statement: str
    section: str

    def judge(self, evidence: Evidence) -> dict[str, object]:
        """Test the statement.

        Returns
        -------
        A table's row: ``claim``, ``statement``, ``section``, what was ``measured`` and the ``criterion``, ``estimate``
        with ``low`` and ``high`` over ``n`` ``blocks``, ``verdict`` and ``why``. Without an answer the numbers are
        missing.
        """
        row: dict[str, object] = {"claim": self.name, "statement": self.statement, "section": self.section}
        row |= self._reading()
        try:
            return row | self._result(evidence)
        except NotTestable as reason:
            return row | {"verdict": reason.verdict, "why": str(reason), "n": 0}

    def _reading(self) -> dict[str, object]:
        """What the words are taken to mean: ``measured``, ``criterion``, ``blocks``."""
        raise NotImplementedError

    def _result(self, evidence: Evidence) -> dict[str, object]:
        """Numbers, verdict and why; raises NotTestable."""
        raise NotImplementedError


@dataclass(frozen=True)
class Claim(Statement[Evidence]):
    """A statement about a mean over blocks.

    Parameters
    ----------
    name, statement, section
        See :class:`Statement`.
    effect
        Turns evidence into one row per block, (n_blocks,) or (n_blocks, 2) for a correlation of two values.
    measured
        What the effect is, for readers.
    criterion
        Border between holding and not; the effect must lie above it, or below where ``above`` is False.
    blocks
        What the blocks are. A mean over "folds", which share rows, gets the interval of :func:`resampled_mean`, all
        else that of :func:`bootstrap`.

    Examples
    --------
    >>> claim = Claim("rises", "It rises.", "1", lambda gains: pd.Series(gains), "gain", blocks="runs")
    >>> claim.judge([0.1, 0.2, 0.1, 0.3, 0.2])["verdict"]
    'supported'
    """

    effect: Callable[[Evidence], pd.Series | pd.DataFrame]
    measured: str
    criterion: float = 0.0
    above: bool = True
    blocks: str = "data sets"

    def _reading(self) -> dict[str, object]:
        sign = ">" if self.above else "<"
        return {"measured": self.measured, "criterion": f"{sign} {self.criterion:g}", "blocks": self.blocks}

    def _result(self, evidence: Evidence) -> dict[str, object]:
        interval = _interval(self.effect(evidence), self.blocks)
        verdict, why = decide(interval, self.criterion, above=self.above, blocks=self.blocks)
        return vars(interval) | {"verdict": verdict, "why": why}


@dataclass(frozen=True)
class Fact(Statement[Evidence]):
    """A statement without chance: every check holds or it does not.

    Parameters
    ----------
    name, statement, section
        See :class:`Statement`.
    checks
        Turns evidence into one truth value per check; the index names the checks.
    measured
        What a check is, for readers.

    Examples
    --------
    >>> fact = Fact("even", "All are even.", "1", lambda n: pd.Series({str(i): i % 2 == 0 for i in n}), "is even")
    >>> row = fact.judge([2, 3])
    >>> row["verdict"], row["why"]
    ('contradicted', 'does not hold: 3')
    """

    checks: Callable[[Evidence], pd.Series]
    measured: str
    blocks: str = "checks"

    def _reading(self) -> dict[str, object]:
        return {"measured": self.measured, "criterion": "all", "blocks": self.blocks}

    def _result(self, evidence: Evidence) -> dict[str, object]:
        holds = self.checks(evidence).astype(bool)
        if holds.empty:
            raise NotTestable("there is nothing to check")
        failed = ", ".join(map(str, holds.index[~holds]))
        verdict, why = ("contradicted", f"does not hold: {failed}") if failed else ("supported", "every check holds")
        return {"estimate": float(holds.mean()), "n": len(holds), "verdict": verdict, "why": why}


@dataclass(frozen=True)
class Printed(Statement[Evidence]):
    """A number that somebody's single run gave, against ours over seeds.

    Supported where it lies within two standard deviations of our mean: what one run of ours could have given.

    Parameters
    ----------
    name, statement, section
        See :class:`Statement`.
    number
        As printed.
    runs
        Turns evidence into the mean and the standard deviation over seeds.
    measured
        What it is the number of, for readers.

    Examples
    --------
    >>> printed = Printed("accuracy", "It is .76.", "1", 0.76, lambda runs: runs, "accuracy")
    >>> row = printed.judge((0.70, 0.02))
    >>> row["verdict"], row["why"]
    ('contradicted', '0.76 was printed')
    """

    number: float
    runs: Callable[[Evidence], tuple[float, float]]
    measured: str
    blocks: str = "seeds"

    def _reading(self) -> dict[str, object]:
        criterion = f"{self.number:g} within two standard deviations"
        return {"measured": self.measured, "criterion": criterion, "blocks": self.blocks}

    def _result(self, evidence: Evidence) -> dict[str, object]:
        mean, deviation = map(float, self.runs(evidence))
        if not np.isfinite([mean, deviation]).all():
            raise NotTestable("there are no runs of ours, or a single one")
        low, high = mean - 2 * deviation, mean + 2 * deviation
        verdict = "supported" if low <= self.number <= high else "contradicted"
        return {
            "estimate": mean, "low": low, "high": high, "verdict": verdict, "why": f"{self.number:g} was printed",
        }  # fmt: skip


def decide(interval: Interval, criterion: float, *, above: bool = True, blocks: str = "blocks") -> tuple[str, str]:
    """Verdict of an interval and why: wholly on the claimed side, wholly on the other, or across the criterion.

    Examples
    --------
    >>> decide(Interval(0.2, 0.1, 0.3, n=9), criterion=0.0)[0], decide(Interval(0.2, -0.1, 0.5, n=9), 0.0)[0]
    ('supported', 'undecided')
    """
    if interval.n < FEWEST_BLOCKS:
        return "not testable", f"{interval.n} {blocks}, at least {FEWEST_BLOCKS} are needed for an interval"
    if np.isnan(interval.low):
        return "not testable", "the effect is undefined: one side of the correlation is constant"
    low, high = (interval.low, interval.high) if above else (-interval.high, -interval.low)
    border = criterion if above else -criterion
    if low > border:
        return "supported", "the interval lies on the claimed side of the criterion"
    if high < border:
        return "contradicted", "the interval lies on the other side of the criterion"
    return "undecided", "the interval includes the criterion"


def _interval(effects: pd.Series | pd.DataFrame, blocks: str) -> Interval:
    """Interval of the mean of one value per block, or of Spearman's correlation of two, over complete blocks."""
    complete = effects.dropna()
    if isinstance(complete, pd.DataFrame):
        return bootstrap(complete.to_numpy(), spearman)
    return resampled_mean(complete) if blocks == "folds" else bootstrap(complete)


def spearman(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Spearman's correlation along the last axis; NaN where one side is constant."""
    ranks = [stats.rankdata(side, axis=-1) for side in (x, y)]
    a, b = (side - side.mean(axis=-1, keepdims=True) for side in ranks)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((a * b).sum(-1) / np.sqrt((a**2).sum(-1) * (b**2).sum(-1)))
