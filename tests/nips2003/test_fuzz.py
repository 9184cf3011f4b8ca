"""Damaged files of every kind, made from good ones by fixed seeds: a reader refuses them or reads what they say.

"Refuses" is an error of ours; anything else is a crash. "What they say" is told by the writer: the values that were
read, written again, must be those of the damaged file, token by token.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from provingground.errors import ProvingGroundError
from provingground.nips2003 import arcene, dexter, dorothea, formats, gisette
from provingground.nips2003.formats import Kind, Param, SplitCounts
from provingground.nips2003.submission import open_submission, validate

ROUNDS = 300
SOUP = [b"0", b"1", b"-1", b"+", b"999", b"1000", b"9" * 30, b":", b" ", b"\n", b"\r\n", b"\t", b".", b"e9", b"nan"]
SOUP += [b"\0", b"\xff", b"\xd9\xa1", b",", b"x", b"#", b'"', b"Data type:", b"\n\n", b""]
ROWS, WIDTH = 6, 9
COUNTS = SplitCounts(2, 4, 12345)


def damage(content: bytes, rng: np.random.Generator) -> bytes:
    """One to three random changes: cut, remove, repeat, replace by something that looks alike, exchange two lines."""
    for _ in range(rng.integers(1, 4)):
        start, end = sorted(rng.integers(0, len(content) + 1, 2))
        near = min(end, start + rng.integers(0, 4))
        kind = rng.integers(6)
        if kind == 0:
            content = content[:start]
        elif kind == 1:
            content = content[:start] + content[near:]
        elif kind == 2:
            content = content[:end] + content[start:]
        elif kind in (3, 4):
            content = content[:start] + SOUP[rng.integers(len(SOUP))] + content[near:]
        else:
            lines = content.split(b"\n")
            a, b = rng.integers(0, len(lines), 2)
            lines[a], lines[b] = lines[b], lines[a]
            content = b"\n".join(lines)
    return content


@dataclass(frozen=True)
class Format:
    """A reader, a writer and a value that both know."""

    value: Any
    read: Callable[[Path], Any]
    write: Callable[[Path, Any], None]


def _matrix(kind: Kind) -> Format:
    rng = np.random.default_rng(1)
    dense = np.where(rng.random((ROWS, WIDTH)) < 0.5, rng.integers(0, 1000, (ROWS, WIDTH)), 0).astype(np.int32)
    values = {
        Kind.DENSE: dense,
        Kind.SPARSE_INTEGER: sparse.csr_array(dense),
        Kind.SPARSE_BINARY: sparse.csr_array((dense > 0).astype(np.int32)),
    }
    return Format(
        values[kind],
        lambda path: formats.read_matrix(path, kind, WIDTH),
        lambda path, matrix: formats.write_matrix(path, matrix, kind),
    )


FORMATS = {
    "dense": _matrix(Kind.DENSE),
    "sparse-integer": _matrix(Kind.SPARSE_INTEGER),
    "sparse-binary": _matrix(Kind.SPARSE_BINARY),
    "param": Format(Param(Kind.DENSE, 500, COUNTS, COUNTS, COUNTS), formats.read_param, formats.write_param),
    "labels": Format([1, -1, -1, 1], formats.read_labels, formats.write_labels),
    "conf": Format([0.5, 0.0, 12.25, 1e-9], formats.read_confidences, formats.write_confidences),
    "feat": Format([3, 0, 8], lambda path: formats.read_feature_list(path, WIDTH), formats.write_feature_list),
    "identities": Format(["pixel 3,4", "probe", ""], formats.read_identities, formats.write_identities),
}


def tokens(content: bytes) -> list[list[object]]:
    """Values of each line: numbers as numbers, ``index:value`` as a pair of them, all else as the text it is."""
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [[_token(field) for field in line.removesuffix(b"\r").split()] for line in lines]


def _token(field: bytes) -> object:
    try:
        if b"nan" in field.lower():  # differs from itself
            return field
        return tuple(float(part) for part in field.decode("ascii").split(":"))
    except ValueError:
        return field


@pytest.mark.parametrize("name", list(FORMATS))
def test_a_damaged_file_is_refused_or_read_as_what_it_says(name: str, tmp_path: Path) -> None:
    form, path, rng = FORMATS[name], tmp_path / "file", np.random.default_rng(20031208)
    form.write(path, form.value)
    good = path.read_bytes()
    refused = 0
    for _ in range(ROUNDS):
        content = damage(good, rng)
        path.write_bytes(content)
        try:
            value = form.read(path)
        except ProvingGroundError as error:
            refused += error.where.startswith(str(path))
            continue
        form.write(tmp_path / "again", value)
        assert tokens((tmp_path / "again").read_bytes()) == tokens(content), content
    assert refused > ROUNDS / 4 or name == "identities"  # any line of text names a column


def _gzipped(folder: Path) -> Callable[[Path], object]:
    return lambda path: formats.read_matrix(folder / "x.data", Kind.DENSE, 3)


def _idx() -> bytes:
    return b"\0\0\x08\x03" + b"\0\0\0\2\0\0\0\2\0\0\0\2" + bytes(range(8))


def _spectra(content: bytes) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name in ("cancer_1.csv", "normal_1.csv"):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return stream.getvalue()


ARTICLE = (
    b'<REUTERS TOPICS="YES"><TOPICS><D>acq</D></TOPICS><TEXT>&#2;<BODY>Smith &amp; Co buys</BODY></TEXT></REUTERS>\n'
)

# Raw sources: name of the file, its content before packing, how it is packed, how it is read.
SOURCES: dict[str, tuple[str, bytes, Callable[[bytes], bytes], Callable[[Path], object]]] = {
    "gzipped matrix": (
        "x.data.gz",
        b"1 2 3 \n4 5 6 \n",
        gzip.compress,
        lambda p: formats.read_matrix(p, Kind.DENSE, 3),
    ),
    "MNIST": ("images.gz", _idx(), gzip.compress, gisette._read_idx),
    "Reuters": ("reut2-000.sgm.gz", 3 * ARTICLE, gzip.compress, lambda p: dexter.read_articles(p.parent)),
    "thrombin": ("train.gz", b"A 1 139351\nI\nI 2 3\n", gzip.compress, dorothea.read_compounds),
    "spectra": ("study.tar.gz", b"mass,intensity\n1.5,2\n2.5,3\n", _spectra, arcene.read_spectra),
}


@pytest.mark.parametrize("packed", [False, True], ids=["inside", "packed"])
@pytest.mark.parametrize("name", list(SOURCES))
def test_a_damaged_source_is_never_a_crash(name: str, packed: bool, tmp_path: Path) -> None:
    """The damage is in the text (``inside``), or in the bytes of the archive (``packed``)."""
    file, content, pack, read = SOURCES[name]
    rng = np.random.default_rng(20031201)
    read_well = 0
    for _ in range(ROUNDS // 2):
        (tmp_path / file).write_bytes(damage(pack(content), rng) if packed else pack(damage(content, rng)))
        try:
            read(tmp_path / file)
        except ProvingGroundError:
            continue
        read_well += 1
    assert read_well < ROUNDS / 2


def test_a_damaged_zip_is_refused_or_its_problems_are_listed(tmp_path: Path) -> None:
    files = {"toy_valid.resu": b"1\n-1\n" * 3, "toy_valid.conf": b"0.5\n" * 6, "toy.feat": b"3\n1\n"}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    params = {"toy": Param(Kind.DENSE, WIDTH, COUNTS, COUNTS, COUNTS)}
    path, rng = tmp_path / "mine.zip", np.random.default_rng(20031213)
    for _ in range(3 * ROUNDS):
        path.write_bytes(damage(stream.getvalue(), rng))
        try:
            submission = open_submission(path)
        except ProvingGroundError:
            continue
        if not validate(submission, params):  # what passes is unchanged
            assert all(files[name] == content for name, content in submission.files.items())
