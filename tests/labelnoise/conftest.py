"""Small tables for the label-noise tests."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification

from provingground.datasets.table import Table


@pytest.fixture(scope="session")
def numeric_table() -> Table:
    X, y = make_classification(n_samples=240, n_features=6, n_informative=4, weights=[0.7], flip_y=0, random_state=3)
    return Table("numeric", pd.DataFrame(X, columns=list("abcdef")), np.where(y > 0, 1, -1).astype(np.int8))


@pytest.fixture(scope="session")
def mixed_table(numeric_table: Table) -> Table:
    """The numeric table with a text column that says something about the label."""
    noise = np.random.default_rng(5).normal(size=len(numeric_table.y))
    size = pd.cut(numeric_table.y + noise, [-np.inf, -1, 1, np.inf], labels=["low", "medium", "high"]).astype(str)
    return Table("mixed", numeric_table.X.assign(size=pd.Categorical(size)), numeric_table.y)
