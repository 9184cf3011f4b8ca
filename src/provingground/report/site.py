"""The static site of one profile: reports/site/<profile>/, pages that open from the file system without network.

Each profile's site holds and links only what that profile's stages made, so that its bytes do not depend on what else
is on the machine. reports/index.html leads to both.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from provingground.errors import InputError
from provingground.files import write_atomically
from provingground.report import notebooks
from provingground.report.content import Item, Run
from provingground.report.data import DataFile, describe_data
from provingground.report.grids import Grid, read_grid
from provingground.report.searching import index_script

ASSETS = Path(__file__).parent / "assets"
FINDINGS = "findings"
_MOST_ROWS = 1000  # of a table on its page; the CSV has all
_DATA_ROWS = 100  # of the data behind a figure


@dataclass(frozen=True)
class Content:
    """What a site is made of.

    Parameters
    ----------
    reports
        The folder with notebooks, figures and tables.
    profile
        Name of the profile.
    facts
        What ran, a line each.
    runs
        Its executed notebooks.
    """

    reports: Path
    profile: str
    facts: Mapping[str, str]
    runs: Sequence[Run]


def build_site(content: Content) -> Path:
    """Write the site and return its start page; pages of a former build do not remain.

    Raises
    ------
    InputError
        If the profile has no executed notebook.
    """
    if not content.runs:
        problem = f"has no executed notebook of profile {content.profile}"
        raise InputError(content.reports / "notebooks", problem, "Run `dvc repro` first.")
    target = content.reports / "site" / content.profile
    scratch = target.with_name(f".{content.profile}")
    shutil.rmtree(scratch, ignore_errors=True)
    _Writer(content, scratch).write_all()
    shutil.rmtree(target, ignore_errors=True)
    scratch.rename(target)
    return target / "index.html"


def write_front(reports: Path) -> Path:
    """Write reports/index.html, the door to both profiles' sites.

    Git tracks the page and the paper profile's site: it tells what a clone holds, not what else is on this machine.
    """
    has_paper = (reports / "site" / "paper" / "index.html").exists()
    return write_atomically(
        reports / "index.html", _environment().get_template("front.html").render(has_paper=has_paper)
    )


@dataclass(frozen=True)
class _Writer:
    content: Content
    target: Path

    def write_all(self) -> None:
        for asset in ASSETS.iterdir():
            write_atomically(self.target / asset.name, asset.read_bytes())
        grids = {item: read_grid(item.data, rows=_MOST_ROWS) for run in self.content.runs for item in run.tables}
        write_atomically(self.target / "search-index.js", index_script(self.content.runs, grids))
        self._page("index.html", "start.html", findings=self._findings(grids))
        for name in ("gallery.html", "tables.html", "search.html"):
            self._page(name, name)
        for run in self.content.runs:
            self._write_run(run, grids)

    def _write_run(self, run: Run, grids: Mapping[Item, Grid]) -> None:
        body = notebooks.to_html(run.notebook, partial(self._shown, {(it.kind, it.name): it for it in run.items}))
        self._page(run.page, "section.html", run=run, body=Markup(body), headings=notebooks.headings(run.notebook))
        for item in run.items:
            grid = grids.get(item) or read_grid(item.data, rows=_DATA_ROWS)
            origin = run.origins.get((item.kind, item.name))
            self._page(item.page, f"{item.kind}.html", run=run, item=item, origin=origin, grid=grid)

    def _shown(self, items: Mapping[tuple[str, str], Item], kind: str, name: str, settings: Mapping[str, Any]) -> str:
        item = items.get((kind, name))
        if item is None:
            return ""
        rows, decimals = settings.get("rows", 0), settings.get("decimals", 3)
        grid = read_grid(item.data, rows=rows, decimals=decimals) if kind == "table" else None
        return self._render(f"shown_{kind}.html", "", item=item, grid=grid)

    def _findings(self, grids: Mapping[Item, Grid]) -> list[tuple[Item, Grid]]:
        """What the start page shows of the findings notebook: the claims, then the headline numbers."""
        tables = [item for run in self.content.runs if run.label == FINDINGS for item in run.tables]
        claims = [item for item in tables if item.name == "claims"]
        numbers = [item for item in tables if item.name.startswith("headline")]
        return [(item, grids[item].without("claim")) for item in (*claims, *numbers)]  # its id says nothing

    def _page(self, path: str, template: str, **context: Any) -> None:
        write_atomically(self.target / path, self._render(template, "../" * path.count("/"), here=path, **context))

    def _render(self, template: str, root: str, **context: Any) -> str:
        file = partial(_file, self.content.reports, root)
        shared = {"content": self.content, "root": root, "file": file, "describe": self._describe}
        return _environment().get_template(template).render(**shared, **context)

    def _describe(self, path: str) -> DataFile:
        return _described(self.content.reports.parent / path)


def _file(reports: Path, root: str, item: Item, suffix: str) -> str:
    """Address of a file beside a figure or table, from a page that is ``root`` away from the site's start."""
    return quote(f"{root}../../{item.folder.relative_to(reports).as_posix()}/{item.name}{suffix}")


@cache
def _described(path: Path) -> DataFile:
    return describe_data(path)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("provingground.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["url"] = quote
    environment.filters["python"] = lambda code: Markup(notebooks.highlighted(code))
    return environment
