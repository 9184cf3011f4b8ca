"""Text, rules and pictures of a tree."""

from __future__ import annotations

import json
import sqlite3

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from provingground.errors import InputError
from provingground.perfex import PerfexTree


def awkward(n: int = 1500) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Names and values that break naive quoting."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(
        {
            "income ($)": rng.lognormal(10, 1, n),
            'the "site" is': rng.choice(["O'Hare", 'quo"te', "plain"], n),
            "flag": rng.random(n) < 0.5,
        }
    )
    X.loc[rng.random(n) < 0.15, "income ($)"] = np.nan
    share = 0.95 - 0.3 * X["income ($)"].isna() - 0.3 * (X['the "site" is'] == "O'Hare") - 0.2 * X["flag"]
    y = rng.integers(0, 2, n)
    return X, y, np.where(rng.random(n) < share, y, 1 - y)


def test_the_papers_text_lowest_value_first() -> None:
    X = pd.DataFrame({"y": np.linspace(10.0, 11.0, 300)})
    correct = (np.arange(300) < 200) | (np.arange(300) % 4 != 0)
    tree = PerfexTree(max_depth=1).fit(X, np.ones(300), correct * 1.0)
    assert tree.explain(evidence=False) == (
        "There are 100 datapoints for which the following conditions hold:\n    y > 10.67\n"
        "and for these datapoints accuracy is 0.75\n\n"
        "There are 200 datapoints for which the following conditions hold:\n    y <= 10.67\n"
        "and for these datapoints accuracy is 1.0"
    )


def test_one_row_is_explained_by_its_leaf_in_any_form() -> None:
    X, y, y_pred = awkward()
    tree = PerfexTree(min_samples_leaf=50).fit(X, y, y_pred)
    row = X.iloc[[7]]
    texts = {tree.explain_one(x) for x in (row, row.iloc[0], row.iloc[0].to_dict(), row.to_numpy()[0])}
    assert len(texts) == 1
    leaf = tree.leaves_.iloc[tree.apply(row)[0]]
    assert f"There are {leaf['n']} datapoints" in texts.pop()


def test_a_tree_without_splits_says_so() -> None:
    tree = PerfexTree().fit(np.ones((10, 1)), np.ones(10), np.ones(10))
    assert tree.explain().startswith("There are 10 datapoints without any condition")
    assert "nothing to see" in tree.explain()


def test_pandas_queries_select_the_rows_of_each_leaf() -> None:
    X, y, y_pred = awkward()
    X = X.rename(columns={'the "site" is': "the site"})
    tree = PerfexTree(min_samples_leaf=50).fit(X, y, y_pred)
    groups = tree.apply(X)
    for leaf, query in enumerate(tree.to_rules("pandas")):
        assert X.query(query, engine="python").index.tolist() == np.flatnonzero(groups == leaf).tolist()


def test_the_query_of_a_tree_without_splits_selects_every_row() -> None:
    X = pd.DataFrame({"a": [1.0, np.nan, 1.0]}, index=[0.0, np.nan, 0.0])
    (query,) = PerfexTree().fit(X, [0, 1, 0], [0, 1, 1]).to_rules("pandas")
    assert len(X.query(query)) == 3
    assert len(X.query(f"({query}) and a == 1")) == 2


def test_sql_conditions_select_the_rows_of_each_leaf() -> None:
    X, y, y_pred = awkward()
    tree = PerfexTree(min_samples_leaf=50).fit(X, y, y_pred)
    groups = tree.apply(X)
    with sqlite3.connect(":memory:") as connection:
        X.assign(row=range(len(X))).to_sql("people", connection, index=False)
        for leaf, where in enumerate(tree.to_rules("sql")):
            rows = [row for (row,) in connection.execute(f"SELECT row FROM people WHERE {where} ORDER BY row")]
            assert rows == np.flatnonzero(groups == leaf).tolist()


def test_json_rules_read_back_as_the_leaves() -> None:
    X, y, y_pred = awkward()
    tree = PerfexTree(min_samples_leaf=50).fit(X, y, y_pred)
    rules = json.loads(tree.to_rules("json"))
    assert [rule["n"] for rule in rules] == tree.leaves_["n"].tolist()
    assert rules[0]["conditions"][0] == dict(
        zip(("feature", "operator", "value"), tree.leaves_["conditions"][0][0], strict=True)
    )
    with pytest.raises(InputError, match='Choose "json", "pandas" or "sql"'):
        tree.to_rules("xml")


@pytest.mark.parametrize("settings", [{"max_depth": 0}, {"min_samples_leaf": 50}])
def test_every_picture_is_drawn_with_a_value_per_leaf(settings: dict[str, int]) -> None:
    X, y, y_pred = awkward()
    X["age"] = np.linspace(20, 80, len(X))
    tree = PerfexTree(**settings).fit(X, y, y_pred)
    assert len(tree.plot_leaves().get_yticklabels()) == len(tree.leaves_)
    n_nodes = 2 * len(tree.leaves_) - 1
    assert sum("n = " in text.get_text() for text in tree.plot_tree().texts) == n_nodes
    assert tree.plot_regions(X, ("age", "income ($)")).get_xlabel() == "age"
    for number in plt.get_fignums():
        plt.figure(number).canvas.draw()  # dollar signs and quotes must not be read as mathematics
    plt.close("all")


def test_no_condition_is_cut_off_in_a_picture() -> None:
    rng = np.random.default_rng(0)
    name = "the answer of the person to the first question of the interview, as written down"
    X = pd.DataFrame({name: rng.choice(["neither agrees nor disagrees", "disagrees strongly"], 600)})
    y_pred = np.where((X[name] == "disagrees strongly") & (rng.random(600) < 0.5), 0, 1)
    tree = PerfexTree(max_depth=1).fit(X, np.ones(600), y_pred)
    for texts in (tree.plot_tree().texts, tree.plot_leaves().get_yticklabels()):
        shown = [" ".join(text.get_text().split()) for text in texts]
        assert {f"{name} == disagrees strongly", f"{name} != disagrees strongly"} <= set(shown)
    plt.close("all")


def test_regions_of_a_categorical_feature_are_refused() -> None:
    X, y, y_pred = awkward()
    with pytest.raises(InputError, match="'flag' is no numeric feature"):
        PerfexTree().fit(X, y, y_pred).plot_regions(X, ("flag", "income ($)"))
