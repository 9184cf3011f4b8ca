"""What a run of a stage is made of: parameters, data, code and versions, and one hash of each.

dvc.yaml is the only place that says what a stage depends on; here that is looked up and written beside the figures and
tables, without times and paths of a machine, so that equal runs leave equal bytes.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from provingground.errors import InputError
from provingground.pipeline.fingerprint import files_in, fingerprint, read_ignored
from provingground.pipeline.stages import Stage, read_yaml, select

FILE_NAME = "provenance.json"
PARTS = ("params", "data", "code", "versions")
PACKAGES = (
    "provingground",
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "xgboost",
    "khiops",
    "python-weka-wrapper3",
    "matplotlib",
    "seaborn",
)


@dataclass(frozen=True)
class Provenance:
    """The inputs of one run of a stage.

    Parameters
    ----------
    stage
        Name as DVC has it.
    params
        Values of the keys of params.yaml that the stage depends on.
    code
        Fingerprints of source folders and of the stripped notebook.
    data
        Fingerprints of the files that it reads.
    versions
        Of Python and of the packages that numbers depend on.
    """

    stage: str
    params: Mapping[str, Any]
    code: Mapping[str, str | None]
    data: Mapping[str, str | None]
    versions: Mapping[str, str]

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of parameters, data, code and versions, each on its own."""
        return {part: _sha256(getattr(self, part)) for part in PARTS}

    @property
    def identity(self) -> str:
        """SHA-256 of everything: equal where nothing that the stage depends on differs."""
        return _sha256(asdict(self))

    def differences(self, other: Provenance) -> list[str]:
        """What is not the same in another one, such as ``params noise.levels differ``."""
        return [
            line
            for part in PARTS
            for line in _differences(part, _flat(getattr(self, part)), _flat(getattr(other, part)))
        ]


def provenance_of(root: Path, stage: Stage) -> Provenance:
    """Look up what a stage depends on, as it is at this moment."""
    ignored = read_ignored(root)
    params = read_yaml(root / "params.yaml")
    data = [path for path in stage.deps if path.startswith(("data/", "reports/"))]
    files = sorted({file for path in data for file in files_in(root, path, ignored) or [path]})
    return Provenance(
        stage=stage.name,
        params={key: select(params, key) for key in stage.params},
        code={path: fingerprint(root, path, ignored) for path in stage.deps if path not in data},
        data={file: fingerprint(root, file) for file in files},
        versions={"python": platform.python_version()} | {name: _version(name) for name in PACKAGES},
    )


def to_json(provenance: Provenance, made: Mapping[str, str]) -> str:
    """Content of provenance.json; ``made`` are the SHA-256 of the files beside it."""
    record = {"identity": provenance.identity, "hashes": provenance.hashes, **asdict(provenance), "made": dict(made)}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Record:
    """A provenance.json: what the run was made of, and the SHA-256 of each file that it left in this folder."""

    provenance: Provenance
    made: Mapping[str, str]


def read_record(folder: Path) -> Record | None:
    """The provenance beside the figures or tables of a folder; None where there is no such file.

    Raises
    ------
    InputError
        If it was edited: its content does not have the hash that it states.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return None
    remedy = "Run the stage again."
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        parts = {name: content[name] for name in ("stage", *PARTS)}
        record = Record(Provenance(**parts), content["made"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(path, f"is not a record of a run ({error!r})", remedy) from error
    if record.provenance.identity != content["identity"]:
        raise InputError(path, "was edited: its content does not have the hash that it states", remedy)
    return record


def _differences(part: str, mine: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    keys = sorted({*mine, *other})
    return [f"{part} {key} differ" for key in keys if mine.get(key, _ABSENT) != other.get(key, _ABSENT)]


_ABSENT = object()


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings by dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) and value else {f"{prefix}{key}": value}
    return flat


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _sha256(content: Any) -> str:
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
