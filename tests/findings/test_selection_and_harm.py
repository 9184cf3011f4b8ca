from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import f_classif

from provingground.datasets.table import Table
from provingground.errors import InputError
from provingground.findings.figures import harm_figure, probes_figure
from provingground.findings.harm import explain_harm, harm_by_distance, measure_harm
from provingground.findings.probes import select, select_under_noise, summarise
from provingground.findings.settings import FindingsProfile, HarmSettings, ProbesSettings
from provingground.findings.study import HarmStudy
from provingground.labelnoise import algorithms
from provingground.labelnoise.splits import repeated_stratified_folds
from provingground.nips2003.settings import ClassCounts, MadelonSettings, Nips2003Settings
from provingground.settings import validate

SMALL = Nips2003Settings(
    madelon=MadelonSettings(
        probes=60, patterns_per_cluster=20, counts=ClassCounts(train=(150, 150), valid=(30, 30), test=(100, 100))
    )
)
PROBES = ProbesSettings(features={"madelon": 10}, selectors=("filter", "forest"), levels=(0.0, 1.0), seeds=2)


@pytest.fixture(scope="module")
def selected() -> pd.DataFrame:
    return select_under_noise(PROBES, SMALL, workers=1)


@pytest.fixture(scope="module")
def table() -> Table:
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(400, 3)), columns=["a", "b", "c"])
    return Table("toy", X, np.where(X["a"] + 0.3 * rng.normal(size=400) > 0.5, 1, -1).astype(np.int8))


def test_every_selector_runs_at_every_level_and_seed_with_new_flips(selected) -> None:
    assert len(selected) == 2 * 2 * 2
    assert set(selected.loc[selected["rho"] == 0, "flipped"]) == {0.0}
    flipped = selected.loc[selected["rho"] == 1, "flipped"]
    assert flipped.between(0.4, 0.6).all()  # half of 300 labels, give or take three standard errors
    assert flipped.nunique() == 2
    assert (selected.loc[selected["selector"] == "filter", "features"] == 10).all()
    assert (selected["blind"] == 60 / 80).all()


def test_without_information_in_the_labels_more_probes_are_selected_and_half_of_the_answers_are_wrong(selected) -> None:
    means = selected.groupby("rho")[["probe_share", "ber"]].mean()
    assert means.loc[1.0, "probe_share"] > means.loc[0.0, "probe_share"] + 0.2
    assert means.loc[1.0, "ber"] == pytest.approx(0.5, abs=0.12)


def test_a_selector_keeps_the_features_that_its_score_ranks_first() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(200, 30)), np.repeat([1, -1], 100)
    X[:100, :4] += 1.0
    best = np.argsort(-f_classif(X, y)[0])[:6]
    assert set(select("filter", X, y, 6, seed=0).features) == set(best)


def test_the_penalty_of_l1_is_the_one_whose_number_of_features_comes_nearest() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(200, 30)), np.repeat([1, -1], 100)
    X[:100, :4] += 0.5
    few, many = (len(select("l1", X, y, wanted, seed=0).features) for wanted in (2, 25))
    assert few < many


def test_a_penalty_that_drops_every_feature_is_taken_only_where_all_do() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(100, 30)), np.where(rng.random(100) < 0.5, 1, -1).astype(np.int8)
    assert len(select("l1", X, y, 1, seed=0).features) >= 1  # no feature at all would be as near to 1 as two are
    assert len(select("l1", np.zeros((100, 30)), y, 1, seed=0).features) == 0


def test_a_seed_that_selected_nothing_has_no_share_of_probes_and_is_not_counted(selected) -> None:
    changed = selected.copy()
    changed.loc[changed.index[0], ["features", "probe_share"]] = [0, np.nan]
    assert sorted(summarise(changed)["seeds"]) == [1, 2, 2, 2]


def test_the_summary_is_mean_and_range_over_seeds(selected) -> None:
    summary = summarise(selected)
    one = summary.iloc[0]
    seeds = selected[(selected["selector"] == one["selector"]) & (selected["rho"] == one["rho"])]["probe_share"]
    assert (one["probe_share"], one["probe_low"], one["probe_high"]) == (seeds.mean(), seeds.min(), seeds.max())
    figure = probes_figure(summary)
    assert figure.axes[0].get_title() == "MADELON, 2 seeds"


def test_every_row_is_judged_once_with_clean_and_with_noisy_labels(table) -> None:
    folds = repeated_stratified_folds(table.y, 4, 1, seed=56)
    algorithm = algorithms.get("linearSVC", "corrected")
    settings = HarmSettings(dataset="toy", rho=1.0, draws=2)
    harm = measure_harm(table, folds, algorithm, settings, workers=1)
    assert harm.index.tolist() == list(range(400))
    assert (harm["label"] == table.y).all()
    assert harm["clean"].mean() > 0.85
    assert harm["noisy"].mean() < harm["clean"].mean()
    assert set(harm["noisy"]) <= {0.0, 0.5, 1.0}
    fold = folds[0]
    with algorithm.open(table, fold.train, fold.test) as session:
        right = (session.fit_score(table.y[fold.train], seed=1).test > 0) == (table.y[fold.test] > 0)
    assert harm.loc[fold.test, "clean"].tolist() == right.astype(float).tolist()


def test_noise_that_flips_nothing_harms_nothing(table) -> None:
    folds = repeated_stratified_folds(table.y, 4, 1, seed=56)
    settings = HarmSettings(dataset="toy", rho=1e-9, draws=1)
    harm = measure_harm(table, folds, algorithms.get("linearSVC", "corrected"), settings, workers=1)
    assert (harm["noisy"] == harm["clean"]).all()


def test_a_planted_region_of_harm_is_found_and_tested() -> None:
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(2000, 3)), columns=["a", "b", "c"])
    table = Table("toy", X, np.where(X["b"] > 0, 1, -1).astype(np.int8))
    harm = pd.DataFrame({"fold": 0, "label": table.y, "distance": X["b"].abs(), "clean": 1.0})
    harm["noisy"] = np.where((X["a"] > 0.5) & (rng.random(2000) < 0.6), 0.0, 1.0)
    settings = HarmSettings(dataset="toy", permutations=19, min_samples_leaf=100)
    tree = explain_harm(table, harm, settings)
    study = HarmStudy(harm, tree, harm_by_distance(harm))
    worst = study.leaves.iloc[0]
    assert worst["rule"].startswith("a > 0.5")
    assert worst["value"] == pytest.approx(-0.6, abs=0.1)
    assert worst["p_value"] == 0.05
    tenths = study.groups[study.groups["group"] == "distance"]
    assert tenths["n"].tolist() == [200] * 10
    assert (tenths["change"] * tenths["n"]).sum() / 2000 == pytest.approx(study.overall)
    assert len(harm_figure(study.leaves, study.groups, study.overall).axes) == 2


@pytest.mark.parametrize(
    ("probes", "message"),
    [({"levels": [0.0, 1.25]}, "above 1"), ({"levels": [0.5, 0.0]}, "rise"), ({"selectors": ["lasso"]}, "selectors")],
)
def test_settings_that_make_no_sense_are_refused(probes, message) -> None:
    with pytest.raises(InputError, match=message):
        validate(FindingsProfile, {"harm": {"dataset": "spambase"}, "probes": probes}, "params.yaml", "Correct it.")
