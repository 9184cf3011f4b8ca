"""One page about one tree: text for the terminal, self-contained HTML for everyone else."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.base import clone

from provingground.errors import InputError
from provingground.perfex.explain import even_texts, merge, p_text
from provingground.perfex.predictions import Columns, Predictions
from provingground.perfex.quality import Evaluation
from provingground.perfex.tree import PerfexTree
from provingground.plotting import use_house_style

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.verdict { border-left: 5px solid #0072B2; background: #f2f7fb; padding: .7rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; font-size: .92rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1rem 0; } .wide img { display: block; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
td, th { padding: .3rem .7rem; text-align: right; vertical-align: top; white-space: nowrap; }
th { border-bottom: 1px solid #999; } tr:nth-child(even) td { background: #f6f6f6; }
td.text, th.text { text-align: left; white-space: normal; min-width: 13rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f6f6f6; padding: .8rem 1rem; }
@media (max-width: 40rem) { dl { display: block; } dd { margin-bottom: .4rem; } }
"""


@dataclass(frozen=True)
class Report:
    """A tree on all rows, its evaluation (Algorithm 2), and how the evaluation was made, in words."""

    source: str
    columns: Columns
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
        return Report(first.source, first.columns, tree, evaluation, f"{len(second.y):,} rows of {second.source}")
    shuffled = np.random.default_rng(tree.random_state).permutation(len(first.y))
    one, other = (first.take(np.sort(part)) for part in np.array_split(shuffled, 2))
    with _naming(f"{first.source}, one half"):
        evaluation = clone(tree).fit(one.X, **one.outcomes()).evaluate(other.X, **other.outcomes())
    words = f"one random half ({len(other.y):,} rows) of a tree grown on the other half"
    return Report(first.source, first.columns, tree, evaluation, words)


@contextmanager
def _naming(source: str) -> Iterator[None]:
    """Put the file's name into the errors of the library, which knows arrays only."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{source}, {error.where}", error.problem, error.remedy) from error


class Line(NamedTuple):
    """One number of the evidence and how to read it."""

    name: str
    value: str
    meaning: str


def evidence_lines(report: Report) -> list[Line]:
    """What the evaluation says."""
    result, name = report.evaluation, report.tree.metric_.name
    overall, spread, shuffled_spread, mae, std, one_leaf, shuffled_mae, skill = even_texts(
        [
            report.tree.root_.value,
            result.spread,
            result.shuffled_spread,
            result.mae,
            result.std,
            result.one_leaf_mae,
            result.shuffled_mae,
            result.brier_skill,
        ]
    )
    return [
        Line(f"{name} of all rows", overall, "what the leaves differ from"),
        Line("leaves of the evaluated tree", f"{result.n_leaves}", "groups that the numbers below are about"),
        Line("of these without a held-out value", f"{result.n_empty}", "left out of the errors below"),
        Line("spread", spread, "largest minus smallest value of a leaf"),
        Line("spread after shuffling", shuffled_spread, "what chance alone gives: a spread near it means nothing"),
        Line("p-value of the spread", p_text(result.spread_p_value), "share of shuffled trees with a spread as large"),
        Line("MAE", mae, "mean over leaves of |value - value on held-out rows|: how far a leaf's value is off"),
        Line("standard deviation of these errors", std, "how unequal the leaves are in this"),
        Line(
            "MAE of one leaf for all rows", one_leaf, "lower without explaining anything: a low MAE alone is no merit"
        ),
        Line("MAE after shuffling", shuffled_mae, "of trees that found nothing but chance"),
        Line("Brier skill", skill, "share of the error per row that the leaves explain; 0 or less: nothing"),
    ]


def facts(report: Report) -> list[tuple[str, str]]:
    """What was explained, from what, with which settings, as (name, value) pairs."""
    tree, columns, metric = report.tree, report.columns, report.tree.metric_
    proba = columns.proba or {}
    candidates = "every value" if tree.candidates is None else f"{tree.candidates} quantiles of a number"
    pairs = [
        ("File", report.source),
        ("Rows, features", f"{tree.root_.n:,} rows, {tree.n_features_in_} features"),
        ("True labels", f"column {columns.label}"),
        ("Predictions", f"column {columns.prediction}" if columns.prediction else "the most probable class"),
        ("Probabilities", ", ".join(f"column {name}" + (f" of {of}" if of else "") for of, name in proba.items())),
        ("Weights", f"column {columns.weight}" if columns.weight else ""),
        ("Left out", ", ".join(columns.drop)),
        (
            "Metric",
            f"{metric.name}, {'higher' if metric.higher_is_better else 'lower'} is better, over {metric.denominator}",
        ),
        (
            "Tree",
            f"depth at most {tree.max_depth}, {tree.min_samples_leaf} rows or more per leaf, splits on {candidates} "
            f"that differ by {tree.min_split_difference:g} or more",
        ),
        (
            "Evidence",
            f"{100 * tree.confidence:g} % intervals, {tree.n_permutations} shuffled trees, seed {tree.random_state}",
        ),
        ("Made by", f"provingground {version('provingground')}"),
    ]
    return [(name, value) for name, value in pairs if value]


def as_text(report: Report) -> str:
    """The paper's text with intervals and the verdict, then the evidence."""
    evidence = evidence_lines(report)
    width = max(len(line.name) for line in evidence)
    lines = [f"  {line.name:<{width}}  {line.value}" for line in evidence]
    return "\n".join([report.tree.explain(), "", f"Evidence, on {report.evaluated_on}:", *lines])


def as_html(report: Report) -> str:
    """A page without any outside file; every name and value of the data is escaped."""
    tree = report.tree
    with mpl.rc_context():
        use_house_style()
        leaves_image = _image(tree.plot_leaves(), "value of each leaf with its interval")
        tree_image = _image(tree.plot_tree(), "the tree")
    title = f"Where is {tree.metric_.name} low or high?"
    listed = "".join(f"<dt>{_safe(name)}</dt><dd>{_safe(value)}</dd>" for name, value in facts(report))
    evidence = pd.DataFrame(evidence_lines(report)).set_axis(["measure", "value", "how to read it"], axis=1)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_safe(title)}</title><style>{STYLE}</style></head><body>
<h1>{_safe(title)}</h1>
<p class="verdict">{_safe(tree.verdict())}</p>
<dl>{listed}</dl>
<h2>Leaves, lowest value first</h2>
{leaves_image}
{_table(_leaves(tree), text_columns={"conditions"})}
<p>Adjusted p-value: how often the search finds a leaf that stands out as much where there is nothing to find.</p>
<h2>Tree</h2>
{tree_image}
<h2>Evidence</h2>
<p>On {_safe(report.evaluated_on)}.</p>
{_table(evidence, text_columns={"measure", "how to read it"})}
<h2>In words</h2>
<pre>{_safe(tree.explain())}</pre>
</body></html>
"""


def _safe(text: object) -> str:
    return html.escape(str(text))


def _leaves(tree: PerfexTree) -> pd.DataFrame:
    leaves = tree.leaves_.sort_values("value", kind="stable")
    numbers = even_texts([*leaves["value"], *leaves["lower"], *leaves["upper"]])
    value, lower, upper = (numbers[part * len(leaves) : (part + 1) * len(leaves)] for part in range(3))
    return pd.DataFrame(
        {
            "conditions": ["\n".join(map(str, merge(path))) or "all rows" for path in leaves["conditions"]],
            "rows": [f"{n:,}" for n in leaves["n"]],
            tree.metric_.name: value,
            f"{100 * tree.confidence:g} % interval": [f"{a} to {b}" for a, b in zip(lower, upper, strict=True)],
            "adjusted p-value": [p_text(p_value) for p_value in leaves["p_value"]],
        }
    )


def _table(frame: pd.DataFrame, text_columns: set[str]) -> str:
    kinds = [' class="text"' if name in text_columns else "" for name in frame.columns]

    def row(tag: str, cells: Iterable[object]) -> str:
        texts = (_safe(cell).replace("\n", "<br>") for cell in cells)
        return "".join(f"<{tag}{kind}>{text}</{tag}>" for kind, text in zip(kinds, texts, strict=True))

    body = "".join(f"<tr>{row('td', cells)}</tr>" for cells in frame.itertuples(index=False))
    return f'<div class="wide"><table><tr>{row("th", frame.columns)}</tr>{body}</table></div>'


def _image(ax: Axes, name: str) -> str:
    """The figure as an image: nothing in it can act as a part of the page. A narrow page scrolls it at full size."""
    figure = ax.figure
    assert isinstance(figure, Figure)
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": "provingground"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None}, bbox_inches="tight")
    mpl.pyplot.close(figure)
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<div class="wide"><img alt="{_safe(name)}" src="data:image/svg+xml;base64,{data}"></div>'
