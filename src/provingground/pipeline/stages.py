"""What dvc.yaml and paper/dvc.yaml declare: the stages with their matrices filled in, and which one makes a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from provingground.errors import InputError

DVC_FILES = ("dvc.yaml", "paper/dvc.yaml")
_TEMPLATE = re.compile(r"\$\{([^}]+)\}")


@dataclass(frozen=True)
class Stage:
    """One stage as DVC would run it.

    Parameters
    ----------
    name
        As DVC calls it, such as ``noise@quick-nasa_cm1``.
    file
        The dvc.yaml that declares it.
    deps, outs
        Paths relative to the project's folder.
    params
        Dotted keys of params.yaml.
    """

    name: str
    file: str
    deps: tuple[str, ...]
    params: tuple[str, ...]
    outs: tuple[str, ...]

    @property
    def lock(self) -> str:
        """The file in which DVC records this stage's runs."""
        return self.file.removesuffix(".yaml") + ".lock"

    def makes(self, path: str) -> bool:
        """Whether a path is one of the outputs or inside of one."""
        return any(path == out or path.startswith(f"{out}/") for out in self.outs)


def read_stages(root: Path) -> dict[str, Stage]:
    """Every stage of both profiles by its name.

    Raises
    ------
    InputError
        If a file is not readable as YAML, or refers to a parameter that params.yaml has not.
    """
    params = read_yaml(root / "params.yaml")
    stages = [
        stage
        for file in DVC_FILES
        if (root / file).exists()
        for name, declared in read_yaml(root / file)["stages"].items()
        for stage in _expand(name, file, declared, params)
    ]
    return {stage.name: stage for stage in stages}


def maker_of(stages: Mapping[str, Stage], path: str) -> Stage | None:
    """The stage that makes a file, or None for what comes from elsewhere."""
    return next((stage for stage in stages.values() if stage.makes(path)), None)


def select(params: Any, key: str) -> Any:
    """Value of a dotted key.

    Raises
    ------
    InputError
        If there is none.

    Examples
    --------
    >>> select({"quick": {"perfex": {"seeds": 5}}}, "quick.perfex.seeds")
    5
    """
    try:
        return reduce(lambda value, part: value[part], key.split("."), params)
    except (KeyError, TypeError) as error:
        raise InputError("params.yaml", f"has no key '{key}', which a dvc.yaml names", "Restore the key.") from error


def read_yaml(path: Path) -> Any:
    """Content of a YAML file, read without its power to make objects.

    Raises
    ------
    InputError
        If it is not there or not YAML.
    """
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", "Restore it from git.") from error
    except yaml.YAMLError as error:
        raise InputError(path, f"is not readable as YAML ({' '.join(str(error).split())})", "Fix that line.") from error


def _expand(name: str, file: str, declared: Mapping[str, Any], params: Any) -> Iterator[Stage]:
    axes = {axis: _values(values, params) for axis, values in declared.get("matrix", {}).items()}
    for point in product(*axes.values()):
        item = dict(zip(axes, point, strict=True))
        suffix = "@" + "-".join(item.values()) if item else ""
        filled = {
            part: tuple(_fill(_path(entry), item, params) for entry in declared.get(part, ()))
            for part in ("deps", "params", "outs", "metrics")
        }
        outs = filled["outs"] + filled["metrics"]  # metrics are outputs that DVC can show and compare
        yield Stage(f"{name}{suffix}", file, filled["deps"], filled["params"], outs)


def _values(values: Any, params: Any) -> list[str]:
    return [str(value) for value in (select(params, values[2:-1]) if isinstance(values, str) else values)]


def _path(entry: Any) -> str:
    return str(next(iter(entry)) if isinstance(entry, dict) else entry)  # an output with settings is a mapping


def _fill(text: str, item: Mapping[str, str], params: Any) -> str:
    def value(match: re.Match[str]) -> str:
        key = match[1].strip()
        return item[key.removeprefix("item.")] if key.startswith("item.") else str(select(params, key))

    return _TEMPLATE.sub(value, text)
