from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from provingground.compendium import Params
from provingground.errors import InputError
from provingground.labelnoise.algorithms import PAPER_NAMES
from provingground.settings import load_settings

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def content() -> dict:
    return yaml.safe_load((ROOT / "params.yaml").read_text())


def load(tmp_path: Path, content: object) -> Params:
    path = tmp_path / "params.yaml"
    path.write_text(content if isinstance(content, str) else yaml.safe_dump(content))
    return load_settings(path, Params)


def test_the_committed_file_runs_the_papers_ten_and_logistic_loss_at_its_twelve_levels(content, tmp_path) -> None:
    params = load(tmp_path, content)
    assert set(params.algorithms.names) == {*PAPER_NAMES, "XGB_LOGISTIC"}
    assert len(params.noise.levels) == 12
    assert (params.splits.folds, params.quick.labelnoise.repeats, params.paper.labelnoise.repeats) == (5, 1, 5)
    assert len(params.paper.labelnoise.datasets) == 14


def test_an_unknown_key_is_named_with_its_nearest_neighbour(content, tmp_path) -> None:
    content["noise"]["level"] = [0.0]
    with pytest.raises(InputError, match=r"params.yaml: unknown key 'noise.level' \(did you mean 'levels'\?\)"):
        load(tmp_path, content)


def test_an_unknown_key_deep_in_a_profile_is_named_too(content, tmp_path) -> None:
    content["quick"]["labelnoise"]["repeat"] = 2
    with pytest.raises(InputError, match=r"'quick.labelnoise.repeat' \(did you mean 'repeats'\?\)"):
        load(tmp_path, content)


def test_a_missing_key_is_named(content, tmp_path) -> None:
    del content["splits"]["seed"]
    with pytest.raises(InputError, match=r"key 'splits.seed' is missing"):
        load(tmp_path, content)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ([0.5, 1.0], "must contain 0.0"),
        ([0.0, 0.5, 0.5], "must rise"),
        ([0.0, "1e-3 x"], "noise.levels.1"),
        (0.5, "levels"),
    ],
)
def test_levels_that_make_no_sense_are_refused(content, tmp_path, levels, message) -> None:
    content["noise"]["levels"] = levels
    with pytest.raises(InputError, match=message):
        load(tmp_path, content)


def test_a_file_that_is_not_yaml_names_the_line(tmp_path) -> None:
    with pytest.raises(InputError, match="line 2"):
        load(tmp_path, "noise:\n  levels: [0.0\n")


def test_an_empty_file_is_an_error_and_not_a_default(tmp_path) -> None:
    with pytest.raises(InputError, match="the top level"):
        load(tmp_path, "")


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"nowhere.yaml: does not exist"):
        load_settings(tmp_path / "nowhere.yaml", Params)


def test_an_unknown_profile_is_refused(content, tmp_path) -> None:
    with pytest.raises(InputError, match="profile 'fast': is not one of quick, paper"):
        load(tmp_path, content).profile("fast")
