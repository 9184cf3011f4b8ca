from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from provingground.errors import InputError
from provingground.labelnoise.figures import noise_bars, noise_lines, retained_overview, spread
from provingground.labelnoise.panel import ALGORITHMS, FAMILIES, PAPER_METRICS

LEVELS = (0.0, 0.25, 0.5, 1.0, 1.25)


def means_of(value, metrics=PAPER_METRICS, datasets=("toy",)) -> pd.DataFrame:
    """Means over folds with ``value(algorithm_number, rho)`` everywhere."""
    rows = [
        (dataset, name, FAMILIES[name], "common", rho, metric, 25, 25, value(k, rho), 0.02)
        for dataset in datasets
        for metric in metrics
        for (k, name), rho in itertools.product(enumerate(ALGORITHMS), LEVELS)
    ]
    names = ["dataset", "algorithm", "family", "variant", "rho", "metric", "n_cells", "n", "mean", "sd"]
    return pd.DataFrame(rows, columns=names)


def label_boxes(figure: Figure):
    """Window extents of all end labels, per panel and side."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    for axes in figure.axes:
        for side in ("left", "right"):
            labels = [t for t in axes.texts if isinstance(t, Annotation) and t.get_ha() == side]
            yield axes, labels, [label.get_bbox_patch().get_window_extent() for label in labels]


@pytest.mark.parametrize("close", [0.0, 1e-6, 0.01, 0.1])
@pytest.mark.parametrize("with_published", [False, True])
def test_no_two_end_labels_overlap_even_where_all_lines_meet(close, with_published):
    means = means_of(lambda k, rho: 0.9 - close * k - 0.1 * rho)
    figure = noise_lines(means, "toy", "test_roc_auc", means if with_published else None)
    for axes, labels, boxes in label_boxes(figure):
        assert len(labels) == len(ALGORITHMS)
        for one, other in itertools.combinations(boxes, 2):
            assert not one.overlaps(other)
        inside = axes.get_window_extent()
        assert all(box.x0 >= inside.x0 and box.x1 <= inside.x1 for box in boxes)


def test_end_labels_stand_in_the_order_of_the_line_ends_and_levels_above_one_are_left_out():
    figure = noise_lines(means_of(lambda k, rho: 0.6 + 0.03 * k * (1 if rho < 1 else -1)), "toy", "test_roc_auc")
    (_, right, _), (_, left, _) = label_boxes(figure)
    for labels, expected in ((left, reversed(ALGORITHMS)), (right, reversed(ALGORITHMS))):
        top_down = sorted(labels, key=lambda label: -label.get_position()[1])
        names = [label.get_text() for label in top_down]
        assert names in (list(expected), list(ALGORITHMS))
    assert max(line.get_xdata().max() for line in figure.axes[0].lines) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0.01, 0.1))
def test_spread_labels_keep_their_distance_order_and_bounds(positions, gap):
    moved = spread(np.array(positions), gap, 0.0, 1.0)
    ordered = moved[np.argsort(positions, kind="stable")]
    assert (np.diff(ordered) >= gap - 1e-9).all()
    assert moved.min() >= -1e-9
    assert moved.max() <= 1 + 1e-9


def test_spread_moves_as_little_as_a_general_optimiser_does():
    from scipy.optimize import minimize

    positions, gap = np.array([0.1, 0.12, 0.5, 0.52, 0.53]), 0.1
    apart = [{"type": "ineq", "fun": lambda p, i=i: p[i + 1] - p[i] - gap} for i in range(4)]
    best = minimize(lambda p: ((p - positions) ** 2).sum(), np.linspace(0, 1, 5), constraints=apart, tol=1e-12)
    assert spread(positions, gap) == pytest.approx(best.x, abs=1e-4)


def test_bars_rise_from_the_middle_of_the_range_to_the_mean_and_mark_what_lies_below():
    figure = noise_bars(means_of(lambda k, rho: 0.8 if rho <= 1 else 0.4), "toy", ["test_roc_auc", "test_kappa"])
    for axes, middle, n_below in zip(figure.axes, (0.5, 0.0), (len(ALGORITHMS), 0), strict=True):
        assert axes.get_ylim() == (middle, 1.0)
        tops = {round(bar.get_y() + bar.get_height(), 9) for bar in axes.patches}
        assert tops == {0.8, 0.4}
        assert len(axes.lines[0].get_xdata()) == n_below
    assert "± 1 standard deviation over folds" in figure.get_suptitle()


def test_published_means_are_drawn_on_the_bars_of_the_same_cells():
    figure = noise_bars(means_of(lambda k, rho: 0.8), "toy", ["test_roc_auc"], means_of(lambda k, rho: 0.7))
    (axes,) = figure.axes
    dashes = axes.lines[-1]
    assert set(dashes.get_ydata()) == {0.7}
    assert sorted(dashes.get_xdata()) == pytest.approx(sorted(b.get_x() + b.get_width() / 2 for b in axes.patches))


def test_the_thick_line_of_the_overview_is_the_mean_over_data_sets():
    low = means_of(lambda k, rho: 1 - 0.4 * rho, ["retained_test_kappa"], ["weak"])
    high = means_of(lambda k, rho: 1 - 0.2 * rho, ["retained_test_kappa"], ["strong"])
    figure = retained_overview(pd.concat([low, high]), "test_kappa")
    thick = max(figure.axes[0].lines, key=lambda line: line.get_linewidth())
    assert thick.get_ydata() == pytest.approx([1 - 0.3 * rho for rho in LEVELS])
    assert "weak" in figure.axes[0].texts[0].get_text()


def test_two_variants_of_an_algorithm_or_an_unknown_data_set_are_refused():
    means = means_of(lambda k, rho: 0.8)
    with pytest.raises(InputError, match="more than one variant"):
        noise_lines(pd.concat([means, means.assign(variant="corrected")]), "toy", "test_roc_auc")
    with pytest.raises(InputError, match="'elsewhere'"):
        noise_bars(means, "elsewhere", PAPER_METRICS)


def test_the_headline_counts_the_cells_without_a_value():
    means = means_of(lambda k, rho: 0.8)
    assert "means over 25 folds;" in noise_bars(means, "toy", ["test_kappa"]).get_suptitle()
    means.loc[(means["algorithm"] == "skRF") & (means["rho"] == 0.5), "n"] = 20
    assert "up to 25 folds, 5 of 1250 cells" in noise_bars(means, "toy", ["test_kappa"]).get_suptitle()
