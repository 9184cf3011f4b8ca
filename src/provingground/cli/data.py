"""``provingground data``: list, fetch and describe data sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from provingground.cli.plain import plain_typer
from provingground.datasets.catalog import DatasetEntry, find, load_catalog
from provingground.datasets.sources import fetch as fetch_raw
from provingground.datasets.standardize import standardize
from provingground.datasets.storage import load_card, write_standardized
from provingground.errors import InputError, ProvingGroundError
from provingground.files import read_yaml

app = plain_typer("List, fetch and describe data sets.")

Params = Annotated[Path, typer.Option(help="Parameter file whose data.mirror and data.extra are used, if it exists.")]
QUICK = Path("data/standardized/quick")  # where the pipeline's quick profile keeps them
Folder = Annotated[Path, typer.Option(help="Where the standardised data sets are.")]


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
    params: Params = Path("params.yaml"),
) -> None:
    """List the catalog: name, expected size, sources in the order in which they are tried.

    Example:

        provingground data list --json
    """
    listed = [_listed(entry) for entry in _catalog(params).values()]
    if as_json:
        typer.echo(json.dumps(listed, indent=2, ensure_ascii=False))
        return
    for entry in listed:
        size = f"{entry['rows'] or '?'} x {entry['columns'] or '?'}"
        typer.echo(f"{entry['name']:15} {size:>12}  {entry['title']} [{', '.join(entry['sources'])}]")


@app.command()
def fetch(
    names: Annotated[list[str] | None, typer.Argument(help="Data sets to fetch.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Fetch all data sets of the catalog.")] = False,
    mirror: Annotated[str | None, typer.Option(help="Folder or URL with the raw files.")] = None,
    out: Folder = QUICK,
    cache: Annotated[Path, typer.Option(help="Where downloads are kept.")] = Path("data/raw"),
    params: Params = Path("params.yaml"),
) -> None:
    """Fetch raw data from the first source that answers, standardise it, and write it with its card.

    Examples:

        provingground data fetch spambase

        provingground data fetch adult bank --mirror /path/or/url/of/a/mirror --out data/standardized/paper
    """
    catalog = _catalog(params)
    chosen = list(catalog) if every else (names or [])
    if not chosen:
        raise typer.BadParameter("name a data set, or pass --all")
    entries = [find(catalog, name) for name in chosen]
    failed = [
        entry.name for entry in entries if not _fetch_one(entry, mirror or _settings(params).get("mirror"), out, cache)
    ]
    if failed:
        typer.echo(f"failed: {', '.join(failed)}", err=True)
        raise typer.Exit(1)


@app.command()
def card(
    name: Annotated[str, typer.Argument(help="Data set.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
    out: Folder = QUICK,
    params: Params = Path("params.yaml"),
) -> None:
    """Show what is known about a standardised data set.

    Example:

        provingground data card spambase
    """
    facts = load_card(out, find(_catalog(params), name).name)
    if as_json:
        typer.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for key, value in facts.items():
        typer.echo(f"{key:17} {value}")


def _listed(entry: DatasetEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "rows": entry.expected.rows,
        "columns": entry.expected.columns,
        "sources": [source.label for source in entry.sources if not source.refuse],
        "licence": entry.licence,
    }


def _fetch_one(entry: DatasetEntry, mirror: str | None, out: Path, cache: Path) -> bool:
    """One data set after the other: what fails is told and does not stop the rest."""
    try:
        raw = fetch_raw(entry, mirror=mirror, cache=cache)
        path = write_standardized(standardize(entry, raw), out, entry, raw)
    except ProvingGroundError as error:
        typer.echo(f"{entry.name}: {error}", err=True)
        return False
    for reason in raw.skipped:
        typer.echo(f"{entry.name}: skipped {reason}", err=True)
    typer.echo(f"{entry.name}: {raw.source} -> {path}")
    return True


def _catalog(params: Path) -> dict[str, DatasetEntry]:
    return load_catalog(_settings(params).get("extra"))


def _settings(params: Path) -> dict[str, Any]:
    """Section ``data`` of the parameter file; the pipeline checks the rest of it."""
    if not params.exists():
        return {}
    content = read_yaml(params) or {}
    data = content.get("data") or {} if isinstance(content, dict) else None
    if not isinstance(data, dict) or not isinstance(data.get("extra") or {}, dict):
        raise InputError(params, "holds no section `data` with named fields", "Correct it, or pass --params.")
    return data
