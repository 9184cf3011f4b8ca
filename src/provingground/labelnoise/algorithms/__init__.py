"""The algorithms of the label-noise benchmark: find them here by name and variant, and what they declare in ``base``.

One of your own needs no change here: put a file into ``extensions/`` (see ``examples/own_algorithm.py``). To add one to
the package, write the same in a module of this folder and name the module below; the contract tests then run over it.
"""

from __future__ import annotations

from collections.abc import Sequence

from provingground.errors import InputError, suggest
from provingground.labelnoise.algorithms import extra, forest, khiops, linear, weka, xgb
from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Scores, Session

__all__ = ["ALGORITHMS", "PAPER_NAMES", "Algorithm", "ScoreKind", "Scores", "Session", "get", "panel", "select"]

PAPER_NAMES = (
    "linearSVC",
    "logisticRegression",
    "skRF",
    "wekaRF",
    "khiops",
    "khiopsRF",
    "XGB_SQUERR",
    "XGB_HINGE",
    "XGB_UNHINGED",
    "XGB_RAMP",
)

ALGORITHMS: tuple[Algorithm, ...] = tuple(
    algorithm for module in (linear, forest, weka, khiops, xgb, extra) for algorithm in module.ALGORITHMS
)

_BY_KEY = {(algorithm.name, algorithm.variant): algorithm for algorithm in ALGORITHMS}
# What stands for the published record where it has two states: most of its rows are in the hinge state.
_STANDS_FOR = {"published": ("published", "published-hinge-state", "common"), "corrected": ("corrected", "common")}


def get(name: str, variant: str) -> Algorithm:
    """Return the algorithm with this name and exactly this variant.

    Raises
    ------
    InputError
        When there is none; the message lists the variants of the name, or the nearest names.

    Examples
    --------
    >>> get("XGB_HINGE", "corrected").score_kind
    <ScoreKind.MARGIN: 'margin'>
    """
    if (name, variant) in _BY_KEY:
        return _BY_KEY[name, variant]
    raise InputError(f"algorithm {name!r}, variant {variant!r}", "is not known", _nearest(name))


def select(names: Sequence[str], variants: Sequence[str], own: Sequence[Algorithm] = ()) -> list[Algorithm]:
    """Return every algorithm with one of the names and one of the variants, in the order of the names.

    ``own`` are algorithms beside the registered ones.

    ``common`` counts as every variant, so ``select(["skRF"], ["published"])`` finds the one random forest. A pattern
    such as ``published*`` is not understood: name the variants.

    Raises
    ------
    InputError
        When a name has none of the variants, so that a typing error never drops an algorithm.

    Examples
    --------
    >>> [str(found) for found in select(["skRF", "XGB_HINGE"], ["published", "corrected"])]
    ['skRF (common)', 'XGB_HINGE (published)', 'XGB_HINGE (corrected)']
    """
    chosen = []
    for name in names:
        found = [a for a in (*ALGORITHMS, *own) if a.name == name and a.variant in {*variants, "common"}]
        if not found:
            raise InputError(f"algorithm {name!r}", f"has none of the variants {list(variants)}", _nearest(name, own))
        chosen += found
    return chosen


def panel(kind: str) -> list[Algorithm]:
    """Return the paper's ten algorithms, ``kind`` "published" or "corrected", in the paper's order.

    Published UNHINGED and RAMP are those of the hinge state, in which most of the published rows are.

    Examples
    --------
    >>> [algorithm.name for algorithm in panel("published")] == list(PAPER_NAMES)
    True
    """
    if kind not in _STANDS_FOR:
        raise InputError(f"panel {kind!r}", f"is not known, expected one of {list(_STANDS_FOR)}")
    return [
        next(_BY_KEY[name, variant] for variant in _STANDS_FOR[kind] if (name, variant) in _BY_KEY)
        for name in PAPER_NAMES
    ]


def _nearest(name: str, own: Sequence[Algorithm] = ()) -> str:
    variants = [known.variant for known in (*ALGORITHMS, *own) if known.name == name]
    if variants:
        return f"{name} has the variants {', '.join(variants)}."
    return suggest(name, sorted({known.name for known in (*ALGORITHMS, *own)}))
