"""Read and write matrices of the sizes of 2003 beside the alternatives, in pairs; prints a Markdown table.

Run: python benchmarks/nips2003_formats.py [repeats]

Times are CPU seconds of the process (all its threads), so that other work on the machine matters less; each repeat runs
every candidate once, and a ratio is the median over repeats of candidate / ours. Memory is the
peak that tracemalloc sees (numpy's arrays included), over the size of the array that is returned.
"""

from __future__ import annotations

import io
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from provingground.nips2003.formats import Kind, read_matrix, write_matrix

Candidate = tuple[str, Callable[[Path], object]]


def gisette_size() -> np.ndarray:
    """About as many zeros and as long numbers as in the published matrix."""
    rng = np.random.default_rng(0)
    return np.where(rng.random((6000, 5000)) < 0.13, rng.integers(252, 1000, (6000, 5000)), 0).astype(np.int16)


def dorothea_size() -> sparse.csr_array:
    matrix = sparse.random_array((1950, 100_000), density=0.0091, format="csr", rng=1)
    matrix.data[:] = 1
    return sparse.csr_array(matrix, dtype=np.int32)


def python_loop(path: Path) -> list[list[int]]:
    with path.open() as stream:
        return [[int(field) - 1 for field in line.split()] for line in stream]


def svmlight(path: Path) -> object:
    lines = (b"0 " + b" ".join(f + b":1" for f in line.split()) for line in path.read_bytes().split(b"\n")[:-1])
    return load_svmlight_file(io.BytesIO(b"\n".join(lines) + b"\n"), n_features=100_000, zero_based=False)


READ_DENSE: list[Candidate] = [
    ("ours", lambda path: read_matrix(path, Kind.DENSE, 5000, rows=6000)),
    ("numpy.loadtxt, default", np.loadtxt),
    ("numpy.loadtxt, int16", lambda path: np.loadtxt(path, dtype=np.int16)),
    ("polars", lambda path: pl.read_csv(path, separator=" ", has_header=False).to_numpy()[:, :5000]),
    ("pandas", lambda path: pd.read_csv(path, sep=" ", header=None, usecols=range(5000), dtype=np.int16).to_numpy()),
]
READ_SPARSE: list[Candidate] = [
    ("ours", lambda path: read_matrix(path, Kind.SPARSE_BINARY, 100_000)),
    ("Python loop", python_loop),
    ("svmlight loader", svmlight),
]


def seconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def paired(candidates: dict[str, Callable[[], object]], repeats: int) -> list[str]:
    for action in candidates.values():
        action()  # compile, import, fill caches
    rounds = [{name: seconds(action) for name, action in candidates.items()} for _ in range(repeats)]
    return [
        f"| {name} | {statistics.median(r[name] for r in rounds):.3f} | "
        f"{statistics.median(r[name] / r['ours'] for r in rounds):.1f} |"
        for name in candidates
    ]


def memory(read: Callable[[Path], object], path: Path) -> float:
    """Largest memory that numpy and Python held while reading, over the size of the result."""
    tracemalloc.start()
    result = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak / result.nbytes)  # type: ignore[attr-defined]


def main(repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        dense, rare = Path(folder) / "dense.data", Path(folder) / "rare.data"
        X, ones = gisette_size(), dorothea_size()
        write_matrix(dense, X, Kind.DENSE)
        write_matrix(rare, ones, Kind.SPARSE_BINARY)
        other = Path(folder) / "other.data"
        tables = {
            f"read 6000 x 5000 ({dense.stat().st_size / 1e6:.0f} MB)": {n: lambda f=f: f(dense) for n, f in READ_DENSE},
            "write 6000 x 5000": {
                "ours": lambda: write_matrix(other, X, Kind.DENSE),
                "numpy.savetxt": lambda: np.savetxt(other, X, fmt="%d"),
                "polars": lambda: pl.DataFrame(X).write_csv(other, separator=" ", include_header=False),
            },
            f"read 1950 x 100000, {ones.nnz / 1e6:.1f} M ones": {n: lambda f=f: f(rare) for n, f in READ_SPARSE},
        }
        for title, candidates in tables.items():
            print(f"\n| {title} | CPU s | times ours |\n| --- | --- | --- |")
            print("\n".join(paired(candidates, repeats)), flush=True)
        print("\n| memory while reading 6000 x 5000 | times the array |\n| --- | --- |")
        for index in (0, 2):
            print(f"| {READ_DENSE[index][0]} | {memory(READ_DENSE[index][1], dense):.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
