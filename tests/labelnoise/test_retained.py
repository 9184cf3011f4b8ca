from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from provingground.errors import InputError
from provingground.labelnoise.retained import count_undefined, retained, retained_means


def cells_of(rows: list[tuple[float, int, float, str]], metric: str = "test_roc_auc") -> pd.DataFrame:
    """Cells of one algorithm from (rho, fold, value, status)."""
    frame = pd.DataFrame(rows, columns=["rho", "fold", metric, "status"])
    return frame.assign(dataset="toy", algorithm="skRF", variant="common", family="forest")


def test_each_fold_is_compared_with_itself_and_not_with_the_mean():
    kept = retained(
        cells_of([(0.0, 0, 0.8, "ok"), (0.0, 1, 0.5, "ok"), (1.0, 0, 0.4, "ok"), (1.0, 1, 0.6, "ok")]), "test_roc_auc"
    )
    assert kept["retained"].tolist() == [1.0, 1.0, 0.5, 1.2]


def test_kappa_is_moved_from_minus_one_one_to_zero_two_before_the_ratio():
    kept = retained(cells_of([(0.0, 0, 0.0, "ok"), (0.5, 0, -0.5, "ok")], "test_kappa"), "test_kappa")
    assert kept["retained"].tolist() == [1.0, 0.5]


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ((0.0, 0, 0.0, "ok"), "zero at rho 0"),
        ((0.0, 0, np.nan, "ok"), "metric undefined at rho 0"),
        ((0.0, 0, 0.9, "failed"), "cell at rho 0 failed"),
        ((0.0, 1, 0.9, "ok"), "no cell at rho 0"),
    ],
)
def test_an_unusable_reference_gives_nan_and_its_reason(reference, why):
    kept = retained(cells_of([reference, (0.5, 0, 0.7, "ok")]), "test_roc_auc")
    noisy = kept[kept["rho"] == 0.5].iloc[0]
    assert np.isnan(noisy["retained"])
    assert noisy["why"] == why


def test_a_failed_cell_is_counted_and_never_averaged_even_if_it_carries_a_number():
    rows = [(0.0, 0, 0.8, "ok"), (0.0, 1, 0.8, "ok"), (0.5, 0, 0.4, "ok"), (0.5, 1, 123.0, "failed")]
    means = retained_means(cells_of(rows), "test_roc_auc").set_index("rho")
    assert means.loc[0.5, ["n_cells", "n", "mean"]].tolist() == [2, 1, 0.5]
    assert count_undefined(retained(cells_of(rows), "test_roc_auc"))[["why", "n"]].to_numpy().tolist() == [
        ["cell failed", 1]
    ]


def test_variants_of_one_algorithm_keep_their_own_reference():
    one = cells_of([(0.0, 0, 0.8, "ok"), (1.0, 0, 0.4, "ok")])
    other = cells_of([(0.0, 0, 0.4, "ok"), (1.0, 0, 0.4, "ok")]).assign(variant="corrected")
    assert retained(pd.concat([one, other]), "test_roc_auc")["retained"].tolist() == [1.0, 0.5, 1.0, 1.0]


def test_a_cell_that_appears_twice_is_refused_by_name():
    with pytest.raises(InputError, match=r"1 cell\(s\) twice, first .*'rho': 0.5"):
        retained(cells_of([(0.0, 0, 0.8, "ok"), (0.5, 0, 0.7, "ok"), (0.5, 0, 0.6, "ok")]), "test_roc_auc")


def test_missing_columns_and_unknown_metrics_are_named():
    with pytest.raises(InputError, match="test_kappa"):
        retained(cells_of([(0.0, 0, 0.8, "ok")]), "test_kappa")
    with pytest.raises(InputError, match="'accuracy'"):
        retained(cells_of([(0.0, 0, 0.8, "ok")]), "accuracy")
