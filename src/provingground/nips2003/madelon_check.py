"""Does our MADELON generator draw from the law that the distributed files came from?

Statistics that do not depend on the order of features or patterns are computed from the distributed matrices and from
many new draws. If both come from one law, each published value lies between the 5 % and the 95 % quantile of the draws
nine times in ten. The statistics are correlated, so the number of misses is judged leniently: see :func:`judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse.linalg import eigsh
from scipy.stats import binom, kstest, kurtosis
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier
from tqdm import tqdm

from provingground.nips2003 import madelon
from provingground.nips2003.baselines import LambdaClassifier
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import to_levels
from provingground.nips2003.formats import SPLITS
from provingground.nips2003.scoring import balanced_error_rate
from provingground.nips2003.settings import MadelonSettings

CONNECTED = 0.12
"""Correlation above which two features are not both probes: eight standard errors at 4400 patterns."""

COPY = 0.9
"""Correlation above which one feature is a noisy copy of another."""

LOWEST, HIGHEST = 0.05, 0.95


@dataclass(frozen=True, eq=False)
class Sample:
    """All patterns, and the labelled training and validation patterns among them."""

    X: NDArray[np.float64]
    train: tuple[NDArray[np.float64], NDArray[np.int8]]
    valid: tuple[NDArray[np.float64], NDArray[np.int8]]


def sample_of(benchmark: Benchmark) -> Sample:
    """Take what was published of a data set: three matrices, and the labels of train and valid only."""
    X = {split: np.asarray(benchmark.X[split], dtype=np.float64) for split in SPLITS}
    everything = np.vstack(list(X.values()))
    return Sample(everything, (X["train"], benchmark.y["train"]), (X["valid"], benchmark.y["valid"]))


def statistics(sample: Sample) -> dict[str, float]:
    """Compute all statistics of a data set."""
    correlation = np.asarray(np.corrcoef(sample.X.T))
    strength = np.abs(correlation - np.eye(len(correlation)))
    connected = strength.max(axis=1) > CONNECTED
    return {
        **_correlation_statistics(correlation, strength, connected, len(sample.X)),
        **_copy_statistics(sample.X, strength),
        **_shape_statistics(sample.X, connected),
        **_probe_law_statistics(sample.X[:, ~connected]),
        **_class_statistics(sample, connected),
    }


def band(settings: MadelonSettings, seeds: Iterable[int], *, progress: bool = False) -> pd.DataFrame:
    """Statistics of new draws, one row a seed."""
    rows = tqdm(list(seeds), desc="MADELON draws", unit="draw", disable=not progress)
    return pd.DataFrame([statistics(sample_of(_draw(settings, seed))) for seed in rows])


def compare(observed: dict[str, float], draws: pd.DataFrame) -> pd.DataFrame:
    """Place each observed statistic among the draws: one row a statistic, with the band and whether it lies inside."""
    table = pd.DataFrame({"observed": pd.Series(observed)}).rename_axis("statistic")
    low, high = draws.quantile(LOWEST), draws.quantile(HIGHEST)
    table["low"], table["median"], table["high"] = low, draws.median(), high
    table["inside"] = table["observed"].between(low, high)
    return table


def judge(table: pd.DataFrame) -> bool:
    """Accept the law if no more statistics are outside than 99 % of independent bands would leave out by chance."""
    return bool((~table["inside"]).sum() <= allowed_misses(len(table)))


def allowed_misses(n_statistics: int) -> int:
    """99 % quantile of Bin(n, 0.1), the misses of ``n`` independent 5-95 % bands."""
    return int(binom.ppf(0.99, n_statistics, LOWEST + 1 - HIGHEST))


def from_scikit_learn(seed: int, *, tuned: bool) -> Sample:
    """Draw what ``sklearn.datasets.make_classification`` makes of the same sizes.

    ``tuned`` gives it the parameters of MADELON and the multiplicative noise on top; otherwise they are its defaults.
    """
    sizes = {"n_samples": 4400, "n_features": 500, "n_informative": 5, "n_redundant": 5, "n_repeated": 10}
    parameters = {"n_clusters_per_class": 16, "class_sep": 2.0, "flip_y": 0.01, "shift": None, "scale": None}
    X, y = make_classification(**sizes, **(parameters if tuned else {}), random_state=seed)
    rng = np.random.default_rng(seed)
    if tuned:
        X = X * (1 + 0.1 * rng.standard_normal(X.shape))
    levels = to_levels(X, together=True).astype(np.float64)
    train, valid = np.split(rng.permutation(len(y))[:2600], [2000])
    labels = np.where(y == 1, 1, -1).astype(np.int8)
    return Sample(levels, (levels[train], labels[train]), (levels[valid], labels[valid]))


def _draw(settings: MadelonSettings, seed: int) -> Benchmark:
    return madelon.prepare(settings.model_copy(update={"seed": seed}))


def _correlation_statistics(
    correlation: NDArray[np.float64], strength: NDArray[np.float64], connected: NDArray[np.bool_], n: int
) -> dict[str, float]:
    largest = eigsh(correlation, k=30, v0=np.ones(len(correlation)), return_eigenvectors=False)
    edge = (1 + np.sqrt(len(correlation) / n)) ** 2  # Marchenko-Pastur: noise alone stays below
    inner = np.linalg.eigvalsh(correlation[np.ix_(connected, connected)])[::-1] if connected.any() else np.zeros(1)
    return {
        "connected features": float(connected.sum()),
        "informative directions": float((largest > edge).sum()),
        "share of the first direction": float(inner[0] / max(1, len(inner))),
        "share of five directions": float(inner[:5].sum() / max(1, len(inner))),
        "pairs of copies": float((np.triu(strength) > COPY).sum()),
        "strongest correlation of probes": float(strength[~connected][:, ~connected].max()),
    }


def _copy_statistics(X: NDArray[np.float64], strength: NDArray[np.float64]) -> dict[str, float]:
    """How alike copies are, and how much more they differ in the tails than in the centre (multiplicative noise)."""
    pairs = np.argwhere(np.triu(strength) > COPY)
    if len(pairs) == 0:
        return {"correlation of copies": 0.0, "noise of copies, tails over centre": 0.0}
    ratios = []
    for first, second in pairs:
        a, b = (_standard(X[:, column]) for column in (first, second))
        difference = (a - np.sign(a @ b) * b) ** 2
        tails, centre = difference[np.abs(a) > 1.5].mean(), difference[np.abs(a) < 0.5].mean()
        ratios.append(np.sqrt(tails / centre) if centre > 0 else 0.0)  # exact copies have no noise to compare
    return {
        "correlation of copies": float(strength[pairs[:, 0], pairs[:, 1]].mean()),
        "noise of copies, tails over centre": float(np.median(ratios)),
    }


def _shape_statistics(X: NDArray[np.float64], connected: NDArray[np.bool_]) -> dict[str, float]:
    excess = kurtosis(X)
    real = excess[connected] if connected.any() else np.zeros(1)
    return {
        "excess kurtosis of probes": float(excess[~connected].mean()),
        "excess kurtosis of others": float(real.mean()),
        "smallest excess kurtosis": float(real.min()),
    }


def _probe_law_statistics(probes: NDArray[np.float64]) -> dict[str, float]:
    """Laws of scale and shift: sd is proportional to scale, and the mean lies shift x scale above the level of zero."""
    mean, sd = probes.mean(axis=0), probes.std(axis=0)
    slope, zero = np.polyfit(sd, mean, 1)
    low, middle, high = np.quantile(sd, [0.1, 0.5, 0.9])
    return {
        "level of zero": float(zero),
        "mean shift": float(slope),
        "median sd of probes": float(middle),
        "sd of probes, 10 % over median": float(low / middle),
        "sd of probes, 90 % over median": float(high / middle),
        "distance of shifts from uniform": float(kstest((mean - zero) / sd, "uniform").statistic),
    }


def _class_statistics(sample: Sample, connected: NDArray[np.bool_]) -> dict[str, float]:
    """Balanced errors on the validation patterns of methods fitted on the training patterns."""
    (X, y), (X_valid, y_valid) = sample.train, sample.valid
    neighbours = connected if connected.any() else np.ones_like(connected)
    areas = [abs(roc_auc_score(y, X[:, column]) - 0.5) for column in np.flatnonzero(neighbours)]

    def error(model: Callable[[], object], columns: NDArray[np.bool_]) -> float:
        fitted = model().fit(X[:, columns], y)  # type: ignore[attr-defined]
        return balanced_error_rate(y_valid, fitted.predict(X_valid[:, columns]))

    return {
        "BER of lambda": error(LambdaClassifier, np.ones_like(connected)),
        "BER of a linear model, connected features": error(_linear_model, neighbours),
        "BER of 5 neighbours, connected features": error(KNeighborsClassifier, neighbours),
        "AUC of the best single feature": float(0.5 + max(areas)),
    }


def _linear_model() -> LinearDiscriminantAnalysis:
    return LinearDiscriminantAnalysis(solver="lsqr")


def _standard(column: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((column - np.median(column)) / column.std())
