"""Masses for robots without them: offers in the window."""

from __future__ import annotations

from rvs.bodies.robot_body import body_for
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import unweighed
from rvs.ui.desk import Desk
from rvs.words import tr


def from_body(desk: Desk) -> None:
    """Offer the active robot the masses of its body."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    # Only here: what it needs is not needed at the start.
    from rvs.ui.dialogs.masses import MassesDialog

    mode = desk.session.state.view.mode
    body = body_for(placed, "full" if mode == "skeleton" else mode)
    if body is not None:
        MassesDialog(desk, placed, body).open()


def needs_masses(placed: PlacedRobot) -> str:
    """Return a sentence with the missing masses of a robot, or nothing if all are known."""
    missing, count = unweighed(placed.robot), placed.robot.n
    if not missing:
        return ""
    if len(missing) == count:
        return "The masses of the links are not known."
    which = ", ".join(map(str, missing))
    return tr("The mass of link {which} is not known.", which)
