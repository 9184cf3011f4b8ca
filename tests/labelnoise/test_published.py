from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from provingground.errors import InputError, SourceError
from provingground.labelnoise import published
from provingground.labelnoise.audit import audit, audit_figure, audit_totals, hard_shares
from provingground.labelnoise.panel import ALGORITHMS, cell_means

HEADER = (
    "name,model,rho,i,time,train_rocauc,test_rocauc,train_prauc,test_prauc,train_bacc,test_bacc,train_kappa,test_kappa"
)


def authors_csv(folder: Path, *rows: str) -> Path:
    path = folder / "rows.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n")
    return path


def row(model: str, rho: float, fold: int, auc: float | str, accuracy: float = 0.7, kappa: float = 0.4) -> str:
    return f"toy_full,{model},{rho},{fold},1.0,0.9,{auc},0.9,0.8,0.9,{accuracy},0.5,{kappa}"


@pytest.fixture(scope="module")
def rows(shared) -> pd.DataFrame:
    return published.read_rows(shared / "reference" / published.ROWS_FILE)


@pytest.fixture(scope="module")
def findings(rows) -> pd.DataFrame:
    return audit(rows)


def test_of_two_rows_for_a_cell_the_one_with_values_is_kept(tmp_path):
    path = authors_csv(tmp_path, row("wekaRF", 0.0, 0, ""), row("wekaRF", 0.0, 0, 0.8), row("wekaRF", 0.0, 1, 0.9))
    cells = published.load(path)
    assert cells["test_roc_auc"].tolist() == [0.8, 0.9]
    assert cells["status"].tolist() == ["ok", "ok"]


def test_a_row_without_metrics_is_a_failed_cell_with_an_error(tmp_path):
    cells = published.load(authors_csv(tmp_path, row("wekaRF", 0.0, 0, "")))
    assert cells[["dataset", "status", "error", "family"]].iloc[0].tolist() == [
        "toy",
        "failed",
        "no metrics in the published row",
        "forest",
    ]


def test_hard_scores_are_told_from_constant_and_perfect_models(tmp_path):
    path = authors_csv(
        tmp_path, row("XGB_RAMP", 0, 0, 0.7, 0.7), row("XGB_RAMP", 0, 1, 0.5, 0.5), row("XGB_RAMP", 0, 2, 1.0, 1.0)
    )
    assert published.load(path)["hard_scores"].tolist() == [True, False, False]


def test_a_missing_file_and_a_foreign_table_are_named(tmp_path):
    with pytest.raises(SourceError, match="nowhere"):
        published.read_rows(tmp_path / "nowhere.csv")
    (tmp_path / "rows.csv").write_text("name,model\na,b\n")
    with pytest.raises(InputError, match="test_rocauc"):
        published.read_rows(tmp_path / "rows.csv")


def test_the_shipped_tables_equal_what_the_authors_rows_give(shared, tmp_path):
    published.write_facts(shared / "reference" / published.ROWS_FILE, tmp_path)
    for name in (published.SUMMARY_FILE, published.CLEAN_FILE):
        remade, shipped = pd.read_csv(tmp_path / name), pd.read_csv(published.FACTS / name)
        pd.testing.assert_frame_equal(remade, shipped)
        assert (published.FACTS / name).stat().st_size < 250_000


def test_a_shipped_mean_is_the_mean_of_the_authors_valid_rows(rows):
    mine = rows[(rows["dataset"] == "adult") & (rows["algorithm"] == "khiops") & (rows["rho"] == 0.5)]
    summary = published.shipped_summary().set_index(["dataset", "algorithm", "rho", "metric"])
    shipped = summary.loc[("adult", "khiops", 0.5, "test_kappa")]
    assert shipped["n"] == 24
    assert shipped["mean"] == pytest.approx(np.mean(mine["test_kappa"]), rel=1e-5)
    assert shipped["sd"] == pytest.approx(np.std(mine["test_kappa"], ddof=1), rel=1e-5)


def test_the_summary_covers_every_algorithm_of_the_paper():
    assert set(published.shipped_summary()["algorithm"]) == set(ALGORITHMS)


def test_the_audit_finds_the_known_faults_of_the_published_rows(findings):
    totals = audit_totals(findings).set_index("finding")["n"]
    assert totals["undefined metrics"] == 543
    assert totals["duplicate key"] == 864
    assert totals["missing cell"] == 42_000 - (42_372 - 864)
    symmetric = findings[findings["algorithm"].isin(["XGB_RAMP", "XGB_UNHINGED"])]
    hard = symmetric[symmetric["finding"] == "hard scores"]
    # 49 models of mushroom rank without error; 46 of them are also free of wrong labels, which says nothing of scores.
    assert (hard["n"].sum(), hard["of"].sum()) == (5_729 - 46, 8_111 - 49)


def test_the_share_of_hard_scores_is_of_all_rows_that_can_tell(findings, rows):
    shares = hard_shares(findings).set_index("algorithm")
    for name in ("skRF", "khiopsRF", "XGB_RAMP"):
        own = rows[(rows["algorithm"] == name) & rows["test_roc_auc"].notna() & ~rows["test_roc_auc"].isin([0.5, 1.0])]
        hard = (own["test_roc_auc"] - own["test_balanced_accuracy"]).abs() < 1e-9
        assert shares.loc[name, ["n", "of"]].tolist() == [hard.sum(), len(own)]


def test_the_audit_names_the_folds_that_are_absent_or_undefined(findings):
    def detail(dataset, algorithm, finding):
        keys = (
            (findings["dataset"] == dataset) & (findings["algorithm"] == algorithm) & (findings["finding"] == finding)
        )
        return findings.loc[keys, "detail"].iloc[-1]

    assert detail("bank", "skRF", "missing cell") == "folds 19"
    assert detail("adult", "wekaRF", "undefined metrics").endswith("(folds 1, 9, 14, 18, 23)")
    assert "folds 6, 8, 12, 18, 24" in detail("nasa_jm1", "khiops", "undefined metrics")


def test_the_audit_sees_that_khiops_with_trees_built_none_on_two_nasa_sets(findings):
    twins = findings[(findings["finding"] == "same as another") & (findings["algorithm"] == "khiopsRF")]
    whole = twins[twins["n"] == twins["of"]]
    assert set(whole["dataset"]) == {"nasa_cm1", "nasa_kc3"}


def test_a_value_beyond_its_range_is_reported_and_rounding_is_not(tmp_path):
    path = authors_csv(
        tmp_path, row("skRF", 0, 0, 1.2), row("skRF", 0, 1, 1.0 + 1e-15), row("skRF", 0, 2, 0.4, kappa=-0.3)
    )
    found = audit(published.read_rows(path))
    out = found[found["finding"] == "out of range"]
    assert out[["n", "of"]].to_numpy().tolist() == [[1, 3]]
    assert "0.2" in out["detail"].iloc[0]


def test_the_audit_figure_shows_one_map_of_gaps_and_one_of_hard_scores(findings):
    gaps, hard = audit_figure(findings).axes
    assert len(gaps.texts) == len(hard.texts) == 14 * 10
    numbers = [int(text.get_text()) for text in gaps.texts]
    assert sum(numbers) == 42_000 - 41_265


def test_means_of_the_loaded_cells_agree_with_the_shipped_summary(rows, shared):
    cells = published.load(shared / "reference" / published.ROWS_FILE)
    means = cell_means(cells[cells["dataset"] == "trucks"])
    both = means.merge(
        published.shipped_summary(), on=["dataset", "algorithm", "rho", "metric"], suffixes=("", "_shipped")
    )
    assert len(both) == len(means)
    np.testing.assert_allclose(both["mean"], both["mean_shipped"], rtol=1e-5)
