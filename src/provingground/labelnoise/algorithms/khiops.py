"""Khiops on raw columns, without trees (``khiops``) and with features of 100 trees (``khiopsRF``).

One variant, ``common``. The published rows come from an older Khiops; version 11 does not reproduce them, which is
shown as a difference of versions. Khiops takes no seed and is deterministic; its trees depend on the alphabetical order
of the column names, so columns are named by position here.
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
from provingground.labelnoise.algorithms.encoding import kept_per_table, refuse_missing

_LABELS = {-1: "negative", 1: "positive"}


@dataclass(frozen=True)
class KhiopsAlgorithm(Algorithm):
    """Khiops; ``parameters`` go to ``khiops.core.train_predictor``. The score is the probability of +1.

    The core interface instead of ``khiops.sklearn``: it gives the same probabilities (a test compares them), from two
    processes instead of three, and writes the features once per split instead of twice per fit.
    """

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Write the dictionary and the features of both parts."""
        return _KhiopsSession(self, table, train, test)


class _KhiopsSession(Session):
    def __init__(self, algorithm: KhiopsAlgorithm, table: Table, train: Positions, test: Positions) -> None:
        super().__init__(algorithm, len(train))
        start_khiops()
        self.temporary = tempfile.TemporaryDirectory(prefix="khiops-")
        self.folder = Path(self.temporary.name)
        lines = _lines(table)
        self.train_lines = [lines[row] for row in train]
        (self.folder / "split.kdic").write_text(_dictionary(table.X), encoding="utf-8")
        # One file for both parts: a prediction is a process, so start one, not two. Its labels are not looked at.
        self._write("both.txt", [*self.train_lines, *(lines[row] for row in test)], [""] * (len(train) + len(test)))

    def fit(self, y_train: Labels, seed: int) -> str:
        self._write("train.txt", self.train_lines, [_LABELS[int(label)] for label in y_train])
        data, report = str(self.folder / "train.txt"), str(self.folder / "report.khj")
        target = (str(self.folder / "split.kdic"), "split", data, "label", report)
        _, model = _run(self.folder, "train_predictor", *target, sample_percentage=100, **self.algorithm.parameters)
        return str(model)

    def score(self, model: str) -> tuple[FloatArray, FloatArray]:
        output = self.folder / "scores.txt"
        _run(self.folder, "deploy_model", model, "SNB_split", str(self.folder / "both.txt"), str(output))
        scores = pd.read_csv(output, sep="\t", usecols=[f"Problabel{_LABELS[1]}"]).to_numpy(np.float64)[:, 0]
        return scores[: self.n_train], scores[self.n_train :]

    def close(self) -> None:
        self.temporary.cleanup()

    def _write(self, name: str, lines: list[str], labels: list[str]) -> None:
        header = "\t".join([f"v{position}" for position in range(lines[0].count("\t"))] + ["label"])
        body = "\n".join(map("".join, zip(lines, labels, strict=True)))
        (self.folder / name).write_text(f"{header}\n{body}\n", encoding="utf-8")


@kept_per_table
def _lines(table: Table) -> list[str]:
    """Format every row once, each value followed by a tab; the label comes last."""
    refuse_missing(table)
    cells = [_cells(table.X[name]) for name in table.X.columns]
    return ["\t".join(row) + "\t" for row in zip(*cells, strict=True)]


def _cells(column: pd.Series[Any]) -> list[str]:
    if pd.api.types.is_numeric_dtype(column.dtype):
        return list(map(repr, column.to_numpy(dtype=np.float64).tolist()))
    return column.astype(str).str.replace(r'[\t\r\n"]', " ", regex=True).tolist()  # what would break the file


def _dictionary(X: pd.DataFrame) -> str:
    """Declare the columns, named by position: no name is then too awkward for a Khiops dictionary."""
    numeric = [pd.api.types.is_numeric_dtype(X[name].dtype) for name in X.columns]
    kinds = ["Numerical" if is_numeric else "Categorical" for is_numeric in numeric]
    variables = "".join(f"  {kind} v{position};\n" for position, kind in enumerate(kinds))
    return f"Dictionary split {{\n{variables}  Categorical label;\n}};\n"


def _run(folder: Path, task: str, *arguments: str, **options: Any) -> Any:
    """Run one Khiops process; its warnings, such as "no informative variable", are ordinary under noise."""
    options |= {"detect_format": False, "header_line": True, "field_separator": "\t", "temp_dir": str(folder)}
    core = start_khiops()
    runner = core.get_runner()
    before, runner.root_temp_dir = runner.root_temp_dir, str(folder)
    try:
        with warnings.catch_warnings(action="ignore"):
            return getattr(core, task)(*arguments, **options)
    finally:
        runner.root_temp_dir = before


@cache
def start_khiops() -> Any:
    """Make Khiops start from this environment, on one core and without a network layer; once per process.

    Returns
    -------
    The module ``khiops.core``.

    Raises
    ------
    DependencyError
        If Khiops is not installed or does not start.
    """
    binaries = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([binaries, os.environ.get("PATH", "")])
    os.environ["KHIOPS_PROC_NUMBER"] = "1"
    os.environ["OMPI_MCA_btl"] = "self"  # noqa: SIM112 - Open MPI's name; a start then takes .13 s instead of 1.16 s
    try:
        with warnings.catch_warnings(action="ignore"):  # about its sample data, and about installers other than pip
            from khiops import core

            core.get_runner()
            return core
    except Exception as error:  # khiops raises its own types, before they can be imported
        remedy = "Install khiops and khiops-core, or leave khiops and khiopsRF out of params.yaml."
        raise DependencyError("khiops", f"Khiops does not start ({error})", remedy) from error


def _declare(name: str, n_trees: int) -> KhiopsAlgorithm:
    return KhiopsAlgorithm(name, "common", "khiops", "khiops-core", ScoreKind.PROBABILITY, 0.5, {"max_trees": n_trees})


ALGORITHMS = (_declare("khiops", 0), _declare("khiopsRF", 100))
