"""A set of result files, as a folder or a zip: open it, and list everything that is wrong with it.

Source: the document, "The results on each dataset should be formatted in 7 ASCII files".
"""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import ArrayLike, NDArray

from provingground.errors import InputError
from provingground.files import atomic
from provingground.nips2003.formats import (
    SPLITS,
    Param,
    write_confidences,
    write_feature_list,
    write_labels,
)
from provingground.nips2003.formats.vectors import (
    Problem,
    first_problem_raises,
    scan_confidences,
    scan_features,
    scan_signs,
)

LARGEST_FILE = 64 * 2**20  # the longest honest file, a .conf of many digits, is far below; a zip bomb is above
LARGEST_SUBMISSION = 4 * LARGEST_FILE  # all files of a zip together

# What zipfile was seen to raise at damaged archives (test_fuzz.py).
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    OSError, EOFError, RuntimeError, LookupError, ValueError,
)  # fmt: skip

_RESULT = re.compile(r"(?P<dataset>.+)_(?P<split>train|valid|test)\.(?P<suffix>resu|conf)")
_LIST = re.compile(r"(?P<dataset>.+)\.feat")


class Phase(StrEnum):
    """Which result files are mandatory."""

    DEVELOPMENT = "development"
    """``<name>_valid.resu`` of at least one data set."""
    FINAL = "final"
    """``<name>_train.resu``, ``_valid.resu`` and ``_test.resu`` of every data set."""


@dataclass(frozen=True)
class Submission:
    """Result files by name, not yet checked."""

    name: str
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()
    """What was wrong with the container itself: folders inside, repeated names, files too large."""


@dataclass(frozen=True, eq=False)
class Results:
    """The checked results of one submission on one data set.

    Parameters
    ----------
    outputs
        +1/-1 by split, shape (n_patterns,).
    confidences
        Numbers >= 0 by split, for those splits that have a ``.conf``.
    features
        Column indices from 0, best first; ``None`` says that all features were used.
    """

    outputs: Mapping[str, NDArray[np.int8]]
    confidences: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    features: NDArray[np.int64] | None = None


def open_submission(path: Path) -> Submission:
    """Read a folder or a ``.zip`` with result files; one enclosing folder inside a zip is taken off.

    Raises
    ------
    InputError
        Where there is nothing at ``path``, or it is neither a folder nor a readable zip.
    """
    if path.is_dir():
        return Submission(path.name, *_read_folder(path))
    if not path.is_file():
        raise InputError(path, "is neither a folder nor a zip file", "Give the folder or zip with the result files.")
    try:
        with zipfile.ZipFile(path) as archive:
            return Submission(path.stem, *_read_zip(archive))
    except _UNREADABLE as error:
        raise InputError(path, f"is not a readable zip file ({error})", "Zip the files again, unencrypted.") from error


def validate(submission: Submission, params: Mapping[str, Param], phase: Phase = Phase.DEVELOPMENT) -> list[Problem]:
    """List every problem of a submission; an empty list is a valid submission.

    Parameters
    ----------
    submission
        What :func:`open_submission` returns.
    params
        The data sets of the benchmark by name.
    phase
        Decides which files are mandatory.

    Examples
    --------
    >>> from provingground.nips2003.published import PUBLISHED
    >>> empty = Submission("mine", {"madelon.feat": b"501\\n"})
    >>> for problem in validate(empty, {"madelon": PUBLISHED["madelon"].param}):
    ...     print(problem)
    madelon.feat, line 1: 501 is outside the features 1..500
    madelon_valid.resu: is missing; it is mandatory in the development phase
    """
    problems = list(submission.problems)
    for file in sorted(submission.files):
        problems += _problems_of_file(file, submission.files, params)
    problems += _missing(submission.files, params, phase)
    return problems


def entered_datasets(submission: Submission) -> set[str]:
    """Data sets, known or not, that the file names speak of."""
    return {dataset for file in submission.files if (dataset := dataset_of(file)) is not None}


def results_of(submission: Submission, dataset: str, param: Param) -> Results:
    """Parse one data set's files; call :func:`validate` first to see all problems at once.

    Raises
    ------
    InputError
        At the first problem of a file of this data set.
    """
    outputs, confidences = {}, {}
    for split in SPLITS:
        rows = param.split(split).total
        if (file := f"{dataset}_{split}.resu") in submission.files:
            outputs[split] = first_problem_raises(*scan_signs(submission.files[file], file, rows))
        if (file := f"{dataset}_{split}.conf") in submission.files:
            confidences[split] = first_problem_raises(*scan_confidences(submission.files[file], file, rows))
    features = None
    if (file := f"{dataset}.feat") in submission.files:
        features = first_problem_raises(*scan_features(submission.files[file], file, param.n_features))
    return Results(outputs, confidences, features)


def write_results(
    folder: Path,
    dataset: str,
    decisions: Mapping[str, ArrayLike],
    features: ArrayLike | None = None,
) -> None:
    """Write signed decision values of each split as ``.resu`` and ``.conf``, and the features used as ``.feat``.

    A decision value of exactly 0 becomes the output +1 with confidence 0.
    """
    for split, values in decisions.items():
        decision = np.asarray(values, dtype=np.float64)
        write_labels(folder / f"{dataset}_{split}.resu", np.where(decision >= 0, 1, -1))
        write_confidences(folder / f"{dataset}_{split}.conf", np.abs(decision))
    if features is not None:
        write_feature_list(folder / f"{dataset}.feat", features)


def zip_results(folder: Path, target: Path) -> Path:
    """Zip the result files of a folder, names sorted and dates left out: equal results, equal bytes."""
    with atomic(target) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes(), zipfile.ZIP_DEFLATED)
    return target


# --- containers


def _read_folder(path: Path) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    files, problems = {}, []
    for entry in sorted(path.iterdir()):
        if not entry.is_file():
            problems.append(Problem(entry.name, None, "is a folder; the result files lie side by side"))
        elif entry.stat().st_size > LARGEST_FILE:
            problems.append(_too_large(entry.name))
        else:
            files[entry.name] = entry.read_bytes()
    return files, tuple(problems)


def _read_zip(archive: zipfile.ZipFile) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    members = [member for member in archive.infolist() if not member.is_dir()]
    if sum(member.file_size for member in members) > LARGEST_SUBMISSION:
        problem = f"unpacks to more than {LARGEST_SUBMISSION // 2**20} MB, which no submission does"
        raise InputError(str(archive.filename), problem, "Zip the result files alone.")
    folders = {PurePosixPath(member.filename).parent for member in members}
    enclosing = folders.pop() if len(folders) == 1 else PurePosixPath()
    files: dict[str, bytes] = {}
    problems = []
    for member in members:
        name = str(PurePosixPath(member.filename.lstrip("/")).relative_to(str(enclosing).lstrip("/")))
        if name in files:
            problems.append(Problem(name, None, "is in the zip twice"))
        elif "/" in name:
            problems.append(Problem(name, None, "lies in a folder of its own; the result files lie side by side"))
        elif member.file_size > LARGEST_FILE:
            problems.append(_too_large(name))
        else:
            files[name] = archive.read(member)
    return files, tuple(problems)


def _too_large(name: str) -> Problem:
    return Problem(name, None, f"is larger than {LARGEST_FILE // 2**20} MB, which no result file is")


# --- checks


def dataset_of(file: str) -> str | None:
    """Data set that a result file's name says it belongs to; ``None`` for a file of no submission."""
    match = _RESULT.fullmatch(file) or _LIST.fullmatch(file)
    return match["dataset"] if match else None


def _problems_of_file(file: str, files: Mapping[str, bytes], params: Mapping[str, Param]) -> Iterator[Problem]:
    dataset = dataset_of(file)
    if dataset is None:
        expected = "<name>_<train|valid|test>.<resu|conf> or <name>.feat"
        yield Problem(file, None, f"does not belong to a submission; expected are {expected}")
    elif dataset not in params:
        yield Problem(file, None, f"belongs to no known data set; there are {', '.join(sorted(params))}")
    elif (match := _RESULT.fullmatch(file)) is None:
        yield from _problems_of_list(file, files[file], params[dataset].n_features)
    else:
        scan = scan_signs if match["suffix"] == "resu" else scan_confidences
        yield from scan(files[file], file, params[dataset].split(match["split"]).total)[1]
        outputs = f"{dataset}_{match['split']}.resu"
        if match["suffix"] == "conf" and outputs not in files:
            yield Problem(file, None, f"has no {outputs} that its confidences belong to")


def _problems_of_list(file: str, content: bytes, n_features: int) -> Iterator[Problem]:
    if not content.strip():
        yield Problem(file, None, "lists no feature; leave the file out to say that all were used")
    else:
        yield from scan_features(content, file, n_features)[1]


def _missing(files: Mapping[str, bytes], params: Mapping[str, Param], phase: Phase) -> Iterator[Problem]:
    entered = {dataset for file in files if (dataset := dataset_of(file)) in params}
    mandatory = SPLITS if phase is Phase.FINAL else ("valid",)
    for dataset in sorted(params if phase is Phase.FINAL else filter(None, entered)):
        for file in (f"{dataset}_{split}.resu" for split in mandatory):
            if file not in files:
                yield Problem(file, None, f"is missing; it is mandatory in the {phase} phase")
    if not entered:
        yield Problem("<name>_valid.resu", None, "is missing for every data set")
