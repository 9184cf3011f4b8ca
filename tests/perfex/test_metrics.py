"""Metric values against scikit-learn, and the declarations."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from sklearn import metrics as reference

from provingground.errors import InputError
from provingground.perfex import metrics
from provingground.perfex.outcomes import Given, Outcomes, collect_outcomes

CASES: dict[str, tuple[str, Any]] = {
    "accuracy": ("accuracy", lambda y, p, q, w: reference.accuracy_score(y, p, sample_weight=w)),
    "precision": ("precision:b", lambda y, p, q, w: reference.precision_score(y == "b", p == "b", sample_weight=w)),
    "recall": ("recall:b", lambda y, p, q, w: reference.recall_score(y == "b", p == "b", sample_weight=w)),
    "f1": ("f1:b", lambda y, p, q, w: reference.f1_score(y == "b", p == "b", sample_weight=w)),
    "balanced": ("balanced_accuracy", lambda y, p, q, w: reference.balanced_accuracy_score(y, p, sample_weight=w)),
    "matthews": ("matthews", lambda y, p, q, w: reference.matthews_corrcoef(y, p, sample_weight=w)),
    "brier": ("brier", lambda y, p, q, w: reference.brier_score_loss(y, q, sample_weight=w, labels=np.unique(y))),
    "log-loss": ("log_loss", lambda y, p, q, w: reference.log_loss(y, q, sample_weight=w)),
}


def outcomes(n_classes: int, seed: int = 0) -> Outcomes:
    rng = np.random.default_rng(seed)
    labels = np.array(["a", "b", "c", "d"][:n_classes])
    proba = rng.dirichlet(np.ones(n_classes), 300)
    y = np.array([rng.choice(labels, p=p) for p in proba])
    return collect_outcomes(Given(None, y, y_proba=proba, sample_weight=rng.random(300)))


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("case", CASES)
def test_values_equal_those_of_scikit_learn_with_weights(case: str, n_classes: int) -> None:
    name, expected = CASES[case]
    rows = outcomes(n_classes)
    metric = metrics.resolve_metric(name, rows.y)
    wanted = expected(rows.y, rows.predictions, rows.probabilities, rows.weight)
    assert metric.value(rows) == pytest.approx(wanted, rel=1e-9)


def test_auc_equals_that_of_scikit_learn() -> None:
    rows = outcomes(2)
    wanted = reference.roc_auc_score(rows.y == "b", rows.probabilities[:, 1], sample_weight=rows.weight)
    assert metrics.auc().value(rows) == pytest.approx(wanted)


def test_regression_metrics_equal_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    y, p, w = rng.normal(size=100), rng.normal(size=100), rng.random(100)
    rows = collect_outcomes(Given(None, y, p, sample_weight=w), regression=True)
    assert metrics.mean_absolute_error().value(rows) == pytest.approx(
        reference.mean_absolute_error(y, p, sample_weight=w)
    )
    assert metrics.root_mean_squared_error().value(rows) == pytest.approx(
        reference.root_mean_squared_error(y, p, sample_weight=w)
    )
    assert metrics.bias().value(rows) == pytest.approx(np.average(p - y, weights=w))


def test_calibration_error_by_hand() -> None:
    # Confidence .9 twice, one right: gap .4 * 2 rows; confidence .6 once, right: gap .4 * 1 row; 1.2 / 3.
    rows = collect_outcomes(Given(None, [1, 0, 1], y_proba=[0.9, 0.9, 0.6]))
    assert metrics.calibration_error().value(rows) == pytest.approx(0.4)


def test_expected_cost_of_a_matrix_for_other_classes_is_refused() -> None:
    with pytest.raises(InputError, match="2 classes but the data have 4"):
        metrics.expected_cost([[0, 1], [5, 0]]).value(outcomes(4))


def test_a_metric_whose_denominator_is_empty_has_no_value_instead_of_zero() -> None:
    rows = collect_outcomes(Given(None, ["a", "b"], ["a", "a"]))
    assert np.isnan(metrics.precision("b").value(rows))
    assert np.isnan(metrics.matthews().value(rows))
    assert np.isnan(metrics.recall("c").value(rows))


def test_a_class_metric_without_its_class_names_the_classes() -> None:
    with pytest.raises(InputError, match=r"names no class of the data \(no, yes\)"):
        metrics.resolve_metric("precision", np.array(["yes", "no"]))
    with pytest.raises(InputError, match="accuracy, balanced_accuracy"):
        metrics.resolve_metric("acuracy")


@pytest.mark.parametrize("name", [*metrics.PLAIN_METRICS, "precision:b", "recall:b", "f1:b"])
def test_every_metric_survives_pickling_because_trees_hold_one(name: str) -> None:
    metric = metrics.resolve_metric(name, np.array(["a", "b"]))
    assert pickle.loads(pickle.dumps(metric)).name == metric.name
