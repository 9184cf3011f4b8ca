"""`provingground cells` on a checkout with one bundled data set and an algorithm that fails at one level."""

from __future__ import annotations

import json
import shutil
from functools import partialmethod
from pathlib import Path

import pandas as pd
import pytest
import typer
import yaml
from typer.testing import CliRunner

from provingground.benchmark import run_benchmark
from provingground.cli.cells import cells
from provingground.cli.data import fetch
from provingground.compendium import Project
from provingground.errors import InputError
from provingground.labelnoise.store import Store, StoreBusyError

ROOT = Path(__file__).resolve().parents[2]
APP = typer.Typer()
APP.command()(cells)
N = 2 * 5 * 3  # algorithms, folds, levels


def run(*arguments: str, answer: str | None = None):
    return CliRunner().invoke(APP, list(arguments), input=answer)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """Levels up to 40 times the minority share: the last flips more labels than there are, which fails."""
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    params["noise"]["levels"] = [0.0, 0.5, 40.0]
    params["algorithms"]["names"] = ["linearSVC", "XGB_HINGE"]
    params["quick"]["labelnoise"] |= {
        "datasets": ["nasa_cm1", "nasa_pc1"],
        "variants": ["corrected"],
        "max_rows": {"nasa_cm1": 200},
    }
    params["compute"]["workers"] = 1
    root = tmp_path_factory.mktemp("checkout")
    (root / "params.yaml").write_text(yaml.safe_dump(params))
    shutil.copy(ROOT / "dvc.yaml", root)
    fetch(["nasa_cm1"], out=root / "data/standardized/quick", cache=root / "data/raw", params=root / "params.yaml")
    return root


@pytest.fixture(scope="module")
def results(checkout, tmp_path_factory) -> Path:
    """The same after a run."""
    root = tmp_path_factory.mktemp("finished") / "checkout"
    project = Project(shutil.copytree(checkout, root))
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PROVINGGROUND_STORE", raising=False)
        run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    return root


def enter(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PROVINGGROUND_STORE", raising=False)
    return Project(tmp_path)


@pytest.fixture
def project(checkout, tmp_path, monkeypatch) -> Project:
    return enter(checkout, tmp_path, monkeypatch)


@pytest.fixture
def finished(results, tmp_path, monkeypatch) -> Project:
    return enter(results, tmp_path, monkeypatch)


def test_before_the_first_run_all_planned_cells_are_missing(project) -> None:
    result = run()
    assert result.exit_code == 0
    assert result.output.startswith(f"{N} cells: 0 ok, 0 failed, {N} missing\n")


def test_a_data_set_that_is_not_standardised_is_named_with_what_to_do(project) -> None:
    assert "not counted: nasa_pc1 (" in run().output
    assert "provingground data fetch" in run().output


def test_counts_come_first_and_failures_are_grouped_by_reason(finished) -> None:
    lines = run().output.splitlines()
    assert lines[0] == f"{N} cells: 20 ok, 10 failed, 0 missing"
    assert lines[2].split() == ["algorithm", "variant", "ok", "failed", "missing"]
    assert lines[3].split() == ["linearSVC", "corrected", "10", "5", "0"]
    reason = next(i for i, line in enumerate(lines) if line.startswith("10 failed: InputError: rho 40.0"))
    assert lines[reason + 1 : reason + 3] == [
        "    linearSVC (corrected) on nasa_cm1, folds 0, 1, 2, 3, 4",
        "    XGB_HINGE (corrected) on nasa_cm1, folds 0, 1, 2, 3, 4",
    ]


def test_json_holds_the_same_and_nothing_else(finished) -> None:
    facts = json.loads(run("--json").stdout)
    assert facts["total"] == {"ok": 20, "failed": 10, "missing": 0}
    assert facts["counts"][1] == {
        **{"dataset": "nasa_cm1", "algorithm": "XGB_HINGE", "variant": "corrected"},
        **{"ok": 10, "failed": 5, "missing": 0},
    }
    assert [failure["cells"] for failure in facts["failures"]] == [10]
    assert list(facts["absent"]) == ["nasa_pc1"]


@pytest.mark.parametrize(
    ("arguments", "n"),
    [(["--algorithm", "linearSVC"], 15), (["--status", "failed"], 10), (["--dataset", "nasa_cm1"], 30)],
)
def test_filters_select(finished, arguments, n) -> None:
    assert run(*arguments).output.startswith(f"{n} cells: ")


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_an_export_holds_the_selected_rows_that_exist(finished, suffix, tmp_path) -> None:
    assert (
        f"10 rows written to cells{suffix}"
        in run("--algorithm", "linearSVC", "--status", "ok", "--export", f"cells{suffix}").output
    )
    rows = (pd.read_csv if suffix == ".csv" else pd.read_parquet)(tmp_path / f"cells{suffix}")
    assert len(rows) == 10
    assert set(rows["algorithm"]) == {"linearSVC"}
    assert rows["test_roc_auc"].notna().all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dataset", "nasa_cm2"], "--dataset nasa_cm2: is not among the planned cells. Did you mean 'nasa_cm1'"),
        (["--algorithm", "linear_svc"], "Did you mean 'linearSVC'"),
        (["--variant", "zzz"], "Use 'corrected'."),
        (["--status", "fail"], "Did you mean 'failed'?"),
        (["--profile", "slow"], "profile 'slow': is not one of quick, paper"),
        (["--export", "cells.xlsx"], "is neither a .csv nor a .parquet file"),
    ],
)
def test_a_name_that_is_not_known_is_an_error_with_the_nearest_one(finished, arguments, message) -> None:
    error = run(*arguments).exception
    assert isinstance(error, InputError)
    assert message in str(error)


def test_dropped_cells_are_missing_and_the_others_stay(finished) -> None:
    assert "Forget 15 cells?" in run("--algorithm", "XGB_HINGE", "--drop", answer="y\n").output
    assert run().output.startswith(f"{N} cells: 10 ok, 5 failed, 15 missing\n")


def test_nothing_is_dropped_without_consent(finished) -> None:
    assert run("--drop", answer="n\n").exit_code == 1
    assert run().output.startswith(f"{N} cells: 20 ok, 10 failed, 0 missing\n")


def test_committed_results_are_not_dropped(finished) -> None:
    shutil.copytree(finished.results("quick"), finished.results("paper"))
    result = run("--status", "ok", "--drop", "--yes")
    assert "0 cells dropped; 20 are committed results and stay" in result.output


def test_cells_of_a_running_benchmark_are_not_dropped(finished, monkeypatch) -> None:
    monkeypatch.setattr(Store, "exclusive", partialmethod(Store.exclusive, wait_seconds=0.1))
    with finished.store.exclusive("nasa_cm1"):
        assert isinstance(run("--drop", "--yes").exception, StoreBusyError)


def test_a_check_computes_again_and_passes_where_all_is_there_and_equal(finished) -> None:
    params = yaml.safe_load(Path("params.yaml").read_text())
    params["noise"]["levels"] = [0.0, 0.5]  # without the level that fails
    Path("params.yaml").write_text(yaml.safe_dump(params))
    result = run("--dataset", "nasa_cm1", "--check", "7")
    assert result.exit_code == 0
    assert "7 cells computed again, 7 equal to the last bit" in result.stderr


def test_a_check_fails_where_cells_have_failed(finished) -> None:
    assert run("--dataset", "nasa_cm1", "--check", "0").exit_code == 1


def test_a_check_names_a_cell_that_is_no_longer_what_the_code_computes(finished) -> None:
    shard = next((finished.store.folder / "nasa_cm1").glob("linearSVC.corrected.3.*.jsonl"))
    rows = [json.loads(line) for line in shard.read_text().splitlines()]
    rows[1]["test_roc_auc"] += 1e-15  # less than any tolerance
    shard.unlink()
    finished.store.add("nasa_cm1", "linearSVC.corrected.3", rows)
    result = run("--dataset", "nasa_cm1", "--check", "1000")
    assert result.exit_code == 1
    assert "20 cells computed again, 19 equal" in result.stderr
    assert "linearSVC (corrected) on nasa_cm1, fold 3, level 0.5: test_roc_auc, by at most " in result.stderr
    assert float(result.stderr.split("by at most ")[1].split()[0]) == pytest.approx(1e-15, rel=0.2)
