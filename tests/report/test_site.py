"""The pages as files: links, escaping, what each one tells. What a browser makes of them is in test_browser.py."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from provingground.errors import InputError
from provingground.pipeline.provenance import read_record
from provingground.report.site import write_front
from provingground.sections import write_report

from .conftest import DATASET, MARKUP, ROOT


class Page(HTMLParser):
    """Addresses, anchors, images and tags of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.images: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        self.links += [values[key] or "" for key in ("href", "src", "action") if key in values]
        self.anchors.add(values.get("id") or "")
        if tag == "img":
            self.images.append(values)


def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


@pytest.fixture(scope="module")
def site(built) -> Path:
    write_front(built.root / "reports")
    return built.root / "reports" / "site" / "quick"


def test_every_link_leads_to_a_file_of_the_project_and_every_anchor_exists(site) -> None:
    found = pages(site)
    assert {path.name for path in site.glob("*.html")} >= {"index.html", "gallery.html", f"noise@{DATASET}.html"}
    for path, page in found.items():
        assert len(page.links) > 1
        for link in page.links:
            parts = urlsplit(link)
            if link == "data:,":  # no icon, and no request for one
                continue
            assert not parts.scheme, f"{path}: {link}"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path}: {link}"
            assert not parts.fragment or unquote(parts.fragment) in found[target].anchors, f"{path}: {link}"


def test_nothing_is_fetched_from_a_network(site) -> None:
    for path in [*site.rglob("*.html"), *site.glob("*.css"), *site.glob("*.js")]:
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text, path
        assert "https://" not in text, path


def test_a_script_tag_in_a_column_value_title_or_caption_is_text_on_every_page(site) -> None:
    seen = 0
    for path, page in pages(site).items():
        text = path.read_text(encoding="utf-8")
        assert MARKUP not in text, path
        assert "<img src=x" not in text, path
        seen += "&lt;script&gt;" in text
        own = page.tags.count("script")
        assert own == (2 if path.name == "search.html" else 1), path
    assert seen >= 5


def test_every_image_has_a_text_that_says_what_it_shows(site) -> None:
    images = [image for page in pages(site).values() for image in page.images]
    assert len(images) >= 9
    assert all(len(image["alt"] or "") > 5 for image in images)


def test_the_page_of_a_figure_tells_its_code_data_parameters_and_hashes(site, built) -> None:
    text = (site / "figures" / f"noise@{DATASET}" / "lines_two.html").read_text(encoding="utf-8")
    record = read_record(built.root / "reports" / "figures" / "quick" / f"noise@{DATASET}")
    assert record is not None
    for expected in (*record.provenance.hashes.values(), record.provenance.identity, f"noise@quick-{DATASET}"):
        assert expected in text
    assert f"data/standardized/quick/{DATASET}.json" in text
    assert "cm1.arff.txt" in text  # the raw file
    assert "cell-3" in text
    assert "section" in text
    assert "lines_two.csv" in text


def test_a_notebook_page_links_the_figure_file_instead_of_holding_it(site) -> None:
    text = (site / f"noise%40{DATASET}.html".replace("%40", "@")).read_text(encoding="utf-8")
    assert "base64" not in text
    assert f"../../figures/quick/noise%40{DATASET}/lines_one.png" in text


def test_an_empty_table_is_called_empty(site) -> None:
    assert "This table is empty" in (site / "tables" / f"noise@{DATASET}" / "nothing.html").read_text(encoding="utf-8")


def test_the_start_page_shows_the_claims_of_the_findings_notebook(project) -> None:
    reports = project.root / "reports"
    for folder in ("figures", "tables"):
        (reports / folder / "quick" / "retained").rename(reports / folder / "quick" / "findings")
    (reports / "notebooks" / "quick" / "retained.ipynb").rename(reports / "notebooks" / "quick" / "findings.ipynb")
    start = write_report(project, "quick").read_text(encoding="utf-8")
    assert "<h2>Findings</h2>" in start
    assert "it holds" in start
    assert "an_id" not in start  # says nothing to readers, and takes the room of the verdicts


def test_a_second_build_is_equal_and_keeps_no_page_of_what_is_gone(project) -> None:
    site = project.root / "reports" / "site" / "quick"
    before = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    (site / "gone.html").write_text("old")
    write_report(project, "quick")
    after = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert after == before


def test_a_profile_of_which_nothing_ran_is_an_error_that_says_so(project) -> None:
    with pytest.raises(InputError, match="has no executed notebook of profile paper"):
        write_report(project, "paper")


def test_the_front_page_that_git_tracks_is_the_one_that_would_be_written(tmp_path) -> None:
    if (ROOT / "reports" / "site" / "paper" / "index.html").exists():
        (tmp_path / "site" / "paper").mkdir(parents=True)
        (tmp_path / "site" / "paper" / "index.html").touch()
    assert write_front(tmp_path).read_text() == (ROOT / "reports" / "index.html").read_text()
