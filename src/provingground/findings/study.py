"""What notebook 6 calls where a step needs the project's files or settings; the steps themselves know neither."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from provingground.benchmark import comparable_cells, first_folds, load_table
from provingground.compendium import Project
from provingground.findings import harm, headline, rules
from provingground.findings.reports import Reports, available_cells, measured_properties, published_properties
from provingground.findings.settings import HarmSettings, RulesSettings
from provingground.labelnoise import algorithms
from provingground.labelnoise.comparison import compare_exact, same_state
from provingground.labelnoise.record import Record
from provingground.perfex.explain import merge
from provingground.perfex.tree import PerfexTree


@dataclass(frozen=True)
class RuleStudy:
    """Rules from one source of cells, and their tests.

    Parameters
    ----------
    title
        Whose cells, and from which noise level on.
    half
        The split that ``rules`` show: the first one drawn.
    rules, questions, features
        See :func:`~provingground.findings.rules.rule_table`, ``test_questions`` and ``used_features``.
    """

    title: str
    half: rules.Half
    rules: pd.DataFrame
    questions: pd.DataFrame
    features: pd.DataFrame

    @property
    def searched(self) -> str:
        """Names of the data sets that the rules were searched on."""
        return ", ".join(sorted(self.half.search))


def rule_sources(project: Project, profile: str, record: Record, cells: pd.DataFrame | None) -> dict[str, pd.DataFrame]:
    """Rows for the rules: the authors', and ours where two data sets have run."""
    sources = {"authors": rules.rows_of_authors(record.summary, published_properties(project))}
    if cells is not None and cells["dataset"].nunique() > 1:
        names = list(cells["dataset"].unique())
        sources["ours"] = rules.rows_of_cells(cells, measured_properties(project, profile, names))
    return sources


def study_rules(sources: Mapping[str, pd.DataFrame], settings: RulesSettings) -> dict[str, RuleStudy]:
    """Search and test rules on each source, over all levels that ``settings.least_rho`` asks for."""
    found = {}
    for name, rows in sources.items():
        for least in settings.least_rho:
            title = f"{name}, " + (f"ρ ≥ {least:g}" if least else "all levels")
            found[title] = _study(title, rows[rows["rho"] >= least].reset_index(drop=True), settings)
    return found


def _study(title: str, rows: pd.DataFrame, settings: RulesSettings) -> RuleStudy:
    cells, splits = rules.Cells(rows), rules.halves(rows, settings.splits, settings.seed)
    return RuleStudy(
        title,
        splits[0],
        rules.rule_table(cells, splits[0], rules.search_rules(cells, splits[0], settings)),
        rules.test_questions(cells, splits, settings),
        rules.used_features(cells, splits, settings),
    )


def one_table(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Tables of several studies below each other, with their title in the first column."""
    return pd.concat(tables, names=["cells", None]).reset_index(level="cells").reset_index(drop=True)


@dataclass(frozen=True)
class HarmStudy:
    """One algorithm with clean and noisy labels: every row, the tree, and the groups."""

    rows: pd.DataFrame
    tree: PerfexTree
    groups: pd.DataFrame

    @property
    def overall(self) -> float:
        """Change of accuracy over all rows."""
        return float((self.rows["noisy"] - self.rows["clean"]).mean())

    @property
    def leaves(self) -> pd.DataFrame:
        """Leaves of the tree with their ``rule`` in words, largest harm first."""
        leaves = self.tree.leaves_.sort_values("value", kind="stable", ignore_index=True)
        words = [", ".join(map(str, merge(path))) or "always" for path in leaves["conditions"]]
        columns = ["n", "value", "lower", "upper", "p_value", "search_value"]
        return leaves[columns].assign(rule=words)[["rule", *columns]]


def study_harm(project: Project, profile: str, settings: HarmSettings) -> HarmStudy:
    """Measure and explain on the data set of the settings, over the first repetition of the folds."""
    table = load_table(project, profile, settings.dataset)
    algorithm = algorithms.get(settings.algorithm, settings.variant)
    workers = project.params.compute.workers
    rows = harm.measure_harm(table, first_folds(project, table), algorithm, settings, workers)
    return HarmStudy(rows, harm.explain_harm(table, rows, settings), harm.harm_by_distance(rows))


@dataclass(frozen=True)
class Headline:
    """The numbers of the start page; a table is empty where its section has not run."""

    kept: pd.DataFrame
    ranks: pd.DataFrame
    exact: pd.DataFrame
    baselines: pd.DataFrame
    perfex: pd.DataFrame


def headline_tables(project: Project, profile: str, record: Record, reports: Reports) -> Headline:
    """Everything for the start page and ``dvc metrics`` besides the claims."""
    cells = available_cells(project, profile)
    if cells is None:
        kept, exact = headline.NO_KEPT, headline.NO_EXACT
    else:
        comparable = comparable_cells(project, profile, cells)
        exact = headline.exact_matches(compare_exact(same_state(comparable, record.clean_folds), record.clean_folds))
        kept = headline.kept_auc(cells, record.summary)
    ranks = headline.corrected_ranks(reports)
    return Headline(kept, ranks, exact, headline.best_baselines(reports), headline.perfex_errors(reports))
