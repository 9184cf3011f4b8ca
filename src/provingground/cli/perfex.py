"""``provingground perfex predictions.csv --label y --prediction yhat``: where is the model not to be trusted?"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from provingground.cli.plain import plain_typer

app = plain_typer()


@app.command()
def perfex(
    predictions: Annotated[Path, typer.Argument(help="CSV or Parquet file: one row per prediction, with features.")],
    label: Annotated[str, typer.Option(help="Column of the true labels.")],
    prediction: Annotated[str | None, typer.Option(help="Column of the model's predictions.")] = None,
    proba: Annotated[
        list[str] | None,
        typer.Option(help="Column of probabilities of the later of two classes, or CLASS=COLUMN once per class."),
    ] = None,
    metric: Annotated[str, typer.Option(help="accuracy, precision:<class>, brier, mae, ...")] = "accuracy",
    held_out: Annotated[
        Path | None, typer.Option(help="Second file to check the leaves on (default: halves of the first).")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a self-contained report here.")] = None,
    rules: Annotated[str | None, typer.Option(help="Also print the leaves as json, pandas or sql.")] = None,
    drop: Annotated[list[str] | None, typer.Option(help="Column that is no feature, such as an id.")] = None,
    weight: Annotated[str | None, typer.Option(help="Column of sample weights.")] = None,
    max_depth: Annotated[int, typer.Option(help="Most conditions per leaf.")] = 6,
    min_samples_leaf: Annotated[int, typer.Option(help="Fewest rows per leaf.")] = 100,
    min_split_difference: Annotated[float, typer.Option(help="Least difference that a split makes.")] = 0.05,
    candidates: Annotated[int | None, typer.Option(help="Quantiles per numeric feature (default: all values).")] = None,
    confidence: Annotated[float, typer.Option(help="Level of intervals and tests.")] = 0.95,
    permutations: Annotated[int, typer.Option(help="Shuffled trees behind the p-values.")] = 99,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
) -> None:
    """Explain where a model fails, with evidence.

    Grows a tree (PERFEX) whose leaves say under which conditions the metric is low or high, with intervals and a test
    of whether there is anything to see.

    Examples:

        provingground perfex predictions.csv --label y --prediction yhat --html report.html

        provingground perfex predictions.parquet --label y --proba p_yes --metric brier --drop id
    """
    # Imported here: --help does not wait for numba.
    from provingground.perfex import PerfexTree, report
    from provingground.perfex.metrics import PLAIN_METRICS
    from provingground.perfex.predictions import Columns, identifier_like, parse_proba, read_predictions

    columns = Columns(label, prediction, parse_proba(proba or []), weight, tuple(drop or ()))
    is_regression = metric in PLAIN_METRICS and PLAIN_METRICS[metric]().regression
    first, second = (
        None if path is None else read_predictions(path, columns, regression=is_regression)
        for path in (predictions, held_out)
    )
    assert first is not None
    for name in identifier_like(first.X):
        typer.echo(
            f"Warning: no value of column {name!r} occurs twice, as in an identifier. If it is one, leave it out: "
            f"--drop {shlex.quote(name)}",
            err=True,
        )
    tree = PerfexTree(
        metric,
        max_depth=max_depth,
        min_samples_leaf=min_samples_leaf,
        min_split_difference=min_split_difference,
        candidates=candidates,
        confidence=confidence,
        n_permutations=permutations,
        random_state=seed,
    )
    made = report.make_report(tree, first, second)
    typer.echo(report.as_text(made))
    if rules is not None:
        found = tree.to_rules(rules)
        typer.echo("\n" + (found if isinstance(found, str) else "\n".join(found)))
    if html is not None:
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(report.as_html(made), encoding="utf-8")
        typer.echo(f"\nReport written to {html}")
