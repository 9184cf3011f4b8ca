"""Rate a submission as the document does: balanced error rate, area under the ROC curve, features and probes used.

Sources: the document, "Result rating"; the exact formulas from the organisers' code (facts file, section 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import roc_auc_score

from provingground.errors import InputError
from provingground.nips2003.benchmark import Truth
from provingground.nips2003.formats import SPLITS
from provingground.nips2003.submission import Results, Submission, results_of


@dataclass(frozen=True)
class Score:
    """One line of the result table.

    Parameters
    ----------
    ber, auc
        Between 0 and 1.
    ber_error
        Standard error of ``ber``, see :func:`balanced_error_rate_deviation`.
    features
        Number of features used.
    probes
        How many of them are probes; ``None`` where the probes were never published.
    """

    submission: str
    dataset: str
    split: str
    ber: float
    ber_error: float
    auc: float
    features: int
    feature_fraction: float
    probes: int | None
    probe_fraction: float | None


def balanced_error_rate(y: ArrayLike, output: ArrayLike) -> float:
    """Mean of the error rates of the two classes.

    The document writes "the average of the error rate on training examples and on test examples"; the organisers' code
    and the challenge's pages average over the two *classes*, and so does this.

    Parameters
    ----------
    y, output
        True and predicted classes +1/-1, shape (n_patterns,).

    Raises
    ------
    InputError
        If one of the classes is missing: its error rate, and so the balanced error rate, does not exist.

    Examples
    --------
    >>> balanced_error_rate([1, -1, -1, -1, -1], [-1, -1, -1, -1, 1])
    0.625
    """
    rates = _class_error_rates(np.asarray(y), np.asarray(output))
    return float(np.mean([rate for rate, _ in rates]))


def balanced_error_rate_deviation(y: ArrayLike, output: ArrayLike) -> float:
    """Standard error of the balanced error rate: half the root of the summed binomial variances of both classes.

    The variances use (errors + 1) / (patterns + 2), so that a method without any error still has an error bar.
    """
    rates = [((rate * n + 1) / (n + 2), n) for rate, n in _class_error_rates(np.asarray(y), np.asarray(output))]
    return float(0.5 * np.sqrt(sum(rate * (1 - rate) / n for rate, n in rates)))


def area_under_curve(y: ArrayLike, output: ArrayLike, confidence: ArrayLike | None = None) -> float:
    """Area under the ROC curve of the score ``output`` x ``confidence``; ties count one half.

    Without confidences the output is the score, and the area is 1 - BER, which is what the challenge's site showed.

    Examples
    --------
    >>> area_under_curve([1, 1, -1, -1], [1, -1, -1, -1], [0.9, 0.1, 0.2, 0.7])
    1.0
    >>> area_under_curve([1, 1, -1, -1], [1, -1, -1, -1])
    0.75
    """
    score = np.asarray(output, dtype=np.float64)
    if confidence is not None:
        score = score * np.asarray(confidence, dtype=np.float64)
    return float(roc_auc_score(np.asarray(y), score))


def score(submission: Submission, truths: Mapping[str, Truth]) -> list[Score]:
    """Score every data set and split for which there are both outputs and labels.

    Raises
    ------
    InputError
        At a malformed file, or if there is nothing to score at all.
    """
    scores = [
        score_split(submission.name, results, truth, split)
        for truth, results in parse(submission, truths)
        for split in SPLITS
        if split in results.outputs and split in truth.y
    ]
    if not scores:
        problem = "has no outputs for a split whose labels are known"
        raise InputError(submission.name, problem, "Compare its files with the folder of the truth.")
    return scores


def demand_split(submissions: Sequence[Submission], truths: Mapping[str, Truth], split: str, folder: Path) -> None:
    """Refuse what could not be scored on a split, instead of leaving it out of the table.

    Parameters
    ----------
    submissions, truths
        What :func:`score` takes.
    split
        ``train``, ``valid`` or ``test``.
    folder
        Where the truths were read from, for the message.

    Raises
    ------
    InputError
        Naming the missing file: outputs of a submission for the split, or labels of a data set that it entered.
    """
    if split not in SPLITS:
        raise InputError(f"split '{split}'", f"is not one of {', '.join(SPLITS)}")
    for submission in submissions:
        entered = [name for name in sorted(truths) if any(f"{name}_{s}.resu" in submission.files for s in SPLITS)]
        if not entered:
            expected = ", ".join(f"{name}_{split}.resu" for name in sorted(truths))
            problem = f"holds none of {expected}; it holds {_some(submission.files)}"
            raise InputError(submission.name, problem, "Compare its file names with the folder of the truth.")
        for name in entered:
            known = sorted(truths[name].y, key=SPLITS.index)
            if split not in known:
                problem = f"holds no {name}_{split}.labels, only labels of {', '.join(known) or 'no split'}"
                remedy = "Give the folder of the truth, not the one that participants get"
                raise InputError(folder, problem, f"{remedy}{_or_another(split, known)}.")
            if f"{name}_{split}.resu" not in submission.files:
                there = [s for s in known if f"{name}_{s}.resu" in submission.files]
                problem = f"has results for {name}, but no {name}_{split}.resu"
                raise InputError(submission.name, problem, f"Add the file{_or_another(split, there)}.")


def _some(names: Iterable[str]) -> str:
    listed = sorted(names)
    return ", ".join(listed[:5]) + (f" and {len(listed) - 5} more" if len(listed) > 5 else "") or "no file"


def _or_another(split: str, there: Sequence[str]) -> str:
    others = [other for other in reversed(there) if other != split]
    return f", or score what is there with --split {others[0]}" if others else ""


def parse(submission: Submission, truths: Mapping[str, Truth]) -> Iterable[tuple[Truth, Results]]:
    """Pair each data set's truth with the results that the submission has for it."""
    for name in sorted(truths):
        results = results_of(submission, name, truths[name].param)
        if results.outputs:
            yield truths[name], results


def score_split(submission: str, results: Results, truth: Truth, split: str) -> Score:
    """Score one split of one data set."""
    y, output = truth.y[split], results.outputs[split]
    features, probes = count_features(results, truth)
    return Score(
        submission=submission,
        dataset=truth.name,
        split=split,
        ber=balanced_error_rate(y, output),
        ber_error=balanced_error_rate_deviation(y, output),
        auc=area_under_curve(y, output, results.confidences.get(split)),
        features=features,
        feature_fraction=features / truth.param.n_features,
        probes=probes,
        probe_fraction=None if probes is None else probes / features,
    )


def count_features(results: Results, truth: Truth) -> tuple[int, int | None]:
    """Number of features used and of probes among them; without a list all features were used."""
    used = np.arange(truth.param.n_features) if results.features is None else results.features
    return len(used), None if truth.is_probe is None else int(truth.is_probe[used].sum())


def score_table(scores: Iterable[Score]) -> pd.DataFrame:
    """One row for each score; an unknown number of probes is ``<NA>``."""
    table = pd.DataFrame(list(scores))
    return table.astype({"probes": "Int64", "probe_fraction": "Float64"})


def overall_table(table: pd.DataFrame) -> pd.DataFrame:
    """Means over the data sets by submission and split; ``datasets`` says over how many, so compare equal numbers."""
    grouped = table.groupby(["submission", "split"], sort=True)
    means = grouped[["ber", "auc", "feature_fraction", "probe_fraction"]].mean()
    return means.assign(datasets=grouped["dataset"].nunique()).reset_index()


def _class_error_rates(y: NDArray[np.int8], output: NDArray[np.int8]) -> list[tuple[float, int]]:
    """Error rate and size of class +1 and of class -1."""
    if y.shape != output.shape:
        raise InputError("output", f"has the shape {output.shape} where the labels have {y.shape}")
    for name, values in (("labels", y), ("output", output)):
        if not np.isin(values, (-1, 1)).all():
            raise InputError(name, "holds values other than +1 and -1")
    if len(np.unique(y)) < 2:
        raise InputError("labels", "hold one class only, so that the balanced error rate does not exist")
    return [(float(np.mean(output[y == label] != label)), int((y == label).sum())) for label in (1, -1)]
