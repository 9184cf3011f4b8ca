"""The paper's experiments on generated data: the schematic, the red/blue example, Figures 4, 5a and 5b."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from sklearn.metrics import f1_score
from sklearn.tree import DecisionTreeClassifier

from provingground.perfex.sums import FloatArray
from provingground.perfex.tree import PerfexTree

# What the paper prints for the red/blue example.
PRINTED_RED_BLUE = {"n_low": 100, "threshold": 10.96, "low": 0.72, "n_high": 200, "high": 1.0}
SIGMA = 2.0  # of every Gaussian of Figures 4 and 5
N_PER_CLASS = 1000


@dataclass(frozen=True)
class Explained:
    """Rows, what a classifier made of them, and the tree that explains its performance."""

    X: pd.DataFrame
    y: NDArray[Any]
    y_pred: NDArray[Any]
    tree: PerfexTree


def schematic() -> Explained:
    """Figures 1 and 2: ten rows with accuracy .4 beside ten with .8, so that all rows have .6.

    The paper's own points are not published; these are placed by hand, the three accuracies are the paper's.
    """
    rng = np.random.default_rng(1)
    x = np.concatenate([rng.uniform(0.0, 0.45, 10), rng.uniform(0.55, 1.0, 10)])
    y = np.tile([0, 1], 10)
    wrong = np.concatenate([np.repeat([True, False], [6, 4]), np.repeat([True, False], [2, 8])])
    X = pd.DataFrame({"x": x, "z": rng.random(20)})
    y_pred = np.where(wrong, 1 - y, y)
    tree = PerfexTree(max_depth=1, min_samples_leaf=10).fit(X, y, y_pred)
    return Explained(X, y, y_pred, tree)


def red_blue(seed: int) -> Explained:
    """Figure 3: blobs around (10, 10) and (30, 10), half of the labels above y = 12 flipped, a depth-1 classifier.

    The paper gives the centres and "some datapoints"; 300 rows, standard deviation 2 and probability 1/2 are ours.
    """
    rng = np.random.default_rng(seed)
    label = np.repeat(["red", "blue"], 150)
    X = pd.DataFrame(rng.normal(0.0, SIGMA, (300, 2)), columns=["x", "y"]) + 10.0
    X.loc[label == "blue", "x"] += 20.0
    flipped = (X["y"] > 12.0).to_numpy() & (rng.random(300) < 0.5)
    y = np.where(flipped, np.where(label == "red", "blue", "red"), label)
    y_pred = DecisionTreeClassifier(max_depth=1, random_state=seed).fit(X, y).predict(X)
    return Explained(X, y, y_pred, PerfexTree(max_depth=1).fit(X, y, y_pred))


def red_blue_distribution(seeds: Sequence[int]) -> pd.DataFrame:
    """What the example prints over seeds: feature and threshold of the split, rows and accuracy of both leaves."""
    rows = []
    for seed in seeds:
        tree = red_blue(seed).tree
        split, leaves = tree.root_.split, tree.leaves_.sort_values("value", kind="stable")
        low, high = leaves.iloc[0], leaves.iloc[-1]
        rows.append(
            {
                "seed": seed,
                "feature": None if split is None else tree.columns_[split.feature].name,
                "threshold": np.nan if split is None else split.threshold,
                "n_low": low["n"],
                "low": low["value"],
                "n_high": high["n"],
                "high": high["value"],
            }
        )
    return pd.DataFrame(rows)


def two_gaussians(
    delta: float, seed: int | Sequence[int], n_per_class: int = N_PER_CLASS
) -> tuple[FloatArray, NDArray[Any]]:
    """Rows of N(10, 2) with label 0 and of N(10 + delta, 2) with label 1; X has shape (2 n_per_class, 1)."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([rng.normal(10.0, SIGMA, n_per_class), rng.normal(10.0 + delta, SIGMA, n_per_class)])
    return x.reshape(-1, 1), np.repeat([0, 1], n_per_class)


def larger_density(x: FloatArray, delta: float) -> NDArray[Any]:
    """The paper's classifier: the class whose density is larger at x, which changes half way between the means."""
    return (x[:, 0] > 10.0 + delta / 2.0).astype(int)


def region_of_error(delta: float) -> float:
    """Shaded area of Figure 4: the overlap of both densities, 2 Phi(-delta / (2 sigma)).

    Examples
    --------
    >>> region_of_error(0.0), round(region_of_error(3.0), 3)
    (1.0, 0.453)
    """
    return float(2.0 * stats.norm.cdf(-delta / (2.0 * SIGMA)))


def difficulty_curve(deltas: Sequence[float], seeds: Sequence[int]) -> pd.DataFrame:
    """Figure 5a: weighted F1 of the classifier and MAE of its tree as the classes overlap more."""
    rows = []
    for delta in deltas:
        for seed in seeds:
            X, y = two_gaussians(delta, [seed, 0])
            X2, y2 = two_gaussians(delta, [seed, 1])
            y_pred, y_pred2 = larger_density(X, delta), larger_density(X2, delta)
            result = PerfexTree(random_state=seed).fit(X, y, y_pred).evaluate(X2, y2, y_pred2)
            f1 = f1_score(y2, y_pred2, average="weighted")
            rows.append(_curve_row(delta, seed, result.mae, region=region_of_error(delta), f1=f1))
    return pd.DataFrame(rows)


def shift_curve(deltas: Sequence[float], seeds: Sequence[int]) -> pd.DataFrame:
    """Figure 5b: the classifier knows means 10 and 13, the tree is grown on means 10 and 13 + delta.

    The MAE compares the tree with rows of the classifier's own distribution.
    """
    rows = []
    for delta in deltas:
        for seed in seeds:
            X, y = two_gaussians(3.0 + delta, [seed, 0])
            X2, y2 = two_gaussians(3.0, [seed, 1])
            tree = PerfexTree(random_state=seed).fit(X, y, larger_density(X, 3.0))
            rows.append(_curve_row(delta, seed, tree.evaluate(X2, y2, larger_density(X2, 3.0)).mae))
    return pd.DataFrame(rows)


def _curve_row(delta: float, seed: int, mae: float, **more: float) -> dict[str, float]:
    return {"delta": delta, "seed": seed, "mae": mae} | more


def blobs(
    centres: Sequence[tuple[float, float]], n_per_centre: int, seed: int, sigma: float = 3.0
) -> tuple[pd.DataFrame, NDArray[Any]]:
    """Isotropic Gaussian clusters, one class each, as in the paper's "gaussian blobs"."""
    rng = np.random.default_rng(seed)
    X = np.concatenate([rng.normal(centre, sigma, (n_per_centre, 2)) for centre in centres])
    return pd.DataFrame(X, columns=["x0", "x1"]), np.repeat(np.arange(len(centres)), n_per_centre)
