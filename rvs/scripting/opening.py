"""Opening files of all kinds for scripts, and writing cells and robots."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.files.bodies.effectors import file_effector
from rvs.files.cells.session_file import SUFFIX
from rvs.files.formats import check_file, format_of
from rvs.files.library import load_and_tell
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.model.body.values import Body
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, add_robot
from rvs.model.robots.imported import NAMES, USUAL, Choices
from rvs.model.robots.placing import add_together
from rvs.model.state import State, fit_postures
from rvs.scene.surroundings.landing import beside
from rvs.scripting.cell import Cell, current, place_to_open, use
from rvs.scripting.plain import with_fields
from rvs.scripting.subjects import FIRST_VIEW, cell_file, meant_robot

if TYPE_CHECKING:
    from rvs.engine.joint import Convention
    from rvs.files.convert import Conversion
    from rvs.files.formats import Report

log = logging.getLogger(__name__)


def new(*robots: PlacedRobot | Robot | str) -> Cell:
    """Begin a cell with robots side by side, and make it the current one.

    Args:
        robots: Robots of the library, files, or robots as values.

    Returns:
        The cell.

    Raises:
        RvsError: There is no such robot, or its file has errors.
    """
    return begin(beginning(*map(placed, robots)))


def beginning(*robots: PlacedRobot) -> State:
    """Return the state of a new cell with robots side by side."""
    state = State(view=FIRST_VIEW)
    for robot in robots:
        document = _beside(state.document, state, robot)
        postures = fit_postures(document, state.postures)
        state = replace(state, document=document, postures=postures)
    return state


def begin(state: State) -> Cell:
    """Begin a cell with a whole state, make it the current one, and return it."""
    cell = place_to_open()
    cell.held.begin(state)
    return use(cell)


def _beside(document: Document, state: State, made: PlacedRobot) -> Document:
    return add_robot(document, replace(made, place=beside(state, made)))


def open(  # noqa: A001
    path: str | Path,
    *,
    root: str = "",
    tip: str = "",
    convention: Convention = "standard",
    snap: float = 0.0,
    zeros: bool = False,
    robot: str = "",
    tips: Sequence[str] = (),
    effector: str = "",
    args: Mapping[str, Any] | None = None,
    allow: Sequence[str] = (),
    take: Sequence[str] = (),
) -> Cell:
    """Open a cell or a robot, by the path of its file or its name in the library.

    The cell becomes the current one, on which functions such as ``rvs.set_joint`` act.

    Args:
        path: A cell, a robot in any format that RVS reads, or a work environment.
        root: Fixed link of a description with branches; the usual one if left out.
        tip: Link at the other end of the chain; the usual one if left out.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints, not
            a posture.
        robot: Name of the robot in a file that holds several; the only one if left out.
        tips: Tips of several chains of a description, which are opened as robots on one base; with
            ``tip``, only the chain that ends there.
        effector: Link behind the last joint that becomes an end-effector, with everything attached
            to it and its tip at ``tip``; if left out, it is a part of the last link.
        args: Arguments of a XACRO template by their names; their defaults if left out.
        allow: Additional folders from which a description may read files.
        take: Other interpretations of its numbers: a unit such as ``"mm"`` or ``"rad"``,
            ``"limits-deg"``, ``"no-limits"``, or ``"new-order"`` for bare columns theta, d, a,
            alpha.

    Returns:
        The cell.

    Raises:
        FileErrors: All errors of the file.
        RvsError: There is no such file, or it can't be used as a cell.
    """
    name, file = str(path), Path(path)
    known = format_of(file)
    whole = cell_file(name)
    own = {"root": root, "tip": tip, "convention": convention, "snap": snap}
    choices = Choices.of(
        args, allow, tips, take, zeros=zeros, robot=robot, effector=effector, **own
    )
    if whole is None and (known is None or known.use == "robot"):
        return begin(_together(_all_placed(name, choices)))
    if choices != USUAL:
        words = f"no {', '.join(NAMES[:-1])} or {NAMES[-1]} to choose"
        raise ArgumentError(f"{name}: is not a robot; it has {words}")
    if whole is not None:
        return _opened(whole)
    assert known is not None
    if known.use == "environment":
        cell = new()
        add_file(file, cell)
        return cell
    raise RvsError(
        f"{name}: {known.title.lower()} belong to a cell; open it first, then call rvs.add_file"
    )


def _all_placed(name: str, choices: Choices) -> list[PlacedRobot]:
    """Return all robots that are selected from a file."""
    return [read_placed(name, one) for one in choices.each]


def _together(robots: Sequence[PlacedRobot]) -> State:
    """Return a cell with robots on one base."""
    document = add_together(Document(), robots)
    postures = fit_postures(document, {})
    return State(document=document, postures=postures, view=FIRST_VIEW)


def _opened(path: Path) -> Cell:
    cell = place_to_open()
    for warning in cell.held.open(path).warnings:
        log.warning("%s", warning)
    return use(cell)


def add_file(path: str | Path, cell: Cell | None = None) -> None:
    """Add the contents of a file to a cell: a robot, postures, a motion, surroundings.

    A trajectory becomes the motion of the active robot, and postures become its named ones.

    Args:
        path: The file.
        cell: The cell; the current one if left out.

    Raises:
        FileErrors: All errors of the file.
        RvsError: A cell can't have such a file, or has no robot for it.
    """
    where, file = cell or current(), Path(path)
    known = format_of(file)
    if known is None or known.use not in ADDERS:
        raise RvsError(f"{path}: can't be added to a cell; rvs.open opens cells")
    ADDERS[known.use](where, file)


def _add_robot(cell: Cell, path: Path) -> None:
    made = placed(str(path))
    cell.edit(f"Add {made.id}", lambda document: _beside(document, cell.state, made))


def _add_postures(cell: Cell, path: Path) -> None:
    from rvs.files.robots.jconfig import read_postures
    from rvs.model.robots.posture_edits import add_postures

    robot = _robot_for(cell, path)
    found = read_postures(path, Architecture(robot.robot, robot.unit)).postures
    cell.edit(
        f"Add postures of {path.name}",
        lambda document: add_postures(document, robot.id, found)[0],
    )


def _add_motion(cell: Cell, path: Path) -> None:
    from rvs.files.cells.motions import read_motion

    cell.load_motion(read_motion(path, _robot_for(cell, path)))


def _add_environment(cell: Cell, path: Path) -> None:
    from rvs.files.cells.env import read_environment
    from rvs.model.things.edits import add_environment

    read = read_environment(path)
    cell.edit(
        f"Open {path.name}",
        lambda document: add_environment(document, read.things, read.targets),
    )


def _robot_for(cell: Cell, path: Path) -> PlacedRobot:
    robot = current_robot(cell.state)
    if robot is None:
        raise RvsError(f"{path}: the cell has no robot to which it belongs")
    return robot


ADDERS: Mapping[str, Callable[[Cell, Path], None]] = {
    "robot": _add_robot,
    "postures": _add_postures,
    "trajectory": _add_motion,
    "environment": _add_environment,
}


def placed(what: PlacedRobot | Robot | str, /, **changes: Any) -> PlacedRobot:
    """Return a robot as placed in a cell, with its full model and its end-effector.

    Args:
        what: A robot of the library, a file, or a robot as a value.
        changes: The selection from a file, as in ``rvs.open``: ``root``, ``tip``, ``convention``,
            ``snap``, ``zeros``, ``robot``, ``tips``, ``effector`` (the name of a link), ``args``,
            ``allow``, ``take``.  All others are fields of the placed robot, such as ``id``,
            ``place`` or ``color``; so is ``robot`` if it is a robot.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """
    own = {
        name: changes.pop(name)
        for name in NAMES
        if name in changes and not isinstance(changes[name], Robot | Body | None)
    }
    choices = Choices.of(**own)
    if isinstance(what, str | Path):
        made = read_placed(str(what), choices)
    elif choices != USUAL:
        words = f"{', '.join(NAMES[:-1])} and {NAMES[-1]} belong to a file, not to a robot"
        raise ArgumentError(words)
    elif isinstance(what, Robot):
        made = PlacedRobot(what.name or "robot", what)
    elif isinstance(what, PlacedRobot):
        made = what
    else:
        raise ArgumentError(f"robot: expected a name, a file or a Robot, got {what!r:.80}")
    return with_fields(made, changes, "a placed robot")


def read_placed(name: str, choices: Choices) -> PlacedRobot:
    """Read a robot of the library or of a file as placed in a cell."""
    return placed_robot(load_and_tell(name, choices), name)


def save_cell(cell: Cell, path: str | Path | None = None) -> Path:
    """Write a cell to a file; ``Cell.save`` explains the arguments."""
    target = Path(path) if path is not None else cell.path
    if target is None:
        raise RvsError("the cell has no file yet; name one, as in rvs.save('cell.rvs')")
    expect_suffix(target)
    cell.held.save(target)
    return target


def expect_suffix(target: Path, name: str = "path") -> None:
    """Refuse to save a cell under a name with another suffix.

    Args:
        target: The file.
        name: The argument or option with which it was given.

    Raises:
        ArgumentError: It has another suffix.
    """
    if target.suffix.lower() != SUFFIX:
        cure = f"; rvs.save({target.name!r}, robot) writes a robot alone" if name == "path" else ""
        raise ArgumentError(
            f"{name}: a cell is saved as {SUFFIX}, not as {target.suffix or target.name!r}{cure}"
        )


def save(
    path: str | Path | None = None, what: Cell | Robot | PlacedRobot | str | None = None
) -> Path:
    """Write a cell, or a robot in any format for writing, and return the file's path.

    A cell is also written as a model (.glb, .stl, .3mf) or a web page (.html), with its motion.

    Args:
        path: The file; its suffix determines the format.  A cell is saved to its previous file if
            left out.
        what: A robot, one of the current cell or the library by name, or a cell; the current cell
            if left out.

    Raises:
        RvsError: It can't be written in this format.
        OSError: The file can't be written.
    """
    if what is None or isinstance(what, Cell):
        cell = what or current()
        return save_model(cell, Path(path)) if path and _is_model(path) else save_cell(cell, path)
    if path is None:
        raise ArgumentError("path: expected the name of the output file")
    from rvs.files.convert import convert_robot

    robot = what if isinstance(what, PlacedRobot) else _own(what) or placed(what)
    kind = "full" if robot.full and robot.body else "skeleton"
    if Path(path).suffix.lower() == ".arch":
        file_effector(robot)
    architecture = Architecture(
        robot.robot,
        robot.unit,
        kind,
        robot.end_effector,
        name=Path(path).stem,
        body=robot.body,
        display=robot.display,
        parameters=robot.parameters,
    )
    return convert_robot(architecture, Path(path)).path


def _own(what: Robot | str) -> PlacedRobot | None:
    """Return the robot of the current cell with a name, or None if there is none."""
    document = current().document
    meant = meant_robot(document, what) if isinstance(what, str) else ""
    return next((one for one in document.robots if one.id == meant), None)


def _is_model(path: str | Path) -> bool:
    from rvs.export.models.write import MODELS

    return Path(path).suffix.lower() in MODELS


def save_model(cell: Cell, path: Path) -> Path:
    """Write the view of a cell as a model or a web page, with the loaded motion.

    If no motion is loaded, it is the common motion of the robots of the cell, if there is one.
    """
    from rvs.files.cells.motions import cell_tracks
    from rvs.scripting.showing.solid_model import solid_model

    alone = cell.state.motion is None and cell_tracks(cell.present)
    return solid_model(cell, cell.timeline() if alone else None).save(path)


def check(path: str | Path) -> Report:
    """Return the faults of a file of any format, with lines and columns.

    Args:
        path: The file.
    """
    return check_file(Path(path))


def convert(source: str | Path, target: str | Path, **options: Any) -> Conversion:
    """Write a robot in the format of a suffix, read it back and compare it with the source.

    Args:
        source: File of the robot.
        target: File to write.
        options: ``kind`` if a suffix has several formats, ``verify=True`` to write nothing unless
            another program agrees, and the selection from the source, as in ``rvs.open``: ``root``,
            ``tip``, ``convention``, ``snap`` and the others.

    Returns:
        The file, the robot after reading it back, the accuracy of the agreement, the results of
        other programs (``opinions``), and further remarks.

    Raises:
        RvsError: The source has errors, the target can't store all of it, or ``verify`` fails.
        OSError: The target can't be written.
    """
    from rvs.files.convert import convert as write

    kind, verify = options.pop("kind", None), options.pop("verify", False)
    return write(Path(source), Path(target), kind, Choices.of(**options), verify)
