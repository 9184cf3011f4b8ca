"""Effects that the claims are tested on: from a panel's cells to one value per data set, fold or algorithm.

Functions that take parameters return the effect, a function of the evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
import pandas as pd

from provingground.datasets.catalog import Expected, load_catalog
from provingground.labelnoise.evidence import Evidence
from provingground.statistics import NotTestable

KHIOPS, LINEAR, FORESTS = ["khiops", "khiopsRF"], ["linearSVC", "logisticRegression"], ["skRF", "wekaRF"]
ASYMMETRIC, SYMMETRIC = ["XGB_SQUERR", "XGB_HINGE"], ["XGB_UNHINGED", "XGB_RAMP"]
NASA_NAMED = ["nasa_kc1", "nasa_kc3", "nasa_cm1"]  # the three that Section 4.1 names

Levels = Callable[[float], bool]
Values = Callable[[Evidence], pd.Series]  # one value per block
Pairs = Callable[[Evidence], pd.DataFrame]  # two values per block, for a correlation


def at(level: float) -> Levels:
    """Choose one noise level."""
    return lambda rho: bool(np.isclose(rho, level))


def up_to_one(rho: float) -> bool:
    """Choose every level that Figures 5 and 6 show."""
    return rho <= 1


def noisy(rho: float) -> bool:
    """Choose the levels with noise up to 1."""
    return 0 < rho <= 1


def up_to_066(rho: float) -> bool:
    """Choose the levels at which, says the paper, symmetric losses are not worth their use."""
    return rho < 0.661


def beyond_066(rho: float) -> bool:
    """Choose the very high levels, up to 1."""
    return 0.661 < rho <= 1


# ------------------------------------------------------------------------------- effects with one value per data set


def _per_dataset(table: pd.DataFrame) -> pd.Series:
    """Mean over folds, then over the columns; NaN where a data set lacks one of the columns altogether."""
    return table.groupby("dataset").mean().mean(axis=1, skipna=False)


def loss_at_one(algorithms: list[str]) -> Values:
    """Share of the performance lost at level 1, mean over the algorithms."""
    return lambda e: 1 - _per_dataset(e.pick(e.kept, algorithms, at(1.0)))


def difference(what: Literal["scores", "kept"], first: list[str], second: list[str], levels: Levels) -> Values:
    """Mean over levels of the first algorithms less that of the second."""

    def effect(e: Evidence) -> pd.Series:
        table = e.scores if what == "scores" else e.kept
        return _per_dataset(e.pick(table, first, levels)) - _per_dataset(e.pick(table, second, levels))

    return effect


def lead(algorithms: list[str], levels: Levels) -> Values:
    """Mean score of some algorithms less the median of all the others, both averaged over the levels."""

    def effect(e: Evidence) -> pd.Series:
        mine = _per_dataset(e.pick(e.scores, algorithms, levels))
        others = [name for name in e.scores.columns.unique("algorithm") if name not in algorithms]
        if len(others) < 2:
            raise NotTestable("fewer than two other algorithms to compare with")
        means = pd.DataFrame({name: _per_dataset(e.pick(e.scores, [name], levels)) for name in others})
        return mine - means.median(axis=1, skipna=False)

    return effect


def best_lead(first: list[str], second: list[str], levels: Levels) -> Values:
    """Best of the first algorithms less the best of the second, by their means over folds, averaged over the levels."""

    def best(e: Evidence, algorithms: list[str]) -> pd.Series:
        means = e.pick(e.scores, algorithms, levels).groupby("dataset").mean()
        known = means.dropna()  # the best of those that are there would be another contest
        return known.T.groupby(level="rho").max().T.mean(axis=1, skipna=False)

    return lambda e: best(e, first) - best(e, second)


def collapse(e: Evidence) -> pd.Series:
    """Share kept at level 1 less that at 1.25, mean over all algorithms."""
    return _per_dataset(e.pick(e.kept, None, at(1.0))) - _per_dataset(e.pick(e.kept, None, at(1.25)))


def forests_gap(e: Evidence) -> pd.Series:
    """Absolute difference of the two forests' scores, both averaged over the levels up to 1."""
    return difference("scores", ["skRF"], ["wekaRF"], up_to_one)(e).abs()


def _where_unhinged_is_good(e: Evidence, effect: pd.Series) -> pd.Series:
    """Keep the data sets on which UNHINGED reaches an AUC above 0.7 without noise, as the paper's closing note does."""
    if e.metric != "test_roc_auc":
        raise NotTestable("the note selects data sets by their ROC AUC")
    clean = _per_dataset(e.pick(e.scores, ["XGB_UNHINGED"], at(0.0)))
    return effect[clean > 0.7]


def squared_error_lead(e: Evidence) -> pd.Series:
    """Squared error less unhinged at very high levels, where UNHINGED is good without noise."""
    lead = difference("scores", ["XGB_SQUERR"], ["XGB_UNHINGED"], beyond_066)(e)
    return _where_unhinged_is_good(e, lead)


def size_and_kept(algorithm: str) -> Pairs:
    """Rows of a data set beside what the algorithm keeps at level 1."""

    def effect(e: Evidence) -> pd.DataFrame:
        kept = _where_unhinged_is_good(e, _per_dataset(e.pick(e.kept, [algorithm], at(1.0))))
        return pd.DataFrame({"rows": [_facts(name).rows for name in kept.index], "kept": kept}).astype(float)

    return effect


def minority_and_unhinged(e: Evidence) -> pd.DataFrame:
    """Minority share of a data set beside UNHINGED's score without noise."""
    clean = _per_dataset(e.pick(e.scores, ["XGB_UNHINGED"], at(0.0)))
    minority = [_facts(name).minority_percent for name in clean.index]
    return pd.DataFrame({"minority": minority, "score": clean}).astype(float)


def _facts(dataset: str) -> Expected:
    """What the paper's Table 1 says of a data set; empty for those that it does not have."""
    entry = load_catalog().get(dataset)
    return entry.expected if entry else Expected()


# ------------------------------------------------------------ effects with one value per fold of a data set, and others


def _drop(e: Evidence, dataset: str, start: float, end: float) -> pd.DataFrame:
    """Score at one level less that at another, folds by algorithms."""
    table = e.folds_of(dataset, e.scores)
    first, last = (e.pick(table, None, at(level)).droplevel("rho", axis=1) for level in (start, end))
    return first - last


def collapse_on(dataset: str) -> Values:
    """Score at level 1 less that at 1.25 in every fold, mean over all algorithms."""
    return lambda e: _drop(e, dataset, 1.0, 1.25).mean(axis=1, skipna=False)


def smallest_decrease_on(dataset: str) -> Values:
    """Decrease from no noise to level 1 of the algorithm that decreases least on average."""

    def effect(e: Evidence) -> pd.Series:
        drops = _drop(e, dataset, 0.0, 1.0)
        return drops[drops.mean().idxmin()]

    return effect


def largest_change_on(dataset: str) -> Values:
    """Change against no noise of the algorithm and the level up to 1 where it is largest on average."""

    def effect(e: Evidence) -> pd.Series:
        table = e.folds_of(dataset, e.pick(e.scores, None, up_to_one))
        clean = e.pick(table, None, at(0.0)).droplevel("rho", axis=1)
        changes = table - clean.reindex(columns=table.columns, level="algorithm")
        where = changes.mean().abs().idxmax()
        return pd.Series(changes[where] * np.sign(changes[where].mean()))

    return effect


def symmetric_lead_on(dataset: str, levels: Levels) -> Values:
    """Best symmetric less best asymmetric loss, each chosen per level by its mean over folds."""

    def best(e: Evidence, algorithms: list[str]) -> pd.DataFrame:
        table = e.folds_of(dataset, e.pick(e.scores, algorithms, levels))
        lost = table.columns[table.isna().all()].get_level_values("algorithm")
        if len(lost):
            raise NotTestable(f"no scores of {lost[0]} on {dataset}")
        winners = table.mean().groupby(level="rho").idxmax()
        return pd.DataFrame({rho: table[winner] for rho, winner in winners.items()})

    return lambda e: (best(e, SYMMETRIC) - best(e, ASYMMETRIC)).mean(axis=1, skipna=False)


def above_chance_on(dataset: str) -> Values:
    """Score without noise less that of chance in every fold, mean over all algorithms."""
    return lambda e: e.folds_of(dataset, e.pick(e.scores, None, at(0.0))).mean(axis=1, skipna=False) - e.chance


def nasa_excess_spread(e: Evidence) -> pd.Series:
    """Per algorithm: standard deviation over folds without noise, mean of the three sets less that of others' sets."""
    spread = e.pick(e.scores, None, at(0.0)).droplevel("rho", axis=1).groupby("dataset").std()
    named, others = spread.index.isin(NASA_NAMED), ~spread.index.str.startswith("nasa_")
    if named.sum() < len(NASA_NAMED) or not others.any():
        raise NotTestable("needs the three NASA sets and at least one other")
    return spread[named].mean() - spread[others].mean()
