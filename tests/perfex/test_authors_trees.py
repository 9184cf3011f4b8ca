"""The 24 trees that the authors' package gives for 12 problems and two metrics."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from provingground.perfex import PerfexTree


@pytest.mark.parametrize("metric", ["accuracy", "precision of class 1"])
@pytest.mark.parametrize("number", range(12))
def test_the_leaves_of_the_authors_package_in_order_conditions_counts_and_values(
    shared: Path, number: int, metric: str
) -> None:
    with gzip.open(shared / "reference" / "perfex" / "authors_trees.json.gz") as file:
        problem = json.load(file)[number]
    expected = next(tree for tree in problem["expected"] if tree["metric"] == metric)
    tree = PerfexTree(
        "accuracy" if metric == "accuracy" else "precision:1",
        max_depth=problem["max_depth"],
        min_samples_leaf=problem["min_samples_leaf"],
        min_denominator=expected["min_selected"],
        min_split_difference=problem["min_split_difference"],
        candidates=problem["quantile_candidates"] or None,
        categorical_features=problem["categorical"],
    ).fit(np.array(problem["X"]), problem["y"], y_pred=problem["y_pred"])

    found = [
        {"conditions": [[int(f[1:]), op, value] for f, op, value in path], "n": n, "value": value}
        for path, n, value in zip(tree.leaves_["conditions"], tree.leaves_["n"], tree.leaves_["value"], strict=True)
    ]
    assert [(leaf["conditions"], leaf["n"]) for leaf in found] == [
        (leaf["conditions"], leaf["n"]) for leaf in expected["leaves"]
    ]
    assert [leaf["value"] for leaf in found] == pytest.approx([leaf["value"] for leaf in expected["leaves"]], abs=1e-15)
