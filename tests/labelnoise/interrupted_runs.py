"""Runs that die at random moments, and runs that meet on one store: `python interrupted_runs.py whole|cut|both FOLDER`.

A script of its own, so that every run is a fork of a process without threads and starts in milliseconds. Nothing runs
in that process itself before all forks are made: progress bars would hand one lock on to all of them, and a run that is
killed while it draws its bar would keep the lock from the others for ever.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms.base import Algorithm, ScoreKind, Session
from provingground.labelnoise.grid import run_dataset
from provingground.labelnoise.protocol import Protocol
from provingground.labelnoise.store import Store, StoreBusyError
from provingground.pipeline.workers import run_local

PROTOCOL = Protocol(levels=(0.0, 0.5, 1.0), folds=5, repeats=5, noise_seed=1)
KILLS = 10
BUSY = 3


class _StubSession(Session):
    def fit(self, y_train, seed):
        rng = np.random.default_rng(seed)
        np.linalg.svd(rng.random((60, 60)))  # some work to be killed in
        return rng

    def score(self, model):
        return model.random(self.n_train), model.random(self.algorithm.parameters["n_test"])


class Stub(Algorithm):
    """Scores drawn from the fit's seed."""

    def open(self, table, train, test):
        return _StubSession(replace(self, parameters={"n_test": len(test)}), len(train))


ALGORITHMS = [Stub(name, "common", "other", "numpy", ScoreKind.PROBABILITY, 0.5) for name in "abcd"]


def run(folder: Path) -> None:
    rng = np.random.default_rng(0)
    table = Table("toy", pd.DataFrame(rng.random((60, 3)), columns=list("xyz")), np.where(np.arange(60) < 20, 1, -1))
    run_dataset(table, lambda: table, ALGORITHMS, PROTOCOL, Store(folder), partial(run_local, workers=1))


def fork(folder: Path, die_after: float | None = None) -> int:
    """Run in a child process, killed after so many seconds of its own processor time; returns its id."""
    child = os.fork()
    if child == 0:
        if die_after is not None:
            signal.setitimer(signal.ITIMER_PROF, die_after)  # nobody handles SIGPROF: the process is gone at once
        try:
            run(folder)
        except StoreBusyError:
            os._exit(BUSY)
        os._exit(0)
    return child


def end_of(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def seconds_of(child: int) -> float:
    """Wait for a run to end well; returns the processor time that it took."""
    _, status, usage = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage.ru_utime + usage.ru_stime


def cut(folder: Path) -> None:
    """Kill ten runs on one store at random moments, which together leave something to be done."""
    seconds = seconds_of(fork(folder.with_name("measured")))
    moments = random.Random(7)
    ends = [end_of(fork(folder, seconds * moments.uniform(0.01, 0.09))) for _ in range(KILLS)]
    assert ends == [-signal.SIGPROF] * KILLS, ends
    run(folder)


def both(folder: Path) -> None:
    """Start two runs on one store at once."""
    ends = {end_of(child) for child in [fork(folder), fork(folder)]}
    assert 0 in ends
    assert ends <= {0, BUSY}, ends


if __name__ == "__main__":
    {"whole": run, "cut": cut, "both": both}[sys.argv[1]](Path(sys.argv[2]))
