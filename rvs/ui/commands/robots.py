"""What the actions do that make, edit and save robots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.models import model_target, usable_model
from rvs.files.cells.body import same_body
from rvs.files.library import bundled_folder, user_folder
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.text.errors import FileErrors
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.ui.commands import bodies as body_commands
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.saving import changes

SHOWN_MS = 6000
LEAST_PART = 0.25


def new_robot(desk: Desk) -> None:
    """Ask what to begin with and place it."""
    from rvs.ui.dialogs.new_robot import NewRobot

    NewRobot(desk).show()


def save(desk: Desk) -> None:
    """Save the current robot to its file; a bundled or new one asks for a name."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    path = own_file(placed)
    if path is None:
        save_as(desk)
    else:
        _save_to(desk, placed, path)


def save_now(desk: Desk) -> bool:
    """Save the current robot, asking for a name if it needs one; tell whether it is saved."""
    from rvs.ui.saving.save_robot import SaveRobot

    placed = current_robot(desk.session.state)
    if placed is None:
        return False
    path = own_file(placed)
    if path is not None:
        return _save_to(desk, placed, path)
    dialog = SaveRobot(desk, placed)
    saved = dialog.exec() == SaveRobot.DialogCode.Accepted
    dialog.deleteLater()
    return saved


def _save_to(desk: Desk, placed: PlacedRobot, path: Path) -> bool:
    try:
        write(desk, placed, path)
    except (RvsError, OSError) as error:
        desk.messages.add([Message("error", f"not saved: {sentence(error)}", str(path))])
        return False
    return True


def save_as(desk: Desk) -> None:
    """Ask for a name and save the current robot under it."""
    from rvs.ui.saving.save_robot import SaveRobot

    placed = current_robot(desk.session.state)
    if placed is not None:
        SaveRobot(desk, placed).show()


def write(desk: Desk, placed: PlacedRobot, path: Path, name: str = "") -> None:
    """Write a robot to a file, which is its own from then on.

    Args:
        desk: The desk.
        placed: The robot.
        path: The file.
        name: Name that the robot takes; its own when omitted.

    Raises:
        RvsError: It can't be written as it is.
        OSError: The file can't be written.
    """
    robot = placed.robot.replace(name=name) if name else placed.robot
    path.parent.mkdir(parents=True, exist_ok=True)
    body = write_model(placed, path)
    save_architecture(path, described(replace(placed, robot=robot)))

    def settle(document: Document) -> Document:
        robots = tuple(
            replace(r, origin=str(path), robot=r.robot.replace(name=robot.name), body=body)
            if r.id == placed.id and r.origin == placed.origin
            else r
            for r in document.robots
        )
        return replace(document, robots=robots)

    desk.session.amend(settle)
    if not changes.holds_more(desk):
        desk.session.mark_saved()
    desk.library_changed.emit()
    desk.window.statusBar().showMessage(f"Saved {path}", SHOWN_MS)


def keep_in_view(desk: Desk, before: State) -> None:
    """Fit the view when an edit has made robots outgrow it, or shrink to a corner of it.

    Args:
        desk: The desk.
        before: The state ahead of the edit; whoever looked at a part of it then goes on doing so.
    """
    if _fits(desk, before) and not _fits(desk, desk.session.state):
        desk.viewport.fit()


def _fits(desk: Desk, state: State) -> bool:
    wide, high = desk.viewport.width(), desk.viewport.height()
    seen = project(desk.viewport.goal, scene_points(state), wide, high)[:, :2]
    low, far = seen.min(axis=0), seen.max(axis=0)
    inside = low.min() >= 0 and far[0] <= wide and far[1] <= high
    return bool(inside and ((far - low) / (wide, high)).max() >= LEAST_PART)


def untouched(placed: PlacedRobot) -> bool:
    """Tell whether a robot is what its file says."""
    old = _old(placed)
    return old is not None and old.robot == placed.robot


def own_file(placed: PlacedRobot) -> Path | None:
    """Return the file that a robot may be saved to without asking, or None."""
    if not placed.origin:
        return None
    path = Path(placed.origin)
    return None if len(path.parts) == 1 or is_bundled(path) else path


def is_bundled(path: Path) -> bool:
    """Tell whether a file came with the program."""
    bundled = path.is_relative_to(bundled_folder() / "arch")
    return bundled and not path.is_relative_to(user_folder())


def described(placed: PlacedRobot) -> Architecture:
    """Return what a file shall say of a robot: what its own said, with what has changed.

    It asks for the full model only while that fits.
    """
    old = _old(placed)
    if old is None:
        geomtype = "full" if fits(placed) else "skeleton"
        return Architecture(placed.robot, placed.unit, geomtype, placed.end_effector)
    new = replace(old, robot=placed.robot, unit=placed.unit, end_effector=placed.end_effector)
    if old.path is not None and is_bundled(old.path) and placed.robot.joints != old.robot.joints:
        # How sure the original numbers are says nothing about others.
        new = replace(new, confidence="")
    return replace(new, geomtype="full" if fits(placed) else "skeleton")


def fits(placed: PlacedRobot) -> bool:
    """Tell whether a robot has a full model that fits it."""
    return placed.body is not None and fit(placed.body, placed.robot).ok


def write_model(placed: PlacedRobot, path: Path) -> Body | None:
    """Write the full model that belongs to a robot's file, unless it is there or does not fit.

    Args:
        placed: The robot.
        path: Its file.

    Returns:
        The model, which knows where it lies now.

    Raises:
        RvsError: It can't be written as it is.
        OSError: The file can't be written.
    """
    body, target = placed.body, model_target(path)
    if body is None or not fits(placed):
        return body
    standing = usable_model(Architecture(placed.robot, "m", "full", name=path.stem, path=path))
    if standing is not None and same_body(standing, body):
        return replace(body, origin=standing.origin)
    body_commands.write(body, target)
    return replace(body, origin=str(target))


def sentence(error: Exception) -> str:
    """Return an error as one sentence without paths and numbers of the system."""
    if isinstance(error, FileErrors):
        return error.errors[0].message
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error)


def _old(placed: PlacedRobot) -> Architecture | None:
    try:
        return read_architecture(Path(placed.origin)) if placed.origin else None
    except (RvsError, OSError):
        return None
