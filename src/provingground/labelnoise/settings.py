"""The label-noise sections of params.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from provingground.labelnoise.protocol import Protocol
from provingground.settings import Settings

Level = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Splits(Settings):
    """Repeated stratified k-fold: number of folds, and the seed (56 gives the published folds)."""

    folds: Annotated[int, Field(ge=2)]
    seed: Annotated[int, Field(ge=0)]


class Noise(Settings):
    """What is done to training labels."""

    model: str
    levels: tuple[Level, ...]
    seed: Annotated[int, Field(ge=0)]
    nested: bool

    @field_validator("levels")
    @classmethod
    def _must_hold_the_reference(cls, levels: tuple[float, ...]) -> tuple[float, ...]:
        if 0.0 not in levels:
            raise ValueError("must contain 0.0, the reference of retained performance")
        if list(levels) != sorted(set(levels)):
            raise ValueError("must rise without repetition")
        return levels


class AlgorithmChoice(Settings):
    """Names of the algorithms to run, as in the paper."""

    names: Annotated[tuple[str, ...], Field(min_length=1)]


class LabelNoiseProfile(Settings):
    """How much is run: data sets, repetitions of the k-fold, variants, and stratified caps on rows per data set."""

    datasets: Annotated[tuple[str, ...], Field(min_length=1)]
    repeats: Annotated[int, Field(ge=1)]
    variants: Annotated[tuple[str, ...], Field(min_length=1)]
    max_rows: dict[str, Annotated[int, Field(ge=50)]]


Value = bool | int | float | str | None  # of a parameter; None leaves it out


class Ablation(Settings):
    """What is changed, to which values (the first is the one to compare with), and for which algorithms."""

    change: str
    values: Annotated[tuple[Value, ...], Field(min_length=2)]
    algorithms: Annotated[tuple[str, ...], Field(min_length=1)]
    variants: tuple[str, ...] = ("corrected",)


class AblationScale(Settings):
    """How much of every ablation a profile runs."""

    datasets: Annotated[tuple[str, ...], Field(min_length=1)]
    repeats: Annotated[int, Field(ge=1)]
    levels: tuple[Level, ...]


class Compute(Settings):
    """Where it is run; it cannot change a result."""

    backend: Literal["joblib", "dask"]
    workers: Annotated[int, Field(ge=1)] | None
    scheduler: str | None


def protocol(splits: Splits, noise: Noise, profile: LabelNoiseProfile) -> Protocol:
    """Combine the sections into the protocol that cells are planned by."""
    return Protocol(
        levels=noise.levels,
        folds=splits.folds,
        repeats=profile.repeats,
        split_seed=splits.seed,
        noise_model=noise.model,
        noise_seed=noise.seed,
        nested=noise.nested,
    )
