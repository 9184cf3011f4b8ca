"""What was published about the five data sets: counts, check-sums, probes, and how sure each preparation can be.

Sources: the official ``.param`` files (counts, sums) and the UCI pages (real features, probes); facts file, section 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from provingground.nips2003.formats import Kind, Param, SplitCounts


class Fidelity(StrEnum):
    """How close a preparation of ours comes to the one of 2003."""

    EXACT = "exact"
    """The published procedure with the published parameters; only the random draw is new."""
    CALIBRATED = "calibrated"
    """The published steps; parameters that were never published are fitted to published statistics."""
    APPROXIMATE = "approximate"
    """The published idea; steps or sources are missing and replaced by ours."""


@dataclass(frozen=True)
class Published:
    """One data set of the benchmark as it was distributed in 2003."""

    name: str
    topic: str
    param: Param
    n_real: int
    fidelity: Fidelity
    best_entries: tuple[str, str]
    """Who had the best entry on 1 December and on 8 December 2003 (challenge pages and workshop slides)."""

    @property
    def n_probes(self) -> int:
        """Features that are random by construction."""
        return self.param.n_features - self.n_real


_ABOUT = {
    "arcene": ("cancer against normal in mass spectra", Kind.DENSE, 7000, 3000, Fidelity.APPROXIMATE),
    "dexter": ("texts about corporate acquisitions", Kind.SPARSE_INTEGER, 9947, 10053, Fidelity.APPROXIMATE),
    "dorothea": ("compounds that bind to thrombin", Kind.SPARSE_BINARY, 50000, 50000, Fidelity.APPROXIMATE),
    "gisette": ("handwritten 4 against 9", Kind.DENSE, 2500, 2500, Fidelity.CALIBRATED),
    "madelon": ("artificial clusters in five dimensions", Kind.DENSE, 20, 480, Fidelity.EXACT),
}

_COUNTS = {  # positive, negative and check-sum of train, valid and test
    "arcene": ((44, 56, 70726744), (44, 56, 71410108), (310, 390, 493023349)),
    "dexter": ((150, 150, 2816528), (150, 150, 2820952), (1000, 1000, 19127295)),
    "dorothea": ((78, 722, 727760), (34, 316, 317752), (78, 722, 730851)),
    "gisette": ((3000, 3000, 3164568508), (500, 500, 535016668), (3250, 3250, 3431572010)),
    "madelon": ((1000, 1000, 488083511), (300, 300, 146395833), (900, 900, 439209553)),
}


_BEST = {  # the challenge's numbers are in no source that we have; the names are
    "arcene": ("Neal and Zhang", "Neal (BayesNN-small)"),
    "dexter": ("Neal and Zhang", "Lal (FS+SVM)"),
    "dorothea": ("Neal and Zhang", "Neal and Zhang"),
    "gisette": ("Chen (final 2)", "Chen (final 2)"),
    "madelon": ("Chu Wei (Bayesian + SVMs)", "Chu Wei (Bayesian + SVMs)"),
}


def _published(name: str) -> Published:
    topic, kind, n_real, n_probes, fidelity = _ABOUT[name]
    train, valid, test = (SplitCounts(*split) for split in _COUNTS[name])
    return Published(name, topic, Param(kind, n_real + n_probes, train, valid, test), n_real, fidelity, _BEST[name])


PUBLISHED: dict[str, Published] = {name: _published(name) for name in _ABOUT}
"""The five data sets by name."""
