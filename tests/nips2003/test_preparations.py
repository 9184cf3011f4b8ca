"""The five preparations: sizes and class counts as published, and what each step does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from provingground.errors import InputError
from provingground.nips2003 import gisette, madelon
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.formats import SPLITS, Kind
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.settings import MadelonSettings


def assert_published_shape(benchmark: Benchmark) -> None:
    published = PUBLISHED[benchmark.name]
    assert benchmark.param.kind is published.param.kind
    assert benchmark.param.n_features == published.param.n_features
    assert benchmark.truth.is_probe.sum() == published.n_probes
    for split in SPLITS:
        found, expected = benchmark.param.split(split), published.param.split(split)
        assert (found.positive, found.negative) == (expected.positive, expected.negative)


# --- MADELON


@pytest.fixture(scope="module")
def drawn() -> madelon.Draw:
    return madelon.generate(MadelonSettings(flip_y=0.0), np.random.default_rng(5))


def test_madelon_has_the_published_sizes_and_its_levels_reach_both_ends() -> None:
    benchmark = madelon.prepare()
    assert_published_shape(benchmark)
    values = np.concatenate([benchmark.X[split].ravel() for split in SPLITS])
    assert (values.min(), values.max()) == (0, 999)


def test_the_published_counts_of_clusters_patterns_and_columns_are_drawn(drawn: madelon.Draw) -> None:
    assert drawn.X.shape == (8000, 500)
    assert (drawn.y == 1).sum() == 4000


def test_without_noise_repeated_columns_are_affine_copies_and_redundant_ones_linear_combinations() -> None:
    settings = MadelonSettings(noise=0.0, probes=3)
    draw = madelon.generate(settings, np.random.default_rng(1))
    for column, source in enumerate(draw.copied, start=10):
        assert abs(np.corrcoef(draw.X[:, column], draw.X[:, source])[0, 1]) == pytest.approx(1)
    centred = draw.X[:, :20] - draw.X[:, :20].mean(axis=0)
    assert np.linalg.matrix_rank(centred, tol=1e-6 * np.linalg.norm(centred)) == 5
    assert np.linalg.matrix_rank(draw.X - draw.X.mean(axis=0)) == 8


def test_noise_grows_with_the_value(drawn: madelon.Draw) -> None:
    column = next(c for c, source in enumerate(drawn.copied, start=10))
    source = drawn.copied[0]
    scaled = [(drawn.X[:, c] - np.median(drawn.X[:, c])) / drawn.X[:, c].std() for c in (column, source)]
    tail = np.abs(scaled[1]) > 1.5
    difference = scaled[0] - scaled[1]
    assert difference[tail].std() > 3 * difference[~tail & (np.abs(scaled[1]) < 0.2)].std()


def test_about_half_of_the_drawn_labels_really_flip() -> None:
    settings = MadelonSettings(probes=0)
    with_flips = madelon.generate(settings.model_copy(update={"flip_y": 1.0}), np.random.default_rng(2)).y
    assert np.mean(with_flips != np.repeat([1, -1], 4000)) == pytest.approx(0.5, abs=0.03)


def test_the_first_and_last_column_are_copied_half_as_often() -> None:
    settings = MadelonSettings(repeated=20_000, probes=0, patterns_per_cluster=1)
    copied = madelon.generate(settings, np.random.default_rng(3)).copied
    shares = np.bincount(copied, minlength=10) / len(copied)
    assert shares[1:-1] == pytest.approx(np.full(8, 1 / 9), abs=0.01)
    assert shares[[0, -1]] == pytest.approx([1 / 18, 1 / 18], abs=0.01)


def test_more_clusters_than_vertices_are_refused() -> None:
    with pytest.raises(InputError, match="asks for 32 clusters where 3 useful features have 8 vertices"):
        madelon.prepare(MadelonSettings(useful=3))


def test_equal_seeds_give_equal_files() -> None:
    one, two = madelon.prepare(), madelon.prepare()
    assert one.param == two.param
    assert madelon.prepare(MadelonSettings(seed=1)).param != one.param


# --- GISETTE


@pytest.fixture(scope="module")
def small_gisette() -> Benchmark:
    return gisette.prepare(gisette.bundled_mnist())


def test_the_bundled_images_give_all_columns_and_splits_shrunk_in_proportion(small_gisette: Benchmark) -> None:
    assert small_gisette.X["train"].shape == (444, 5000)
    assert small_gisette.truth.is_probe.sum() == 2500
    assert small_gisette.param.kind is Kind.DENSE


def test_the_smallest_value_of_a_product_is_the_one_seen_in_the_published_row(small_gisette: Benchmark) -> None:
    values = np.concatenate([np.unique(small_gisette.X[split]) for split in SPLITS])
    assert values[values > 0].min() == 252
    assert values.max() == 999


def test_every_column_is_non_zero_somewhere_in_the_images(small_gisette: Benchmark) -> None:
    most = np.max([small_gisette.X[split].max(axis=0) for split in SPLITS], axis=0)
    assert (most > 0).mean() > 0.99  # one pattern a class is in no split


def test_a_product_column_equals_the_product_of_its_two_pixels() -> None:
    images = gisette.bundled_mnist()
    benchmark = gisette.prepare(images)
    pixels, _ = gisette._two_digits(images)
    products = [c for c, name in enumerate(benchmark.truth.identities) if name.startswith("pixels ")][:20]
    for column in products:
        places = benchmark.truth.identities[column].removeprefix("pixels ").split(" x ")
        first, second = (pixels[:, 28 * int(p.split(",")[0]) + int(p.split(",")[1])].astype(float) for p in places)
        expected = np.rint(999 * np.where(first > 127, first, 0) * np.where(second > 127, second, 0) / 255**2)
        found = np.concatenate([benchmark.X[split][:, column] for split in SPLITS])
        assert set(found) <= set(expected.astype(int))


def test_a_file_that_is_no_idx_file_is_refused(tmp_path: Path) -> None:
    for part in ("train", "t10k"):
        (tmp_path / f"{part}-images-idx3-ubyte.gz").write_bytes(b"junk")
    with pytest.raises(InputError, match="cannot be read as a gzipped IDX"):
        gisette.read_mnist(tmp_path)


def test_the_full_gisette_has_the_published_sizes_and_nearly_the_published_sum(shared: Path) -> None:
    benchmark = gisette.prepare(gisette.read_mnist(shared / "data" / "raw" / "mnist"))
    assert_published_shape(benchmark)
    ratio = benchmark.param.everything.check_sum / PUBLISHED["gisette"].param.everything.check_sum
    assert ratio == pytest.approx(1, abs=0.05)
