"""Motions of a robot whose tool follows a path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from rvs.engine.errors import RvsError
from rvs.engine.kinematics import check_posture
from rvs.files.library import find_file
from rvs.files.motions.ctraj import CartesianFile, parse_ctraj, read_ctraj
from rvs.model.motions.cartesian import ToolTrajectory
from rvs.model.motions.cartesian import follow as plan
from rvs.scripting.subjects import What, cell_of, robot_in

if TYPE_CHECKING:
    from rvs.model.document import PlacedRobot


def follow(
    path: str | Path,
    what: What = None,
    *,
    robot: str = "",
    start: ArrayLike | None = None,
    limits: bool = True,
    damping: float = 0.0,
    whole: bool = True,
) -> ToolTrajectory:
    """Move a robot along a path of its tool, and return the motion.

    Args:
        path: A path of the library by name, a file (.ctraj), or the text of one.
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        start: Posture (n,) whose branch is followed, rad and m; the current one if left out.
        limits: Respect the limits of the joints.
        damping: Permitted deviation of the tool from its path near singularities; 0.05 gives calm
            motions.
        whole: Raise an error if the robot does not reach the end, instead of returning the feasible
            part.

    Raises:
        FileErrors: Everything that is wrong with the path.
        RvsError: There is no such path or robot, or the robot can't follow it.
    """
    cell = cell_of(what)
    placed = robot_in(cell, robot)
    near = cell.postures[placed.id] if start is None else check_posture(placed.robot, start)
    return followed(_read(path), placed, near, limits, damping, whole)


def followed(
    file: CartesianFile,
    placed: PlacedRobot,
    start: ArrayLike,
    limits: bool = True,
    damping: float = 0.0,
    whole: bool = True,
) -> ToolTrajectory:
    """Return the motion of a robot along a path; arguments and errors as ``follow``."""
    found = plan(placed.robot, placed.id, file.motion, start, limits=limits, damping=damping)
    if found.trajectory is None or (whole and not found.complete):
        stop = next(finding for finding in found.findings if finding.stops)
        raise RvsError(f"{placed.id} can't follow the path: {stop.words}")
    return found.trajectory


def _read(path: str | Path) -> CartesianFile:
    if isinstance(path, str) and ("{" in path or "\n" in path):
        return parse_ctraj(path)
    return read_ctraj(find_file("ctraj", path))
