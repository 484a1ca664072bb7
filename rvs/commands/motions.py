"""Motion that a command plays: a joint trajectory, or a Cartesian path that the robot follows."""

from __future__ import annotations

import logging
from pathlib import Path

from rvs.commands.answers import print_note
from rvs.engine.errors import RvsError
from rvs.files.library import SUFFIXES, LibraryError, find_file, letters
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import read_jtraj
from rvs.files.robots.arch import Architecture
from rvs.model.motions.cartesian import Finding, follow
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import assumed_of
from rvs.model.numbers.units import UNITS

PATHS = SUFFIXES["ctraj"]

log = logging.getLogger(__name__)


def read_motion(
    name: str, architecture: Architecture, robot_id: str, damping: float = 0.0
) -> Motion:
    """Return a motion by its name.

    Args:
        name: A trajectory or path of the library, or a file.
        architecture: The robot.
        robot_id: Its id in the document.
        damping: Smoothing of a Cartesian path at singularities, 0 to 1.

    Raises:
        RvsError: There is no such file, it has errors, or the robot can't follow it to its end.
    """
    path = _find(name)
    if path.suffix.lower() == PATHS:
        return _followed(path, name, architecture, robot_id, damping)
    rows = read_jtraj(path, architecture, robot_id)
    _tell(name, architecture, rows.robot, rows.warnings)
    return rows.trajectory


def print_assumed(motion: Motion) -> None:
    """Print the assumptions behind the times of a motion."""
    for sentence in assumed_of(motion):
        print_note(sentence)


def _find(name: str) -> Path:
    """Return the joint trajectory of that name, or else the Cartesian one."""
    if name.lower().endswith(PATHS):
        return find_file("ctraj", name)
    try:
        return find_file("jtraj", name)
    except LibraryError as error:
        try:
            return find_file("ctraj", name)
        except LibraryError:
            raise error from None


def _followed(
    path: Path, name: str, architecture: Architecture, robot_id: str, damping: float
) -> Motion:
    file = read_ctraj(path)
    _tell(name, architecture, file.robot, file.warnings)
    plan = follow(architecture.robot, robot_id, file.motion, damping=damping)
    for finding in plan.findings:
        if not finding.stops:
            log.warning("%s", describe(finding, architecture.unit))
    if not plan.complete or plan.trajectory is None:
        stop = next(finding for finding in plan.findings if finding.stops)
        raise RvsError(f"{name}: {describe(stop, architecture.unit)}")
    return plan.trajectory


def describe(finding: Finding, unit: str) -> str:
    """Return a finding as a line: time, location, fault and cure."""
    factor = UNITS[unit].factor
    place = ", ".join(f"{x / factor:.4g}" for x in finding.place)
    cure = f"; possible cures: {', '.join(finding.cures)}" if finding.cures else ""
    return f"at {finding.start:.3g} s, ({place}) {unit}: {finding.words}{cure}"


def _tell(
    name: str, architecture: Architecture, made_for: str, warnings: tuple[Exception, ...]
) -> None:
    for warning in warnings:
        log.warning("%s", warning)
    # By its name in the library or by its title, as files say either.
    known = map(letters, (architecture.name, architecture.robot.name))
    if made_for and letters(made_for) not in known:
        log.warning("%s was made for %s", name, made_for)
