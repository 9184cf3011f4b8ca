"""All that turns outcomes into a tree, in one place: shuffled outcomes go through exactly the same."""

from __future__ import annotations

from dataclasses import dataclass

from provingground.perfex.evidence import Moments, difference_p_values
from provingground.perfex.growing import Node, Target, grow, prune, report_on
from provingground.perfex.splitting import SearchLimits, SortedColumns
from provingground.perfex.sums import FloatArray, IndexArray


@dataclass(frozen=True)
class Procedure:
    """Search, report on other rows (honest mode), prune.

    Parameters
    ----------
    columns
        Sorted features of the searched rows.
    values
        Encoded features of all rows, shape (n_features, n_rows).
    searched, reported
        Positions of the rows that splits are searched on, and of those that leaves report on; the same unless honest.
    significance
        Level of the tests that pruning asks for, or None for no pruning.
    """

    columns: SortedColumns
    values: FloatArray
    searched: IndexArray
    reported: IndexArray
    limits: SearchLimits
    max_depth: int
    significance: float | None

    def run(self, target: Target) -> Node:
        """Make a tree for outcomes of all rows."""
        honest = len(self.searched) < len(target)
        root = grow(target.take(self.searched) if honest else target, self.columns.copy(), self.limits, self.max_depth)
        if honest:
            root = report_on(root, target, self.values, self.reported)
        if self.significance is None:
            return root
        compared = sum(1 for _ in root.leaves()) if honest else 2 * root.total_examined
        return self._prune(root, target, compared, self.significance)

    def _prune(self, root: Node, target: Target, compared: int, level: float) -> Node:
        sums = target.sums
        assert sums is not None

        def differ(rows: IndexArray, others: IndexArray) -> bool:
            p_values = difference_p_values(target, [Moments.of(sums, rows)], [Moments.of(sums, others)])
            return bool(compared * p_values[0] <= level)

        return prune(root, self.values, self.reported, differ)
