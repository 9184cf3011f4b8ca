"""Baselines: selection inside cross-validation, and real submissions out of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import mutual_info_score

from provingground.errors import InputError
from provingground.nips2003.baselines import (
    BASELINES,
    LambdaClassifier,
    absolute_correlation,
    binned_mutual_information,
    run,
)
from provingground.nips2003.benchmark import Benchmark, read_benchmark
from provingground.nips2003.from_table import TableDesign, design
from provingground.nips2003.scoring import balanced_error_rate, score
from provingground.nips2003.submission import Phase, open_submission, validate, write_results


@pytest.fixture(scope="module")
def easy() -> Benchmark:
    """Two of twenty features carry the class; another twenty are probes."""
    import pandas as pd

    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 20))
    table = pd.DataFrame(X).add_prefix("f").assign(y=X[:, 0] + X[:, 1] > 0)
    return design(table, TableDesign("easy", "y", "True", test_rows=100)).benchmark


@pytest.mark.parametrize("name", list(BASELINES))
@pytest.mark.parametrize("as_sparse", [False, True])
def test_each_baseline_finds_the_features_and_writes_a_valid_submission(
    easy: Benchmark, tmp_path: Path, name: str, as_sparse: bool
) -> None:
    X = {split: sparse.csr_array(matrix) for split, matrix in easy.X.items()} if as_sparse else easy.X
    result = run(Benchmark(X, easy.truth), name, folds=3)
    best_two = {easy.truth.identities[column] for column in result.fitted.features[:2]}
    assert best_two == {"f0", "f1"}
    write_results(tmp_path, "easy", result.decisions, result.fitted.features)
    submission = open_submission(tmp_path)
    assert validate(submission, {"easy": easy.param}, Phase.FINAL) == []
    scores = {row.split: row for row in score(submission, {"easy": easy.truth})}
    assert scores["test"].ber < 0.2
    assert scores["test"].features == len(result.fitted.features) <= 40


def test_equal_seeds_give_equal_decisions(easy: Benchmark) -> None:
    one, two = (run(easy, "forest", seed=3, folds=3).decisions["test"] for _ in range(2))
    np.testing.assert_array_equal(one, two)


def test_selection_inside_the_folds_finds_nothing_where_there_is_nothing() -> None:
    """With selection on all patterns, 2000 useless features would look almost perfect."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 2000)), np.repeat([1, -1], 30)
    fitted = BASELINES["filter"].fit(X, y, seed=0)
    assert fitted.cross_validated_ber > 0.3


def test_a_penalty_that_leaves_no_feature_is_loosened_until_one_is_left() -> None:
    rng = np.random.default_rng(3)
    fitted = BASELINES["l1"].fit(rng.normal(size=(12, 50)), np.repeat([1, -1], 6), seed=0, folds=3)
    assert len(fitted.features) > 0


def test_where_a_class_has_fewer_patterns_than_folds_there_are_fewer_folds() -> None:
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(8, 30)), np.repeat([1, -1], 4)
    assert BASELINES["filter"].fit(X, y, seed=0, folds=5).features.size > 0
    with pytest.raises(InputError, match="hold 1 patterns of one class"):
        BASELINES["filter"].fit(X[:5], y[:5], seed=0, folds=5)


def test_a_constant_feature_ranks_last_and_one_that_equals_the_classes_first() -> None:
    y = np.where(np.random.default_rng(5).random(50) < 0.3, 1, -1)
    X = np.column_stack([np.zeros(50), y == 1, np.random.default_rng(6).normal(size=50)])
    for matrix in (X, sparse.csr_array(X)):
        strength = absolute_correlation(matrix, y)
        assert strength[:2] == pytest.approx([0, 1])
        assert 0 < strength[2] < 1


def test_an_unknown_baseline_is_refused_with_the_known_ones(easy: Benchmark) -> None:
    with pytest.raises(InputError, match="Use one of filter, information"):
        run(easy, "magic")


@pytest.mark.parametrize("as_sparse", [False, True])
def test_the_binned_mutual_information_is_scikit_learns_on_the_same_bins(as_sparse: bool) -> None:
    rng = np.random.default_rng(2)
    X, y = rng.integers(0, 2, (200, 5)), rng.choice([-1, 1], 200)
    X[:, 0] = y == 1
    expected = [mutual_info_score(column, y) for column in X.T]
    found = binned_mutual_information(sparse.csr_array(X) if as_sparse else X, y, bins=2 if as_sparse else 8)
    assert found == pytest.approx(expected)


def test_lambda_is_the_formula_of_the_organisers() -> None:
    X = np.array([[5.0, 9.0, 0.0], [7.0, 7.0, 0.0], [2.0, 8.0, 1.0], [0.0, 9.0, 3.0]])
    y = np.array([1, 1, -1, -1])
    model = LambdaClassifier(n_features=2).fit(X, y)
    assert model.features_.tolist() == [0, 1]  # sums of y x: 10, -1, -4
    assert model.coef_ == pytest.approx([(6 - 1) / (1 + 1), (8 - 8.5) / (1 + 0.5)])
    middle = np.array([[3.5, 8.25, 99.0]])
    assert model.decision_function(middle) == pytest.approx([0.0])


@pytest.mark.parametrize(("name", "measured"), [("arcene", 0.304), ("dexter", 0.197), ("madelon", 0.415)])
def test_lambda_reaches_the_error_measured_on_the_official_validation_labels(
    shared: Path, name: str, measured: float
) -> None:
    benchmark = read_benchmark(shared / "data" / "raw" / "nips2003" / name, name)
    model = LambdaClassifier().fit(benchmark.X["train"], benchmark.y["train"])
    found = balanced_error_rate(benchmark.y["valid"], model.predict(benchmark.X["valid"]))
    assert found == pytest.approx(measured, abs=0.0006)
