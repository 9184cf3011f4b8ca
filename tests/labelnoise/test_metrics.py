from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import auc, balanced_accuracy_score, cohen_kappa_score, precision_recall_curve, roc_auc_score

from provingground.errors import InputError
from provingground.labelnoise.algorithms.base import ScoreKind
from provingground.labelnoise.metrics import CONSTANT_SCORES, HARD_SCORES, METRICS, ONE_CLASS, evaluate

Y = np.array([-1, 1, -1, 1, 1], dtype=np.int8)

# Few distinct values, so that ties are common; wide ones, so that they are not.
margins = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6, allow_subnormal=False))


@st.composite
def labels_and_margins(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    n = draw(st.integers(2, 40))
    y = draw(arrays(np.int8, n, elements=st.sampled_from([-1, 1])))
    assume(len(np.unique(y)) == 2)
    return y, draw(arrays(np.float64, n, elements=margins))


@given(labels_and_margins(), st.sampled_from([0.0, 0.5, -1.0]))
def test_all_four_metrics_equal_scikit_learn(case: tuple[np.ndarray, np.ndarray], threshold: float) -> None:
    y, scores = case
    found = evaluate(y, scores, ScoreKind.MARGIN, threshold)
    precision, recall, _ = precision_recall_curve(y, scores)
    predicted = np.where(scores > threshold, 1, -1)
    assert found.roc_auc == pytest.approx(roc_auc_score(y, scores), abs=1e-12)
    assert found.pr_auc == pytest.approx(auc(recall, precision), abs=1e-12)
    assert found.balanced_accuracy == pytest.approx(balanced_accuracy_score(y, predicted), abs=1e-12)
    assert found.kappa == pytest.approx(cohen_kappa_score(y, predicted), abs=1e-12)
    assert found.reason == ""


@pytest.mark.parametrize("label", [-1, 1])
def test_a_fold_with_one_class_gives_nan_with_a_reason(label: int) -> None:
    y = np.full(3, label, dtype=np.int8)
    found = evaluate(y, np.array([0.1, 0.2, 0.3]), ScoreKind.PROBABILITY, 0.5)
    assert all(np.isnan(getattr(found, metric)) for metric in METRICS)
    assert found.reason == ONE_CLASS


def test_hard_scores_that_pose_as_margins_are_flagged() -> None:
    found = evaluate(Y, np.array([0.0, 1.0, 0.0, 0.0, 1.0]), ScoreKind.MARGIN, 0.0)
    assert found.flag == HARD_SCORES
    assert found.roc_auc == pytest.approx(found.balanced_accuracy)  # the mark of hard scores in the published rows


def test_hard_scores_that_are_declared_as_labels_are_not_flagged() -> None:
    assert evaluate(Y, np.array([-1.0, 1.0, -1.0, -1.0, 1.0]), ScoreKind.LABEL, 0.0).flag == ""


@pytest.mark.parametrize("kind", [ScoreKind.MARGIN, ScoreKind.PROBABILITY])
def test_a_constant_model_is_flagged_as_constant_not_as_hard(kind: ScoreKind) -> None:
    found = evaluate(Y, np.full(5, 0.25), kind, 0.5)
    assert found.flag == CONSTANT_SCORES
    assert (found.roc_auc, found.balanced_accuracy, found.kappa) == (0.5, 0.5, 0.0)


def test_margins_with_three_values_are_not_flagged() -> None:
    assert evaluate(Y, np.array([0.0, 1.0, 0.0, 0.5, 1.0]), ScoreKind.MARGIN, 0.0).flag == ""


@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        (ScoreKind.PROBABILITY, 1.0000001),
        (ScoreKind.PROBABILITY, -0.1),
        (ScoreKind.LABEL, 0.0),
        (ScoreKind.LABEL, 0.7),
        (ScoreKind.MARGIN, np.nan),
        (ScoreKind.MARGIN, np.inf),
        (ScoreKind.PROBABILITY, np.nan),
    ],
)
def test_scores_that_cannot_be_of_their_kind_are_refused(kind: ScoreKind, bad: float) -> None:
    with pytest.raises(InputError, match=kind.value):
        evaluate(Y, np.array([1.0, 1.0, 1.0, 1.0, bad]), kind, 0.5)


@pytest.mark.parametrize(
    "y", [np.array([True, False, True, False, True]), np.array([0, 1, 0, 1, 1]), np.array([-1, 0, 1, 1, 1])]
)
def test_labels_other_than_minus_one_and_one_are_refused(y: np.ndarray) -> None:
    with pytest.raises(InputError, match="y_true"):
        evaluate(y, np.linspace(0, 1, 5), ScoreKind.MARGIN, 0.0)


def test_labels_and_scores_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match=r"\(5,\) and \(4,\)"):
        evaluate(Y, np.linspace(0, 1, 4), ScoreKind.MARGIN, 0.0)


def test_no_rows_at_all_are_refused() -> None:
    with pytest.raises(InputError):
        evaluate(Y[:0], np.array([]), ScoreKind.MARGIN, 0.0)
