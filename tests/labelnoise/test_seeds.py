from __future__ import annotations

import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from provingground.labelnoise.seeds import derive_seed


def test_another_process_derives_the_same_seed() -> None:
    code = "from provingground.labelnoise.seeds import derive_seed; print(derive_seed('adult', 'skRF', 3, 0.25))"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(other.stdout) == derive_seed("adult", "skRF", 3, 0.25)


def test_numpy_numbers_count_as_the_plain_ones() -> None:
    assert derive_seed(np.int64(3), np.float64(0.25)) == derive_seed(3, 0.25)


@given(st.lists(st.one_of(st.text(), st.integers(), st.floats(allow_nan=False)), min_size=1))
def test_every_seed_fits_scikit_learn_and_java(parts: list[str | int | float]) -> None:
    assert 0 <= derive_seed(*parts) < 2**31
