"""PERFEX: explain when a classifier can be trusted, with evidence."""

from provingground.perfex.metrics import CLASS_METRICS, PLAIN_METRICS, Metric
from provingground.perfex.quality import Evaluation
from provingground.perfex.tree import PerfexTree

METRIC_NAMES = (*PLAIN_METRICS, *(f"{name}:<class>" for name in CLASS_METRICS))

__all__ = ["METRIC_NAMES", "Evaluation", "Metric", "PerfexTree"]
