from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from provingground.statistics import VERDICTS, Claim, Fact, Interval, NotRun, NotTestable, Printed, decide


def claim(values: list[float], **settings) -> dict:
    return Claim("c", "It is so.", "1", lambda _: pd.Series(values), "value", **settings).judge(None)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([0.2, 0.3, 0.2, 0.3, 0.2], "supported"),
        ([-0.2, -0.3, -0.2, -0.3, -0.2], "contradicted"),
        ([-0.2, 0.3, -0.2, 0.3, 0.0], "undecided"),
        ([0.2, 0.3, 0.2, 0.3], "not testable"),
        ([0.2, np.nan, 0.2, 0.3, 0.2], "not testable"),
    ],
)
def test_a_claim_is_decided_by_its_interval_over_at_least_five_complete_blocks(values, verdict) -> None:
    assert claim(values)["verdict"] == verdict


def test_a_claim_about_being_below_is_the_mirror_of_one_about_being_above() -> None:
    values = [0.2, 0.3, 0.2, 0.3, 0.2]
    assert claim(values, criterion=0.5, above=False)["verdict"] == "supported"
    assert claim(values, criterion=0.1, above=False)["verdict"] == "contradicted"


@pytest.mark.parametrize(("reason", "verdict"), [(NotTestable, "not testable"), (NotRun, "not run")])
def test_what_is_missing_is_a_verdict_with_its_reason_and_never_an_error(reason, verdict) -> None:
    def absent(_: object) -> pd.Series:
        raise reason("there is nothing here")

    for statement in (
        Claim("c", "It is so.", "1", absent, "value"),
        Fact("f", "It is so.", "1", absent, "value"),
        Printed("p", "It is so.", "1", 0.5, absent, "value"),
    ):
        row = statement.judge(None)
        assert (row["verdict"], row["why"], row["n"]) == (verdict, "there is nothing here", 0)
        assert row["verdict"] in VERDICTS


def test_a_fact_without_checks_is_not_testable() -> None:
    assert Fact("f", "s", "1", lambda _: pd.Series(dtype=bool), "m").judge(None)["verdict"] == "not testable"


@pytest.mark.parametrize(
    ("number", "verdict"), [(0.90, "supported"), (0.80, "supported"), (0.79, "contradicted"), (1.01, "contradicted")]
)
def test_a_printed_number_holds_within_two_standard_deviations_of_our_runs(number, verdict) -> None:
    assert Printed("p", "s", "1", number, lambda _: (0.9, 0.05), "m").judge(None)["verdict"] == verdict


def test_a_single_run_of_ours_cannot_judge_a_printed_number() -> None:
    assert Printed("p", "s", "1", 0.9, lambda _: (0.9, np.nan), "m").judge(None)["verdict"] == "not testable"


def test_an_interval_that_touches_the_criterion_is_undecided() -> None:
    assert decide(Interval(0.1, 0.0, 0.2, 9), 0.0)[0] == "undecided"
