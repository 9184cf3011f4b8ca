from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from provingground.findings.claims import HERE, PANELS, PAPERS, changed_verdicts, claims_table, count_verdicts, page
from provingground.findings.nips2003_claims import _circles, nips2003_claims
from provingground.findings.page import COLOURS, Links, claims_html, counts_figure
from provingground.findings.perfex_claims import perfex_claims
from provingground.findings.reports import Reports
from provingground.labelnoise.claims import CLAIMS, evaluate_claims
from provingground.labelnoise.record import authors_record
from provingground.sections import SECTIONS
from provingground.statistics import VERDICTS

TESTED = (*nips2003_claims(), *perfex_claims())
NEED_NO_TABLE = {"validation_smaller", "kinds", "two_classes", "stop_rule", "clinic_worst"}


def write(folder: Path, name: str, **columns) -> None:
    path = folder / f"{name}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(columns).to_csv(path, index=False)


def judge(folder: Path) -> dict[tuple[str, str], str]:
    rows = [tested.judge(Reports(folder)) for tested in TESTED]
    return {(str(row["claim"]), str(row["panel"])): str(row["verdict"]) for row in rows}


def test_where_nothing_has_run_every_claim_that_needs_results_is_not_run(tmp_path) -> None:
    authors = authors_record(None).claims
    claims = claims_table(authors, None, TESTED, Reports(tmp_path))
    ours = claims[(claims["panel"] != "published") & ~claims["claim"].isin(NEED_NO_TABLE)]
    assert set(ours["verdict"]) == {"not run"}
    assert ours["why"].str.len().min() > 10
    label_noise = claims[(claims["paper"] == "label noise") & (claims["panel"] == "published")]
    assert label_noise["verdict"].tolist() == authors["verdict"].tolist()


def test_the_page_has_every_claim_of_all_three_papers_once(tmp_path) -> None:
    claims = claims_table(authors_record(None).claims, None, TESTED, Reports(tmp_path))
    assert not claims.duplicated(["paper", "claim", "panel"]).any()
    assert set(claims["paper"]) == set(PAPERS)
    assert set(claims["panel"]) == set(PANELS)
    overview = page(claims)
    assert not overview.duplicated(["paper", "claim"]).any()
    assert (overview["paper"] == "label noise").sum() == len(CLAIMS)
    assert set(overview[list(PANELS)].to_numpy().ravel()) <= {*VERDICTS, ""}
    assert overview["evidence"].str.partition("/")[0].isin(SECTIONS).all()
    assert count_verdicts(claims)[list(VERDICTS)].to_numpy().sum() == len(claims)


def test_label_noise_verdicts_on_our_cells_are_those_of_notebook_3(tmp_path) -> None:
    rng = np.random.default_rng(0)
    levels, sets = (0.0, 0.5, 1.0), ("breastcancer", "spambase", "adult", "bank", "trucks")
    keys = pd.MultiIndex.from_product([sets, ("khiops", "skRF"), levels, range(5)])
    cells = keys.to_frame(index=False, name=["dataset", "algorithm", "rho", "fold"])
    cells = cells.assign(variant="common", status="ok", test_roc_auc=0.9 - 0.2 * cells["rho"])
    cells["test_roc_auc"] += rng.normal(scale=0.01, size=len(cells))
    claims = claims_table(authors_record(None).claims, cells, (), Reports(tmp_path))
    found = claims[claims["panel"] == "corrected"].set_index("claim")["verdict"]
    expected = evaluate_claims(cells, "corrected").set_index("claim")["verdict"]
    assert found.to_dict() == expected.to_dict()
    assert found["small_decrease_khiops"] == "contradicted"


def test_a_table_that_lacks_a_column_is_not_testable_and_says_which(tmp_path) -> None:
    write(tmp_path, "perfex/clinic", seed=[0, 1])
    row = next(t for t in TESTED if t.test.name == "clinic_forest").judge(Reports(tmp_path))
    assert (row["verdict"], row["why"]) == ("not testable", "perfex/clinic lacks the column(s) forest_accuracy")


def perfex_tables(folder: Path, *, skill: float, one_leaf: float, marked: float) -> None:
    seeds = np.arange(6)
    n = len(seeds)
    write(
        folder, "perfex/table_1_seeds", seed=seeds, leaf_size=[100] * n, dataset=["blobs"] * n,
        base_accuracy=[0.8] * n, highest=[0.99] * n, mae=[0.04] * n, one_leaf_mae=[one_leaf] * n,
        spread=[0.5] * n, shuffled_spread=[0.2] * n, brier_skill=[skill] * n,
    )  # fmt: skip
    gaps = [("highlighted", marked + 0.001 * i) for i in range(8)] + [("all points", 0.3)] * 8
    groups, values = zip(*gaps * 2, strict=True)
    write(folder, "perfex/gaps", group=groups, gap=values, method=["SHAP"] * 16 + ["LIME"] * 16)


def test_perfex_verdicts_follow_the_tables_both_ways(tmp_path) -> None:
    perfex_tables(tmp_path / "as the paper says", skill=0.2, one_leaf=0.09, marked=0.6)
    perfex_tables(tmp_path / "otherwise", skill=-0.2, one_leaf=0.01, marked=0.1)
    expected = {"as the paper says": "supported", "otherwise": "contradicted"}
    for world, verdict in expected.items():
        found = judge(tmp_path / world)
        for name in ("mae_low", "skill", "shap_misleads", "lime_misleads"):
            assert found[name, "corrected"] == verdict, (world, name)
        assert found["mae_low", "reproduced"] == "supported"
        assert found["perfect_blobs", "reproduced"] == "supported"


def test_384_rows_are_near_the_rule_and_not_enough_for_it(tmp_path) -> None:
    """1.96^2 / 0.1^2 = 384.16: the first whole number that satisfies it is 385."""
    found = judge(tmp_path)
    assert (found["stop_rule", "reproduced"], found["stop_rule", "corrected"]) == ("supported", "contradicted")


def test_a_number_that_our_choices_were_made_knowing_supports_nothing(tmp_path) -> None:
    assert judge(tmp_path)["clinic_worst", "reproduced"] == "not testable"


@pytest.mark.parametrize(("distance", "verdict"), [(0.03, "supported"), (0.09, "undecided"), (0.2, "contradicted")])
def test_probes_are_like_real_features_where_the_whole_band_of_the_distance_is_small(
    distance, verdict, tmp_path
) -> None:
    write(tmp_path, "nips2003/shape", **{"data set": ["gisette"] * 2, "check": ["features", "probes"]},
          found=[5000, 2500], equal=True, required=True)  # fmt: skip
    tests = ["means of probes against real", "non-zero shares of probes against real"]
    write(tmp_path, "nips2003/probes", **{"data set": ["gisette"] * 2, "test": tests}, distance=[0.01, distance])
    assert judge(tmp_path)["gisette_probes_alike", "reproduced"] == verdict


def test_a_smaller_source_is_no_contradiction_of_the_published_sizes(tmp_path) -> None:
    columns = {"data set": ["gisette"] * 2, "check": ["features", "train: class +1"]}
    write(tmp_path, "nips2003/shape", **columns, found=[5000, 222], equal=[True, False], required=[True, False])
    assert judge(tmp_path)["gisette_size", "reproduced"] == "not testable"
    write(tmp_path, "nips2003/shape", **columns, found=[4999, 222], equal=[False, True], required=[True, False])
    assert judge(tmp_path)["gisette_size", "reproduced"] == "contradicted"


@pytest.mark.parametrize(("ber", "verdict"), [(0.06, "supported"), (0.01, "contradicted")])
def test_a_test_set_is_large_enough_where_it_has_100_over_p_patterns(ber, verdict, tmp_path) -> None:
    """MADELON has 1800 test patterns: enough for an error of 6 % (1667), not of 1 % (10,000)."""
    write(tmp_path, "nips2003/scores", submission=["a", "b"], dataset="madelon", split="test", ber=[0.4, ber])
    assert judge(tmp_path)["madelon_test_size", "reproduced"] == verdict


def test_methods_that_beat_each_other_in_a_circle_are_found() -> None:
    names = pd.DataFrame({"first": list("aab"), "second": list("bcc")})
    assert not _circles(names.assign(winner=list("aab")))
    assert not _circles(names.assign(winner=["a", None, "b"]))
    assert _circles(names.assign(winner=list("acb")))


def test_a_claim_that_the_correction_turns_is_listed_and_an_untestable_one_is_not() -> None:
    verdicts = {"turned": ("supported", "contradicted"), "kept": ("supported", "supported")}
    verdicts |= {"few": ("supported", "not testable"), "open": ("undecided", "supported")}
    rows = [
        {"paper": "label noise", "claim": name, "statement": name, "section": "4", "evidence": "retained/claims",
         "panel": panel, "verdict": verdict}
        for name, pair in verdicts.items() for panel, verdict in zip(("published", "corrected"), pair, strict=True)
    ]  # fmt: skip
    assert changed_verdicts(pd.DataFrame(rows))["claim"].tolist() == ["turned"]
    same_sets = {"turned": "contradicted", "kept": "contradicted", "few": "supported"}
    rows += [rows[0] | {"claim": name, "panel": HERE, "verdict": verdict} for name, verdict in same_sets.items()]
    changed = changed_verdicts(pd.DataFrame(rows))
    assert changed[["claim", "published", "corrected"]].to_numpy().tolist() == [["kept", "contradicted", "supported"]]


def test_the_html_page_escapes_what_it_shows_and_links_to_what_is_there(tmp_path) -> None:
    (tmp_path / "figures" / "quick" / "retained").mkdir(parents=True)
    (tmp_path / "figures" / "quick" / "retained" / "claims.svg").touch()
    row = {"paper": "label noise", "claim": "c", "section": "4", "statement": "<script>alert(1)</script>"}
    row |= {"published": "supported", "reproduced": "", "corrected": "not run"}
    rows = pd.DataFrame([row | {"evidence": "retained/claims"}, row | {"evidence": "perfex/nowhere"}])
    html = claims_html(rows, Links(tmp_path, "quick"))
    assert "<script>" not in html
    assert html.count('href="figures/retained/claims.html"') == html.count("<a ") == 1
    assert COLOURS["supported"] in html


def test_the_figure_of_verdicts_has_a_bar_per_paper_and_panel(tmp_path) -> None:
    claims = claims_table(authors_record(None).claims, None, TESTED, Reports(tmp_path))
    axes = counts_figure(count_verdicts(claims)).axes[0]
    numbers = [int(text.get_text()) for text in axes.texts]
    assert sum(numbers) == len(claims)
