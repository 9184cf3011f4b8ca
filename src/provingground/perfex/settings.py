"""The PERFEX section of a profile of params.yaml."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from provingground.settings import Settings


class PerfexProfile(Settings):
    """How much of the PERFEX experiments is run.

    Parameters
    ----------
    datasets
        Data sets of Table 1 beside the generated blobs.
    worked_example
        Data set of the user's case.
    seeds
        Seeds per cell of Table 1 (the reference has 20).
    curve_seeds
        Seeds of Figures 5a and 5b, of the red/blue example and of the numbers of Figure 6.
    explained
        Points that SHAP and LIME explain for the control of Figure 6.
    permutations
        Shuffled trees wherever p-values are shown.
    leaf_sizes
        Smallest leaves; the first is the primary setting, the others are the sensitivity analysis.
    candidates
        Quantiles per numeric feature, or null for every value.
    max_depth
        Depth of the trees (paper: 6).

    Examples
    --------
    >>> PerfexProfile(datasets=("car",), worked_example="car", seeds=3).leaf_sizes
    (100, 50, 20)
    """

    datasets: tuple[str, ...]
    worked_example: str
    seeds: Annotated[int, Field(ge=2)] = 20
    curve_seeds: Annotated[int, Field(ge=2)] = 20
    explained: Annotated[int, Field(ge=10)] = 100
    permutations: Annotated[int, Field(ge=1)] = 99
    leaf_sizes: Annotated[tuple[int, ...], Field(min_length=1)] = (100, 50, 20)
    candidates: Annotated[int, Field(ge=2)] | None = None
    max_depth: Annotated[int, Field(ge=1)] = 6
