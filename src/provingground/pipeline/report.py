"""reports/index.html: what ran, and every notebook, figure and table, readable from the file system without network."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader

from provingground.files import write_atomically


@dataclass(frozen=True)
class Item:
    """A figure or a table: its path relative to the page, its name and caption."""

    path: str
    name: str
    caption: str

    @property
    def thumbnail(self) -> str:
        """The PNG beside an SVG."""
        return self.path.removesuffix(".svg") + ".png"


@dataclass(frozen=True)
class Chapter:
    """One executed notebook with what it drew."""

    title: str
    notebook: str
    figures: Sequence[Item]
    tables: Sequence[Item]


@dataclass(frozen=True)
class Run:
    """One profile: facts in a line each, and its chapters."""

    profile: str
    facts: Mapping[str, str]
    chapters: Sequence[Chapter]


def collect(reports: Path, profile: str, facts: Mapping[str, str], titles: Mapping[str, str]) -> Run:
    """List what a profile's stages left under ``reports``, in the order of ``titles`` (label prefix -> title)."""
    notebooks = sorted((reports / "notebooks" / profile).glob("*.html"), key=lambda path: _rank(path.stem, titles))
    return Run(profile, facts, [_chapter(reports, profile, path, titles) for path in notebooks])


def write_index(reports: Path, runs: Sequence[Run]) -> Path:
    """Write ``index.html`` into ``reports``."""
    environment = Environment(loader=PackageLoader("provingground.pipeline"), autoescape=True, trim_blocks=True)
    page = environment.get_template("index.html").render(runs=runs)
    return write_atomically(reports / "index.html", page)


def _chapter(reports: Path, profile: str, page: Path, titles: Mapping[str, str]) -> Chapter:
    label = page.stem
    prefix, _, subject = label.partition("@")
    title = titles.get(prefix, prefix) + (f": {subject}" if subject else "")
    return Chapter(
        title=title,
        notebook=page.relative_to(reports).as_posix(),
        figures=_items(reports, reports / "figures" / profile / label, ".svg"),
        tables=_items(reports, reports / "tables" / profile / label, ".csv"),
    )


def _items(reports: Path, folder: Path, suffix: str) -> list[Item]:
    captions_file = folder / "captions.json"
    if not captions_file.exists():
        return []
    captions: dict[str, str] = json.loads(captions_file.read_text(encoding="utf-8"))
    return [
        Item((folder / f"{name}{suffix}").relative_to(reports).as_posix(), name, caption)
        for name, caption in captions.items()
    ]


def _rank(label: str, titles: Mapping[str, str]) -> tuple[int, str]:
    order = list(titles)
    prefix = label.partition("@")[0]
    return (order.index(prefix) if prefix in order else len(order), label)
