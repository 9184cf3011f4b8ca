"""The .param file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provingground.errors import InputError
from provingground.nips2003.formats import Kind, Param, SplitCounts, read_param, write_param

MADELON = """Data type: non-sparse
Number of features: 500
Number of examples and check-sums:
     \tPos_ex\tNeg_ex\tTot_ex\tCheck_sum
Train\t 1000\t 1000\t 2000\t488083511.00
Valid\t  300\t  300\t  600\t146395833.00
Test\t  900\t  900\t 1800\t439209553.00
All  \t 2200\t 2200\t 4400\t1073688897.00
"""
COUNTS = st.builds(SplitCounts, st.integers(0, 99999), st.integers(0, 99999), st.integers(0, 10**12))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_published_layout_is_read_with_either_line_end(tmp_path: Path, line_end: str) -> None:
    path = tmp_path / "madelon.param"
    path.write_bytes(MADELON.replace("\n", line_end).encode())
    param = read_param(path)
    assert (param.kind, param.n_features) == (Kind.DENSE, 500)
    assert param.valid == SplitCounts(300, 300, 146395833)
    write_param(path, param)
    assert path.read_text() == MADELON


@given(st.sampled_from(list(Kind)), st.integers(1, 10**6), COUNTS, COUNTS, COUNTS)
def test_what_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, width: int, a: SplitCounts, b: SplitCounts, c: SplitCounts
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.param"
    param = Param(kind, width, a, b, c)
    write_param(path, param)
    assert read_param(path) == param


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("non-sparse", "sparse", "line 1: knows no data type 'sparse'"),
        ("features: 500", "features: 5e2", "line 2: reads 'Number of features: 5e2'"),
        ("features: 500", "features: 0", "line 2: announces no features"),
        ("Check_sum", "Sum", "line 4"),
        ("1000\t 2000", "1000\t 2001", "line 5: counts 1000 \\+ 1000 but a total of 2001"),
        ("146395833.00", "146395833.50", "line 6"),
        ("439209553", "439209554", "line 8: is not the sum"),
        ("Train", "Valid", "line 5"),
        ("All  \t 2200\t 2200\t 4400\t1073688897.00\n", "", "has 7 lines where 8"),
    ],
)
def test_a_damaged_param_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "madelon.param"
    path.write_text(MADELON.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        read_param(path)


@given(st.binary(max_size=300), st.integers(0, len(MADELON)))
def test_random_bytes_in_a_param_file_never_pass_as_another_data_set(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, position: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.param"
    path.write_bytes(MADELON.encode()[:position] + junk)
    try:
        param = read_param(path)
    except InputError:
        return
    assert param.everything.total == 4400
