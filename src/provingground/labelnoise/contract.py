"""What every algorithm and every loss of the label-noise benchmark must do, ours and the user's."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.contract import Check, ContractError
from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.labelnoise.algorithms.base import Algorithm, Labels, Scores
from provingground.labelnoise.losses import Loss
from provingground.labelnoise.metrics import evaluate
from provingground.labelnoise.plan import library_version

_N = 160
_TRAIN, _TEST = np.arange(0, 120), np.arange(120, _N)
_LEAST_AUC = 0.7  # of an algorithm on labels that a column gives away
_MARGINS = np.linspace(-6, 6, 1201) + 0.00137  # beside the kinks of piecewise losses
_STEP = 1e-6


def awkward_table(**changes: object) -> Table:
    """A small table with everything that is awkward but allowed, some of its columns replaced."""
    rng = np.random.default_rng(11)
    y = np.where(np.arange(_N) % 3 == 0, 1, -1).astype(np.int8)
    columns = {
        "a[b]<c": y + rng.normal(size=_N),
        "has space, comma\tand tab": rng.normal(size=_N) - y,
        "'quoted'": np.round(rng.normal(size=_N)),
        "flag": rng.random(_N) < 0.5,
        "constant": np.full(_N, 7.0),
        "colour": pd.Categorical(rng.choice(["red", "green", "12", "it's {odd}"], _N)),
        "one value": pd.Categorical(["same"] * _N),
    }
    return Table("awkward", pd.DataFrame(columns | changes), y)


# --- algorithms


def names_an_installed_library(algorithm: Algorithm) -> None:
    """Names an installed library, whose version goes into every key."""
    library_version(algorithm.library)


def repeats_itself(algorithm: Algorithm) -> None:
    """Gives equal scores for equal labels and seed, whatever was fitted before, and other scores for other labels."""
    table = awkward_table()
    clean, noisy = table.y[_TRAIN], _flipped(table.y[_TRAIN], 0.3)
    with algorithm.open(table, _TRAIN, _TEST) as session:
        first, other, again = (session.fit_score(y, seed) for y, seed in ((clean, 5), (noisy, 6), (clean, 5)))
    with algorithm.open(table, _TRAIN, _TEST) as session:
        fresh = session.fit_score(noisy, seed=6)
    if not (_equal(first, again) and _equal(other, fresh)):
        remedy = "Give `seed` to whatever is random, and let `fit` make a new model each time."
        raise ContractError(str(algorithm), "gives other scores for the same labels and seed", remedy)
    if np.array_equal(first.train, other.train):
        raise ContractError(str(algorithm), "gives the same scores whatever the labels", "Use `y_train` in `fit`.")


def scores_as_declared(algorithm: Algorithm) -> None:
    """Gives one score per row, of the declared kind, high where the class is +1, and learns what is plain to see."""
    table = awkward_table()
    with algorithm.open(table, _TRAIN, _TEST) as session:
        scores = session.fit_score(table.y[_TRAIN], seed=5)
    parts = (("training", _TRAIN, scores.train), ("test", _TEST, scores.test))
    for part, rows, values in parts:
        if values.shape != rows.shape:
            problem = f"gives {part} scores of shape {values.shape} for {len(rows)} rows"
            raise ContractError(str(algorithm), problem, "Return one number per row.")
    for part, rows, values in parts:
        metrics = evaluate(table.y[rows], values, algorithm.score_kind, algorithm.threshold)
        if metrics.reason or metrics.flag:
            problem = f"gives {part} scores of kind {algorithm.score_kind}: {metrics.reason or metrics.flag}"
            raise ContractError(str(algorithm), problem, "Return such scores, or declare what they are.")
        if metrics.roc_auc <= _LEAST_AUC:
            problem = f"reaches a {part} AUC of {metrics.roc_auc:.2f} where a single column gives the label away"
            raise ContractError(str(algorithm), problem, "Is its sign right? High scores mean +1.")


def leaves_everything_as_it_was(algorithm: Algorithm) -> None:
    """Changes neither table nor labels nor its own parameters."""
    table, untouched = awkward_table(), awkward_table()
    y_train, before = table.y[_TRAIN].copy(), copy.deepcopy(dict(algorithm.parameters))
    with algorithm.open(table, _TRAIN, _TEST) as session:
        session.fit_score(y_train, seed=5)
    same = {
        "labels": np.array_equal(y_train, untouched.y[_TRAIN]),
        "table": table.X.equals(untouched.X) and np.array_equal(table.y, untouched.y),
        "parameters": dict(algorithm.parameters) == before,
    }
    if changed := [name for name, kept in same.items() if not kept]:
        raise ContractError(str(algorithm), f"changed its {' and '.join(changed)}", "Work on a copy.")


def scores_an_unseen_category(algorithm: Algorithm) -> None:
    """Scores test rows whose category does not occur in training."""
    colour = awkward_table().X["colour"].astype(str).to_numpy(dtype=object)
    colour[_TEST[:3]] = "ultraviolet"
    table = awkward_table(colour=pd.Categorical(colour))
    with algorithm.open(table, _TRAIN, _TEST) as session:
        session.fit_score(table.y[_TRAIN], seed=5)


def refuses_labels_that_cannot_be_fitted(algorithm: Algorithm) -> None:
    """Refuses labels of one class, other than -1 and +1, or of another length, and names itself."""
    cases: dict[str, NDArray[np.generic]] = {
        "one class only": np.full(len(_TRAIN), -1, dtype=np.int8),
        "booleans": np.arange(len(_TRAIN)) % 2 == 0,
        "0 and 1": (np.arange(len(_TRAIN)) % 2).astype(np.int8),
        "3 labels for 120 rows": np.ones(3, dtype=np.int8),
    }
    with algorithm.open(awkward_table(), _TRAIN, _TEST) as session:
        for case, labels in cases.items():
            with _refused(algorithm, case, naming=algorithm.name):
                session.fit_score(labels, seed=5)  # type: ignore[arg-type]


def refuses_missing_values(algorithm: Algorithm) -> None:
    """Refuses missing and infinite values and missing categories, and names the column."""
    cases = {
        "a missing number": np.where(np.arange(_N) == 4, np.nan, 1.0),
        "an infinite number": np.where(np.arange(_N) == 4, np.inf, 1.0),
        "a missing category": pd.Categorical(["x", None] * (_N // 2)),
    }
    for case, values in cases.items():
        with _refused(algorithm, case, naming="broken"):
            algorithm.open(awkward_table(broken=values), _TRAIN, _TEST)


def travels_to_workers(algorithm: Algorithm) -> None:
    """Arrives in a worker as what it was, by pickle."""
    copied = pickle.loads(pickle.dumps(algorithm))
    if copied != algorithm or hash(copied) != hash(algorithm):
        remedy = "Declare what it is by its fields (@dataclass(frozen=True)), all of which compare by value."
        raise ContractError(str(algorithm), "is not equal to itself after pickling", remedy)


ALGORITHM_CHECKS: tuple[Check[Algorithm], ...] = (
    names_an_installed_library,
    repeats_itself,
    scores_as_declared,
    leaves_everything_as_it_was,
    scores_an_unseen_category,
    refuses_labels_that_cannot_be_fitted,
    refuses_missing_values,
    travels_to_workers,
)


# --- losses


def is_vectorised(loss: Loss) -> None:
    """Takes an array of margins of either precision, gives finite numbers of its shape, each margin on its own."""
    for dtype in (np.float64, np.float32):
        margins = np.linspace(-30, 30, 61).astype(dtype)
        for name in ("value", "slope", "curvature"):
            curve = getattr(loss, name)
            whole, single = np.asarray(curve(margins)), [np.asarray(curve(margins[i : i + 1])) for i in range(61)]
            if whole.shape != margins.shape or not np.isfinite(whole).all():
                problem = f"gives shape {whole.shape} for {margins.shape}, or NaN or infinity, in {np.dtype(dtype)}"
                raise ContractError(f"{loss.name}, {name}", problem, "Use numpy functions that do not overflow.")
            if not np.allclose(whole, np.concatenate(single)):
                raise ContractError(f"{loss.name}, {name}", "mixes the margins of different rows", "Treat each alone.")


def slope_is_the_derivative_of_value(loss: Loss) -> None:
    """Has the slope that finite differences of its value have."""
    _compare_derivative(loss, "value", "slope")


def curvature_is_the_derivative_of_slope(loss: Loss) -> None:
    """Has the curvature that finite differences of its slope have."""
    _compare_derivative(loss, "slope", "curvature")


def is_symmetric_as_declared(loss: Loss) -> None:
    """Is symmetric, l(z) + l(-z) constant, exactly if it says so."""
    sums = np.asarray(loss.value(_MARGINS)) + np.asarray(loss.value(-_MARGINS))
    if bool(np.ptp(sums) < 1e-6) != loss.symmetric:
        problem = (
            f"declares symmetric={loss.symmetric}, and l(z) + l(-z) goes from {sums.min():.3g} to {sums.max():.3g}"
        )
        raise ContractError(loss.name, problem, "Correct `symmetric`, or the value.")


LOSS_CHECKS: tuple[Check[Loss], ...] = (
    is_vectorised,
    slope_is_the_derivative_of_value,
    curvature_is_the_derivative_of_slope,
    is_symmetric_as_declared,
)


def _flipped(y: Labels, share: float) -> Labels:
    return np.where(np.random.default_rng(2).random(len(y)) < share, -y, y).astype(np.int8)


def _equal(one: Scores, other: Scores) -> bool:
    return np.array_equal(one.train, other.train) and np.array_equal(one.test, other.test)


@contextmanager
def _refused(algorithm: Algorithm, case: str, naming: str) -> Iterator[None]:
    remedy = "Leave `fit_score` as the base class has it, and encode with one_hot or call refuse_missing."
    try:
        yield
    except InputError as error:
        if naming in str(error):
            return
        raise ContractError(str(algorithm), f"refuses {case} without naming {naming!r}: {error}", remedy) from error
    raise ContractError(str(algorithm), f"takes {case}", remedy)


def _compare_derivative(loss: Loss, of: str, given: str) -> None:
    curve = getattr(loss, of)
    differences = (curve(_MARGINS + _STEP) - curve(_MARGINS - _STEP)) / (2 * _STEP)
    ours = np.asarray(getattr(loss, given)(_MARGINS))
    wrong = np.abs(ours - differences) > 1e-4 * np.maximum(1, np.abs(differences))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        problem = f"is {ours[at]:.4g} at margin {_MARGINS[at]:.2f}, where {of} changes by {differences[at]:.4g}"
        raise ContractError(f"{loss.name}, {given}", problem, f"Derive `{of}` by the margin again.")
