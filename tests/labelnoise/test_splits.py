from __future__ import annotations

import numpy as np
import pytest

from provingground.errors import InputError
from provingground.labelnoise.splits import repeated_stratified_folds

Y = np.array([-1] * 37 + [1] * 13, dtype=np.int8)


def test_each_repeat_tests_every_row_once() -> None:
    folds = repeated_stratified_folds(Y, n_folds=5, n_repeats=3, seed=56)
    assert [fold.index for fold in folds] == list(range(15))
    for repeat in range(3):
        tested = np.concatenate([fold.test for fold in folds[5 * repeat : 5 * repeat + 5]])
        assert sorted(tested) == list(range(len(Y)))


def test_train_and_test_share_no_row_and_miss_none() -> None:
    for fold in repeated_stratified_folds(Y, 5, 1, 56):
        assert sorted(np.concatenate([fold.train, fold.test])) == list(range(len(Y)))


def test_each_test_part_keeps_the_class_shares() -> None:
    positives = [(Y[fold.test] > 0).sum() for fold in repeated_stratified_folds(Y, 5, 2, 56)]
    assert set(positives) <= {2, 3}


def test_the_same_seed_gives_the_same_folds_and_another_seed_others() -> None:
    first, again, other = (repeated_stratified_folds(Y, 5, 1, seed)[0].test for seed in (56, 56, 16))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_fold_that_would_hold_one_class_only_is_refused() -> None:
    with pytest.raises(InputError, match="class 1 has 13 rows for 14 folds"):
        repeated_stratified_folds(Y, 14, 1, 56)
