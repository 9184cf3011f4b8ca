"""Verification must pass on what is right and fail on what is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from typer.testing import CliRunner

from provingground.cli.nips2003 import app
from provingground.errors import InputError, SourceError
from provingground.nips2003 import madelon, madelon_check, verification
from provingground.nips2003.benchmark import Benchmark, read_benchmark, write_benchmark
from provingground.nips2003.formats import SPLITS
from provingground.nips2003.preparation import prepare
from provingground.nips2003.settings import MadelonSettings


@pytest.fixture(scope="module")
def made() -> Benchmark:
    return madelon.prepare()


@pytest.fixture(scope="module")
def draws() -> pd.DataFrame:
    """Eight draws: enough to tell other laws apart by many statistics, not enough for the report."""
    return madelon_check.band(MadelonSettings(), range(100, 108))


def test_a_new_madelon_passes_all_required_checks(made: Benchmark) -> None:
    assert verification.passes(verification.exact_checks(made), verification.probe_checks(made))


def test_a_probe_that_knows_the_classes_is_found_out(made: Benchmark) -> None:
    leaky = {split: made.X[split].copy() for split in SPLITS}
    for split in SPLITS:
        columns = np.flatnonzero(made.truth.is_probe)[:120]
        leaky[split][:, columns] += (10 * (made.y[split] == 1)).astype(np.int16)[:, None]
    checks = verification.probe_checks(Benchmark(leaky, made.truth))
    assert not checks.loc["probes: signal against permuted", "passed"]


def test_real_features_without_signal_are_found_out(made: Benchmark) -> None:
    rng = np.random.default_rng(0)
    shuffled = replace(made.truth, y={split: rng.permutation(made.y[split]) for split in SPLITS})
    checks = verification.probe_checks(Benchmark(made.X, shuffled))
    assert not checks.loc["real features: signal against permuted", "passed"]


def test_a_missing_probe_fails_the_exact_checks(made: Benchmark) -> None:
    truth = replace(made.truth, is_probe=np.roll(np.arange(500) < 479, 0))
    checks = verification.exact_checks(Benchmark(made.X, truth))
    assert checks.index[checks["required"] & ~checks["equal"]].tolist() == ["probes"]


def test_new_draws_are_not_rejected(draws: pd.DataFrame) -> None:
    other = madelon_check.statistics(madelon_check.sample_of(madelon.prepare(MadelonSettings(seed=7))))
    table = madelon_check.compare(other, draws)
    assert table["inside"].sum() > len(table) / 2  # eight draws make a narrow band


@pytest.mark.parametrize("tuned", [True, False])
def test_scikit_learns_make_classification_is_rejected(draws: pd.DataFrame, tuned: bool) -> None:
    table = madelon_check.compare(madelon_check.statistics(madelon_check.from_scikit_learn(0, tuned=tuned)), draws)
    assert not madelon_check.judge(table)
    assert not table.loc["BER of a linear model, connected features", "inside"]


def test_without_the_noise_of_2003_the_probes_are_rejected(draws: pd.DataFrame) -> None:
    quiet = madelon.prepare(MadelonSettings(noise=0.0))
    table = madelon_check.compare(madelon_check.statistics(madelon_check.sample_of(quiet)), draws)
    assert not table.loc[["excess kurtosis of probes", "correlation of copies"], "inside"].any()


def test_the_allowed_misses_are_those_of_chance() -> None:
    rng = np.random.default_rng(0)
    misses = (rng.random((20_000, 21)) < 0.1).sum(axis=1)
    allowed = madelon_check.allowed_misses(21)
    assert np.mean(misses > allowed) < 0.01 <= np.mean(misses > allowed - 1)


def test_correlations_with_the_class_are_those_of_numpy_for_dense_and_sparse() -> None:
    rng = np.random.default_rng(3)
    X = rng.integers(0, 3, (50, 6))
    y = rng.choice([-1, 1], 50)
    expected = [np.corrcoef(column, y)[0, 1] for column in X.T]
    assert verification.class_correlations(X, y) == pytest.approx(expected)
    assert verification.class_correlations(sparse.csr_array(X), y) == pytest.approx(expected)
    assert verification.class_correlations(np.ones((50, 1)), y) == pytest.approx([0.0])


def test_agreement_is_within_the_stated_tolerance() -> None:
    table = verification.compare("dexter", {"a": 124.0, "b": 126.0, "BER x": 0.31}, {"a": 100, "b": 100, "BER x": 0.2})
    assert table["agrees"].tolist() == [True, False, False]


@pytest.mark.parametrize("name", ["dexter", "dorothea"])
def test_the_stored_statistics_are_those_of_the_distributed_files(shared: Path, name: str) -> None:
    found = verification.describe(read_benchmark(shared / "data" / "raw" / "nips2003" / name, name))
    reference = verification.reference_statistics()[name]
    exact = {key: value for key, value in reference.items() if not key.startswith("BER")}
    assert {key: found[key] for key in exact} == pytest.approx(exact, rel=1e-4)


def test_the_distributed_madelon_lies_in_the_stored_statistics_of_its_check(shared: Path) -> None:
    distributed = read_benchmark(shared / "data" / "raw" / "nips2003" / "madelon", "madelon")
    found = madelon_check.statistics(madelon_check.sample_of(distributed))
    assert found == pytest.approx(verification.reference_statistics()["madelon"], rel=1e-4)


def test_preparing_without_a_raw_source_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="dexter: needs its raw source"):
        prepare("dexter")
    with pytest.raises(SourceError, match="holds no article"):
        prepare("dexter", raw=tmp_path)
    with pytest.raises(InputError, match="not one of the five"):
        prepare("iris")


def test_the_command_line_prepares_and_verifies(tmp_path: Path) -> None:
    run = CliRunner().invoke
    assert run(app, ["prepare", "madelon", "--output", str(tmp_path)]).exit_code == 0
    verified = run(app, ["verify", "madelon", str(tmp_path)])
    assert verified.exit_code == 0, verified.output
    prepared = read_benchmark(tmp_path / "data", "madelon", truth=tmp_path / "truth")
    spoiled = replace(prepared.truth, is_probe=~prepared.truth.is_probe)
    write_benchmark(Benchmark(prepared.X, spoiled), tmp_path / "data", tmp_path / "truth")
    assert run(app, ["verify", "madelon", str(tmp_path)]).exit_code == 1
    (tmp_path / "p.yaml").write_text("madelon: {sed: 1}")
    wrong = run(app, ["prepare", "madelon", "--output", str(tmp_path), "--params", str(tmp_path / "p.yaml")])
    assert "unknown key 'madelon.sed' (did you mean 'seed'?)" in str(wrong.exception)
