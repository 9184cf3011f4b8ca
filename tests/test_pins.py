"""pyproject.toml, requirements.lock and environment.yml say the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = (ROOT / "requirements.lock").read_text()
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text())


def pins() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", LOCK, flags=re.MULTILINE):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def test_every_dependency_and_extra_is_pinned_within_its_range() -> None:
    requirements = [
        *PROJECT["dependencies"],
        *(r for extra in PROJECT["optional-dependencies"].values() for r in extra),
    ]
    for text in requirements:
        requirement = Requirement(text)
        versions = pins().get(canonicalize_name(requirement.name), set())
        assert versions, f"{requirement.name} is not in requirements.lock: run make lock"
        assert all(requirement.specifier.contains(version) for version in versions), (text, versions)


def test_every_pin_has_a_hash_and_no_line_names_an_index_or_a_url() -> None:
    entries = re.split(r"\n(?=[\w.-]+==)", LOCK.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"https?://|--index|--find-links|\bfile:", LOCK)


def test_environment_yml_installs_the_same_pins_for_the_same_pythons() -> None:
    dependencies = ENVIRONMENT["dependencies"]
    pip_section = next(item["pip"] for item in dependencies if isinstance(item, dict))
    python = next(item for item in dependencies if isinstance(item, str) and item.startswith("python"))
    assert ENVIRONMENT["name"] == PROJECT["name"]
    assert pip_section == ["--requirement requirements.lock"]
    assert SpecifierSet(python.removeprefix("python")) == SpecifierSet(PROJECT["requires-python"])


def test_the_packages_that_the_compendium_is_built_on_are_there() -> None:
    asked = ["jupyterlab", "papermill", "nbconvert", "pandas", "seaborn", "scikit-learn", "xgboost", "openml", "dvc"]
    assert set(asked) <= set(pins())
