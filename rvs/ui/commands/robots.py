"""Commands that make, edit and save robots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.bodies.effectors import file_effector
from rvs.files.bodies.models import model_target, usable_model
from rvs.files.placed_robot import forget, on_disk
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.robots.jconfig import posture_target, save_own
from rvs.files.storage.atomic import file_transaction
from rvs.files.storage.locations import is_bundled
from rvs.files.storage.outside_changes import note_unseen
from rvs.files.storage.recent import add_recent
from rvs.model.body.fit import fit
from rvs.model.body.values import Body, same_body
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot
from rvs.ui.commands import bodies as body_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import changes
from rvs.words import tr


def new_robot(desk: Desk) -> None:
    """Ask for an initial robot and place it."""
    from rvs.ui.dialogs.new_robot import NewRobot

    NewRobot(desk).show()


def save(desk: Desk) -> None:
    """Save the current robot to its file; a bundled or new one asks for a name."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    path = changes.own_file(placed)
    if path is None:
        save_as(desk)
    else:
        _save_to(desk, placed, path)


def save_as(desk: Desk) -> None:
    """Ask for a name and save the current robot under it."""
    from rvs.ui.saving.save_robot import SaveRobot

    placed = current_robot(desk.session.state)
    if placed is not None:
        SaveRobot(desk, placed).show()


def save_now(desk: Desk) -> bool:
    """Save the current robot, asking for a name if necessary; return whether it is saved."""
    placed = current_robot(desk.session.state)
    return placed is not None and save_placed(desk, placed)


def save_placed(desk: Desk, placed: PlacedRobot) -> bool:
    """Save a robot, asking for a name if necessary; return whether it is saved."""
    from rvs.ui.saving.save_robot import SaveRobot

    path = changes.own_file(placed)
    if path is not None:
        return _save_to(desk, placed, path)
    dialog = SaveRobot(desk, placed)
    saved = dialog.exec() == SaveRobot.DialogCode.Accepted
    dialog.deleteLater()
    return saved


def save_postures(desk: Desk, placed: PlacedRobot) -> bool:
    """Save the named postures of a robot to their own file; return whether they are saved."""
    path = None
    with desk.messages.telling(
        tr("the postures of {robot} were not saved", desk.session.called(placed))
    ) as done:
        path = save_own(placed)
    if not done:
        return False
    forget()
    desk.cell_file.changed.emit()
    if path is not None:
        desk.say(desk.refused.tell(desk.messages, str(path)))
    return True


def _save_to(desk: Desk, placed: PlacedRobot, path: Path) -> bool:
    with desk.messages.telling("not saved", path) as done:
        write(desk, placed, path)
    return done.ok


def write(desk: Desk, placed: PlacedRobot, path: Path, name: str = "") -> None:
    """Write a robot to a file, which becomes its file, under another name if one is given.

    Raises:
        RvsError: It can't be written as it is.
        OSError: The file can't be written.
    """
    left = _model_left(desk, placed, path)
    given, placed = placed, replace(placed, body=None) if left else placed
    robot = placed.robot.replace(name=name) if name else placed.robot
    with file_transaction():
        if str(path) != placed.origin:
            # Whoever chose the name of the robot's file has not seen those that go with it.
            for other in (model_target(path), posture_target(placed, path)):
                if other is not None:
                    note_unseen(other)
        file_effector(placed)
        body = write_model(placed, path)
        new = described(replace(placed, robot=robot))
        # Its text is what the file says now, which nobody may have seen: so it is of no file.
        save_architecture(path, replace(new, path=None))
        save_own(placed, path)
    add_recent(path)
    forget()
    fresh = on_disk(replace(placed, origin=str(path)))
    named = fresh.named if fresh is not None else placed.named

    said = {key: getattr(new.robot, key) for key in ("name", "manufacturer", "source", "comment")}

    def model(r: PlacedRobot) -> Body | None:
        # A step in which the model that was left out fits keeps it.
        kept = r.body != given.body or (left and not _misfit(r))
        return r.body if kept else body

    def settle(document: Document) -> Document:
        robots = tuple(
            replace(
                r,
                origin=str(path),
                robot=r.robot.replace(**said),
                body=model(r),
                named=named if r.named == placed.named else r.named,
            )
            if r.id == placed.id and r.origin == placed.origin
            else r
            for r in document.robots
        )
        return replace(document, robots=robots)

    desk.session.amend(settle)
    if not changes.pieces(desk):
        desk.session.mark_saved()
    desk.library_changed.emit()
    desk.cell_file.changed.emit()
    words = desk.refused.tell(desk.messages, str(path))
    if left:
        words = tr("{saved} without the full model, which does not fit: {reason}", words, left)
    desk.say(words)


def _model_left(desk: Desk, placed: PlacedRobot, path: Path) -> str:
    """Return why a full model is not saved under another name, or nothing.

    A model that does not fit belongs to the robot it was made for.  If no other file and no robot
    of the cell contains it, it is unsaved work, and is saved.
    """
    reason = _misfit(placed)
    if not reason or placed.body is None or str(path) == placed.origin:
        return ""
    keepers = [one for one in desk.session.state.document.robots if one.id != placed.id]
    models = [one.body for one in (on_disk(placed), *keepers) if one is not None]
    if not any(one is not None and same_body(one, placed.body) for one in models):
        return ""
    return reason


def _misfit(placed: PlacedRobot) -> str:
    return "" if placed.body is None else fit(placed.body, placed.robot).reason


def described(placed: PlacedRobot) -> Architecture:
    """Return the contents of a robot's own file with the changes."""
    old = _old(placed)
    if old is None:
        geomtype = "full" if placed.body is not None else "skeleton"
        return Architecture(
            placed.robot, placed.unit, geomtype, placed.end_effector, display=placed.display,
            parameters=placed.parameters,
        )  # fmt: skip
    new = replace(
        old, robot=placed.robot, unit=placed.unit, end_effector=placed.end_effector,
        display=placed.display, parameters=placed.parameters,
    )  # fmt: skip
    if old.path is not None and is_bundled(old.path) and placed.robot.joints != old.robot.joints:
        # How sure the original numbers are says nothing about others.
        new = replace(new, confidence="", robot=_own_design(placed.robot, old.robot))
    return replace(new, geomtype="full" if placed.body is not None else "skeleton")


def _own_design(robot: Robot, bundled: Robot) -> Robot:
    """Return a changed robot without manufacturer or comments; the user's own entries are kept."""
    maker, source = robot.manufacturer, robot.source
    if maker and maker == bundled.manufacturer:
        robot = robot.replace(manufacturer="", maker=np.eye(4))
    if robot.comment == bundled.comment:
        robot = robot.replace(comment="")
    if source == bundled.source:
        by = f" of {maker}" if maker and maker == bundled.manufacturer else ""
        after = f"; after {source}" if source else ""
        robot = robot.replace(source=f"changed from {bundled.name}{by}{after}")
    return robot


def write_model(placed: PlacedRobot, path: Path) -> Body | None:
    """Write the full model of a robot's file, unless it exists already.

    A model that no longer fits the table is also written if it would be lost otherwise.

    Returns:
        The model with its new path.

    Raises:
        RvsError: It can't be written as it is.
        OSError: The file can't be written.
    """
    body, target = placed.body, model_target(path)
    if body is None:
        return None
    standing = usable_model(Architecture(placed.robot, "m", "full", name=path.stem, path=path))
    if standing is not None and same_body(standing, body):
        return replace(body, origin=standing.origin)
    return replace(body_commands.write(body, target), origin=str(target))


def _old(placed: PlacedRobot) -> Architecture | None:
    try:
        return read_architecture(Path(placed.origin)) if placed.origin else None
    except (RvsError, OSError):
        return None
