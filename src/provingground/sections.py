"""The sections of the compendium: which notebook, what it is called, and where its run leaves what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from provingground.compendium import Project
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
    "findings": SectionSpec("6-findings", "Findings: the claims of three papers, and what they say together"),
    "ablations": SectionSpec("7-ablations", "Ablations: what the choices of the study change"),
}


def run_section(project: Project, name: str, profile: str, dataset: str | None = None) -> Path:
    """Execute a section's notebook through papermill.

    Returns
    -------
    The executed notebook.

    Raises
    ------
    InputError
        For an unknown section or profile, or a data set that is missing, superfluous or not in the profile.
        Also if parameters that it depends on, or extensions/, change in the meantime.
    NotebookFailedError
        If a cell raises.
    """
    from provingground.pipeline.notebook import execute

    label = _label(project, name, profile, dataset)
    parameters = {"profile": profile, "output": "."} | ({"dataset": dataset} if dataset else {})
    target = project.root / "reports" / "notebooks" / profile / f"{label}.ipynb"
    source = project.root / "notebooks" / f"{SECTIONS[name].notebook}.ipynb"
    stage = stage_name(label, profile)
    before = _inputs(project, stage)
    executed = execute(source, target, parameters, failed=project.root / "build" / "failed", cwd=project.root)
    if _inputs(project, stage) != before:  # DVC notes what the files hold now, which is not what was run
        problem = "or a file in extensions/ was changed while this ran, so its outputs belong to neither version"
        raise InputError(project.root / "params.yaml", problem, "Run it again; finished cells are kept.")
    return executed


def _inputs(project: Project, stage: str) -> object:
    """What a user may change at any time and a stage depends on, as it is on disk now."""
    from provingground.pipeline.stages import read_stages, read_yaml, select

    declared = read_stages(project.root)[stage]
    params = read_yaml(project.root / "params.yaml")
    files = project.extensions.glob("*.py") if "extensions" in declared.deps else ()
    return {key: select(params, key) for key in declared.params}, {path.name: path.read_bytes() for path in files}


def open_section(project: Project, name: str, profile: str, dataset: str | None, output: str) -> Section:
    """Give a running notebook its place for results, figures and tables.

    Parameters
    ----------
    output
        Folder relative to the project's root; "." for the stages of dvc.yaml. Notebooks default to ``build/scratch``,
        so that running one by hand does not overwrite what the pipeline made.
    """
    from provingground.pipeline.provenance import provenance_of
    from provingground.pipeline.section import Section
    from provingground.pipeline.stages import read_stages
    from provingground.plotting import use_house_style

    use_house_style()
    label = _label(project, name, profile, dataset)
    base = project.root / output
    results = project.ablations(profile) if name == "ablations" else project.results(profile)
    stage = read_stages(project.root)[stage_name(label, profile)]
    return Section(
        results=base / results.relative_to(project.root),
        figures=base / "reports" / "figures" / profile / label,
        tables=base / "reports" / "tables" / profile / label,
        provenance=provenance_of(project.root, stage),
    )


def stage_name(label: str, profile: str) -> str:
    """What DVC calls a run.

    Examples
    --------
    >>> stage_name("retained", "quick"), stage_name("noise@spambase", "quick")
    ('retained@quick', 'noise@quick-spambase')
    """
    section, _, dataset = label.partition("@")
    return f"{section}@{profile}" + (f"-{dataset}" if dataset else "")


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


def write_report(project: Project, profile: str) -> Path:
    """Write the site of a profile.

    Returns
    -------
    Its start page.

    Raises
    ------
    InputError
        For an unknown profile, or one of which nothing has run.
    """
    from provingground.report.content import collect
    from provingground.report.site import Content, build_site

    facts = profile_facts(project, profile)
    reports = project.root / "reports"
    runs = collect(reports, profile, {name: section.title for name, section in SECTIONS.items()})
    return build_site(Content(reports, profile, facts, runs))


def profile_facts(project: Project, profile: str) -> dict[str, str]:
    """What ran, for the report: data sets, and cells done and failed."""
    import pandas as pd

    paths = {name: project.results(profile) / f"{name}.parquet" for name in project.datasets(profile)}
    ran = {name: path for name, path in paths.items() if path.exists()}
    frames = [pd.read_parquet(path, columns=["status"]) for path in ran.values()]
    status = pd.concat(frames)["status"] if frames else pd.Series(dtype=str)
    return {
        "Data sets": ", ".join(ran),
        "Cells": f"{(status == 'ok').sum():,} ok, {(status != 'ok').sum():,} failed",
    }
