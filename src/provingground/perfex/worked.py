"""A user's case: where is a model not to be trusted, and what does abstaining there buy?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from provingground.datasets.table import Table
from provingground.perfex.experiments import Split, split_rows
from provingground.perfex.quality import Evaluation
from provingground.perfex.sums import FloatArray
from provingground.perfex.tree import PerfexTree


@dataclass(frozen=True)
class WorkedCase:
    """A model, the tree that explains where it fails, and the tree's evaluation on rows that neither has seen."""

    X: pd.DataFrame
    y: NDArray[Any]
    split: Split
    model: Pipeline
    tree: PerfexTree
    evaluation: Evaluation


def worked_case(table: Table, seed: int = 0, n_permutations: int = 99) -> WorkedCase:
    """Logistic regression on half of the table, PERFEX (with its null) on a quarter, evaluation on the last.

    The model is the one that users are told is safe because they can read it.
    """
    split = split_rows(table.y, seed)
    prepare = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), make_column_selector(dtype_include=["category"])),
        (StandardScaler(), make_column_selector(dtype_include=["number"])),
    )
    model = make_pipeline(prepare, LogisticRegression(solver="newton-cholesky"))
    model.fit(table.X.iloc[split.train], table.y[split.train])
    tree = PerfexTree(candidates=50, n_permutations=n_permutations, random_state=seed)
    tree.fit(table.X.iloc[split.first], table.y[split.first], model=model)
    evaluation = tree.evaluate(table.X.iloc[split.second], table.y[split.second], model=model)
    return WorkedCase(table.X, table.y, split, model, tree, evaluation)


def abstention(case: WorkedCase) -> pd.DataFrame:
    """Accuracy of the rows still answered on the second test set, as the model abstains on more and more.

    PERFEX abstains on whole leaves, lowest value first; the model's own confidence abstains on the least sure rows;
    one leaf means that nothing is known and the accuracy stays.
    """
    rows = case.split.second
    X, y = case.X.iloc[rows], case.y[rows]
    proba = case.model.predict_proba(X)
    correct = case.model.classes_[proba.argmax(axis=1)] == y
    by_leaf = _coverage_curve(case.tree.predict(X), correct, "PERFEX leaves")
    by_confidence = _coverage_curve(proba.max(axis=1), correct, "model's confidence")
    nothing = by_leaf.assign(accuracy=correct.mean(), strategy="one leaf")
    return pd.concat([by_leaf, by_confidence, nothing], ignore_index=True)


def _coverage_curve(trust: FloatArray, correct: NDArray[np.bool_], strategy: str) -> pd.DataFrame:
    """Rows answered where trust is at least each of its values; at most 200 values are shown."""
    levels = np.unique(trust)
    if len(levels) > 200:
        levels = np.unique(np.quantile(trust, np.linspace(0.0, 1.0, 200), method="lower"))
    answered = [trust >= level for level in levels]
    return pd.DataFrame(
        {
            "coverage": [float(kept.mean()) for kept in answered],
            "accuracy": [float(correct[kept].mean()) for kept in answered],
            "strategy": strategy,
        }
    )
