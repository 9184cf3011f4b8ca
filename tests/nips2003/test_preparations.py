"""The five preparations: sizes and class counts as published, and what each step does."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from provingground.errors import InputError, SourceError
from provingground.nips2003 import arcene, dexter, dorothea, gisette, madelon
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.formats import SPLITS, Kind
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.settings import (
    ArceneSettings,
    ClassCounts,
    DexterSettings,
    DorotheaSettings,
    MadelonSettings,
)


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
    with pytest.raises(InputError, match="is not a complete gzip file"):
        gisette.read_mnist(tmp_path)


def test_the_full_gisette_has_the_published_sizes_and_nearly_the_published_sum(shared: Path) -> None:
    benchmark = gisette.prepare(gisette.read_mnist(shared / "data" / "raw" / "mnist"))
    assert_published_shape(benchmark)
    ratio = benchmark.param.everything.check_sum / PUBLISHED["gisette"].param.everything.check_sum
    assert ratio == pytest.approx(1, abs=0.05)


# --- DEXTER


def article(text: str, topic: str = "acq", assigned: str = "YES") -> str:
    topics = f"<TOPICS><D>{topic}</D></TOPICS>"
    return f'<REUTERS TOPICS="{assigned}" NEWID="1">{topics}<TEXT>&#2;<BODY>{text}</BODY></TEXT></REUTERS>\n'


def test_articles_are_read_with_entities_decoded_and_unassigned_ones_left_out(tmp_path: Path) -> None:
    content = article("Smith &amp; Co buys Jones") + article("wheat", "grain") + article("x", assigned="NO")
    (tmp_path / "reut2-000.sgm").write_text(content)
    articles = dexter.read_articles(tmp_path)
    assert articles.y.tolist() == [1, -1]
    assert "Smith & Co buys Jones" in articles.texts[0]


def test_a_folder_without_articles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no article"):
        dexter.read_articles(tmp_path)


def test_zipf_probes_follow_the_law_and_take_values_of_real_words() -> None:
    real = sparse.random_array((2600, 500), density=0.005, format="csr", rng=1)
    real.data = np.rint(998 * real.data + 1).astype(np.int32)
    settings = DexterSettings()
    probes = dexter.zipf_probes(real, settings, np.random.default_rng(0))
    counts = np.sort(probes.astype(bool).sum(axis=0))[::-1]
    assert counts.mean() / 2600 == pytest.approx(settings.probe_density, rel=0.02)
    slope = np.polyfit(np.log(np.arange(30, 3000)), np.log(counts[30:3000]), 1)[0]
    assert slope == pytest.approx(-settings.zipf_exponent, abs=0.05)
    assert set(probes.data) <= set(real.data)


def test_dexter_has_the_published_sizes_and_nearly_the_published_sparsity(shared: Path) -> None:
    benchmark = dexter.prepare(dexter.read_articles(shared / "data" / "raw" / "reuters21578"))
    assert_published_shape(benchmark)
    stored = sum(benchmark.X[split].nnz for split in SPLITS) / (2600 * 20000)
    assert stored == pytest.approx(0.00478, rel=0.05)


# --- DOROTHEA


def test_compounds_are_read_from_label_and_feature_numbers(tmp_path: Path) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"A 1 139351\nI\nI 2\n"))
    compounds = dorothea.read_compounds(tmp_path / "x.gz")
    assert compounds.y.tolist() == [1, -1, -1]
    assert compounds.X.indices.tolist() == [0, 139350, 1]


@pytest.mark.parametrize("line", [b"B 1", b"A x", b"A 0", b"A 139352", b"A 3 2", b""])
def test_a_line_that_is_no_compound_is_refused_with_its_number(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"I 1\n" + line + b"\n"))
    with pytest.raises(InputError, match="line 2"):
        dorothea.read_compounds(tmp_path / "x.gz")


def compounds(n: int = 400) -> dorothea.Compounds:
    rng = np.random.default_rng(4)
    y = np.where(rng.random(n) < 0.1, 1, -1).astype(np.int8)
    X = sparse.csr_array((rng.random((n, 300)) < 0.05).astype(np.int32))
    return dorothea.Compounds(X, y)


@pytest.mark.parametrize("ranking", ["random", "discriminant"])
def test_the_lower_half_of_the_ranking_is_permuted(ranking: str) -> None:
    settings = DorotheaSettings(features=200, ranking=ranking)
    benchmark = dorothea.prepare(compounds(), settings)
    assert benchmark.truth.is_probe.sum() == 100
    assert [name.startswith("probe") for name in benchmark.truth.identities] == benchmark.truth.is_probe.tolist()
    if ranking == "discriminant":
        source = compounds()
        shares = [source.X[source.y == label].mean(axis=0) for label in (1, -1)]
        gap = np.abs(shares[0] - shares[1])
        columns = np.array([int(name.split("feature ")[1].split()[0]) - 1 for name in benchmark.truth.identities])
        assert gap[columns[~benchmark.truth.is_probe]].min() >= gap[columns[benchmark.truth.is_probe]].max()


def test_more_features_than_occur_are_refused() -> None:
    with pytest.raises(InputError, match="asks for 400 where 300 features occur"):
        dorothea.prepare(compounds(), DorotheaSettings(features=400))


def test_dorothea_from_the_training_compounds_has_the_published_width(shared: Path) -> None:
    source = dorothea.read_compounds(shared / "data" / "raw" / "thrombin" / "thrombin_train_sparse.txt.gz")
    assert (source.X.shape[0], (source.y == 1).sum()) == (1909, 42)
    benchmark = dorothea.prepare(source)
    assert benchmark.param.n_features == PUBLISHED["dorothea"].param.n_features
    assert benchmark.truth.is_probe.sum() == PUBLISHED["dorothea"].n_probes
    assert benchmark.param.everything.positive <= 40


# --- ARCENE


def study(shift: float = 0.0, n: int = 12, seed: int = 0) -> arcene.Spectra:
    rng = np.random.default_rng(seed)
    mass = np.linspace(100, 12_000, 1500)
    peaks = sum(np.exp(-(((mass - centre - shift) / 40) ** 2)) for centre in range(500, 11_000, 700))
    intensity = 5 * peaks + 3 * np.exp(-mass / 3000) + 0.05 * rng.random((2 * n, 1500))
    y = np.repeat(np.array([1, -1], np.int8), n)
    return arcene.Spectra(mass, intensity, y, [f"sample {i // 2}" for i in range(2 * n)])


def test_the_baseline_is_the_median_of_the_lowest_fifth_in_each_window() -> None:
    spectrum = np.random.default_rng(1).random((1, 60))
    window = 21
    found = arcene.remove_baseline(spectrum, window)[0]
    for centre in range(10, 50):
        inside = np.sort(spectrum[0, centre - 10 : centre + 11])
        assert spectrum[0, centre] - found[centre] == pytest.approx(inside[2])  # 10 % of 21 points lie below it


def test_smoothing_keeps_a_constant_and_the_area() -> None:
    assert arcene.smooth(np.ones((1, 30)), 9) == pytest.approx(np.ones((1, 30)))
    single = np.zeros((1, 31))
    single[0, 15] = 1.0
    smoothed = arcene.smooth(single, 9)[0]
    assert smoothed.sum() == pytest.approx(1)
    assert np.argmax(smoothed) == 15
    assert smoothed[11:20] == pytest.approx(smoothed[11:20][::-1])


def test_studies_that_are_shifted_against_each_other_are_aligned() -> None:
    settings = ArceneSettings(alignment_reach=15, counts=ClassCounts(train=(3, 3), valid=(1, 1), test=(2, 2)))
    step = 12_000 / 1500
    values = [arcene._clean(s, settings, False).intensity for s in (study(), study(shift=8 * step, seed=1))]
    aligned = arcene._align(values, [study().mass[: values[0].shape[1]]] * 2, 15)
    before = np.corrcoef(values[0].mean(axis=0), values[1].mean(axis=0))[0, 1]
    after = np.corrcoef(aligned[0].mean(axis=0), aligned[1].mean(axis=0))[0, 1]
    assert after > 0.95 > before


def test_half_of_the_values_are_zero_and_the_faintest_features_become_probes() -> None:
    settings = ArceneSettings(alignment_reach=5, counts=ClassCounts(train=(6, 6), valid=(3, 3), test=(3, 3)))
    benchmark = arcene.prepare([study(), study(seed=1)], settings)
    values = np.vstack([benchmark.X[split] for split in SPLITS])
    assert values.max() == 999
    assert (values > 0).mean() == pytest.approx(0.5, abs=0.05)
    is_probe = benchmark.truth.is_probe
    assert is_probe.mean() == pytest.approx(0.3, abs=0.01)
    assert values[:, is_probe].mean() < values[:, ~is_probe].mean()


def test_a_spectrum_without_class_or_with_other_masses_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cancer_1.csv").write_text("m,i\n1,2\n2,3\n")
    (tmp_path / "normal_1.csv").write_text("m,i\n1,2\n3,3\n")
    with pytest.raises(InputError, match=r"normal_1\.csv: has not the masses of cancer_1\.csv"):
        arcene.read_spectra(tmp_path)
    (tmp_path / "normal_1.csv").rename(tmp_path / "other_1.csv")
    (tmp_path / "other_1.csv").write_text("m,i\n1,2\n2,3\n")
    with pytest.raises(InputError, match=r"other_1\.csv: does not tell its class"):
        arcene.read_spectra(tmp_path)


def test_the_forty_spectra_give_twenty_samples_of_both_classes(shared: Path) -> None:
    spectra = arcene.read_spectra(shared / "data" / "raw" / "seldi" / "caMassClass_IMAC_40_spectra.tar.gz")
    assert spectra.intensity.shape == (40, 11883)
    assert len(set(spectra.sample)) == 20
    settings = ArceneSettings(counts=ClassCounts(train=(4, 4), valid=(3, 3), test=(3, 3)))
    assert arcene.prepare([spectra], settings).param.everything.total == 20
