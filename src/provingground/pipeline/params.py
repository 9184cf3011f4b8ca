"""Typed parameter files: an unknown, missing or ill-typed key is an error that names it and its nearest neighbour."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from provingground.errors import InputError


class Settings(BaseModel):
    """Base of every section of params.yaml: immutable, and no key that is not declared."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=Settings)


def load_settings(path: Path, model: type[Model]) -> Model:
    """Read a YAML file into a settings class.

    Raises
    ------
    InputError
        Naming the file and every wrong key, with the nearest known key where one was misspelt.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", "Run from the project's folder.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(path, f"is not readable as YAML ({' '.join(str(error).split())})", "Fix that line.") from error
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problems = "; ".join(_explain(model, item) for item in error.errors())
        raise InputError(path, problems, f"Correct {path.name}.") from error


def _explain(model: type[Settings], problem: Any) -> str:
    location = tuple(map(str, problem["loc"]))
    key = ".".join(location) or "the top level"
    if problem["type"] == "extra_forbidden":
        near = difflib.get_close_matches(location[-1], _known_keys(model, location[:-1]), n=1)
        return f"unknown key '{key}'" + (f" (did you mean '{near[0]}'?)" if near else "")
    if problem["type"] == "missing":
        return f"key '{key}' is missing"
    return f"key '{key}': {problem['msg']} (found {problem['input']!r})"


def _known_keys(model: Any, location: tuple[str, ...]) -> list[str]:
    for part in location:
        field = getattr(model, "model_fields", {}).get(part)
        options = [field.annotation, *get_args(field.annotation)] if field is not None else []
        model = next((option for option in options if hasattr(option, "model_fields")), None)
    return list(getattr(model, "model_fields", {}))
