"""The metrics a PERFEX tree can explain: each declares what it needs, its direction and its denominator.

Metrics that are functions of sums (`RowSums`) take the fast search; the others (AUC, any callable) are evaluated on
both sides of every candidate. Both give the same tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import roc_auc_score

from provingground.errors import InputError
from provingground.perfex.outcomes import Outcomes
from provingground.perfex.sums import BoolArray, FloatArray, Form, RowSums

N_CALIBRATION_BINS = 10

MetricFunction = Callable[[NDArray[Any], Any, Any, FloatArray], float]


@dataclass(frozen=True)
class Metric:
    """A declared metric.

    Parameters
    ----------
    name
        As printed in explanations.
    higher_is_better
        Direction: "lowest value first" in the text means worst first.
    denominator
        The rows that the smallest-leaf rule and the interval count, in words.
    needs_proba, regression
        What it is computed from besides labels and predictions.
    row_sums
        Makes `RowSums` from `Outcomes`; None for metrics that are no function of sums.
    evaluate
        Value on a set of outcomes, for metrics without ``row_sums``; NaN where it is not defined.
    is_proportion
        Whether the value is a share of the denominator's rows (binomial interval, exact tests).
    half_range
        Largest standard deviation that one row's contribution can have: half the range of the values. None where
        there is no bound, and the rule n >= z^2 / D^2 cannot be applied.
    """

    name: str
    higher_is_better: bool
    denominator: str = "all rows"
    needs_proba: bool = False
    regression: bool = False
    row_sums: Callable[[Outcomes], RowSums] | None = None
    evaluate: Callable[[Outcomes], float] | None = None
    is_proportion: bool = False
    half_range: float | None = None

    def value(self, outcomes: Outcomes) -> float:
        """Value on a set of rows; NaN where it is not defined (empty denominator, one class for AUC).

        Examples
        --------
        >>> from provingground.perfex.outcomes import Given, collect_outcomes
        >>> accuracy().value(collect_outcomes(Given(None, ["a", "b", "b", "b"], ["a", "b", "a", "b"])))
        0.75
        """
        if self.row_sums is not None:
            return self.row_sums(outcomes).value()
        assert self.evaluate is not None
        return self.evaluate(outcomes) if len(outcomes) else float("nan")


def _mean(
    outcomes: Outcomes, per_row: FloatArray, selected: BoolArray | None = None, form: Form = Form.RATIO
) -> RowSums:
    """Weighted mean of a per-row value over the selected rows."""
    chosen = np.ones(len(outcomes), dtype=np.bool_) if selected is None else selected
    weight = outcomes.weight * chosen
    return RowSums(form, np.column_stack([weight * per_row, weight]), chosen)


def accuracy() -> Metric:
    """Share of correct predictions (the paper's main metric)."""
    return Metric("accuracy", True, row_sums=_accuracy_sums, is_proportion=True, half_range=0.5)


def _accuracy_sums(outcomes: Outcomes) -> RowSums:
    return _mean(outcomes, (outcomes.y_code == outcomes.pred_code).astype(np.float64))


def precision(label: Any) -> Metric:
    """Share of correct rows among those predicted as ``label`` (the paper's second example)."""
    return Metric(
        f"precision of {label}",
        True,
        f"rows predicted as {label}",
        row_sums=partial(_precision_sums, label=label),
        is_proportion=True,
        half_range=0.5,
    )


def _precision_sums(outcomes: Outcomes, label: Any) -> RowSums:
    actual, predicted = _is_label(outcomes, label)
    return _mean(outcomes, actual.astype(np.float64), predicted)


def recall(label: Any) -> Metric:
    """Share of correct rows among those whose true label is ``label``."""
    return Metric(
        f"recall of {label}",
        True,
        f"rows labelled {label}",
        row_sums=partial(_recall_sums, label=label),
        is_proportion=True,
        half_range=0.5,
    )


def _recall_sums(outcomes: Outcomes, label: Any) -> RowSums:
    actual, predicted = _is_label(outcomes, label)
    return _mean(outcomes, predicted.astype(np.float64), actual)


def f1(label: Any) -> Metric:
    """F1 score of ``label``: 2 TP / (predicted + actual)."""
    return Metric(
        f"F1 of {label}",
        True,
        f"rows labelled or predicted as {label}",
        row_sums=partial(_f1_sums, label=label),
        half_range=0.5,
    )


def _f1_sums(outcomes: Outcomes, label: Any) -> RowSums:
    actual, predicted = _is_label(outcomes, label)
    hits = 2.0 * (actual & predicted)
    return RowSums(
        Form.RATIO,
        outcomes.weight[:, None] * np.column_stack([hits, actual.astype(np.float64) + predicted]),
        actual | predicted,
    )


def _is_label(outcomes: Outcomes, label: Any) -> tuple[BoolArray, BoolArray]:
    return np.asarray(outcomes.y == label), np.asarray(outcomes.predictions == label)


def balanced_accuracy() -> Metric:
    """Mean recall over the classes that occur among the labels of the subset."""
    return Metric("balanced accuracy", True, row_sums=_balanced_sums, half_range=0.5)


def _balanced_sums(outcomes: Outcomes) -> RowSums:
    actual = np.eye(len(outcomes.classes))[outcomes.y_code] * outcomes.weight[:, None]
    hits = actual * (outcomes.y_code == outcomes.pred_code)[:, None]
    return RowSums(Form.BALANCED, np.hstack([hits, actual]), np.ones(len(outcomes), dtype=np.bool_))


def matthews() -> Metric:
    """Matthews correlation of labels and predictions, any number of classes; not defined where either is constant."""
    return Metric("Matthews correlation", True, row_sums=_matthews_sums, half_range=1.0)


def _matthews_sums(outcomes: Outcomes) -> RowSums:
    identity = np.eye(len(outcomes.classes))
    correct = (outcomes.y_code == outcomes.pred_code).astype(np.float64)
    columns = [correct, np.ones(len(outcomes)), identity[outcomes.pred_code], identity[outcomes.y_code]]
    sums = np.column_stack(columns) * outcomes.weight[:, None]
    return RowSums(Form.MATTHEWS, sums, np.ones(len(outcomes), dtype=np.bool_))


def brier() -> Metric:
    """Mean squared error of the probabilities, halved for two classes as in scikit-learn (then it lies in [0, 1])."""
    return Metric("Brier score", False, needs_proba=True, row_sums=_brier_sums, half_range=1.0)


def _brier_sums(outcomes: Outcomes) -> RowSums:
    gaps = outcomes.probabilities - np.eye(len(outcomes.classes))[outcomes.y_code]
    scale = 0.5 if len(outcomes.classes) == 2 else 1.0
    return _mean(outcomes, scale * np.square(gaps).sum(axis=1))


def log_loss() -> Metric:
    """Mean negative log probability of the true label; probabilities are clipped at the float64 resolution."""
    return Metric("log-loss", False, needs_proba=True, row_sums=_log_loss_sums)


def _log_loss_sums(outcomes: Outcomes) -> RowSums:
    proba = outcomes.probabilities[np.arange(len(outcomes)), outcomes.y_code]
    return _mean(outcomes, -np.log(np.clip(proba, np.finfo(np.float64).eps, 1.0)))


def expected_cost(costs: ArrayLike) -> Metric:
    """Mean cost of the predictions.

    Parameters
    ----------
    costs
        Shape (n_classes, n_classes): cost of predicting the column's class for the row's class, classes sorted.

    Examples
    --------
    >>> from provingground.perfex.outcomes import Given, collect_outcomes
    >>> missed_sick_costs_five = expected_cost([[0, 1], [5, 0]])
    >>> given = Given(None, ["ok", "sick", "sick"], ["sick", "ok", "sick"])
    >>> missed_sick_costs_five.value(collect_outcomes(given))
    2.0
    """
    table = tuple(tuple(float(cost) for cost in row) for row in np.asarray(costs, dtype=np.float64))
    if any(len(row) != len(table) for row in table) or not np.isfinite(table).all():
        raise InputError("costs", "is not a square matrix of finite numbers", "One row and column per class, sorted.")
    half_range = (float(np.max(table)) - float(np.min(table))) / 2.0
    return Metric("expected cost", False, row_sums=partial(_cost_sums, table=table), half_range=half_range)


def _cost_sums(outcomes: Outcomes, table: tuple[tuple[float, ...], ...]) -> RowSums:
    if len(table) != len(outcomes.classes):
        raise InputError(
            "costs",
            f"is for {len(table)} classes but the data have {len(outcomes.classes)}: "
            f"{', '.join(map(str, outcomes.classes))}",
            "Give one row and column per class, sorted.",
        )
    return _mean(outcomes, np.asarray(table)[outcomes.y_code, outcomes.pred_code])


def calibration_error() -> Metric:
    """Expected calibration error of the predicted class: ten bins of confidence, sum |correct - confidence| / n."""
    return Metric("calibration error", False, needs_proba=True, row_sums=_calibration_sums, half_range=0.5)


def _calibration_sums(outcomes: Outcomes) -> RowSums:
    confidence = outcomes.probabilities[np.arange(len(outcomes)), outcomes.pred_code]
    correct = outcomes.y_code == outcomes.pred_code
    bins = np.minimum((confidence * N_CALIBRATION_BINS).astype(np.intp), N_CALIBRATION_BINS - 1)
    gaps = np.eye(N_CALIBRATION_BINS)[bins] * (correct - confidence)[:, None]
    sums = np.column_stack([np.ones(len(outcomes)), gaps]) * outcomes.weight[:, None]
    return RowSums(Form.CALIBRATION, sums, np.ones(len(outcomes), dtype=np.bool_))


def auc() -> Metric:
    """Area under the ROC curve, one against one for more classes; not defined where a class is absent."""
    return Metric("AUC", True, needs_proba=True, evaluate=_auc, half_range=0.5)


def _auc(outcomes: Outcomes) -> float:
    if len(np.unique(outcomes.y_code)) < len(outcomes.classes):
        return float("nan")
    if len(outcomes.classes) == 2:
        return float(roc_auc_score(outcomes.y_code, outcomes.probabilities[:, 1], sample_weight=outcomes.weight))
    return float(roc_auc_score(outcomes.y_code, outcomes.probabilities, multi_class="ovo"))


def mean_absolute_error() -> Metric:
    """Mean absolute error of a regressor, in the unit of y."""
    return Metric("MAE", False, regression=True, row_sums=_absolute_sums)


def _absolute_sums(outcomes: Outcomes) -> RowSums:
    return _mean(outcomes, np.abs(outcomes.predictions - outcomes.y))


def root_mean_squared_error() -> Metric:
    """Root mean squared error of a regressor, in the unit of y."""
    return Metric("RMSE", False, regression=True, row_sums=_squared_sums)


def _squared_sums(outcomes: Outcomes) -> RowSums:
    return _mean(outcomes, np.square(outcomes.predictions - outcomes.y), form=Form.ROOT)


def bias() -> Metric:
    """Mean of prediction minus truth, in the unit of y; neither direction is better, zero is."""
    return Metric("bias", False, regression=True, row_sums=_bias_sums)


def _bias_sums(outcomes: Outcomes) -> RowSums:
    return _mean(outcomes, outcomes.predictions - outcomes.y)


def from_function(function: MetricFunction, *, higher_is_better: bool = True, needs_proba: bool = False) -> Metric:
    """Metric from ``function(y, y_pred, y_proba, weight)``; NaN where it is not defined.

    ``y_proba`` is None where no probabilities were given.
    """
    name = getattr(function, "__name__", type(function).__name__).strip("<>").replace("_", " ")
    return Metric(name, higher_is_better, needs_proba=needs_proba, evaluate=partial(_call_function, function=function))


def _call_function(outcomes: Outcomes, function: MetricFunction) -> float:
    return float(function(outcomes.y, outcomes.y_pred, outcomes.y_proba, outcomes.weight))


PLAIN_METRICS: dict[str, Callable[[], Metric]] = {
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
    "matthews": matthews,
    "brier": brier,
    "log_loss": log_loss,
    "calibration_error": calibration_error,
    "auc": auc,
    "mae": mean_absolute_error,
    "rmse": root_mean_squared_error,
    "bias": bias,
}
CLASS_METRICS: dict[str, Callable[[Any], Metric]] = {"precision": precision, "recall": recall, "f1": f1}
METRIC_NAMES = (*PLAIN_METRICS, *(f"{name}:<class>" for name in CLASS_METRICS))


def resolve_metric(metric: str | Metric | MetricFunction, labels: NDArray[Any] | None = None) -> Metric:
    """Metric object from a name ("accuracy", "precision:spam"), a `Metric` or any callable.

    Raises
    ------
    InputError
        Unknown name, a class metric without its class, or a class that is not among ``labels``.
    """
    if isinstance(metric, Metric):
        return metric
    if not isinstance(metric, str):
        if not callable(metric):
            raise InputError(
                "metric", f"is {metric!r}", "Pass a name, a Metric or callable(y, y_pred, y_proba, weight)."
            )
        return from_function(metric)
    name, _, label = metric.partition(":")
    if name in PLAIN_METRICS and not label:
        return PLAIN_METRICS[name]()
    if name not in CLASS_METRICS:
        raise InputError("metric", f"{metric!r} is not known", f"Choose one of {', '.join(METRIC_NAMES)}.")
    classes = np.empty(0) if labels is None else np.unique(labels)
    matches = [known for known in classes if str(known) == label]
    if not matches:
        raise InputError(
            "metric",
            f"{metric!r} names no class of the data ({', '.join(map(str, classes))})",
            f"Write {name}:<class> with one of them.",
        )
    return CLASS_METRICS[name](matches[0])
