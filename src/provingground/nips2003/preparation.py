"""From a name to a prepared data set: which raw source each of the five takes, and where it is looked for."""

from __future__ import annotations

import os
from pathlib import Path

from provingground.datasets.sources import MIRROR_VARIABLE
from provingground.errors import InputError, SourceError
from provingground.nips2003 import arcene, dexter, dorothea, gisette, madelon
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.settings import Nips2003Settings


def prepare(
    name: str, settings: Nips2003Settings | None = None, raw: Path | None = None, *, progress: bool = False
) -> Benchmark:
    """Prepare one of the five data sets.

    Parameters
    ----------
    name
        ``arcene``, ``dexter``, ``dorothea``, ``gisette`` or ``madelon``.
    settings
        Section ``nips2003`` of ``params.yaml``.
    raw
        Folder with the raw sources: ``mnist``, ``reuters21578``, ``thrombin``, ``seldi``. Without it MADELON is
        generated and GISETTE made from the 5,000 images of an installed package; the other three need it.
        ``settings.gisette.images = "openml"`` downloads MNIST instead (into ``data/raw/openml``).

    Raises
    ------
    SourceError
        If the raw source is not there.
    """
    chosen = settings or Nips2003Settings()
    if name not in PUBLISHED:
        raise InputError(name, "is not one of the five data sets", f"Use one of {', '.join(PUBLISHED)}.")
    if name == "madelon":
        return madelon.prepare(chosen.madelon)
    if name == "gisette":
        return gisette.prepare(_images(chosen, raw), chosen.gisette)
    if raw is None:
        remedy = "Give the `raw` folder of a mirror (on the command line: --raw); madelon alone needs none."
        raise SourceError(name, "needs its raw source, which no package carries", remedy)
    if name == "dexter":
        return dexter.prepare(dexter.read_articles(raw / "reuters21578"), chosen.dexter)
    if name == "dorothea":
        return dorothea.prepare(dorothea.read_compounds(_compounds(raw)), chosen.dorothea)
    studies = [arcene.read_spectra(place) for place in _studies(raw)]
    return arcene.prepare(studies, chosen.arcene, progress=progress)


def raw_files(name: str, settings: Nips2003Settings, raw: Path | None) -> list[Path]:
    """Files that :func:`prepare` reads; none for MADELON, which is generated, and for what it downloads."""
    if name == "madelon" or (name == "gisette" and settings.gisette.images == "openml"):
        return []
    if raw is None:
        return [gisette.bundled_path()] if name == "gisette" else []
    if name == "gisette":
        return sorted((raw / "mnist").glob("*-idx?-ubyte*"))
    if name == "dexter":
        return dexter.article_files(raw / "reuters21578")
    if name == "dorothea":
        return [_compounds(raw)]
    return [file for place in _studies(raw) for file in sorted([place, *place.rglob("*")]) if file.is_file()]


def raw_folder(mirror: str | None) -> Path:
    """Folder ``raw`` of the mirror, from ``data.mirror`` of ``params.yaml`` or the variable PROVINGGROUND_MIRROR.

    Raises
    ------
    SourceError
        If no mirror is set, or it is not a folder: this part reads files that are larger than it would download.
    """
    mirror = os.environ.get(MIRROR_VARIABLE) or mirror
    if mirror is None:
        raise SourceError("mirror", "none is set", f"Set data.mirror in params.yaml or {MIRROR_VARIABLE} to a folder.")
    folder = Path(mirror).expanduser() / "raw"
    if not folder.is_dir():
        raise SourceError(folder, "is not a folder", "Download the mirror first, and give its path.")
    return folder


def _images(settings: Nips2003Settings, raw: Path | None) -> gisette.Images:
    if settings.gisette.images == "openml":
        return gisette.openml_mnist(Path("data") / "raw" / "openml")
    return gisette.bundled_mnist() if raw is None else gisette.read_mnist(raw / "mnist")


def _compounds(raw: Path) -> Path:
    return raw / "thrombin" / "thrombin_train_sparse.txt.gz"


def _studies(raw: Path) -> list[Path]:
    """One study for each sub-folder or ``.tar.gz`` of the folder ``seldi``."""
    folder = raw / "seldi"
    places = sorted(path for path in folder.glob("*") if path.is_dir() or path.name.endswith(".tar.gz"))
    if not places:
        raise SourceError(folder, "holds no study", "Put each study's spectra into a folder or .tar.gz there.")
    return places
