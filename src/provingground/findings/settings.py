"""The findings section of a profile of params.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from provingground.labelnoise.settings import Level
from provingground.nips2003.settings import Baseline, Count
from provingground.settings import Settings


class RulesSettings(Settings):
    """When does an algorithm keep its performance? A tree over the benchmark's cells.

    Parameters
    ----------
    least_rho
        A tree for each: over the cells from this noise level on (and up to 1).
    splits
        Random halves of the data sets: on one the rules are searched, on the other they are tested.
    permutations
        Shuffles per question of the permutation test.
    max_depth
        Conditions per rule.
    min_share
        Smallest leaf, as a share of the searched cells.
    seed
        Of the halves and the shuffles.
    """

    least_rho: Annotated[tuple[Level, ...], Field(min_length=1)] = (0.0, 0.75)
    splits: Count = 10
    permutations: Annotated[int, Field(ge=19)] = 99
    max_depth: Count = 4
    min_share: Annotated[float, Field(gt=0, lt=0.5)] = 0.1
    seed: int = 2003


class HarmSettings(Settings):
    """Where does noise hurt? One algorithm on one data set, trained on clean and on noisy labels.

    Parameters
    ----------
    dataset
        A label-noise data set of the profile.
    algorithm, variant
        As in the benchmark.
    rho
        Noise level.
    draws
        Noisy copies of the training labels per fold.
    permutations
        Shuffled trees of the PERFEX test.
    min_samples_leaf
        Smallest leaf of the tree, in rows.
    """

    dataset: str
    algorithm: str = "skRF"
    variant: str = "common"
    rho: Annotated[float, Field(gt=0)] = 1.0
    draws: Count = 5
    permutations: Annotated[int, Field(ge=19)] = 99
    min_samples_leaf: Count = 50


class ProbesSettings(Settings):
    """Do selectors still tell real features from probes when labels lie?

    Parameters
    ----------
    features
        Data set (``madelon`` or ``gisette``) and how many features are selected on it.
    selectors
        Names of the NIPS 2003 baselines.
    levels
        Noise levels; with balanced classes half of the labels flip at 1, which leaves no information in them.
    seeds
        New draws of data, flips and selectors per level.
    """

    features: dict[Literal["madelon", "gisette"], Count] = Field(default={"madelon": 20, "gisette": 300})
    selectors: Annotated[tuple[Baseline, ...], Field(min_length=1)] = ("filter", "information", "rfe", "forest")
    levels: Annotated[tuple[Level, ...], Field(min_length=1)] = (0.0, 0.25, 0.5, 0.75, 1.0)
    seeds: Annotated[int, Field(ge=2)] = 3

    @model_validator(mode="after")
    def _levels_must_rise(self) -> ProbesSettings:
        if list(self.levels) != sorted(set(self.levels)):
            raise ValueError("levels must rise without repetition")
        if self.levels[-1] > 1:
            raise ValueError("levels above 1 flip more than half of the labels of balanced classes")
        return self


class FindingsProfile(Settings):
    """Everything that notebook 6 takes from ``params.yaml``.

    Examples
    --------
    >>> FindingsProfile(harm=HarmSettings(dataset="spambase")).probes.features["madelon"]
    20
    """

    rules: RulesSettings = RulesSettings()
    harm: HarmSettings
    probes: ProbesSettings = ProbesSettings()
