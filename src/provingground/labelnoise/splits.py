"""Repeated stratified folds, as in the paper (Section 3.1, step 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import RepeatedStratifiedKFold

from provingground.errors import InputError

PUBLISHED_SEED = 56  # the committed code says 16, but the published rows come from 56


@dataclass(frozen=True, eq=False)
class Fold:
    """Row positions of one split: shapes (n_train,) and (n_test,), disjoint, together all rows."""

    index: int
    train: NDArray[np.intp]
    test: NDArray[np.intp]


def repeated_stratified_folds(y: NDArray[Any], n_folds: int, n_repeats: int, seed: int) -> list[Fold]:
    """Split the rows into ``n_folds`` stratified parts, ``n_repeats`` times.

    Parameters
    ----------
    y
        Labels, shape (n_rows,).
    n_folds, n_repeats
        The paper uses 5 and 5; fold ``index`` runs from 0 to n_folds * n_repeats - 1, repeat by repeat.
    seed
        Seed of the shuffles; 56 gives the published folds.

    Raises
    ------
    InputError
        When a class has fewer rows than there are folds, so that some test part would lack it.

    Examples
    --------
    >>> folds = repeated_stratified_folds(np.array([-1] * 6 + [1] * 3), n_folds=3, n_repeats=2, seed=56)
    >>> len(folds), folds[4].index, len(folds[4].test)
    (6, 4, 3)
    """
    classes, counts = np.unique(y, return_counts=True)
    if counts.min() < n_folds:
        rarest = classes[counts.argmin()]
        raise InputError("y", f"class {rarest} has {counts.min()} rows for {n_folds} folds", "Use fewer folds.")
    splitter = RepeatedStratifiedKFold(n_splits=n_folds, n_repeats=n_repeats, random_state=seed)
    return [Fold(index, train, test) for index, (train, test) in enumerate(splitter.split(np.zeros(len(y)), y))]
