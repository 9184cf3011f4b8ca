"""Why losses differ under label noise, seen from their gradients and on real boosters.

A boosting round fits a tree to the gradients of the loss. What a loss does with wrong labels, why the unhinged loss
repeats one tree, and why balanced accuracy at threshold 0 says little on unequal classes: all of it follows from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import xgboost
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray
from sklearn.metrics import balanced_accuracy_score, roc_auc_score, roc_curve

from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.labelnoise.algorithms import get
from provingground.labelnoise.algorithms.encoding import one_hot
from provingground.labelnoise.algorithms.xgb import XGBoostAlgorithm
from provingground.labelnoise.losses import HINGE, LOGISTIC, RAMP, SIGMOID, SQUARED_ERROR, UNHINGED, Loss
from provingground.labelnoise.seeds import derive_seed
from provingground.labelnoise.splits import Fold
from provingground.plotting import PALETTE

LOSSES = (SQUARED_ERROR, LOGISTIC, HINGE, UNHINGED, RAMP, SIGMOID)
_STYLES = {
    "squared_error": (PALETTE["vermilion"], "--"),
    "logistic": (PALETTE["orange"], "--"),
    "hinge": (PALETTE["purple"], "--"),
    "unhinged": (PALETTE["blue"], "-"),
    "ramp": (PALETTE["green"], "-"),
    "sigmoid": (PALETTE["sky"], (0, (2, 1))),
}
# Where sampling matters both variants are shown.
_FITS = {
    ("XGB_SQUERR", "corrected"): (PALETTE["vermilion"], "--"),
    ("XGB_LOGISTIC", "corrected"): (PALETTE["orange"], "--"),
    ("XGB_UNHINGED", "corrected"): (PALETTE["blue"], ":"),
    ("XGB_UNHINGED", "corrected-sampled"): (PALETTE["blue"], "-"),
    ("XGB_RAMP", "corrected"): (PALETTE["green"], ":"),
    ("XGB_RAMP", "corrected-sampled"): (PALETTE["green"], "-"),
}


# ----------------------------------------------------------------------------------------------- losses and gradients


def symmetry_table(losses: Sequence[Loss] = LOSSES) -> pd.DataFrame:
    """Least and largest l(z) + l(-z) over margins from -3 to 3: equal for a symmetric loss.

    Examples
    --------
    >>> symmetry_table([UNHINGED, SQUARED_ERROR])[["loss", "least", "largest"]].values.tolist()
    [['unhinged', 2.0, 2.0], ['squared_error', 1.0, 10.0]]
    """
    z = np.linspace(-3, 3, 601)
    sums = {loss.name: loss.value(z) + loss.value(-z) for loss in losses}
    return pd.DataFrame(
        {
            "loss": list(sums),
            "least": [both.min().round(12) for both in sums.values()],
            "largest": [both.max().round(12) for both in sums.values()],
            "symmetric": [loss.symmetric for loss in losses],
        }
    )


def loss_figure(losses: Sequence[Loss] = LOSSES, flips: float = 0.3) -> Figure:
    """Four views of losses over the margin: value, gradient, l(z) + l(-z), and the expected loss under noise.

    Parameters
    ----------
    losses
        Which to draw, by name in the style of this module; symmetric ones below the others.
    flips
        Share of wrong labels in the last view, where the loss becomes (1 - flips) l(z) + flips l(-z).
    """
    z = np.linspace(-3, 3, 302)  # an even number: no point on a step of a gradient
    figure = Figure(figsize=(10, 7.4), layout="constrained")
    (value, slope), (both, noisy) = figure.subplots(2, 2)
    for loss in sorted(losses, key=lambda loss: not loss.symmetric):
        colour, line = _STYLES[loss.name]
        views = (
            (value, loss.value(z)),
            (slope, loss.slope(z)),
            (both, loss.value(z) + loss.value(-z)),
            (noisy, (1 - flips) * loss.value(z) + flips * loss.value(-z)),
        )
        for axes, y in views:
            axes.plot(z, y, linestyle=line, color=colour, label=loss.name.replace("_", " "), linewidth=1.8)
    value.set(title="loss l(z)", ylim=(-2.2, 5))
    slope.set(title="gradient dl/dz", ylim=(-4.2, 2.2))
    both.set(title="l(z) + l(-z): flat where symmetric", ylim=(0, 8), xlabel="margin z = y · f(x)")
    noisy.set(title=f"expected loss, {flips:.0%} of labels wrong", ylim=(-1, 5), xlabel="margin z = y · f(x)")
    figure.legend(*value.get_legend_handles_labels(), loc="outside lower center", ncols=len(losses))
    return figure


# --------------------------------------------------------------------------------------------------- repeated trees


def repeated_trees(table: Table, fold: Fold) -> pd.DataFrame:
    """Fit boosters on clean labels, with and without sampling, and count how many of their trees differ.

    Returns
    -------
    One row per algorithm and variant: ``rounds``, ``distinct_trees`` (structure and leaf values), ``distinct_scores``
    among ``n_test`` test rows, and the ROC AUC of those scores.
    """
    rows = []
    for name, variant in _FITS:
        fit = _fit(table, fold, name, variant)
        rows.append(
            {
                "algorithm": name,
                "variant": variant,
                "rounds": fit.booster.num_boosted_rounds(),
                "distinct_trees": len(set(fit.booster.get_dump())),
                "distinct_scores": len(np.unique(fit.test)),
                "n_test": len(fit.test),
                "test_roc_auc": roc_auc_score(table.y[fold.test], fit.test),
            }
        )
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class _Fitted:
    """A booster with its margins on both parts of the split."""

    booster: xgboost.Booster
    train: NDArray[np.float32]
    test: NDArray[np.float32]


def _fit(table: Table, fold: Fold, name: str, variant: str) -> _Fitted:
    algorithm = get(name, variant)
    if not isinstance(algorithm, XGBoostAlgorithm):
        raise InputError(f"{algorithm}", "is not a booster", "Name an algorithm whose name starts with XGB_.")
    X, y = one_hot(table), np.asarray(table.y)
    zero_one = str(algorithm.parameters.get("objective", "")).startswith("binary:")
    train, test = (xgboost.DMatrix(X[part], nthread=1) for part in (fold.train, fold.test))
    train.set_label(y[fold.train] > 0 if zero_one else y[fold.train])
    booster = algorithm.boost(train, seed=derive_seed(table.name, name, fold.index))
    return _Fitted(booster, *(booster.predict(part, output_margin=True) for part in (train, test)))


# --------------------------------------------------------------------------------------- thresholds on unequal classes


@dataclass(frozen=True)
class Thresholds:
    """Balanced accuracy against the share of test rows called +1, mean over folds.

    Parameters
    ----------
    curves
        Index: share called +1; one column per (algorithm, variant).
    points
        One row per (algorithm, variant) and ``rule``: the ``share`` called +1 and ``balanced_accuracy``. Rules are
        ``threshold 0``, and ``training share``, the threshold above which lie as many training scores as there are
        training labels +1. No rule sees test labels.
    """

    curves: pd.DataFrame
    points: pd.DataFrame


def thresholds(table: Table, folds: Sequence[Fold]) -> Thresholds:
    """Fit boosters on clean labels of every fold, and look at balanced accuracy for every threshold."""
    grid = np.linspace(0, 1, 201)
    curves, points = {}, []
    for name, variant in _FITS:
        fits = [(_fit(table, fold, name, variant), fold) for fold in folds]
        curves[name, variant] = np.mean([_curve(table.y[fold.test], fit.test, grid) for fit, fold in fits], axis=0)
        for fit, fold in fits:
            share = np.mean(table.y[fold.train] > 0)
            rules = {"threshold 0": 0.0, "training share": float(np.quantile(fit.train, 1 - share))}
            for rule, threshold in rules.items():
                called = np.where(fit.test > threshold, 1, -1)
                accuracy = balanced_accuracy_score(table.y[fold.test], called)
                points.append((name, variant, rule, np.mean(called > 0), accuracy))
    table_of_points = pd.DataFrame(points, columns=["algorithm", "variant", "rule", "share", "balanced_accuracy"])
    means = table_of_points.groupby(["algorithm", "variant", "rule"], sort=False).mean().reset_index()
    return Thresholds(pd.DataFrame(curves, index=grid), means)


def _curve(y: NDArray[np.int8], scores: NDArray[np.float32], grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """Balanced accuracy where a share ``grid`` of the rows is called +1, straight lines between thresholds."""
    false, true, _ = roc_curve(y, scores, drop_intermediate=False)
    positive = np.mean(y > 0)
    accuracy: NDArray[np.float64] = np.interp(grid, true * positive + false * (1 - positive), (true + 1 - false) / 2)
    return accuracy


def threshold_figure(found: Thresholds, table: Table) -> Figure:
    """Curves of balanced accuracy with both rules marked; beside them the accuracy that each rule gives."""
    figure = Figure(figsize=(11, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    markers = {"threshold 0": "o", "training share": "D"}
    for place, (fit, (colour, line)) in enumerate(_FITS.items()):
        left.plot(found.curves.index, found.curves[fit], linestyle=line, color=colour, linewidth=1.6)
        points = found.points[(found.points["algorithm"] == fit[0]) & (found.points["variant"] == fit[1])]
        right.plot(points["balanced_accuracy"], [place] * len(points), linestyle=line, color=colour)
        for rule, share, accuracy in points[["rule", "share", "balanced_accuracy"]].to_numpy():
            for axes, x, y in ((left, share, accuracy), (right, accuracy, place)):
                axes.plot(x, y, markers[rule], color=colour, markeredgecolor="white", markersize=8)
    left.axvline(table.minority_share, color=PALETTE["grey"], linewidth=1)
    left.set(xlabel="share of test rows called +1 (grey: minority share)", ylabel="balanced accuracy")
    right.set(xlabel="balanced accuracy")
    right.set_yticks(range(len(_FITS)), [f"{name}, {_SAMPLING[variant]}" for name, variant in _FITS])
    for label, (colour, _) in zip(right.get_yticklabels(), _FITS.values(), strict=True):
        label.set_color(colour)
    right.invert_yaxis()
    _mark_rules(figure, markers)
    return figure


_SAMPLING = {"corrected": "not sampled", "corrected-sampled": "sampled"}


def _mark_rules(figure: Figure, markers: dict[str, str]) -> None:
    handles = [
        Line2D([], [], linestyle="", marker=marker, color=PALETTE["grey"], label=rule)
        for rule, marker in markers.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
