"""One page about one tree: text for the terminal, self-contained HTML for everyone else."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.base import clone

from provingground.errors import InputError
from provingground.perfex.explain import merge, value_text
from provingground.perfex.predictions import Predictions
from provingground.perfex.quality import Evaluation
from provingground.perfex.tree import PerfexTree

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.verdict { border-left: 5px solid #0072B2; background: #f2f7fb; padding: .7rem 1rem; }
table { border-collapse: collapse; font-size: .92rem; } td, th { padding: .25rem .7rem; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr:nth-child(even) { background: #f6f6f6; }
pre { white-space: pre-wrap; background: #f6f6f6; padding: .8rem 1rem; } img { max-width: 100%; }
"""


@dataclass(frozen=True)
class Report:
    """A tree on all rows, its evaluation (Algorithm 2), and how the evaluation was made, in words."""

    source: str
    tree: PerfexTree
    evaluation: Evaluation
    evaluated_on: str


def make_report(tree: PerfexTree, first: Predictions, second: Predictions | None) -> Report:
    """Fit ``tree`` on all rows of ``first``; evaluate it on ``second``, or a copy of it on halves of ``first``.

    Raises
    ------
    InputError
        As from `PerfexTree.fit`, with the file's name before the place.
    """
    with _naming(first.source):
        tree.fit(first.X, **first.outcomes())
    if second is not None:
        with _naming(second.source):
            evaluation = tree.evaluate(second.X, **second.outcomes())
        return Report(first.source, tree, evaluation, f"{len(second.y):,} rows of {second.source}")
    shuffled = np.random.default_rng(tree.random_state).permutation(len(first.y))
    one, other = (first.take(np.sort(part)) for part in np.array_split(shuffled, 2))
    with _naming(f"{first.source}, one half"):
        evaluation = clone(tree).fit(one.X, **one.outcomes()).evaluate(other.X, **other.outcomes())
    words = f"one random half ({len(other.y):,} rows) of a tree grown on the other half"
    return Report(first.source, tree, evaluation, words)


@contextmanager
def _naming(source: str) -> Iterator[None]:
    """Put the file's name into the errors of the library, which knows arrays only."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{source}, {error.where}", error.problem, error.remedy) from error


def evidence_lines(report: Report) -> list[tuple[str, str]]:
    """What the evaluation says, as (name, value) pairs."""
    result, name = report.evaluation, report.tree.metric_.name
    pairs = [
        (f"{name} of all rows", value_text(report.tree.root_.value)),
        ("leaves (without a held-out value)", f"{result.n_leaves} ({result.n_empty})"),
        ("spread of the leaf values", value_text(result.spread)),
        ("spread after shuffling the outcomes", value_text(result.shuffled_spread)),
        ("p-value of the spread", f"{result.spread_p_value:.2g}"),
        ("MAE between leaf and held-out values", f"{value_text(result.mae)} (sd {value_text(result.std)})"),
        ("MAE of one leaf for all (lower is no merit)", value_text(result.one_leaf_mae)),
        ("MAE after shuffling the outcomes", value_text(result.shuffled_mae)),
        ("Brier skill of the leaf values (0: none)", value_text(result.brier_skill)),
    ]
    return [(label, "not defined" if value == "nan" else value) for label, value in pairs]


def as_text(report: Report) -> str:
    """The paper's text with intervals and the verdict, then the evidence."""
    pairs = evidence_lines(report)
    width = max(len(label) for label, _ in pairs)
    lines = [f"  {label:<{width}}  {value}" for label, value in pairs]
    return "\n".join([report.tree.explain(), "", f"Evidence, on {report.evaluated_on}:", *lines])


def as_html(report: Report) -> str:
    """A page without any outside file; every name and value of the data is escaped."""
    tree = report.tree
    rows = "".join(
        f"<tr><td>{_safe(label)}</td><td>{_safe(value)}</td></tr>" for label, value in evidence_lines(report)
    )
    title = f"Where is {tree.metric_.name} low or high?"
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{_safe(title)}</title><style>{STYLE}</style></head><body>
<h1>{_safe(title)}</h1>
<p>{_safe(report.source)}, {tree.root_.n:,} rows, {tree.n_features_in_} features.</p>
<p class="verdict">{_safe(tree.verdict())}</p>
<h2>Leaves, lowest value first</h2>
{_image(tree.plot_leaves(), "values of the leaves")}
{_leaf_table(tree)}
<h2>Tree</h2>
{_image(tree.plot_tree(), "tree")}
<h2>Evidence, on {_safe(report.evaluated_on)}</h2>
<table>{rows}</table>
<h2>In words</h2>
<pre>{_safe(tree.explain())}</pre>
</body></html>
"""


def _safe(text: object) -> str:
    return html.escape(str(text))


def _leaf_table(tree: PerfexTree) -> str:
    leaves = tree.leaves_.sort_values("value", kind="stable")
    shown = pd.DataFrame(
        {
            "conditions": [", ".join(map(str, merge(path))) or "all rows" for path in leaves["conditions"]],
            "rows": leaves["n"],
            tree.metric_.name: leaves["value"].map(value_text),
            f"{100 * tree.confidence:g} % interval": [
                f"{value_text(low)} to {value_text(high)}"
                for low, high in zip(leaves["lower"], leaves["upper"], strict=True)
            ],
            "adjusted p-value": leaves["p_value"].map("{:.2g}".format),
        }
    )
    return shown.to_html(index=False, border=0, escape=True)


def _image(ax: Axes, name: str) -> str:
    """The figure as an image: nothing in it can act as a part of the page."""
    figure = ax.figure
    assert isinstance(figure, Figure)
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None}, bbox_inches="tight")
    mpl.pyplot.close(figure)
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<img alt="{_safe(name)}" src="data:image/svg+xml;base64,{data}">'
