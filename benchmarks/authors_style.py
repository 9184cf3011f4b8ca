"""The original study's style of work, in our own words, as the yardstick of labelnoise_engine.py.

What it does on every (split, level): write the encoded training and test part as compressed CSV, read them back as data
frames for each algorithm, rebuild every library's own structure from the frames, loop over Python lists in custom
objectives, convert to Weka row by row, ask Khiops for classes and for probabilities of each part (a process each), and
call one scikit-learn metric after the other.
"""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xgboost
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import auc, balanced_accuracy_score, cohen_kappa_score, precision_recall_curve, roc_auc_score
from sklearn.svm import LinearSVC

from provingground.labelnoise.algorithms import get

RAW = ("wekaRF", "khiops", "khiopsRF")
TARGET = "target"


def encode(X: pd.DataFrame, algorithm: str) -> pd.DataFrame:
    """Raw columns for Khiops and Weka, one-hot columns for all others."""
    return X if algorithm in RAW else pd.get_dummies(X, dtype=int)


def write(folder: Path, X: pd.DataFrame, y_train: Any, y_test: Any, train: Any, test: Any) -> None:
    """Write both parts of one split at one noise level."""
    for name, rows, labels in (("train", train, y_train), ("test", test, y_test)):
        X.iloc[rows].assign(**{TARGET: labels}).to_csv(folder / f"{name}.csv.gz", index=False)


def run(folder: Path, algorithm: str) -> dict[str, float]:
    """Read, fit, predict and score one cell."""
    train, test = (pd.read_csv(folder / f"{name}.csv.gz") for name in ("train", "test"))
    y_train, y_test = train.pop(TARGET), test.pop(TARGET)
    train_scores, test_scores, threshold = FITTERS[algorithm](train, y_train, test)
    results = {}
    for part, y, scores in (("train", y_train, train_scores), ("test", y_test, test_scores)):
        predicted = np.where(np.asarray(scores) > threshold, 1, -1)
        precision, recall, _ = precision_recall_curve(y, scores)
        results[f"{part}_roc_auc"] = roc_auc_score(y, scores)
        results[f"{part}_pr_auc"] = auc(recall, precision)
        results[f"{part}_balanced_accuracy"] = balanced_accuracy_score(y, predicted)
        results[f"{part}_kappa"] = cohen_kappa_score(y, predicted)
    return results


def _svc(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
    model = LinearSVC(dual=False, max_iter=20_000).fit(X, y)
    return model.decision_function(X), model.decision_function(test), 0.0


def _logistic(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
    # Their scikit-learn of 2021 stopped early; today's takes a hundred times as long on unscaled adult.
    model = get("logisticRegression", "published").solve(X.to_numpy(float), y.to_numpy())
    return model.decision_function(X.to_numpy(float)), model.decision_function(test.to_numpy(float)), 0.0


def _forest(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
    model = RandomForestClassifier(n_estimators=100, n_jobs=1).fit(X, y)
    model.predict(X), model.predict(test)  # classes and probabilities, one after the other
    return model.predict_proba(X)[:, 1], model.predict_proba(test)[:, 1], 0.5


def _khiops(n_trees: int) -> Any:
    def fit(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
        from khiops import core
        from khiops.sklearn import KhiopsClassifier

        os.environ.pop("OMPI_MCA_btl", None)  # the engine's settings, made in the same process
        core.get_runner().root_temp_dir = tempfile.gettempdir()
        model = KhiopsClassifier(n_trees=n_trees).fit(X, y)
        model.predict(X), model.predict(test)
        return model.predict_proba(X)[:, 1], model.predict_proba(test)[:, 1], 0.5

    return fit


def _weka(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
    import jpype

    levels = {name: sorted({*X[name], *test[name]}) for name in X.columns if not pd.api.types.is_numeric_dtype(X[name])}
    attribute, listing = jpype.JClass("weka.core.Attribute"), jpype.JClass("java.util.ArrayList")
    header = listing()
    for position, name in enumerate(X.columns):
        values = [f"{name}", listing([str(level) for level in levels[name]])] if name in levels else [f"{name}"]
        header.add(attribute(f"{position}{values[0]}", *values[1:]))
    header.add(attribute("class", listing(["-1", "1"])))

    def convert(part: pd.DataFrame, labels: Any) -> Any:
        instances = jpype.JClass("weka.core.Instances")("part", header, len(part))
        instances.setClassIndex(len(X.columns))
        for row, label in zip(part.itertuples(index=False), labels, strict=True):
            instance = jpype.JClass("weka.core.DenseInstance")(len(X.columns) + 1)
            for position, (name, value) in enumerate(zip(X.columns, row, strict=True)):
                code = levels[name].index(value) if name in levels else value
                instance.setValue(position, float(code))
            instance.setValue(len(X.columns), float(label > 0))
            instances.add(instance)
        return instances

    train, held_out = convert(X, y), convert(test, [-1] * len(test))
    model = jpype.JClass("weka.classifiers.trees.RandomForest")()
    model.setNumIterations(100)
    model.setSeed(1)
    model.setNumExecutionSlots(1)
    model.buildClassifier(train)
    scores = [[model.distributionForInstance(row)[1] for row in part] for part in (train, held_out)]
    return scores[0], scores[1], 0.5


def _boost(parameters: dict[str, Any], objective: Any = None, zero_one: bool = False) -> Any:
    def fit(X: pd.DataFrame, y: pd.Series, test: pd.DataFrame) -> Any:
        names = [f"f{position}" for position in range(X.shape[1])]  # some names are refused
        labels = (y > 0).astype(int) if zero_one else y
        train, held_out = (
            xgboost.DMatrix(X.set_axis(names, axis=1), labels),
            xgboost.DMatrix(test.set_axis(names, axis=1)),
        )
        own = {
            "eta": 0.3,
            "lambda": 1.0,
            "tree_method": "exact",
            "min_child_weight": 0,
            "base_score": 0.5,
            "nthread": 1,
        }
        model = xgboost.train(own | parameters, train, num_boost_round=100, obj=objective)
        return model.predict(train), model.predict(held_out), 0.0

    return fit


def _unhinged(raw: Any, matrix: Any) -> Any:
    labels = [float(label) for label in matrix.get_label()]
    return np.array([-label for label in labels]), np.array([1e-32 for _ in labels])


def _ramp(raw: Any, matrix: Any) -> Any:
    gradients = []
    for score, label in zip(raw, matrix.get_label(), strict=True):
        margin = (2 * score - 1) * label
        gradients.append(-label / 2 if math.fabs(margin) <= 1 else 0.0)
    return np.array(gradients), np.array([1e-16 for _ in gradients])


FITTERS = {
    "linearSVC": _svc,
    "logisticRegression": _logistic,
    "skRF": _forest,
    "wekaRF": _weka,
    "khiops": _khiops(0),
    "khiopsRF": _khiops(100),
    "XGB_SQUERR": _boost({"objective": "reg:squarederror"}),
    "XGB_HINGE": _boost({"objective": "binary:hinge"}, zero_one=True),
    "XGB_UNHINGED": _boost({}, _unhinged),
    "XGB_RAMP": _boost({}, _ramp),
}
