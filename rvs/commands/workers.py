"""The location of long work: this process, other processes on this machine, or a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rvs.distribution import install_line
from rvs.engine.errors import ArgumentError, RvsError

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def workers(options: argparse.Namespace) -> Iterator[None]:
    """Do the work of a command in the ``executor`` of its options, if there is one."""
    processes = getattr(options, "executor", None)
    if getattr(options, "scheduler", None) is not None:
        with _cluster(options.scheduler) as options.executor:
            yield
    elif processes is not None:
        # here: few commands share their work
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        if processes < 1:
            raise ArgumentError("--processes: expected 1 or more")
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as options.executor:
            yield
    else:
        yield


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        line = install_line("distributed")
        raise RvsError(f"--scheduler needs Dask, which is not installed: {line}") from error
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise RvsError(f"--scheduler: no answer from {address}: {error}") from error
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]
