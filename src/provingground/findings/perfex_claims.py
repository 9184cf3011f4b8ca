"""What the PERFEX paper states, as tests on the tables of notebook 5.

``reproduced`` reads a statement as the paper does. ``corrected`` adds the comparison that the paper leaves out: a tree
without splits, trees on shuffled outcomes, points that were not picked.
"""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from provingground.findings.claims import Tested
from provingground.findings.reports import Reports
from provingground.perfex.growing import Target
from provingground.perfex.limits import smallest_denominator
from provingground.perfex.metrics import accuracy
from provingground.perfex.outcomes import Given, collect_outcomes
from provingground.statistics import Claim, Fact, NotTestable, Printed
from provingground.statistics.claims import Statement

_SEEDS = "perfex/table_1_seeds"
_RANGES = {  # row of perfex/claims -> name, statement
    "lowest base accuracy": ("lowest_accuracy", "Base accuracies start at 51 %"),
    "highest base accuracy": ("highest_accuracy", "Base accuracies reach 95 %"),
    "spread of the cell quoted as lowest": ("lowest_spread", "Car with a random forest has leaves 9.3 % apart"),
    "spread of the cell quoted as highest": ("highest_spread", "Contraceptive with an SVM has leaves 78.2 % apart"),
    "lowest MAE": ("lowest_mae", "The lowest MAE is 1.1 %"),
    "highest MAE": ("highest_mae", "The highest MAE is 9.5 %"),
}


def perfex_claims() -> tuple[Tested, ...]:
    """Every claim of the paper that these tables can test."""
    return (
        *_arithmetic(),
        *(_reproduced("perfex/red_blue_seeds", one) for one in _red_and_blue()),
        *(_reproduced("perfex/figure_5", one) for one in _curves()),
        *(_reproduced("perfex/claims", one) for one in _ranges()),
        *_table_1(),
        *(_reproduced("perfex/clinic", one) for one in _clinic()),
        *(Tested("PERFEX", "corrected", "perfex/figure_6", one) for one in _importances()),
    )


def _reproduced(evidence: str, test: Statement[Reports]) -> Tested:
    return Tested("PERFEX", "reproduced", evidence, test)


def _arithmetic() -> list[Tested]:
    needed = "rows that an interval of width 0.1 needs at 95 %"

    def smallest(_: Reports) -> int:
        return smallest_denominator(Target.of(accuracy(), collect_outcomes(Given(None, [0, 1], [0, 1]))), 0.95, 0.1)

    def is_close(reports: Reports) -> pd.Series:
        return pd.Series({f"{smallest(reports)} rows are within one row of 384": abs(smallest(reports) - 384) <= 1})

    def is_enough(reports: Reports) -> pd.Series:
        return pd.Series({f"384 rows reach {smallest(reports)}": smallest(reports) <= 384})

    text, section = "A leaf needs about 384 rows", "Stop criterion"
    return [
        _reproduced("perfex/claims", Fact("stop_rule", text, section, is_close, needed)),
        Tested("PERFEX", "corrected", "perfex/claims", Fact("stop_rule", text, section, is_enough, needed)),
    ]


def _red_and_blue() -> list[Statement[Reports]]:
    def runs(column: str) -> Callable[[Reports], tuple[float, float]]:
        def spread(reports: Reports) -> tuple[float, float]:
            values = reports.table("perfex/red_blue_seeds", [column])[column]
            return values.mean(), values.std()

        return spread

    def splits_on_y(reports: Reports) -> pd.Series:
        found = reports.table("perfex/red_blue_seeds", ["seed", "feature"])
        return pd.Series((found["feature"] == "y").to_numpy(), index="seed " + found["seed"].astype(str))

    section = "Figure 3"
    text = "Accuracy depends on y, although the prediction depends on x alone"
    return [
        Fact("red_blue_feature", text, section, splits_on_y, "the tree splits on y", blocks="seeds"),
        Printed("red_blue_threshold", "The split is at y = 10.96", section, 10.96, runs("threshold"), "threshold"),
        Printed("red_blue_low", "Above it accuracy is .72", section, 0.72, runs("low"), "accuracy of the low leaf"),
    ]


def _curves() -> list[Statement[Reports]]:
    def hard_tasks(reports: Reports) -> pd.Series:
        curve = reports.table("perfex/difficulty", ["seed", "delta", "f1", "mae"])
        return curve[curve["f1"] < 0.7].groupby("seed")["mae"].mean()

    def shifted(reports: Reports) -> pd.Series:
        curve = reports.table("perfex/shift", ["seed", "delta", "mae"]).pivot(
            index="seed", columns="delta", values="mae"
        )
        return curve[curve.columns.max()] - curve[curve.columns.min()]

    def f1_falls(reports: Reports) -> pd.Series:
        means = reports.table("perfex/difficulty", ["region", "f1"]).groupby("region")["f1"].mean()
        return pd.Series((means.diff().dropna() < 0).to_numpy(), index=means.index[1:].to_series().round(2))

    return [
        Fact("f1_falls", "The classifier gets worse as the region of error grows", "Figure 5a", f1_falls,
             "mean weighted F1 falls from each region of error to the next"),
        Claim("hard_task", "The explanation stays good where the task is hard", "Figure 5a", hard_tasks,
              "mean MAE where the classifier's F1 is below .7", 0.1, above=False, blocks="seeds"),
        Claim("shift_hurts", "The explanation gets worse where the tree's data shift", "Figure 5b", shifted,
              "MAE at the largest shift less that without shift", 0.05, blocks="seeds"),
    ]  # fmt: skip


def _ranges() -> list[Statement[Reports]]:
    def stated(row: str) -> Callable[[Reports], tuple[float, float]]:
        def spread(reports: Reports) -> tuple[float, float]:
            found = reports.sets("perfex/claims", row, ["here", "sd"], key="claim").iloc[0]
            return found["here"], found["sd"]

        return spread

    numbers = {"lowest base accuracy": 0.51, "highest base accuracy": 0.95, "lowest MAE": 0.011, "highest MAE": 0.095}
    numbers |= {"spread of the cell quoted as lowest": 0.093, "spread of the cell quoted as highest": 0.782}
    return [Printed(name, text, "Table 1", numbers[row], stated(row), row) for row, (name, text) in _RANGES.items()]


def _table_1() -> list[Tested]:
    def per_seed(first: str, second: str | None = None) -> Callable[[Reports], pd.Series]:
        """Mean over data sets and classifiers of one measure, or of the difference of two."""

        def effect(reports: Reports) -> pd.Series:
            found = _primary(reports, [first] if second is None else [first, second])
            value = found[first] if second is None else found[first] - found[second]
            return value.groupby(found["seed"]).mean()

        return effect

    def accuracy_and_mae(reports: Reports) -> pd.Series:
        found = _primary(reports, ["base_accuracy", "mae"])
        groups = found.groupby("seed")[["base_accuracy", "mae"]]
        return pd.Series({seed: group["base_accuracy"].corr(group["mae"], method="spearman") for seed, group in groups})

    def best_on_blobs(reports: Reports) -> pd.Series:
        found = _primary(reports, ["dataset", "highest"])
        return found[found["dataset"] == "blobs"].groupby("seed")["highest"].max()

    blobs = ("perfect_blobs", "On the blobs there are clusters with perfect or almost perfect scores", "Table 1")
    low = ("mae_low", "The leaves' values hold on new data: the MAE is low", "Table 1")
    apart = ("separates", "PERFEX separates rows of high from rows of low accuracy", "Table 1")
    pattern = ("accuracy_and_mae", "Classifiers with higher accuracy have a lower MAE", "Table 1")
    new = "mean Brier skill of the leaves' values on new rows (0: they tell nothing)"
    return [
        _reproduced("perfex/table_1", Claim(*low, per_seed("mae"), "mean MAE", 0.095, above=False, blocks="seeds")),
        Tested("PERFEX", "corrected", "perfex/table_1", Claim(
            *low, per_seed("mae", "one_leaf_mae"), "mean MAE less that of a tree without splits", above=False,
            blocks="seeds")),
        _reproduced("perfex/table_1", Claim(*apart, per_seed("spread"), "mean spread", 0.093, blocks="seeds")),
        Tested("PERFEX", "corrected", "perfex/table_1", Claim(
            *apart, per_seed("spread", "shuffled_spread"), "mean spread less that of trees on shuffled outcomes",
            blocks="seeds")),
        Tested("PERFEX", "corrected", "perfex/table_1", Claim(
            "skill", "The accuracy of a leaf is an estimate for unseen data", "Table 1", per_seed("brier_skill"), new,
            blocks="seeds")),
        _reproduced("perfex/table_1", Claim(
            *blobs, best_on_blobs, "accuracy of the best leaf of all classifiers", 0.95, blocks="seeds")),
        _reproduced("perfex/table_1", Claim(
            *pattern, accuracy_and_mae, "mean Spearman correlation over data sets and classifiers", above=False,
            blocks="seeds")),
    ]  # fmt: skip


def _primary(reports: Reports, measures: list[str]) -> pd.DataFrame:
    """Rows of Table 1 per seed at the primary leaf size, which is the table's first."""
    found = reports.table(_SEEDS, ["seed", "leaf_size", *measures])
    return pd.DataFrame(found[found["leaf_size"] == found["leaf_size"].iloc[0]])


def _clinic() -> list[Statement[Reports]]:
    def runs(column: str) -> Callable[[Reports], tuple[float, float]]:
        def spread(reports: Reports) -> tuple[float, float]:
            values = reports.table("perfex/clinic", [column])[column]
            return values.mean(), values.std()

        return spread

    def are_there(reports: Reports) -> pd.Series:
        found = reports.table("perfex/clinic", ["seed", "n_highlighted"])
        return pd.Series((found["n_highlighted"] > 0).to_numpy(), index="seed " + found["seed"].astype(str))

    def chosen(_: Reports) -> tuple[float, float]:
        raise NotTestable("the paper does not say which rows its tree has; ours were chosen knowing this number")

    accuracy_text, worst_text = "The forest's accuracy is .76", "The worst leaf has accuracy .51"
    text = "There are confident wrong predictions in the worst leaf"
    return [
        Printed("clinic_forest", accuracy_text, "Figure 6", 0.76, runs("forest_accuracy"), "accuracy of the forest"),
        Printed("clinic_worst", worst_text, "Figure 6", 0.51, chosen, "accuracy of the worst leaf"),
        Fact("clinic_confident", text, "Figure 6", are_there, "wrong with a score of at least .8", blocks="seeds"),
    ]


def _importances() -> list[Statement[Reports]]:
    def excess(method: str) -> Callable[[Reports], pd.Series]:
        def effect(reports: Reports) -> pd.Series:
            gaps = reports.sets("perfex/gaps", method, ["group", "gap"], key="method")
            marked, others = (gaps.loc[gaps["group"] == group, "gap"] for group in ("highlighted", "all points"))
            if marked.empty or others.empty:
                raise NotTestable("one of the two groups of points is empty")
            return marked - others.mean()

        return effect

    return [
        Claim(
            f"{method.lower()}_misleads",
            f"{method} shows one feature as far more important exactly where the forest is confidently wrong",
            "Figure 6d",
            excess(method),
            "difference of the importances at those points less the mean over all points",
            blocks="points",
        )
        for method in ("SHAP", "LIME")
    ]
