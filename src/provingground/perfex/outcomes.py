"""What a model did on a set of rows: true labels, predictions, probabilities and weights, checked and aligned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from provingground.errors import InputError
from provingground.perfex.sums import FloatArray, IndexArray

# Rows of probabilities may add up to one within this much: files hold rounded numbers.
PROBABILITY_SUM_TOLERANCE = 1e-2


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Labels, predictions and weights of the same rows; build it with `collect_outcomes`.

    Parameters
    ----------
    y, y_pred
        Shape (n_rows,): labels, or numbers for a regressor.
    y_proba
        Shape (n_rows, n_classes) with columns in the order of ``classes``, or None.
    weight
        Shape (n_rows,), ones where the user gave none.
    classes
        Sorted labels; empty for a regressor.
    """

    y: NDArray[Any]
    y_pred: NDArray[Any] | None
    y_proba: FloatArray | None
    weight: FloatArray
    classes: NDArray[Any]

    def __len__(self) -> int:
        return len(self.y)

    def take(self, rows: IndexArray) -> Outcomes:
        """Outcomes of some rows, in the given order."""
        return Outcomes(
            self.y[rows],
            None if self.y_pred is None else self.y_pred[rows],
            None if self.y_proba is None else self.y_proba[rows],
            self.weight[rows],
            self.classes,
        )

    @cached_property
    def y_code(self) -> IndexArray:
        """Position of each row's label in ``classes``."""
        return np.searchsorted(self.classes, self.y)

    @cached_property
    def pred_code(self) -> IndexArray:
        """Position of each row's prediction in ``classes``."""
        return np.searchsorted(self.classes, self.predictions)

    @property
    def predictions(self) -> NDArray[Any]:
        """The predictions, for metrics that declared that they need them."""
        assert self.y_pred is not None
        return self.y_pred

    @property
    def probabilities(self) -> FloatArray:
        """The probabilities, for metrics that declared that they need them."""
        assert self.y_proba is not None
        return self.y_proba


@dataclass(frozen=True, eq=False)
class Given:
    """What a user hands in about some rows, as it came: the arguments of `PerfexTree.fit` and `evaluate`."""

    X: Any
    y: ArrayLike | None
    y_pred: ArrayLike | None = None
    y_proba: ArrayLike | None = None
    model: Any = None
    sample_weight: ArrayLike | None = None


def collect_outcomes(
    given: Given, *, regression: bool = False, wants_proba: bool = False, classes: NDArray[Any] | None = None
) -> Outcomes:
    """Check what the user handed in and fill the gaps from the model.

    Predictions come from ``y_pred``, else from ``model.predict(X)``, else from the largest probability. Probabilities
    are asked of the model only where ``wants_proba``. Columns of a probability array are in the order of ``classes``
    (or of the model's ``classes_``, or of the sorted labels); a DataFrame names them. One column is the probability
    of the later of two labels.

    Raises
    ------
    InputError
        Lengths that differ, missing or mixed labels, probabilities outside [0, 1] or with unknown columns,
        negative weights, or neither predictions nor a model.
    """
    if given.y is None:
        raise InputError("y", "is None: requires y to be passed, but the target y is None", "Pass the true labels.")
    labels, model = _vector("y", given.y), given.model
    n_rows = len(labels)
    y_pred, y_proba = given.y_pred, given.y_proba
    if y_pred is None and y_proba is None and model is None:
        raise InputError(
            "PerfexTree",
            "got neither predictions nor a model",
            "Pass y_pred, y_proba or a fitted model= (on the command line: --prediction or --proba).",
        )
    if y_pred is None and model is not None:
        y_pred = model.predict(given.X)
    if y_proba is None and model is not None and wants_proba:
        y_proba = _ask_model_for_probabilities(model, given.X)
        classes = np.asarray(model.classes_) if classes is None else classes
    predictions = None if y_pred is None else _vector("y_pred", y_pred, n_rows)
    weight = _weights(given.sample_weight, n_rows)
    if regression:
        if predictions is None:
            raise InputError("y_pred", "is missing, but a regression metric needs it", "Pass y_pred or model=.")
        return Outcomes(_numbers("y", labels), _numbers("y_pred", predictions), None, weight, np.empty(0))

    known = classes if classes is not None else np.empty(0, dtype=labels.dtype)
    labels, predictions, all_classes = _common_labels(labels, predictions, known, y_proba)
    probabilities = None
    if y_proba is not None:
        column_classes = known if len(known) else np.unique(labels)
        probabilities, all_classes = _probabilities(y_proba, n_rows, column_classes, all_classes)
        if predictions is None:
            predictions = all_classes[probabilities.argmax(axis=1)]
    return Outcomes(labels, predictions, probabilities, weight, all_classes)


def _vector(name: str, values: ArrayLike, n_rows: int | None = None) -> NDArray[Any]:
    """Array of one dimension without missing values; text as objects."""
    given = values if isinstance(values, pd.Series | list | tuple) else np.asarray(values)
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.shape[1] == 1:
        given = given[:, 0]
    if isinstance(given, np.ndarray) and given.ndim != 1:
        raise InputError(name, f"has shape {given.shape}; one dimension was expected", "Pass one value per row.")
    series = pd.Series(given)
    missing = np.flatnonzero(series.isna().to_numpy())
    if len(missing):
        raise InputError(
            f"{name}, row {missing[0]}",
            f"is missing ({len(missing)} missing in all; NaN and None are no labels)",
            "Drop these rows or fill them.",
        )
    if n_rows is not None and len(series) != n_rows:
        raise InputError(name, f"has {len(series)} rows but y has {n_rows}", "Pass one value per row of X.")
    if pd.api.types.is_bool_dtype(series.dtype):
        return series.to_numpy(dtype=bool)
    if pd.api.types.is_numeric_dtype(series.dtype):
        return series.to_numpy()
    return series.astype(object).to_numpy()


def _numbers(name: str, values: NDArray[Any]) -> FloatArray:
    try:
        numbers = values.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(name, "holds text, but a regression metric needs numbers", "Choose another metric.") from None
    if not np.isfinite(numbers).all():
        raise InputError(name, "holds infinite values", "Drop these rows.")
    return numbers


def _common_labels(
    y: NDArray[Any], y_pred: NDArray[Any] | None, known: NDArray[Any], y_proba: Any
) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[Any]]:
    """Labels, predictions and their sorted union; text beside numbers would count every prediction as wrong."""
    parts = {"y": y, "y_pred": y_pred, "the known classes": known if len(known) else None}
    if isinstance(y_proba, pd.DataFrame):
        parts["the columns of y_proba"] = np.asarray(y_proba.columns, dtype=y.dtype if y.dtype == object else None)
    given = {name: part for name, part in parts.items() if part is not None}
    kinds = {name: _kind(part) for name, part in given.items()}
    for name, kind in kinds.items():
        if kind != kinds["y"]:
            raise InputError(
                name, f"holds {kind}, but y holds {kinds['y']}: no prediction could be right", "Use one label type."
            )
    return y, y_pred, np.unique(np.concatenate([np.unique(part) for part in given.values()]))


def _kind(labels: NDArray[Any]) -> str:
    if labels.dtype != object:
        return "numbers" if labels.dtype.kind in "biuf" else "text"
    is_text = np.fromiter((isinstance(label, str) for label in labels), dtype=bool, count=len(labels))
    if is_text.all():
        return "text"
    return "text mixed with other values" if is_text.any() else "numbers"


def _ask_model_for_probabilities(model: Any, X: Any) -> FloatArray:
    if not hasattr(model, "predict_proba"):
        raise InputError(
            type(model).__name__, "has no predict_proba, but the metric needs probabilities", "Pass y_proba."
        )
    return np.asarray(model.predict_proba(X), dtype=np.float64)


def _probabilities(
    y_proba: Any, n_rows: int, column_classes: NDArray[Any], all_classes: NDArray[Any]
) -> tuple[FloatArray, NDArray[Any]]:
    """Probabilities with one column per class of ``all_classes``, zero for classes without a column."""
    if isinstance(y_proba, pd.DataFrame):
        column_classes = np.asarray(y_proba.columns, dtype=all_classes.dtype)
    array = np.asarray(y_proba, dtype=np.float64)
    if array.ndim == 1 or array.shape[1] == 1:
        if len(column_classes) != 2:
            raise InputError(
                "y_proba", f"has one column but there are {len(column_classes)} classes", "Pass a column per class."
            )
        array = np.column_stack([1.0 - array.ravel(), array.ravel()])
    if array.shape != (n_rows, len(column_classes)):
        raise InputError(
            "y_proba",
            f"has shape {array.shape}; ({n_rows}, {len(column_classes)}) was expected for the classes "
            f"{', '.join(map(str, column_classes))}",
            "Pass a DataFrame whose column names are the classes.",
        )
    outside = np.flatnonzero(~((array >= 0.0) & (array <= 1.0)).all(axis=1))
    if len(outside):
        raise InputError(f"y_proba, row {outside[0]}", "holds values outside [0, 1]", "Pass probabilities.")
    off = np.flatnonzero(np.abs(array.sum(axis=1) - 1.0) > PROBABILITY_SUM_TOLERANCE)
    if len(off):
        raise InputError(
            f"y_proba, row {off[0]}", f"adds up to {array[off[0]].sum():.4g}, not 1", "Normalise the rows."
        )
    full = np.zeros((n_rows, len(all_classes)))
    full[:, np.searchsorted(all_classes, column_classes)] = array
    return full, all_classes


def _weights(sample_weight: ArrayLike | None, n_rows: int) -> FloatArray:
    if sample_weight is None:
        return np.ones(n_rows)
    weight = np.asarray(sample_weight, dtype=np.float64)
    if weight.shape != (n_rows,):
        raise InputError("sample_weight", f"has shape {weight.shape}; ({n_rows},) was expected", "Pass one per row.")
    wrong = np.flatnonzero(~(np.isfinite(weight) & (weight >= 0.0)))
    if len(wrong):
        raise InputError(
            f"sample_weight, row {wrong[0]}", f"is {weight[wrong[0]]}", "Weights are finite and not negative."
        )
    if weight.sum() == 0.0:
        raise InputError("sample_weight", "is zero everywhere", "Give some rows a positive weight.")
    return weight
