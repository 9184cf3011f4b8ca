"""Typed settings: an unknown, missing or ill-typed key is an error that names it and its nearest neighbour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from provingground.errors import InputError, nearest
from provingground.files import read_yaml


class Settings(BaseModel):
    """Base of every section of params.yaml and of every catalog entry: immutable, and no key that is not declared."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=Settings)


def load_settings(path: Path, model: type[Model]) -> Model:
    """Read a YAML file into a settings class.

    Raises
    ------
    InputError
        Naming the file and every wrong key, with the nearest known key where one was misspelt.
    """
    return validate(model, read_yaml(path), path, f"Correct {path.name}.")


def validate(model: type[Model], content: Any, where: str | Path, remedy: str) -> Model:
    """Check content against a settings class.

    Raises
    ------
    InputError
        Naming ``where`` and every wrong key.

    Examples
    --------
    >>> class Splits(Settings):
    ...     folds: int
    >>> validate(Splits, {"fold": 5}, "params.yaml", "Correct it.")
    Traceback (most recent call last):
    provingground.errors.InputError: params.yaml: key 'folds' is missing; unknown key 'fold' (did you mean 'folds'?). \
Correct it.
    """
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise InputError(where, "; ".join(_explain(model, item) for item in _causes(error.errors())), remedy) from error


def _causes(problems: Sequence[Any]) -> list[Any]:
    """Leave out lists that are too short only because what stands in them is wrong."""
    places = [problem["loc"] for problem in problems]
    return [
        problem
        for problem, place in zip(problems, places, strict=True)
        if problem["type"] != "too_short" or not any(other[: len(place)] == place != other for other in places)
    ]


def _explain(model: type[Settings], problem: Any) -> str:
    location = tuple(map(str, problem["loc"]))
    key = ".".join(location) or "the top level"
    if problem["type"] == "extra_forbidden":
        near = nearest(location[-1], _known_keys(model, location[:-1]), at_most=1)
        return f"unknown key '{key}'" + (f" (did you mean {near}?)" if near else "")
    if problem["type"] == "missing":
        return f"key '{key}' is missing"
    if problem["type"] == "string_type" and isinstance(problem["input"], (bool, int, float)):
        return f"key '{key}' should be text, found {problem['input']!r}: put it in quotes"  # `yes` is true to YAML
    return f"key '{key}': {problem['msg']} (found {problem['input']!r})"


def _known_keys(model: type[BaseModel], location: tuple[str, ...]) -> list[str]:
    """Keys that may stand at a place: of all models that can be there, for a place may allow several."""
    models = [model]
    for part in location:  # positions in lists and names of alternatives lead nowhere further
        fields = [candidate.model_fields[part] for candidate in models if part in candidate.model_fields]
        models = [inner for field in fields for inner in _models_in(field.annotation)] or models
    return [name for candidate in models for name in candidate.model_fields]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)
