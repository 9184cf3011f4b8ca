from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from typer.testing import CliRunner

from provingground import benchmark
from provingground.cli import app
from provingground.cli.data import fetch
from provingground.compendium import Project
from provingground.datasets.table import Table
from provingground.errors import InputError

ROOT = Path(__file__).resolve().parents[1]


def table(n: int = 400) -> Table:
    y = np.where(np.arange(n) % 10 == 0, 1, -1).astype(np.int8)
    return Table("toy", pd.DataFrame({"position": np.arange(n, dtype=float)}), y)


def test_a_cap_keeps_the_class_shares_and_the_order_of_rows() -> None:
    capped = benchmark.cap_rows(table(), 100)
    assert len(capped.y) == len(capped.X) == 100
    assert (capped.y == 1).sum() == 10
    positions = capped.X["position"].to_numpy()
    assert (np.diff(positions) > 0).all()
    assert (capped.y == table().y[positions.astype(int)]).all()


@pytest.mark.parametrize("cap", [None, 400, 10_000])
def test_a_cap_that_does_not_bind_changes_nothing(cap) -> None:
    assert benchmark.cap_rows(table(), cap).checksum == table().checksum


def test_capped_data_have_another_checksum_so_that_no_cell_of_the_whole_is_served() -> None:
    assert benchmark.cap_rows(table(), 399).checksum != table().checksum


def test_equal_cell_tables_are_equal_files(tmp_path) -> None:
    cells = pd.DataFrame({"key": ["a", "b"], "value": [0.1, np.nan]})
    for name in ("one", "two"):
        benchmark.write_cells(cells.copy(), tmp_path / f"{name}.parquet")
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "one.parquet"), cells)


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    """A checkout with one small bundled data set, two levels and two quick algorithms."""
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    params["noise"]["levels"] = [0.0, 0.5]
    params["algorithms"]["names"] = ["linearSVC", "XGB_HINGE"]
    params["quick"]["labelnoise"] |= {
        "datasets": ["nasa_cm1"],
        "variants": ["corrected"],
        "max_rows": {"nasa_cm1": 300},
    }
    params["compute"]["workers"] = 1
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(params))
    shutil.copy(ROOT / "dvc.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PROVINGGROUND_STORE", raising=False)
    fetch(["nasa_cm1"], out=Path("data/standardized/quick"))
    return Project(tmp_path)


def test_the_parameters_of_a_checkout_become_its_results_and_the_store_reads_as_the_same_frame(project) -> None:
    cells = benchmark.run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    assert len(cells) == 2 * 5 * 2
    assert cells["status"].eq("ok").all()
    assert cells["n_train"].add(cells["n_test"]).eq(300).all()
    pd.testing.assert_frame_equal(benchmark.read_results(project, "quick"), cells)
    pd.testing.assert_frame_equal(benchmark.stored_cells(project, "quick"), cells)


def test_a_checkout_with_results_but_without_the_data_plans_and_reads_and_makes_the_same_table_again(project) -> None:
    cells = benchmark.run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    before = benchmark.load_table(project, "quick", "nasa_cm1")
    (project.standardized("quick") / "nasa_cm1.parquet").unlink()
    assert len(cells) == 20
    pd.testing.assert_frame_equal(benchmark.stored_cells(project, "quick"), cells)
    again = benchmark.run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    pd.testing.assert_frame_equal(again, cells)
    assert benchmark.load_table(project, "quick", "nasa_cm1").checksum == before.checksum


def test_cells_of_an_unfinished_data_set_are_handed_on_and_not_computed_again(project) -> None:
    cells = benchmark.run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    handed = ["--dataset", "nasa_cm1", "--status", "ok", "--export", "data/unfinished/nasa_cm1.parquet"]
    project.unfinished.mkdir()
    assert CliRunner().invoke(app, ["cells", *handed]).exit_code == 0
    shutil.rmtree(project.store.folder)
    (project.results("quick") / "nasa_cm1.parquet").unlink()
    again = benchmark.run_benchmark(project, "quick", "nasa_cm1", project.results("quick"))
    pd.testing.assert_frame_equal(again, cells)  # the times, too
    assert not project.store.folder.exists()


def test_a_card_of_another_table_is_refused(project) -> None:
    card = project.standardized("quick") / "nasa_cm1.json"
    (project.standardized("quick") / "nasa_cm1.parquet").unlink()
    card.write_text(card.read_text().replace('"checksum": "', '"checksum": "0'))
    with pytest.raises(InputError, match=r"nasa_cm1.json: describes another table .*provingground data fetch nasa_cm1"):
        benchmark.load_table(project, "quick", "nasa_cm1")


def test_results_that_are_missing_name_the_file_and_the_command(project) -> None:
    with pytest.raises(InputError, match=r"nasa_cm1.parquet: does not exist yet. Run `dvc repro`"):
        benchmark.read_results(project, "quick")
