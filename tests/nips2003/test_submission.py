"""Opening and validating submissions."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from provingground.cli.nips2003 import app
from provingground.errors import InputError
from provingground.nips2003.formats import Kind, Param, SplitCounts
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.submission import Phase, Submission, open_submission, validate, write_results, zip_results

PARAMS = {"toy": Param(Kind.DENSE, 10, SplitCounts(2, 2, 9), SplitCounts(1, 1, 9), SplitCounts(2, 1, 9))}
GOOD = {
    "toy_train.resu": b"1\n-1\n1\n-1\n",
    "toy_valid.resu": b"+1\n-1\n",
    "toy_valid.conf": b"0.5\n3\n",
    "toy_test.resu": b"1\n1\n-1\n",
    "toy.feat": b"3\n7\n",
}


def problems(files: dict[str, bytes], phase: Phase = Phase.FINAL) -> list[str]:
    return [str(problem) for problem in validate(Submission("mine", files), PARAMS, phase)]


@pytest.mark.parametrize("phase", list(Phase))
def test_a_complete_submission_has_no_problem(phase: Phase) -> None:
    assert problems(GOOD, phase) == []


def test_the_validation_outputs_alone_are_enough_in_the_development_phase_only() -> None:
    files = {"toy_valid.resu": GOOD["toy_valid.resu"]}
    assert problems(files, Phase.DEVELOPMENT) == []
    assert [line.split(":")[0] for line in problems(files)] == ["toy_train.resu", "toy_test.resu"]


@pytest.mark.parametrize(
    ("file", "content", "expected"),
    [
        ("toy_valid.resu", b"1\n", "toy_valid.resu: has 1 lines where 2 were expected"),
        ("toy_valid.resu", b"1\n0\n", "toy_valid.resu, line 2: '0' is not +1 or -1"),
        ("toy_valid.conf", b"1\n-2\n", "toy_valid.conf, line 2: -2 is negative"),
        ("toy_valid.conf", b"1\n2\n3\n", "toy_valid.conf: has 3 lines where 2 were expected"),
        ("toy.feat", b"0\n", "toy.feat, line 1: 0 is outside the features 1..10"),
        ("toy.feat", b"11\n", "toy.feat, line 1: 11 is outside the features 1..10"),
        ("toy.feat", b"3\n5\n3\n", "toy.feat, line 3: 3 was already given in line 1"),
        ("toy.feat", b"x\n", "toy.feat, line 1: 'x' is not a whole number"),
        ("toy.feat", b"\n", "toy.feat: lists no feature"),
        ("other_valid.resu", b"1\n", "other_valid.resu: belongs to no known data set; there are toy"),
        ("notes.txt", b"", "notes.txt: does not belong to a submission"),
        ("toy_valid.RESU", b"1\n", "toy_valid.RESU: does not belong to a submission"),
    ],
)
def test_each_defect_is_named_with_its_file_and_line(file: str, content: bytes, expected: str) -> None:
    found = problems(GOOD | {file: content})
    assert len(found) == 1
    assert found[0].startswith(expected)


def test_confidences_need_the_outputs_that_they_belong_to() -> None:
    files = {name: content for name, content in GOOD.items() if name != "toy_valid.resu"}
    assert "toy_valid.conf: has no toy_valid.resu that its confidences belong to" in problems(files)


def test_all_problems_are_listed_at_once() -> None:
    found = problems(GOOD | {"toy.feat": b"0\nx\n", "toy_valid.resu": b"2\n", "readme": b""})
    assert len(found) == 5


def test_an_empty_submission_misses_everything() -> None:
    assert problems({}, Phase.DEVELOPMENT) == ["<name>_valid.resu: is missing for every data set"]


def test_a_folder_a_zip_and_a_zip_with_one_enclosing_folder_are_the_same_submission(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, content in GOOD.items():
        (folder / name).write_bytes(content)
    plain = zip_results(folder, tmp_path / "plain.zip")
    with zipfile.ZipFile(tmp_path / "inside.zip", "w") as archive:
        for name, content in GOOD.items():
            archive.writestr(f"mine/{name}", content)
    for path in (folder, plain, tmp_path / "inside.zip"):
        assert open_submission(path).files == GOOD
    assert zip_results(folder, tmp_path / "again.zip").read_bytes() == plain.read_bytes()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_folders_and_repeated_names_inside_a_zip_are_problems(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as archive:
        archive.writestr("toy_valid.resu", "1\n1\n")
        archive.writestr("toy_valid.resu", "1\n-1\n")
        archive.writestr("deep/toy.feat", "1\n")
    found = [str(p) for p in validate(open_submission(tmp_path / "odd.zip"), PARAMS)]
    assert found[0] == "toy_valid.resu: is in the zip twice"
    assert found[1].startswith("deep/toy.feat: lies in a folder of its own")


def test_what_is_no_submission_at_all_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"not a zip")
    with pytest.raises(InputError, match="not a readable zip"):
        open_submission(tmp_path / "x.zip")
    with pytest.raises(InputError, match="neither a folder nor a zip"):
        open_submission(tmp_path / "nowhere")


@given(st.binary(max_size=200))
def test_random_bytes_as_a_zip_never_crash(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.zip"
    path.write_bytes(b"PK\x03\x04" + junk)
    with pytest.raises(InputError):
        open_submission(path)


@given(st.dictionaries(st.sampled_from([*GOOD, "toy_train.conf", "x.feat"]), st.binary(max_size=12), max_size=4))
def test_random_files_in_a_submission_are_reported_not_crashed_on(files: dict[str, bytes]) -> None:
    for problem in problems(GOOD | files):
        assert ": " in problem


def test_written_results_are_valid_and_a_decision_of_zero_becomes_plus_one(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    decisions = {split: rng.normal(size=PARAMS["toy"].split(split).total) for split in ("train", "valid", "test")}
    decisions["valid"][0] = 0.0
    write_results(tmp_path, "toy", decisions, features=[2, 0])
    submission = open_submission(tmp_path)
    assert validate(submission, PARAMS, Phase.FINAL) == []
    assert submission.files["toy_valid.resu"].startswith(b"1\n")
    assert submission.files["toy.feat"] == b"3\n1\n"


def test_the_command_line_tells_valid_invalid_and_unreadable_apart(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "madelon_valid.resu").write_text("1\n" * PUBLISHED["madelon"].param.valid.total)
    run = CliRunner().invoke
    assert run(app, ["validate", str(folder)]).exit_code == 0
    final = run(app, ["validate", str(folder), "--phase", "final", "--dataset", "madelon"])
    assert final.exit_code == 1
    assert "madelon_test.resu: is missing" in final.output
    assert isinstance(run(app, ["validate", str(tmp_path / "nowhere")]).exception, InputError)
    assert isinstance(run(app, ["validate", str(folder), "--dataset", "nothing"]).exception, InputError)


def test_files_whose_names_tell_no_official_data_set_bring_a_hint_at_the_folder_and_the_names(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "valid.resu").write_text("1\n")
    result = CliRunner().invoke(app, ["validate", str(folder)])
    assert result.exit_code == 1
    hint = result.output.splitlines()[-1]
    assert hint.startswith("Hint: no file name begins with an official data set")
    assert "NAME_valid.resu" in hint
    assert "--data" in hint


def test_a_final_submission_to_some_data_sets_brings_a_hint_at_the_option_that_leaves_out_the_others(tmp_path) -> None:
    folder = tmp_path / "mine"
    for name in ("madelon", "arcene"):
        splits = {split: np.ones(PUBLISHED[name].param.split(split).total) for split in ("train", "valid", "test")}
        write_results(folder, name, splits)
    run = CliRunner().invoke
    result = run(app, ["validate", str(folder), "--phase", "final"])
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].endswith("add --dataset arcene --dataset madelon.")
    assert run(app, ["validate", str(folder), "--phase", "final", "--dataset", "madelon"]).exit_code == 0
    both = ["--dataset", "madelon", "--dataset", "arcene"]
    assert run(app, ["validate", str(folder), "--phase", "final", *both]).exit_code == 0


def test_the_help_describes_the_files() -> None:
    for command in ("validate", "score"):
        shown = CliRunner().invoke(app, [command, "--help"]).output
        assert all(part in shown for part in ("NAME_train.resu", "NAME_train.conf", "NAME.feat"))


def test_the_example_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = (Path(__file__).parents[2] / "docs" / "submission.md").read_text()
    monkeypatch.chdir(tmp_path)
    shown = ""
    for language, code in re.findall(r"```(\w+)\n(.*?)```", document, flags=re.DOTALL):
        if language == "python":
            exec(code, {})
        for line in code.splitlines() if language == "console" else ():
            program, part, *arguments = line.split()
            assert (program, part) == ("provingground", "nips2003")
            result = CliRunner().invoke(app, arguments)
            assert result.exit_code == 0, result.output
            shown += result.output
    assert "valid for the final phase" in shown
    assert "mine madelon" in " ".join(shown.split())
