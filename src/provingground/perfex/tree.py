"""The estimator: where does a classifier perform well or badly, in conditions that people can read."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from provingground.errors import InputError
from provingground.perfex import explain, quality
from provingground.perfex.columns import categorical_mask, encode, frame_of, learn_columns
from provingground.perfex.evidence import PROPORTION_INTERVALS
from provingground.perfex.growing import Target
from provingground.perfex.leaves import adjusted_p_values, describe_leaves
from provingground.perfex.limits import smallest_denominator
from provingground.perfex.metrics import Metric, MetricFunction, resolve_metric
from provingground.perfex.outcomes import Given, Outcomes, collect_outcomes
from provingground.perfex.procedure import Procedure
from provingground.perfex.splitting import SearchLimits, SortedColumns
from provingground.perfex.sums import FloatArray, IndexArray


class PerfexTree(BaseEstimator):  # type: ignore[misc]
    """Explain when a model's performance is low or high (Walraven, Adhikari and Veenman 2022, Algorithms 1 and 2).

    The tree splits the feature space where a performance metric differs most between both sides. Ties go to the
    first feature, then to the lowest threshold or first category, then to missing values on the right.

    Parameters
    ----------
    metric
        Name (``"accuracy"``, ``"precision:<class>"``, ``"brier"``, ``"rmse"``, ...), a `Metric` of
        `provingground.perfex.metrics`, or any ``callable(y, y_pred, y_proba, weight)``.
    max_depth
        Splits on the longest path; None for no limit.
    min_samples_leaf
        Fewest rows of a leaf.
    min_denominator
        Fewest rows of a leaf in the metric's denominator (for precision: predicted as the class); None takes
        ``min_samples_leaf``.
    min_split_difference
        Fewest difference, in the metric's unit, that a split must make.
    candidates
        None for every unique value of a numeric feature, or how many of its quantiles over all rows (at least 2).
    confidence
        Level of intervals and tests, between 0 and 1.
    max_interval_width
        The paper's stop rule: leaves have at least z^2 / D^2 rows in the denominator for this full interval width D.
    categorical_features
        ``"from_dtype"`` (text, categories and booleans), names or positions, or None.
    interval
        ``"wilson"`` or ``"clopper-pearson"`` for proportions; other metrics use the bootstrap.
    honest
        Search the splits on one half of the rows; report counts, values and intervals of the other half.
    prune
        Undo splits into two leaves that do not differ by more than the search would find in noise.
    n_permutations
        Trees grown on shuffled outcomes: the shuffled baseline of `evaluate`, and, from 19 on, the p-values of the
        leaves. With fewer, the p-values are exact tests times the number of subsets compared (Bonferroni).
    random_state
        Seed of the halves, the shuffles and the bootstrap.

    Attributes
    ----------
    leaves_
        DataFrame in tree order: ``leaf``, ``conditions`` (tuple of (feature, operator, value) from the root down),
        ``n``, ``denominator``, ``value``, ``lower``, ``upper``, ``p_value`` (adjusted for the search) and
        ``search_value``, which differs from ``value`` in honest mode alone: the value that the search saw.
    null_
        The trees of the shuffled outcomes.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> X = pd.DataFrame({"age": rng.uniform(20, 80, 1000), "site": rng.choice(["north", "south"], 1000)})
    >>> y = rng.integers(0, 2, 1000)
    >>> wrong = (X["age"] > 60) & (X["site"] == "south") & (rng.random(1000) < 0.5)
    >>> tree = PerfexTree(max_depth=2).fit(X, y, y_pred=np.where(wrong, 1 - y, y))
    >>> print(tree.explain(evidence=False))
    There are 185 datapoints for which the following conditions hold:
        age > 60.49, site != north
    and for these datapoints accuracy is 0.46
    <BLANKLINE>
    There are 655 datapoints for which the following conditions hold:
        age <= 60.49
    and for these datapoints accuracy is 1.0
    <BLANKLINE>
    There are 160 datapoints for which the following conditions hold:
        age > 60.49, site == north
    and for these datapoints accuracy is 1.0
    """

    def __init__(
        self,
        metric: str | Metric | MetricFunction = "accuracy",
        *,
        max_depth: int | None = 6,
        min_samples_leaf: int = 100,
        min_denominator: int | None = None,
        min_split_difference: float = 0.05,
        candidates: int | None = None,
        confidence: float = 0.95,
        max_interval_width: float | None = None,
        categorical_features: str | Sequence[Any] | None = "from_dtype",
        interval: str = "wilson",
        honest: bool = False,
        prune: bool = False,
        n_permutations: int = 1,
        random_state: int = 0,
    ) -> None:
        self.metric = metric
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.min_denominator = min_denominator
        self.min_split_difference = min_split_difference
        self.candidates = candidates
        self.confidence = confidence
        self.max_interval_width = max_interval_width
        self.categorical_features = categorical_features
        self.interval = interval
        self.honest = honest
        self.prune = prune
        self.n_permutations = n_permutations
        self.random_state = random_state

    def fit(
        self,
        X: Any,
        y: ArrayLike,
        y_pred: ArrayLike | None = None,
        y_proba: ArrayLike | None = None,
        model: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Grow the tree from rows that the model was not trained on.

        Parameters
        ----------
        X
            Features to explain with, DataFrame or array of shape (n_rows, n_features); not necessarily the model's.
        y
            True labels (numbers for a regression metric), shape (n_rows,).
        y_pred, y_proba
            The model's predictions, shape (n_rows,), and probabilities, shape (n_rows, n_classes) with classes
            sorted, or (n_rows,) for the later of two classes.
        model
            A fitted model, asked for whatever of the two was not given and the metric needs; it gets ``X`` as it is.
        sample_weight
            Shape (n_rows,).

        Raises
        ------
        InputError
            Input or parameters that cannot be used; the message names the row, column or parameter.
        """
        self._check_parameters()
        frame = frame_of(X)
        metric = resolve_metric(self.metric, None if y is None else np.asarray(y))
        self.metric_ = metric
        outcomes = self._outcomes(Given(X, y, y_pred, y_proba, model, sample_weight), len(frame))
        self.columns_ = learn_columns(frame, self.categorical_features)
        self.classes_ = outcomes.classes
        self.n_features_in_ = frame.shape[1]
        self.feature_names_in_ = np.array([column.name for column in self.columns_], dtype=object)
        values, target = encode(frame, self.columns_), Target.of(metric, outcomes)
        self._check_value(target)
        limits = self._limits(target)

        searched, reported = self._halves(len(target))
        rng = np.random.default_rng(self.random_state)
        seen = values[:, searched] if self.honest else values
        columns = SortedColumns.of(seen, categorical_mask(self.columns_), self.candidates)
        procedure = Procedure(columns, values, searched, reported, limits, self._depth(), self._significance())
        self.root_ = procedure.run(target)
        self.null_ = quality.PermutationNull(
            tuple(procedure.run(target.take(rng.permutation(len(target)))) for _ in range(self.n_permutations))
        )
        groups = list(self.root_.partition(values, reported))
        p_values = adjusted_p_values(self.root_, groups, target, self.null_, honest=self.honest)
        self.leaves_ = describe_leaves(
            self.root_, self.columns_, groups, target, p_values, self.confidence, self.interval, rng
        )
        return self

    def apply(self, X: Any) -> IndexArray:
        """Leaf of each row, shape (n_rows,): the position in ``leaves_``."""
        values = self._encode(X)
        return self.root_.apply(values)

    def predict(self, X: Any) -> FloatArray:
        """Metric value of each row's leaf, shape (n_rows,)."""
        leaves = self.apply(X)
        return self.leaves_["value"].to_numpy(dtype=np.float64)[leaves]

    def evaluate(
        self,
        X: Any,
        y: ArrayLike,
        y_pred: ArrayLike | None = None,
        y_proba: ArrayLike | None = None,
        model: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> quality.Evaluation:
        """Algorithm 2 on a second set of rows, with the one-leaf and shuffled baselines; arguments as in `fit`."""
        values = self._encode(X)
        given = Given(X, y, y_pred, y_proba, model, sample_weight)
        outcomes = self._outcomes(given, values.shape[1], self.classes_)
        return quality.evaluate(self.root_, self.null_, values, Target.of(self.metric_, outcomes), self.leaves_)

    def explain(self, *, evidence: bool = True) -> str:
        """The paper's text for every leaf, lowest value first; with ``evidence`` also intervals and the verdict."""
        check_is_fitted(self, "root_")
        ordered = self.leaves_.sort_values("value", kind="stable")
        texts = [self._leaf_text(leaf, evidence=evidence) for _, leaf in ordered.iterrows()]
        return "\n\n".join([*texts, self.verdict()] if evidence else texts)

    def explain_one(self, x: Any, *, evidence: bool = True) -> str:
        """The text of the leaf that one row (DataFrame of one row, Series, mapping or array) falls into."""
        check_is_fitted(self, "root_")
        if isinstance(x, pd.Series):
            x = x.to_frame().T
        elif isinstance(x, dict):
            x = pd.DataFrame([x])
        elif not isinstance(x, pd.DataFrame):
            x = np.asarray(x, dtype=object if any(isinstance(v, str) for v in np.ravel(x)) else None).reshape(1, -1)
        leaf = self.leaves_.iloc[int(self.apply(x)[0])]
        return self._leaf_text(leaf, evidence=evidence)

    def verdict(self) -> str:
        """One sentence: do the leaves differ by more than the search would find in noise?"""
        check_is_fitted(self, "root_")
        return quality.verdict(list(self.leaves_["p_value"]), len(self.leaves_), self.confidence)

    def to_rules(self, format: str = "json") -> str | list[str]:
        """Leaves as rules: ``"json"`` (one text), ``"pandas"`` or ``"sql"`` (one condition per leaf, tree order).

        A missing value in a feature that had none in training meets no rule, whereas `apply` sends it to the larger
        side.
        """
        check_is_fitted(self, "root_")
        conditions = list(self.leaves_["conditions"])
        if format == "json":
            return explain.as_json([{str(k): v for k, v in leaf.items()} for leaf in self.leaves_.to_dict("records")])
        if format == "pandas":
            return [explain.as_pandas_query(path) for path in conditions]
        if format == "sql":
            return [explain.as_sql(path) for path in conditions]
        raise InputError("to_rules", f"format {format!r} is not known", 'Choose "json", "pandas" or "sql".')

    def plot_tree(self, ax: Axes | None = None) -> Axes:
        """Draw nodes and conditions, coloured by value."""
        from provingground.perfex import plots

        check_is_fitted(self, "root_")
        return plots.plot_tree(self, ax)

    def plot_leaves(self, ax: Axes | None = None) -> Axes:
        """Draw each leaf's value with its interval and its number of rows, lowest first."""
        from provingground.perfex import plots

        check_is_fitted(self, "root_")
        return plots.plot_leaves(self, ax)

    def plot_regions(self, X: Any, features: tuple[str, str] | None = None, ax: Axes | None = None) -> Axes:
        """Draw rows in the plane of two numeric features, coloured by their leaf's value, and the leaves' borders.

        Borders are drawn where the tree splits on no third feature.
        """
        from provingground.perfex import plots

        check_is_fitted(self, "root_")
        return plots.plot_regions(self, X, features, ax)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.target_tags.required = True
        return tags

    def _check_parameters(self) -> None:
        whole = {"min_samples_leaf": (self.min_samples_leaf, 1), "n_permutations": (self.n_permutations, 0)}
        optional = {
            "max_depth": (self.max_depth, 0),
            "min_denominator": (self.min_denominator, 1),
            "candidates": (self.candidates, 2),
        }
        for name, (value, least) in (whole | optional).items():
            if value is None and name in optional:
                continue
            if not isinstance(value, numbers.Integral) or value < least:
                raise InputError(name, f"is {value!r}; a whole number of at least {least} was expected", "Correct it.")
        if not 0.0 < self.confidence < 1.0:
            raise InputError("confidence", f"is {self.confidence!r}", "Choose a level between 0 and 1, such as 0.95.")
        if not self.min_split_difference >= 0.0:
            raise InputError("min_split_difference", f"is {self.min_split_difference!r}", "Choose 0 or more.")
        if self.interval not in PROPORTION_INTERVALS:
            raise InputError("interval", f"is {self.interval!r}", f"Choose {' or '.join(PROPORTION_INTERVALS)}.")

    def _outcomes(self, given: Given, n_rows: int, classes: NDArray[Any] | None = None) -> Outcomes:
        metric = self.metric_
        outcomes = collect_outcomes(
            given, regression=metric.regression, wants_proba=metric.needs_proba, classes=classes
        )
        if len(outcomes) != n_rows:
            raise InputError("y", f"has {len(outcomes)} rows but X has {n_rows}", "Pass one label per row of X.")
        if metric.needs_proba and outcomes.y_proba is None:
            raise InputError("y_proba", f"is missing, but {metric.name} needs probabilities", "Pass y_proba or model=.")
        return outcomes

    def _check_value(self, target: Target) -> None:
        if np.isnan(target.value(np.arange(len(target)))):
            raise InputError(
                "metric",
                f"{self.metric_.name} is not defined on these rows: its denominator ({self.metric_.denominator}) is "
                "empty, or a class it needs is absent",
                "Choose another metric or pass other rows.",
            )

    def _limits(self, target: Target) -> SearchLimits:
        smallest = self.min_samples_leaf if self.min_denominator is None else self.min_denominator
        if self.max_interval_width is not None:
            smallest = max(smallest, smallest_denominator(target, self.confidence, self.max_interval_width))
        return SearchLimits(self.min_samples_leaf, smallest, self.min_split_difference)

    def _depth(self) -> int:
        return np.iinfo(np.int32).max if self.max_depth is None else int(self.max_depth)

    def _significance(self) -> float | None:
        if not self.prune:
            return None
        if self.metric_.row_sums is None:
            raise InputError("prune", f"{self.metric_.name} has no test of two leaves", "Set prune=False.")
        return 1.0 - self.confidence

    def _halves(self, n_rows: int) -> tuple[IndexArray, IndexArray]:
        if not self.honest:
            return np.arange(n_rows), np.arange(n_rows)
        shuffled = np.random.default_rng(self.random_state).permutation(n_rows)
        return np.sort(shuffled[: n_rows // 2]), np.sort(shuffled[n_rows // 2 :])

    def _encode(self, X: Any) -> FloatArray:
        check_is_fitted(self, "root_")
        return encode(frame_of(X, list(self.feature_names_in_)), self.columns_)

    def _leaf_text(self, leaf: pd.Series[Any], *, evidence: bool) -> str:
        text = explain.leaf_text(leaf["conditions"], leaf["n"], self.metric_.name, leaf["value"])
        if not evidence:
            return text
        lower, upper = explain.value_text(leaf["lower"]), explain.value_text(leaf["upper"])
        note = f"{100 * self.confidence:g} % interval {lower} to {upper}"
        if self.metric_.denominator != "all rows":
            note += f", {leaf['denominator']} {self.metric_.denominator}"
        if len(self.leaves_) > 1 and leaf["p_value"] > 1.0 - self.confidence:
            note += "; not distinguishable from the other rows"
        return f"{text} ({note})"
