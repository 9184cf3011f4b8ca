"""ARCENE: cancer against normal in SELDI mass spectra, an approximate preparation.

Published: the three sources (the document) and the numbers of features. The steps are remembered, not published; all
their parameters but the mass range and the smoothing window are ours, and so are the symmetric kernel and the choice of
the least intense features as probes, which the published matrix suggests (facts file, section 7).

The spectra of the three sources are a user's own download. The mirror holds 40 spectra of the same technique, whose
study is not named: with them the preparation runs, but what comes out is a demonstration, not ARCENE.
"""

from __future__ import annotations

import re
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.ndimage import convolve1d, percentile_filter
from tqdm import tqdm

from provingground.errors import InputError, SourceError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, fitting_counts, permute_columns, split_by_class
from provingground.nips2003.formats import Kind
from provingground.nips2003.formats.matrix import LARGEST
from provingground.nips2003.settings import ArceneSettings

LARGEST_SPECTRUM = 64 * 2**20  # bytes; a spectrum has about one

_CANCER = re.compile("cancer", re.IGNORECASE)
_NORMAL = re.compile("normal|control|benign|healthy", re.IGNORECASE)
_COPY = re.compile(r"\(\d+\)")


@dataclass(frozen=True, eq=False)
class Spectra:
    """Spectra of one study on one axis of masses.

    Parameters
    ----------
    mass
        Mass over charge in daltons, increasing, shape (n_points,).
    intensity
        Shape (n_spectra, n_points).
    y
        +1 cancer, -1 not.
    sample
        Which sample each spectrum was taken from; copies share it.
    """

    mass: NDArray[np.float64]
    intensity: NDArray[np.float64]
    y: NDArray[np.int8]
    sample: Sequence[str]


def read_spectra(path: Path) -> Spectra:
    """Read a folder (searched to its bottom) or a ``.tar.gz`` of files with two columns, mass and intensity.

    The class is read off the path: "cancer", or one of normal, control, benign, healthy. Files that differ in a
    bracketed number only, as in ``01(1).csv`` and ``01(2).csv``, are copies of one sample.

    Raises
    ------
    SourceError, InputError
        If there are no spectra, or with the file that has no class, no two numeric columns or another axis of masses.
    """
    names, tables = [], []
    for name, content in _spectrum_files(path):
        names.append(name)
        tables.append(_read_table(name, content))
        if len(tables[-1]) != len(tables[0]) or not np.array_equal(tables[-1][:, 0], tables[0][:, 0]):
            raise InputError(name, f"has not the masses of {names[0]}", "Read each study by itself.")
    if not names:
        raise SourceError(path, "holds no .csv file with a spectrum", "Give the folder of an unpacked study.")
    y = np.array([_class_of(name) for name in names], dtype=np.int8)
    intensity = np.array([table[:, 1] for table in tables])
    return Spectra(tables[0][:, 0], intensity, y, [_COPY.sub("", name) for name in names])


def prepare(studies: Sequence[Spectra], settings: ArceneSettings | None = None, *, progress: bool = False) -> Benchmark:
    """Make ARCENE from the spectra of one or more studies.

    Steps: mass range, mean of copies, baseline, smoothing, common scale, square root, alignment of the studies'
    means, cut borders, soft threshold, levels; the least intense features are permuted and become the probes.
    """
    chosen = settings or ArceneSettings()
    rng = np.random.default_rng(chosen.seed)
    cleaned = [_clean(study, chosen, progress) for study in studies]
    values = _align([study.intensity for study in cleaned], [s.mass for s in cleaned], chosen.alignment_reach)
    y = np.concatenate([study.y for study in cleaned])
    levels = _threshold_levels(np.vstack(values), chosen.non_zero_share)
    by_intensity = np.argsort(-levels.mean(axis=0), kind="stable")
    n_real = round((1 - chosen.probe_share) * levels.shape[1])
    real, probe_source = by_intensity[:n_real], by_intensity[n_real:]
    probes = permute_columns(levels[:, probe_source], rng)
    rows = split_by_class(y, fitting_counts(chosen.counts, y), rng)
    mass = _cut(cleaned[0].mass[None, :], chosen.alignment_reach)[0]
    names = [f"m/z {mass[c]:.2f}" for c in real] + [f"probe m/z {mass[c]:.2f} permuted" for c in probe_source]
    return assemble("arcene", Kind.DENSE, levels[:, real], probes, y, rows, names, rng)


def remove_baseline(intensity: NDArray[np.float64], window: int, *, progress: bool = False) -> NDArray[np.float64]:
    """Subtract from each point the median of the lowest 20 % in a window around it, which is the 10 % quantile.

    Parameters
    ----------
    intensity
        Shape (n_spectra, n_points).
    window
        Width in points; at the ends the spectrum is mirrored.
    """
    spectra = tqdm(intensity, desc="baseline", unit="spectrum", disable=not progress)
    return np.array([spectrum - percentile_filter(spectrum, 10, size=window) for spectrum in spectra])


def smooth(intensity: NDArray[np.float64], window: int) -> NDArray[np.float64]:
    """Average with weights that fall exponentially to both sides, to 1/e at half the window."""
    distance = np.abs(np.arange(window) - (window - 1) / 2)
    weights = np.exp(-2 * distance / window)
    smoothed: NDArray[np.float64] = convolve1d(intensity, weights / weights.sum(), axis=1, mode="reflect")
    return smoothed


def _clean(study: Spectra, settings: ArceneSettings, progress: bool) -> Spectra:
    """Steps that each study goes through by itself."""
    low, high = settings.mass_range
    inside = (study.mass >= low) & (study.mass <= high)
    if not inside.any():
        raise InputError("mass_range", f"{low}..{high} holds no point of the spectra", "Widen it.")
    samples, first, member = np.unique(study.sample, return_index=True, return_inverse=True)
    copies = np.bincount(member)[:, None]
    averaged = np.zeros((len(samples), int(inside.sum())))
    np.add.at(averaged, member, study.intensity[:, inside])
    flat = remove_baseline(averaged / copies, settings.baseline_window, progress=progress)
    smoothed = np.maximum(0, smooth(flat, settings.smoothing_window))
    top = np.sort(smoothed, axis=1)[:, -max(1, smoothed.shape[1] // 20) :]
    scale = np.median(top, axis=1, keepdims=True)
    rooted = np.sqrt(smoothed / np.where(scale > 0, scale, 1.0))
    return Spectra(study.mass[inside], rooted, study.y[first], list(samples))


def _align(
    values: Sequence[NDArray[np.float64]], masses: Sequence[NDArray[np.float64]], reach: int
) -> list[NDArray[np.float64]]:
    """Bring all studies to the masses of the first, shift their means onto its mean, and cut the borders."""
    reference = values[0].mean(axis=0)
    aligned = [_cut(values[0], reach)]
    for study, mass in zip(values[1:], masses[1:], strict=True):
        resampled = np.array([np.interp(masses[0], mass, spectrum) for spectrum in study])
        mean = resampled.mean(axis=0)
        shifts = range(-reach, reach + 1)
        best = max(shifts, key=lambda shift: float(np.corrcoef(np.roll(mean, shift), reference)[0, 1]))
        aligned.append(_cut(np.roll(resampled, best, axis=1), reach))
    return aligned


def _cut(values: NDArray[np.float64], border: int) -> NDArray[np.float64]:
    return values[:, border : values.shape[1] - border]


def _threshold_levels(values: NDArray[np.float64], non_zero_share: float) -> NDArray[np.int16]:
    """Lower all values until only the given share is above 0, and scale the rest to 0..999."""
    lowered = np.maximum(0, values - np.quantile(values, 1 - non_zero_share))
    levels: NDArray[np.int16] = np.rint(lowered * (LARGEST / lowered.max())).astype(np.int16)
    return levels


def _spectrum_files(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*.csv")):
            yield str(file.relative_to(path)), file.read_bytes()
    elif path.is_file():
        try:
            with tarfile.open(path) as archive:
                yield from _spectra_inside(archive)
        except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
            reason = " ".join(str(error).split())
            raise InputError(path, f"is not a readable .tar.gz ({reason})", "Fetch it again.") from error


def _spectra_inside(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """Read in memory, so no name in the archive can write outside a folder."""
    for member in sorted(archive.getmembers(), key=lambda entry: entry.name):
        if not (member.isfile() and member.name.endswith(".csv")):
            continue
        if member.size > LARGEST_SPECTRUM:
            raise InputError(member.name, f"is larger than {LARGEST_SPECTRUM:,} bytes, which no spectrum is")
        opened = archive.extractfile(member)
        assert opened is not None  # it is a file
        yield member.name, opened.read()


def _read_table(name: str, content: bytes) -> NDArray[np.float64]:
    try:
        table = pd.read_csv(BytesIO(content)).to_numpy(dtype=np.float64)
    except (ValueError, pd.errors.ParserError) as error:
        raise InputError(name, f"is not a table of numbers ({error})") from error
    if table.shape[1] != 2 or not np.isfinite(table).all() or not (np.diff(table[:, 0]) > 0).all():
        raise InputError(name, "does not have two columns, increasing masses and finite intensities")
    return table


def _class_of(name: str) -> int:
    cancer, normal = _CANCER.search(name), _NORMAL.search(name)
    if bool(cancer) == bool(normal):
        raise InputError(name, "does not tell its class", "Name the file or folder cancer, normal, control or benign.")
    return 1 if cancer else -1
