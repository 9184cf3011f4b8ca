"""``provingground nips2003``: validate, score and rank submissions; prepare and design benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from provingground.cli.plain import plain_typer
from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.nips2003 import from_table, ranking, scoring, verification
from provingground.nips2003.benchmark import Truth, read_benchmark, read_truths, write_benchmark
from provingground.nips2003.formats import Param, read_param
from provingground.nips2003.from_table import Missing, TableDesign
from provingground.nips2003.preparation import prepare as prepare_dataset
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.settings import Nips2003Settings
from provingground.nips2003.submission import Phase, Submission, dataset_of, entered_datasets, open_submission
from provingground.nips2003.submission import validate as problems_of
from provingground.settings import load_settings

app = plain_typer("Feature selection in the style of NIPS 2003.")

FORMAT = """
A submission is a folder or a zip with, for each data set NAME that it enters:

* NAME_train.resu, NAME_valid.resu, NAME_test.resu: one +1 or -1 a line, in the order of the patterns;

* NAME_train.conf, ... (optional): one number >= 0 a line, how sure each output is;

* NAME.feat (optional): the features used, one number from 1 a line, best first; without it all were used.

The valid file is mandatory in the phase development; in the phase final all three are, for every data set.

docs/submission.md shows an example.
"""

SubmissionPath = Annotated[Path, typer.Argument(help="Folder or zip with the result files.")]
SomeDatasets = Annotated[list[str] | None, typer.Option("--dataset", help="Look at this data set only; repeatable.")]


@app.command(epilog=FORMAT)
def validate(
    submission: SubmissionPath,
    phase: Annotated[Phase, typer.Option(help="Which result files are mandatory.")] = Phase.DEVELOPMENT,
    data: Annotated[Path | None, typer.Option(help="Folder with .param files of another benchmark.")] = None,
    dataset: SomeDatasets = None,
) -> None:
    """List every problem of a submission with file and line.

    Exit code: 0 valid, 1 problems found.

    Examples:

        provingground nips2003 validate submission.zip

        provingground nips2003 validate results/ --phase final --dataset madelon
    """
    known = _known_params(data)
    params = _chosen(known, dataset)
    opened = _without_datasets(open_submission(submission), set(known) - set(params))
    problems = problems_of(opened, params, phase)
    for problem in problems:
        typer.echo(str(problem))
    found = f"{len(problems)} problem{'s' * (len(problems) > 1)}"
    typer.echo(found if problems else f"valid for the {phase} phase")
    if problems and (hint := _hint(opened, params, phase, own=data is not None)):
        typer.echo(f"Hint: {hint}")
    raise typer.Exit(1 if problems else 0)


@app.command(epilog=FORMAT)
def score(
    submissions: Annotated[list[Path], typer.Argument(help="Folders or zips; two or more are also ranked.")],
    truth: Annotated[Path, typer.Option(help="Folder with .param and label files (and _feat.labels for probes).")],
    split: Annotated[str, typer.Option(help="Split that must be there, and that the ranking uses.")] = "test",
    alpha: Annotated[float, typer.Option(help="Level of the significance test of the ranking.")] = ranking.ALPHA,
    output: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV.")] = None,
) -> None:
    """Score submissions against the truth, and rank several by the document's rules.

    The labels of the five official test sets were never published: score those with --split valid.

    Example:

        provingground nips2003 score one.zip two.zip --truth madelon/truth --output scores
    """
    truths = read_truths(truth)
    opened = [open_submission(path) for path in submissions]
    scoring.demand_split(opened, truths, split, truth)
    for entry in opened:
        _warn_of_ignored(entry, truths)
    scores = scoring.score_table(row for entry in opened for row in scoring.score(entry, truths))
    tables = {"scores": scores, "overall": scoring.overall_table(scores)}
    if len(opened) > 1:
        pairs = ranking.compare_all(opened, truths, split, alpha)
        tables |= {"pairs": ranking.pair_table(pairs), "standings": ranking.standings(pairs).reset_index()}
    for name, table in tables.items():
        typer.echo(f"\n{name}\n{table.to_string(index=False, float_format='{:.4f}'.format)}")
    if output is not None:
        _write_tables(output, tables)


@app.command()
def design(
    data: Annotated[Path, typer.Option(help="Table, .csv or .parquet, one row a pattern.")],
    target: Annotated[str, typer.Option(help="Column with the two classes.")],
    positive: Annotated[str, typer.Option(help="Value of the class +1.")],
    output: Annotated[Path, typer.Option(help="Gets the folders data (for participants) and truth (for you).")],
    probes: Annotated[float, typer.Option(help="Probes as a share of all features.")] = 0.5,
    test_rows: Annotated[int | None, typer.Option(help="Size of the test set; default: rule of thumb 100 / p.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of every random step.")] = 2003,
    name: Annotated[str | None, typer.Option(help="Name of the data set; default: that of the file.")] = None,
    missing: Annotated[
        Missing, typer.Option(help="Missing values: refuse them, drop their rows, or put in the column's median.")
    ] = Missing.REFUSE,
    drop: Annotated[
        list[str] | None, typer.Option(help="Column to leave out, such as an identifier; repeatable.")
    ] = None,
) -> None:
    """Turn any two-class table into a benchmark in the format of 2003, with the truth apart.

    Numbers become levels 0..999; texts become one 0/1 feature for each value. With --missing median a missing text
    counts as a value of its own.

    Example:

        provingground nips2003 design --data my.csv --target y --positive yes --output mine
    """
    plan = TableDesign(
        name or data.stem, target, positive, probes, test_rows, seed=seed, missing=missing, drop=tuple(drop or ())
    )
    made = from_table.design(_read_table(data), plan)
    write_benchmark(made.benchmark, output / "data", output / "truth")
    if made.rule_of_thumb is not None:
        typer.echo(
            f"baseline error {made.baseline_error:.3f}: test set of {made.rule_of_thumb} patterns (100 / p + 20 %)"
        )
    typer.echo((output / "data" / f"{plan.name}.param").read_text())


@app.command()
def prepare(
    dataset: Annotated[str, typer.Argument(help="arcene, dexter, dorothea, gisette or madelon.")],
    output: Annotated[Path, typer.Option(help="Gets the folders data (for participants) and truth (for you).")],
    raw: Annotated[Path | None, typer.Option(help="Folder with the raw sources.")] = None,
    params: Annotated[Path | None, typer.Option(help="YAML file with settings of this part.")] = None,
) -> None:
    """Prepare one of the five data sets from its raw source or generator.

    Example:

        provingground nips2003 prepare madelon --output madelon
    """
    benchmark = prepare_dataset(dataset, _read_settings(params), raw, progress=True)
    write_benchmark(benchmark, output / "data", output / "truth")
    typer.echo((output / "data" / f"{dataset}.param").read_text())


@app.command()
def verify(
    dataset: Annotated[str, typer.Argument(help="Name of a prepared data set.")],
    folder: Annotated[Path, typer.Argument(help="Folder that prepare wrote, with data and truth inside.")],
) -> None:
    """Compare a prepared data set with the published one, and its probes with chance.

    Exit code: 0 as it should be, 1 a required check failed.

    Example:

        provingground nips2003 verify madelon madelon
    """
    if dataset not in PUBLISHED:
        raise InputError(dataset, "was not published in 2003", f"Use one of {', '.join(PUBLISHED)}.")
    benchmark = read_benchmark(folder / "data", dataset, truth=folder / "truth")
    shape, probes = verification.exact_checks(benchmark), verification.probe_checks(benchmark)
    tables = [shape, verification.check_sums(benchmark), probes]
    if dataset != "madelon" and dataset in verification.reference_statistics():
        tables.append(verification.compare(dataset, verification.describe(benchmark)))
    for table in tables:
        typer.echo(f"{table.to_string()}\n")
    raise typer.Exit(0 if verification.passes(shape, probes) else 1)


def _read_settings(path: Path | None) -> Nips2003Settings:
    return Nips2003Settings() if path is None else load_settings(path, Nips2003Settings)


def _read_table(path: Path) -> pd.DataFrame:
    if not path.is_file():
        raise InputError(path, "does not exist", "Give a .csv or .parquet file.")
    try:
        return pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)
    except (ValueError, OSError) as error:
        raise InputError(path, f"cannot be read as a table ({error})", "Give a .csv or .parquet file.") from error


def _known_params(data: Path | None) -> dict[str, Param]:
    """Shapes of the five official data sets, or of those in a folder."""
    if data is None:
        return {name: entry.param for name, entry in PUBLISHED.items()}
    known = {file.stem: read_param(file) for file in sorted(data.rglob("*.param"))}
    if not known:
        raise InputError(data, "holds no .param file", "Give the folder that the benchmark was written to.")
    return known


def _chosen(known: dict[str, Param], names: list[str] | None) -> dict[str, Param]:
    if unknown := set(names or ()) - set(known):
        raise InputError(f"--dataset {unknown.pop()}", "is not known", f"Use one of {', '.join(sorted(known))}.")
    return {name: param for name, param in known.items() if not names or name in names}


def _without_datasets(submission: Submission, names: set[str]) -> Submission:
    files = {file: content for file, content in submission.files.items() if dataset_of(file) not in names}
    return replace(submission, files=files)


def _hint(submission: Submission, params: Mapping[str, Param], phase: Phase, *, own: bool) -> str:
    """What the user may have meant, where the problems are of choosing the data sets rather than of the files."""
    entered = entered_datasets(submission)
    known = sorted(entered & set(params))
    if not known and not own:
        return (
            "no file name begins with an official data set. Name the files NAME_valid.resu and so on, where NAME is "
            f"one of {', '.join(sorted(params))}; for a benchmark of your own give its folder with --data."
        )
    if phase is Phase.FINAL and known and set(known) < set(params):
        return f"to check only what was entered, add {' '.join(f'--dataset {name}' for name in known)}."
    return ""


def _warn_of_ignored(submission: Submission, truths: Mapping[str, Truth]) -> None:
    """Say which files are not scored: a misspelt name would else be passed over."""
    ignored = [file for file in sorted(submission.files) if dataset_of(file) not in truths]
    if ignored:
        known = ", ".join(sorted(truths))
        typer.echo(f"{submission.name}: not scored, for they belong to none of {known}: {', '.join(ignored)}", err=True)


def _write_tables(folder: Path, tables: dict[str, pd.DataFrame]) -> None:
    for name, table in tables.items():
        write_atomically(folder / f"{name}.csv", table.to_csv(index=False))
