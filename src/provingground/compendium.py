"""The compendium as a whole: its parameters and where things lie in a checkout. The parts do not know this module."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import model_validator

from provingground.datasets.catalog import DatasetEntry, load_catalog
from provingground.errors import InputError
from provingground.findings.settings import FindingsProfile
from provingground.labelnoise.settings import (
    Ablation,
    AblationScale,
    AlgorithmChoice,
    Compute,
    LabelNoiseProfile,
    Noise,
    Splits,
)
from provingground.labelnoise.store import Store
from provingground.nips2003.settings import Nips2003Settings
from provingground.perfex.settings import PerfexProfile
from provingground.settings import Settings, load_settings

PROFILES = ("quick", "paper")


class Data(Settings):
    """Where raw data come from: a mirror (folder or URL), and the user's own catalog entries by name."""

    mirror: str | None
    extra: dict[str, dict[str, Any]]


class Profile(Settings):
    """How much of each part is run, and the data sets to standardise for them."""

    datasets: tuple[str, ...]
    labelnoise: LabelNoiseProfile
    ablations: AblationScale
    nips2003: Nips2003Settings
    perfex: PerfexProfile
    findings: FindingsProfile

    @model_validator(mode="after")
    def _standardises_what_it_uses(self) -> Profile:
        used = {*self.labelnoise.datasets, *self.ablations.datasets, *self.perfex.datasets}
        used |= {self.perfex.worked_example, self.findings.harm.dataset}
        if absent := sorted(used - set(self.datasets)):
            raise ValueError(f"datasets must list what the sections use: {', '.join(absent)}")
        return self


class Params(Settings):
    """The whole of params.yaml."""

    data: Data
    splits: Splits
    noise: Noise
    algorithms: AlgorithmChoice
    ablations: dict[str, Ablation]
    quick: Profile
    paper: Profile
    compute: Compute

    def profile(self, name: str) -> Profile:
        """Return the section of a profile.

        Raises
        ------
        InputError
            If there is no such profile.
        """
        if name not in PROFILES:
            raise InputError(f"profile '{name}'", f"is not one of {', '.join(PROFILES)}", "Pass --profile quick.")
        return self.quick if name == "quick" else self.paper


@dataclass(frozen=True)
class Project:
    """A checkout of the compendium.

    Parameters
    ----------
    root
        The folder that holds params.yaml.
    """

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> Project:
        """Find the checkout around a folder (default: the current one), so that notebooks run from anywhere in it.

        Raises
        ------
        InputError
            If no folder upwards holds both params.yaml and dvc.yaml.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "params.yaml").exists() and (folder / "dvc.yaml").exists():
                return cls(folder)
        problem = "is not inside a checkout of the compendium (no params.yaml and dvc.yaml here or above)"
        raise InputError(start, problem, "Change to the project's folder.")

    @cached_property
    def params(self) -> Params:
        """The validated params.yaml."""
        return load_settings(self.root / "params.yaml", Params)

    @cached_property
    def catalog(self) -> dict[str, DatasetEntry]:
        """Every known data set: the package's catalog and the entries of params.yaml."""
        return load_catalog(self.params.data.extra)

    def datasets(self, profile: str) -> tuple[str, ...]:
        """Names of the profile's label-noise data sets."""
        return self.params.profile(profile).labelnoise.datasets

    def standardized(self, profile: str) -> Path:
        """Folder of standardised tables and their cards."""
        return self.root / "data" / "standardized" / profile

    def results(self, profile: str) -> Path:
        """Folder of cell tables, one per data set."""
        return self.root / "data" / "results" / profile

    def ablations(self, profile: str) -> Path:
        """Folder of the ablations' cell tables, one per data set."""
        return self.root / "data" / "ablations" / profile

    @property
    def unfinished(self) -> Path:
        """Folder of cell tables of data sets that the paper profile has begun: kept in git, part of no result yet."""
        return self.root / "data" / "unfinished"

    @property
    def extensions(self) -> Path:
        """Folder of Python files with the user's own algorithms and losses."""
        return self.root / "extensions"

    @property
    def mirror(self) -> str | None:
        """Folder or URL of the mirror of the raw data, if one is set; PROVINGGROUND_MIRROR overrides params.yaml."""
        from provingground.datasets.sources import MIRROR_VARIABLE  # imports what downloads, which few commands need

        return os.environ.get(MIRROR_VARIABLE) or self.params.data.mirror

    @property
    def store(self) -> Store:
        """The store of cells. PROVINGGROUND_STORE moves it, for example to share it between experiments' folders."""
        folder = Path(os.environ.get("PROVINGGROUND_STORE") or self.root / "data" / "store")
        return Store(folder, seeds=(self.results("paper"), self.unfinished, self.ablations("paper")))
