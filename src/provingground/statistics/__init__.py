"""Paired comparisons of treatments over blocks: ranks, tests, intervals, critical differences.

Generic on purpose: a block is a data set (or a fold), a treatment an algorithm, and nothing here knows which.
"""

from provingground.statistics.blocks import Blocks, complete_blocks
from provingground.statistics.claims import VERDICTS, Claim, Fact, NotRun, NotTestable, Printed, decide
from provingground.statistics.diagram import critical_difference_diagram
from provingground.statistics.intervals import (
    Interval,
    bootstrap,
    mean_intervals,
    paired_differences,
    rank_intervals,
    resampled_mean,
)
from provingground.statistics.ranks import Friedman, average_ranks, friedman, nemenyi, wilcoxon_holm

__all__ = [
    "VERDICTS",
    "Blocks",
    "Claim",
    "Fact",
    "Friedman",
    "Interval",
    "NotRun",
    "NotTestable",
    "Printed",
    "average_ranks",
    "bootstrap",
    "complete_blocks",
    "critical_difference_diagram",
    "decide",
    "friedman",
    "mean_intervals",
    "nemenyi",
    "paired_differences",
    "rank_intervals",
    "resampled_mean",
    "wilcoxon_holm",
]
