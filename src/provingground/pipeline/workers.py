"""Run independent tasks on this machine's cores or on Dask, results in the order in which they are ready."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from joblib import Parallel, cpu_count, delayed

from provingground.errors import DependencyError

Task = TypeVar("Task")
Result = TypeVar("Result")

# One thread per worker: cores are shared out by tasks, and results do not depend on a thread count.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def run_local(
    function: Callable[[Any, Task], Result], common: Any, tasks: Sequence[Task], workers: int | None
) -> Iterator[Result]:
    """Apply ``function(common, task)`` in ``workers`` processes (None: one per core; 1: in this process).

    Closing the iterator stops the workers.
    """
    workers = min(workers or cpu_count(), max(len(tasks), 1))
    if workers == 1:
        yield from (function(common, task) for task in tasks)
        return
    with _single_threaded():
        parallel = Parallel(n_jobs=workers, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        yield from parallel(delayed(function)(common, task) for task in tasks)


def run_dask(
    function: Callable[[Any, Task], Result],
    common: Any,
    tasks: Sequence[Task],
    workers: int | None,
    scheduler: str | None,
) -> Iterator[Result]:
    """Apply ``function(common, task)`` on a Dask cluster: ``scheduler`` or DASK_SCHEDULER_ADDRESS, else one made here.

    ``common`` is sent to every worker once. A task whose worker dies is run again elsewhere by Dask.

    Raises
    ------
    DependencyError
        If a named scheduler does not answer.
    """
    from dask.distributed import Client, LocalCluster, as_completed

    address = scheduler or os.environ.get("DASK_SCHEDULER_ADDRESS")
    with _single_threaded():
        if address is None:
            cluster = LocalCluster(n_workers=workers or cpu_count(), threads_per_worker=1, dashboard_address=None)
            client = Client(cluster)
        else:
            cluster, client = None, _connect(address)
        try:
            shared = client.scatter(common, broadcast=True)
            futures = [client.submit(function, shared, task, pure=False) for task in tasks]
            for future, result in as_completed(futures, with_results=True):
                future.release()  # results are stored by the caller; the cluster need not keep them
                yield result
        finally:
            client.close()
            if cluster is not None:
                cluster.close()


def _connect(address: str) -> Any:
    from dask.distributed import Client

    try:
        return Client(address, timeout=10)
    except (OSError, TimeoutError) as error:
        remedy = "Start it (`dask scheduler`), or set compute.scheduler to null for a local cluster."
        raise DependencyError(f"Dask scheduler {address}", "does not answer", remedy) from error


@contextmanager
def _single_threaded() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value
