"""``rvs self-test``: test whether an installation works; every release is tested with it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from rvs.commands.answers import print_json, say_live
from rvs.engine.errors import RvsError
from rvs.engine.kernels import state
from rvs.processes.worker import Lost, Worker
from rvs.scripting.showing import window_system
from rvs.version import __version__

if TYPE_CHECKING:
    from rvs.processes.worker import Steps
    from rvs.scripting.cell import Cell

HELP = "check that this installation can solve, draw, save, export and open its window"
ROBOT, CELL = "scara", "two-pumas"
# In pixels; so many of them at least are not as the corner is.
SIZE, DRAWN = (240, 180), 1000
CLOSE = 1e-9
# How long a window may take to be drawn, s; a busy machine without a graphics card needs a part.
PATIENCE = 60.0
WORKS, FAILED, NOT_TRIED = "works", "failed", "not tried"


class Broken(RvsError):
    """Failure of a part."""


class NotHere(RvsError):
    """This machine lacks a requirement of a part; the installation is not at fault."""


class Tried(NamedTuple):
    """Result of the test of a part: its name, the outcome, and a remark."""

    part: str
    result: str
    about: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--strict", action="store_true",
        help="fail if a part can't be tried, for example the window without a display",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Test every part; print the faults and a verdict line, and return 1 if there are faults."""
    begun = monotonic()
    with TemporaryDirectory(prefix="rvs-") as folder:
        tried = list(_tried(Path(folder)))
    say_live("")
    bad = (FAILED, NOT_TRIED) if options.strict else (FAILED,)
    faults = [one.part for one in tried if one.result in bad]
    seconds = monotonic() - begun
    if options.json:
        parts = [one._asdict() for one in tried]
        print_json(
            {"rvs": __version__, "works": not faults, "seconds": round(seconds, 1), "parts": parts}
        )
        return int(bool(faults))
    for one in tried:
        if one.result != WORKS:
            print(f"{one.part}: {one.result}: {one.about}")
    good = sum(one.result == WORKS for one in tried)
    verdict = f"does not work: {', '.join(faults)}" if faults else "works"
    print(f"RVS {__version__} {verdict} ({good} of {len(tried)} parts, {seconds:.1f} s)")
    return int(bool(faults))


def _tried(folder: Path) -> Iterator[Tried]:
    with ThreadPoolExecutor(1) as pool:
        # A thread waits for the process of the window, in which Qt is loaded as well.
        ahead = {part: pool.submit(_try, part, folder) for part in PARTS if part in APART}
        for part in PARTS:
            say_live(f"trying: {part}")
            yield ahead[part].result() if part in ahead else _try(part, folder)


def _try(part: str, folder: Path) -> Tried:
    try:
        return Tried(part, WORKS, PARTS[part](folder))
    except NotHere as reason:
        return Tried(part, NOT_TRIED, str(reason))
    except Exception as fault:  # whatever is missing or broken
        return Tried(part, FAILED, f"{type(fault).__name__}: {fault}")


def _expect(holds: object, words: str) -> None:
    if not holds:
        raise Broken(words)


def _library(_: Path) -> str:
    from rvs.files.library import entries
    from rvs.files.storage.locations import bundled_folder

    robots = len(entries())
    _expect(robots, "the library has no robots")
    _expect((bundled_folder() / "docs" / "index.md").is_file(), "the help has no pages")
    return f"{robots} robots"


def _kinematics(_: Path) -> str:
    import numpy as np

    from rvs.engine import fkine
    from rvs.engine.inverse import ikine
    from rvs.files.library import load_robot

    robot = load_robot("puma560").robot
    wanted = fkine(robot, robot.home)
    found = ikine(robot, wanted, robot.home + 0.1)
    apart = float(np.abs(fkine(robot, found.q) - wanted).max())
    _expect(apart < CLOSE, f"the posture that was found misses its pose by {apart:g} m")
    return state()


def _collisions(_: Path) -> str:
    import rvs

    least = rvs.collide(CELL).facts["least"]["distance"]
    _expect(least > 0.0, "the robot of the cell collides with something")
    return f"least distance {least:.3f} m"


def _cells(folder: Path) -> str:
    import rvs

    cell, path = _cell(), folder / "cell.rvs"
    cell.save(path)
    _expect_same(cell, rvs.open(path))
    return f"{path.stat().st_size} bytes"


def _exchange(folder: Path) -> str:
    import rvs
    from rvs.files.library import find_robot

    path = folder / "robot.urdf"
    rvs.convert(find_robot(ROBOT), path)
    _expect_same(_cell(), rvs.open(path))
    return f"{path.stat().st_size} bytes of URDF"


def _figures(folder: Path) -> str:
    import rvs

    figure, heads = rvs.figure(_cell(), mode="skeleton"), {"pdf": b"%PDF-", "svg": b"<"}
    for suffix, head in heads.items():
        path = folder / f"figure.{suffix}"
        figure.save(path)
        _expect(path.read_bytes().startswith(head), f"the written file is not {suffix.upper()}")
    return ", ".join(heads)


def _models(folder: Path) -> str:
    from rvs.scripting.opening import save_model

    path = save_model(_cell(), folder / "model.glb")
    _expect(path.read_bytes().startswith(b"glTF"), "the written file is not glTF")
    return f"{path.stat().st_size} bytes of glTF"


def _pictures(folder: Path) -> str:
    import rvs

    picture = rvs.render(_cell(), size=SIZE)
    picture.save(folder / "picture.png")
    pixels = picture.pixels
    drawn = int((pixels != pixels[0, 0]).any(axis=2).sum())
    _expect(drawn >= DRAWN, f"only {drawn} pixels of the picture are drawn")
    return f"{drawn} pixels"


def _window(folder: Path) -> str:
    fault = window_system.window_fault()
    if fault:
        raise NotHere(fault)
    # one job after another is done where windows can be: in the first thread of the process
    worker = Worker(remembers=True)
    late = monotonic() + PATIENCE
    steps = worker.steps(show_window, str(folder))
    try:
        while monotonic() < late:
            next(steps)
    except StopIteration as end:
        return str(end.value)
    except Lost as reason:
        raise Broken(f"the process with the window: {reason}") from reason
    finally:
        worker.close()
    raise Broken(f"nothing was drawn within {PATIENCE:g} s")


def show_window(folder: str) -> Steps[str]:
    """Open the window, and return its drawing method once it has drawn; for a separate process.

    Args:
        folder: Folder for its preferences, so that those of the user are not changed.
    """
    os.environ["RVS_HOME"] = folder
    app = import_module("rvs.ui.app")
    application = import_module("rvs.ui.application")
    kept = application.make_application()
    window, frames = app.make_window([ROBOT]), []
    window.viewport.frame_drawn.connect(lambda: frames.append(kept))
    window.show()
    while not frames:
        yield
        application.rest(0.05)
    return str(window.viewport.gl_name)


def _cell() -> Cell:
    import rvs

    return rvs.new(ROBOT)


def _expect_same(one: Cell, other: Cell) -> None:
    from rvs.engine.descriptions.comparison import likeness

    apart = likeness(one.robots[0].robot, other.robots[0].robot, CLOSE).differences
    _expect(not apart, "; ".join(map(str, apart)))


# What is tried, in this order; each returns in a few words what came of it.
PARTS: dict[str, Callable[[Path], str]] = {
    "library": _library,
    "kinematics": _kinematics,
    "collisions": _collisions,
    "cell files": _cells,
    "exchange": _exchange,
    "figures": _figures,
    "models": _models,
    "pictures": _pictures,
    "window": _window,
}
# What is tried beside the others, as a process of its own does it.
APART = {"window"}
