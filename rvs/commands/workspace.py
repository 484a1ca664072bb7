"""``rvs workspace``: how much a robot reaches, and how well conditioned it is there."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from rvs.commands.arguments import print_json
from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.library import load_robot
from rvs.study.workspace.workspace import LEVELS, workspace

HELP = "the workspace: volume or area, reach, global conditioning index"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("--no-limits", action="store_true", help="joints that turn go all round")
    parser.add_argument(
        "--length", type=float, help="characteristic length in m, for the conditioning"
    )
    parser.add_argument(
        "--levels", type=int, default=len(LEVELS), help="how fine, 1 to 3 (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random postures (%(default)s)")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="processes of this machine; one if left out"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of a Dask scheduler that does the work"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON: m, m² and m³")


def run(options: argparse.Namespace) -> int:
    """Find the workspace and print it."""
    robot = load_robot(options.robot).robot
    with _executor(options) as executor:
        *_, found = workspace(
            robot,
            limits=not options.no_limits,
            length=options.length,
            executor=executor,
            levels=options.levels,
            seed=options.seed,
        )
    size = "area" if found.planar else "volume"
    if options.json:
        print_json(
            {
                size: found.measure,
                "reach": found.reach,
                "gci": found.gci,
                "samples": found.samples,
                "error": found.error,
                "length": found.length,
            }
        )
        return 0
    power = "²" if found.planar else "³"
    print(f"{robot.name}: {size} {found.measure:.6g} m{power}, off by about {found.error:.2g}")
    print(f"reach {found.reach:.6g} m from the origin of the base")
    print(
        f"global conditioning index {found.gci:.4f} (Frobenius norm, "
        f"characteristic length {found.length:.4g} m)"
    )
    print(f"{found.samples} postures; collisions are not checked")
    return 0


@contextmanager
def _executor(options: argparse.Namespace) -> Iterator[Executor | None]:
    """Where the work is done: here, in processes, or on a cluster."""
    if options.scheduler is not None:
        yield from _cluster(options.scheduler)
    elif options.processes is not None:
        if options.processes < 1:
            raise ArgumentError("--processes: expected 1 or more")
        with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
            yield pool
    else:
        yield None


def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise RvsError('--scheduler needs Dask: pip install "rvs[distributed]"') from error
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise RvsError(f"--scheduler: nothing answers at {address}: {error}") from error
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]
