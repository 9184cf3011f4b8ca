"""Scores and ranking against independent oracles, and self-made submissions scored end to end."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import balanced_accuracy_score
from typer.testing import CliRunner

from provingground.cli.nips2003 import app
from provingground.errors import InputError
from provingground.nips2003.benchmark import Benchmark, Truth, measure, read_benchmark, read_truths, write_benchmark
from provingground.nips2003.formats import SPLITS, Kind
from provingground.nips2003.ranking import Pair, compare, compare_all, compare_balanced_errors, cycles, standings
from provingground.nips2003.scoring import (
    area_under_curve,
    balanced_error_rate,
    overall_table,
    score,
    score_table,
)
from provingground.nips2003.submission import Results, Submission, open_submission, write_results

SIGNS = st.sampled_from([-1, 1])
TRIPLES = st.lists(st.tuples(SIGNS, SIGNS, SIGNS), min_size=2, max_size=9).filter(
    lambda t: len({y for y, *_ in t}) == 2
)


@given(TRIPLES)
def test_the_balanced_error_rate_is_one_minus_scikit_learns_balanced_accuracy(rows: list[tuple[int, int, int]]) -> None:
    y, output, _ = zip(*rows, strict=True)
    assert balanced_error_rate(y, output) == pytest.approx(1 - balanced_accuracy_score(y, output))


@given(TRIPLES, st.data())
def test_the_area_counts_pairs_in_the_right_order_and_half_the_ties(rows: list, data: st.DataObject) -> None:
    y, output, _ = zip(*rows, strict=True)
    confidence = data.draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y)))
    scores = [o * c for o, c in zip(output, confidence, strict=True)]
    pairs = [
        (a > b) + (a == b) / 2
        for (ya, a), (yb, b) in itertools.product(zip(y, scores, strict=True), repeat=2)
        if ya == 1 and yb == -1
    ]
    assert area_under_curve(y, output, confidence) == pytest.approx(np.mean(pairs))


@given(TRIPLES)
def test_without_confidences_the_area_is_one_minus_the_balanced_error(rows: list) -> None:
    y, output, _ = zip(*rows, strict=True)
    assert area_under_curve(y, output) == pytest.approx(1 - balanced_error_rate(y, output))


def test_an_output_of_zero_or_a_missing_class_is_refused() -> None:
    with pytest.raises(InputError, match="other than"):
        balanced_error_rate([1, -1], [0, -1])
    with pytest.raises(InputError, match="one class only"):
        balanced_error_rate([1, 1], [1, -1])


@given(TRIPLES)
def test_the_significance_test_equals_enumerating_all_swaps_of_the_disagreements(rows: list) -> None:
    y, a, b = (np.array(column) for column in zip(*rows, strict=True))
    different = np.flatnonzero(a != b)
    observed = abs(balanced_error_rate(y, a) - balanced_error_rate(y, b))
    extreme = []
    for swaps in itertools.product([False, True], repeat=len(different)):
        swap = np.zeros(len(y), bool)
        swap[different] = swaps
        shuffled = balanced_error_rate(y, np.where(swap, b, a)) - balanced_error_rate(y, np.where(swap, a, b))
        extreme.append(abs(shuffled) >= observed - 1e-9)
    assert compare_balanced_errors(y, a, b).p_value == pytest.approx(np.mean(extreme))


@given(st.lists(SIGNS, min_size=1, max_size=200))
def test_with_disagreements_in_one_class_the_test_is_mcnemars_exact_test(first: list[int]) -> None:
    y = np.array([1] * len(first) + [-1])
    a = np.array([*first, -1])
    b = np.array([*[-value for value in first], -1])
    expected = binomtest(first.count(1), len(first)).pvalue
    assert compare_balanced_errors(y, a, b).p_value == pytest.approx(expected)


# --- ranking


def toy_truth(is_probe: list[bool] | None = None) -> Truth:
    rng = np.random.default_rng(1)
    X = {split: rng.integers(0, 1000, (40, 100)) for split in SPLITS}
    y = {split: np.repeat(np.array([1, -1], np.int8), 20) for split in SPLITS}
    probes = None if is_probe is None else np.array(is_probe)
    return Truth("toy", measure(Kind.DENSE, X, y), y, probes)


def results(errors: int, features: list[int] | None = None) -> Results:
    output = np.repeat(np.array([1, -1], np.int8), 20)
    output[:errors] *= -1
    return Results({"test": output}, {}, None if features is None else np.array(features))


def winner(truth: Truth, first: Results, second: Results) -> tuple[str | None, str]:
    pair = compare(truth, "test", ("first", first), ("second", second))
    return pair.winner, pair.rule


def test_a_significantly_lower_error_wins_however_many_features_it_uses() -> None:
    assert winner(toy_truth(), results(12, [0]), results(1)) == ("second", "lower balanced error rate")


def test_without_significance_fewer_features_win() -> None:
    assert winner(toy_truth(), results(0, [0, 1, 2]), results(1, [0, 1])) == ("second", "fewer features")
    assert winner(toy_truth(), results(0), results(1, [0, 1])) == ("second", "fewer features")


def test_within_five_percent_of_features_fewer_probes_win() -> None:
    truth = toy_truth([True] * 50 + [False] * 50)
    forty, forty_one = list(range(40)), list(range(59, 100))
    assert winner(truth, results(0, forty), results(1, forty_one)) == ("second", "fewer probes")
    assert winner(truth, results(0, forty), results(1, forty)) == (None, "tie: as many probes")
    assert winner(toy_truth(), results(0, forty), results(1, forty_one)) == (None, "tie: probes not known")


def test_exactly_five_percent_more_features_still_lose() -> None:
    assert winner(toy_truth([True] * 100), results(0, list(range(20))), results(0, list(range(19)))) == (
        "second",
        "fewer features",
    )


def test_a_cycle_is_shown_instead_of_forced_into_an_order() -> None:
    def pair(a: str, b: str) -> Pair:
        return Pair("toy", a, b, a, "rule", 0.0, 1.0)

    circle = [pair("a", "b"), pair("b", "c"), pair("c", "a")]
    assert cycles(circle) == [("toy", "a", "b", "c")]
    assert cycles(circle[:2]) == []
    assert standings(circle)["overall"].tolist() == [0, 0, 0]


def test_standings_are_wins_minus_losses_in_percent_averaged_over_data_sets() -> None:
    pairs = [
        Pair("one", "a", "b", "a", "", 0, 1),
        Pair("one", "a", "c", "a", "", 0, 1),
        Pair("one", "b", "c", None, "", 0, 1),
        Pair("two", "a", "b", "b", "", 0, 1),
    ]
    table = standings(pairs)
    assert table.loc["a"].tolist() == [0, 100, -100]
    assert table.loc["b"].tolist() == [25, -50, 100]
    assert table.loc["c", "overall"] == -50


def test_submissions_of_the_same_name_cannot_be_told_apart() -> None:
    with pytest.raises(InputError, match="share a name"):
        compare_all([Submission("x", {}), Submission("x", {})], {}, "test")


# --- end to end


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, dict[str, np.ndarray]]:
    """A small benchmark on disk: feature 0 is the class, half of the other nine are probes."""
    rng = np.random.default_rng(2)
    y = {split: np.where(rng.random(60) < 0.3, 1, -1).astype(np.int8) for split in SPLITS}
    X = {split: rng.integers(0, 1000, (60, 10)) for split in SPLITS}
    for split in SPLITS:
        X[split][:, 0] = np.where(y[split] == 1, 900, 100)
    truth = Truth("toy", measure(Kind.DENSE, X, y), y, np.arange(10) >= 5, [f"f{i}" for i in range(10)])
    write_benchmark(Benchmark(X, truth), tmp_path / "data", tmp_path / "truth")
    return tmp_path / "data", tmp_path / "truth", y


def test_the_withheld_labels_are_not_in_the_data_folder(folders: tuple) -> None:
    data, truth, _ = folders
    assert sorted(path.name for path in data.glob("*.labels")) == ["toy_train.labels"]
    assert not list(data.glob("*.feat"))
    assert set(read_benchmark(data, "toy").y) == {"train"}
    assert set(read_benchmark(data, "toy", truth=truth).y) == set(SPLITS)


def test_data_and_truth_may_not_share_a_folder(folders: tuple) -> None:
    data, truth, _ = folders
    with pytest.raises(InputError, match="Keep the withheld labels apart"):
        write_benchmark(read_benchmark(data, "toy", truth=truth), data, data)


def test_a_changed_value_fails_the_check_sum(folders: tuple) -> None:
    data = folders[0]
    path = data / "toy_valid.data"
    first = path.read_text().split(" ", 1)
    path.write_text(f"{(int(first[0]) + 1) % 1000} {first[1]}")
    with pytest.raises(InputError, match=r"toy_valid\.data: has the check-sum"):
        read_benchmark(data, "toy")


def test_self_made_submissions_are_scored_and_ranked_from_files(folders: tuple, tmp_path: Path) -> None:
    _, truth, y = folders
    perfect, guess = tmp_path / "perfect", tmp_path / "guess"
    write_results(perfect, "toy", {split: y[split] * 2.0 for split in SPLITS}, features=[0])
    write_results(guess, "toy", {split: np.ones(60) for split in SPLITS}, features=[0, 8, 9])
    truths = read_truths(truth)
    rows = [row for path in (perfect, guess) for row in score(open_submission(path), truths)]
    table = score_table(rows).set_index(["submission", "split"])
    assert table.loc[("perfect", "test"), ["ber", "auc", "features", "probes"]].tolist() == [0, 1, 1, 0]
    assert table.loc[("guess", "test"), ["ber", "auc"]].tolist() == [0.5, 0.5]
    assert table.loc[("guess", "test"), "probe_fraction"] == pytest.approx(2 / 3)
    overall = overall_table(table.reset_index())
    assert overall["datasets"].tolist() == [1] * 6
    (pair,) = compare_all([open_submission(perfect), open_submission(guess)], truths, "test")
    assert (pair.winner, pair.rule) == ("perfect", "lower balanced error rate")

    output = tmp_path / "tables"
    arguments = ["score", str(perfect), str(guess), "--truth", str(truth), "--output", str(output)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert pd.read_csv(output / "standings.csv")["submission"].tolist() == ["perfect", "guess"]
    assert len(pd.read_csv(output / "scores.csv")) == 6


def test_a_malformed_submission_is_not_scored(folders: tuple, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "toy_valid.resu").write_text("1\n0\n")
    result = CliRunner().invoke(app, ["score", str(bad), "--truth", str(folders[1]), "--split", "valid"])
    assert "toy_valid.resu, line 2" in str(result.exception)


def refusal_of(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["score", *map(str, arguments)])
    assert isinstance(result.exception, InputError), result.output
    return str(result.exception)


def test_the_participants_folder_given_as_truth_is_refused_naming_the_labels_expected(folders: tuple, tmp_path) -> None:
    data, _, y = folders
    write_results(tmp_path / "mine", "toy", {split: y[split] * 1.0 for split in SPLITS})
    problem = refusal_of(tmp_path / "mine", "--truth", data)
    assert "holds no toy_test.labels, only labels of train. Give the folder of the truth" in problem
    assert "--split train" in problem
    assert CliRunner().invoke(app, ["score", str(tmp_path / "mine"), "--truth", str(data), "--split", "train"]).output


def test_a_submission_without_the_split_asked_for_is_refused_naming_the_file(folders: tuple, tmp_path: Path) -> None:
    _, truth, y = folders
    write_results(tmp_path / "mine", "toy", {"valid": y["valid"] * 1.0})
    problem = refusal_of(tmp_path / "mine", "--truth", truth)
    assert problem == (
        "mine: has results for toy, but no toy_test.resu. Add the file, or score what is there with --split valid."
    )
    valid = CliRunner().invoke(app, ["score", str(tmp_path / "mine"), "--truth", str(truth), "--split", "valid"])
    assert valid.exit_code == 0
    assert "is not one of train, valid, test" in refusal_of(tmp_path / "mine", "--truth", truth, "--split", "final")


def test_a_folder_that_is_no_submission_is_refused_naming_what_was_expected(folders: tuple, tmp_path: Path) -> None:
    (tmp_path / "wrong").mkdir()
    assert "holds none of toy_test.resu; it holds no file" in refusal_of(tmp_path / "wrong", "--truth", folders[1])
    for number in range(7):
        (tmp_path / "wrong" / f"{number}.txt").touch()
    assert "it holds 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 2 more" in refusal_of(
        tmp_path / "wrong", "--truth", folders[1]
    )
    assert "holds no .param file" in refusal_of(tmp_path / "wrong", "--truth", tmp_path / "wrong")


def test_a_misspelt_file_is_named_when_the_others_are_scored(folders: tuple, tmp_path: Path) -> None:
    _, truth, y = folders
    write_results(tmp_path / "mine", "toy", {split: y[split] * 1.0 for split in SPLITS})
    (tmp_path / "mine" / "toy_tset.conf").touch()
    result = CliRunner().invoke(app, ["score", str(tmp_path / "mine"), "--truth", str(truth)])
    assert result.exit_code == 0
    assert "mine: not scored, for they belong to none of toy: toy_tset.conf" in result.stderr


@given(st.integers(0, 20), st.integers(0, 20))
def test_comparing_is_symmetric(a: int, b: int) -> None:
    truth = toy_truth([True, False] * 50)
    first, second = results(a), results(b)
    one = compare(truth, "test", ("a", first), ("b", second))
    two = compare(truth, "test", ("b", second), ("a", first))
    assert (one.winner, one.rule, one.p_value) == (two.winner, two.rule, pytest.approx(two.p_value))
