"""The chain behind a figure or table: its notebook and line of code, its stage, and the data down to the raw files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from provingground.errors import InputError
from provingground.pipeline.fingerprint import fingerprint, read_ignored
from provingground.pipeline.provenance import PARTS, Provenance, Record, provenance_of, read_record
from provingground.pipeline.stages import Stage, maker_of, read_stages, read_yaml, select
from provingground.report.content import Item, Run, collect
from provingground.report.data import DataFile, RawFile, describe_data, read_raw_files

PLACES = ("figures", "tables")


@dataclass(frozen=True)
class Data:
    """A file that a stage read, with its fingerprint at that time, and where it came from."""

    path: str
    md5: str | None
    content: DataFile
    made_by: StageRun | None


@dataclass(frozen=True)
class StageRun:
    """A run of a stage: what it was made of, and what of that is not the same any more."""

    name: str
    declared_in: str
    provenance: Provenance
    lock: str
    stale: tuple[str, ...]
    data: tuple[Data, ...]
    raw: tuple[RawFile, ...]  # read by the stage itself, not as data of the project


@dataclass(frozen=True)
class Explanation:
    """Everything behind one figure or table."""

    file: str
    caption: str
    notebook: str
    cell: int | None
    code: str
    stale: tuple[str, ...]
    run: StageRun

    def to_json(self) -> str:
        """As JSON, with the hash of each part of every stage's provenance."""
        return json.dumps(_with_hashes(asdict(self), self.run.provenance), indent=1, ensure_ascii=False)


@dataclass
class Chain:
    """The chains of a project; what stages have in common is looked up once.

    Parameters
    ----------
    root
        The project's folder.
    """

    root: Path
    _runs: dict[str, StageRun] = field(default_factory=dict)
    _sections: dict[str, dict[str, Run]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._stages = read_stages(self.root)

    def explain(self, path: Path) -> Explanation:
        """Follow a figure (SVG, PNG or its CSV) or a table (CSV) back to raw files.

        Raises
        ------
        InputError
            If the file is not there, no figure or table of a stage, or has no record of its run.
        """
        file = self._relative(path)
        run, item = self._find(file)
        stage = maker_of(self._stages, file)
        record = read_record(item.folder)
        if stage is None or record is None:
            remedy = "Run its stage again (dvc repro); a figure of a notebook run by hand has no stage behind it."
            raise InputError(file, "has no record of the run that made it", remedy)
        origin = run.origins.get((item.kind, item.name))
        made = self.stage_run(stage)
        return Explanation(
            file=file,
            caption=item.caption,
            notebook=run.path.relative_to(self.root).as_posix(),
            cell=origin.cell if origin else None,
            code=origin.code if origin else "",
            stale=(*self._edited(file, record), *dict.fromkeys(_all_stale(made))),
            run=made,
        )

    def stage_run(self, stage: Stage) -> StageRun:
        """What a stage's last run was made of: from the record beside its figures, else from dvc.lock."""
        if stage.name not in self._runs:
            now = provenance_of(self.root, stage)
            records = (read_record(self.root / out) for out in stage.outs)
            record = next((found for found in records if found), None)
            locked = self._locked(stage)
            self._runs[stage.name] = StageRun(
                name=stage.name,
                declared_in=stage.file,
                provenance=record.provenance if record else now,
                lock=self._compare_outs(stage, locked),
                stale=tuple(record.provenance.differences(now) if record else self._lock_differences(stage, locked)),
                data=tuple(self._data(*item) for item in (record.provenance if record else now).data.items()),
                raw=tuple(raw for out in stage.outs for raw in read_raw_files(self.root / out / "raw_files.csv")),
            )
        return self._runs[stage.name]

    def _relative(self, path: Path) -> str:
        root = self.root.resolve()
        found = [place.resolve() for place in (Path.cwd() / path, root / path) if place.is_file()]
        inside = [place.relative_to(root).as_posix() for place in found if place.is_relative_to(root)]
        if inside:
            return inside[0]
        problem = f"is not in the project {self.root}" if found else "does not exist"
        raise InputError(path, problem, "Name a file under reports/figures or reports/tables.")

    def _find(self, file: str) -> tuple[Run, Item]:
        remedy = "Name a figure or table: reports/figures/PROFILE/RUN/NAME.svg or reports/tables/PROFILE/RUN/NAME.csv."
        parts = file.split("/")
        if len(parts) != 5 or parts[0] != "reports" or parts[1] not in PLACES:
            raise InputError(file, "is no figure or table of the report", remedy)
        _, place, profile, label, name = parts
        if profile not in self._sections:
            self._sections[profile] = {run.label: run for run in collect(self.root / "reports", profile, {})}
        run = self._sections[profile].get(label)
        known = {(f"{item.kind}s", item.name): item for item in run.items} if run else {}
        item = known.get((place, name.rpartition(".")[0]))
        if run is None or item is None:
            raise InputError(file, "is not among the captions of an executed notebook", "Run its stage again.")
        return run, item

    def _edited(self, file: str, record: Record) -> list[str]:
        content = (self.root / file).read_bytes()
        expected = record.made.get(file.rpartition("/")[2])
        return [] if hashlib.sha256(content).hexdigest() == expected else [f"file {file} is not the one that was made"]

    def _locked(self, stage: Stage) -> Any:
        path = self.root / stage.lock
        return (read_yaml(path) or {}).get("stages", {}).get(stage.name) if path.exists() else None

    def _compare_outs(self, stage: Stage, locked: Any) -> str:
        if locked is None:
            return f"no entry in {stage.lock}"
        ignored = read_ignored(self.root)
        changed = [out["path"] for out in locked["outs"] if fingerprint(self.root, out["path"], ignored) != out["md5"]]
        return f"not the outputs of {stage.lock}: {', '.join(changed)}" if changed else f"as recorded in {stage.lock}"

    def _lock_differences(self, stage: Stage, locked: Any) -> list[str]:
        if locked is None:
            return [f"stage {stage.name} has no record and no entry in {stage.lock}"]
        ignored, params = read_ignored(self.root), read_yaml(self.root / "params.yaml")
        known = {dep["path"]: dep["md5"] for dep in locked.get("deps", [])}
        values = locked.get("params", {}).get("params.yaml", {})
        changed = [path for path in stage.deps if fingerprint(self.root, path, ignored) != known.get(path)]
        other = [key for key in stage.params if key not in values or select(params, key) != values[key]]
        return [f"code {path} differ" for path in changed] + [f"params {key} differ" for key in other]

    def _data(self, path: str, md5: str | None) -> Data:
        stage = maker_of(self._stages, path)
        return Data(path, md5, describe_data(self.root / path), self.stage_run(stage) if stage else None)


def as_text(explanation: Explanation, *, short: bool = False) -> str:
    """The chain as lines, every stage told once; ``short`` leaves out the stages."""
    return "\n".join([*_head(explanation), *([] if short else _stage_lines(explanation.run, "", set()))])


def _head(made: Explanation) -> Iterator[str]:
    yield made.file
    yield f"  {made.caption}"
    # Results that came with the repository were made with other versions than most readers have: that is no edit.
    versions = [line.split()[1] for line in made.stale if line.startswith("versions ")]
    stale = [line for line in made.stale if not line.startswith("versions ")]
    yield f"  stale: {'; '.join(stale)}" if stale else "  current: nothing that it depends on has changed"
    if versions:
        yield f"  made with other versions than these here: {', '.join(versions)}"
    yield f"  drawn by {made.notebook}" + ("" if made.cell is None else f", cell {made.cell}:")
    yield from (f"    {line}" for line in made.code.splitlines())


def _stage_lines(run: StageRun, indent: str, told: set[str]) -> Iterator[str]:
    again = run.name in told
    yield f"{indent}stage {run.name} ({run.declared_in}; {run.lock})" + (", see above" if again else "")
    if again:
        return
    told.add(run.name)
    hashes = run.provenance.hashes
    yield f"{indent}  " + ", ".join(f"{part} {hashes[part][:12]}" for part in PARTS)
    yield from (f"{indent}  param {key} = {_short(value)}" for key, value in run.provenance.params.items())
    yield from (f"{indent}  code {path} {md5 or 'absent'}" for path, md5 in run.provenance.code.items())
    yield from _raw_lines(run.raw, f"{indent}  ")
    if not run.data and not run.raw and not run.name.startswith("standardize"):
        yield f"{indent}  reads no data file of the project: its data are generated or come with the packages"
    for data in run.data:
        facts = f" ({data.content.facts})" if data.content.facts else ""
        yield f"{indent}  data {data.path} {data.md5 or 'absent'}{facts}"
        yield from _raw_lines(data.content.raw, f"{indent}    ")
        if data.made_by:
            yield from _stage_lines(data.made_by, f"{indent}    ", told)


def _raw_lines(files: Iterable[RawFile], indent: str) -> Iterator[str]:
    yield from (f"{indent}raw {file.path} sha256 {file.sha256} ({file.source})" for file in files)


def _short(value: Any, width: int = 90) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= width else f"{text[:width]}…"


def _all_stale(run: StageRun) -> Iterator[str]:
    yield from run.stale
    for data in run.data:
        if data.made_by:
            yield from _all_stale(data.made_by)


def _with_hashes(explanation: dict[str, Any], provenance: Provenance) -> dict[str, Any]:
    return {**explanation, "hashes": provenance.hashes, "identity": provenance.identity}
