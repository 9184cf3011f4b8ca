from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import pytest

from provingground.errors import InputError
from provingground.labelnoise.ablation import ablation_figure, arms, effects, realised_flips
from provingground.labelnoise.algorithms import get
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.plan import plan_cells
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.settings import Ablation
from provingground.labelnoise.splits import repeated_stratified_folds
from provingground.labelnoise.store import Store
from provingground.pipeline.workers import run_local

PROTOCOL = Protocol(levels=(0.0, 0.5), folds=3, repeats=1)


def ablation(change: str, *values: object, algorithms: tuple[str, ...] = ("XGB_UNHINGED",)) -> Ablation:
    return Ablation(change=change, values=values, algorithms=algorithms)


def test_the_standard_value_plans_the_very_cells_of_the_benchmark(mixed_table) -> None:
    benchmark = plan_cells(mixed_table, [get("XGB_UNHINGED", "corrected")], PROTOCOL)
    for change, standard, other in [
        ("parameters.rounds", 100, 10),
        ("parameters.shift", None, "training-share"),
        ("noise.model", "ncar", "nar"),
        ("splits.seed", 56, 16),
    ]:
        same, changed = arms(ablation(change, standard, other), PROTOCOL)
        keys = {cell.key for cell in plan_cells(mixed_table, same.algorithms, same.protocol)}
        assert keys == {cell.key for cell in benchmark}, change
        assert not keys & {cell.key for cell in plan_cells(mixed_table, changed.algorithms, changed.protocol)}, change


@pytest.mark.parametrize(
    ("change", "remedy"),
    [
        ("noise.modle", "Did you mean 'noise.model'"),
        ("parameters.round", "Did you mean 'parameters.rounds'"),
        ("parameters.subsample", "parameters."),  # XGBoost would take it; the variant declares none
        ("rounds", "Use one of noise.model"),
    ],
)
def test_a_change_of_nothing_is_refused_because_it_would_show_no_effect(change: str, remedy: str) -> None:
    with pytest.raises(InputError, match="nothing that can be changed") as error:
        arms(ablation(change, 1, 2), PROTOCOL)
    assert remedy in str(error.value)


@pytest.fixture(scope="module")
def cells(mixed_table, tmp_path_factory) -> pd.DataFrame:
    """Two values of the threshold on one small data set, computed."""
    store = Store(tmp_path_factory.mktemp("store"))
    run = partial(run_local, workers=1)
    tables = [
        run_dataset(mixed_table, lambda: mixed_table, arm.algorithms, arm.protocol, store, run).assign(value=arm.value)
        for arm in arms(ablation("parameters.shift", None, "training-share"), PROTOCOL)
    ]
    return pd.concat(tables, ignore_index=True)


def test_a_shifted_threshold_calls_as_many_training_rows_positive_as_there_are_labels(mixed_table) -> None:
    fold = repeated_stratified_folds(mixed_table.y, 3, 1, seed=56)[0]
    standard, shifted = (
        arm.algorithms[0] for arm in arms(ablation("parameters.shift", None, "training-share"), PROTOCOL)
    )
    y = mixed_table.y[fold.train]
    scores = []
    for algorithm in (standard, shifted):
        with algorithm.open(mixed_table, fold.train, fold.test) as session:
            scores.append(session.fit_score(y, seed=1))
    assert (scores[1].train > 0).sum() <= (y > 0).sum() <= (scores[1].train >= 0).sum()
    moved = scores[1].test - scores[0].test
    assert moved == pytest.approx(np.full(len(moved), moved[0]), abs=1e-5)  # the ranking, and so AUC, is the same


def test_effects_are_paired_differences_from_the_first_value(cells) -> None:
    found = effects(cells, "test_balanced_accuracy").set_index("rho")
    means = cells.groupby(["value", "rho"])["test_balanced_accuracy"].mean()
    assert found["value"].unique().tolist() == ["training-share"]
    for rho in (0.0, 0.5):
        assert found.loc[rho, "difference"] == pytest.approx(means["training-share", rho] - means["none", rho])
        assert found.loc[rho, "n"] == 1


def test_realised_flips_are_shares_of_each_class(cells, mixed_table) -> None:
    shares = realised_flips(cells).set_index("value")
    folds = repeated_stratified_folds(mixed_table.y, 3, 1, seed=56)
    noisy = cells[(cells["rho"] == 0.5) & (cells["value"] == "none")].sort_values("fold")
    sizes = [(mixed_table.y[fold.train] > 0).sum() for fold in folds]
    assert shares.loc["none", "positive"] == pytest.approx(np.mean(noisy["flips_realised_positive"] / sizes))
    assert shares.loc["none", "positive_expected"] == pytest.approx(0.5 * mixed_table.minority_share)
    assert shares.loc["none"].equals(shares.loc["training-share"])  # flips are shared


def test_the_figure_has_a_line_per_value_and_names_what_stands_behind_it(cells) -> None:
    figure = ablation_figure(cells, ["test_roc_auc", "test_balanced_accuracy"])
    assert [len(axes.lines) for axes in figure.axes] == [2, 2]
    assert "1 data sets" in figure.get_supxlabel()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["none", "training-share"]
