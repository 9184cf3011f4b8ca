"""The method of the 2003 benchmark as steps that work for any table.

The document, "Method": bring the features to one range, add probes distributed like the real features, shuffle patterns
and features, size the test set by n = 100 / p, split, withhold labels. Every random step takes a generator.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from provingground.errors import InputError
from provingground.nips2003.benchmark import Benchmark, Truth, measure
from provingground.nips2003.formats import SPLITS, Kind, Matrix
from provingground.nips2003.formats.matrix import LARGEST
from provingground.nips2003.settings import ClassCounts


def to_levels(X: ArrayLike, *, together: bool = False) -> NDArray[np.int16]:
    """Map values to whole numbers 0..999, linearly from the smallest to the largest.

    Parameters
    ----------
    X
        Finite numbers, shape (n_patterns, n_features).
    together
        One map for the whole matrix, as for MADELON, instead of one for each feature. A constant feature becomes 0.

    Examples
    --------
    >>> to_levels([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0]]).tolist()
    [[0, 0], [500, 0], [999, 0]]
    """
    values = np.asarray(X, dtype=np.float64)
    if not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0]
        raise InputError(f"row {row + 1}, column {column + 1}", "holds no finite number", "Impute or drop it first.")
    axis = None if together else 0
    low = values.min(axis=axis)
    width = np.asarray(values.max(axis=axis) - low)
    scaled = (values - low) / np.where(width > 0, width, 1.0) * LARGEST
    levels: NDArray[np.int16] = np.rint(scaled).astype(np.int16)
    return levels


def permuted_probes(X: Matrix, n_probes: int, rng: np.random.Generator) -> tuple[Matrix, NDArray[np.int64]]:
    """Make probes that have exactly the distribution of real features: columns of ``X``, each permuted by itself.

    Parameters
    ----------
    X
        Real features, array or csr_array of shape (n_patterns, n_features).
    n_probes
        Number of probes; a column serves again only after all columns have served equally often.

    Returns
    -------
    Probes of shape (n_patterns, n_probes) in the type of ``X``, and the column of ``X`` that each was made from.
    """
    rounds = n_probes // X.shape[1] + 1
    source = np.concatenate([rng.permutation(X.shape[1]) for _ in range(rounds)])[:n_probes]
    return permute_columns(X[:, source], rng), source


def permute_columns(X: Matrix, rng: np.random.Generator) -> Matrix:
    """Permute every column by itself: its values stay, any relation to the classes and other columns goes."""
    if not sparse.issparse(X):
        return _permute_dense_columns(np.asarray(X), rng)
    columns = sparse.csc_array(X)
    rows = np.empty_like(columns.indices)
    _scatter_rows(columns.indptr, rows, X.shape[0], rng)
    return _sorted_csr(sparse.csc_array((columns.data, rows, columns.indptr), shape=X.shape))


def _permute_dense_columns(X: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    out = np.empty_like(X, order="C")
    for start in range(0, X.shape[1], 128):  # a few columns at a time stay in the processor's cache
        block = np.ascontiguousarray(X[:, start : start + 128].T)
        for column in block:
            rng.shuffle(column)
        out[:, start : start + 128] = block.T
    return out


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]
def _scatter_rows(indptr: NDArray[Any], rows: NDArray[Any], n_rows: int, rng: np.random.Generator) -> None:
    """Give each column's entries different random rows: a Fisher-Yates shuffle that stops after the entries."""
    pool = np.arange(n_rows)
    for column in range(len(indptr) - 1):
        for taken, entry in enumerate(range(indptr[column], indptr[column + 1])):
            other = rng.integers(taken, n_rows)
            pool[taken], pool[other] = pool[other], pool[taken]
            rows[entry] = pool[taken]


def size_of_test_set(error_rate: float, margin: float = 0.2) -> int:
    """Size a test set so that results on it are significant: n = 100 / p, and "a few more examples" on top.

    Parameters
    ----------
    error_rate
        Error rate p that a baseline method reaches, between 0 and 1.
    margin
        What "a few more" means, as a share; ours (in 2003 it was between 5 and 30 %).

    Examples
    --------
    >>> size_of_test_set(0.15, margin=0.0)
    667
    """
    if not 0 < error_rate < 1:
        raise InputError("error_rate", f"is {error_rate}; the rule n = 100 / p needs it between 0 and 1")
    return math.ceil((1 + margin) * 100 / error_rate - 1e-9)


def split_by_class(y: NDArray[np.int8], counts: ClassCounts, rng: np.random.Generator) -> dict[str, NDArray[np.int64]]:
    """Draw the rows of each split, without replacement, with the given class counts and in random order.

    Raises
    ------
    InputError
        If a class has fewer patterns than the three splits ask for.
    """
    rows: dict[str, list[NDArray[np.int64]]] = {split: [] for split in SPLITS}
    for place, label in enumerate((1, -1)):
        wanted = [getattr(counts, split)[place] for split in SPLITS]
        there = rng.permutation(np.flatnonzero(y == label))
        if sum(wanted) > len(there):
            problem = f"has {len(there)} patterns where the splits ask for {sum(wanted)}"
            raise InputError(f"class {label:+d}", problem, "Ask for smaller splits.")
        for split, start, size in zip(SPLITS, np.cumsum([0, *wanted]), wanted, strict=False):
            rows[split].append(there[start : start + size])
    return {split: rng.permutation(np.concatenate(parts)) for split, parts in rows.items()}


def fitting_counts(counts: ClassCounts, y: NDArray[np.int8]) -> ClassCounts:
    """Return the counts as they are where ``y`` has that many patterns, else shrunk in proportion.

    Examples
    --------
    >>> gisette = ClassCounts(train=(3000, 3000), valid=(500, 500), test=(3250, 3250))
    >>> fitting_counts(gisette, np.repeat(np.array([1, -1], np.int8), 500))
    ClassCounts(train=(222, 222), valid=(37, 37), test=(240, 240))
    """
    there = np.array([(y == 1).sum(), (y == -1).sum()])
    wanted = np.array([getattr(counts, split) for split in SPLITS])
    if (there >= wanted.sum(axis=0)).all():
        return counts
    scaled = np.maximum(1, wanted * there // wanted.sum(axis=0))
    train, valid, test = ((int(a), int(b)) for a, b in scaled)
    return ClassCounts(train=train, valid=valid, test=test)


def assemble(
    name: str,
    kind: Kind,
    real: Matrix,
    probes: Matrix,
    y: NDArray[np.int8],
    rows: Mapping[str, NDArray[np.int64]],
    identities: Sequence[str],
    rng: np.random.Generator,
) -> Benchmark:
    """Put real features and probes side by side, shuffle the features, and cut out the splits.

    Parameters
    ----------
    real, probes
        Whole numbers in the range of ``kind``, both arrays or both sparse, with the same rows.
    y
        Classes +1/-1, shape (n_patterns,).
    rows
        Rows of each split, from :func:`split_by_class`.
    identities
        What each column is, real features first.
    """
    width = real.shape[1] + probes.shape[1]
    order = rng.permutation(width)
    if sparse.issparse(real):
        everything = sparse.hstack([real, probes], format="csc")[:, order]
        by_pattern = sparse.csr_array(everything)
        X = {split: _sorted_csr(by_pattern[chosen]) for split, chosen in rows.items()}
    else:
        X = {s: np.take(np.hstack([real[r], probes[r]]), order, axis=1) for s, r in rows.items()}
    labels = {split: y[chosen] for split, chosen in rows.items()}
    is_probe = order >= real.shape[1]
    truth = Truth(name, measure(kind, X, labels), labels, is_probe, [identities[column] for column in order])
    return Benchmark(X, truth)


def _sorted_csr(matrix: Matrix) -> Matrix:
    """CSR of int32 with increasing indices, as the readers return it."""
    csr = sparse.csr_array(matrix, dtype=np.int32)
    csr.sort_indices()
    csr.indices, csr.indptr = csr.indices.astype(np.int32, copy=False), csr.indptr.astype(np.int32, copy=False)
    return csr
