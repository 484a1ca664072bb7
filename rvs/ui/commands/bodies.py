"""Commands that show, load and save full models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.bodies.autobody.following import follow_again, following_body
from rvs.files.bodies.body import read_body
from rvs.files.bodies.models import model_target
from rvs.files.bodies.write import save_body
from rvs.files.formats import dialog_filter
from rvs.files.storage.locations import is_bundled, user_folder
from rvs.files.storage.recent import add_recent
from rvs.files.text.errors import FileErrors
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, change_robot, title
from rvs.model.views.view import Mode
from rvs.ui import file_dialogs
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.words import tr

FILTER = "Full models (*.body);;All files (*)"


def show_as(desk: Desk, mode: Mode) -> None:
    """Draw robots as skeletons, automatic bodies or full models, and store the choice."""
    view_commands.remember(desk, mode=mode)
    placed = current_robot(desk.session.state)
    if mode == "full" and placed is not None:
        reason = why_not_full(placed)
        if reason:
            desk.refuse(
                tr(
                    "{robot}: {reason}; its automatic body is shown",
                    desk.session.called(placed),
                    reason,
                )
            )


def why_not_full(placed: PlacedRobot) -> str:
    """Return the reason why a robot can't be drawn with its full model, or nothing."""
    if placed.body is None:
        return "there is no full model"
    return fit(placed.body, placed.robot).reason


def ask(desk: Desk) -> None:
    """Ask for a body file and make it the full model of the current robot."""
    path = file_dialogs.open_file(desk.window, "Load full model", "", dialog_filter("model"))
    if path:
        open_file(desk, path)


def open_file(desk: Desk, path: Path) -> bool:
    """Make the model in a file the full model of the current robot; return whether it succeeded."""
    placed = current_robot(desk.session.state)
    if placed is None:
        desk.messages.fail("there is no robot for this model", path)
        return False
    read = desk.messages.reading(path, read_body)
    if read is None:
        return False
    if read.body.kind != "robot":
        text = tr("this is the model of a {kind}; expected a robot model", read.body.kind)
        desk.messages.fail(text, path)
        return False
    give(desk, placed, read.body, "Load full model")
    add_recent(path)
    show_as(desk, "full")
    return True


def give(desk: Desk, placed: PlacedRobot, body: Body | None, label: str) -> None:
    """Replace or remove the full model of a robot, as one step."""
    full = body is not None
    desk.session.edit(label, call_of(change_robot, placed.id, body=body, full=full))


def begin(desk: Desk) -> None:
    """Make the automatic body of the current robot its full model, as a start for editing.

    Its lengths follow the table.
    """
    placed = current_robot(desk.session.state)
    if placed is not None:
        give(desk, placed, following_body(placed.robot), "Create full model")
        show_as(desk, "full")


def follow(desk: Desk) -> None:
    """Let the full model of the current robot follow the table in all unchanged parts."""
    placed = current_robot(desk.session.state)
    if placed is None or placed.body is None:
        return
    body = follow_again(placed.body, placed.robot)
    if body == placed.body:
        why = "No other numbers can follow the table: they differ from the automatic body"
        desk.refuse(why, "body_editor")
        return
    give(desk, placed, body, "Follow the table")


def drop(desk: Desk) -> None:
    """Remove the full model of the current robot."""
    placed = current_robot(desk.session.state)
    if placed is not None and placed.body is not None:
        give(desk, placed, None, "Remove full model")


def save_as(desk: Desk) -> None:
    """Ask for a name and save the full model of the current robot."""
    placed = current_robot(desk.session.state)
    if placed is None or placed.body is None:
        return
    start = str(_place(placed, Path(placed.body.origin)))
    path = file_dialogs.save_file(desk.window, "Save full model", start, FILTER)
    if path:
        save(desk, placed, path)


def _place(placed: PlacedRobot, origin: Path) -> Path:
    """Return the file for a full model: its source, else the one where its robot looks for it."""
    if len(origin.parts) > 1 and not is_bundled(origin):
        return origin
    robot = Path(placed.origin)
    if len(robot.parts) > 1 and not is_bundled(robot):
        return model_target(robot)
    name = robot.stem or title(placed)
    return user_folder() / "links" / f"{name}.body"


def save(desk: Desk, placed: PlacedRobot, path: Path) -> bool:
    """Save the full model of a robot; return whether it succeeded."""
    body = placed.body
    if body is None:
        return False
    with desk.messages.telling("not saved", path) as done:
        saved = replace(write(body, path), origin=str(path))
    if not done:
        return False

    def settle(document: Document) -> Document:
        robots = (replace(one, body=saved) if one.body is body else one for one in document.robots)
        return replace(document, robots=tuple(robots))

    desk.session.amend(settle)
    add_recent(path)
    desk.say(tr("Saved {path}", path))
    return True


def write(body: Body, path: Path) -> Body:
    """Write a body with the comments and the layout of its source file.

    Returns:
        The body in the file, with the current paths of its mesh files.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    text = ""
    if body.origin and not path.exists():
        try:
            text = read_body(Path(body.origin)).text
        except FileErrors:
            text = ""
    path.parent.mkdir(parents=True, exist_ok=True)
    return save_body(path, replace(body, name=path.stem), text).body
