"""When does an algorithm keep its performance? A PERFEX tree over the benchmark's cells, tested on other data sets.

Cells of one data set are not independent: they share its rows, its folds and its difficulty. So the folds are averaged
first, and the unit of every other step is the data set:

- *honest*: the rules are searched on one half of the data sets, and what is said about them comes from the other half;
- *intervals* draw data sets, not cells;
- *null*: what belongs to a data set is exchanged between whole data sets, what belongs to a cell is shuffled within its
  data set. Then the procedure runs again from the search on, over the same halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.errors import InputError
from provingground.findings.settings import RulesSettings
from provingground.labelnoise.panel import FAMILIES
from provingground.labelnoise.retained import retained
from provingground.perfex.columns import Column, categorical_mask, encode, learn_columns
from provingground.perfex.explain import merge, paths
from provingground.perfex.growing import Node, Target, grow
from provingground.perfex.metrics import bias
from provingground.perfex.outcomes import Given, collect_outcomes
from provingground.perfex.quality import p_value
from provingground.perfex.splitting import SearchLimits, SortedColumns
from provingground.perfex.sums import FloatArray, IndexArray
from provingground.statistics import bootstrap, decide
from provingground.statistics.claims import FEWEST_BLOCKS

KEPT = replace(bias(), name="share of the AUC that is kept")  # mean of (kept - 0): a mean of any value per row
SMALLEST_DIFFERENCE = 0.01  # between the two sides of a split
GOOD = 0.95  # "keeps its performance": at least this share

# The loss that each algorithm minimises, as far as it has one.
LOSSES = {
    "linearSVC": "squared hinge",
    "logisticRegression": "logistic",
    "XGB_SQUERR": "squared error",
    "XGB_LOGISTIC": "logistic",
    "XGB_HINGE": "hinge",
    "XGB_UNHINGED": "unhinged",
    "XGB_RAMP": "ramp",
    "skRF": "Gini (trees)",
    "wekaRF": "entropy (trees)",
    "khiops": "description length",
    "khiopsRF": "description length",
}
PROPERTIES = ["rows", "columns", "minority_share", "categorical_share"]
OF_ALGORITHM = ["family", "loss", "variant"]
OF_NOISE = ["rho", "flipped"]
QUESTIONS = {  # what is shuffled: between data sets for their properties, within a data set for the others
    "noise level": OF_NOISE,
    "algorithm": OF_ALGORITHM,
    "data set": PROPERTIES,
    "everything": [*OF_NOISE, *OF_ALGORITHM, *PROPERTIES],
}


def rows_of_cells(cells: pd.DataFrame, properties: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, algorithm, variant and noise level up to 1: features, and what was kept, mean over folds.

    Parameters
    ----------
    cells
        Our cells of the benchmark.
    properties
        ``dataset`` and `PROPERTIES` (:mod:`provingground.findings.reports`).

    Returns
    -------
    ``dataset``, the features (``flipped``: realised share of flipped training labels) and ``kept``. Levels whose
    retained AUC is not defined in any fold have no row.
    """
    flips = cells["flips_realised_negative"] + cells["flips_realised_positive"]
    kept = retained(cells.assign(flipped=flips / cells["n_train"]), "test_roc_auc")
    noisy = kept[(kept["rho"] > 0) & (kept["rho"] <= 1) & kept["retained"].notna()]
    groups = noisy.groupby(["dataset", "algorithm", "family", "variant", "rho"], observed=True)
    means = groups.agg(kept=("retained", "mean"), flipped=("flipped", "mean")).reset_index()
    return _with_features(means, properties)


def rows_of_authors(summary: pd.DataFrame, properties: pd.DataFrame) -> pd.DataFrame:
    """The same of the authors' published means; ``flipped`` is what they asked for, as they recorded no flips."""
    chosen = summary[(summary["metric"] == "retained_test_roc_auc") & (summary["rho"] > 0) & (summary["rho"] <= 1)]
    rows = chosen.dropna(subset="mean")[["dataset", "algorithm", "variant", "rho", "mean"]]
    rows = rows.rename(columns={"mean": "kept"}).assign(family=rows["algorithm"].map(FAMILIES))
    asked = rows["rho"] * rows["dataset"].map(properties.set_index("dataset")["minority_share"])
    return _with_features(rows.assign(flipped=asked), properties)


def _with_features(rows: pd.DataFrame, properties: pd.DataFrame) -> pd.DataFrame:
    merged = rows.merge(properties, on="dataset", validate="many_to_one")
    merged["loss"] = merged["algorithm"].map(LOSSES).fillna(merged["algorithm"])
    return merged[["dataset", *OF_NOISE, *OF_ALGORITHM, *PROPERTIES, "kept"]]


@dataclass(frozen=True)
class Half:
    """One split of the data sets: rules are searched on the first half, and tested on the second."""

    search: frozenset[str]
    report: frozenset[str]


def halves(rows: pd.DataFrame, n_splits: int, seed: int) -> list[Half]:
    """Draw splits into matched halves: of each two neighbours in minority share, one goes to each side at random.

    How many labels a level flips depends on the minority share; halves that differ in it would test rules on noise that
    the search has not seen. Without a partner, the last data set is searched.

    Raises
    ------
    InputError
        With fewer than two data sets.
    """
    names = rows.drop_duplicates("dataset").sort_values(["minority_share", "dataset"])["dataset"].tolist()
    if len(names) < 2:
        problem = f"cover {len(names)} data set(s): none is left to test the rules on"
        raise InputError("cells", problem, "Run the noise stage of a second data set.")
    rng = np.random.default_rng(seed)
    pairs = np.array(names[: len(names) // 2 * 2], dtype=object).reshape(-1, 2)
    reports = [pairs[np.arange(len(pairs)), rng.integers(0, 2, len(pairs))] for _ in range(n_splits)]
    return [Half(frozenset(names) - frozenset(report), frozenset(report)) for report in reports]


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows of :func:`rows_of_cells`, encoded once for many trees.

    Parameters
    ----------
    rows
        One row per data set, algorithm, variant and level.
    """

    rows: pd.DataFrame

    @cached_property
    def features(self) -> pd.DataFrame:
        """What the rules may speak about."""
        return self.rows.drop(columns=["dataset", "kept"])

    @cached_property
    def columns(self) -> Sequence[Column]:
        """How features are encoded."""
        return learn_columns(self.features, "from_dtype")

    @cached_property
    def values(self) -> FloatArray:
        """Encoded features, shape (n_features, n_rows)."""
        return encode(self.features, self.columns)

    @cached_property
    def target(self) -> Target:
        """What was kept, as PERFEX's metric."""
        kept = self.rows["kept"].to_numpy()
        return Target.of(KEPT, collect_outcomes(Given(None, np.zeros(len(kept)), kept), regression=True))

    def positions(self, datasets: frozenset[str]) -> IndexArray:
        """Rows of some data sets."""
        return np.flatnonzero(self.rows["dataset"].isin(datasets))

    def shuffled(self, features: Sequence[str], rng: np.random.Generator) -> FloatArray:
        """Encoded features with the tie of some of them to the outcome broken, and no other tie.

        Properties of data sets move, all together, from one data set to another; features of cells are permuted,
        together, among the cells of each data set.
        """
        datasets, first, code = np.unique(self.rows["dataset"], return_index=True, return_inverse=True)
        within = np.empty(len(code), dtype=np.intp)
        within[np.argsort(code, kind="stable")] = np.lexsort((rng.random(len(code)), code))
        between = first[rng.permutation(len(datasets))][code]  # a row of the data set whose properties come here
        values = self.values.copy()
        for place, name in enumerate(self.features.columns):
            if name in features:
                values[place] = values[place, between if name in PROPERTIES else within]
        return values


def search_rules(cells: Cells, half: Half, settings: RulesSettings, values: FloatArray | None = None) -> Node:
    """Grow a PERFEX tree on one half of the data sets; ``values`` are shuffled features in place of the true ones."""
    encoded, searched = cells.values if values is None else values, cells.positions(half.search)
    columns = SortedColumns.of(encoded[:, searched], categorical_mask(cells.columns), None)
    smallest = max(2, int(settings.min_share * len(searched)))
    limits = SearchLimits(smallest, smallest, SMALLEST_DIFFERENCE)
    return grow(cells.target.take(searched), columns, limits, settings.max_depth)


def skill(cells: Cells, half: Half, root: Node, values: FloatArray | None = None) -> float:
    """Share of the squared error that the rules remove on data sets they have not seen; below zero they mislead.

    The reference is the mean of the searched half: what somebody without rules would say about a new data set.
    """
    encoded, reported = cells.values if values is None else values, cells.positions(half.report)
    forecast = np.array([leaf.value for leaf in root.leaves()])[root.apply(encoded[:, reported])]
    kept = cells.rows["kept"].to_numpy()[reported]
    return float(1.0 - np.square(kept - forecast).sum() / np.square(kept - root.value).sum())


def mean_skill(
    cells: Cells, splits: Sequence[Half], settings: RulesSettings, values: FloatArray | None = None
) -> float:
    """Mean skill over the splits."""
    return float(np.mean([skill(cells, half, search_rules(cells, half, settings, values), values) for half in splits]))


def rule_table(cells: Cells, half: Half, root: Node) -> pd.DataFrame:
    """One row per rule, the lowest value of the search first.

    Returns
    -------
    ``rule``, ``searched`` (its value on the search half), then from the other half: ``kept`` with its 95 % bootstrap
    interval ``low`` to ``high`` over ``n_datasets`` data sets, ``n_cells``, ``keeps`` (share of cells that keep 95 %),
    ``lead`` on all cells of these data sets, and the ``verdict``: is the lead on the side that the search saw? A rule
    that cells of fewer than five data sets meet has no interval and is not testable.
    """
    reported = cells.positions(half.report)
    groups = root.partition(cells.values, reported)
    described = [
        {"rule": ", ".join(map(str, merge(path))) or "always", "searched": leaf.value}
        | _on_new_data(cells.rows.iloc[reported], np.isin(reported, group), rises=leaf.value > root.value)
        for path, leaf, group in zip(paths(root, cells.columns), root.leaves(), groups, strict=True)
    ]
    return pd.DataFrame(described).sort_values("searched", kind="stable", ignore_index=True)


def _on_new_data(rows: pd.DataFrame, inside: NDArray[np.bool_], *, rises: bool) -> dict[str, object]:
    """What the reported data sets say to one rule; those without such cells say nothing."""
    kept = rows["kept"].to_numpy()
    sums = pd.DataFrame({"sum": np.where(inside, kept, 0.0), "n": inside, "all": kept, "n_all": 1})
    blocks = sums.groupby(rows["dataset"].to_numpy()).sum()
    touched = blocks[blocks["n"] > 0].to_numpy(dtype=float)
    value, lead = bootstrap(touched[:, :2], _ratio), bootstrap(touched, _ratio_difference)
    enough = value.n >= FEWEST_BLOCKS
    return {
        "kept": value.estimate,
        "low": value.low if enough else np.nan,
        "high": value.high if enough else np.nan,
        "n_datasets": value.n,
        "n_cells": int(inside.sum()),
        "keeps": float((kept[inside] >= GOOD).mean()) if inside.any() else np.nan,
        "lead": lead.estimate,
        "verdict": decide(lead, 0.0, above=rises, blocks="data sets")[0],
    }


def _ratio(total: FloatArray, n: FloatArray) -> FloatArray:
    return np.asarray(total.sum(-1) / n.sum(-1))


def _ratio_difference(total: FloatArray, n: FloatArray, of_all: FloatArray, n_all: FloatArray) -> FloatArray:
    return _ratio(total, n) - _ratio(of_all, n_all)


def test_questions(cells: Cells, splits: Sequence[Half], settings: RulesSettings) -> pd.DataFrame:
    """Which features do the rules live on? Skill on unseen data sets, against that with shuffled features.

    Returns
    -------
    One row per question of `QUESTIONS`: the mean ``skill`` over the splits, mean and 95 % quantile of the ``shuffled``
    skills, the ``gain`` on their mean, ``p_value`` (share of shuffles with as much skill, the observed one counted),
    and ``n_datasets``.
    """
    observed = mean_skill(cells, splits, settings)
    table = []
    for number, (question, features) in enumerate(QUESTIONS.items()):
        rng = np.random.default_rng([settings.seed, number])
        shuffles = (cells.shuffled(features, rng) for _ in range(settings.permutations))
        null = np.array([mean_skill(cells, splits, settings, values) for values in shuffles])
        quantile, p = float(np.quantile(null, 0.95)), p_value(observed, null)
        row = {"skill": observed, "shuffled": null.mean(), "shuffled_95": quantile}
        row |= {"gain": observed - null.mean(), "p_value": p}
        table.append({"question": question} | row | {"n_datasets": cells.rows["dataset"].nunique()})
    return pd.DataFrame(table)


def used_features(cells: Cells, splits: Sequence[Half], settings: RulesSettings) -> pd.DataFrame:
    """How stable the rules are: share of the splits whose rules use a feature, anywhere and first."""
    found = [paths(search_rules(cells, half, settings), cells.columns) for half in splits]
    anywhere = [{step.feature for path in rules for step in path} for rules in found]
    first = [{path[0].feature for path in rules if path} for rules in found]
    rows = {name: [np.mean([name in used for used in side]) for side in (anywhere, first)] for name in cells.features}
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["in_rules", "first"]).rename_axis("feature")
    return table.sort_values("in_rules", ascending=False, kind="stable").reset_index()
