"""Ablations: one thing about the protocol or the algorithms is changed, all else stays as it is (params.yaml).

A value that is the standard one plans the very cells of the main benchmark, so it is read from the store where those
were computed. Flips and fits' seeds are shared by all values, so that differences are paired fold by fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from provingground.errors import InputError, suggest
from provingground.labelnoise.algorithms import Algorithm, select
from provingground.labelnoise.differences import gains
from provingground.labelnoise.panel import cell_means, describe_metric
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.settings import Ablation, Value
from provingground.plotting import PALETTE

_OF_PROTOCOL = {
    "noise.model": "noise_model",
    "noise.nested": "nested",
    "noise.seed": "noise_seed",
    "splits.seed": "split_seed",
    "splits.folds": "folds",
}
_OF_ALGORITHMS = "parameters."


@dataclass(frozen=True)
class Arm:
    """One value of an ablation: the protocol and the algorithms that it makes."""

    value: str
    protocol: Protocol
    algorithms: tuple[Algorithm, ...]


def arms(ablation: Ablation, protocol: Protocol, own: Sequence[Algorithm] = ()) -> list[Arm]:
    """Turn the values of an ablation into what is to be run; ``own`` are algorithms beside the registered ones.

    Raises
    ------
    InputError
        If ``change`` names nothing that can be changed, or a parameter that one of the algorithms does not have.

    Examples
    --------
    >>> ablation = Ablation(change="parameters.rounds", values=(100, 10), algorithms=("XGB_RAMP",))
    >>> [(arm.value, arm.algorithms[0].parameters["rounds"]) for arm in arms(ablation, Protocol(levels=(0.0, 0.5)))]
    [('100', 100), ('10', 10)]
    """
    algorithms = select(ablation.algorithms, ablation.variants, own)
    return [_arm(ablation.change, value, protocol, algorithms) for value in ablation.values]


def _arm(change: str, value: Value, protocol: Protocol, algorithms: Sequence[Algorithm]) -> Arm:
    if change in _OF_PROTOCOL:
        changed: dict[str, Any] = {_OF_PROTOCOL[change]: value}
        return Arm(str(value), replace(protocol, **changed), tuple(algorithms))
    if not change.startswith(_OF_ALGORITHMS):
        raise _unknown(change, [*_OF_PROTOCOL, f"{_OF_ALGORITHMS}<name of an algorithm's parameter>"])
    name = change.removeprefix(_OF_ALGORITHMS)
    return Arm("none" if value is None else str(value), protocol, tuple(_with(one, name, value) for one in algorithms))


def _with(algorithm: Algorithm, name: str, value: Value) -> Algorithm:
    known = {*algorithm.parameters, *algorithm.optional}
    if name not in known:  # a library may ignore what it does not know, and the ablation would show "no effect"
        raise _unknown(f"{_OF_ALGORITHMS}{name}", sorted(f"{_OF_ALGORITHMS}{one}" for one in known), str(algorithm))
    parameters = {key: given for key, given in algorithm.parameters.items() if key != name}
    return replace(algorithm, parameters=parameters if value is None else {**parameters, name: value})


def _unknown(change: str, known: Sequence[str], of: str = "the protocol") -> InputError:
    problem = f"is nothing that can be changed in {of}"
    return InputError(f"ablations, change '{change}'", problem, suggest(change, known))


def count_arms(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells of each value, how many failed, and the first error."""
    failed = cells["status"] != "ok"
    marked = cells.assign(failed=failed, error=cells["error"].where(failed))
    groups = marked.groupby(["ablation", "value"], sort=False)
    return groups.agg(cells=("key", "size"), failed=("failed", "sum"), first_error=("error", "first")).reset_index()


def arm_means(cells: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Mean over folds of a metric for each value of an ablation.

    Parameters
    ----------
    cells
        Cells of one ablation with a column ``value``.

    Returns
    -------
    As :func:`~provingground.labelnoise.panel.cell_means` gives it, with ``value``, in the order of the values.
    """
    parts = [
        cell_means(group.drop(columns="value"), [metric]).assign(value=value)
        for value, group in cells.groupby("value", sort=False)
    ]
    return pd.concat(parts, ignore_index=True)


def effects(cells: pd.DataFrame, metric: str) -> pd.DataFrame:
    """How far each value moves a metric from that under the first value, paired by data set.

    Returns
    -------
    One row per value but the first, algorithm, variant and level: mean ``difference`` with a bootstrap interval
    (``low``, ``high``) over ``n`` data sets.
    """
    means = arm_means(cells, metric)
    standard, *others = means["value"].unique()
    parts = [
        gains(means, "value", standard, value, ["algorithm", "variant", "rho"]).assign(value=value) for value in others
    ]
    return pd.concat(parts)[["value", "algorithm", "variant", "rho", "difference", "low", "high", "n"]]


def realised_flips(cells: pd.DataFrame) -> pd.DataFrame:
    """Share of each class's training labels that were really flipped, and was expected to be (means over cells).

    Returns
    -------
    One row per value, data set and level: ``negative``, ``positive``, ``negative_expected``, ``positive_expected``.
    """
    ok = cells[(cells["status"] == "ok") & (cells["rho"] > 0)]
    shares = ok[["value", "dataset", "rho"]].copy()
    for side in ("negative", "positive"):
        shares[f"{side}_expected"] = ok[f"flips_requested_{side}"]  # a mean probability: the expected share
        labels = ok[f"flips_expected_{side}"] / ok[f"flips_requested_{side}"]
        shares[side] = ok[f"flips_realised_{side}"] / labels
    means = shares.groupby(["value", "dataset", "rho"], sort=False).mean().reset_index()
    return means[["value", "dataset", "rho", "negative", "negative_expected", "positive", "positive_expected"]]


_COLOURS = ("black", "vermilion", "blue", "green", "orange", "purple")


def ablation_figure(cells: pd.DataFrame, metrics: Sequence[str]) -> Figure:
    """Draw mean metrics over data sets against the noise level: a column per algorithm, a line per value.

    The first value, the one to compare with, is the thick black line.
    """
    names = list(dict.fromkeys(zip(cells["algorithm"], cells["variant"], strict=True)))
    values = list(cells["value"].unique())
    figure = Figure(figsize=(max(2.1 * len(names), 6) + 0.8, 2.2 * len(metrics) + 0.7), layout="constrained")
    grid = figure.subplots(len(metrics), len(names), sharex=True, sharey="row", squeeze=False)
    for row, metric in zip(grid, metrics, strict=True):
        means = arm_means(cells, metric).groupby(["algorithm", "variant", "value", "rho"])["mean"].mean()
        for axes, (algorithm, variant) in zip(row, names, strict=True):
            for place, value in enumerate(values):
                line = means.loc[algorithm, variant, value]
                axes.plot(line.index, line, label=value, **_look(place))
        row[0].set_ylabel(describe_metric(metric).label)
    for axes, (algorithm, variant) in zip(grid[0], names, strict=True):
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_title(algorithm if variant == "common" else f"{algorithm}\n{variant}", fontsize=9)
    figure.supxlabel(f"noise level ρ (means over {cells['dataset'].nunique()} data sets)", fontsize=10)
    handles = [Line2D([], [], label=value, **_look(place)) for place, value in enumerate(values)]
    figure.legend(handles=handles, title=_title(cells), loc="outside right center")
    return figure


def _title(cells: pd.DataFrame) -> str:
    return str(cells["ablation"].iloc[0]).replace("_", " ") if "ablation" in cells else "value"


def _look(place: int) -> dict[str, Any]:
    colour = PALETTE[_COLOURS[place % len(_COLOURS)]]
    return {"color": colour, "marker": "os^Dv<"[place % 6], "markersize": 4, "linewidth": 2.4 if place == 0 else 1.3}
