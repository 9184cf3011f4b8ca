"""The built site in a headless Chromium, from the file system: nothing complains, and everything that moves works."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from provingground.report.site import write_front

from .browser import Tab, chromium
from .conftest import DATASET

NOTEBOOK = f"noise@{DATASET}.html"
TABLE = f"tables/noise@{DATASET}/numbers.html"
LOAD_IMAGES = """
Promise.all(Array.from(document.images, (image) => { image.loading = "eager"; return image.decode(); }))
  .then(() => Array.from(document.images, (image) => image.naturalWidth).every((width) => width > 50))
"""
COLUMN = "Array.from(document.querySelectorAll('td:nth-child(2)'), (cell) => cell.textContent)"


@pytest.fixture(scope="module")
def site(built) -> Path:
    write_front(built.root / "reports")
    return built.root / "reports" / "site" / "quick"


@pytest.fixture(scope="module")
def tab(tmp_path_factory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


def address(site: Path, page: str) -> str:
    file, mark, rest = page.partition("?" if "?" in page else "#")
    return (site / file).as_uri() + mark + rest


def test_every_page_loads_without_a_complaint_and_with_all_its_figures_from_this_disk_alone(site, tab) -> None:
    pages = [*site.rglob("*.html"), site.parents[1] / "index.html"]
    for page in pages:
        tab.open(page.as_uri())
        assert tab.run(LOAD_IMAGES) is True, page
        assert tab.problems == [], page
        assert all(request.startswith("file:") for request in tab.requests), page
        assert tab.run("window.hit === undefined"), f"{page}: a script that came in with data was run"
    assert len(pages) >= 12


@pytest.mark.parametrize("width", [400, 1280])
def test_no_page_is_wider_than_the_screen(width, site, tab) -> None:
    tab.resize(width, 800)
    for page in site.rglob("*.html"):
        tab.open(page.as_uri())
        assert tab.run("document.documentElement.scrollWidth") <= width, page
    tab.resize(1280, 800)


def test_a_table_sorts_by_number_both_ways_and_keeps_what_is_missing_below(site, tab) -> None:
    tab.open(address(site, TABLE))
    click = "document.querySelector('th:nth-child(2) button').click()"
    tab.run(click)
    rising = tab.run(COLUMN)
    assert tab.run("document.querySelector('th:nth-child(2)').getAttribute('aria-sort')") == "ascending"
    assert [float(text) for text in rising[:-1]] == sorted(float(text) for text in rising[:-1])
    assert rising[-1] == "–"
    tab.run(click)
    assert tab.run("document.querySelector('th:nth-child(2)').getAttribute('aria-sort')") == "descending"
    assert tab.run(COLUMN) == [*reversed(rising[:-1]), "–"]


def test_a_table_filters_its_rows(site, tab) -> None:
    tab.open(address(site, TABLE))
    tab.run("{ const box = document.querySelector('label.filter input'); box.value = 'ROW 100.1';"
            "box.dispatchEvent(new Event('input')); }")  # fmt: skip
    shown = tab.run(
        "Array.from(document.querySelectorAll('tbody tr:not([hidden])'), (row) => row.cells[0].textContent)"
    )
    assert shown == ["row 1"]


@pytest.mark.parametrize(
    ("words", "title", "page"),
    [
        ("okapis", "A part", f"{NOTEBOOK}#cell-0"),
        ("what is kept", "kept", "figures/retained/kept.html"),
        ("row 10", "numbers", TABLE),
    ],
)
def test_a_search_finds_text_captions_and_what_tables_hold(words, title, page, site, tab) -> None:
    tab.open(address(site, f"search.html?q={words.replace(' ', '+')}"))
    results = tab.run("Array.from(document.querySelectorAll('#results a'), (a) => [a.textContent, a.href])")
    hits = [href for text, href in results if title in text]
    assert address(site, page).replace("@", "%40") in [href.replace("@", "%40") for href in hits]
    assert tab.problems == []


def test_a_search_for_what_is_nowhere_says_so(site, tab) -> None:
    tab.open(address(site, "search.html?q=xyzzy"))
    assert tab.run("document.getElementById('found').textContent") == "0 for “xyzzy”"


def test_the_gallery_shows_what_is_asked_for(site, tab) -> None:
    tab.open(address(site, "gallery.html"))
    tab.run("{ const box = document.querySelector('[data-filter]'); box.value = 'kept';"
            "box.dispatchEvent(new Event('input')); }")  # fmt: skip
    shown = tab.run(
        "Array.from(document.querySelectorAll('.card'), (card) => card).filter((c) => c.checkVisibility()).length"
    )
    assert shown == 1


def test_the_switch_turns_the_page_dark_and_the_next_page_too(site, tab) -> None:
    tab.open(address(site, "index.html"))
    background = "getComputedStyle(document.body).backgroundColor"
    light = tab.run(background)
    tab.run("document.querySelector('.theme').click()")
    dark = tab.run(background)
    assert dark != light
    tab.open(address(site, "gallery.html"))
    assert tab.run(background) == dark
    tab.run("document.querySelector('.theme').click()")
    assert tab.run(background) == light


def test_the_page_follows_the_systems_preference_where_nothing_was_chosen(site, tab) -> None:
    tab.open(address(site, "index.html"))
    tab.run("localStorage.clear()")
    colours = []
    for preference in ("light", "dark"):
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": preference}])
        tab.open(address(site, "index.html"))
        colours.append(tab.run("getComputedStyle(document.body).backgroundColor"))
    tab.call("Emulation.setEmulatedMedia", features=[])
    assert colours == ["rgb(255, 255, 255)", "rgb(20, 24, 28)"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_the_contrast_that_wcag_asks_for(theme, site, tab) -> None:
    """At least 4.5 : 1 (WCAG 2.1, level AA) for every element with text of its own; figures are pictures."""
    for page in ("index.html", NOTEBOOK, TABLE, "gallery.html", f"figures/noise@{DATASET}/lines_one.html"):
        tab.open(address(site, page))
        tab.run(f"document.documentElement.dataset.theme = '{theme}'; document.querySelectorAll('details')"
                ".forEach((part) => { part.open = true; })")  # fmt: skip
        assert tab.run(CONTRAST) == [], page


CONTRAST = """
(() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const own = (element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
  return Array.from(document.body.querySelectorAll("*"))
    .filter((element) => own(element) && element.checkVisibility() && !["SCRIPT", "NOSCRIPT"].includes(element.tagName))
    .map((element) => {
      const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))].sort((x, y) => y - x);
      return [element.outerHTML.slice(0, 80), (a + 0.05) / (b + 0.05)];
    })
    .filter(([, ratio]) => ratio < 4.5);
})()
"""


def test_the_keyboard_reaches_the_content_past_the_menu_and_sorts_a_table(site, tab) -> None:
    tab.open(address(site, TABLE))
    tab.press("Tab")
    assert tab.run("document.activeElement.className") == "skip"
    assert tab.run("document.activeElement.getBoundingClientRect().width") > 50  # seen, once it has the focus
    tab.press("Enter")
    assert tab.run("location.hash") == "#content"
    tab.run("document.querySelector('th button').focus()")
    tab.press("Enter")
    assert tab.run("document.querySelector('th').getAttribute('aria-sort')") == "ascending"
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_the_site_works_over_http_too(site, tab) -> None:
    root = site.parents[1]
    handler = functools.partial(Quiet, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_address[1]}"
        tab.open(f"{base}/site/quick/{NOTEBOOK}")
        assert tab.run(LOAD_IMAGES) is True
        assert tab.problems == []
        tab.open(f"{base}/site/quick/search.html?q=okapis")
        assert tab.run("document.querySelectorAll('#results li').length") >= 1
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and does not log."""

    def log_message(self, format: str, *args: object) -> None:
        pass
