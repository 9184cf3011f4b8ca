"""The four metrics of the benchmark, computed together from sorted scores whose kind is checked first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from provingground.errors import InputError
from provingground.labelnoise.algorithms.base import FloatArray, Labels, ScoreKind

ONE_CLASS = "the true labels hold one class only"
HARD_SCORES = "a margin with two distinct values: hard labels in its place?"
CONSTANT_SCORES = "all scores are equal"

METRICS = ("roc_auc", "pr_auc", "balanced_accuracy", "kappa")


@dataclass(frozen=True)
class Metrics:
    """Metrics of one model on one part of a split.

    A metric that is undefined is NaN, and ``reason`` says why; ``flag`` says what looks wrong with the scores although
    the metrics are defined. Both are "" otherwise. ``pr_auc`` is the area under the linearly joined precision-recall
    curve, as in the published rows, not the average precision.
    """

    roc_auc: float
    pr_auc: float
    balanced_accuracy: float
    kappa: float
    reason: str = ""
    flag: str = ""


def evaluate(y_true: Labels, scores: FloatArray, kind: ScoreKind, threshold: float) -> Metrics:
    """Compute the four metrics of one part of a split.

    Parameters
    ----------
    y_true
        Clean labels -1/+1, shape (n,).
    scores
        Scores of the kind declared by the algorithm, shape (n,).
    kind
        What the scores are; they are checked against it.
    threshold
        The predicted class is +1 where the score is above it.

    Raises
    ------
    InputError
        When the scores are NaN or infinite, or cannot be of this kind, or the labels are not -1/+1.

    Examples
    --------
    >>> evaluate(np.array([-1, 1, -1, 1], dtype=np.int8), np.array([0.1, 0.4, 0.5, 0.9]), ScoreKind.PROBABILITY, 0.5)
    Metrics(roc_auc=0.75, pr_auc=0.7916666666666666, balanced_accuracy=0.75, kappa=0.5, reason='', flag='')
    """
    _check_labels(y_true, scores)
    _check_scores(scores, kind)
    positive = y_true > 0
    if positive.all() or not positive.any():
        return Metrics(np.nan, np.nan, np.nan, np.nan, reason=ONE_CLASS, flag=_flag(scores, kind))
    hits, alarms = _cumulative_counts(positive, scores)
    balanced_accuracy, kappa = _agreement(positive, scores > threshold)
    return Metrics(
        roc_auc=_roc_auc(hits, alarms),
        pr_auc=_pr_auc(hits, alarms),
        balanced_accuracy=balanced_accuracy,
        kappa=kappa,
        flag=_flag(scores, kind),
    )


def _check_labels(y_true: Labels, scores: FloatArray) -> None:
    if y_true.ndim != 1 or len(y_true) == 0 or y_true.shape != scores.shape:
        raise InputError("y_true and scores", f"have shapes {y_true.shape} and {scores.shape}, expected (n,) twice")
    if y_true.dtype == bool or not np.isin(y_true, (-1, 1)).all():
        raise InputError("y_true", f"holds {np.unique(y_true).tolist()[:5]}, expected -1 and +1")


def _check_scores(scores: FloatArray, kind: ScoreKind) -> None:
    where = f"scores of kind {kind.value!r}"
    if not np.isfinite(scores).all():
        raise InputError(where, f"{int((~np.isfinite(scores)).sum())} of {len(scores)} are NaN or infinite")
    if kind is ScoreKind.LABEL and not np.isin(scores, (-1, 1)).all():
        raise InputError(where, f"lie between {scores.min():g} and {scores.max():g}, expected -1 or +1 only")
    if kind is ScoreKind.PROBABILITY and (scores.min() < 0 or scores.max() > 1):
        raise InputError(where, f"lie between {scores.min():g} and {scores.max():g}, expected 0 to 1")


def _flag(scores: FloatArray, kind: ScoreKind) -> str:
    low, high = scores.min(), scores.max()
    if low == high:
        return CONSTANT_SCORES
    return HARD_SCORES if kind is ScoreKind.MARGIN and np.isin(scores, (low, high)).all() else ""


def _cumulative_counts(positive: NDArray[np.bool_], scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Count true and false positives when the threshold falls below each distinct score, both starting at 0."""
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    hits = np.cumsum(positive[order])[ends]
    return np.append(0.0, hits), np.append(0.0, ends + 1 - hits)


def _roc_auc(hits: FloatArray, alarms: FloatArray) -> float:
    return float(np.trapezoid(hits, alarms) / (hits[-1] * alarms[-1]))


def _pr_auc(hits: FloatArray, alarms: FloatArray) -> float:
    recall = hits / hits[-1]
    precision = np.append(1.0, hits[1:] / (hits[1:] + alarms[1:]))  # no prediction at all counts as precise
    return float(np.trapezoid(precision, recall))


def _agreement(positive: NDArray[np.bool_], predicted: NDArray[np.bool_]) -> tuple[float, float]:
    """Balanced accuracy and Cohen's kappa, from the four counts of the confusion matrix."""
    n, n_positive, n_predicted = len(positive), int(positive.sum()), int(predicted.sum())
    hits = int((positive & predicted).sum())
    rejections = n - n_positive - n_predicted + hits
    by_chance = (n_positive * n_predicted + (n - n_positive) * (n - n_predicted)) / n**2
    balanced_accuracy = (hits / n_positive + rejections / (n - n_positive)) / 2
    return balanced_accuracy, ((hits + rejections) / n - by_chance) / (1 - by_chance)
