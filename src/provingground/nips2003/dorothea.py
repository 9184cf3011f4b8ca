"""DOROTHEA: which compounds bind to thrombin, an approximate preparation from the KDD Cup 2001 data.

Published: source, counts, half of the features are probes (UCI pages). As remembered, features were ranked, 100,000
were kept, and the lower half was permuted; the ranking is unknown, and a ranking by how well features tell the classes
apart disagrees with the published matrix (facts file, section 6). Here the 100,000 and the half are drawn at random,
which is ours; ``ranking="discriminant"`` gives the remembered rule.

The features of the cup's 634 test compounds are in no mirror, and their labels are not touched: from the training
compounds alone there are 1316 with any feature, and the splits shrink in proportion. Our splits are drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from provingground.errors import InputError, SourceError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, fitting_counts, permute_columns, split_by_class
from provingground.nips2003.formats import Kind, Matrix
from provingground.nips2003.formats.text import read_lines
from provingground.nips2003.settings import DorotheaSettings

N_SOURCE_FEATURES = 139_351


@dataclass(frozen=True, eq=False)
class Compounds:
    """Binary features, csr_array of shape (n_compounds, 139351), and +1 for those that bind."""

    X: Matrix
    y: NDArray[np.int8]


def read_compounds(path: Path) -> Compounds:
    """Read one compound a line: ``A`` (active) or ``I``, then the numbers from 1 of the features it has.

    Raises
    ------
    SourceError, InputError
        If the file is not there, or with the line that is not of this form.
    """
    if not path.is_file():
        raise SourceError(path, "does not exist", "It is made from thrombin.data of the KDD Cup 2001.")
    parsed = [_parse(path, number, line) for number, line in enumerate(read_lines(path), start=1)]
    if not parsed:
        raise InputError(path, "holds no compound", "Fetch it again.")
    labels, indices = zip(*parsed, strict=True)
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in indices])]).astype(np.int32)
    columns = np.concatenate(indices)
    X = sparse.csr_array((np.ones(len(columns), np.int32), columns, indptr), shape=(len(labels), N_SOURCE_FEATURES))
    return Compounds(X, np.array(labels, dtype=np.int8))


def prepare(compounds: Compounds, settings: DorotheaSettings | None = None) -> Benchmark:
    """Make DOROTHEA from compounds.

    Steps: compounds without any feature go; features are ranked and kept; the lower part is permuted, column by
    column, and becomes the probes.
    """
    chosen = settings or DorotheaSettings()
    rng = np.random.default_rng(chosen.seed)
    occupied = np.diff(compounds.X.indptr) > 0
    X, y = sparse.csc_array(compounds.X[occupied]), compounds.y[occupied]
    kept = _ranked(X, y, chosen.ranking, rng)[: chosen.features]
    if len(kept) < chosen.features:
        problem = f"asks for {chosen.features} where {len(kept)} features occur at all"
        raise InputError("features", problem, "Ask for fewer.")
    real_columns, probe_source = np.split(kept, [round((1 - chosen.probe_share) * chosen.features)])
    probes = permute_columns(X[:, probe_source], rng)
    rows = split_by_class(y, fitting_counts(chosen.counts, y), rng)
    names = [f"feature {column + 1}" for column in real_columns]
    names += [f"probe feature {column + 1} permuted" for column in probe_source]
    return assemble("dorothea", Kind.SPARSE_BINARY, X[:, real_columns], probes, y, rows, names, rng)


def _parse(path: Path, number: int, line: str) -> tuple[int, NDArray[np.int32]]:
    label, *fields = line.split() or [""]
    try:
        columns = np.array(fields, dtype=np.int32) - 1
    except (ValueError, OverflowError) as error:
        raise InputError(f"{path}, line {number}", f"is not a list of feature numbers ({error})") from error
    if label not in ("A", "I"):
        raise InputError(f"{path}, line {number}", f"starts with '{label[:20]}' where A or I was expected")
    if columns.size and not (columns[0] >= 0 and (np.diff(columns) > 0).all() and columns[-1] < N_SOURCE_FEATURES):
        raise InputError(f"{path}, line {number}", f"has features that do not increase within 1..{N_SOURCE_FEATURES}")
    return 1 if label == "A" else -1, columns


def _ranked(
    X: Matrix, y: NDArray[np.int8], ranking: Literal["random", "discriminant"], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Columns that occur at all, in random order or by falling difference of their shares in the two classes."""
    order = rng.permutation(np.flatnonzero(np.diff(X.indptr)))
    if ranking == "random":
        return order
    shares = [np.asarray(X[y == label].mean(axis=0)).ravel() for label in (1, -1)]
    return order[np.argsort(-np.abs(shares[0] - shares[1])[order], kind="stable")]
