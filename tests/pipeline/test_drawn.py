"""What is read back from a figure is what was given to matplotlib."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from provingground.pipeline.drawn import drawn_data

X, Y = np.array([0.0, 1.0, 2.0]), np.array([3.0, 5.0, 4.0])


def axes_of() -> tuple[Figure, Axes]:
    figure = Figure()
    return figure, figure.subplots()


def only(figure: Figure, kind: str) -> pd.DataFrame:
    frame = drawn_data(figure)
    return frame[frame["kind"] == kind].reset_index(drop=True)


def test_a_line_and_its_label() -> None:
    figure, axes = axes_of()
    axes.plot(X, Y, label="khiops")
    axes.set_title("AUC", loc="left")
    rows = only(figure, "line")
    assert rows["x"].tolist() == X.tolist()
    assert rows["y"].tolist() == Y.tolist()
    assert set(rows["series"]) == {"khiops"}
    assert set(rows["panel"]) == {"AUC"}


def test_markers_without_a_line_are_points() -> None:
    figure, axes = axes_of()
    axes.plot(X, Y, "o")
    assert only(figure, "point")["y"].tolist() == Y.tolist()
    assert set(only(figure, "point")["series"]) == {""}


def test_error_bars_are_segments_and_their_caps_nothing() -> None:
    figure, axes = axes_of()
    size = np.array([0.1, 0.2, 0.3])
    axes.errorbar(X, Y, yerr=size, capsize=3, label="filter")
    segments = only(figure, "segment")
    np.testing.assert_allclose(segments["y"], Y - size)
    np.testing.assert_allclose(segments["y_end"], Y + size)
    assert len(drawn_data(figure)) == 6
    assert set(drawn_data(figure)["series"]) == {"filter"}


def test_an_error_bar_without_an_end_is_no_segment() -> None:
    """What too few blocks for an interval leave."""
    axes = Figure().subplots()
    axes.errorbar([1.0, 2.0], [0.0, 1.0], xerr=[[np.nan, 0.5], [np.nan, 0.5]], fmt="o")
    drawn = drawn_data(axes.figure)
    assert (drawn["kind"] == "segment").sum() == 1
    assert (drawn["kind"] == "point").sum() == 2


@pytest.mark.parametrize(("method", "across", "along"), [("bar", "x", "y"), ("barh", "y", "x")])
def test_bars_go_from_foot_to_head_beside_the_name_of_their_tick(method, across, along) -> None:
    figure, axes = axes_of()
    getattr(axes, method)(["a", "b", "c"], Y)
    bars = only(figure, "bar")
    np.testing.assert_allclose(bars[across], [0, 1, 2], atol=1e-12)
    assert bars[f"{across}_name"].tolist() == ["a", "b", "c"]
    assert bars[f"{along}_end"].tolist() == Y.tolist()
    assert f"{across}_end" not in bars


def test_a_heat_map_gives_its_cells_with_the_names_of_row_and_column() -> None:
    grid = pd.DataFrame([[1.0, 2.0], [3.0, np.nan], [5.0, 6.0]], index=["r", "s", "t"], columns=["p", "q"])
    figure, axes = axes_of()
    sns.heatmap(grid, ax=axes)
    cells = only(figure, "cell").pivot(index="y_name", columns="x_name", values="value")
    pd.testing.assert_frame_equal(cells, grid, check_names=False, check_index_type=False, check_column_type=False)
    assert set(drawn_data(figure)["panel"]) == {"1"}  # the colour bar is no panel


@pytest.mark.parametrize("origin", ["upper", "lower"])
def test_a_picture_of_numbers_gives_each_at_its_place(origin) -> None:
    grid = np.arange(6.0).reshape(2, 3)
    figure, axes = axes_of()
    axes.imshow(grid, origin=origin)
    cells = only(figure, "cell")
    assert [grid[int(y), int(x)] for x, y in zip(cells["x"], cells["y"], strict=True)] == cells["value"].tolist()


def test_scattered_points_keep_the_value_behind_their_colour() -> None:
    figure, axes = axes_of()
    axes.scatter(X, Y, c=[7.0, 8.0, 9.0])
    points = only(figure, "point")
    assert points[["x", "y", "value"]].to_numpy().tolist() == [[0, 3, 7], [1, 5, 8], [2, 4, 9]]


def test_a_band_gives_both_edges() -> None:
    figure, axes = axes_of()
    axes.fill_between(X, Y - 1, Y + 1, label="one sd")
    band = only(figure, "band")
    np.testing.assert_allclose(band[["x", "y", "y_end"]], np.column_stack([X, Y - 1, Y + 1]))


def test_reference_lines_and_spans_have_the_coordinate_that_they_mark() -> None:
    figure, axes = axes_of()
    axes.axhline(0.5, label="chance")
    axes.axvline(2.5)
    axes.axvspan(1, 2)
    frame = drawn_data(figure)
    assert frame["kind"].tolist() == ["reference", "reference", "span"]
    assert frame.loc[0, "y"] == 0.5
    assert frame.loc[1, "x"] == 2.5
    assert frame.loc[2, ["x", "x_end"]].tolist() == [1, 2]
    assert frame.loc[2, ["y"]].isna().all()


def test_a_line_of_equal_value_gives_its_vertices_and_filled_areas_nothing() -> None:
    figure, axes = axes_of()
    x, y = np.meshgrid(np.linspace(-2, 2, 41), np.linspace(-2, 2, 41))
    axes.contourf(x, y, x**2 + y**2)
    axes.contour(x, y, x**2 + y**2, levels=[1.0])
    rows = drawn_data(figure)
    assert set(rows["kind"]) == {"contour"}
    np.testing.assert_allclose(np.hypot(rows["x"], rows["y"]), 1, atol=0.01)


def test_text_at_a_place_of_the_data_is_kept_and_notes_in_a_corner_are_not() -> None:
    figure, axes = axes_of()
    axes.text(3, 4, "khiops\n(2.5)")
    axes.text(0.1, 0.1, "a note", transform=axes.transAxes)
    axes.annotate("", (0, 0), (1, 1), arrowprops={"arrowstyle": "->"})
    rows = drawn_data(figure)
    assert rows.loc[rows["series"] != "", ["kind", "series", "x", "y"]].to_numpy().tolist() == [
        ["text", "khiops (2.5)", 3, 4]
    ]


def test_boxes_whiskers_and_outliers_of_a_box_plot() -> None:
    figure, axes = axes_of()
    axes.boxplot([[1, 2, 3, 4, 5, 30]], patch_artist=True)
    frame = drawn_data(figure)
    assert frame.loc[frame["kind"] == "box", ["y", "y_end"]].to_numpy().tolist() == [[2.25, 4.75]]
    assert 30 in frame.loc[frame["kind"] == "point", "y"].tolist()


def test_a_figure_without_axes_is_an_empty_table() -> None:
    assert list(drawn_data(Figure()).columns[:3]) == ["panel", "kind", "series"]
