"""Files with one value a line: ``.labels``, ``.resu``, ``.conf`` and both kinds of ``.feat``.

The scanners return the values *and* every problem, for the validator; the readers raise the first problem.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.nips2003.formats.text import open_for_reading, split_lines

_SIGNS = {"1": 1, "+1": 1, "-1": -1}
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)

Value = TypeVar("Value")
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a file; ``line`` counts from 1, ``None`` speaks of the whole file."""

    file: str
    line: int | None
    message: str

    @property
    def where(self) -> str:
        """File and line, as errors name them."""
        return self.file if self.line is None else f"{self.file}, line {self.line}"

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


# --- scanning: content of a file to values and problems


def scan_signs(content: bytes, file: str, rows: int | None = None) -> tuple[NDArray[np.int8], list[Problem]]:
    r"""Read +1/-1 a line (``.labels``, ``.resu``).

    A 0 is refused although the organisers' Matlab code took it: it counted as right for both classes
    (facts file, section 1).

    Examples
    --------
    >>> values, problems = scan_signs(b"+1\n0\n-1\n", "toy_valid.resu", rows=3)
    >>> [str(problem) for problem in problems]
    ["toy_valid.resu, line 2: '0' is not +1 or -1"]
    """
    values, problems = _scan(content, file, _sign, rows)
    return np.array(values, dtype=np.int8), problems


def scan_confidences(content: bytes, file: str, rows: int | None = None) -> tuple[NDArray[np.float64], list[Problem]]:
    """Read one finite number >= 0 a line (``.conf``)."""
    values, problems = _scan(content, file, _confidence, rows)
    return np.array(values, dtype=np.float64), problems


def scan_features(content: bytes, file: str, n_features: int) -> tuple[NDArray[np.int64], list[Problem]]:
    r"""Read a submitted ``.feat``: different numbers from 1 to ``n_features``, best first; returned from 0.

    Examples
    --------
    >>> scan_features(b"3\n1\n", "toy.feat", n_features=3)[0].tolist()
    [2, 0]
    """
    first_line: dict[int, int] = {}
    line = 0

    def feature(text: str) -> int:
        nonlocal line
        line += 1
        if not _WHOLE.fullmatch(text):
            raise ValueError(f"'{text[:20]}' is not a whole number from 1 to {n_features}")
        number = int(text)
        if not 1 <= number <= n_features:
            raise ValueError(f"{number} is outside the features 1..{n_features}")
        if number in first_line:
            raise ValueError(f"{number} was already given in line {first_line[number]}")
        first_line[number] = line
        return number - 1

    values, problems = _scan(content, file, feature, None)
    return np.array(values, dtype=np.int64), problems


def _scan(
    content: bytes, file: str, parse: Callable[[str], Value], rows: int | None
) -> tuple[list[Value], list[Problem]]:
    values, problems = [], []
    lines = split_lines(content)
    for number, line in enumerate(lines, start=1):
        try:
            values.append(parse(line))
        except ValueError as error:
            problems.append(Problem(file, number, str(error)))
    if rows is not None and len(lines) != rows:
        problems.append(Problem(file, None, f"has {len(lines)} lines where {rows} were expected"))
    return values, problems


def _sign(text: str) -> int:
    if text not in _SIGNS:
        raise ValueError(f"'{text[:20]}' is not +1 or -1")
    return _SIGNS[text]


def _confidence(text: str) -> float:
    if not _DECIMAL.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(f"'{text[:20]}' is not a finite decimal number")
    if float(text) < 0:
        raise ValueError(f"{text[:20]} is negative; a confidence is the absolute discriminant value")
    return float(text)


# --- reading


def read_labels(path: Path, *, rows: int | None = None, positive: int | None = None) -> NDArray[np.int8]:
    """Read ``.labels`` or ``.resu``: one +1 or -1 a line.

    Parameters
    ----------
    path
        File to read.
    rows, positive
        Number of patterns and of +1 that the ``.param`` file announces.

    Raises
    ------
    InputError
        With file and line; also for a scrambled label file, which holds no truth about its patterns.
    """
    if "scrambled" in path.name:
        problem = "holds scrambled labels, which do not belong to the patterns: every score against them is chance"
        raise InputError(path, problem, "Test labels were never published; score on the validation set.")
    labels = first_problem_raises(*scan_signs(_content(path), str(path), rows))
    found = int((labels == 1).sum())
    if positive is not None and found != positive:
        problem = f"holds {found} times +1 where {positive} were announced"
        raise InputError(path, problem, "It is scrambled, or belongs to another data set.")
    return labels


def read_confidences(path: Path, *, rows: int | None = None) -> NDArray[np.float64]:
    """Read ``.conf``: one number >= 0 a line."""
    return first_problem_raises(*scan_confidences(_content(path), str(path), rows))


def read_feature_list(path: Path, n_features: int) -> NDArray[np.int64]:
    """Read a submitted ``.feat``, best first. The file counts from 1; what comes back are column indices from 0."""
    return first_problem_raises(*scan_features(_content(path), str(path), n_features))


def read_identities(path: Path, *, n_features: int | None = None) -> list[str]:
    """Read a data set's own ``.feat``: what each column is, one line each, in the order of the columns."""
    content = _content(path)
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not (line.isascii() and line.removesuffix(b"\r").decode().isprintable()):
            problem = "holds a byte that is not printable ASCII"
            raise InputError(f"{path}, line {number}", problem, "Use one line of ASCII text for each column.")
    lines = split_lines(content)
    if n_features is not None and len(lines) != n_features:
        raise InputError(path, f"has {len(lines)} lines where {n_features} features were announced")
    return lines


def _content(path: Path) -> bytes:
    with open_for_reading(path) as stream:
        return stream.read()


def first_problem_raises(values: NDArray[Number], problems: list[Problem]) -> NDArray[Number]:
    """Return the values of a scan, or raise its first problem."""
    if problems:
        more = f" ({len(problems) - 1} more problems in this file)" if len(problems) > 1 else ""
        raise InputError(problems[0].where, problems[0].message + more)
    return values


# --- writing


def write_labels(path: Path, labels: ArrayLike) -> None:
    """Write ``.labels`` or ``.resu``; anything but +1 and -1 is refused."""
    values = np.asarray(labels)
    if not np.isin(values, (-1, 1)).all():
        raise InputError(path, f"was given {np.unique(values)[:5]} where +1 and -1 are written")
    _write_lines(path, (f"{int(value)}" for value in values))


def write_confidences(path: Path, confidences: ArrayLike) -> None:
    """Write ``.conf`` with as many digits as read back the same number."""
    values = np.asarray(confidences, dtype=np.float64)
    if not (np.isfinite(values).all() and (values >= 0).all()):
        raise InputError(path, "was given a confidence that is negative or not finite", "Pass absolute values.")
    _write_lines(path, (repr(float(value)) for value in values))


def write_feature_list(path: Path, features: ArrayLike) -> None:
    """Write a submission's ``.feat`` from column indices that count from 0, best first."""
    values = np.asarray(features, dtype=np.int64)
    if values.size and (values.min() < 0 or len(np.unique(values)) != len(values)):
        raise InputError(path, "was given a negative or repeated column index", "Pass different indices from 0.")
    _write_lines(path, (f"{value + 1}" for value in values))


def write_identities(path: Path, identities: Iterable[str]) -> None:
    """Write a data set's own ``.feat``: one line of ASCII text for each column."""
    lines = list(identities)
    for number, line in enumerate(lines, start=1):
        if not line.isascii() or not line.isprintable() or line != line.rstrip():
            raise InputError(
                f"{path}, line {number}", f"cannot hold the identity {line!r}", "Use one line of ASCII text."
            )
    _write_lines(path, lines)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    write_atomically(path, "".join(f"{line}\n" for line in lines))
