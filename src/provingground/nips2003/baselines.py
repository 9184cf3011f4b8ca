"""Baseline methods that select features and classify, chosen inside cross-validation, as real submissions.

``LambdaClassifier`` is the organisers' sample method; the five of :data:`BASELINES` are usual methods of today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import RFE, SelectFromModel, SelectKBest, r_regression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_predict
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from sklearn.svm import LinearSVC

from provingground.errors import InputError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.formats import Matrix
from provingground.nips2003.scoring import balanced_error_rate

FEATURE_COUNTS = (10, 30, 100, 300, 1000)
"""Numbers of features that cross-validation chooses from."""


class LambdaClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc,unused-ignore]
    """The organisers' sample method "lambda" (facts file, section 8).

    The ten features with the largest sum of y times x (signed) are kept; the weights are
    (mean+ - mean-) / (sd+ + sd-), and the threshold lies midway between the class means. For unbalanced classes, class
    -1 is first cut to the size of class +1 at random.

    Parameters
    ----------
    n_features
        Features kept.
    seed
        Of the cut; balanced classes use no randomness.

    Examples
    --------
    >>> X = np.array([[9, 1], [8, 2], [1, 2], [2, 1]])
    >>> LambdaClassifier(n_features=1).fit(X, [1, 1, -1, -1]).predict(X).tolist()
    [1, 1, -1, -1]
    """

    def __init__(self, n_features: int = 10, seed: int = 0) -> None:
        self.n_features = n_features
        self.seed = seed

    def fit(self, X: Matrix, y: ArrayLike) -> Self:
        """Learn from patterns X, shape (n_patterns, n_features), and classes +1/-1."""
        labels = np.asarray(y)
        self.classes_ = np.unique(labels)
        positive, negative = np.flatnonzero(labels == 1), np.flatnonzero(labels == -1)
        if len(negative) > len(positive):
            negative = np.sort(np.random.default_rng(self.seed).permutation(negative)[: len(positive)])
        agreement = _column_sums(X[positive]) - _column_sums(X[negative])
        self.features_ = np.argsort(-agreement, kind="stable")[: self.n_features]
        plus, minus = (_dense(X[rows][:, self.features_]) for rows in (positive, negative))
        spread = plus.std(axis=0) + minus.std(axis=0)
        difference = plus.mean(axis=0) - minus.mean(axis=0)
        self.coef_ = np.divide(difference, spread, out=np.zeros_like(difference), where=spread > 0)
        self.intercept_ = -0.5 * (plus.mean(axis=0) + minus.mean(axis=0)) @ self.coef_
        return self

    def decision_function(self, X: Matrix) -> NDArray[np.float64]:
        """Signed distance from the threshold, shape (n_patterns,)."""
        decision: NDArray[np.float64] = _dense(X[:, self.features_]) @ self.coef_ + self.intercept_
        return decision

    def predict(self, X: Matrix) -> NDArray[np.int8]:
        """Classes +1/-1."""
        return np.where(self.decision_function(X) >= 0, 1, -1).astype(np.int8)


def absolute_correlation(X: Matrix, y: ArrayLike) -> NDArray[np.float64]:
    """Absolute correlation of each feature with the classes; 0 for a constant feature.

    With two classes this orders features as the F statistic does, which scikit-learn makes NaN (with warnings) for a
    constant feature and, by rounding, minus infinity for a sparse one that equals the classes.
    """
    strength: NDArray[np.float64] = np.abs(r_regression(X, y))
    return strength


def binned_mutual_information(X: Matrix, y: ArrayLike, bins: int = 8) -> NDArray[np.float64]:
    """Estimate the mutual information (nats) between each feature, cut into bins, and the classes.

    Dense features are cut at their quantiles, sparse ones into zero and non-zero. All features at once through matrix
    products: scikit-learn's neighbour estimate takes minutes where this takes a second.
    """
    positive = np.asarray(y) == 1
    n, n_positive = len(positive), int(positive.sum())
    total = np.zeros(X.shape[1])
    for inside, positive_inside in _bin_counts(X, positive, bins):
        total += _information(positive_inside, inside, n_positive, n)
        total += _information(inside - positive_inside, inside, n - n_positive, n)
    return total


@dataclass(frozen=True)
class Baseline:
    """A selector and a classifier, with the settings that cross-validation chooses from."""

    name: str
    steps: Callable[[int], list[tuple[str, Any]]]
    """Makes the steps of the pipeline, with a seed."""
    grid: Mapping[str, list[Any]]

    def fit(self, X: Matrix, y: ArrayLike, *, seed: int, folds: int = 5) -> FittedBaseline:
        """Choose the settings by cross-validated balanced error, then fit on all patterns.

        Selection happens inside each fold: features chosen on all patterns would leak the left-out labels. Where a
        class has fewer patterns than ``folds``, there are as many folds as it has patterns.
        """
        scaler = MaxAbsScaler() if sparse.issparse(X) else StandardScaler()
        pipeline = Pipeline([("scale", scaler), *self.steps(seed)])
        grid = {key: _possible(key, values, X.shape[1]) for key, values in self.grid.items()}
        parts = _parts(y, folds, seed)
        search = GridSearchCV(pipeline, grid, scoring="balanced_accuracy", cv=parts, error_score="raise")
        search.fit(X, np.asarray(y))
        model, chosen = search.best_estimator_, dict(search.best_params_)
        while not (fitted := FittedBaseline(self.name, model, chosen, 1 - search.best_score_)).features.size:
            # An L1 penalty can leave no feature at all where patterns are few: loosen it until one is left.
            chosen["classify__C"] = 3 * chosen["classify__C"]
            model = model.set_params(**chosen).fit(X, np.asarray(y))
        return fitted


@dataclass(frozen=True, eq=False)
class FittedBaseline:
    """A fitted baseline; ``cross_validated_ber`` is the best of the grid, and hence optimistic."""

    name: str
    pipeline: Pipeline
    chosen: Mapping[str, Any]
    cross_validated_ber: float

    def decide(self, X: Matrix) -> NDArray[np.float64]:
        """Signed decision values, shape (n_patterns,); positive speaks for +1."""
        if hasattr(self.pipeline, "decision_function"):
            return np.asarray(self.pipeline.decision_function(X), dtype=np.float64)
        return np.asarray(self.pipeline.predict_proba(X)[:, 1] - 0.5, dtype=np.float64)

    @property
    def features(self) -> NDArray[np.int64]:
        """Columns that the classifier looks at, the one with the largest weight first."""
        model = self.pipeline["classify"]
        weights = np.abs(np.ravel(model.coef_ if hasattr(model, "coef_") else model.feature_importances_))
        order = np.argsort(-weights, kind="stable")
        order = order[weights[order] > 0]
        selector = self.pipeline.named_steps.get("select")
        return order if selector is None else np.flatnonzero(selector.get_support())[order]


def _parts(y: ArrayLike, folds: int, seed: int) -> StratifiedKFold:
    """Folds that each hold patterns of both classes: no more of them than the smaller class has patterns."""
    smaller = int(min((np.asarray(y) == label).sum() for label in (1, -1)))
    if smaller < 2:
        problem = f"hold {smaller} patterns of one class, where cross-validation needs two of each"
        raise InputError("training labels", problem, "Bring more data.")
    return StratifiedKFold(min(folds, smaller), shuffle=True, random_state=seed)


def _possible(setting: str, values: list[Any], width: int) -> list[Any]:
    """Leave out sizes of feature sets that the data do not have."""
    if setting.startswith("select__"):
        return [value for value in values if value <= width] or [width]
    return values


def _svm(seed: int, penalty: str = "l2") -> LinearSVC:
    # GISETTE in full: the dual solver takes 2 s where the primal one, scikit-learn's choice there, takes 60 s.
    return LinearSVC(
        penalty=penalty, dual=penalty == "l2", C=0.01, class_weight="balanced", random_state=seed, max_iter=5000
    )


def _forest(seed: int, trees: int) -> RandomForestClassifier:
    return RandomForestClassifier(trees, class_weight="balanced_subsample", min_samples_leaf=2, random_state=seed)


def _filter(scorer: Callable[..., Any]) -> Callable[[int], list[tuple[str, Any]]]:
    return lambda seed: [("select", SelectKBest(scorer)), ("classify", _svm(seed))]


BASELINES: dict[str, Baseline] = {
    baseline.name: baseline
    for baseline in (
        Baseline("filter", _filter(absolute_correlation), {"select__k": list(FEATURE_COUNTS)}),
        Baseline("information", _filter(binned_mutual_information), {"select__k": list(FEATURE_COUNTS)}),
        Baseline(
            "rfe",
            lambda seed: [("select", RFE(_svm(seed), step=0.5)), ("classify", _svm(seed))],
            {"select__n_features_to_select": list(FEATURE_COUNTS)},
        ),
        Baseline(
            "l1",
            lambda seed: [("classify", _svm(seed, penalty="l1"))],
            {"classify__C": [0.003, 0.01, 0.03, 0.1]},
        ),
        Baseline(
            "forest",
            lambda seed: [
                ("select", SelectFromModel(_forest(seed, 50), threshold=-np.inf)),
                ("classify", _forest(seed, 100)),
            ],
            {"select__max_features": [30, 300]},  # few: forests are slow
        ),
    )
}
"""Univariate filter and mutual information with a linear SVM, recursive elimination, L1, random forest."""


@dataclass(frozen=True, eq=False)
class BaselineResult:
    """What :func:`provingground.nips2003.submission.write_results` needs."""

    fitted: FittedBaseline
    decisions: Mapping[str, NDArray[np.float64]]


def run(benchmark: Benchmark, name: str, *, seed: int = 0, folds: int = 5) -> BaselineResult:
    """Fit a baseline on the training split and decide every split of the data set."""
    if name not in BASELINES:
        raise InputError(name, "is no baseline", f"Use one of {', '.join(BASELINES)}.")
    fitted = BASELINES[name].fit(benchmark.X["train"], benchmark.y["train"], seed=seed, folds=folds)
    return BaselineResult(fitted, {split: fitted.decide(X) for split, X in benchmark.X.items()})


def cross_validated_error(model: Any, X: Matrix, y: ArrayLike, *, seed: int, folds: int = 5) -> float:
    """Balanced error rate of a classifier over left-out folds."""
    return balanced_error_rate(y, cross_val_predict(model, X, np.asarray(y), cv=_parts(y, folds, seed)))


def linear_svm(X: Matrix, seed: int = 0) -> Pipeline:
    """A linear SVM on all features, scaled as suits the kind of matrix."""
    scaler = MaxAbsScaler() if sparse.issparse(X) else StandardScaler()
    return Pipeline([("scale", scaler), ("classify", _svm(seed))])


def _column_sums(X: Matrix) -> NDArray[np.float64]:
    return np.asarray(X.sum(axis=0, dtype=np.float64)).ravel()


def _dense(X: Matrix) -> NDArray[np.float64]:
    return np.asarray(X.toarray() if sparse.issparse(X) else X, dtype=np.float64)


def _bin_counts(
    X: Matrix, positive: NDArray[np.bool_], bins: int
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Patterns, and patterns of class +1, in each bin of every feature."""
    if sparse.issparse(X):
        inside, positive_inside = (_column_sums(sparse.csr_array(rows != 0)) for rows in (X, X[positive]))
        yield inside, positive_inside
        yield len(positive) - inside, positive.sum() - positive_inside
        return
    codes = np.zeros(X.shape, np.int8)
    for edge in np.quantile(X, np.linspace(0, 1, bins + 1)[1:-1], axis=0):
        codes += edge < X
    for code in range(bins):
        yield _column_sums(codes == code), _column_sums(codes[positive] == code)


def _information(joint: NDArray[np.float64], inside: NDArray[np.float64], of_class: int, n: int) -> NDArray[np.float64]:
    """Summand of the mutual information for one bin and one class."""
    ratio = np.divide(n * joint, inside * of_class, out=np.ones_like(joint), where=joint > 0)
    summand: NDArray[np.float64] = joint / n * np.log(ratio)
    return summand
