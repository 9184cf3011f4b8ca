"""PERFEX: explain when a classifier can be trusted, with evidence."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from provingground.perfex.metrics import METRIC_NAMES, Metric
    from provingground.perfex.quality import Evaluation
    from provingground.perfex.tree import PerfexTree

__all__ = ["METRIC_NAMES", "Evaluation", "Metric", "PerfexTree"]

_HOMES = {"METRIC_NAMES": "metrics", "Metric": "metrics", "Evaluation": "quality", "PerfexTree": "tree"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for: whoever reads this part's settings alone need not wait for numba."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
