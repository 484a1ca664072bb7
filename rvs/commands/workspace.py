"""``rvs workspace``: how much robots reach, and how well conditioned they are there."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from math import isfinite
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rvs.commands.answers import print_file, print_json, say_live
from rvs.commands.arguments import add_one_of_several, subject, with_choices
from rvs.commands.robots import placed_alone
from rvs.distribution import install_line
from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.bodies.models import usable_model
from rvs.files.cells.cell import read_cell
from rvs.files.library import load_and_tell
from rvs.files.storage.atomic import write_text
from rvs.files.text.errors import nearest
from rvs.model.document import Document, PlacedRobot
from rvs.model.found import Found
from rvs.model.numbers.quantities import LENGTH_UNITS, UNITS
from rvs.model.robots.choices import Choices
from rvs.model.state import NO_POSTURES, State, fit_postures
from rvs.model.views.view import View
from rvs.scripting.workspaces import reached, summarised
from rvs.study.dexterity.tasks import TASKS
from rvs.study.workspace.summary import Summary
from rvs.study.workspace.workspace import LEVELS
from rvs.value_class import dataclass

HELP = "the workspace: volume or area, reach, global conditioning index; robots compared"
CELL = ".rvs"


@dataclass(frozen=True)
class Asked:
    """A robot whose workspace is asked for.

    Attributes:
        state: The cell that it stands in.
        placed: The robot.
    """

    state: State
    placed: PlacedRobot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "robots", type=subject, nargs="+", metavar="ROBOT|CELL",
        help="names in the library, or files; several, or all robots of a cell, are compared",
    )  # fmt: skip
    add_one_of_several(parser, "one robot of the cell or script")
    parser.set_defaults(robots_of_cells=True)
    parser.add_argument("--no-limits", action="store_true", help="joints that turn go all round")
    parser.add_argument(
        "--collisions", action="store_true",
        help="leave out what is not reached without collision with itself, the floor and the cell",
    )  # fmt: skip
    parser.add_argument(
        "--length", type=float, help="characteristic length in m, for the conditioning"
    )
    _add_task(parser)
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
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="write the numbers as a table: .tex, .md, .csv or .html",
    )  # fmt: skip
    parser.add_argument(
        "--unit", choices=LENGTH_UNITS, default="m", help="of the table; m if left out"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON: m, m², m³ and kg")


def _add_task(parser: argparse.ArgumentParser) -> None:
    """Declare the choice of what the tool has to do."""
    parser.add_argument(
        "--task",
        choices=TASKS,
        help="which motions of the tool count; if left out pose, of arms with one or two joints "
        "position",
    )


def run(options: argparse.Namespace) -> int:
    """Find the workspaces and print them."""
    asked = [one for pair in with_choices(options, options.robots) for one in _asked(*pair)]
    with _executor(options) as executor:
        found = [_found(one, options, executor) for one in asked]
    say_live("")
    if len(asked) > 1 or options.output is not None:
        return _compare([_summary(one, options) for one in found], options)
    if options.json:
        print_json(_sizes(found[0]))
    else:
        _tell(found[0])
    return 0


def _asked(name: str, choices: Choices) -> list[Asked]:
    if not name.endswith(CELL):
        architecture = load_and_tell(name, choices)
        placed = placed_alone(architecture, usable_model(architecture))
        document = Document((placed,))
        return [Asked(State(document, fit_postures(document, NO_POSTURES), View()), placed)]
    cell = read_cell(Path(name))
    robots = {placed.id: placed for placed in cell.document.robots}
    if not robots:
        raise RvsError(f"{name}: the cell has no robot")
    wanted = choices.robot
    if not wanted:
        return [Asked(cell.state, placed) for placed in robots.values()]
    if wanted not in robots:
        known = nearest(wanted, tuple(robots)) or f"; it has {', '.join(robots)}"
        raise ArgumentError(f"--robot: the cell has no robot {wanted!r}{known}")
    return [Asked(cell.state, robots[wanted])]


def _found(asked: Asked, options: argparse.Namespace, executor: Executor | None) -> Found:
    name = asked.placed.robot.name or asked.placed.id
    return reached(
        asked.state, asked.placed, limits=not options.no_limits, collisions=options.collisions,
        length=options.length, task=options.task, levels=options.levels, seed=options.seed,
        executor=executor, tell=lambda done: say_live(f"{name}: {done:.0%}"),
    )  # fmt: skip


def _sizes(found: Found) -> dict[str, Any]:
    area = found.workspace
    sizes = {
        "area" if area.planar else "volume": found.measure,
        "reach": area.reach,
        "reach_from_axis_1": area.across,
        "gci": area.gci,
        "samples": area.samples,
        "error": found.error,
        "length": area.length,
        "task": area.task,
    }
    return sizes if found.clear is None else {**sizes, "share": found.clear.share}


def _tell(found: Found) -> None:
    area, robot = found.workspace, found.placed.robot
    size, power = ("area", "²") if area.planar else ("volume", "³")
    print(f"{robot.name}: {size} {found.measure:.6g} m{power}, off by about {found.error:.2g}")
    beside = "" if area.across is None else f", {area.across:.6g} m from axis 1"
    print(f"reach {area.reach:.6g} m from the origin of the base{beside}")
    print(
        f"global conditioning index {area.gci:.4f} (Frobenius norm, task {area.task}, "
        f"characteristic length {area.length:.4g} m)"
    )
    if found.clear is None:
        print(f"{area.samples} postures; collisions are not checked")
        return
    share = f"{100 * found.clear.share:.1f} % of {area.measure:.6g} m{power}"
    print(f"{area.samples} postures; {share} is reached without collision")
    print("reach and index are those of all postures, also of those that collide")


def _summary(found: Found, options: argparse.Namespace) -> tuple[Summary, Found]:
    name = found.placed.robot.name if len(options.robots) > 1 else found.placed.id
    return summarised(found, name), found


def _compare(robots: list[tuple[Summary, Found]], options: argparse.Namespace) -> int:
    # here, so that other commands start without loading what writes
    from rvs.export.tables.workspace_table import comparison
    from rvs.export.tables.write import table_text

    table = comparison([one for one, _ in robots], UNITS[options.unit])
    if options.output is not None:
        write_text(options.output, table_text([table], options.output.suffix))
    if options.json:
        rows = [_compared(*one) for one in robots]
        print_json(rows if len(rows) > 1 else rows[0])
    elif options.output is not None:
        print_file(options.output)
    else:
        print(table_text([table], ".md"), end="")
    return 0


def _compared(one: Summary, found: Found) -> dict[str, Any]:
    return {
        "robot": one.name,
        **_sizes(found),
        "condition": one.condition if isfinite(one.condition) else None,
        "kci": one.kci,
        "mass": one.mass,
    }


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
        line = install_line("distributed")
        raise RvsError(f"--scheduler needs Dask, which is not installed: {line}") from error
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise RvsError(f"--scheduler: nothing answers at {address}: {error}") from error
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]
