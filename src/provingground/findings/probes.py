"""Do selectors still tell real features from probes when labels lie? MADELON and GISETTE with noisy training labels.

Every seed is a new draw of the data set, of the flips and of the selector. A selector keeps the same number of features
at every level, so that shares of probes compare; L1 does so only as nearly as its grid of penalties allows. Both sets
have balanced classes: at level 1 half of the labels flip, and nothing is left to learn. A selector that looks at one
feature at a time then ends at the share of a blind choice; one that looks at features together need not, for probes
differ from real features in how they correlate.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from provingground.findings.settings import ProbesSettings
from provingground.labelnoise.noise import NCAR, FoldNoise
from provingground.labelnoise.seeds import derive_seed
from provingground.nips2003 import gisette, madelon
from provingground.nips2003.baselines import BASELINES, FittedBaseline
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.scoring import balanced_error_rate
from provingground.nips2003.settings import Nips2003Settings
from provingground.pipeline.workers import run_local


@dataclass(frozen=True)
class _Job:
    settings: ProbesSettings
    data: Nips2003Settings


def select_under_noise(settings: ProbesSettings, data: Nips2003Settings, workers: int | None = None) -> pd.DataFrame:
    """Run every selector on every data set, level and seed.

    Parameters
    ----------
    settings
        Data sets, selectors, levels and seeds.
    data
        Parameters of the two preparations; their seeds are replaced. GISETTE is made from the 5,000 images of an
        installed package, also where the mirror has all of them: selecting on 6,000 patterns takes far longer.
    workers
        Processes; results do not depend on it.

    Returns
    -------
    One row per data set, ``seed``, level ``rho`` and ``selector``: ``flipped`` (realised share of training labels),
    ``features`` that were selected, ``probes`` among them and their share ``probe_share``, ``blind`` (the share of a
    blind choice), and ``ber``, the balanced error on clean test labels.
    """
    tasks = [(name, seed) for name in settings.features for seed in range(settings.seeds)]
    parts = dict(run_local(_one_draw, _Job(settings, data), tasks, workers))
    return pd.concat([parts[task] for task in tasks], ignore_index=True)


def _one_draw(job: _Job, task: tuple[str, int]) -> tuple[tuple[str, int], pd.DataFrame]:
    name, seed = task
    benchmark = _drawn(name, seed, job.data)
    return task, pd.DataFrame(_rows(benchmark, seed, job.settings))


def _drawn(name: str, seed: int, data: Nips2003Settings) -> Benchmark:
    new = {"seed": derive_seed("probes", name, seed)}
    if name == "madelon":
        return madelon.prepare(data.madelon.model_copy(update=new))
    return gisette.prepare(gisette.bundled_mnist(), data.gisette.model_copy(update=new))


def _rows(benchmark: Benchmark, seed: int, settings: ProbesSettings) -> Iterator[dict[str, object]]:
    is_probe = benchmark.truth.is_probe
    assert is_probe is not None  # every preparation knows its probes
    X = {split: benchmark.X[split].astype(np.float64) for split in ("train", "test")}
    y, n_features = benchmark.y["train"], settings.features[benchmark.name]  # type: ignore[index]
    minority = float(min(np.mean(y > 0), np.mean(y < 0)))
    noise = FoldNoise(NCAR(), y, minority, np.ones(len(y)), derive_seed("flips", benchmark.name, seed))
    for rho in settings.levels:
        noisy = noise.at(rho).y
        for selector in settings.selectors:
            fitted = select(selector, X["train"], noisy, n_features, seed)
            decided = np.where(fitted.decide(X["test"]) > 0, 1, -1)
            probes = int(is_probe[fitted.features].sum())
            yield {
                "dataset": benchmark.name,
                "selector": selector,
                "rho": rho,
                "seed": seed,
                "flipped": float(np.mean(noisy != y)),
                "features": len(fitted.features),
                "probes": probes,
                "probe_share": probes / len(fitted.features) if len(fitted.features) else np.nan,  # nothing selected
                "blind": float(is_probe.mean()),
                "ber": balanced_error_rate(benchmark.y["test"], decided),
            }


def select(name: str, X: NDArray[np.float64], y: NDArray[np.int8], n_features: int, seed: int) -> FittedBaseline:
    """Fit a baseline that keeps a given number of features; for L1, the penalty of its grid that comes nearest.

    A penalty that drops every feature is taken only where all do. A forest may leave one of its features unused, and
    then has fewer.
    """
    (setting, choices), *_ = BASELINES[name].grid.items()
    tried = [n_features] if setting.startswith("select__") else choices
    fits = [_fit(name, X, y, {setting: value}, seed) for value in tried]
    fits = [fitted for fitted in fits if len(fitted.features)] or fits
    return min(fits, key=lambda fitted: abs(len(fitted.features) - n_features))


def _fit(
    name: str, X: NDArray[np.float64], y: NDArray[np.int8], chosen: dict[str, object], seed: int
) -> FittedBaseline:
    pipeline = Pipeline([("scale", StandardScaler()), *BASELINES[name].steps(seed)]).set_params(**chosen)
    with warnings.catch_warnings(), np.errstate(invalid="ignore"):
        warnings.filterwarnings(
            "ignore", r"Features \["
        )  # "... are constant": so are some of GISETTE's with few images
        pipeline.fit(X, y)
    return FittedBaseline(name, pipeline, chosen, float("nan"))


def summarise(selected: pd.DataFrame) -> pd.DataFrame:
    """Mean and range over the seeds of the share of probes and the balanced error, per data set, selector and level.

    ``seeds`` counts those that selected anything: where a selector keeps no feature, there is no share of probes.
    """
    groups = selected.groupby(["dataset", "selector", "rho"], sort=False)
    table = groups.agg(
        flipped=("flipped", "mean"),
        blind=("blind", "mean"),
        probe_share=("probe_share", "mean"),
        probe_low=("probe_share", "min"),
        probe_high=("probe_share", "max"),
        ber=("ber", "mean"),
        ber_low=("ber", "min"),
        ber_high=("ber", "max"),
        seeds=("probe_share", "count"),
    )
    return table.reset_index()
