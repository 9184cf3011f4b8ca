"""The paper's experiments against what the reference notes measured and the authors' package over 20 seeds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

from provingground.datasets.table import Table
from provingground.perfex import experiments, synthetic, worked
from provingground.perfex.settings import PerfexProfile


def test_the_red_blue_example_splits_on_y_with_the_measured_distribution() -> None:
    found = synthetic.red_blue_distribution(range(60))
    assert (found["feature"] == "y").mean() > 0.95
    assert (found["n_low"] == 100).mean() > 0.9
    assert found["low"].mean() == pytest.approx(0.764, abs=4 * 0.048 / np.sqrt(60))  # measured: .764 +- .048


def test_figure_5a_goes_through_the_measured_end_points() -> None:
    curve = synthetic.difficulty_curve([0.25, 8.0], range(6)).groupby("delta").mean()
    assert curve["f1"].tolist() == pytest.approx([0.52, 0.98], abs=0.02)
    assert curve["mae"].tolist() == pytest.approx([0.056, 0.003], abs=0.03)


def test_figure_5b_goes_through_the_measured_end_points() -> None:
    curve = synthetic.shift_curve([0.0, 8.0], range(6)).groupby("delta").mean()
    assert curve["mae"].tolist() == pytest.approx([0.028, 0.374], abs=0.04)


def test_the_classifier_of_figure_5a_takes_the_class_of_larger_density() -> None:
    X, y = synthetic.two_gaussians(3.0, 0, 20000)
    accuracy = np.mean(synthetic.larger_density(X, 3.0) == y)
    assert accuracy == pytest.approx(1.0 - synthetic.region_of_error(3.0) / 2.0, abs=0.006)
    assert f1_score(y, synthetic.larger_density(X, 3.0)) == pytest.approx(accuracy, abs=0.01)


def test_the_split_is_half_a_quarter_and_a_quarter_stratified_and_disjoint() -> None:
    y = np.repeat([0, 1, 2], [400, 200, 40])
    split = experiments.split_rows(y, 0)
    parts = [split.train, split.first, split.second]
    assert [len(part) for part in parts] == [320, 160, 160]
    assert sorted(np.concatenate(parts)) == list(range(640))
    assert [np.bincount(y[part]).tolist() for part in parts] == [[200, 100, 20], [100, 50, 10], [100, 50, 10]]


def test_code_categories_become_numbers_and_names_stay_categories() -> None:
    X = pd.DataFrame({"code": pd.Categorical(["1", "3", "2"]), "name": pd.Categorical(["2", "3", "5more"])})
    made = experiments.features(Table("t", X, np.arange(3)))
    assert made["code"].tolist() == [1.0, 3.0, 2.0]
    assert made["name"].tolist() == ["2", "3", "5more"]


def small_results() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=800), "b": pd.Categorical(rng.choice(["u", "v"], 800))})
    y = np.where(X["a"] + rng.normal(size=800) > 0, "p", "q")
    settings = PerfexProfile(datasets=(), worked_example="car", seeds=2, leaf_sizes=(50, 20))
    cells = [
        row
        for name in ("LR", "DT")
        for seed in range(settings.seeds)
        for row in experiments.table_cell(Table("toy", X, y), name, seed, settings)
    ]
    return pd.DataFrame(cells)


def test_claims_without_their_cell_are_unknown_not_fulfilled() -> None:
    claims = experiments.check_claims(small_results(), 50).set_index("claim")
    assert np.isnan(claims.loc["spread of the cell quoted as lowest", "here"])
    assert not claims.loc["spread of the cell quoted as lowest", "holds"]


def test_every_measure_of_the_table_is_there_for_every_leaf_size() -> None:
    results = small_results()
    assert len(results) == 8
    assert not experiments.summarise(results, 20).isna().any().any()
    assert (results.groupby("leaf_size")["spread"].mean().diff().dropna() < 0).all()  # larger leaves, smaller spread


def test_abstaining_on_the_worst_leaves_raises_the_accuracy_of_the_rest() -> None:
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=4000), "b": pd.Categorical(rng.choice(["u", "v"], 4000))})
    y = np.where((X["a"] > 0) ^ ((X["b"] == "u") & (rng.random(4000) < 0.4)), 1, -1)
    case = worked.worked_case(Table("toy", X, y), n_permutations=19)
    curve = worked.abstention(case).query("strategy == 'PERFEX leaves'").sort_values("coverage")
    assert curve["coverage"].iloc[-1] == 1.0
    assert curve["accuracy"].iloc[0] > curve["accuracy"].iloc[-1] + 0.1


def test_occupancy_keeps_co2_and_temperature_only() -> None:
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.random((800, 3)), columns=["CO2", "Light", "Temperature"])
    y = np.where(X["Light"] > 0.5, "1", "0")
    settings = PerfexProfile(datasets=(), worked_example="car", seeds=2, leaf_sizes=(50,))
    rows = [experiments.table_cell(Table(name, X, y), "DT", 0, settings)[0] for name in ("occupancy", "other")]
    assert rows[0]["base_accuracy"] < 0.6 < 0.95 < rows[1]["base_accuracy"]


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="sedes"):
        PerfexProfile.model_validate({"datasets": [], "worked_example": "car", "sedes": 3})
