"""`provingground check`: does an algorithm, a loss or a data set of one's own do what the benchmark needs?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from provingground.errors import InputError, suggest

if TYPE_CHECKING:
    from provingground.compendium import Project
    from provingground.contract import Check, Finding
    from provingground.datasets.catalog import DatasetEntry

    Subjects = Iterator[tuple[str, Any, tuple[Check[Any], ...]]]

OWN_DATASETS = (".yaml", ".yml")


def check(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.py|FILE.yaml|NAME...", help="Default: extensions/ and data.extra of this checkout."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check an algorithm, a loss or a data set.

    Does it do what the benchmark needs? Give a file with ALGORITHMS or LOSSES, a file with data-set entries, or the
    name of something known. Exit code 1 if a check fails; one that needs a package which is not installed is skipped.

    Examples:

        provingground check examples/own_algorithm.py

        provingground check XGB_RAMP spambase
    """
    from provingground.contract import run_checks

    subjects = [subject for target in targets or _own_targets() for subject in _subjects_of(target)]
    findings: list[Finding] = []
    for name, subject, checks in subjects:
        found = list(run_checks(name, subject, checks))
        findings += found
        if not as_json:
            _show(name, found)
    counts = Counter(finding.status for finding in findings)
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False))
    else:
        typer.echo(", ".join(f"{counts[status]} {status}" for status in ("ok", "failed", "skipped")))
    raise typer.Exit(1 if counts["failed"] else 0)


def _show(name: str, findings: list[Finding]) -> None:
    typer.echo(name)
    for finding in findings:
        typer.echo(f"  {finding.status:8} {finding.check}")
        if finding.message:
            typer.echo(f"           {finding.message}")
    typer.echo("")


def _own_targets() -> list[str]:
    from provingground.compendium import Project

    project = Project.find()
    own = [*map(str, sorted(project.extensions.glob("*.py"))), *project.params.data.extra]
    if not own:
        remedy = "Name a file, an algorithm, a loss or a data set, for example examples/own_algorithm.py."
        raise InputError("provingground check", "finds nothing of your own in extensions/ and data.extra", remedy)
    return own


def _subjects_of(target: str) -> Subjects:
    path = Path(target)
    if path.suffix == ".py":
        yield from _of_python(path)
    elif path.suffix in OWN_DATASETS:
        yield from (_of_entry(entry, None) for entry in _read_entries(path))
    else:
        yield from _of_name(target)


def _of_python(path: Path) -> Subjects:
    from provingground.labelnoise.contract import ALGORITHM_CHECKS, LOSS_CHECKS
    from provingground.labelnoise.extensions import load_extension

    extension = load_extension(path)
    yield from ((f"loss {loss.name}", loss, LOSS_CHECKS) for loss in extension.losses)
    yield from ((f"algorithm {each}", each, ALGORITHM_CHECKS) for each in extension.algorithms)


def _read_entries(path: Path) -> list[DatasetEntry]:
    from provingground.datasets.catalog import load_catalog
    from provingground.files import read_yaml

    content = read_yaml(path)
    if not isinstance(content, dict) or not content:
        raise InputError(path, "holds no data-set entries by name", "See examples/own_dataset.yaml.")
    catalog = load_catalog(content)
    return [catalog[name] for name in content]


def _of_entry(entry: DatasetEntry, mirror: str | None) -> tuple[str, Any, tuple[Check[Any], ...]]:
    from provingground.datasets.contract import DATASET_CHECKS, Candidate

    return f"data set {entry.name}", Candidate(entry, cache=Path("data/raw"), mirror=mirror), DATASET_CHECKS


def _of_name(name: str) -> Subjects:
    from provingground.datasets.catalog import load_catalog
    from provingground.labelnoise import losses
    from provingground.labelnoise.algorithms import ALGORITHMS
    from provingground.labelnoise.contract import ALGORITHM_CHECKS, LOSS_CHECKS
    from provingground.labelnoise.extensions import load_algorithms

    project = _project()
    known_losses = {each.name: each for each in vars(losses).values() if isinstance(each, losses.Loss)}
    own = load_algorithms(project.extensions) if project else []
    algorithms = [each for each in (*ALGORITHMS, *own) if each.name == name]
    catalog = project.catalog if project else load_catalog()
    if algorithms:
        yield from ((f"algorithm {each}", each, ALGORITHM_CHECKS) for each in algorithms)
    elif name in known_losses:
        yield f"loss {name}", known_losses[name], LOSS_CHECKS
    elif name in catalog:
        yield _of_entry(catalog[name], project.mirror if project else None)
    else:
        known = sorted({each.name for each in (*ALGORITHMS, *own)} | known_losses.keys() | catalog.keys())
        raise InputError(name, "is no file, algorithm, loss or data set", suggest(name, known))


def _project() -> Project | None:
    from provingground.compendium import Project

    with suppress(InputError):
        return Project.find()
    return None
