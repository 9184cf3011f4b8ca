"""What people would use instead, on the same predictions: what each finds, whether it holds up, what it costs.

Every tool gets the first test set and names one worst group of at least ``min_rows`` rows; the second test set tells
how far the group's accuracy was off.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeRegressor

from provingground.errors import DependencyError
from provingground.perfex.experiments import Predicted
from provingground.perfex.explain import merge
from provingground.perfex.sums import BoolArray
from provingground.perfex.tree import PerfexTree

N_BINS = 5  # quantile bins of numeric features for the tools that need groups
Finder = Callable[[pd.DataFrame, BoolArray, int], tuple[str, Callable[[pd.DataFrame], BoolArray]]]


def compare(made: Predicted, min_rows: int = 100) -> pd.DataFrame:
    """One row per tool: its worst group, the group's accuracy on both test sets, seconds."""
    X, X2 = made.X.iloc[made.split.first], made.X.iloc[made.split.second]
    correct = np.asarray(made.first == made.y[made.split.first])
    correct2 = np.asarray(made.second == made.y[made.split.second])
    rows = []
    for name, find in FINDERS.items():
        started = time.perf_counter()
        group, belongs = find(X, correct, min_rows)
        seconds = time.perf_counter() - started
        inside, inside2 = belongs(X), belongs(X2)
        found, held_out = _mean(correct[inside]), _mean(correct2[inside2])
        rows.append(
            {
                "tool": name,
                "worst group": group,
                "rows": int(inside.sum()),
                "accuracy": found,
                "held-out rows": int(inside2.sum()),
                "held-out accuracy": held_out,
                "error": abs(found - held_out),
                "seconds": seconds,
            }
        )
    return pd.DataFrame(rows)


def _mean(values: BoolArray) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _perfex(X: pd.DataFrame, correct: BoolArray, min_rows: int) -> tuple[str, Callable[[pd.DataFrame], BoolArray]]:
    tree = PerfexTree(min_samples_leaf=min_rows).fit(X, np.ones(len(X)), correct.astype(float))
    worst = tree.leaves_["value"].to_numpy().argmin()
    group = ", ".join(map(str, merge(tree.leaves_["conditions"][worst]))) or "all rows"
    return group, lambda frame: np.asarray(tree.apply(frame) == worst)


def _cart(X: pd.DataFrame, correct: BoolArray, min_rows: int) -> tuple[str, Callable[[pd.DataFrame], BoolArray]]:
    """scikit-learn's regression tree on 0/1 correctness, of the same depth and leaf size."""
    encoder = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore", sparse_output=False), make_column_selector(dtype_include=["category"])),
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).fit(X)
    tree = DecisionTreeRegressor(max_depth=6, min_samples_leaf=min_rows, random_state=0)
    tree.fit(encoder.transform(X), correct.astype(float))
    leaves = tree.apply(encoder.transform(X))
    worst = min(np.unique(leaves), key=lambda leaf: correct[leaves == leaf].mean())
    group = _cart_path(tree.tree_, worst, list(encoder.get_feature_names_out()))
    return group, lambda frame: np.asarray(tree.apply(encoder.transform(frame)) == worst)


def _cart_path(tree: Any, leaf: int, names: list[str]) -> str:
    conditions: list[str] = []
    node = leaf
    while node != 0:
        is_left = node in tree.children_left
        parent = int(np.flatnonzero((tree.children_left if is_left else tree.children_right) == node)[0])
        conditions.append(f"{names[tree.feature[parent]]} {'<=' if is_left else '>'} {tree.threshold[parent]:.4g}")
        node = parent
    return ", ".join(reversed(conditions)) or "all rows"


def _binned(X: pd.DataFrame) -> Callable[[pd.DataFrame], pd.DataFrame]:
    """Quantile bins learnt on ``X``; categories are left as they are."""
    edges = {
        name: np.unique(X[name].quantile(np.linspace(0.0, 1.0, N_BINS + 1)[1:-1]))
        for name in X.select_dtypes("number").columns
    }

    def apply(frame: pd.DataFrame) -> pd.DataFrame:
        return pd.DataFrame(
            {name: _bin(frame[name], edges[name]) if name in edges else frame[name].astype(str) for name in frame},
            index=frame.index,
        )

    return apply


def _bin(values: pd.Series[Any], edges: Any) -> list[str]:
    bounds = ["-inf", *(f"{edge:.4g}" for edge in edges), "inf"]
    return [f"({bounds[i]}, {bounds[i + 1]}]" for i in np.searchsorted(edges, values.to_numpy(), side="left")]


def _sliceline(X: pd.DataFrame, correct: BoolArray, min_rows: int) -> tuple[str, Callable[[pd.DataFrame], BoolArray]]:
    """SliceLine (Sagadeeva and Boehm 2021): the best-scored conjunction of up to two binned conditions."""
    try:
        from sliceline.slicefinder import Slicefinder
    except ImportError as error:
        raise DependencyError("sliceline", "is not installed", "pip install provingground[compare]") from error
    binned = _binned(X)
    finder = Slicefinder(alpha=0.95, k=1, max_l=2, min_sup=min_rows, verbose=False)
    finder.fit(binned(X).to_numpy(dtype=object), (~correct).astype(float))
    slices = finder.top_slices_
    if len(slices) == 0:
        return "none found", lambda frame: np.zeros(len(frame), dtype=np.bool_)
    wanted = {name: value for name, value in zip(X.columns, slices[0], strict=True) if value is not None}
    return _group_name(wanted), lambda frame: np.asarray((binned(frame)[list(wanted)] == pd.Series(wanted)).all(axis=1))


def _fairlearn(X: pd.DataFrame, correct: BoolArray, min_rows: int) -> tuple[str, Callable[[pd.DataFrame], BoolArray]]:
    """fairlearn's MetricFrame over every feature by itself: the worst group that has enough rows."""
    try:
        from fairlearn.metrics import MetricFrame, count
    except ImportError as error:
        raise DependencyError("fairlearn", "is not installed", "pip install provingground[compare]") from error
    binned = _binned(X)
    groups, best, chosen = binned(X), np.inf, ("", "")
    metrics = {"accuracy": lambda y, p: float(np.mean(np.asarray(p))), "n": count}
    for name in groups:
        by_group = MetricFrame(
            metrics=metrics, y_true=correct, y_pred=correct, sensitive_features=groups[name]
        ).by_group
        allowed = by_group[by_group["n"] >= min_rows]["accuracy"]
        if len(allowed) and allowed.min() < best:
            best, chosen = float(allowed.min()), (str(name), str(allowed.idxmin()))
    return _group_name(dict([chosen])), lambda frame: np.asarray(binned(frame)[chosen[0]] == chosen[1])


def _group_name(wanted: dict[str, str]) -> str:
    return ", ".join(
        f"{name} in {value}" if value[0] == "(" else f"{name} == {value}" for name, value in wanted.items()
    )


FINDERS: dict[str, Finder] = {
    "PERFEX": _perfex,
    "scikit-learn tree on correctness": _cart,
    "SliceLine": _sliceline,
    "fairlearn MetricFrame, one feature": _fairlearn,
}
