"""Read and write matrices of the sizes of 2003 beside the alternatives, in pairs; prints Markdown tables.

Run: python benchmarks/nips2003_formats.py [repeats]

Times are CPU seconds of the process (all its threads), so that other work on the machine matters less; each repeat runs
every candidate once, and a ratio is the median over repeats of candidate / ours. Each reader gets its own format: the
svmlight loader reads a file of ``0 index:1 ...`` lines that was written before the clock starts. Memory is measured in
a process of its own: growth of the largest resident set while reading, over the size of the array that is returned
(Linux).
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow.csv
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from provingground.nips2003.formats import Kind, read_matrix, write_matrix

ROWS, WIDTH = 6000, 5000
RARE_WIDTH = 100_000

Candidate = tuple[str, Callable[[Path], object]]


def gisette_size() -> np.ndarray:
    """About as many zeros and as long numbers as in the published matrix."""
    rng = np.random.default_rng(0)
    return np.where(rng.random((ROWS, WIDTH)) < 0.13, rng.integers(252, 1000, (ROWS, WIDTH)), 0).astype(np.int16)


def dorothea_size() -> sparse.csr_array:
    matrix = sparse.random_array((1950, RARE_WIDTH), density=0.0091, format="csr", rng=1)
    matrix.data[:] = 1
    return sparse.csr_array(matrix, dtype=np.int32)


def python_loop(path: Path) -> list[list[int]]:
    with path.open() as stream:
        return [[int(field) - 1 for field in line.split()] for line in stream]


def arrow(path: Path) -> np.ndarray:
    """The blank before every line end makes an empty last column."""
    names = [str(column) for column in range(WIDTH + 1)]
    table = pyarrow.csv.read_csv(
        path,
        pyarrow.csv.ReadOptions(column_names=names),
        pyarrow.csv.ParseOptions(delimiter=" "),
        pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pyarrow.int16()), include_columns=names[:-1]),
    )
    return table.to_pandas().to_numpy()


def ours(path: Path) -> np.ndarray:
    return read_matrix(path, Kind.DENSE, WIDTH, rows=ROWS)


def loadtxt_int16(path: Path) -> np.ndarray:
    return np.loadtxt(path, dtype=np.int16)


READ_DENSE: list[Candidate] = [
    ("ours", ours),
    ("numpy.loadtxt, int16", loadtxt_int16),
    ("numpy.loadtxt, default", np.loadtxt),
    ("pyarrow", arrow),
    (
        "pandas, C engine",
        lambda p: pd.read_csv(p, sep=" ", header=None, usecols=range(WIDTH), dtype=np.int16).to_numpy(),
    ),
    ("polars", lambda path: pl.read_csv(path, separator=" ", has_header=False).to_numpy()[:, :WIDTH]),
]
READ_SPARSE: list[Candidate] = [
    ("ours", lambda path: read_matrix(path, Kind.SPARSE_BINARY, RARE_WIDTH)),
    ("Python loop", python_loop),
    ("svmlight loader", lambda path: load_svmlight_file(path.with_suffix(".svm"), n_features=RARE_WIDTH)),
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


def grown(reader: Callable[[Path], np.ndarray], path: Path, queue: multiprocessing.Queue) -> None:  # type: ignore[type-arg]
    small = path.with_name("small.data")
    small.write_bytes(b"1 2 3 \n" * 2)
    read_matrix(small, Kind.DENSE, 3, rows=2)  # compiled code and modules are not part of reading
    Path("/proc/self/clear_refs").write_text("5")  # the largest resident set counts from here on
    before = largest_resident_set()
    result = reader(path)
    queue.put((largest_resident_set() - before) / result.nbytes)


def largest_resident_set() -> int:
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return 1024 * int(line.split()[1])


def memory(reader: Callable[[Path], np.ndarray], path: Path) -> float:
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=grown, args=(reader, path, queue))
    process.start()
    times = float(queue.get())
    process.join()
    return times


def main(repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        dense, rare = Path(folder) / "dense.data", Path(folder) / "rare.data"
        X, ones = gisette_size(), dorothea_size()
        write_matrix(dense, X, Kind.DENSE)
        write_matrix(rare, ones, Kind.SPARSE_BINARY)
        with_values = (b" ".join([b"0", *(field + b":1" for field in line.split())]) for line in rare.open("rb"))
        rare.with_suffix(".svm").write_bytes(b"\n".join(with_values) + b"\n")
        other = Path(folder) / "other.data"
        tables = {
            f"read {ROWS} x {WIDTH} ({dense.stat().st_size / 1e6:.0f} MB)": {
                n: lambda f=f: f(dense) for n, f in READ_DENSE
            },
            f"write {ROWS} x {WIDTH}": {
                "ours": lambda: write_matrix(other, X, Kind.DENSE),
                "numpy.savetxt": lambda: np.savetxt(other, X, fmt="%d"),
                "polars": lambda: pl.DataFrame(X).write_csv(other, separator=" ", include_header=False),
            },
            f"read 1950 x {RARE_WIDTH}, {ones.nnz / 1e6:.1f} M ones": {n: lambda f=f: f(rare) for n, f in READ_SPARSE},
        }
        for title, candidates in tables.items():
            print(f"\n| {title} | CPU s | times ours |\n| --- | --- | --- |")
            print("\n".join(paired(candidates, repeats)), flush=True)
        print(f"\n| memory while reading {ROWS} x {WIDTH} | times the array |\n| --- | --- |")
        for name, reader in (("ours", ours), ("numpy.loadtxt, int16", loadtxt_int16)):
            print(f"| {name} | {memory(reader, dense):.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
