"""An algorithm in a file of the user's own: loaded, keyed by its content, computed where the file is not."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from dask.distributed import LocalCluster

from provingground.errors import InputError
from provingground.labelnoise.ablation import arms
from provingground.labelnoise.algorithms import ALGORITHMS, select
from provingground.labelnoise.extensions import load_algorithms, load_extension
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.plan import cell_key
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.settings import Ablation
from provingground.labelnoise.store import Store
from provingground.pipeline.workers import run_dask, run_local

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROTOCOL = Protocol(levels=(0.0, 0.5), folds=3, repeats=1, split_seed=56, noise_seed=1)


@pytest.fixture
def folder(tmp_path) -> Path:
    home = tmp_path / "extensions"
    home.mkdir()
    for name in ("own_algorithm.py", "own_loss.py"):
        shutil.copy(EXAMPLES / name, home)
    return home


def run(table, algorithms, runner, folder: Path) -> pd.DataFrame:
    cells = run_dataset(table, lambda: table, algorithms, PROTOCOL, Store(folder), runner)
    assert (cells["status"] == "ok").all(), cells["error"].unique()
    return cells.drop(columns=["fit_seconds", "predict_seconds"])


def test_the_examples_are_found_in_the_order_of_their_files(folder) -> None:
    assert [str(each) for each in load_algorithms(folder)] == ["NearestRows (common)", "XGB_SAVAGE (common)"]
    assert [loss.name for loss in load_extension(folder / "own_loss.py").losses] == ["savage"]


def test_without_a_folder_there_is_none(tmp_path) -> None:
    assert load_algorithms(tmp_path / "extensions") == []


def test_the_examples_are_as_short_as_the_tutorial_says() -> None:
    for path in (*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.yaml")):
        assert 20 <= len(path.read_text().splitlines()) <= 50, path


def test_an_own_algorithm_is_selected_beside_the_registered_ones(folder) -> None:
    chosen = select(["skRF", "NearestRows"], ["corrected"], load_algorithms(folder))
    assert [str(each) for each in chosen] == ["skRF (common)", "NearestRows (common)"]
    with pytest.raises(InputError, match="Did you mean 'NearestRows'"):
        select(["NearestRow"], ["corrected"], load_algorithms(folder))


@pytest.mark.slow
def test_processes_and_dask_workers_give_the_cells_of_this_process_although_the_file_is_gone(
    folder, mixed_table, tmp_path
) -> None:
    algorithms = load_algorithms(folder)
    shutil.rmtree(folder)
    alone = run(mixed_table, algorithms, partial(run_local, workers=1), tmp_path / "alone")
    processes = run(mixed_table, algorithms, partial(run_local, workers=2), tmp_path / "processes")
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        runner = partial(run_dask, workers=None, scheduler=cluster.scheduler_address)
        dask = run(mixed_table, algorithms, runner, tmp_path / "dask")
    pd.testing.assert_frame_equal(alone, processes, check_exact=True)
    pd.testing.assert_frame_equal(alone, dask, check_exact=True)
    assert alone["test_roc_auc"].mean() > 0.8


def test_a_process_that_never_saw_the_file_restores_an_equal_algorithm(folder, tmp_path) -> None:
    [algorithm] = load_extension(folder / "own_algorithm.py").algorithms
    (tmp_path / "pickled").write_bytes(pickle.dumps(algorithm))
    shutil.rmtree(folder)
    script = "import pickle, pathlib; a = pickle.loads(pathlib.Path('pickled').read_bytes()); print(a, a.origin.sha256)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["NearestRows", "(common)", algorithm.origin.sha256]


def test_a_changed_line_is_another_key_and_a_changed_file_name_is_not(folder, mixed_table) -> None:
    def key(path: Path) -> str:
        return cell_key(mixed_table, load_extension(path).algorithms[0], PROTOCOL, 0, 0.5)

    before = key(folder / "own_algorithm.py")
    assert key(shutil.copy(folder / "own_algorithm.py", folder / "renamed.py")) == before
    text = (folder / "own_algorithm.py").read_text()
    (folder / "own_algorithm.py").write_text(text.replace("mean(axis=1)", "max(axis=1)"))
    assert key(folder / "own_algorithm.py") != before


def test_a_row_says_which_file_made_it(folder, numeric_table, tmp_path) -> None:
    [algorithm] = load_extension(folder / "own_algorithm.py").algorithms
    cells = run(numeric_table, [algorithm], partial(run_local, workers=1), tmp_path / "store")
    assert cells["versions"].iloc[0].endswith(f"own_algorithm.py sha256:{algorithm.origin.sha256[:12]}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def open(:\n", r"mine.py, line 1: SyntaxError"),
        ("import numpy\n\nimport no_such_helper\n", r"line 3: ModuleNotFoundError.*has to be installed"),
        ("ALGORITHMS = (1 / 0,)\n", r"line 1: ZeroDivisionError: division by zero"),
        ("x = 1\n", r"mine.py: defines neither ALGORITHMS nor LOSSES"),
        ("ALGORITHMS = ('skRF',)\n", r"mine.py, ALGORITHMS: is not a tuple of Algorithm"),
        ("LOSSES = 3\n", r"mine.py, LOSSES: is not a tuple of Loss"),
        (
            "from provingground.labelnoise.algorithms import get\nALGORITHMS = (get('skRF', 'common'),)\n",
            r"mine.py: defines skRF \(common\), and there is one of that name",
        ),
        (
            "from dataclasses import replace\nfrom provingground.labelnoise.algorithms import get\n"
            "ALGORITHMS = (replace(get('skRF', 'common'), name='../../etc'),)\n",
            r"line 3: InputError: algorithm '../../etc': is not a name",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line(tmp_path, text, message) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(InputError, match=message):
        load_algorithms(tmp_path)


def test_a_file_that_failed_is_run_again_when_it_was_corrected(tmp_path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("raise RuntimeError('first')\n")
    for _ in range(2):  # not remembered as half a module
        with pytest.raises(InputError, match="first"):
            load_extension(path)
    shutil.copy(EXAMPLES / "own_algorithm.py", path)
    assert len(load_extension(path).algorithms) == 1


def test_registered_algorithms_have_no_origin_so_their_keys_stay_those_of_the_stored_results() -> None:
    assert all(algorithm.origin is None for algorithm in ALGORITHMS)


def test_an_ablations_parameter_of_ones_own_algorithm_reaches_the_worker(folder) -> None:
    own = next(each for each in load_algorithms(folder) if each.name == "XGB_SAVAGE")
    change = Ablation(change="parameters.rounds", values=(100, 10), algorithms=(own.name,))
    found = [pickle.loads(pickle.dumps(arm.algorithms[0])) for arm in arms(change, PROTOCOL, [own])]
    assert [each.parameters["rounds"] for each in found] == [100, 10]
