"""Khiops on raw columns, without trees (``khiops``) and with features of 100 trees (``khiopsRF``).

One variant, ``common``. The published rows come from an older Khiops; version 11 does not reproduce them, which is
shown as a difference of versions. Khiops takes no seed and is deterministic.
"""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from provingground.datasets.table import Table
from provingground.errors import DependencyError
from provingground.labelnoise.algorithms.base import Algorithm, FloatArray, Labels, Positions, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import refuse_missing


@dataclass(frozen=True)
class KhiopsAlgorithm(Algorithm):
    """Khiops; ``parameters`` are those of ``khiops.sklearn.KhiopsClassifier``. The score is the probability of +1."""

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Take both parts, with columns named by position: no name is then too awkward for a Khiops dictionary."""
        refuse_missing(table)
        X = table.X.astype(dict.fromkeys(table.categorical_columns, str))
        X = X.set_axis([f"v{position:05d}" for position in range(X.shape[1])], axis="columns")
        return _KhiopsSession(self, X.iloc[train], X.iloc[test])


class _KhiopsSession(Session):
    def __init__(self, algorithm: KhiopsAlgorithm, X_train: pd.DataFrame, X_test: pd.DataFrame) -> None:
        super().__init__(algorithm, len(X_train))
        self.X_train = X_train
        self.X_both = pd.concat([X_train, X_test], ignore_index=True)  # a prediction is a process: start one, not two
        self.folder = tempfile.TemporaryDirectory(prefix="khiops-")

    def fit(self, y_train: Labels, seed: int) -> Any:
        _runner().root_temp_dir = self.folder.name
        from khiops.sklearn import KhiopsClassifier

        with warnings.catch_warnings(action="ignore"):  # such as "no informative variable": ordinary under noise
            return KhiopsClassifier(**self.algorithm.parameters).fit(self.X_train, y_train.astype(int))

    def score(self, model: Any) -> tuple[FloatArray, FloatArray]:
        positive = int(np.flatnonzero(np.asarray(model.classes_).astype(int) == 1)[0])
        with warnings.catch_warnings(action="ignore"):
            probabilities = model.predict_proba(self.X_both)[:, positive]
        return probabilities[: self.n_train], probabilities[self.n_train :]

    def close(self) -> None:
        self.folder.cleanup()


@cache
def _runner() -> Any:
    """Make Khiops start from this environment, on one core and without a network layer; once per process."""
    binaries = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([binaries, os.environ.get("PATH", "")])
    os.environ["KHIOPS_PROC_NUMBER"] = "1"
    os.environ["OMPI_MCA_btl"] = "self"  # noqa: SIM112 - Open MPI's name; a start then takes .13 s instead of 1.16 s
    try:
        with warnings.catch_warnings(action="ignore"):  # about its sample data, and about installers other than pip
            from khiops import core

            return core.get_runner()
    except Exception as error:  # khiops raises its own types, before they can be imported
        remedy = "Install khiops and khiops-core, or leave khiops and khiopsRF out of params.yaml."
        raise DependencyError("khiops", f"Khiops does not start ({error})", remedy) from error


def _declare(name: str, n_trees: int) -> KhiopsAlgorithm:
    return KhiopsAlgorithm(name, "common", "khiops", "khiops", ScoreKind.PROBABILITY, 0.5, {"n_trees": n_trees})


ALGORITHMS = (_declare("khiops", 0), _declare("khiopsRF", 100))
