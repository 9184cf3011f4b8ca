from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest

from provingground.errors import InputError
from provingground.findings import rules
from provingground.findings.figures import questions_figure, rules_figure
from provingground.findings.rules import PROPERTIES, Cells, halves, rule_table, search_rules
from provingground.findings.settings import RulesSettings
from provingground.findings.study import study_rules

SETTINGS = RulesSettings(splits=3, permutations=19, max_depth=2, min_share=0.1)


def rows_of(kept, n_datasets: int = 12, seed: int = 0) -> pd.DataFrame:
    """Rows whose outcome is ``kept(properties, family, rho)`` plus noise of a hundredth."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(n_datasets):
        properties = dict(
            zip(PROPERTIES, (*rng.uniform(100, 1000, 2), rng.uniform(0.02, 0.5), rng.random()), strict=True)
        )
        for family, rho in itertools.product(("linear", "forest", "xgboost"), (0.25, 0.5, 0.75, 1.0)):
            row = {"dataset": f"set{number:02d}", "rho": rho, "flipped": rho * properties["minority_share"]}
            row |= {"family": family, "loss": f"loss of {family}", "variant": "common"} | properties
            made.append(row | {"kept": kept(properties, family, rho) + rng.normal(scale=0.01)})
    return pd.DataFrame(made)


def families_differ(properties, family, rho) -> float:
    return 0.7 if family == "forest" else 0.95


def test_halves_share_no_data_set_and_are_matched_by_minority_share() -> None:
    rows = rows_of(families_differ, n_datasets=13)
    order = rows.drop_duplicates("dataset").sort_values("minority_share")["dataset"].tolist()
    for half in halves(rows, 20, seed=1):
        assert half.search | half.report == set(order)
        assert not half.search & half.report
        for first, second in zip(order[:12:2], order[1:12:2], strict=True):
            assert len({first, second} & half.report) == 1
    assert len({half.report for half in halves(rows, 20, seed=1)}) > 10
    assert halves(rows, 3, seed=1) == halves(rows.sample(frac=1, random_state=0), 3, seed=1)


def test_rules_on_a_single_data_set_are_refused() -> None:
    with pytest.raises(InputError, match="none is left to test the rules on"):
        halves(rows_of(families_differ, n_datasets=1), 3, seed=1)


def test_a_shuffle_moves_properties_with_their_data_set_and_the_rest_within_it() -> None:
    cells = Cells(rows_of(families_differ))
    names, datasets = list(cells.features.columns), cells.rows["dataset"].to_numpy()
    shuffled = cells.shuffled(["rho", "flipped", *PROPERTIES], np.random.default_rng(3))
    at = {name: place for place, name in enumerate(names)}
    for name in ("family", "loss", "variant"):  # not asked for
        np.testing.assert_array_equal(shuffled[at[name]], cells.values[at[name]])
    pairs = {tuple(pair) for pair in cells.values[[at["rho"], at["flipped"]]].T}
    blocks = {tuple(block) for block in cells.values[[at[name] for name in PROPERTIES]].T}
    moved = 0
    for dataset in np.unique(datasets):
        inside = datasets == dataset
        for name in ("rho", "flipped"):
            np.testing.assert_array_equal(np.sort(shuffled[at[name], inside]), np.sort(cells.values[at[name], inside]))
        assert {tuple(pair) for pair in shuffled[[at["rho"], at["flipped"]]][:, inside].T} <= pairs
        properties = shuffled[[at[name] for name in PROPERTIES]][:, inside].T
        assert len(np.unique(properties, axis=0)) == 1
        assert tuple(properties[0]) in blocks
        moved += not np.array_equal(properties, cells.values[[at[name] for name in PROPERTIES]][:, inside].T)
    assert moved > 6


def test_a_planted_rule_is_found_on_one_half_and_supported_by_the_other() -> None:
    cells = Cells(rows_of(families_differ))
    half = halves(cells.rows, 1, seed=1)[0]
    root = search_rules(cells, half, SETTINGS)
    table = rule_table(cells, half, root)
    worst = table.iloc[0]
    assert "forest" in worst["rule"]
    assert worst["verdict"] == "supported"
    # The same numbers by filtering the rows of the other half.
    there = cells.rows[cells.rows["dataset"].isin(half.report) & (cells.rows["family"] == "forest")]
    assert (worst["n_datasets"], worst["n_cells"]) == (there["dataset"].nunique(), len(there))
    assert worst["kept"] == pytest.approx(there["kept"].mean())
    assert worst["keeps"] == pytest.approx((there["kept"] >= 0.95).mean())
    of_all = cells.rows[cells.rows["dataset"].isin(half.report)]["kept"].mean()
    assert worst["lead"] == pytest.approx(there["kept"].mean() - of_all)
    assert rules.skill(cells, half, root) > 0.9


def test_rules_search_no_row_of_the_data_sets_that_test_them() -> None:
    rows = rows_of(families_differ)
    half = halves(rows, 1, seed=1)[0]
    spoilt = rows.assign(kept=rows["kept"].where(rows["dataset"].isin(half.search), 5.0))
    honest, other = (search_rules(Cells(frame), half, SETTINGS) for frame in (rows, spoilt))
    assert [leaf.value for leaf in honest.leaves()] == [leaf.value for leaf in other.leaves()]


def test_only_the_question_that_the_rule_lives_on_is_significant() -> None:
    rows = rows_of(families_differ)
    table = rules.test_questions(Cells(rows), halves(rows, 3, seed=1), SETTINGS).set_index("question")
    assert table.loc["algorithm", "p_value"] == 0.05
    assert table.loc["everything", "p_value"] == 0.05
    assert table.loc["algorithm", "gain"] > 0.5
    assert abs(table.loc["noise level", "gain"]) < 0.01
    assert abs(table.loc["data set", "gain"]) < 0.01


def test_a_data_sets_own_difficulty_is_not_taken_for_an_effect_of_its_properties() -> None:
    """Each data set has a level of its own, drawn apart from its properties: the p-value must be uniform.

    Twelve rows per data set repeat that level. Shuffling rows instead gives 0.05 five times and mostly 1.0.
    """
    p_values = []
    for seed in range(20):
        rows = rows_of(lambda *_: 0.0, n_datasets=10, seed=seed)
        own = np.random.default_rng([7, seed]).normal(0.9, 0.05, 10)
        rows["kept"] += own[rows["dataset"].str[3:].astype(int)]
        table = rules.test_questions(Cells(rows), halves(rows, 2, seed=seed), SETTINGS).set_index("question")
        p_values.append(table.loc["data set", "p_value"])
    # 20 uniform p-values: at most 5 are 0.1 or less with a probability of .989 (binomial).
    assert sum(p <= 0.1 for p in p_values) <= 5


def test_a_rule_that_few_data_sets_meet_has_no_interval_and_is_not_testable() -> None:
    rows = rows_of(families_differ, n_datasets=6)
    half = halves(rows, 1, seed=1)[0]
    table = rule_table(Cells(rows), half, search_rules(Cells(rows), half, SETTINGS))
    assert set(table["verdict"]) == {"not testable"}
    assert table["low"].isna().all()
    assert table["kept"].notna().all()


def test_rows_of_cells_average_folds_and_know_the_share_that_flipped() -> None:
    cells = pd.DataFrame(
        {
            "dataset": "toy", "algorithm": "XGB_HINGE", "family": "xgboost", "variant": "corrected",
            "rho": [0.0, 0.0, 1.0, 1.0, 1.25, 1.25], "fold": [0, 1] * 3, "status": "ok",
            "test_roc_auc": [0.8, 0.9, 0.4, 0.9, 0.1, 0.1], "n_train": 100,
            "flips_realised_negative": [0, 0, 10, 20, 30, 30], "flips_realised_positive": [0, 0, 5, 5, 5, 5],
        }
    )  # fmt: skip
    properties = pd.DataFrame({"dataset": ["toy"], **{name: [1.0] for name in PROPERTIES}})
    (row,) = rules.rows_of_cells(cells, properties).to_dict("records")
    assert row["kept"] == pytest.approx((0.4 / 0.8 + 0.9 / 0.9) / 2)
    assert row["flipped"] == pytest.approx(0.2)
    assert (row["rho"], row["loss"]) == (1.0, "hinge")


def test_figures_show_every_rule_and_every_question_with_its_number_of_data_sets() -> None:
    studies = study_rules({"made up": rows_of(families_differ)}, SETTINGS)
    assert list(studies) == ["made up, all levels", "made up, ρ ≥ 0.75"]
    figure = rules_figure({title: one.rules for title, one in studies.items()})
    for axes, one in zip(figure.axes, studies.values(), strict=True):
        assert sum(text.get_text().startswith("N = ") for text in axes.texts) == len(one.rules)
    figure = questions_figure({title: one.questions for title, one in studies.items()})
    assert all("N = 12 data sets" in axes.get_title() for axes in figure.axes)
