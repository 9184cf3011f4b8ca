"""MADELON: the exact generator of 2003, drawn anew.

The steps and their order are those of the organisers' code (facts file, section 3, "sure"). Likely but not certain are
the share of flips, the 250 patterns a cluster of which 4400 in all are drawn, and the laws of shift and scale. The map
to 0..999 lies outside that code; that it was fitted on the drawn patterns is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from provingground.errors import InputError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, split_by_class, to_levels
from provingground.nips2003.formats import Kind
from provingground.nips2003.settings import MadelonSettings


@dataclass(frozen=True, eq=False)
class Draw:
    """What the generator returns: columns in the order useful, redundant, repeated, probes; patterns by cluster."""

    X: NDArray[np.float64]
    y: NDArray[np.int8]
    copied: NDArray[np.int64]
    """Which useful or redundant column each repeated one copies."""


def prepare(settings: MadelonSettings | None = None) -> Benchmark:
    """Draw a new MADELON in the sizes of 2003.

    Examples
    --------
    >>> benchmark = prepare()
    >>> benchmark.X["train"].shape, int(benchmark.truth.is_probe.sum())
    ((2000, 500), 480)
    """
    chosen = settings or MadelonSettings()
    rng = np.random.default_rng(chosen.seed)
    drawn = generate(chosen, rng)
    rows = split_by_class(drawn.y, chosen.counts, rng)
    used = np.sort(np.concatenate(list(rows.values())))
    levels = np.zeros(drawn.X.shape, np.int16)
    levels[used] = to_levels(drawn.X[used], together=True)
    n_real = drawn.X.shape[1] - chosen.probes
    names = _identities(chosen, drawn.copied)
    return assemble("madelon", Kind.DENSE, levels[:, :n_real], levels[:, n_real:], drawn.y, rows, names, rng)


def generate(settings: MadelonSettings, rng: np.random.Generator) -> Draw:
    """Run the generator of 2003 up to its real-valued output; features and patterns are shuffled later."""
    useful, y = _clusters(settings, rng)
    redundant = useful @ rng.uniform(-1, 1, (settings.useful, settings.redundant))
    informative = np.hstack([useful, redundant])
    # Rounding makes the first and the last column half as likely as the others: a quirk of 2003 that is kept.
    copied = np.rint(rng.random(settings.repeated) * (informative.shape[1] - 1)).astype(np.int64)
    probes = rng.standard_normal((len(y), settings.probes))
    X = np.hstack([informative, informative[:, copied], probes])
    y = _flip(y, settings.flip_y, rng)
    shift, scale = rng.random(X.shape[1]), 1 + 100 * rng.random(X.shape[1])
    X = (X + shift) * scale
    X *= 1 + settings.noise * rng.standard_normal(X.shape)  # multiplicative: tails are noisier than the centre
    return Draw(X, y, copied)


def _clusters(settings: MadelonSettings, rng: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Gaussian clusters, each with its own covariance, on vertices of a hypercube that have random classes."""
    vertices = rng.permutation(np.array(list(product((-1.0, 1.0), repeat=settings.useful))))
    n_clusters, n = 2 * settings.clusters_per_class, settings.patterns_per_cluster
    if n_clusters > len(vertices):
        problem = (
            f"asks for {n_clusters} clusters where {settings.useful} useful features have {len(vertices)} vertices"
        )
        raise InputError("clusters_per_class", problem, "Lower it, or raise useful.")
    blocks = []
    for vertex in vertices[:n_clusters]:
        shape = rng.uniform(-1, 1, (settings.useful, settings.useful))
        blocks.append(rng.standard_normal((n, settings.useful)) @ shape + settings.class_sep * vertex)
    y = np.repeat(np.array([1, -1], np.int8), len(blocks) // 2 * n)
    return np.vstack(blocks), y


def _flip(y: NDArray[np.int8], share: float, rng: np.random.Generator) -> NDArray[np.int8]:
    """Draw a share of patterns and give each a random class: about half of them really change."""
    drawn = rng.permutation(len(y))[: round(len(y) * share)]
    flipped = y.copy()
    flipped[drawn] = np.where(rng.random(len(drawn)) < 0.5, -y[drawn], y[drawn])
    return flipped


def _identities(settings: MadelonSettings, copied: NDArray[np.int64]) -> list[str]:
    informative = [f"useful {i + 1}" for i in range(settings.useful)]
    informative += [f"redundant {i + 1}" for i in range(settings.redundant)]
    copies = [f"repeats {informative[source]}" for source in copied]
    return [*informative, *copies, *["probe"] * settings.probes]
