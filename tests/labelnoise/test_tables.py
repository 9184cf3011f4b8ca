from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from provingground.labelnoise.tables import authors_means, count_cells, count_flips, count_rows


@pytest.fixture
def cells() -> pd.DataFrame:
    """Two algorithms on two folds at two levels; one fit failed, one metric is undefined, one score is flagged."""
    rows = [
        {"dataset": "toy", "algorithm": name, "variant": "common", "fold": fold, "rho": rho}
        for name in ("skRF", "linearSVC")
        for fold in (0, 1)
        for rho in (0.0, 0.5)
    ]
    frame = pd.DataFrame(rows).assign(status="ok", error="", flag="", reason="", n_train=80.0, n_test=20.0)
    frame = frame.assign(fit_seconds=np.arange(8.0), predict_seconds=0.5)
    for kind in ("expected", "realised", "requested"):  # not the order in which they are shown
        frame[f"flips_{kind}_positive"] = frame["rho"] * 10 + frame["fold"]
        frame[f"flips_{kind}_negative"] = frame["rho"] * 20
    frame.loc[1, ["status", "error"]] = ["failed", "ValueError: no"]
    frame.loc[1, [name for name in frame.columns if name.startswith("flips_")]] = np.nan
    frame.loc[4, "reason"] = "one class"
    frame.loc[5, "flag"] = "two distinct margins"
    return frame


def test_failed_flagged_and_undefined_cells_are_counted_apart(cells) -> None:
    counts = count_cells(cells).set_index("algorithm")
    assert counts.loc["skRF", ["cells", "failed", "flagged", "undefined"]].tolist() == [4, 1, 0, 0]
    assert counts.loc["linearSVC", ["cells", "failed", "flagged", "undefined"]].tolist() == [4, 0, 1, 1]
    assert counts.loc["skRF", "first_error"] == "ValueError: no"
    assert counts.loc["skRF", "fit_seconds"] == np.median([0, 1, 2, 3])


def test_flips_are_means_over_folds_of_the_cells_that_ran_in_the_order_asked_expected_realised(cells) -> None:
    flips = count_flips(cells)
    assert [name.split("_")[1] for name in flips.columns[2:]] == ["requested"] * 2 + ["expected"] * 2 + ["realised"] * 2
    at_half = flips[flips["rho"] == 0.5].iloc[0]
    assert at_half["flips_realised_negative"] == 10
    assert at_half["flips_realised_positive"] == 5.5


def test_rows_are_those_of_both_parts(cells) -> None:
    assert count_rows(cells) == 100


def test_the_authors_have_means_of_their_data_sets_and_of_no_others() -> None:
    assert set(authors_means("nasa_cm1")["dataset"]) == {"nasa_cm1"}
    assert authors_means("my_data") is None
