"""The search against a literal implementation of Algorithm 1: masks, one metric call per side and candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provingground.perfex import PerfexTree, metrics

Leaf = tuple[list[tuple[str, str, Any]], int]
LABELS = np.array(["a", "b", "c"])


def literal_leaves(
    X: pd.DataFrame,
    rows: np.ndarray,
    value: Callable[[np.ndarray], float],
    denominator: Callable[[np.ndarray], int],
    min_rows: int,
    depth: int,
    path: tuple[Any, ...] = (),
) -> Iterator[Leaf]:
    best, chosen = -1.0, None
    if depth > 0:
        for left, sides in literal_candidates(X.iloc[rows]):
            one, two = rows[left], rows[~left]
            if min(denominator(one), denominator(two), len(one), len(two)) < min_rows:
                continue
            difference = abs(value(one) - value(two))
            if difference >= 0.05 - 1e-12 and difference > best + 1e-12:
                best, chosen = difference, (one, two, sides)
    if chosen is None:
        yield list(path), len(rows)
        return
    one, two, sides = chosen
    for side, condition in zip((one, two), sides, strict=True):
        yield from literal_leaves(X, side, value, denominator, min_rows, depth - 1, (*path, condition))


def literal_candidates(X: pd.DataFrame) -> Iterator[tuple[np.ndarray, tuple[Any, Any]]]:
    for name in X.columns:
        column = X[name]
        missing = column.isna().to_numpy()
        if column.dtype == object:
            for category in sorted(column.dropna().unique()):
                yield (column == category).to_numpy(), ((name, "==", category), (name, "!=", category))
        if missing.any() and column.dtype != object:
            yield missing, ((name, "is missing", None), (name, "is not missing", None))
        if column.dtype != object:
            for threshold in np.unique(column.dropna()):
                left = (column <= threshold).to_numpy()
                if not missing.any():
                    yield left, ((name, "<=", threshold), (name, ">", threshold))
                    continue
                yield left, ((name, "<=", threshold), (name, "> or missing", threshold))
                yield left | missing, ((name, "<= or missing", threshold), (name, ">", threshold))
        elif missing.any():
            yield missing, ((name, "is missing", None), (name, "is not missing", None))


def matthews(y: np.ndarray, p: np.ndarray) -> float:
    """Correlation of the one-hot labels and predictions, centred."""
    if len(np.unique(y)) < 2 or len(np.unique(p)) < 2:
        return float("nan")
    actual, predicted = (np.equal.outer(v, LABELS) - np.equal.outer(v, LABELS).mean(axis=0) for v in (y, p))
    return float((actual * predicted).sum() / np.sqrt(np.square(actual).sum() * np.square(predicted).sum()))


def mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")


# name: (value written from the textbook, rows that the denominator counts)
ORACLES: dict[str, tuple[Callable[..., float], Callable[..., np.ndarray]]] = {
    "accuracy": (lambda y, p: mean(y == p), lambda y, p: y == y),
    "precision:a": (lambda y, p: mean(y[p == "a"] == "a"), lambda y, p: p == "a"),
    "recall:b": (lambda y, p: mean(p[y == "b"] == "b"), lambda y, p: y == "b"),
    "f1:c": (
        lambda y, p: (
            2 / (1 / mean(y[p == "c"] == "c") + 1 / mean(p[y == "c"] == "c"))
            if ((y == "c") & (p == "c")).any()
            else (0.0 if ((y == "c") | (p == "c")).any() else float("nan"))
        ),
        lambda y, p: (y == "c") | (p == "c"),
    ),
    "balanced_accuracy": (
        lambda y, p: mean(np.array([mean(p[y == c] == c) for c in np.unique(y)])),
        lambda y, p: y == y,
    ),
    "matthews": (matthews, lambda y, p: y == y),
}


@st.composite
def problems(draw: st.DrawFn) -> tuple[pd.DataFrame, np.ndarray, np.ndarray, str, int]:
    n = draw(st.integers(12, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    number = rng.integers(0, draw(st.integers(2, 40)), n) / 4.0
    number[rng.random(n) < draw(st.sampled_from([0.0, 0.2]))] = np.nan
    text = pd.Series(rng.choice(["red", "green", "blue"], n), dtype=object)
    text[rng.random(n) < draw(st.sampled_from([0.0, 0.2]))] = None
    frame = pd.DataFrame({"number": number, "text": text, "other": rng.normal(size=n).round(1)})
    y = rng.choice(LABELS, n)
    y_pred = np.where(rng.random(n) < 0.6, y, rng.choice(LABELS, n))
    y[:3] = y_pred[:3] = LABELS
    return frame, y, y_pred, draw(st.sampled_from(sorted(ORACLES))), draw(st.integers(1, 6))


@given(problems())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_small_problem_gives_the_tree_of_the_literal_algorithm(problem: Any) -> None:
    X, y, y_pred, metric, min_rows = problem
    score, counted = ORACLES[metric]
    expected = list(
        literal_leaves(
            X,
            np.arange(len(X)),
            lambda rows: score(y[rows], y_pred[rows]),
            lambda rows: int(counted(y[rows], y_pred[rows]).sum()),
            min_rows,
            3,
        )
    )
    tree = PerfexTree(metric, max_depth=3, min_samples_leaf=min_rows, n_permutations=0).fit(X, y, y_pred)
    found = [(list(map(tuple, path)), n) for path, n in zip(tree.leaves_["conditions"], tree.leaves_["n"], strict=True)]
    assert found == expected
    groups = tree.apply(X)
    for leaf, value in enumerate(tree.leaves_["value"]):
        assert value == pytest.approx(score(y[groups == leaf], y_pred[groups == leaf]), abs=1e-12)


@pytest.mark.parametrize(
    "name", ["accuracy", "brier", "log_loss", "calibration_error", "balanced_accuracy", "matthews"]
)
@pytest.mark.parametrize("seed", range(3))
def test_the_fast_and_the_generic_search_give_the_same_tree(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 200
    X = pd.DataFrame({"a": rng.normal(size=n).round(1), "b": rng.choice(["x", "y", "z"], n), "c": rng.normal(size=n)})
    X.loc[rng.random(n) < 0.1, "a"] = np.nan
    proba = rng.dirichlet([1.0, 1.0, 1.0], n)
    y = np.array([rng.choice(LABELS, p=p) for p in proba])
    weight = rng.integers(1, 4, n)
    fast = metrics.resolve_metric(name)
    generic = metrics.Metric(fast.name, True, needs_proba=fast.needs_proba, evaluate=fast.value)
    trees = [
        PerfexTree(metric, max_depth=3, min_samples_leaf=20, n_permutations=0).fit(
            X, y, y_proba=proba, sample_weight=weight
        )
        for metric in (fast, generic)
    ]
    assert list(trees[0].leaves_["conditions"]) == list(trees[1].leaves_["conditions"])
    assert trees[0].leaves_["value"].to_numpy() == pytest.approx(trees[1].leaves_["value"].to_numpy(), abs=1e-9)


@given(st.integers(2, 60), st.integers(0, 2**32 - 1), st.integers(2, 50))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_quantile_search_compares_the_authors_candidates_and_no_others(n: int, seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 30, n) / 2.0
    correct = rng.random(n) < 0.6
    ordered = np.sort(x)
    positions = [int(np.floor(i * n / (k - 1))) for i in range(k) if i * n / (k - 1) < n]
    candidates = np.unique(x if n < k else [*ordered[positions], ordered[-1]])
    best, expected = -1.0, None
    for threshold in candidates:
        left = x <= threshold
        if left.any() and (~left).any():
            difference = abs(correct[left].mean() - correct[~left].mean())
            if difference >= 0.05 - 1e-12 and difference > best + 1e-12:
                best, expected = difference, threshold
    tree = PerfexTree(max_depth=1, min_samples_leaf=1, candidates=k, n_permutations=0)
    tree.fit(x.reshape(-1, 1), np.ones(n), np.where(correct, 1.0, 0.0))
    assert (tree.root_.split and tree.root_.split.threshold) == expected


@pytest.mark.parametrize("n", [265, 530, 1037, 1060])
def test_sizes_at_which_the_authors_quantile_option_fails(n: int) -> None:
    rng = np.random.default_rng(n)
    X, y = rng.normal(size=(n, 2)), rng.integers(0, 2, n)
    tree = PerfexTree(candidates=50, min_samples_leaf=20).fit(X, y, np.where(rng.random(n) < 0.7, y, 1 - y))
    assert tree.leaves_["n"].sum() == n


def test_a_point_exactly_on_a_threshold_gets_one_answer_in_float64() -> None:
    third = 1.0 / 3.0  # not representable in float32
    x = np.array([third] * 100 + [np.nextafter(third, 1.0)] * 100).reshape(-1, 1)
    tree = PerfexTree(min_samples_leaf=10).fit(x, np.ones(200), np.repeat([0.0, 1.0], 100))
    assert list(tree.predict(x)) == [0.0] * 100 + [1.0] * 100
    assert "accuracy is 0.0" in tree.explain_one([third])


def test_the_smallest_difference_holds_in_every_node_not_only_at_the_root() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.random((2000, 3)), np.ones(2000)
    tree = PerfexTree(min_split_difference=0.2, min_samples_leaf=20).fit(X, y, (rng.random(2000) < X[:, 0]) * 1.0)

    def differences(node: Any) -> Iterator[float]:
        if node.children:
            yield abs(node.children[0].value - node.children[1].value)
            for child in node.children:
                yield from differences(child)

    assert 0.2 <= min(differences(tree.root_)) < 0.5


def test_ties_go_to_the_first_feature_and_the_lowest_threshold() -> None:
    column = np.repeat([1.0, 2.0, 3.0], 50)
    correct = np.repeat([0.0, 0.5, 1.0], 50)
    correct[50:100] = np.tile([0.0, 1.0], 25)
    X = np.column_stack([column, column])
    tree = PerfexTree(max_depth=1, min_samples_leaf=10).fit(X, np.ones(150), correct)
    assert tree.leaves_["conditions"][0] == (("x0", "<=", 1.0),)
