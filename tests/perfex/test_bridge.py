"""Figure 6 and the comparison with other tools."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from provingground.datasets.table import Table
from provingground.perfex import alternatives, bridge, experiments


@pytest.fixture(scope="module")
def clinic() -> bridge.Clinic:
    return bridge.clinic(0)


def test_the_forest_and_its_worst_leaf_are_those_of_the_measured_range() -> None:
    numbers = bridge.clinic_numbers(range(9))
    assert numbers["forest_accuracy"].mean() == pytest.approx(0.766, abs=3 * 0.016 / 3)  # measured: .766 +- .016
    assert numbers["worst_leaf_accuracy"].mean() == pytest.approx(0.495, abs=3 * 0.035 / 3)  # measured: .495 +- .035


def test_highlighted_points_are_confident_wrong_and_in_the_worst_leaf(clinic: bridge.Clinic) -> None:
    rows = clinic.shown[clinic.highlighted(clinic.shown)]
    assert len(rows) > 0
    proba = clinic.forest.predict_proba(clinic.X.iloc[rows])
    assert proba.max(axis=1).min() >= 0.8
    assert np.all(proba.argmax(axis=1) != clinic.y[rows])
    assert np.all(clinic.tree.predict(clinic.X.iloc[rows]) == clinic.tree.leaves_["value"].min())


def test_shap_values_add_up_to_the_score_of_class_one(clinic: bridge.Clinic) -> None:
    pytest.importorskip("shap")
    points = clinic.X.iloc[clinic.shown[:5]]
    values = bridge.shap_importances(clinic, points)
    base = clinic.scores(clinic.shown[:5]) - values.sum(axis=1)
    assert base == pytest.approx(np.repeat(base[0], 5), abs=1e-6)


def test_the_control_stands_beside_the_highlighted_points(clinic: bridge.Clinic) -> None:
    pytest.importorskip("shap")
    pytest.importorskip("lime")
    gaps = bridge.importance_gaps(clinic, 10)
    sizes = gaps.groupby(["method", "group"]).size().unstack()
    assert sizes["all points"].tolist() == [10, 10]
    assert (gaps["gap"] >= 0).all()
    answers = bridge.three_answers(clinic)
    assert answers["source"].tolist() == ["random forest", "SHAP", "LIME", "PERFEX"]
    assert "accuracy is" in answers["answer"].iloc[3]


def test_every_tool_finds_a_planted_group_and_names_its_rows_alike() -> None:
    pytest.importorskip("sliceline")
    pytest.importorskip("fairlearn")
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=4000), "b": pd.Categorical(rng.choice(["u", "v", "w"], 4000))})
    y = np.where((X["b"] == "u") & (rng.random(4000) < 0.5), "rare", "usual")
    made = experiments.predict_both(Table("toy", X, y), "LR", 0)
    found = alternatives.compare(made)
    expected = (made.X.iloc[made.split.first]["b"] == "u").sum()
    assert found["worst group"].str.startswith(("b == u", "b_u > 0.5")).all()
    assert found.loc[found["tool"] == "fairlearn MetricFrame, one feature", "rows"].tolist() == [expected]
    assert (found["held-out accuracy"] < 0.65).all()
