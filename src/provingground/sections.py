"""The sections of the compendium: which notebook, what it is called, and where its run leaves what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from provingground.compendium import PROFILES, Project
from provingground.errors import InputError

if TYPE_CHECKING:
    from provingground.pipeline.section import Section


@dataclass(frozen=True)
class SectionSpec:
    """A notebook of the compendium."""

    notebook: str
    title: str
    per_dataset: bool = False


SECTIONS: Mapping[str, SectionSpec] = {
    "preprocessing": SectionSpec("1-preprocessing", "Raw data and their standard form"),
    "noise": SectionSpec("2-noise-benchmark", "Label-noise benchmark", per_dataset=True),
    "retained": SectionSpec("3-retained-performance", "Retained performance"),
    "nips2003": SectionSpec("4-nips2003-preparation", "NIPS 2003 feature-selection benchmark"),
    "perfex": SectionSpec("5-perfex-experiments", "PERFEX: where a classifier can be trusted"),
}


def run_section(project: Project, name: str, profile: str, dataset: str | None = None) -> list[Path]:
    """Execute a section's notebook through papermill.

    Returns
    -------
    The executed notebook and its HTML twin.

    Raises
    ------
    InputError
        For an unknown section or profile, or a data set that is missing, superfluous or not in the profile.
        Also if params.yaml or extensions/ change in the meantime.
    NotebookFailedError
        If a cell raises.
    """
    from provingground.pipeline.notebook import execute

    label = _label(project, name, profile, dataset)
    parameters = {"profile": profile, "output": "."} | ({"dataset": dataset} if dataset else {})
    target = project.root / "reports" / "notebooks" / profile / f"{label}.ipynb"
    source = project.root / "notebooks" / f"{SECTIONS[name].notebook}.ipynb"
    before = _inputs(project, profile)
    execute(source, target, parameters, failed=project.root / "build" / "failed", cwd=project.root)
    if _inputs(project, profile) != before:  # DVC notes what the files hold now, which is not what was run
        problem = "or a file in extensions/ was changed while this ran, so its outputs belong to neither version"
        raise InputError(project.root / "params.yaml", problem, "Run it again; finished cells are kept.")
    return [target, target.with_suffix(".html")]


def _inputs(project: Project, profile: str) -> object:
    """What a user may change at any time and the sections of a profile depend on, as it is on disk now."""
    params = Project(project.root).params
    others = {"compute", *PROFILES} - {profile}
    own = {path.name: path.read_bytes() for path in project.extensions.glob("*.py")}
    return params.model_dump(exclude=others), own


def open_section(project: Project, name: str, profile: str, dataset: str | None, output: str) -> Section:
    """Give a running notebook its place for results, figures and tables.

    Parameters
    ----------
    output
        Folder relative to the project's root; "." for the stages of dvc.yaml. Notebooks default to ``build/scratch``,
        so that running one by hand does not overwrite what the pipeline made.
    """
    from provingground.pipeline.section import Section
    from provingground.plotting import use_house_style

    use_house_style()
    label = _label(project, name, profile, dataset)
    base = project.root / output
    return Section(
        results=base / project.results(profile).relative_to(project.root),
        figures=base / "reports" / "figures" / profile / label,
        tables=base / "reports" / "tables" / profile / label,
    )


def _label(project: Project, name: str, profile: str, dataset: str | None) -> str:
    """Name of a run, as in the stage names: ``retained`` or ``noise@spambase``."""
    if name not in SECTIONS:
        raise InputError(f"section '{name}'", f"is not one of {', '.join(SECTIONS)}", "Choose one of them.")
    known = project.datasets(profile)
    if not SECTIONS[name].per_dataset and dataset is None:
        return name
    if not SECTIONS[name].per_dataset:
        raise InputError(f"section '{name}'", "covers all data sets and takes none", "Leave --dataset out.")
    if dataset not in known:
        found = f"'{dataset}' is not in profile {profile}" if dataset else f"section '{name}' needs one"
        problem = f"{found}; the profile has {', '.join(known)}"
        raise InputError(
            "--dataset", problem, f"Choose one, or add it to {profile}.labelnoise.datasets in params.yaml."
        )
    return f"{name}@{dataset}"


def profile_facts(project: Project, profile: str) -> dict[str, str]:
    """What ran, for the index page: data sets, cells done and failed, versions."""
    import pandas as pd

    frames = [
        pd.read_parquet(path, columns=["status", "dataset"]) for path in project.results(profile).glob("*.parquet")
    ]
    status = pd.concat(frames)["status"] if frames else pd.Series(dtype=str)
    packages = ("provingground", "scikit-learn", "xgboost", "khiops", "python-weka-wrapper3", "numpy", "pandas")
    return {
        "Data sets": ", ".join(project.datasets(profile)),
        "Cells": f"{(status == 'ok').sum():,} ok, {(status != 'ok').sum():,} failed",
        "Versions": ", ".join(f"{name} {version(name)}" for name in packages),
    }
