"""The shared steps of the design and the benchmark made from any table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from scipy.stats import chisquare
from typer.testing import CliRunner

from provingground.cli.nips2003 import app
from provingground.errors import InputError
from provingground.nips2003 import from_table
from provingground.nips2003.benchmark import read_benchmark
from provingground.nips2003.design import (
    fitting_counts,
    permute_columns,
    permuted_probes,
    size_of_test_set,
    split_by_class,
    to_levels,
)
from provingground.nips2003.formats import SPLITS, Kind
from provingground.nips2003.from_table import Missing, TableDesign, design
from provingground.nips2003.settings import ClassCounts

INTEGERS = arrays(np.int16, st.tuples(st.integers(1, 12), st.integers(1, 8)), elements=st.integers(0, 3))


@given(arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 5)), elements=st.floats(-1e6, 1e6)))
def test_levels_keep_the_order_and_reach_both_ends(X: np.ndarray) -> None:
    levels = to_levels(X)
    assert levels.min() >= 0
    for column, level in zip(X.T, levels.T, strict=True):
        assert (np.diff(level[np.argsort(column)]) >= 0).all()
        if column.max() - column.min() > 1e-6:
            assert (level.min(), level.max()) == (0, 999)


def test_a_value_that_is_not_finite_is_refused_with_its_place() -> None:
    with pytest.raises(InputError, match="row 2, column 1"):
        to_levels([[0.0, 1.0], [np.nan, 2.0]])


@pytest.mark.parametrize("as_sparse", [False, True])
@given(INTEGERS, st.integers(0, 20), st.integers(0, 9))
def test_probes_hold_the_values_of_the_real_column_they_come_from(
    as_sparse: bool, X: np.ndarray, n_probes: int, seed: int
) -> None:
    real = sparse.csr_array(X) if as_sparse else X
    probes, source = permuted_probes(real, n_probes, np.random.default_rng(seed))
    dense = probes.toarray() if as_sparse else probes
    np.testing.assert_array_equal(np.sort(dense, axis=0), np.sort(X[:, source], axis=0))
    uses = np.bincount(source, minlength=X.shape[1])
    assert uses.max() - uses.min() <= 1


@pytest.mark.parametrize("as_sparse", [False, True])
def test_every_permutation_of_a_column_is_equally_likely(as_sparse: bool) -> None:
    column = np.repeat([[1], [2], [0], [0]], 6000, axis=1)
    permuted = permute_columns(sparse.csr_array(column) if as_sparse else column, np.random.default_rng(3))
    codes = np.array([1, 4, 16, 64]) @ (permuted.toarray() if as_sparse else permuted)
    counts = np.unique(codes, return_counts=True)[1]
    assert len(counts) == 12
    assert chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize(("error", "published"), [(0.15, 667), (0.058, 1725), (0.02, 5000)])
def test_the_rule_of_thumb_gives_the_numbers_of_the_document(error: float, published: int) -> None:
    assert size_of_test_set(error, margin=0.0) == published


@given(st.integers(0, 2**32))
def test_splits_are_disjoint_have_their_class_counts_and_depend_on_the_seed_alone(seed: int) -> None:
    y = np.repeat(np.array([1, -1], np.int8), [20, 30])
    counts = ClassCounts(train=(5, 10), valid=(6, 7), test=(9, 1))
    rows = split_by_class(y, counts, np.random.default_rng(seed))
    everything = np.concatenate(list(rows.values()))
    assert len(np.unique(everything)) == len(everything)
    for split in SPLITS:
        assert ((y[rows[split]] == 1).sum(), (y[rows[split]] == -1).sum()) == getattr(counts, split)
    again = split_by_class(y, counts, np.random.default_rng(seed))
    assert all((rows[split] == again[split]).all() for split in SPLITS)


def test_splits_larger_than_a_class_are_refused() -> None:
    with pytest.raises(InputError, match=r"class \+1: has 2 patterns where the splits ask for 3"):
        split_by_class(np.array([1, 1, -1, -1, -1]), ClassCounts(train=(1, 1), valid=(1, 1), test=(1, 1)), _rng())


@given(st.integers(3, 400), st.integers(3, 400))
def test_shrunken_counts_fit(positive: int, negative: int) -> None:
    y = np.repeat(np.array([1, -1], np.int8), [positive, negative])
    counts = fitting_counts(ClassCounts(train=(78, 722), valid=(34, 316), test=(78, 722)), y)
    sums = np.sum([getattr(counts, split) for split in SPLITS], axis=0)
    assert (sums <= [positive, negative]).all()


# --- any table


def table(n: int = 400) -> pd.DataFrame:
    rng = _rng()
    x = rng.normal(size=(n, 2))
    colour = rng.choice(["red", "green"], n)
    return pd.DataFrame({"x": x[:, 0], "w": x[:, 1], "colour": colour, "y": np.where(x.sum(axis=1) > 0, "yes", "no")})


def plan(**changes: object) -> TableDesign:
    return TableDesign(**({"name": "toy", "target": "y", "positive": "yes", "test_rows": 100} | changes))  # type: ignore[arg-type]


def test_a_table_becomes_a_benchmark_with_as_many_probes_as_real_features() -> None:
    made = design(table(), plan()).benchmark
    assert made.param.kind is Kind.DENSE
    assert made.X["train"].shape[1] == 8
    assert sorted(name for name in made.truth.identities if not name.startswith("probe")) == [
        "colour_green",
        "colour_red",
        "w",
        "x",
    ]
    assert [name.startswith("probe") for name in made.truth.identities] == made.truth.is_probe.tolist()
    assert made.param.test.total == 100


def test_the_same_seed_gives_the_same_files_and_another_seed_others() -> None:
    first, again, other = (design(table(), plan(seed=seed)).benchmark for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.X["test"], again.X["test"])
    assert not np.array_equal(first.X["test"], other.X["test"])


def test_a_rare_zero_one_table_is_written_as_sparse_binary() -> None:
    frame = pd.DataFrame((_rng().random((300, 20)) < 0.03).astype(int)).add_prefix("f").assign(y=[0, 1] * 150)
    assert design(frame, plan(positive="1")).benchmark.param.kind is Kind.SPARSE_BINARY


def test_the_rule_of_thumb_sizes_the_test_set_from_the_baseline_error() -> None:
    noisy = table(2000)
    flip = _rng().random(2000) < 0.2
    noisy.loc[flip, "y"] = np.where(noisy.loc[flip, "y"] == "yes", "no", "yes")
    made = design(noisy, plan(test_rows=None))
    assert made.baseline_error == pytest.approx(0.2, abs=0.03)
    assert made.benchmark.param.test.total == made.rule_of_thumb == size_of_test_set(made.baseline_error)


@pytest.mark.parametrize(
    ("change", "settings", "message"),
    [
        (lambda t: t.assign(id=[f"row {i}" for i in t.index]), {}, r"'id': holds 400 different .* \(--drop id\)"),
        (lambda t: t, {"drop": ("z",)}, "column 'z': is not in the table. It has x, w, colour, y"),
        (lambda t: t, {"drop": ("y",)}, "column 'y': is the target"),
        (lambda t: pd.concat([t, t], axis=1), {}, "column 'colour': is in the table twice"),
        (lambda t: t, {"positive": "maybe"}, "holds the classes no, yes where two"),
        (lambda t: t.assign(y=t["colour"] + t["y"]), {}, "holds the classes"),
        (lambda t: t, {"target": "z"}, "column 'z': is not in the table"),
        (lambda t: t, {"test_rows": 390}, "would take 390 of the 400"),
        (lambda t: t.head(40), {"test_rows": None}, "test set: would take"),
        (lambda t: t[["y"]], {}, "has no feature"),
    ],
)
def test_a_table_that_cannot_become_a_benchmark_is_refused(change: object, settings: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        design(change(table()), plan(**settings))


def gappy() -> pd.DataFrame:
    """Every way to lack a value: a number, a text, a category, an infinity, nullable integers and truth values."""
    frame = table().assign(
        shade=lambda t: t["colour"].astype("category"),
        count=pd.array(range(400), dtype="Int64"),
        flag=[True, False] * 200,
    )
    frame["flag"] = frame["flag"].astype(object)
    frame.loc[[0, 1], "x"] = np.nan
    frame.loc[2, "w"] = -np.inf
    for row, column in enumerate(("colour", "shade", "count", "flag"), start=3):
        frame.loc[row, column] = None
    return frame


def test_missing_values_are_refused_with_every_column_its_count_and_the_remedies() -> None:
    with pytest.raises(InputError) as refused:
        design(gappy(), plan())
    assert str(refused.value) == (
        "table: has missing values in these columns (how many): 'x' (2), 'w' (1), 'colour' (1), 'shade' (1), "
        "'count' (1), 'flag' (1). Pass --missing drop-rows (393 of 400 rows stay) or --missing median, or leave "
        "columns out with --drop."
    )


def test_rows_with_missing_values_can_be_dropped_also_for_a_missing_class() -> None:
    frame = gappy()
    frame.loc[399, "y"] = None
    made = design(frame, plan(missing=Missing.DROP_ROWS)).benchmark
    assert made.param.everything.total == 392
    assert {"flag", "colour_red"} <= set(made.truth.identities)
    with pytest.raises(InputError, match=r"'y' \(1\), .* Pass --missing drop-rows \(392 of 400 rows stay\), or leave"):
        design(frame, plan(missing=Missing.MEDIAN))


def test_a_missing_number_becomes_the_median_and_a_missing_text_a_value_of_its_own() -> None:
    x = np.arange(101.0)
    frame = pd.DataFrame({"x": np.where(x == 100, np.nan, x), "t": ["a", None, *"b" * 99], "y": x % 2})
    filled = from_table._without_missing(frame, plan(missing=Missing.MEDIAN))
    assert filled["x"].iloc[100] == 49.5
    assert filled["t"].tolist()[:3] == ["a", "missing", "b"]
    made = design(gappy(), plan(missing=Missing.MEDIAN)).benchmark
    assert made.param.everything.total == 400
    assert {"colour_missing", "shade_missing", "flag_missing"} <= set(made.truth.identities)
    with pytest.raises(InputError, match=r"'x': has no value at all\. Leave it out: --drop x"):
        design(table().assign(x=np.nan), plan(missing=Missing.MEDIAN))


def test_dropped_columns_are_not_looked_at() -> None:
    made = design(gappy(), plan(drop=("x", "colour", "shade", "count", "flag"), missing=Missing.MEDIAN)).benchmark
    assert set(made.truth.identities) == {"w", "probe w permuted"}


def test_classes_read_as_fractions_because_of_a_gap_keep_their_names() -> None:
    frame = table().assign(y=lambda t: (t["y"] == "yes") * 1.0)
    frame.loc[0, "y"] = np.nan
    made = design(frame, plan(positive="1", missing=Missing.DROP_ROWS)).benchmark
    assert made.param.everything.positive == (frame["y"] == 1).sum()


def test_a_name_with_line_ends_and_letters_beyond_ascii_becomes_one_line_of_ascii() -> None:
    made = design(table().rename(columns={"x": "Länge\n (cm)"}), plan()).benchmark
    assert "L\\xe4nge (cm)" in made.truth.identities


def test_the_command_line_writes_data_and_truth_apart(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "my.csv", index=False)
    arguments = ["design", "--data", str(tmp_path / "my.csv"), "--target", "y", "--positive", "yes"]
    arguments += ["--probes", "0.5", "--test-rows", "100", "--output", str(tmp_path / "out")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    read = read_benchmark(tmp_path / "out" / "data", "my", truth=tmp_path / "out" / "truth")
    assert read.truth.is_probe.sum() == 4
    gaps = tmp_path / "gaps.csv"
    table().assign(x=lambda t: t["x"].where(t.index > 0)).to_csv(gaps, index=False)
    arguments[2] = str(gaps)
    assert "--missing drop-rows" in str(CliRunner().invoke(app, arguments).exception)
    for more in (["--missing", "drop-rows"], ["--missing", "median"], ["--drop", "x"]):
        assert CliRunner().invoke(app, [*arguments, *more]).exit_code == 0
    missing = CliRunner().invoke(app, [*arguments[:2], "nowhere.csv", *arguments[3:]])
    assert "nowhere.csv: does not exist" in str(missing.exception)


def _rng() -> np.random.Generator:
    return np.random.default_rng(0)
