"""`dvc repro` ends in the same bytes whatever happened on the way: killed, in the wrong order, emptied, edited."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import psutil  # comes with distributed
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
STAGE = "noise@quick-nasa_cm1"
OUTPUTS = ("data/results/quick", "reports/figures/quick", "reports/tables/quick")
RESULTS = "data/results/quick/nasa_cm1.parquet"


class Checkout:
    """A copy of this checkout, cut down to one data set, a linear algorithm and one in a file of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("src", "notebooks", "extensions", ".dvc", "dvc.yaml", ".dvcignore", "params.yaml"):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("cache", "tmp", "__pycache__"))
            else:
                shutil.copy(ROOT / name, root / name)
        shutil.copy(ROOT / "examples" / "own_algorithm.py", root / "extensions")
        content = yaml.safe_load((root / "params.yaml").read_text())
        content["algorithms"]["names"] = ["linearSVC", "NearestRows"]
        content["quick"]["labelnoise"] |= {"datasets": ["nasa_cm1"], "variants": ["corrected"], "max_rows": {}}
        content["quick"]["findings"]["harm"]["dataset"] = "nasa_cm1"
        content["compute"]["workers"] = 1
        (root / "params.yaml").write_text(yaml.safe_dump(content))
        self.set_levels([0.0, 0.5])
        self.run("config", "--local", "core.no_scm", "true")

    def set_levels(self, levels: list[float]) -> None:
        content = yaml.safe_load((self.root / "params.yaml").read_text())
        content["noise"]["levels"] = levels
        (self.root / "params.yaml").write_text(yaml.safe_dump(content))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PROVINGGROUND_")}
        return subprocess.Popen(
            [sys.executable, "-m", "dvc", *arguments],
            cwd=self.root,
            env=environment | {"PATH": path, "DVC_NO_ANALYTICS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments: str, fails: bool = False) -> str:
        process = self.start(*arguments)
        printed, _ = process.communicate(timeout=500)
        assert (process.returncode != 0) == fails, printed
        return printed

    def meanwhile(self, action: Callable[[subprocess.Popen[str]], None]) -> str:
        """Start the stage, and act as soon as it has stored a cell that was not there before."""
        before = self.shards()
        process = self.start("repro", STAGE)
        deadline = time.monotonic() + 500
        while self.shards() == before and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert process.poll() is None, process.communicate()[0]
        action(process)
        return process.communicate(timeout=500)[0]

    def shards(self) -> set[Path]:
        return set((self.root / "data" / "store").rglob("*.jsonl"))

    def bytes_of_outputs(self) -> dict[str, str]:
        files = [path for folder in OUTPUTS for path in sorted((self.root / folder).rglob("*")) if path.is_file()]
        return {str(path.relative_to(self.root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def kill(process: subprocess.Popen[str]) -> None:
    """DVC, the stage and the notebook's kernel at once, as when a machine goes down.

    DVC goes first: it would notice the end of its stage, and die while it writes its locks.
    """
    first = psutil.Process(process.pid)
    family = [first, *first.children(recursive=True)]
    for member in family:
        member.suspend()
    for member in family:
        member.kill()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_killed_emptied_disordered_and_edited_run_ends_in_the_same_bytes(tmp_path) -> None:
    checkout = Checkout(tmp_path)

    checkout.meanwhile(kill)
    assert not (tmp_path / RESULTS).exists(), "nothing half done under a final name"
    kept = checkout.shards()
    checkout.run("repro", STAGE)
    assert kept <= checkout.shards(), "finished cells are not computed again"
    expected = checkout.bytes_of_outputs()
    cells = pd.read_parquet(tmp_path / RESULTS)
    assert (len(cells), set(cells["status"])) == (2 * 5 * 2, {"ok"})
    assert "Data and pipelines are up to date" in checkout.run("repro", STAGE)

    for name in (".dvc/cache", "data/results", "data/standardized", "reports", "build"):
        shutil.rmtree(tmp_path / name)
    (tmp_path / "dvc.lock").unlink()
    checkout.run("repro", "--single-item", "notebook@2-noise-benchmark")
    assert "nasa_cm1.json" in checkout.run("repro", "--single-item", STAGE, fails=True), (
        "the first missing file is named"
    )
    checkout.run("repro", STAGE)
    assert checkout.bytes_of_outputs() == expected

    checkout.set_levels([0.0, 0.5, 1.0])
    printed = checkout.meanwhile(lambda process: checkout.set_levels([0.0, 0.5]))
    assert "was changed while this ran" in printed
    checkout.run("repro", STAGE)
    assert checkout.bytes_of_outputs() == expected
