"""What the drives must give: shown beside the joints, along the motion, at its worst."""

from __future__ import annotations

from rvs.bodies.dynamic import dynamic_robot
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.robots.masses import unweighed
from rvs.study.drives import worst_posture
from rvs.ui.desk import Desk


def toggle_torques(desk: Desk) -> None:
    """Show beside the joints what holding the posture asks of them, or not."""
    desk.settings.change(joint_torques=not desk.settings.preferences.joint_torques)


def go_worst(desk: Desk) -> None:
    """Go to the posture in which holding asks the most of a joint."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    if unweighed(placed.robot):
        desk.messages.fail("The worst posture: the masses of the links are not known")
        return
    robot = dynamic_robot(placed)

    def find(_: Robot) -> Array:
        return worst_posture(robot).q

    desk.posture_search.go(f"Go to the worst posture of {placed.id}", find)
