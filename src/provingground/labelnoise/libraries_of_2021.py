"""Why some folds without noise differ from the authors' in the last digits of the AUC: two habits of libraries of 2021.

**Numbers.** pandas before 1.2 took the digits of a decimal number as one whole number and divided it by 10, 100, 10^4
and so on, one division for each bit of the count of decimals. Three decimals are two divisions, each rounded, so some
values differ in their last bit. A test row that lies on a split point of a tree, the middle of two training values,
then goes to the other side.

**Sums.** XGBoost added the base score after all trees; today's starts from it. In single precision the order matters,
and rows that tie in one do not in the other.

The variants of the benchmark do neither; here both are applied to the folds that differ, to see whether they account
for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms import Algorithm, get
from provingground.labelnoise.algorithms.encoding import kept_per_table
from provingground.labelnoise.comparison import EQUAL, SQUARED_STATE, pair_cells
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.splits import Fold, repeated_stratified_folds

FloatArray = NDArray[np.float64]
Scores = Callable[[Algorithm, Table, Fold], FloatArray]


def explain_differences(
    cells: pd.DataFrame, published: pd.DataFrame, load: Callable[[str], Table], protocol: Protocol
) -> pd.DataFrame:
    """Fit the folds at level 0 whose test AUC is not the authors' once more, with the habit that may be the cause.

    Parameters
    ----------
    cells
        Ours, in the state of the published rows (:func:`~provingground.labelnoise.comparison.same_state`).
    published
        The authors' folds without noise.
    load
        Gives a data set by name; called only for one with a difference.
    protocol
        The splits.

    Returns
    -------
    One row per data set and variant with a difference that one of the habits may explain: ``n`` folds that both have,
    ``differ``, ``explained`` (equal to 1e-6 with the habit), and the largest difference of the AUC ``before`` and
    ``after``. Only wekaRF and the boosters that train without chance are looked at.
    """
    rows = []
    clean = pair_cells(cells[cells["rho"] == 0], published, ["test_roc_auc"])
    for key, pairs in clean.groupby(["dataset", "algorithm", "variant"]):
        dataset, name, variant = map(str, key)
        sizes = pairs["difference"].abs()
        differing = pairs[sizes >= EQUAL]
        if (name, variant) not in _CAUSES or differing.empty:
            continue
        cause, scores = _CAUSES[name, variant]
        table = load(dataset)
        folds = repeated_stratified_folds(table.y, protocol.folds, protocol.repeats, protocol.split_seed)
        again = [_auc(scores, get(name, variant), table, folds[fold]) for fold in differing["fold"]]
        left = (differing["theirs"] - again).abs()
        counts = (len(pairs), len(differing), int((left < EQUAL).sum()))
        rows.append((dataset, name, variant, cause, *counts, sizes.max(), left.max()))
    columns = ["dataset", "algorithm", "variant", "cause", "n", "differ", "explained", "before", "after"]
    return pd.DataFrame(rows, columns=columns)


def read_as_pandas_1_1(values: FloatArray) -> FloatArray:
    """Numbers as pandas before 1.2 read them from their shortest decimal text.

    Examples
    --------
    >>> old = read_as_pandas_1_1(np.array([0.25, 7.0, 0.778, 3.756]))
    >>> (old == [0.25, 7.0, 0.778, 3.756]).tolist(), bool(old[3] == 3756 / 10 / 100)
    ([True, True, True, False], True)
    """
    unique, places = np.unique(values, return_inverse=True)
    return np.array([_read(repr(float(value))) for value in unique])[places]


def _read(text: str) -> float:
    digits, _, power = text.lstrip("-").partition("e")
    whole, _, decimals = digits.partition(".")
    exponent = int(power or 0) - len(decimals)
    number = 0.0
    for digit in whole + decimals:
        number = 10 * number + int(digit)
    scale, steps = 10.0, abs(exponent)
    while steps:
        if steps & 1:
            number = number / scale if exponent < 0 else number * scale
        steps, scale = steps >> 1, scale * scale
    return -number if text.startswith("-") else number


def _auc(scores: Scores, algorithm: Algorithm, table: Table, fold: Fold) -> float:
    return float(roc_auc_score(table.y[fold.test], scores(algorithm, table, fold)))


def _old_numbers(algorithm: Algorithm, table: Table, fold: Fold) -> FloatArray:
    with algorithm.open(_read_again(table), fold.train, fold.test) as session:
        return session.fit_score(table.y[fold.train], seed=0).test


@kept_per_table
def _read_again(table: Table) -> Table:
    old = {name: read_as_pandas_1_1(table.X[name].to_numpy(np.float64)) for name in table.numeric_columns}
    return Table(table.name, table.X.assign(**old), table.y)


def _late_base_score(algorithm: Algorithm, table: Table, fold: Fold) -> FloatArray:
    with algorithm.open(table, fold.train, fold.test) as session:
        boosting: Any = session
        model = boosting.fit(table.y[fold.train], seed=0)
        boosting.test.set_base_margin(np.zeros(len(fold.test)))  # in place of the base score, which is the same for all
        return np.asarray(model.predict(boosting.test, output_margin=True), np.float64)


_LATE = ("the base score is added after the trees", _late_base_score)
_CAUSES: Mapping[tuple[str, str], tuple[str, Scores]] = {
    ("wekaRF", "published"): ("numbers are read as pandas before 1.2 did", _old_numbers),
    ("XGB_SQUERR", "published"): _LATE,
    ("XGB_RAMP", SQUARED_STATE): _LATE,
}
