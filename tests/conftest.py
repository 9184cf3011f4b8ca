"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Equal runs draw equal examples: a change is judged by what it does, not by the day's luck.
settings.register_profile("fixed", derandomize=True)
settings.load_profile("fixed")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the mirror of the raw data and the reference results; absent on most machines."""
    folder = Path(os.environ.get("PROVINGGROUND_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "MANIFEST.json").exists():
        pytest.skip(f"needs the reference folder (PROVINGGROUND_SHARED or {folder}), which is not here")
    return folder
