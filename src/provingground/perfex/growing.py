"""Grow, walk and prune trees of splits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from provingground.perfex.metrics import Metric
from provingground.perfex.outcomes import Outcomes
from provingground.perfex.splitting import (
    SearchLimits,
    SearchResult,
    SortedColumns,
    Split,
    best_split,
    best_split_generic,
)
from provingground.perfex.sums import BoolArray, FloatArray, IndexArray, RowSums


@dataclass(frozen=True)
class Target:
    """The metric on one set of outcomes, ready to be evaluated on any subset of its rows."""

    metric: Metric
    outcomes: Outcomes
    sums: RowSums | None

    @classmethod
    def of(cls, metric: Metric, outcomes: Outcomes) -> Target:
        """Prepare the sums of a metric that has them."""
        return cls(metric, outcomes, None if metric.row_sums is None else metric.row_sums(outcomes))

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def selected(self) -> BoolArray:
        """Rows that the metric's denominator counts."""
        return np.ones(len(self), dtype=np.bool_) if self.sums is None else self.sums.selected

    def value(self, rows: IndexArray) -> float:
        """Value on some rows; NaN where it is not defined."""
        if self.sums is not None:
            return self.sums.value(rows)
        return self.metric.value(self.outcomes.take(rows))

    def search(self, columns: SortedColumns, start: int, stop: int, limits: SearchLimits) -> SearchResult:
        """Best split of a node, by the fast search where the metric allows it."""
        if self.sums is not None:
            return best_split(columns, start, stop, self.sums, limits)
        return best_split_generic(columns, start, stop, self.value, self.selected, limits)

    def take(self, rows: IndexArray) -> Target:
        """Target on some rows, in the given order (a permutation shuffles the outcomes against the features)."""
        return Target(self.metric, self.outcomes.take(rows), None if self.sums is None else self.sums.take(rows))


@dataclass
class Node:
    """A node of a tree. It knows counts and values, never rows: a pickled tree holds no data.

    ``n``, ``denominator`` and ``value`` are those that the tree reports; ``search_value`` is the value on the rows
    that the splits were searched on (another set in honest mode only).
    """

    n: int
    denominator: int
    value: float
    search_value: float
    split: Split | None = None
    children: tuple[Node, Node] | None = field(default=None, repr=False)
    n_examined: int = 0

    def leaves(self) -> Iterator[Node]:
        """Leaves in tree order: left before right."""
        if self.children is None:
            yield self
        else:
            for child in self.children:
                yield from child.leaves()

    @property
    def depth(self) -> int:
        """Splits on the longest path."""
        return 0 if self.children is None else 1 + max(child.depth for child in self.children)

    @property
    def total_examined(self) -> int:
        """Candidate splits compared in the whole search."""
        return self.n_examined + sum(child.total_examined for child in self.children or ())

    def apply(self, values: FloatArray) -> IndexArray:
        """Number of the leaf (tree order) of each row of encoded features, shape (n_features, n_rows)."""
        numbers = np.empty(values.shape[1], dtype=np.intp)
        for number, rows in enumerate(self.partition(values, np.arange(values.shape[1]))):
            numbers[rows] = number
        return numbers

    def partition(self, values: FloatArray, rows: IndexArray) -> Iterator[IndexArray]:
        """Rows of each leaf, in tree order."""
        if self.split is None or self.children is None:
            yield rows
            return
        left = self.split.goes_left(values[self.split.feature, rows])
        yield from self.children[0].partition(values, rows[left])
        yield from self.children[1].partition(values, rows[~left])


def grow(target: Target, columns: SortedColumns, limits: SearchLimits, max_depth: int) -> Node:
    """Algorithm 1 applied until a stop rule holds. Consumes the orders of ``columns``."""
    return _grow(target, columns, limits, 0, len(target), max_depth)


def _grow(target: Target, columns: SortedColumns, limits: SearchLimits, start: int, stop: int, depth_left: int) -> Node:
    node = leaf_of(target, columns.members(start, stop))
    if depth_left == 0:
        return node
    result = target.search(columns, start, stop, limits)
    node.n_examined = result.n_examined
    if result.split is None:
        return node
    saw_missing = bool(np.isnan(columns.values[result.split.feature, stop - 1]))
    middle = columns.partition(result.split, start, stop, keep_sorted=depth_left > 1)
    missing_left = result.split.missing_left if saw_missing else middle - start >= stop - middle
    node.split = replace(result.split, saw_missing=saw_missing, missing_left=missing_left)
    node.children = (
        _grow(target, columns, limits, start, middle, depth_left - 1),
        _grow(target, columns, limits, middle, stop, depth_left - 1),
    )
    return node


def leaf_of(target: Target, rows: IndexArray) -> Node:
    """A node without children that reports the metric on the rows."""
    value = target.value(rows)
    return Node(len(rows), int(target.selected[rows].sum()), value, value)


def report_on(node: Node, target: Target, values: FloatArray, rows: IndexArray) -> Node:
    """The same tree with counts and values from other rows; a split one of whose sides has no value is undone."""
    reported = leaf_of(target, rows)
    fresh = Node(reported.n, reported.denominator, reported.value, node.search_value, n_examined=node.n_examined)
    if node.split is None or node.children is None:
        return fresh
    left = node.split.goes_left(values[node.split.feature, rows])
    children = (
        report_on(node.children[0], target, values, rows[left]),
        report_on(node.children[1], target, values, rows[~left]),
    )
    if any(np.isnan(child.value) for child in children):
        return replace(fresh, n_examined=node.total_examined)
    fresh.split, fresh.children = node.split, children
    return fresh


def prune(node: Node, values: FloatArray, rows: IndexArray, differ: Callable[[IndexArray, IndexArray], bool]) -> Node:
    """Undo, from the bottom up, splits into two leaves that do not differ."""
    if node.split is None or node.children is None:
        return node
    left = node.split.goes_left(values[node.split.feature, rows])
    sides = rows[left], rows[~left]
    children = (prune(node.children[0], values, sides[0], differ), prune(node.children[1], values, sides[1], differ))
    if all(child.children is None for child in children) and not differ(*sides):
        return replace(node, split=None, children=None, n_examined=node.total_examined)
    return replace(node, children=children)
