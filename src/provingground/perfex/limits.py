"""The paper's stop rule: the smallest subset whose interval is narrow enough."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from provingground.errors import InputError
from provingground.perfex.growing import Target


def smallest_denominator(target: Target, confidence: float, width: float) -> int:
    """Rows that the metric's denominator needs for a full interval width of at most ``width``.

    For a proportion n >= z^2 / D^2, from e(1 - e) <= 1/4 (paper, "stop criterion"). For another mean over rows the
    largest possible standard deviation (half the range of the values) takes the place of 1/2, and where the values
    have no bound, that of all rows: n >= 4 z^2 sd^2 / D^2.

    Raises
    ------
    InputError
        A width that is not positive, or a metric whose spread is unknown.
    """
    if not width > 0.0:
        raise InputError("max_interval_width", f"is {width!r}", "Choose a positive width, such as 0.1.")
    z = float(stats.norm.ppf(0.5 + confidence / 2.0))
    return math.ceil(4.0 * z**2 * _largest_deviation(target) ** 2 / width**2)


def _largest_deviation(target: Target) -> float:
    if target.metric.half_range is not None:
        return target.metric.half_range
    if target.sums is None or target.sums.form != 0:
        raise InputError(
            "max_interval_width", f"{target.metric.name} has no known spread per row", "Set min_samples_leaf instead."
        )
    weight = target.sums.sums[:, 1]
    used = weight > 0.0
    return float(np.std(target.sums.sums[used, 0] / weight[used]))
