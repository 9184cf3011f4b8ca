"""Where does noise hurt? The same algorithm with clean and with noisy labels, compared row by row with PERFEX.

Every row of a data set is predicted by models of the fold that it is tested in: one trained on clean labels, several on
labels with noise. The metric is the change of accuracy, noisy less clean. Rows of a fold share their models, so that
intervals are about other rows under these models, not about draws of noise beyond those averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from provingground.datasets.table import Table
from provingground.findings.settings import HarmSettings
from provingground.labelnoise.algorithms import Algorithm
from provingground.labelnoise.noise import NCAR
from provingground.labelnoise.seeds import derive_seed
from provingground.labelnoise.splits import Fold
from provingground.perfex.metrics import bias
from provingground.perfex.sums import FloatArray
from provingground.perfex.tree import PerfexTree
from provingground.pipeline.workers import run_local
from provingground.statistics import bootstrap

CHANGE = replace(bias(), name="change of accuracy")  # mean of (right with noisy labels - right with clean ones)
N_BINS = 10


@dataclass(frozen=True)
class _Job:
    table: Table
    algorithm: Algorithm
    settings: HarmSettings


def measure_harm(
    table: Table, folds: Sequence[Fold], algorithm: Algorithm, settings: HarmSettings, workers: int | None = None
) -> pd.DataFrame:
    """Predict every row with clean and with noisy training labels.

    Parameters
    ----------
    table
        The data set; its labels are the clean ones.
    folds
        One repetition of a k-fold: together the test parts are all rows.
    algorithm
        One variant of an algorithm of the benchmark.
    settings
        Noise level and number of draws.
    workers
        Processes; results do not depend on it.

    Returns
    -------
    One row per row of the table, in its order: ``fold``, ``label``, ``distance`` (of the clean model's score from its
    threshold), ``clean`` (1.0 where its class is right) and ``noisy`` (share of the draws whose class is right).
    """
    job = _Job(table, algorithm, settings)
    parts = pd.concat(list(run_local(_harm_of_fold, job, list(folds), workers)))
    return parts.sort_index()


def _harm_of_fold(job: _Job, fold: Fold) -> pd.DataFrame:
    y, settings = job.table.y[fold.test], job.settings
    seeds = [derive_seed("harm", job.table.name, fold.index, draw) for draw in range(settings.draws)]
    with job.algorithm.open(job.table, fold.train, fold.test) as session:
        clean = session.fit_score(np.asarray(job.table.y[fold.train], dtype=np.int8), seeds[0]).test
        labels = [NCAR().prepare(job.table, fold.train, seed).at(settings.rho).y for seed in seeds]
        noisy = [session.fit_score(y_noisy, seed).test for y_noisy, seed in zip(labels, seeds, strict=True)]
    threshold = job.algorithm.threshold

    def right(scores: FloatArray) -> FloatArray:
        return np.asarray((scores > threshold) == (y > 0), dtype=np.float64)

    columns = {"fold": fold.index, "label": y, "distance": np.abs(clean - threshold), "clean": right(clean)}
    return pd.DataFrame(columns | {"noisy": np.mean([right(scores) for scores in noisy], axis=0)}, index=fold.test)


def explain_harm(table: Table, harm: pd.DataFrame, settings: HarmSettings) -> PerfexTree:
    """Grow an honest PERFEX tree for the change of accuracy on the data set's features."""
    tree = PerfexTree(
        CHANGE,
        max_depth=3,
        min_samples_leaf=settings.min_samples_leaf,
        candidates=50,
        honest=True,
        n_permutations=settings.permutations,
    )
    return tree.fit(table.X, harm["clean"], harm["noisy"])


def harm_by_distance(harm: pd.DataFrame) -> pd.DataFrame:
    """Change of accuracy by how sure the clean model was, and by class.

    Returns
    -------
    ``group`` (``distance`` or ``class``), ``value`` (tenth of the rows by distance from the threshold, nearest first;
    or the class), accuracy with ``clean`` and ``noisy`` labels, their ``change`` with its 95 % bootstrap interval over
    ``n`` rows.
    """
    ranks = harm["distance"].rank(method="first") - 1
    groups = {"distance": (ranks * N_BINS // len(harm)).astype(int) + 1, "class": harm["label"]}
    rows = [
        {"group": group, "value": value, "clean": part["clean"].mean(), "noisy": part["noisy"].mean()} | _change(part)
        for group, values in groups.items()
        for value, part in harm.groupby(values.to_numpy())
    ]
    return pd.DataFrame(rows)


def _change(rows: pd.DataFrame) -> dict[str, float]:
    interval = bootstrap((rows["noisy"] - rows["clean"]).to_numpy(), resamples=999)
    return {"change": interval.estimate, "low": interval.low, "high": interval.high, "n": interval.n}
