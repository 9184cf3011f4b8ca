"""Compare a prepared data set with the distributed one, and its probes with what probes should be.

MADELON has a check of its own, :mod:`provingground.nips2003.madelon_check`. The statistics of the distributed files lie
in ``reference_statistics.json`` beside this module, so that the comparison needs no download; a test recomputes them
from the files where these are there. GISETTE's matrices are public nowhere: only its counts and sums can be compared.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import ks_2samp

from provingground.nips2003.baselines import LambdaClassifier, linear_svm
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import permute_columns
from provingground.nips2003.formats import SPLITS, Matrix
from provingground.nips2003.published import PUBLISHED, Fidelity
from provingground.nips2003.scoring import balanced_error_rate

TOLERANCE = {Fidelity.EXACT: 0.0, Fidelity.CALIBRATED: 0.1, Fidelity.APPROXIMATE: 0.25}
"""Relative difference up to which a statistic "agrees"; ours, stated in every table that uses it."""

PARTNER = 0.55
"""Correlation above which a feature has a partner (facts file, section 7)."""

LARGE_ENOUGH = 3000
"""Patterns that the tests of probes look at, drawn at random where there are more."""

CHANCE = 0.001
"""p-value under which probes are not what they should be: one false alarm in a thousand data sets."""


def exact_checks(benchmark: Benchmark) -> pd.DataFrame:
    """Compare what must be equal; where there were too few patterns, the classes' shares must be.

    Returns
    -------
    One row a check: ``published``, ``found``, ``equal``, and whether it must be (``required``).
    """
    published, param = PUBLISHED[benchmark.name], benchmark.param
    values = [_stored(X) for X in benchmark.X.values()]
    rows: list[tuple[str, Any, Any, bool]] = [
        ("data type", published.param.kind.value, param.kind.value, True),
        ("features", published.param.n_features, param.n_features, benchmark.name != "arcene"),
        ("probes", published.n_probes, _n_probes(benchmark), benchmark.name != "arcene"),
        ("values within 0..999", True, all(v.size == 0 or (v.min() >= 0 and v.max() <= 999) for v in values), True),
    ]
    for split in SPLITS:
        expected, found = published.param.split(split), param.split(split)
        rows.append((f"{split}: class +1", expected.positive, found.positive, False))
        rows.append((f"{split}: class -1", expected.negative, found.negative, False))
    table = pd.DataFrame(rows, columns=["check", "published", "found", "required"])
    return table.assign(equal=table["published"] == table["found"]).set_index("check")


def probe_checks(benchmark: Benchmark, *, seed: int = 0) -> pd.DataFrame:
    """Test that probes know nothing of the classes, that real features do, and that both look alike by themselves.

    The first two compare each feature's correlation with the classes to that after permuting its column once more
    (two-sample Kolmogorov-Smirnov). The others compare feature means and non-zero shares of probes and real features:
    how alike they should be depends on the data set's own kind of probes, so there only the distance is told.
    """
    rng = np.random.default_rng(seed)
    X = stack([benchmark.X[split] for split in SPLITS])
    y = np.concatenate([benchmark.y[split] for split in SPLITS])
    chosen_rows = np.sort(rng.permutation(len(y))[:LARGE_ENOUGH])
    X, y = X[chosen_rows], y[chosen_rows]
    assert benchmark.truth.is_probe is not None  # every preparation knows its probes
    probes, real = (X[:, np.flatnonzero(chosen)] for chosen in (benchmark.truth.is_probe, ~benchmark.truth.is_probe))
    rows = []
    for name, columns, wanted in (("probes", probes, "large"), ("real features", real, "small")):
        test = ks_2samp(class_correlations(columns, y), class_correlations(permute_columns(columns, rng), y))
        passed = test.pvalue >= CHANCE if wanted == "large" else test.pvalue < CHANCE
        rows.append((f"{name}: signal against permuted", test.statistic, test.pvalue, f"{wanted} p", passed))
    for name, summary in (("means", _means), ("non-zero shares", _non_zero_shares)):
        test = ks_2samp(summary(probes), summary(real))
        rows.append((f"{name} of probes against real", test.statistic, test.pvalue, "told only", None))
    return pd.DataFrame(rows, columns=["test", "distance", "p_value", "wanted", "passed"]).set_index("test")


def passes(shape: pd.DataFrame, probes: pd.DataFrame) -> bool:
    """Tell whether every required row of :func:`exact_checks` and :func:`probe_checks` is as it should be."""
    return bool(shape.loc[shape["required"], "equal"].all() and probes["passed"].dropna().astype(bool).all())


def describe(benchmark: Benchmark, *, seed: int = 0) -> dict[str, float]:
    """Statistics of a data set that depend on neither the order of features nor that of patterns.

    Matrices of all splits that are there, labels of train and valid only: those of the distributed test sets were
    never published.
    """
    X = stack([benchmark.X[split] for split in SPLITS if split in benchmark.X])
    stored = _stored(X)
    per_pattern, per_feature = _non_zero_shares(X.T), _non_zero_shares(X)
    summary = {
        "non-zero share": float(per_pattern.mean()),
        "mean value": float(X.mean()),
        "median of the non-zero values": float(np.median(stored[stored > 0])),
        "features that are always 0": float((per_feature == 0).mean()),
        "non-zeros of a pattern, sd / mean": float(per_pattern.std() / per_pattern.mean()),
        **{f"non-zero share of features, {q} %": float(np.percentile(per_feature, q)) for q in (25, 50, 75, 90, 99)},
    }
    extra = _sparse_statistics(X) if sparse.issparse(X) else _dense_statistics(np.asarray(X, dtype=np.float32))
    return summary | extra | _class_statistics(benchmark, seed)


def compare(name: str, found: Mapping[str, float], reference: Mapping[str, float] | None = None) -> pd.DataFrame:
    """Set statistics beside those of the distributed files.

    Returns
    -------
    One row a statistic: ``published``, ``found``, their ``ratio``, and whether they agree within the tolerance of the
    data set's fidelity; balanced error rates agree within 0.1.
    """
    published = reference_statistics()[name] if reference is None else reference
    tolerance = TOLERANCE[PUBLISHED[name].fidelity]
    table = pd.DataFrame({"published": pd.Series(published), "found": pd.Series(found)}).rename_axis("statistic")
    difference = (table["found"] - table["published"]).abs()
    is_error = table.index.str.startswith("BER")
    table["ratio"] = table["found"] / table["published"].where(table["published"] != 0)
    table["agrees"] = difference <= np.where(is_error, 0.1, tolerance * table["published"].abs())
    return table


def check_sums(benchmark: Benchmark) -> pd.DataFrame:
    """Compare the mean value of each split, which the official check-sums give even where no matrix is public."""
    rows = []
    for split in SPLITS:
        expected, found = PUBLISHED[benchmark.name].param.split(split), benchmark.param.split(split)
        published_mean = expected.check_sum / (expected.total * PUBLISHED[benchmark.name].param.n_features)
        found_mean = found.check_sum / (found.total * benchmark.param.n_features)
        rows.append((split, published_mean, found_mean, found_mean / published_mean))
    return pd.DataFrame(rows, columns=["split", "published", "found", "ratio"]).set_index("split")


def reference_statistics() -> dict[str, dict[str, float]]:
    """Statistics of the distributed files by data set: :func:`describe`, for MADELON those of its own check."""
    text = (importlib.resources.files(__package__) / "reference_statistics.json").read_text(encoding="utf-8")
    reference: dict[str, dict[str, float]] = json.loads(text)
    return reference


def class_correlations(X: Matrix, y: NDArray[np.int8]) -> NDArray[np.float64]:
    """Correlation of every feature with the classes; 0 for a constant feature."""
    labels = (y - y.mean()) / y.std()
    squares = X.multiply(X) if sparse.issparse(X) else np.square(X, dtype=np.float64)
    mean = _means(X)
    variance = _means(squares) - mean**2
    covariance = np.asarray(labels @ X).ravel() / len(y)
    return np.divide(covariance, np.sqrt(variance), out=np.zeros_like(covariance), where=variance > 1e-12)


def stack(matrices: list[Matrix]) -> Matrix:
    """Put matrices of one kind below each other."""
    return sparse.csr_array(sparse.vstack(matrices)) if sparse.issparse(matrices[0]) else np.vstack(matrices)


def _n_probes(benchmark: Benchmark) -> int | None:
    return None if benchmark.truth.is_probe is None else int(benchmark.truth.is_probe.sum())


def _stored(X: Matrix) -> NDArray[Any]:
    return np.asarray(X.data if sparse.issparse(X) else X)


def _means(X: Matrix) -> NDArray[np.float64]:
    return np.asarray(X.mean(axis=0, dtype=np.float64)).ravel()


def _non_zero_shares(X: Matrix) -> NDArray[np.float64]:
    return np.asarray((X != 0).mean(axis=0)).ravel()


def _sparse_statistics(X: Matrix) -> dict[str, float]:
    """How the frequencies of features fall with their rank, over the middle ranks (Zipf's law is a straight line)."""
    counts = np.sort(np.asarray((X != 0).sum(axis=0)).ravel())[::-1]
    occurring = counts[counts > 0]
    ranks = np.arange(len(occurring) // 100, len(occurring) // 2)
    slope = np.polyfit(np.log(ranks + 1), np.log(occurring[ranks]), 1)[0]
    return {"slope of log frequency over log rank": float(slope)}


def _dense_statistics(X: NDArray[np.float32]) -> dict[str, float]:
    means, sds = X.mean(axis=0), X.std(axis=0)
    standard = (X - means) / np.where(sds > 0, sds, 1)
    directions = np.linalg.svd(standard, compute_uv=False) ** 2
    return {
        **{f"mean of features, {q} %": float(np.percentile(means, q)) for q in (25, 50, 75, 90)},
        **{f"sd of features, {q} %": float(np.percentile(sds, q)) for q in (25, 50, 75, 90)},
        "features with a partner": float((_strongest_partner(standard) > PARTNER).mean()),
        "share of the first 10 directions": float(directions[:10].sum() / directions.sum()),
    }


def _strongest_partner(standard: NDArray[np.float32], block: int = 1000) -> NDArray[np.float32]:
    """Largest absolute correlation of each feature with another one, in blocks to keep memory low."""
    n, width = standard.shape
    strongest = np.empty(width, np.float32)
    for start in range(0, width, block):
        strength = np.abs(standard[:, start : start + block].T @ standard) / n
        strength[np.arange(len(strength)), start + np.arange(len(strength))] = 0
        strongest[start : start + block] = strength.max(axis=1)
    return strongest


def _class_statistics(benchmark: Benchmark, seed: int) -> dict[str, float]:
    X, y = benchmark.X["train"], benchmark.y["train"]
    X_valid, y_valid = benchmark.X["valid"], benchmark.y["valid"]
    labelled, labels = stack([X, X_valid]), np.concatenate([y, y_valid])
    threshold = 3 / np.sqrt(len(labels))  # three standard errors of a correlation that is 0
    strength = np.abs(class_correlations(labelled, labels))
    return {
        "features correlated with the class (3 s.e.)": float((strength > threshold).mean()),
        "BER of lambda": balanced_error_rate(y_valid, LambdaClassifier(seed=seed).fit(X, y).predict(X_valid)),
        "BER of a linear SVM": balanced_error_rate(y_valid, linear_svm(X, seed).fit(X, y).predict(X_valid)),
    }
