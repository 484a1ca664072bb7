"""Facts from the library about a robot in a cell, for a report."""

from __future__ import annotations

import logging

from rvs.engine.errors import RvsError
from rvs.export.report.values import Moving, Shown, Subject
from rvs.files.library import load_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.recording import rows_of
from rvs.model.state import Posture

log = logging.getLogger(__name__)


def subject_of(placed: PlacedRobot, q: Posture, motions: tuple[Moving, ...] = ()) -> Subject:
    """Return a robot with the postures and the confidence given in its file."""
    postures = tuple(Shown(posture.name, posture.q) for posture in placed.named)
    return Subject(placed, q, _confidence(placed), postures, motions)


def moving_of(name: str, motion: Motion, robot_id: str) -> Moving:
    """Return a motion with the postures of a robot in it as rows.

    Raises:
        ArgumentError: It does not move that robot.
    """
    return Moving(name, motion, rows_of(motion, robot_id))


def _confidence(placed: PlacedRobot) -> str:
    if not placed.origin:
        return ""
    try:
        return load_robot(placed.origin).confidence
    except (RvsError, OSError) as error:
        log.info("%s: no confidence: %s", placed.origin, error)
        return ""
