"""What documents say: links lead somewhere, snippets run, lists are current, the citation is complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pytest
import yaml

from provingground.cli import COMMANDS
from provingground.doctor import pinned

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LOCK = (ROOT / "requirements.lock").read_text()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_to_one(path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text())
    assert [link for link in links if "://" not in link and not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_of_ours_in_a_document_exists(path) -> None:
    named = re.findall(r"(?:^ {4}|`)provingground ([a-z0-9-]+)", path.read_text(), flags=re.MULTILINE)
    assert [name for name in named if name not in COMMANDS and not name.startswith("-")] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_target_in_a_document_exists(path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    named = re.findall(r"(?:^ {4}|`)make ([a-z-]+)", path.read_text(), flags=re.MULTILINE)
    assert set(named) <= set(targets)


@pytest.mark.parametrize("number", [0, 1])
def test_the_readmes_snippets_run_in_an_empty_folder(number, tmp_path) -> None:
    snippets = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    assert len(snippets) == 2
    done = subprocess.run([sys.executable, "-c", snippets[number]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_list_of_licences_is_current() -> None:
    import licences

    other = [name for name, pin in pinned(LOCK).items() if licences.licence_of(name) == licences.ABSENT]
    if other or any(version(name) != pin for name, pin in pinned(LOCK).items()):
        pytest.skip("the installed packages are not those of requirements.lock")
    assert licences.TARGET.read_text() == licences.render(), "run make licences"


def test_the_citation_has_what_its_format_asks_for() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors", "version", "license", "references"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert citation["version"] == version("provingground")
    for work in [citation, *citation["references"]]:
        assert work["title"]
        assert all("name" in author or {"family-names", "given-names"} <= author.keys() for author in work["authors"])
    for work in citation["references"]:
        assert {"type", "year"} <= work.keys()
        # a conference is an entity with a name, for this format
        assert "conference" not in work or set(work["conference"]) >= {"name"}


def readme_table(first: str) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the README's table whose first heading is ``first``."""
    readme = (ROOT / "README.md").read_text()
    lines = readme[readme.index(f"| {first} |") :].partition("\n\n")[0].splitlines()
    heading, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return heading, rows


def paper_table(name: str) -> pd.DataFrame:
    return pd.read_csv(ROOT / "reports" / "tables" / "paper" / f"{name}.csv")


def test_the_readmes_results_are_those_of_the_tracked_tables() -> None:
    found = paper_table("retained/headline_auc").set_index("algorithm")
    exact = paper_table("findings/headline_exact").groupby("algorithm")[["n_equal", "n"]].sum()
    ranks = paper_table("findings/headline_ranks")
    ranks = ranks[(ranks["panel"] == "corrected-sampled") & (ranks["rho"] == 1)].set_index("algorithm")
    (_, _, *columns, _), rows = readme_table("test AUC")
    assert [name for name, *_ in rows] == found.index.tolist()
    for name, equal, *values, rank in rows:
        expected = [f"{value:.3f}" if pd.notna(value) else "–" for value in found.loc[name, columns]]
        assert values == expected, name
        assert equal == ("{n_equal} of {n}".format(**exact.loc[name]) if name in exact.index else "–"), name
        assert rank == "{rank:.1f} ({low:.1f} to {high:.1f})".format(**ranks.loc[name]), name


def test_the_readmes_verdicts_are_those_of_the_tracked_metrics() -> None:
    metrics = json.loads((ROOT / "reports" / "metrics" / "paper.json").read_text())
    (_, *verdicts), rows = readme_table("claims")
    assert {panel for panel, *_ in rows} == {"published", "reproduced", "corrected"}
    for panel, *counts in rows:
        expected = [metrics.get(f"claims.{panel}.{verdict.replace(' ', '_')}", 0) for verdict in verdicts]
        assert [int(count) for count in counts] == expected, panel
