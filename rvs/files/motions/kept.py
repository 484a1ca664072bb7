"""Motions made in a cell, as rows of a file."""

from __future__ import annotations

import re
from dataclasses import replace

from rvs.files.motions.jtraj import JointRows, jtraj_text
from rvs.files.robots.arch import Architecture
from rvs.files.robots.own_postures import library_name
from rvs.model.document import PlacedRobot
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import Motion
from rvs.model.motions.recording import DT, sampled

LONGEST = 150
_NO_NAME = re.compile(r"[^\w .()+-]")


def motion_rows(motion: KeptMotion, placed: PlacedRobot, played: Motion | None = None) -> JointRows:
    """Return a motion as rows at equal intervals.

    Args:
        motion: The motion.
        placed: Its robot.
        played: The motion as played, if it contains more than its rows.

    Raises:
        RvsError: It makes too many rows.
    """
    rows, robot = motion.trajectory, library_name(placed)
    if rows.duration == 0.0:
        return JointRows.of(rows, robot, placed.unit, motion.repeat)
    if rows.dt is None:
        # The last row has to stand at the end.
        steps = max(round(rows.duration / DT), 1)
        rows = sampled(played or rows, rows.robot_id, rows.duration / steps)
    own = motion.trajectory
    rows = replace(rows, openings=own.openings, grips=own.grips, assumed=own.assumed)
    return JointRows.of(rows, robot, placed.unit, motion.repeat)


def motion_text(motion: KeptMotion, placed: PlacedRobot) -> str:
    """Return the text of the file of a motion.

    Raises:
        RvsError: It holds a number that a file can't.
    """
    return jtraj_text(motion_rows(motion, placed), Architecture(placed.robot, placed.unit))


def file_stem(name: str) -> str:
    """Return a name changed to a file name valid on every system."""
    return _NO_NAME.sub("-", name)[:LONGEST].strip(". ") or "motion"
