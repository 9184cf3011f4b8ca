"""Time and memory of the preparations at full size; prints a Markdown table.

Run: python benchmarks/nips2003_prepare.py

Sources are synthetic and of the sizes of 2003, so that nothing needs to be downloaded. Each preparation runs in a
process of its own; times are CPU seconds, memory is the largest resident set of that process, Python included.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable

import numpy as np
from scipy import sparse

from provingground.nips2003 import arcene, dorothea, gisette, madelon
from provingground.nips2003.settings import GisetteSettings


def run_madelon() -> Callable[[], object]:
    return madelon.prepare


def run_gisette() -> Callable[[], object]:
    """13,782 images with MNIST's counts of 4 and 9 and about its share of non-zero pixels."""
    rng = np.random.default_rng(0)
    ink = rng.random((13_782, 784)) < 0.6 * np.exp(-(((np.arange(784) - 392) / 250) ** 2))
    pixels = np.where(ink, rng.integers(1, 256, ink.shape), 0).astype(np.uint8)
    images = gisette.Images(pixels, np.repeat([4, 9], [6824, 6958]))
    return lambda: gisette.prepare(images, GisetteSettings())


def run_dorothea() -> Callable[[], object]:
    X = sparse.random_array((1950, dorothea.N_SOURCE_FEATURES), density=0.009, format="csr", rng=1)
    X.data[:] = 1
    y = np.where(np.arange(1950) < 190, 1, -1).astype(np.int8)
    compounds = dorothea.Compounds(sparse.csr_array(X, dtype=np.int32), y)
    return lambda: dorothea.prepare(compounds)


def run_arcene() -> Callable[[], object]:
    spectra = np.random.default_rng(0).gamma(2.0, size=(900, 15_154))
    return lambda: arcene.remove_baseline(spectra, 201)


CASES = {
    "MADELON, 4400 x 500 of 8000": (run_madelon, "3 s"),
    "DOROTHEA, 1950 x 100000": (run_dorothea, "5 s, 500 MB"),
    "GISETTE, 13500 x 5000": (run_gisette, "10 s, 1 GB"),
    "ARCENE, baseline of 900 spectra": (run_arcene, "20 s"),
}


def measure(name: str, queue: multiprocessing.Queue) -> None:  # type: ignore[type-arg]
    action = CASES[name][0]()
    start = time.process_time()
    action()
    queue.put((time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def main() -> None:
    print("| preparation | CPU s | MB | goal |\n| --- | --- | --- | --- |")
    context = multiprocessing.get_context("spawn")
    for name, (_, goal) in CASES.items():
        queue = context.Queue()
        process = context.Process(target=measure, args=(name, queue))
        process.start()
        spent, memory = queue.get()
        process.join()
        print(f"| {name} | {spent:.1f} | {memory:.0f} | {goal} |", flush=True)


if __name__ == "__main__":
    main()
