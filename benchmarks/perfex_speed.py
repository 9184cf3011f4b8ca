"""Speed of the PERFEX search, paired in one process: ours, scikit-learn's tree, and a literal Algorithm 1.

Run ``python benchmarks/perfex_speed.py``; it prints a markdown table. Times are CPU seconds of the process (the
minimum of several runs), because a shared machine's wall clock measures the neighbours; all three are single-threaded.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.metrics import accuracy_score
from sklearn.tree import DecisionTreeRegressor

from provingground.perfex import PerfexTree
from provingground.perfex.splitting import SearchLimits, SortedColumns, best_split
from provingground.perfex.sums import Form, RowSums

DEPTH, LEAF, DIFFERENCE = 6, 100, 0.05


def problem(n: int, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal features; accuracy .85, lower in two regions."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, d)), rng.integers(0, 2, n)
    share = 0.85 - 0.2 * (X[:, 0] > 0.5) - 0.15 * ((X[:, 1] < -0.3) & (X[:, 0] < 0))
    return X, y, np.where(rng.random(n) < share, y, 1 - y)


Accuracy = Callable[[np.ndarray, np.ndarray], float]


def lean_accuracy(y: np.ndarray, y_pred: np.ndarray) -> float:
    return float(np.mean(y == y_pred))


def literal(X: np.ndarray, y: np.ndarray, y_pred: np.ndarray, quantiles: int, accuracy: Accuracy) -> int:
    """Algorithm 1 as written: at every node and candidate, make both subsets and evaluate the metric on each.

    Masks have full length, as in the authors' package, so that a small node costs as much as the root. Returns the
    number of leaves.
    """
    candidates = [np.unique(np.sort(x)[np.linspace(0, len(x) - 1, quantiles).astype(int)]) for x in X.T]

    def grow(node: np.ndarray, depth: int) -> int:
        best, chosen = DIFFERENCE, None
        for feature in range(X.shape[1]) if depth else ():
            for threshold in candidates[feature]:
                left = node & (X[:, feature] <= threshold)
                right = node & (X[:, feature] > threshold)
                if min(left.sum(), right.sum()) >= LEAF:
                    difference = abs(accuracy(y[left], y_pred[left]) - accuracy(y[right], y_pred[right]))
                    if difference > best:
                        best, chosen = difference, (left, right)
        return 1 if chosen is None else grow(chosen[0], depth - 1) + grow(chosen[1], depth - 1)

    return grow(np.ones(len(X), dtype=bool), DEPTH)


def seconds(*calls: Callable[[], Any], repeats: int) -> list[float]:
    """CPU seconds of each call, the minimum of several runs taken in turn."""
    best = [float("inf")] * len(calls)
    for _ in range(repeats):
        for i, call in enumerate(calls):
            started = time.process_time()
            call()
            best[i] = min(best[i], time.process_time() - started)
    return best


def peak_gigabytes() -> float:
    divisor = 1e9 if sys.platform == "darwin" else 1e6  # bytes on macOS, kilobytes on Linux
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / divisor


def ours(X: np.ndarray, y: np.ndarray, y_pred: np.ndarray, candidates: int | None = None) -> PerfexTree:
    return PerfexTree(max_depth=DEPTH, min_samples_leaf=LEAF, candidates=candidates, n_permutations=0).fit(X, y, y_pred)


def numpy_search(columns: SortedColumns, correct: np.ndarray) -> float:
    """The search of one node in numpy: cumulate, compare both sides at every new value. Best difference."""
    n, total, best = len(correct), correct.sum(), 0.0
    for ordered, rows in zip(columns.values, columns.rows, strict=True):
        ends = np.flatnonzero(ordered[1:] != ordered[:-1])
        ends = ends[(ends + 1 >= LEAF) & (n - ends - 1 >= LEAF)]
        part, whole = np.cumsum(correct[rows])[ends], ends + 1.0
        best = max(best, float(np.abs(part / whole - (total - part) / (n - whole)).max(initial=0.0)))
    return best


def compare_one_node(n: int) -> None:
    X, y, y_pred = problem(n, 10)
    columns = SortedColumns.of(np.ascontiguousarray(X.T), np.zeros(10, dtype=bool))
    correct = (y == y_pred).astype(float)
    sums = RowSums(Form.RATIO, np.column_stack([correct, np.ones(n)]), np.ones(n, dtype=bool))
    limits = SearchLimits(LEAF, LEAF, 0.0)
    compiled = best_split(columns, 0, n, sums, limits).split
    assert compiled is not None
    assert np.isclose(compiled.difference, numpy_search(columns, correct))
    fast, slow = seconds(
        lambda: best_split(columns, 0, n, sums, limits), lambda: numpy_search(columns, correct), repeats=9
    )
    print(f"one node of {n:,} x 10: numba {1000 * fast:.2f} ms, numpy {1000 * slow:.2f} ms, {slow / fast:.1f} times")


def main() -> None:
    ours(*problem(2000, 2))  # compile
    X, y, y_pred = problem(10_000, 10)
    for name, accuracy in (("scikit-learn's metric", accuracy_score), ("a mean in numpy", lean_accuracy)):
        fast, slow = seconds(
            lambda: ours(X, y, y_pred, 50), lambda metric=accuracy: literal(X, y, y_pred, 50, metric), repeats=3
        )
        print(
            f"10,000 x 10, 50 quantiles: literal with {name} {slow:.2f} s, "
            f"ours {1000 * fast:.1f} ms, {slow / fast:.0f} times"
        )
    for n in (1_000, 100_000, 1_000_000):
        compare_one_node(n)
    print()
    print("| rows | features | ours, s | scikit-learn, s | ratio | peak memory, GB |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for n in (10_000, 100_000, 1_000_000):
        for d in (2, 10, 50):
            X, y, y_pred = problem(n, d)
            ours(X, y, y_pred)
            memory = peak_gigabytes()
            tree = DecisionTreeRegressor(max_depth=DEPTH, min_samples_leaf=LEAF, random_state=0)
            correct = (y == y_pred).astype(float)
            fast, slow = seconds(
                lambda X=X, y=y, p=y_pred: ours(X, y, p),
                lambda X=X, c=correct, t=tree: t.fit(X, c),
                repeats=9 if n * d <= 1_000_000 else 3 if n * d <= 10_000_000 else 1,
            )
            print(f"| {n:,} | {d} | {fast:.3f} | {slow:.3f} | {slow / fast:.1f} | {memory:.2f} |", flush=True)


if __name__ == "__main__":
    main()
