"""Figure 6: points where SHAP and LIME look sure of themselves and PERFEX warns, with the control the paper lacks.

The paper shows that for confident wrong predictions in the worst leaf one feature's importance exceeds the other's.
Whether that gap is special can only be told beside the gap of all other points, which is what `importance_gaps` adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

from provingground.errors import DependencyError
from provingground.perfex.explain import merge
from provingground.perfex.sums import BoolArray, FloatArray, IndexArray
from provingground.perfex.synthetic import blobs
from provingground.perfex.tree import PerfexTree

CENTRES = ((10.0, 10.0), (15.0, 10.0))  # the paper shows the data and gives no numbers; standard deviation 3
N_PER_CLASS = 1000
CONFIDENT = 0.8  # smallest score of a highlighted point (paper)
PATIENT = (10.0, 12.0)  # the doctor's patient (paper)


@dataclass(frozen=True)
class Clinic:
    """The doctor's scenario: data, forest, and the tree that explains when the forest is right."""

    X: pd.DataFrame
    y: NDArray[np.intp]
    train: IndexArray
    shown: IndexArray  # rows that the forest was not trained on: the tree is grown on them
    forest: RandomForestClassifier
    tree: PerfexTree
    seed: int

    def scores(self, rows: IndexArray) -> FloatArray:
        """The forest's score of class 1, shape (n_rows,)."""
        return np.asarray(self.forest.predict_proba(self.X.iloc[rows])[:, 1])

    def highlighted(self, rows: IndexArray) -> BoolArray:
        """Points in the leaf of lowest accuracy with a score of at least .8 for the wrong class (paper)."""
        score = self.scores(rows)
        confident = np.maximum(score, 1.0 - score) >= CONFIDENT
        wrong = (score > 0.5) != (self.y[rows] == 1)
        worst = self.tree.leaves_["value"].to_numpy().argmin()
        return np.asarray(confident & wrong & (self.tree.apply(self.X.iloc[rows]) == worst))


def clinic(seed: int, n_permutations: int = 1) -> Clinic:
    """Draw the data, train the forest on half of it, grow the tree on the other half."""
    X, y = blobs(CENTRES, N_PER_CLASS, seed)
    train, shown = train_test_split(np.arange(len(y)), test_size=0.5, random_state=seed, stratify=y)
    forest = RandomForestClassifier(random_state=seed).fit(X.iloc[train], y[train])
    tree = PerfexTree(n_permutations=n_permutations, random_state=seed)
    tree.fit(X.iloc[shown], y[shown], model=forest)
    return Clinic(X, y, train, shown, forest, tree, seed)


def clinic_numbers(seeds: Sequence[int]) -> pd.DataFrame:
    """Per seed: forest accuracy (paper: .76), worst leaf (.51), its conditions, number of highlighted points."""
    rows = []
    for seed in seeds:
        made = clinic(seed)
        worst = made.tree.leaves_.sort_values("value", kind="stable").iloc[0]
        rows.append(
            {
                "seed": seed,
                "forest_accuracy": made.tree.root_.value,
                "worst_leaf_accuracy": worst["value"],
                "worst_leaf_rows": worst["n"],
                "worst_leaf": ", ".join(map(str, merge(worst["conditions"]))),
                "n_highlighted": int(made.highlighted(made.shown).sum()),
            }
        )
    return pd.DataFrame(rows)


def shap_importances(made: Clinic, points: pd.DataFrame) -> FloatArray:
    """SHAP values of both features for class 1, shape (n_points, 2)."""
    try:
        import shap
    except ImportError as error:
        raise DependencyError("shap", "is not installed", "pip install provingground[compare]") from error
    values = np.asarray(shap.TreeExplainer(made.forest).shap_values(points))
    return values[..., 1] if values.ndim == 3 else values


def lime_importances(made: Clinic, points: pd.DataFrame) -> FloatArray:
    """LIME weights of both features for class 1 with LIME's default settings, shape (n_points, 2)."""
    try:
        from lime.lime_tabular import LimeTabularExplainer
    except ImportError as error:
        raise DependencyError("lime", "is not installed", "pip install provingground[compare]") from error
    names = list(made.X.columns)
    explainer = LimeTabularExplainer(made.X.iloc[made.train].to_numpy(), feature_names=names, random_state=made.seed)

    def predict_proba(block: FloatArray) -> FloatArray:
        return np.asarray(made.forest.predict_proba(pd.DataFrame(block, columns=names)))

    weights = np.empty((len(points), 2))
    for i, point in enumerate(points.to_numpy()):
        explanation = explainer.explain_instance(point, predict_proba, num_features=2)
        for feature, weight in explanation.as_map()[1]:
            weights[i, feature] = weight
    return weights


def gap(importances: FloatArray) -> FloatArray:
    """The paper's max(\\|i0\\|, \\|i1\\|) - min(\\|i0\\|, \\|i1\\|), shape (n_points,).

    Examples
    --------
    >>> gap(np.array([[0.3, -0.1], [-0.2, 0.2]])).round(3)
    array([0.2, 0. ])
    """
    size = np.abs(importances)
    return np.asarray(size.max(axis=1) - size.min(axis=1))


def importance_gaps(made: Clinic, n_control: int) -> pd.DataFrame:
    """Gap of SHAP and LIME for each highlighted point (Figure 6d) and for a random sample of all shown points."""
    marked = made.highlighted(made.shown)
    rng = np.random.default_rng(made.seed)
    control = rng.choice(made.shown, size=min(n_control, len(made.shown)), replace=False)
    groups = {"highlighted": made.shown[marked], "all points": control}
    frames = [
        pd.DataFrame({"group": group, "method": method, "gap": gap(importances(made, made.X.iloc[rows]))})
        for group, rows in groups.items()
        for method, importances in (("SHAP", shap_importances), ("LIME", lime_importances))
        if len(rows)
    ]
    return pd.concat(frames, ignore_index=True)


def three_answers(made: Clinic, patient: tuple[float, float] = PATIENT) -> pd.DataFrame:
    """What the doctor reads about one patient: the forest, SHAP, LIME and PERFEX side by side."""
    point = pd.DataFrame([patient], columns=made.X.columns)
    score = float(made.forest.predict_proba(point)[0, 1])
    shap_values, lime_values = shap_importances(made, point)[0], lime_importances(made, point)[0]
    predicted = int(score > 0.5)
    return pd.DataFrame(
        {
            "source": ["random forest", "SHAP", "LIME", "PERFEX"],
            "answer": [
                f"class {predicted} with score {max(score, 1.0 - score):.2f}",
                f"x0 {shap_values[0]:+.2f}, x1 {shap_values[1]:+.2f} towards class 1",
                f"x0 {lime_values[0]:+.2f}, x1 {lime_values[1]:+.2f} towards class 1",
                made.tree.explain_one(point),
            ],
        }
    )
