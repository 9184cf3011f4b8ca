"""Run independent tasks on this machine's cores or on Dask, results in the order in which they are ready."""

from __future__ import annotations

import logging
import os
import pickle
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock, Thread
from time import sleep
from typing import Any, TypeVar

from joblib import Parallel, cpu_count, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError
from threadpoolctl import ThreadpoolController

from provingground.errors import DependencyError, ProvingGroundError

logger = logging.getLogger(__name__)

Task = TypeVar("Task")
Result = TypeVar("Result")

_CONNECT_SECONDS = 10
_alone_in_process = Lock()


class WorkerLostError(ProvingGroundError, RuntimeError):
    """A worker process died under a task; results handed over before are not touched."""


def run_local(
    function: Callable[[Any, Task], Result], common: Any, tasks: Sequence[Task], workers: int | None
) -> Iterator[Result]:
    """Apply ``function(common, task)`` in ``workers`` processes (None: one per core; 1: in this process).

    Closing the iterator stops the workers.

    Raises
    ------
    WorkerLostError
        If a worker process dies.

    Examples
    --------
    >>> list(run_local(pow, 2, [3, 4], workers=1))
    [8, 16]
    """
    workers = min(workers or cpu_count(), max(len(tasks), 1))
    if workers == 1:
        yield from (_run_alone(function, common, task) for task in tasks)
        return
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
    try:
        yield from parallel(delayed(_run_as_child)(os.getpid(), function, common, task) for task in tasks)
    except TerminatedWorkerError as error:
        raise _lost("a worker process", "died") from error


def run_dask(
    function: Callable[[Any, Task], Result],
    common: Any,
    tasks: Sequence[Task],
    workers: int | None,
    scheduler: str | None,
) -> Iterator[Result]:
    """Apply ``function(common, task)`` on a Dask cluster: ``scheduler`` or DASK_SCHEDULER_ADDRESS, else one made here.

    ``common`` is sent once. Tasks whose worker dies are run again on another one. A cluster without workers, as when
    its jobs still wait in a queue, is waited for.

    Raises
    ------
    DependencyError
        If the scheduler does not answer, or ceases to.
    WorkerLostError
        If worker after worker dies under a task; all tasks that no dying worker held are finished before.
    """
    address = scheduler or os.environ.get("DASK_SCHEDULER_ADDRESS")
    with _client(address, workers) as client:
        # Not `scatter`: what is scattered dies with the workers that hold it, but this is remade by the next.
        shared = _submit(client, pickle.loads, pickle.dumps(common))
        futures = {_submit(client, _run_alone, function, shared, task): task for task in tasks}
        yield from _outcomes(futures, address)


def _outcomes(futures: Mapping[Any, Any], address: str | None) -> Iterator[Any]:
    """Yield results as they arrive, and complain at the end about tasks under which worker after worker died."""
    from dask.distributed import KilledWorker, as_completed

    killed = []
    for future, outcome in as_completed(futures, with_results=True, raise_errors=False):
        if future.status == "finished":
            future.release()  # results are stored by the caller; the cluster need not keep them
            yield outcome
        elif future.status == "cancelled":
            remedy = "Start it again and repeat the run; what had ended before is kept."
            raise DependencyError(f"Dask scheduler {address or 'made here'}", "does not answer any more", remedy)
        elif isinstance(outcome[1], KilledWorker):
            killed.append(futures[future])
        else:
            raise outcome[1].with_traceback(outcome[2])
    if killed:
        raise _lost(f"{len(killed)} of {len(futures)} tasks, the first is {killed[0]}", "lost worker after worker")


def _submit(client: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sending large graph")  # the data, once
        return client.submit(function, *arguments, pure=False)


def _run_as_child(parent: int, function: Callable[[Any, Task], Result], common: Any, task: Task) -> Result:
    _end_with(parent)
    return _run_alone(function, common, task)


@cache
def _end_with(parent: int) -> None:
    """Let this process end when its parent is gone: joblib's workers outlive a run that was killed, busy or idle."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _run_alone(function: Callable[[Any, Task], Result], common: Any, task: Task) -> Result:
    """Run a task on one thread and with no other in its process, whatever started that process.

    Cores are shared out by tasks, sums over threads would differ in their last bits, and what tasks keep per process
    (a Java machine, folders of other programs) is not made for two at once.
    """
    with _alone_in_process, _thread_pools().limit(limits=1):
        return function(common, task)


@cache
def _thread_pools() -> Any:
    """Libraries with threads, all loaded with the function of the first task; looking for them takes milliseconds."""
    return ThreadpoolController()


@contextmanager
def _client(address: str | None, workers: int | None) -> Iterator[Any]:
    from dask.distributed import Client, LocalCluster

    if address is not None:
        with _connect(address) as client:
            yield client
        return
    with (
        LocalCluster(n_workers=workers or cpu_count(), threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _connect(address: str) -> Any:
    from dask.distributed import Client

    try:
        client = Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        remedy = "Start it (`dask scheduler`), or set compute.scheduler to null for a local cluster."
        raise DependencyError(f"Dask scheduler {address}", f"does not answer ({error})", remedy) from error
    if not client.scheduler_info()["workers"]:
        logger.warning("Dask scheduler %s has no workers yet: waiting for the first", address)
    return client


def _lost(where: str, problem: str) -> WorkerLostError:
    remedy = "Its memory may not have sufficed: lower compute.workers, and run again; what had ended before is kept."
    return WorkerLostError(where, problem, remedy)
