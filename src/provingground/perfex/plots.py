"""A tree in pictures: nodes, leaf values with intervals, regions in the plane of two features."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize
from matplotlib.patches import Rectangle

from provingground.errors import InputError
from provingground.perfex.columns import Column, encode, frame_of
from provingground.perfex.explain import conditions_of, even_texts, merge
from provingground.perfex.growing import Node
from provingground.plotting import PALETTE

if TYPE_CHECKING:
    from provingground.perfex.tree import PerfexTree

# Perceptually even, readable in grey, and safe for colour-vision deficiencies.
COLOURS = "cividis"
LABEL_WIDTH = 44  # characters per line of a label
LONGEST_CONDITION = 120  # characters of a condition in a plot; the text has it in full
LINE_INCHES, CHARACTER_INCHES = 0.155, 0.068  # of labels
NODE_INCHES = 0.42  # half the width of a node


def plot_leaves(tree: PerfexTree, ax: Axes | None = None) -> Axes:
    """Value of each leaf with its interval, lowest at the top; the size of the leaf stands at the right.

    Leaves that cannot be told from the other rows are drawn hollow.
    """
    leaves = tree.leaves_.sort_values("value", kind="stable", ascending=False).reset_index(drop=True)
    labels = [_wrapped(map(str, merge(path))) or "all rows" for path in leaves["conditions"]]
    lines = np.array([label.count("\n") + 1 for label in labels])
    place = np.cumsum(lines + 1.0) - lines / 2.0  # in lines of text: long labels get room
    ax = _axes(ax, (8.0, 1.2 + LINE_INCHES * (lines.sum() + len(lines))))
    is_noise = (leaves["p_value"] > 1.0 - tree.confidence).to_numpy() & (len(leaves) > 1)
    for kind, face, suffix in (
        (~is_noise, PALETTE["blue"], ""),
        (is_noise, "white", ", no more than the search finds in noise"),
    ):
        value = leaves.loc[kind, "value"]
        errors = np.abs([value - leaves.loc[kind, "lower"], leaves.loc[kind, "upper"] - value])
        if len(value):
            label = f"leaf, {100 * tree.confidence:g} % interval{suffix}"
            ax.errorbar(
                value, place[kind], xerr=errors, fmt="o", capsize=3, color=PALETTE["blue"], mfc=face, label=label
            )
    ax.axvline(tree.root_.value, color=PALETTE["vermilion"], linestyle="--", label="all rows")
    ax.set_yticks(place, [_literal(label) for label in labels], fontsize=9)
    ax.set_ylim(0.0, place[-1] + lines[-1] / 2.0 + 1.0)
    ax.set_xlabel(tree.metric_.name)
    for y, n in zip(place, leaves["n"], strict=True):
        ax.annotate(
            f"n = {n:,}", (1.02, y), xycoords=("axes fraction", "data"), va="center", color=PALETTE["grey"], fontsize=9
        )
    ax.grid(visible=False, axis="y")
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=1)
    return ax


def plot_tree(tree: PerfexTree, ax: Axes | None = None) -> Axes:
    """The tree from left to right: each node's value and rows, the condition on the way into it."""
    n_leaves = len(tree.leaves_)
    drawn = list(_drawn(tree.root_, tree.columns_, dict(_places(tree.root_, iter(range(n_leaves))))))
    across = _columns_of_nodes(drawn)
    most_lines = max(node.label.count("\n") + 1 for node in drawn)
    ax = _axes(ax, (across[-1] + 2.0 * NODE_INCHES, 0.6 + (0.4 + LINE_INCHES * most_lines) * n_leaves), whole=True)
    norm, colours = _scale(tree)
    for node, value in zip(drawn, even_texts([node.value for node in drawn]), strict=True):
        x = across[node.depth]
        if node.parent is not None:
            start = across[node.depth - 1] + NODE_INCHES
            bends = [start, start + NODE_INCHES / 2.0, x - NODE_INCHES]
            ax.plot(bends, [node.parent, node.height, node.height], color=PALETTE["grey"], linewidth=1, zorder=1)
            ax.annotate(
                _literal(node.label),
                (bends[1], node.height),
                xytext=(3, 3),
                textcoords="offset points",
                va="bottom",
                fontsize=8,
            )
        colour = colours(norm(node.value))
        ax.annotate(
            f"{value}\nn = {node.n:,}",
            (x, node.height),
            ha="center",
            va="center",
            fontsize=8.5,
            color=_ink(colour),
            bbox={"boxstyle": "round,pad=0.35", "facecolor": colour, "edgecolor": "none"},
            zorder=3,
        )
    ax.set_xlim(-NODE_INCHES, across[-1] + NODE_INCHES)
    ax.set_ylim(n_leaves - 0.4, -0.8)
    ax.set_axis_off()
    ax.set_title(f"{tree.metric_.name} by node")
    return ax


def plot_regions(tree: PerfexTree, X: Any, features: tuple[str, str] | None = None, ax: Axes | None = None) -> Axes:
    """Rows in the plane of two numeric features, coloured by the value of their leaf."""
    names = [column.name for column in tree.columns_]
    across, up = features or _two_numeric_features(tree)
    for name in (across, up):
        if name not in names or tree.columns_[names.index(name)].is_categorical:
            raise InputError("plot_regions", f"{name!r} is no numeric feature of the tree", f"Choose from {names}.")
    positions = names.index(across), names.index(up)
    values = encode(frame_of(X, names), tree.columns_)
    ax = _axes(ax, (6.4, 5.0))
    norm, colours = _scale(tree)
    x, y = values[positions[0]], values[positions[1]]
    leaf_values = tree.leaves_["value"].to_numpy()[tree.root_.apply(values)]
    ax.scatter(x, y, c=leaf_values, cmap=colours, norm=norm, s=10, linewidth=0, alpha=0.85, zorder=2)
    if _features_used(tree.root_) <= set(positions):
        _draw_borders(ax, tree, positions)
    ax.set(xlabel=across, ylabel=up)
    ax.figure.colorbar(mpl.cm.ScalarMappable(norm, colours), ax=ax, label=f"{tree.metric_.name} of the leaf")
    return ax


def _axes(ax: Axes | None, size: tuple[float, float], *, whole: bool = False) -> Axes:
    """Axes of a new figure of this size in inches, which they fill if ``whole``, unless some are given."""
    if ax is not None:
        return ax
    figure, ax = plt.subplots(figsize=size)
    if whole:
        figure.subplots_adjust(0.0, 0.0, 1.0, 1.0 - 0.3 / size[1])
    return ax


def _scale(tree: PerfexTree) -> tuple[Normalize, Colormap]:
    values = tree.leaves_["value"]
    low, high = float(values.min()), float(values.max())
    return Normalize(low, high if high > low else low + 1.0), mpl.colormaps[COLOURS]


def _ink(colour: tuple[float, float, float, float]) -> str:
    luminance = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "black" if luminance > 0.5 else "white"


def _wrapped(parts: Iterable[str], width: int = LABEL_WIDTH) -> str:
    """Conditions one after the other on lines of at most ``width`` characters, where a condition is not longer."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f", {part}"
        else:
            lines[-1:] = [*(line + "," for line in lines[-1:]), *textwrap.wrap(_shortened(part), width)]
    return "\n".join(lines)


def _shortened(condition: str) -> str:
    return condition if len(condition) <= LONGEST_CONDITION else condition[: LONGEST_CONDITION - 1] + "…"


def _literal(text: str) -> str:
    """Text without matplotlib's mathematics: a dollar sign in a category is a dollar sign."""
    return text.replace("$", r"\$")


def _places(node: Node, heights: Iterator[int]) -> Iterator[tuple[int, float]]:
    """Height of each node by identity: leaves in order, parents between their children."""
    if node.children is None:
        yield id(node), float(next(heights))
        return
    below = [list(_places(child, heights)) for child in node.children]
    for placed in below:
        yield from placed
    yield id(node), (below[0][-1][1] + below[1][-1][1]) / 2.0


@dataclass(frozen=True)
class _DrawnNode:
    """A node with its place: depth from the left, height in leaves, height of its parent, condition on the way in."""

    value: float
    n: int
    depth: int
    height: float
    parent: float | None
    label: str


def _drawn(
    node: Node,
    columns: Sequence[Column],
    heights: dict[int, float],
    depth: int = 0,
    parent: float | None = None,
    label: str = "",
) -> Iterator[_DrawnNode]:
    height = heights[id(node)]
    yield _DrawnNode(node.value, node.n, depth, height, parent, label)
    if node.split is not None and node.children is not None:
        conditions = conditions_of(node.split, columns[node.split.feature])
        for child, condition in zip(node.children, conditions, strict=True):
            text = _wrapped([str(condition)], width=LABEL_WIDTH - 8)
            yield from _drawn(child, columns, heights, depth + 1, height, text)


def _columns_of_nodes(drawn: Sequence[_DrawnNode]) -> list[float]:
    """Place of each depth in inches: between two of them there is room for the longest condition."""
    across = [0.0]
    for depth in range(1, 1 + max(node.depth for node in drawn)):
        longest = max(len(line) for node in drawn if node.depth == depth for line in node.label.split("\n"))
        across.append(across[-1] + 2.5 * NODE_INCHES + CHARACTER_INCHES * longest + 0.1)
    return across


def _features_used(node: Node) -> set[int]:
    if node.split is None or node.children is None:
        return set()
    return {node.split.feature}.union(*(_features_used(child) for child in node.children))


def _two_numeric_features(tree: PerfexTree) -> tuple[str, str]:
    numeric = [i for i, column in enumerate(tree.columns_) if not column.is_categorical]
    used = [i for i in numeric if i in _features_used(tree.root_)]
    chosen = (used + [i for i in numeric if i not in used])[:2]
    if len(chosen) < 2:
        raise InputError("plot_regions", "needs two numeric features", "Use plot_leaves instead.")
    first, second = sorted(chosen)
    return tree.columns_[first].name, tree.columns_[second].name


def _draw_borders(ax: Axes, tree: PerfexTree, positions: tuple[int, int]) -> None:
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    norm, colours = _scale(tree)
    for value, box in _boxes(tree.root_, positions, (left, right, bottom, top)):
        corner, width, height = (box[0], box[2]), box[1] - box[0], box[3] - box[2]
        ax.add_patch(Rectangle(corner, width, height, facecolor=colours(norm(value)), alpha=0.18, zorder=0))
        ax.add_patch(Rectangle(corner, width, height, fill=False, edgecolor=PALETTE["black"], linewidth=1, zorder=3))
    ax.set(xlim=(left, right), ylim=(bottom, top))


def _boxes(
    node: Node, positions: tuple[int, int], box: tuple[float, float, float, float]
) -> Iterator[tuple[float, tuple[float, float, float, float]]]:
    if node.split is None or node.children is None:
        yield node.value, box
        return
    axis = 2 * positions.index(node.split.feature)
    threshold = min(max(node.split.threshold, box[axis]), box[axis + 1])
    below, above = list(box), list(box)
    below[axis + 1] = above[axis] = threshold
    for child, part in zip(node.children, (below, above), strict=True):
        yield from _boxes(child, positions, cast("tuple[float, float, float, float]", tuple(part)))
