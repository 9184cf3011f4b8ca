"""A whole data set of the benchmark on disk: the files that participants get, and the truth apart from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provingground.errors import InputError
from provingground.nips2003.formats import (
    SPLITS,
    Matrix,
    Param,
    SplitCounts,
    read_identities,
    read_labels,
    read_matrix,
    read_param,
    write_identities,
    write_labels,
    write_matrix,
    write_param,
)
from provingground.nips2003.formats.matrix import Kind, check_sum


@dataclass(frozen=True, eq=False)
class Truth:
    """What the organisers know and the participants do not.

    Parameters
    ----------
    name, param
        The data set.
    y
        Labels by split; splits whose labels were withheld for good are not there.
    is_probe
        Shape (n_features,), true for probes; ``None`` where that was never published.
    identities
        What each column is; ``None`` where that was never published.
    """

    name: str
    param: Param
    y: Mapping[str, NDArray[np.int8]]
    is_probe: NDArray[np.bool_] | None = None
    identities: Sequence[str] | None = None


@dataclass(frozen=True, eq=False)
class Benchmark:
    """Matrices of shape (n_patterns, n_features) by split, and the truth about them."""

    X: Mapping[str, Matrix]
    truth: Truth

    @property
    def name(self) -> str:
        """Name of the data set, the stem of all its files."""
        return self.truth.name

    @property
    def param(self) -> Param:
        """Format, width, counts and check-sums."""
        return self.truth.param

    @property
    def y(self) -> Mapping[str, NDArray[np.int8]]:
        """Labels of those splits whose labels are known."""
        return self.truth.y


def measure(kind: Kind, X: Mapping[str, Matrix], y: Mapping[str, NDArray[np.int8]]) -> Param:
    """Make the ``.param`` of matrices and labels of all three splits."""
    counts = [SplitCounts(int((y[s] == 1).sum()), int((y[s] == -1).sum()), check_sum(X[s])) for s in SPLITS]
    return Param(kind, X["train"].shape[1], *counts)


def read_benchmark(folder: Path, name: str, *, truth: Path | None = None) -> Benchmark:
    """Read the matrices and labels that a folder has, checked against its ``.param`` file.

    Parameters
    ----------
    folder
        Holds ``<name>.param`` and any of ``<name>_<split>.data``, plain or gzipped.
    name
        Name of the data set.
    truth
        Folder with the withheld files; ``folder`` itself when not given.

    Raises
    ------
    InputError
        Where a file is damaged, or its counts or its check-sum are not those of the ``.param`` file.
    """
    param = read_param(folder / f"{name}.param")
    X = {split: _read_split(folder, name, split, param) for split in SPLITS if _there(folder, f"{name}_{split}.data")}
    if not X:
        raise InputError(folder, f"holds none of the files {name}_<split>.data", "Give the folder of the data set.")
    return Benchmark(X, _read_truth(truth or folder, name, param))


def read_truths(folder: Path) -> dict[str, Truth]:
    """Read the truth of every data set below a folder (each has its ``.param`` file beside its labels)."""
    files = sorted(folder.rglob("*.param"))
    if not files:
        raise InputError(folder, "holds no .param file", "Give the folder that the truth was written to.")
    return {file.stem: _read_truth(file.parent, file.stem, read_param(file)) for file in files}


def write_benchmark(benchmark: Benchmark, folder: Path, truth: Path) -> None:
    """Write a data set in the format of 2003.

    Parameters
    ----------
    benchmark
        All three splits with labels.
    folder
        Gets what participants see: ``.param``, three matrices, training labels.
    truth
        Gets ``.param``, the labels of all splits, the feature identities (``.feat``) and the probes (``_feat.labels``,
        -1 for a probe). It must be another folder.
    """
    if folder.resolve() == truth.resolve():
        raise InputError(folder, "was given for the data and for the truth", "Keep the withheld labels apart.")
    name, known = benchmark.name, benchmark.truth
    for split in SPLITS:
        write_matrix(folder / f"{name}_{split}.data", benchmark.X[split], benchmark.param.kind)
        write_labels(truth / f"{name}_{split}.labels", known.y[split])
    write_labels(folder / f"{name}_train.labels", known.y["train"])
    if known.is_probe is not None:
        write_labels(truth / f"{name}_feat.labels", np.where(known.is_probe, -1, 1))
    if known.identities is not None:
        write_identities(truth / f"{name}.feat", known.identities)
    for target in (folder, truth):
        write_param(target / f"{name}.param", benchmark.param)


def _there(folder: Path, file: str) -> bool:
    return (folder / file).is_file() or (folder / f"{file}.gz").is_file()


def _read_split(folder: Path, name: str, split: str, param: Param) -> Matrix:
    path = folder / f"{name}_{split}.data"
    counts = param.split(split)
    matrix = read_matrix(path, param.kind, param.n_features, rows=counts.total)
    if (found := check_sum(matrix)) != counts.check_sum:
        problem = f"has the check-sum {found} where {name}.param says {counts.check_sum}"
        raise InputError(path, problem, "The file is damaged or belongs to another release; fetch it again.")
    return matrix


def _read_truth(folder: Path, name: str, param: Param) -> Truth:
    y = {}
    for split in SPLITS:
        if _there(folder, f"{name}_{split}.labels"):
            counts = param.split(split)
            path = folder / f"{name}_{split}.labels"
            y[split] = read_labels(path, rows=counts.total, positive=counts.positive)
    is_probe = identities = None
    if _there(folder, f"{name}_feat.labels"):
        is_probe = read_labels(folder / f"{name}_feat.labels", rows=param.n_features) == -1
    if _there(folder, f"{name}.feat"):
        identities = read_identities(folder / f"{name}.feat", n_features=param.n_features)
    return Truth(name, param, y, is_probe, identities)
