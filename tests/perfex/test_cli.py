"""The command on files as people have them."""

from __future__ import annotations

import json
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from provingground.cli.perfex import app
from provingground.errors import InputError

EVIL = "<script>alert(1)</script>"


def predictions(n: int = 1000, *, noise: bool = False) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({EVIL: rng.uniform(0, 1, n), "site": rng.choice(["<b>south</b>", "north"], n)})
    share = np.full(n, 0.8) if noise else np.where(frame[EVIL] > 0.7, 0.4, 0.95)
    y = rng.integers(0, 2, n)
    right = rng.random(n) < share
    return frame.assign(
        y=np.where(y, "yes", "no"), yhat=np.where(y == right, "yes", "no"), p=np.where(y == right, 0.8, 0.3)
    )


def run(path: Path, *options: str) -> Any:
    arguments = [str(path), "--label", "y", "--permutations", "19", *options]
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "predictions.csv"
    predictions().to_csv(path, index=False)
    return path


def test_a_csv_gives_the_text_the_verdict_and_the_evidence(csv: Path) -> None:
    output = run(csv, "--prediction", "yhat", "--drop", "p").output
    assert output.startswith("There are ")
    assert f"{EVIL} > 0." in output
    assert "differ from the rest by more than the search would find in noise" in output
    assert "Brier skill" in output
    assert "shuffling" in output


def test_parquet_gives_the_same_text_as_csv(csv: Path, tmp_path: Path) -> None:
    parquet = tmp_path / "predictions.parquet"
    pd.read_csv(csv).to_parquet(parquet)
    assert run(csv, "--prediction", "yhat").output == run(parquet, "--prediction", "yhat").output


def test_noise_is_reported_as_nothing_to_see(tmp_path: Path) -> None:
    path = tmp_path / "noise.csv"
    predictions(noise=True).to_csv(path, index=False)
    assert "There is nothing to see" in run(path, "--prediction", "yhat", "--drop", "p").output


def test_the_html_report_is_one_file_in_which_data_cannot_act(csv: Path, tmp_path: Path) -> None:
    page = tmp_path / "new" / "report.html"
    run(csv, "--prediction", "yhat", "--drop", "p", "--html", str(page))
    text = page.read_text()
    assert "<script" not in text
    assert "<b>" not in text
    assert "&lt;script&gt;" in text
    assert text.count("data:image/svg+xml;base64,") == 2
    assert "http" not in text.split("<body>")[1]


def test_the_html_report_says_what_was_explained_and_how(csv: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run(csv, "--prediction", "yhat", "--drop", "p", "--seed", "7", "--html", str(page))
    text = page.read_text()
    for fact in (
        f"<dt>File</dt><dd>{csv}</dd>",
        "<dt>Rows, features</dt><dd>1,000 rows, 2 features</dd>",
        "<dt>True labels</dt><dd>column y</dd>",
        "<dt>Predictions</dt><dd>column yhat</dd>",
        "<dt>Left out</dt><dd>p</dd>",
        "<dt>Metric</dt><dd>accuracy, higher is better, over all rows</dd>",
        "19 shuffled trees, seed 7",
        f"provingground {version('provingground')}",
        '<meta name="viewport"',
    ):
        assert fact in text
    numbers = re.findall(r"<td>(\d\.\d+)</td>", text)
    assert len(numbers) > 10
    assert {len(number) for number in numbers} == {len("0.123")}


def test_a_column_that_looks_like_an_identifier_is_warned_about(csv: Path, tmp_path: Path) -> None:
    named = tmp_path / "named.csv"
    frame = pd.read_csv(csv)
    frame.assign(**{"row id": np.arange(1000) + 5, "key": [f"k{i}" for i in range(1000)]}).to_csv(named, index=False)
    result = run(named, "--prediction", "yhat", "--drop", "p")
    assert result.exit_code == 0
    assert re.findall("--drop (.*)", result.stderr) == ["'row id'", "key"]
    silenced = run(named, "--prediction", "yhat", "--drop", "p", "--drop", "row id", "--drop", "key")
    assert silenced.stderr == ""
    assert silenced.stdout == run(csv, "--prediction", "yhat", "--drop", "p").stdout.replace(str(csv), str(named))


def test_probabilities_of_one_or_of_all_classes(csv: Path, tmp_path: Path) -> None:
    one = run(csv, "--proba", "p", "--drop", "yhat", "--metric", "brier").output
    both = tmp_path / "both.csv"
    frame = pd.read_csv(csv)
    frame.assign(q=1.0 - frame["p"]).to_csv(both, index=False)
    options = ("--proba", "yes=p", "--proba", "no=q", "--drop", "yhat", "--metric", "brier")
    assert run(both, *options).output == one


def test_a_held_out_file_is_what_the_evidence_is_about(csv: Path) -> None:
    output = run(csv, "--prediction", "yhat", "--held-out", str(csv)).output
    assert f"Evidence, on 1,000 rows of {csv}" in output
    assert re.search(r"\n  MAE +0\.000\n", output)


def test_rules_are_printed_ready_to_use(csv: Path) -> None:
    output = run(csv, "--prediction", "yhat", "--drop", "p", "--rules", "json").output
    assert json.loads(output[output.index("[\n") :])[0]["conditions"][0]["feature"] == EVIL


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({}, ["--prediction", "guess"], r"predictions.csv, column 'guess': does not exist\. Use one of .*yhat"),
        ({}, ["--prediction", "yhatt"], r"column 'yhatt': does not exist\. Did you mean 'yhat'\?"),
        ({"y": [None]}, ["--prediction", "yhat"], r"predictions.csv, column 'y', line 2: is missing"),
        ({"p": ["high"]}, ["--proba", "p"], r"predictions.csv, column 'p', line 2: holds 'high'"),
        ({"p": [1.7]}, ["--proba", "p"], r"predictions.csv, y_proba, row 0: holds values outside \[0, 1\]"),
        ({}, ["--proba", "p", "--proba", "q"], "--proba: is p q"),
        ({}, [], "neither predictions nor a model"),
        ({}, ["--prediction", "yhat", "--metric", "f1:maybe"], r"predictions.csv, metric: .*no class of the data"),
        ({"y": list(np.linspace(0, 1, 1000))}, ["--prediction", "p"], r"column 'y': holds 1000 different fractions"),
    ],
)
def test_errors_name_file_column_and_line(
    tmp_path: Path, change: dict[str, list[Any]], options: list[str], message: str
) -> None:
    path, frame = tmp_path / "predictions.csv", predictions().astype(object)
    for name, values in change.items():
        frame.loc[: len(values) - 1, name] = values
    frame.to_csv(path, index=False)
    with pytest.raises(InputError, match=message):
        run(path, *options)


def test_files_that_are_no_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a file"):
        run(tmp_path / "absent.csv")
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 but not really")
    with pytest.raises(InputError, match="cannot be read as a table"):
        run(broken)
    empty = tmp_path / "empty.csv"
    empty.write_text("y,yhat\n")
    with pytest.raises(InputError, match="holds no rows"):
        run(empty)
