from __future__ import annotations

import pandas as pd
import pytest

from provingground.labelnoise import published, record
from provingground.labelnoise.audit import hard_shares, mixed_scores
from provingground.labelnoise.claims import count_verdicts, evaluate_panels
from provingground.labelnoise.record import authors_record


def test_the_shipped_judgement_equals_that_of_the_authors_rows(shared):
    with_rows, without = authors_record(shared / "data"), authors_record(None)
    for name in ("findings", "mixed", "claims", "summary", "clean_folds"):
        pd.testing.assert_frame_equal(
            getattr(with_rows, name), getattr(without, name), check_dtype=False, rtol=1e-6, obj=name
        )
    assert with_rows.cells is not None
    assert without.cells is None
    assert with_rows.source != without.source


def test_agreement_is_counted_on_the_data_sets_that_both_have(shared):
    theirs = authors_record(shared / "data")
    ours = theirs.cells[theirs.cells["dataset"].isin(["spambase", "trucks", "mushroom", "phishing", "eyestate"])]
    judged = evaluate_panels(theirs.claims_beside(ours["dataset"]), {"published": ours})
    counts = count_verdicts(judged).set_index("source")
    assert counts.loc["published", "as_the_authors"] == counts.loc["published", "both_testable"] > 0
    assert counts.loc["authors", "as_the_authors"] < counts.loc["authors", "both_testable"], "other sets"
    assert set(authors_record(None).claims_beside(["spambase"])["source"]) == {"authors"}


@pytest.mark.parametrize("mirror", [None, "nowhere", "https://example.org/mirror"])
def test_a_mirror_without_the_rows_is_as_good_as_none(mirror):
    assert authors_record(mirror).cells is None


def test_the_shipped_judgement_is_small_and_names_the_hard_scores():
    for name in (record.FINDINGS_FILE, record.MIXED_FILE, record.CLAIMS_FILE):
        assert (published.FACTS / name).stat().st_size < 20_000
    shares = hard_shares(authors_record(None).findings).set_index("algorithm")
    # As counted on the rows by the audit's own test: 5,683 of 8,062.
    symmetric = shares.loc[["XGB_UNHINGED", "XGB_RAMP"], ["n", "of"]].sum()
    assert symmetric.tolist() == [5_683, 8_062]
    assert shares["percent"].between(0, 100).all()


def test_a_ratio_from_soft_to_hard_is_told_from_one_between_equals():
    soft, hard = (0.9, 0.6), (0.6, 0.6)
    rows = [
        ("XGB_RAMP", rho, fold, *score)
        for fold, scores in enumerate([(soft, hard), (soft, soft), (hard, hard), (hard, soft)])
        for rho, score in zip((0.0, 0.5), scores, strict=True)
    ]
    cells = pd.DataFrame(rows, columns=["algorithm", "rho", "fold", "test_roc_auc", "test_balanced_accuracy"])
    cells = cells.assign(dataset="toy", variant="authors", family="xgboost", status="ok")
    cells["hard_scores"] = published.is_hard(cells)
    table = mixed_scores(cells).set_index(["without_noise", "with_noise"])["kept"]
    assert table["soft", "hard"] == pytest.approx(0.6 / 0.9)
    assert table["hard", "soft"] == pytest.approx(0.9 / 0.6)
    assert table["soft", "soft"] == table["hard", "hard"] == 1.0
