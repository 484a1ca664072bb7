"""Grippers from descriptions as end-effectors of the robots of the cell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from rvs.bodies.effectors import STEPS, carried
from rvs.bodies.robot_body import shown_body
from rvs.engine.errors import RvsError
from rvs.files.bodies.effectors import effector_names
from rvs.files.text.errors import FileErrors
from rvs.model.body.edits import set_constant
from rvs.model.body.values import Body
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, change_robot, title
from rvs.model.members import fresh_id
from rvs.model.robots.effectors import tip
from rvs.model.views.view import Mode
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.messages import file_message
from rvs.ui.work.waiting import Stopped
from rvs.words import tr


def ask_gripper(desk: Desk) -> None:
    """Ask for a description, and make it the end-effector of the current robot."""
    # Readers of descriptions are not needed before.
    from rvs.files.trees.readers import TREES

    kinds = tr(
        "Descriptions ({suffixes});;All files (*)", " ".join(f"*{suffix}" for suffix in TREES)
    )
    path = file_dialogs.open_file(desk.window, "Import end-effector", "", kinds)
    if path:
        carry(desk, path)


def carry(desk: Desk, path: Path) -> bool:
    """Make a description the end-effector of the current robot; return whether it succeeded."""
    body = _asked(desk, path)
    placed = current_robot(desk.session.state)
    if body is None or placed is None:
        return False
    body = replace(body, name=fresh_id(body.name, effector_names()))
    new = mounted(placed, body, desk.session.state.view.mode)
    change = {name: getattr(new, name) for name in ("robot", "end_effector", "effector")}
    desk.session.edit(
        tr("Set the end-effector of {robot}", title(placed)),
        call_of(change_robot, placed.id, **change),
    )
    return True


def mounted(placed: PlacedRobot, body: Body, mode: Mode) -> PlacedRobot:
    """Return a robot with its end-effector replaced by another one.

    If the robot has no end-effector and its tool frame describes the flange, the end-effector is
    attached there. The tool frame moves to the tip.

    Args:
        placed: The robot.
        body: The end-effector, z away from the flange.
        mode: Display mode of robots.
    """
    load = carried(placed, shown_body(placed, mode), STEPS[0])
    at = load.root
    if placed.effector is None and not np.allclose(placed.robot.tool, np.eye(4)):
        at = placed.robot.tool
    held = set_constant(body, "by_tip", 1.0)
    robot = placed.robot.replace(tool=at @ tip(held, placed.robot))
    return replace(placed, robot=robot, end_effector=body.name, effector=held)


def _asked(desk: Desk, path: Path) -> Body | None:
    from rvs.ui.dialogs.choose_tip import ask_tip
    from rvs.ui.saving.chosen_chain import asked_tree

    try:
        file = asked_tree(desk, path)
    except Stopped:
        return None
    except FileErrors as failure:
        desk.messages.add(file_message("error", error) for error in failure.errors)
        return None
    except (RvsError, OSError) as error:
        desk.messages.fail(str(error), path)
        return None
    return None if file is None else ask_tip(desk, file)
