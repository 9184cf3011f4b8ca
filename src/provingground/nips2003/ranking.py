"""Who wins, by the document's rules, pair by pair; the rules do not promise an order, so none is forced.

Rules (the document, "Result rating"): the lower balanced error rate wins; if the difference is not significant, the
smaller feature set wins; if its size differs by less than 5 %, the smaller number of probes wins.

The document does not name the test of significance. Ours is the exact McNemar test carried over to the balanced error
rate (:func:`compare_balanced_errors`). The overall score, mean over data sets of wins minus losses, is ours as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from provingground.errors import InputError
from provingground.nips2003.benchmark import Truth
from provingground.nips2003.scoring import balanced_error_rate, count_features, parse
from provingground.nips2003.submission import Results, Submission

ALPHA = 0.05
"""Level of the significance test (ours; the document names none)."""

EQUAL_SIZE = 0.05
"""Relative difference below which two feature sets count as equally large (the document)."""


class Comparison(NamedTuple):
    """Difference of two balanced error rates and how often chance alone makes one as large."""

    difference: float
    p_value: float


@dataclass(frozen=True)
class Pair:
    """The outcome for two submissions on one data set; ``winner`` is ``None`` for a tie."""

    dataset: str
    first: str
    second: str
    winner: str | None
    rule: str
    ber_difference: float
    p_value: float


def compare_balanced_errors(y: ArrayLike, first: ArrayLike, second: ArrayLike) -> Comparison:
    """Test exactly whether two classifiers differ in balanced error rate on the same patterns.

    Where both are right or both are wrong, nothing is learnt. If the classifiers are equally good, each other pattern
    (one right, one wrong) favours either with probability 1/2. So the number of class c patterns that favour the
    second is Bin(d_c, 1/2), where d_c counts the disagreements in class c, and the difference of the balanced error
    rates follows from the two classes' independent binomials; the two-sided p-value sums all outcomes at least as
    extreme. With one class this is McNemar's exact test.

    Parameters
    ----------
    y, first, second
        True classes and two sets of outputs, +1/-1, shape (n_patterns,).

    Examples
    --------
    >>> y = [1, 1, 1, 1, -1, -1, -1, -1]
    >>> compare_balanced_errors(y, y, [-1, -1, -1, 1, -1, -1, -1, -1])
    Comparison(difference=-0.375, p_value=0.25)
    """
    truth, a, b = np.asarray(y), np.asarray(first), np.asarray(second)
    difference = balanced_error_rate(truth, a) - balanced_error_rate(truth, b)
    (shift, chance), (other_shift, other_chance) = (_chance_shifts(truth, a, b, label) for label in (1, -1))
    below = np.concatenate([[0.0], np.cumsum(other_chance)])  # chance of the first k outcomes of class -1
    reach = abs(difference) - 1e-12  # equal outcomes must count as equally extreme in floating point
    upper = 1 - below[np.searchsorted(other_shift, reach - shift, side="left")]
    lower = below[np.searchsorted(other_shift, -reach - shift, side="right")]
    return Comparison(difference, float(min(1.0, chance @ (upper + lower))))


def compare(
    truth: Truth, split: str, first: tuple[str, Results], second: tuple[str, Results], alpha: float = ALPHA
) -> Pair:
    """Apply the three rules to two named submissions on one split of one data set."""
    (name_a, a), (name_b, b) = first, second
    test = compare_balanced_errors(truth.y[split], a.outputs[split], b.outputs[split])

    def pair(lead: float, rule: str) -> Pair:
        winner = None if lead == 0 else name_a if lead < 0 else name_b
        return Pair(truth.name, name_a, name_b, winner, rule, *test)

    if test.p_value < alpha:
        return pair(test.difference, "lower balanced error rate")
    (size_a, probes_a), (size_b, probes_b) = count_features(a, truth), count_features(b, truth)
    if abs(size_a - size_b) / max(size_a, size_b) >= EQUAL_SIZE:
        return pair(size_a - size_b, "fewer features")
    if probes_a is None or probes_b is None:
        return pair(0, "tie: probes not known")
    return pair(probes_a - probes_b, "fewer probes" if probes_a != probes_b else "tie: as many probes")


def compare_all(
    submissions: Sequence[Submission], truths: Mapping[str, Truth], split: str, alpha: float = ALPHA
) -> list[Pair]:
    """Compare every two submissions on every data set that both have results for.

    Raises
    ------
    InputError
        If two submissions have the same name, or no two share a data set whose labels are known.
    """
    names = [submission.name for submission in submissions]
    if len(set(names)) < len(names):
        raise InputError("submissions", f"share a name ({', '.join(sorted(names))})", "Rename the folders or zips.")
    entries: dict[str, list[tuple[str, Results]]] = {}
    for submission in submissions:
        for truth, results in parse(submission, truths):
            if split in results.outputs and split in truth.y:
                entries.setdefault(truth.name, []).append((submission.name, results))
    pairs = [
        compare(truths[dataset], split, first, second, alpha)
        for dataset, entered in sorted(entries.items())
        for first, second in combinations(entered, 2)
    ]
    if not pairs:
        raise InputError("submissions", f"share no data set with known {split} labels", "Give two or more submissions.")
    return pairs


def standings(pairs: Sequence[Pair]) -> pd.DataFrame:
    """Wins minus losses in percent of a submission's comparisons, the mean over its data sets, best first."""
    rows = [
        {"submission": name, "dataset": pair.dataset, "points": _points(pair, name)}
        for pair in pairs
        for name in (pair.first, pair.second)
    ]
    by_dataset = 100 * pd.DataFrame(rows).pivot_table(index="submission", columns="dataset", values="points")
    by_dataset.insert(0, "overall", by_dataset.mean(axis=1))
    return by_dataset.sort_values("overall", ascending=False, kind="stable").rename_axis(columns=None)


def cycles(pairs: Sequence[Pair]) -> list[tuple[str, str, str, str]]:
    """List ``(dataset, a, b, c)`` where a beats b, b beats c and c beats a: there the rules give no order."""
    beats = {(p.dataset, p.winner, p.second if p.winner == p.first else p.first) for p in pairs if p.winner}
    found = []
    for dataset in sorted({pair.dataset for pair in pairs}):
        names = sorted({name for d, winner, loser in beats if d == dataset for name in (winner, loser)})
        for a, b, c in permutations(names, 3):
            if a == min(a, b, c) and {(dataset, a, b), (dataset, b, c), (dataset, c, a)} <= beats:
                found.append((dataset, a, b, c))
    return found


def pair_table(pairs: Sequence[Pair]) -> pd.DataFrame:
    """One row for each comparison with the rule that decided it."""
    return pd.DataFrame(list(pairs))


def _points(pair: Pair, name: str) -> int:
    return 0 if pair.winner is None else 1 if pair.winner == name else -1


def _chance_shifts(
    y: NDArray[np.int8], a: NDArray[np.int8], b: NDArray[np.int8], label: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Possible contributions of one class to the difference of balanced error rates, and their probabilities."""
    of_class = y == label
    disagreements = int((a[of_class] != b[of_class]).sum())
    outcomes = np.arange(disagreements + 1)
    shifts = (2 * outcomes - disagreements) / (2 * of_class.sum())
    return shifts, binom.pmf(outcomes, disagreements, 0.5)
