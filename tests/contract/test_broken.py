"""Each promise of the contract, broken on purpose: the check notices, and says what to do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from provingground.contract import run_checks
from provingground.datasets.catalog import load_catalog
from provingground.datasets.contract import DATASET_CHECKS, Candidate
from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import one_hot
from provingground.labelnoise.contract import ALGORITHM_CHECKS, LOSS_CHECKS
from provingground.labelnoise.losses import SIGMOID, UNHINGED


@dataclass(frozen=True)
class Sound(Algorithm):
    """Does what it must; each class below breaks one thing."""

    def open(self, table, train, test):
        X = one_hot(table)
        return self.session()(self, X[train], X[test])

    def session(self):
        return SoundSession


class SoundSession(Session):
    def __init__(self, algorithm, X_train, X_test):
        super().__init__(algorithm, len(X_train))
        self.X_train, self.X_test = X_train, X_test

    def fit(self, y_train, seed):
        return LogisticRegression(max_iter=2000).fit(self.X_train, y_train)

    def score(self, model):
        return model.predict_proba(self.X_train)[:, 1], model.predict_proba(self.X_test)[:, 1]


def broken(**methods: Any) -> Algorithm:
    """A sound algorithm but for some methods of its session."""
    session = type("BrokenSession", (SoundSession,), methods)
    made = type("Broken", (Sound,), {"session": lambda self: session})
    globals()["Broken"] = made  # where pickle looks for it
    made.__module__, made.__qualname__ = __name__, "Broken"
    return made("broken", "common", "other", "scikit-learn", ScoreKind.PROBABILITY, 0.5)


def failures(subject, checks) -> dict[str, str]:
    return {found.check: found.message for found in run_checks("mine", subject, checks) if found.status == "failed"}


def test_a_sound_algorithm_has_no_failure() -> None:
    assert failures(broken(), ALGORITHM_CHECKS) == {}


def draws_without_its_seed(self, model):
    return np.random.default_rng().random(120), np.random.default_rng().random(40)


def refuses_nothing(self, y_train, seed):
    return SoundSession.fit_score(self, np.where(np.arange(120) % 3 == 0, 1, -1).astype(np.int8), seed)


def changes_the_labels(self, y_train, seed):
    model = SoundSession.fit(self, y_train, seed)
    y_train[:] = 1
    return model


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"score": draws_without_its_seed}, "gives other scores for the same labels and seed. Give `seed` to"),
        ({"score": lambda self, model: (np.zeros(120) + 0.3, np.zeros(40))}, "the same scores whatever the labels"),
        ({"score": lambda self, model: (np.zeros(120), np.zeros(3))}, "test scores of shape (3,) for 40 rows"),
        (
            {"score": lambda self, m: tuple(4 * s for s in SoundSession.score(self, m))},
            "of kind 'probability': lie between",
        ),
        ({"score": lambda self, m: tuple(1 - s for s in SoundSession.score(self, m))}, "Is its sign right?"),
        ({"fit": changes_the_labels}, "changed its labels. Work on a copy."),
        ({"fit_score": refuses_nothing}, "takes one class only. Leave `fit_score` as the base class has it"),
        ({"fit": lambda self, y, seed: 1 / 0}, "ZeroDivisionError: division by zero"),
    ],
)
def test_an_algorithm_that_breaks_a_promise(methods, message) -> None:
    assert message in "\n".join(failures(broken(**methods), ALGORITHM_CHECKS).values())


def test_an_algorithm_of_a_library_that_is_not_installed_is_skipped() -> None:
    findings = run_checks("mine", replace(broken(), library="no-such-package"), ALGORITHM_CHECKS)
    assert [found.status for found in findings][:1] == ["skipped"]


@dataclass(frozen=True)
class ByIdentity(Sound):
    token: object = field(default_factory=object)


def test_an_algorithm_that_is_another_one_in_a_worker() -> None:
    made = ByIdentity("broken", "common", "other", "scikit-learn", ScoreKind.PROBABILITY, 0.5)
    assert "is not equal to itself after pickling" in "\n".join(failures(made, ALGORITHM_CHECKS).values())


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        (replace(SIGMOID, slope=lambda z: -SIGMOID.slope(z)), "sigmoid, slope: is 0.002"),
        (replace(SIGMOID, curvature=np.zeros_like), "sigmoid, curvature: is 0 at margin -6.00"),
        (replace(SIGMOID, symmetric=False), "declares symmetric=False, and l(z) + l(-z) goes from 1 to 1"),
        (replace(UNHINGED, value=lambda z: 1 - z.mean()), "unhinged, value: gives shape ()"),
        (replace(UNHINGED, value=lambda z: 1 - z + z.max()), "mixes the margins of different rows"),
        (replace(UNHINGED, value=lambda z: np.where(z < -20, np.inf, 1 - z)), "NaN or infinity, in float64"),
    ],
)
def test_a_loss_that_breaks_a_promise(loss, message) -> None:
    assert message in "\n".join(failures(loss, LOSS_CHECKS).values())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,y\n1,no\n2,no\n3,yes\n", "has 1 rows of its rarer class, fewer than the 5 folds"),
        ("a,y\n1,no\n1,no\n1,yes\n", "has constant columns only"),
        ("a,y\n1,no\n2,no\n", "holds one class only"),
    ],
)
def test_a_data_set_that_breaks_a_promise(content, message, tmp_path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(content)
    source = {"kind": "file", "format": "csv", "files": [{"path": str(path)}]}
    entry = load_catalog({"mine": {"target": "y", "positive": "yes", "sources": [source]}})["mine"]
    assert message in "\n".join(failures(Candidate(entry, tmp_path), DATASET_CHECKS).values())


def test_a_generator_without_a_fixed_seed_gives_another_table_each_time(tmp_path) -> None:
    source = {"kind": "generated", "maker": "make_classification", "parameters": {"n_samples": 40}}
    entry = load_catalog({"mine": {"target": "class", "sources": [source]}})["mine"]
    assert "gives another table each time" in "\n".join(failures(Candidate(entry, tmp_path), DATASET_CHECKS).values())
