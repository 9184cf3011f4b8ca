from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
import yaml

from provingground.compendium import Params
from provingground.errors import InputError
from provingground.findings.claims import HERE
from provingground.findings.headline import (
    NO_EXACT,
    NO_KEPT,
    best_baselines,
    corrected_ranks,
    exact_matches,
    kept_auc,
    metrics,
    perfex_errors,
)
from provingground.findings.reports import Reports
from provingground.labelnoise.published import shipped_summary
from provingground.pipeline.section import Section
from provingground.settings import validate

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = pd.DataFrame({"panel": ["corrected"] * 3, "verdict": ["supported", "supported", "not run"]})


def scores(folder: Path) -> Reports:
    (folder / "nips2003").mkdir()
    table = pd.DataFrame(
        {
            "submission": ["l1", "forest", "l1", "forest"],
            "dataset": ["madelon"] * 4,
            "split": ["train", "train", "test", "test"],
            "ber": [0.0, 0.01, 0.4, 0.1],
            "ber_error": [0.0, 0.01, 0.02, 0.03],
        }
    )
    table.to_csv(folder / "nips2003" / "scores.csv", index=False)
    return Reports(folder)


def test_the_best_baseline_is_that_of_the_test_set(tmp_path) -> None:
    assert best_baselines(scores(tmp_path)).to_dict("records") == [
        {"dataset": "madelon", "submission": "forest", "ber": 0.1, "ber_error": 0.03}
    ]


def test_sections_that_have_not_run_have_no_numbers(tmp_path) -> None:
    nothing = Reports(tmp_path)
    beside = pd.DataFrame({"panel": [HERE], "verdict": ["supported"]})  # what verdicts are compared with is no panel
    claims = pd.concat([CLAIMS, beside])
    found = metrics(NO_KEPT, NO_EXACT, best_baselines(nothing), perfex_errors(nothing), claims)
    assert found == {"claims.corrected.supported": 2, "claims.corrected.not_run": 1}


def test_the_share_kept_of_the_authors_is_the_mean_of_their_summary() -> None:
    sets = ["spambase", "bank"]
    keys = pd.MultiIndex.from_product([sets, ["khiops"], [0.0, 1.0, 1.25], [0, 1]])
    cells = keys.to_frame(index=False, name=["dataset", "algorithm", "rho", "fold"])
    cells = cells.assign(variant="common", family="khiops", status="ok", test_roc_auc=1.0 - 0.2 * cells["rho"])
    row = kept_auc(cells, shipped_summary()).iloc[0]
    summary = shipped_summary()
    theirs = summary[
        summary["dataset"].isin(sets)
        & (summary["algorithm"] == "khiops")
        & (summary["rho"] == 1.0)
        & (summary["metric"] == "retained_test_roc_auc")
    ]
    assert row["published"] == pytest.approx(theirs["mean"].mean())
    assert (row["reproduced"], row["corrected"]) == (pytest.approx(0.8), pytest.approx(0.8))
    assert (row["rho"], row["N"]) == (1.0, 2)
    found = metrics(kept_auc(cells, summary), NO_EXACT, *[pd.DataFrame(columns=c) for c in _EMPTY], CLAIMS)
    assert found["kept_auc.corrected.khiops"] == pytest.approx(0.8)


_EMPTY = (["dataset", "submission", "ber"], ["measure", "mean"])


def test_ranks_of_the_start_page_are_those_of_the_corrected_panels_at_both_ends(tmp_path) -> None:
    (tmp_path / "retained").mkdir()
    keys = pd.MultiIndex.from_product(
        [["authors", "corrected", "corrected-sampled"], [0.0, 0.5, 1.0], ["skRF", "khiops"]]
    )
    ranks = keys.to_frame(index=False, name=["panel", "rho", "algorithm"]).assign(rank=1.5, low=1.0, high=2.0, N=4)
    ranks.to_csv(tmp_path / "retained" / "ranks.csv", index=False)
    found = corrected_ranks(Reports(tmp_path))
    assert found["panel"].unique().tolist() == ["corrected", "corrected-sampled"]
    assert (found["rho"].unique().tolist(), len(found)) == ([0.0, 1.0], 8)
    assert corrected_ranks(Reports(tmp_path / "nothing")).empty


def test_exact_matches_count_folds_and_metrics_together() -> None:
    exact = pd.DataFrame({"algorithm": "wekaRF", "variant": "published", "n": [5, 5], "n_equal": [5, 4]})
    totals = exact_matches(exact)
    assert totals["share"].tolist() == [0.9]
    assert metrics(NO_KEPT, totals, *[pd.DataFrame(columns=c) for c in _EMPTY], CLAIMS)["exact_share"] == 0.9


def test_metrics_are_written_where_dvc_looks_for_them(tmp_path) -> None:
    section = Section(tmp_path, tmp_path / "reports/figures/quick/findings", tmp_path / "reports/tables/quick/findings")
    written = section.metrics({"b": 2.0, "a": 1.0})
    assert written == tmp_path / "reports/metrics/quick.json"
    assert json.loads(written.read_text()) == {"a": 1.0, "b": 2.0}
    stage = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]["findings"]
    assert stage["metrics"] == ["reports/metrics/${item.profile}.json"]


def test_the_data_set_of_the_harm_is_one_that_the_profile_standardises() -> None:
    content = yaml.safe_load((ROOT / "params.yaml").read_text())
    content["quick"]["findings"]["harm"]["dataset"] = "adult"
    with pytest.raises(InputError, match="datasets must list what the sections use: adult"):
        validate(Params, content, "params.yaml", "Correct it.")
