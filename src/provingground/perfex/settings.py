"""Parameters of the PERFEX experiments, as they stand in ``params.yaml`` under ``perfex``."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class PerfexSettings(BaseModel):
    """Sizes and rules of the experiments; unknown keys are refused.

    Examples
    --------
    >>> PerfexSettings(n_seeds=3).seeds
    [0, 1, 2]
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    n_seeds: int = Field(20, ge=1, description="Seeds per cell of Table 1 (the reference has 20).")
    n_curve_seeds: int = Field(20, ge=2, description="Seeds of Figures 5a and 5b, the red/blue example and Figure 6.")
    n_explained: int = Field(100, ge=10, description="Points that SHAP and LIME explain for the control of Figure 6.")
    n_permutations: int = Field(99, ge=1, description="Shuffled trees where p-values are shown.")
    leaf_sizes: tuple[int, ...] = Field((100, 50, 20), min_length=1, description="Smallest leaves, the primary first.")
    candidates: int | None = Field(None, ge=2, description="Quantiles per numeric feature, or null for all values.")
    max_depth: int = Field(6, ge=1, description="Depth of the trees (paper: 6).")
    n_jobs: int = Field(2, description="Processes.")

    @property
    def seeds(self) -> list[int]:
        """Seeds of Table 1."""
        return list(range(self.n_seeds))

    @property
    def curve_seeds(self) -> list[int]:
        """Seeds of the figures."""
        return list(range(self.n_curve_seeds))
