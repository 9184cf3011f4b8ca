"""The ``.param`` file: format, width, class counts and check-sums of a data set.

Source: the official files; layout in the facts file, section 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.nips2003.formats.matrix import Kind
from provingground.nips2003.formats.text import read_lines

SPLITS = ("train", "valid", "test")

_HEADER = "     \tPos_ex\tNeg_ex\tTot_ex\tCheck_sum"


@dataclass(frozen=True)
class SplitCounts:
    """Patterns of each class and the sum of all matrix entries of one split."""

    positive: int
    negative: int
    check_sum: int

    @property
    def total(self) -> int:
        """Number of patterns."""
        return self.positive + self.negative

    def __add__(self, other: SplitCounts) -> SplitCounts:
        return SplitCounts(
            self.positive + other.positive, self.negative + other.negative, self.check_sum + other.check_sum
        )


@dataclass(frozen=True)
class Param:
    """What a ``.param`` file says.

    Examples
    --------
    >>> one = SplitCounts(2, 1, 30)
    >>> param = Param(Kind.DENSE, 5, one, one, one)
    >>> param.everything.total
    9
    """

    kind: Kind
    n_features: int
    train: SplitCounts
    valid: SplitCounts
    test: SplitCounts

    @property
    def everything(self) -> SplitCounts:
        """The line ``All``."""
        return self.train + self.valid + self.test

    def split(self, name: str) -> SplitCounts:
        """Counts of ``train``, ``valid`` or ``test``."""
        if name not in SPLITS:
            raise InputError(name, f"is not a split; there are {', '.join(SPLITS)}")
        counts: SplitCounts = getattr(self, name)
        return counts


def read_param(path: Path) -> Param:
    """Read a ``.param`` file; LF and CRLF are both in use.

    Raises
    ------
    InputError
        With file and line where a line is not what the layout asks for or a sum does not add up.
    """
    lines = read_lines(path)
    if len(lines) != 8:
        raise InputError(path, f"has {len(lines)} lines where 8 were expected", "Compare with an official .param file.")
    kind = _field(path, lines, 1, r"Data type:\s+(\S+)", "Data type: non-sparse, sparse-integer or sparse-binary")[0]
    if kind not in set(Kind):
        raise InputError(f"{path}, line 1", f"knows no data type '{kind}'", f"Use one of {', '.join(Kind)}.")
    width = int(_field(path, lines, 2, r"Number of features:\s+(\d{1,9})", "Number of features: <number>")[0])
    if width == 0:
        raise InputError(f"{path}, line 2", "announces no features")
    _field(path, lines, 3, r"Number of examples and check-sums:", "Number of examples and check-sums:")
    _field(path, lines, 4, r"\s*Pos_ex\s+Neg_ex\s+Tot_ex\s+Check_sum", _HEADER.strip())
    train, valid, test, everything = (_counts(path, lines, 5 + i, n) for i, n in enumerate((*SPLITS, "all")))
    param = Param(Kind(kind), width, train, valid, test)
    if param.everything != everything:
        raise InputError(f"{path}, line 8", "is not the sum of the three lines before it", "One of the four is wrong.")
    return param


def write_param(path: Path, param: Param) -> None:
    """Write a ``.param`` file in the layout of the official ones."""
    rows = [("Train", param.train), ("Valid", param.valid), ("Test", param.test), ("All  ", param.everything)]
    lines = [
        f"Data type: {param.kind}",
        f"Number of features: {param.n_features}",
        "Number of examples and check-sums:",
        _HEADER,
        *(f"{n}\t{c.positive:5d}\t{c.negative:5d}\t{c.total:5d}\t{c.check_sum:5d}.00" for n, c in rows),
    ]
    write_atomically(path, "\n".join(lines) + "\n")


def _field(path: Path, lines: list[str], number: int, pattern: str, expected: str) -> tuple[str, ...]:
    match = re.fullmatch(pattern, lines[number - 1].rstrip(), flags=re.ASCII)
    if match is None:
        raise InputError(f"{path}, line {number}", f"reads '{lines[number - 1][:60]}' where '{expected}' was expected")
    return tuple(match.groups())


def _counts(path: Path, lines: list[str], number: int, name: str) -> SplitCounts:
    blank = r"[ \t]*\t[ \t]*"
    pattern = rf"{name.capitalize()}{blank}(\d{{1,12}}){blank}(\d{{1,12}}){blank}(\d{{1,12}}){blank}(\d{{1,18}})\.00"
    example = f"{name.capitalize()}<tab>positive<tab>negative<tab>total<tab>check-sum with two decimals"
    positive, negative, total, check_sum = map(int, _field(path, lines, number, pattern, example))
    if positive + negative != total:
        raise InputError(f"{path}, line {number}", f"counts {positive} + {negative} but a total of {total}")
    return SplitCounts(positive, negative, check_sum)
