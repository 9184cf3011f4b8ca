"""Files with one value a line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provingground.errors import InputError
from provingground.nips2003.formats import (
    read_confidences,
    read_feature_list,
    read_identities,
    read_labels,
    write_confidences,
    write_feature_list,
    write_identities,
    write_labels,
)
from provingground.nips2003.formats.vectors import scan_confidences, scan_features, scan_signs


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vectors") / "file"


@given(st.lists(st.sampled_from([-1, 1])))
def test_labels_come_back(path: Path, labels: list[int]) -> None:
    write_labels(path, labels)
    assert read_labels(path, rows=len(labels), positive=labels.count(1)).tolist() == labels


@given(st.lists(st.floats(0, allow_infinity=False)))
def test_confidences_come_back_to_the_last_bit(path: Path, confidences: list[float]) -> None:
    write_confidences(path, confidences)
    assert read_confidences(path).tolist() == confidences


@given(st.lists(st.integers(0, 99), unique=True))
def test_feature_lists_count_from_one_in_the_file_and_from_zero_in_memory(path: Path, features: list[int]) -> None:
    write_feature_list(path, features)
    assert [int(line) for line in path.read_text().split()] == [feature + 1 for feature in features]
    assert read_feature_list(path, 100).tolist() == features


def test_identities_come_back_and_their_number_is_checked(path: Path) -> None:
    write_identities(path, ["feat pixel 12,5", "probe", ""])
    assert read_identities(path, n_features=3) == ["feat pixel 12,5", "probe", ""]
    with pytest.raises(InputError, match="3 lines where 4"):
        read_identities(path, n_features=4)
    with pytest.raises(InputError, match="line 1: cannot hold"):
        write_identities(path, ["two\nlines"])


@pytest.mark.parametrize("content", [b"1\n-1\n", b"+1\r\n-1\r\n", b"1  \n-1"])
def test_the_usual_ways_to_write_labels_are_read(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert read_labels(path).tolist() == [1, -1]


@pytest.mark.parametrize("text", ["0", "2", "1.0", "", "+", "--1", "one", "1 1", " 1", "\t1", "nan", "\u0661"])
def test_anything_but_plus_or_minus_one_is_a_problem_with_its_line(text: str) -> None:
    problems = scan_signs(f"1\n{text}\n".encode(), "a.resu")[1]
    assert [(problem.line, "is not +1 or -1" in problem.message) for problem in problems] == [(2, True)]


@pytest.mark.parametrize("text", ["-0.5", "nan", "inf", "1e999", "", "0x10", "1_000", "1,5", "1 2", "-1e-9"])
def test_a_confidence_is_a_finite_number_that_is_not_negative(text: str) -> None:
    assert [problem.line for problem in scan_confidences(f"{text}\n".encode(), "a.conf")[1]] == [1]


@pytest.mark.parametrize("text", ["0", "11", "-1", "1.0", "", "x", "2", "99999999999"])
def test_a_feature_is_a_new_number_within_range(text: str) -> None:
    assert [problem.line for problem in scan_features(f"2\n{text}\n3\n".encode(), "a.feat", 10)[1]] == [2]


def test_every_problem_of_a_file_is_listed_not_only_the_first() -> None:
    problems = scan_signs(b"0\n1\nx\n", "a.resu", rows=5)[1]
    assert [problem.line for problem in problems] == [1, 3, None]
    assert str(problems[-1]) == "a.resu: has 3 lines where 5 were expected"


def test_scrambled_label_files_are_refused_with_the_reason(tmp_path: Path) -> None:
    by_name = tmp_path / "toy_test.scrambled_labels"
    write_labels(by_name, [1, -1])
    with pytest.raises(InputError, match="do not belong to the patterns"):
        read_labels(by_name)
    by_counts = tmp_path / "toy_test.labels"
    write_labels(by_counts, [1, 1])
    with pytest.raises(InputError, match=r"holds 2 times \+1 where 1 were announced\. It is scrambled"):
        read_labels(by_counts, rows=2, positive=1)


@pytest.mark.parametrize(
    ("write", "values"),
    [
        (write_labels, [0, 1]),
        (write_confidences, [-1.0]),
        (write_confidences, [np.nan]),
        (write_feature_list, [0, 0]),
        (write_feature_list, [-1]),
    ],
)
def test_what_a_reader_would_refuse_is_not_written(tmp_path: Path, write: object, values: list) -> None:
    with pytest.raises(InputError):
        write(tmp_path / "x", values)
    assert not list(tmp_path.iterdir())


@given(st.binary(max_size=40))
def test_random_bytes_are_either_a_problem_or_exactly_what_they_say(content: bytes) -> None:
    for scan in (scan_signs, scan_confidences):
        values, problems = scan(content, "f")
        if not problems:
            assert [float(line) for line in content.split(b"\n") if line] == values.tolist()
    values, problems = scan_features(content, "f", 50)
    if not problems:
        assert [int(line) - 1 for line in content.split(b"\n") if line] == values.tolist()
