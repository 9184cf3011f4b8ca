"""dvc.yaml and paper/dvc.yaml are twins, and every stage names what it runs on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from provingground.pipeline.stages import maker_of, read_stages
from provingground.sections import SECTIONS

ROOT = Path(__file__).resolve().parents[2]
QUICK = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
PAPER = yaml.safe_load((ROOT / "paper" / "dvc.yaml").read_text())["stages"]
SHARED = {"notebook"}  # belongs to both profiles, and lives in dvc.yaml alone
TRACKED = {"index"}  # leads to both profiles and is what a clone has: made by the profile that git tracks


def as_quick(value: Any) -> Any:
    """What a stage of the paper profile would be in dvc.yaml."""
    if isinstance(value, dict):
        return {key: as_quick(inner) for key, inner in value.items() if key != "wdir"}
    if isinstance(value, list):
        return [as_quick(next(iter(item)) if isinstance(item, dict) else item) for item in value]
    return value.replace("paper.", "quick.") if isinstance(value, str) and value != "paper" else "quick"


def test_the_two_profiles_have_the_same_stages_but_for_their_name_and_their_tracking_by_git() -> None:
    expected = {name: stage for name, stage in QUICK.items() if name not in SHARED}
    table = "data/standardized/${item.profile}/${item.dataset}.parquet"
    expected["standardize"]["outs"].remove(table)  # the paper profile tracks the card alone
    expected["nips2003"]["outs"].remove("data/nips2003/${item.profile}")  # made of raw data, and large
    assert {name: as_quick(stage) for name, stage in PAPER.items() if name not in TRACKED} == expected


def test_whatever_the_paper_profile_makes_is_tracked_by_git_and_tables_of_raw_data_never() -> None:
    for name, stage in PAPER.items():
        outs = stage["outs"] + stage.get("metrics", [])
        assert all(isinstance(out, dict) and next(iter(out.values()))["cache"] is False for out in outs), name
        paths = [path for out in outs for path in out]
        assert not [path for path in paths if path.startswith("data/standardized") and not path.endswith(".json")]


def test_committed_cells_are_still_there_when_the_stage_that_reads_them_runs() -> None:
    """DVC deletes a stage's outs before it runs it, unless told otherwise."""
    outs = {path: settings for out in PAPER["noise"]["outs"] for path, settings in out.items()}
    assert outs["data/results/${item.profile}/${item.dataset}.parquet"]["persist"] is True


def test_the_stages_that_provenance_and_why_read_are_those_of_dvc() -> None:
    """Filled in by DVC itself (`dvc stage list`), as an independent reader of the same files."""
    listed = subprocess.run(
        [Path(sys.executable).with_name("dvc"), "stage", "list", "--names-only", *("dvc.yaml", "paper/dvc.yaml")],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert sorted(name.removeprefix("paper/dvc.yaml:") for name in listed) == sorted(read_stages(ROOT))


def test_what_a_stage_makes_is_found_by_any_file_in_it() -> None:
    stages = read_stages(ROOT)
    for path, name in {
        "data/standardized/quick/car.json": "standardize@quick-car",
        "data/results/paper/adult.parquet": "noise@paper-adult",
        "reports/figures/quick/retained/claims.svg": "retained@quick",
        "reports/figures/quick/noise@nasa_cm1/x.svg": "noise@quick-nasa_cm1",
        "build/notebooks/1-preprocessing.ipynb": "notebook@1-preprocessing",
        "reports/metrics/paper.json": "findings@paper",
    }.items():
        maker = maker_of(stages, path)
        assert maker is not None
        assert maker.name == name
    assert maker_of(stages, "params.yaml") is None


def test_every_section_is_a_stage_that_depends_on_its_stripped_notebook() -> None:
    for name, section in SECTIONS.items():
        assert f"build/notebooks/{section.notebook}.ipynb" in QUICK[name]["deps"]
        assert section.notebook in QUICK["notebook"]["matrix"]["name"]
        assert (ROOT / "notebooks" / f"{section.notebook}.ipynb").exists()
        assert ("dataset" in QUICK[name]["matrix"]) == section.per_dataset
