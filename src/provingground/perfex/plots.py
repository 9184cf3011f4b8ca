"""A tree in pictures: nodes, leaf values with intervals, regions in the plane of two features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize
from matplotlib.patches import Rectangle

from provingground.errors import InputError
from provingground.perfex.columns import encode, frame_of
from provingground.perfex.explain import conditions_of, merge, value_text
from provingground.perfex.growing import Node
from provingground.plotting import PALETTE

if TYPE_CHECKING:
    from provingground.perfex.tree import PerfexTree

# Perceptually even, readable in grey, and safe for colour-vision deficiencies.
COLOURS = "cividis"
LONGEST_LABEL = 44  # characters of a condition in a plot; the text has it in full


def plot_leaves(tree: PerfexTree, ax: Axes | None = None) -> Axes:
    """Value of each leaf with its interval, lowest at the top; the size of the leaf stands at the right."""
    leaves = tree.leaves_.sort_values("value", kind="stable", ascending=False).reset_index(drop=True)
    ax = _axes(ax, (8.0, 1.6 + 0.42 * len(leaves)))
    place = np.arange(len(leaves))
    value = leaves["value"].to_numpy()
    errors = np.abs(np.vstack([value - leaves["lower"], leaves["upper"] - value]))
    interval = f"{100 * tree.confidence:g} % interval"
    ax.errorbar(value, place, xerr=errors, fmt="o", color=PALETTE["blue"], capsize=3, label=f"leaf, {interval}")
    ax.axvline(tree.root_.value, color=PALETTE["vermilion"], linestyle="--", label="all rows")
    ax.set_yticks(place, [_leaf_label(tree, path) for path in leaves["conditions"]])
    ax.set_ylim(-0.7, len(leaves) - 0.3)
    ax.set_xlabel(tree.metric_.name)
    for y, n in zip(place, leaves["n"], strict=True):
        ax.annotate(
            f"n = {n:,}", (1.02, y), xycoords=("axes fraction", "data"), va="center", color=PALETTE["grey"], fontsize=9
        )
    ax.grid(visible=False, axis="y")
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2)
    return ax


def plot_tree(tree: PerfexTree, ax: Axes | None = None) -> Axes:
    """The tree from left to right: each node's value and rows, the condition on the way into it."""
    n_leaves, depth = len(tree.leaves_), tree.root_.depth
    ax = _axes(ax, (2.0 + 3.0 * (depth + 1), 1.0 + 0.62 * n_leaves))
    norm, colours = _scale(tree)
    places = dict(_places(tree.root_, iter(range(n_leaves))))
    for node, depth_here, height, label, parent in _drawn(tree, tree.root_, 0, "", None, places):
        if parent is not None:
            ax.plot(
                [depth_here - 1 + 0.16, depth_here - 0.62, depth_here - 0.16],
                [parent, height, height],
                color=PALETTE["grey"],
                linewidth=1,
                zorder=1,
            )
            ax.annotate(
                label, (depth_here - 0.4, height), xytext=(0, 3), textcoords="offset points", ha="center", fontsize=8
            )
        colour = colours(norm(node.value))
        ax.annotate(
            f"{value_text(node.value)}\nn = {node.n:,}",
            (depth_here, height),
            ha="center",
            va="center",
            fontsize=8.5,
            color=_ink(colour),
            bbox={"boxstyle": "round,pad=0.35", "facecolor": colour, "edgecolor": "none"},
            zorder=3,
        )
    ax.set_xlim(-0.4, depth + 0.4)
    ax.set_ylim(n_leaves - 0.4, -0.6)
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


def _axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    return plt.subplots(figsize=size)[1] if ax is None else ax


def _scale(tree: PerfexTree) -> tuple[Normalize, Colormap]:
    values = tree.leaves_["value"]
    low, high = float(values.min()), float(values.max())
    return Normalize(low, high if high > low else low + 1.0), mpl.colormaps[COLOURS]


def _ink(colour: tuple[float, float, float, float]) -> str:
    luminance = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "black" if luminance > 0.5 else "white"


def _leaf_label(tree: PerfexTree, path: Any) -> str:
    parts = [str(condition) for condition in merge(path)] or ["all rows"]
    lines, line = [], ""
    for part in parts:
        part = part if len(part) <= LONGEST_LABEL else part[: LONGEST_LABEL - 1] + "…"
        if line and len(line) + len(part) + 2 > LONGEST_LABEL:
            lines.append(line + ",")
            line = part
        else:
            line = f"{line}, {part}" if line else part
    return _literal("\n".join([*lines, line]))


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


def _drawn(
    tree: PerfexTree, node: Node, depth: int, label: str, parent: float | None, places: dict[int, float]
) -> Iterator[tuple[Node, int, float, str, float | None]]:
    height = places[id(node)]
    yield node, depth, height, label, parent
    if node.split is not None and node.children is not None:
        conditions = conditions_of(node.split, tree.columns_[node.split.feature])
        for child, condition in zip(node.children, conditions, strict=True):
            text = str(condition)
            text = text if len(text) <= LONGEST_LABEL // 2 else text[: LONGEST_LABEL // 2 - 1] + "…"
            yield from _drawn(tree, child, depth + 1, _literal(text), height, places)


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
