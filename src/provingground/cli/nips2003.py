"""``provingground nips2003``: validate, score and rank submissions; prepare and design benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from provingground.errors import InputError, ProvingGroundError
from provingground.nips2003 import ranking, scoring
from provingground.nips2003.benchmark import read_truths
from provingground.nips2003.formats import Param, read_param
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.submission import Phase, open_submission
from provingground.nips2003.submission import validate as problems_of

app = typer.Typer(help="NIPS 2003 feature-selection benchmark: prepare, verify, validate, score.", no_args_is_help=True)

SubmissionPath = Annotated[Path, typer.Argument(help="Folder or zip with the result files.")]
SomeDatasets = Annotated[list[str] | None, typer.Option("--dataset", help="Look at this data set only; repeatable.")]


@contextmanager
def told_plainly() -> Iterator[None]:
    """Print an error raised on purpose without a traceback and exit with 2."""
    try:
        yield
    except ProvingGroundError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error


@app.command()
def validate(
    submission: SubmissionPath,
    phase: Annotated[Phase, typer.Option(help="Which result files are mandatory.")] = Phase.DEVELOPMENT,
    data: Annotated[Path | None, typer.Option(help="Folder with .param files of another benchmark.")] = None,
    dataset: SomeDatasets = None,
) -> None:
    """List every problem of a submission with file and line.

    Exit code: 0 valid, 1 problems found, 2 the submission or the data sets cannot be read.
    """
    with told_plainly():
        problems = problems_of(open_submission(submission), _params(data, dataset), phase)
    for problem in problems:
        typer.echo(str(problem))
    typer.echo(f"{len(problems)} problems" if problems else f"valid for the {phase} phase")
    raise typer.Exit(1 if problems else 0)


@app.command()
def score(
    submissions: Annotated[list[Path], typer.Argument(help="Folders or zips; two or more are also ranked.")],
    truth: Annotated[Path, typer.Option(help="Folder with .param and label files (and _feat.labels for probes).")],
    split: Annotated[str, typer.Option(help="Split that the ranking uses.")] = "test",
    alpha: Annotated[float, typer.Option(help="Level of the significance test of the ranking.")] = ranking.ALPHA,
    output: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV.")] = None,
) -> None:
    """Score submissions against the truth, and rank several by the document's rules."""
    with told_plainly():
        truths = read_truths(truth)
        opened = [open_submission(path) for path in submissions]
        scores = scoring.score_table(row for entry in opened for row in scoring.score(entry, truths))
        tables = {"scores": scores, "overall": scoring.overall_table(scores)}
        if len(opened) > 1:
            pairs = ranking.compare_all(opened, truths, split, alpha)
            tables |= {"pairs": ranking.pair_table(pairs), "standings": ranking.standings(pairs).reset_index()}
    for name, table in tables.items():
        typer.echo(f"\n{name}\n{table.to_string(index=False, float_format='{:.4f}'.format)}")
    if output is not None:
        _write_tables(output, tables)


def _params(data: Path | None, chosen: list[str] | None) -> dict[str, Param]:
    """Shapes of the five official data sets, or of those in a folder, restricted to the chosen ones."""
    if data is None:
        known = {name: entry.param for name, entry in PUBLISHED.items()}
    else:
        known = {file.stem: read_param(file) for file in sorted(data.rglob("*.param"))}
    if not known:
        raise InputError(str(data), "holds no .param file", "Give the folder that the benchmark was written to.")
    if unknown := set(chosen or ()) - set(known):
        raise InputError(f"--dataset {unknown.pop()}", "is not known", f"Use one of {', '.join(sorted(known))}.")
    return {name: param for name, param in known.items() if not chosen or name in chosen}


def _write_tables(folder: Path, tables: dict[str, pd.DataFrame]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
