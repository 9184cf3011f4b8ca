"""The data of a figure, read back from what matplotlib was told to draw: one row per point, bar, segment or cell.

Decoration (arrows, legends, colour bars, grids) is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter, StrCategoryLocator
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection, QuadMesh
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.text import Text
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter
from numpy.typing import NDArray

Row = dict[str, Any]
COLUMNS = ("panel", "kind", "series", "x", "x_name", "y", "y_name", "x_end", "y_end", "value")
_NUMBERS = ("x", "y", "x_end", "y_end", "value")


def drawn_data(figure: Figure) -> pd.DataFrame:
    """List what a figure shows.

    Returns
    -------
    Columns ``panel`` (title of the axes, else their number); ``kind`` (line, point, bar, segment, band, box, span,
    reference, cell, contour or text); ``series`` (label in the legend, or the text); ``x`` and ``y`` in units of the
    axes; ``x_end`` and ``y_end``, the other end of a bar, segment, band, box or span; ``x_name`` and ``y_name``, the
    nearest tick on an axis of names; ``value`` of a cell or coloured point. Columns without any value are left out.

    Examples
    --------
    >>> figure = Figure()
    >>> _ = figure.subplots().bar(["a", "b"], [3, 5], label="count")
    >>> drawn_data(figure)
      panel kind series    x x_name    y  y_end
    0     1  bar  count  0.0      a  0.0    3.0
    1     1  bar  count  1.0      b  0.0    5.0
    """
    panels = [axes for axes in figure.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]
    frames = [_panel(axes, _title(axes) or str(number)) for number, axes in enumerate(panels, start=1)]
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(COLUMNS))
    return frame.drop(columns=[name for name in COLUMNS[3:] if frame[name].isna().all()])


def _title(axes: Axes) -> str:
    titles = [" ".join(axes.get_title(loc=place).split()) for place in ("left", "center", "right")]
    return next(filter(None, titles), "")


def _panel(axes: Axes, title: str) -> pd.DataFrame:
    frame = pd.DataFrame(_rows(axes), columns=list(COLUMNS)).astype(dict.fromkeys(_NUMBERS, float))
    frame["panel"] = title
    frame["x_name"] = _names(axes.xaxis, frame["x"])
    frame["y_name"] = _names(axes.yaxis, frame["y"])
    return frame


def _names(axis: Axis, places: pd.Series[float]) -> pd.Series[Any]:
    """The nearest tick's label, on an axis whose ticks were given as names."""
    names: pd.Series[Any] = pd.Series(None, index=places.index, dtype=object)
    labels = [" ".join(label.get_text().split()) for label in axis.get_ticklabels()]
    ticks = np.asarray(axis.get_ticklocs(), dtype=float)[: len(labels)]
    formatted = isinstance(axis.get_major_formatter(), (FixedFormatter, FuncFormatter, StrCategoryFormatter))
    if formatted and isinstance(axis.get_major_locator(), (FixedLocator, StrCategoryLocator)) and any(labels):
        known = places[places.notna()]
        nearest = np.abs(known.to_numpy()[:, None] - ticks).argmin(axis=1)
        names[known.index] = [labels[place] for place in nearest]
    return names


def _rows(axes: Axes) -> Iterator[Row]:
    bars = [container for container in axes.containers if isinstance(container, BarContainer)]
    errors = [container for container in axes.containers if isinstance(container, ErrorbarContainer)]
    within = {patch for container in bars for patch in container.patches}
    caps = {cap for container in errors for cap in container.lines[1]}
    labels = {part: _series(container) for container in errors for part in container.get_children()}
    for container in bars:
        yield from (_bar(patch, container) for patch in container.patches)
    for line in axes.lines:
        if line not in caps:
            yield from _line(axes, line, labels.get(line) or _series(line))
    for collection in axes.collections:
        yield from _collection(axes, collection, labels.get(collection) or _series(collection))
    for image in axes.images:
        yield from _image(image)
    for patch in axes.patches:
        if patch not in within:
            yield from _patch(axes, patch)
    if not any(isinstance(collection, QuadMesh) for collection in axes.collections):  # whose text repeats the cells
        yield from (_text(text) for text in axes.texts if text.get_transform().contains_branch(axes.transData))


def _text(text: Text) -> Row:
    x, y = text.get_position()
    return {"kind": "text", "series": " ".join(text.get_text().split()), "x": x, "y": y}


def _bar(patch: Rectangle, container: BarContainer) -> Row:
    """A bar from the middle of its foot to its head."""
    x, y, x_end, y_end = _corners(patch)
    row: Row = {"kind": "bar", "series": _series(container)}
    if container.orientation == "horizontal":
        return {**row, "x": x, "y": (y + y_end) / 2, "x_end": x_end}
    return {**row, "x": (x + x_end) / 2, "y": y, "y_end": y_end}


def _line(axes: Axes, line: Line2D, series: str) -> Iterator[Row]:
    x, y = np.asarray(line.get_xdata(orig=False)), np.asarray(line.get_ydata(orig=False))
    transform = line.get_transform()
    if transform == axes.get_xaxis_transform(which="grid"):
        yield {"kind": "reference", "series": series, "x": x[0]}
    elif transform == axes.get_yaxis_transform(which="grid"):
        yield {"kind": "reference", "series": series, "y": y[0]}
    elif transform.contains_branch(axes.transData):
        kind = "point" if line.get_linestyle() == "None" else "line"
        yield from ({"kind": kind, "series": series, "x": a, "y": b} for a, b in zip(x, y, strict=True))


def _collection(axes: Axes, collection: Collection, series: str) -> Iterator[Row]:
    if isinstance(collection, QuadMesh):
        yield from _mesh(collection)
    elif isinstance(collection, ContourSet):
        yield from _contours(collection)
    elif isinstance(collection, PathCollection):
        yield from _points(collection, series)
    elif isinstance(collection, LineCollection):
        for (x, y), *_, (x_end, y_end) in filter(len, collection.get_segments()):  # a bar to NaN has no points
            yield {"kind": "segment", "series": series, "x": x, "y": y, "x_end": x_end, "y_end": y_end}
    elif isinstance(collection, PolyCollection) and collection.get_transform().contains_branch(axes.transData):
        yield from _band(collection, series)


def _points(points: PathCollection, series: str) -> Iterator[Row]:
    places, values = _plain(points.get_offsets()), points.get_array()
    coloured = np.full(len(places), np.nan) if values is None else _plain(values)
    for (x, y), value in zip(places, coloured, strict=True):
        yield {"kind": "point", "series": series, "x": x, "y": y, "value": value}


def _band(area: PolyCollection, series: str) -> Iterator[Row]:
    """A filled area as its edges: from ``y`` to ``y_end`` at each ``x``."""
    for path in area.get_paths():
        edges = pd.DataFrame(np.asarray(path.vertices), columns=["x", "y"]).groupby("x")["y"].agg(["min", "max"])
        for x, low, high in edges.itertuples():
            yield {"kind": "band", "series": series, "x": x, "y": low, "y_end": high}


def _mesh(mesh: QuadMesh) -> Iterator[Row]:
    corners = np.asarray(mesh.get_coordinates())
    centres = (corners[:-1, :-1] + corners[1:, 1:]) / 2
    values = _plain(mesh.get_array()).reshape(centres.shape[:2])
    for place in np.ndindex(values.shape):
        x, y = centres[place]
        yield {"kind": "cell", "series": "", "x": x, "y": y, "value": values[place]}


def _image(image: AxesImage) -> Iterator[Row]:
    values = _plain(image.get_array())
    if values.ndim != 2:  # a picture in colours is no data
        return
    left, right, bottom, top = image.get_extent()
    first, last = (top, bottom) if image.origin == "upper" else (bottom, top)
    rows, columns = values.shape
    for row, column in np.ndindex(values.shape):
        x = left + (column + 0.5) * (right - left) / columns
        y = first + (row + 0.5) * (last - first) / rows
        yield {"kind": "cell", "series": "", "x": x, "y": y, "value": values[row, column]}


def _contours(contours: ContourSet) -> Iterator[Row]:
    """Vertices of lines of equal value; areas filled between them add nothing that has a number."""
    if contours.filled:
        return
    for level, path in zip(contours.levels, contours.get_paths(), strict=True):
        for x, y in np.asarray(path.vertices):
            yield {"kind": "contour", "series": "", "x": x, "y": y, "value": level}


def _patch(axes: Axes, patch: Any) -> Iterator[Row]:
    """Spans, rectangles and boxes; arrows and frames are decoration."""
    transform = patch.get_data_transform()
    if isinstance(patch, Rectangle):
        x, y, x_end, y_end = _corners(patch)
        row: Row = {"kind": "span", "series": _series(patch)}
        if transform in (axes.transData, axes.get_xaxis_transform(which="grid")):
            row |= {"x": x, "x_end": x_end}
        if transform in (axes.transData, axes.get_yaxis_transform(which="grid")):
            row |= {"y": y, "y_end": y_end}
        yield from [row] if len(row) > 2 else []
    elif isinstance(patch, PathPatch) and transform == axes.transData:
        (x, y), (x_end, y_end) = patch.get_path().get_extents().get_points()
        yield {"kind": "box", "series": _series(patch), "x": x, "y": y, "x_end": x_end, "y_end": y_end}


def _plain(values: Any) -> NDArray[np.float64]:
    """Numbers with NaN where they are masked."""
    return np.asarray(np.ma.filled(np.ma.asarray(values, dtype=float), np.nan))


def _corners(patch: Rectangle) -> tuple[float, float, float, float]:
    x, y = patch.get_xy()
    return x, y, x + patch.get_width(), y + patch.get_height()


def _series(artist: Any) -> str:
    label = str(artist.get_label())
    return "" if label.startswith("_") else label
