"""Commands of the **File**, **Edit** and **Robot** menus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.models import full_model
from rvs.files.library import load_robot
from rvs.files.placed_robot import bare_robot, placed_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import read_own
from rvs.files.robots.readers import is_tree, judged, open_choices
from rvs.files.text.errors import FileError, FileErrors, OutsideFiles, SeveralRobots
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, change_robot, remove_robot, title
from rvs.model.members import fresh_id
from rvs.model.robots.imported import USUAL, Choices
from rvs.model.robots.placing import add_together, stand_on
from rvs.model.robots.ranges import joint_range
from rvs.scene.surroundings.landing import beside
from rvs.ui.desk import Desk
from rvs.ui.messages import Message, file_message
from rvs.ui.work.jobs import Stopped
from rvs.words import tr

# What a robot has from its file; the rest is what the cell says of it.
OF_FILE = (
    *("robot", "unit", "end_effector", "effector", "full", "body", "display", "named", "imported"),
)
Group = tuple[PlacedRobot, ...]
FILTER = "Robots (*.arch);;All files (*)"


class UnseenError(RvsError):
    """A file requires a choice before the window for the question exists."""


def show_robot(desk: Desk, name: str, choices: Choices = USUAL) -> bool:
    """Load a robot by name or path to replace the current one; errors become messages."""
    made = loaded_robots(desk, name, choices)
    return bool(made) and show_made(desk, made[0], tr("Show {name}", made[0].robot.name), made[1:])


def show_made(desk: Desk, made: PlacedRobot, label: str, more: Group = ()) -> bool:
    """Replace the current robot with another; return whether it is shown.

    Before unsaved work is lost, the user is asked.  If the current robot is the only content of a
    cell with a file, a new cell begins, because nothing of the old one would be left in it.

    Args:
        desk: The desk.
        made: The robot.
        label: Name of the step.
        more: Robots with the same base.
    """
    document = desk.session.state.document
    alone = len(document.robots) == 1 and not (document.things or document.targets)
    if alone and desk.cell_file.path is not None:
        return stand_alone(desk, made, label, more)
    return replace_with(desk, made, label, more)


def replace_with(desk: Desk, made: PlacedRobot, label: str, more: Group = ()) -> bool:
    """Replace the current robot in the same cell, with a question about unsaved work."""
    from rvs.ui.saving import unsaved

    current = current_robot(desk.session.state)
    answer = unsaved.may_replace(desk, current, made.robot.name or made.id)
    if answer == "beside":
        put_beside(desk, made, tr("Add {name}", made.robot.name), more)
    elif answer:
        put_in_place(desk, made, label, more)
    return bool(answer)


def open_alone(desk: Desk, name: str) -> bool:
    """Replace the contents of the window with a robot, by name or path."""
    made = loaded_robots(desk, name)
    return bool(made) and stand_alone(
        desk, made[0], tr("Show {name}", made[0].robot.name), made[1:]
    )


def stand_alone(desk: Desk, made: PlacedRobot, label: str, more: Group = ()) -> bool:
    """Replace the contents of the window with one robot; ask about unsaved changes first."""
    from rvs.ui.saving import unsaved

    if not unsaved.may_leave(desk):
        return False
    document = Document((made,)) if made.origin else Document()
    desk.cell_file.begin(replace(desk.session.state, document=document, motion=None))
    if not made.origin:
        # No file keeps it: to lose it would be to lose work.
        desk.session.edit(label, lambda before: add_together(before, (made, *more)))
    if more:
        desk.session.select((desk.session.state.document.robots[0].id,))
    desk.viewport.fit()
    return True


def place_robot(desk: Desk, name: str, choices: Choices = USUAL) -> bool:
    """Load a robot and place it to the right of the others; errors become messages."""
    made = loaded_robots(desk, name, choices)
    if made:
        put_beside(desk, made[0], tr("Add {name}", made[0].robot.name), made[1:])
    return bool(made)


def loaded_robots(desk: Desk, name: str, choices: Choices = USUAL, again: bool = False) -> Group:
    """Return a robot by name or path as placed in a cell; errors become messages.

    Args:
        desk: The desk.
        name: Its name or path.
        choices: Choices for the file.
        again: Everything was chosen before, so that open choices are not asked about.

    Returns:
        Nothing, one robot, or several robots of a description that share a base, which belongs to
        the first one.
    """
    found = _load(desk, name, choices, again)
    for architecture in found:
        _tell_model(desk, architecture)
    return tuple(placed_robot(one, name) for one in found)


def put_in_place(desk: Desk, made: PlacedRobot, label: str, more: Group = ()) -> None:
    """Replace the current robot with another, and add more on its base, as one step."""
    current, before = current_robot(desk.session.state), desk.session.state.document.robots
    index = len(before) if current is None else before.index(current)

    def change(document: Document) -> Document:
        if current is None:
            return add_together(document, (made, *more))
        others = [one for one in document.ids if one != current.id]
        new = replace(made, id=fresh_id(made.id, others), place=current.place)
        robots = (new if robot is current else robot for robot in document.robots)
        return stand_on(replace(document, robots=tuple(robots)), index, more)

    desk.session.edit(label, change)
    if more:
        # The last robot of a cell is the active one where none is chosen.
        desk.session.select((desk.session.state.document.robots[index].id,))
    desk.viewport.fit()


def put_beside(desk: Desk, made: PlacedRobot, label: str, more: Group = ()) -> None:
    """Put a robot to the right of the others and make it current, as one step.

    Args:
        desk: The desk.
        made: The robot.
        label: Name of the step.
        more: Robots with the same base.
    """
    stood = replace(made, place=beside(desk.session.state, made))
    desk.session.edit(label, lambda document: add_together(document, (stood, *more)))
    desk.session.select((desk.session.state.document.robots[-1 - len(more)].id,))
    desk.viewport.fit()


def _tell_model(desk: Desk, architecture: Architecture) -> None:
    """Report faults in the files of a robot's full model and of its postures."""
    name = architecture.name or architecture.robot.name or "robot"
    bare = bare_robot(architecture, name, str(architecture.path or ""))
    for read in (lambda: full_model(architecture), lambda: read_own(bare)):
        try:
            read()
        except FileErrors as failure:
            desk.messages.add(file_message("error", error) for error in failure.errors)


def reload(desk: Desk) -> None:
    """Read the current robot's file again, as one step.

    Its properties in the cell are kept: location, load, motions and programs.
    """
    from rvs.ui.saving import unsaved

    placed = current_robot(desk.session.state)
    if placed is None:
        return
    # What another program wrote is read as it was chosen then.
    imported = None if placed.origin else placed.imported
    name = imported.path if imported else placed.origin
    own, file = title(placed), Path(name).name
    answer = unsaved.may_replace(desk, placed, tr("the content of {file}", file), own_files=True)
    choices = imported.choices if imported else USUAL
    found = loaded_robots(desk, name, choices, again=True) if answer else ()
    if not found:
        return
    made = found[0]
    if answer == "beside":
        put_beside(desk, made, tr("Add {name}", made.robot.name))
        return
    change = {name: getattr(made, name) for name in OF_FILE}
    if replace(placed, **change) == placed:
        desk.say(tr("{file} has the same content as the current {own}", file, own))
        return
    desk.session.edit(tr("Reload {own}", own), call_of(change_robot, placed.id, **change))
    desk.say(tr("Reloaded {own} from {name}", own, name))


def remove(desk: Desk) -> None:
    """Remove the current robot from the cell."""
    placed = current_robot(desk.session.state)
    if placed is not None:
        desk.removed.take(placed)
        desk.do(remove_robot, placed.id)


def home(desk: Desk) -> None:
    """Move the current robot to its initial posture."""
    placed = current_robot(desk.session.state)
    if placed is not None:
        _pose(desk, placed, placed.robot.home.tolist(), "Home")


def zero(desk: Desk) -> None:
    """Set every joint of the current robot to zero, or to the limit nearest to it."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    robot, free = placed.robot, desk.settings.preferences.ignore_limits
    posture = [0.0 if free else joint_range(robot, i).clamp(0.0) for i in range(robot.n)]
    _pose(desk, placed, posture, "Zero")


def step_robot(desk: Desk, step: int) -> None:
    """Make the next (1) or previous (-1) robot of the cell the current one."""
    state = desk.session.state
    placed, robots = current_robot(state), state.document.robots
    if placed is not None:
        chosen = robots[(robots.index(placed) + step) % len(robots)]
        desk.session.select((chosen.id,))


def _pose(desk: Desk, placed: PlacedRobot, posture: list[float], label: str) -> None:
    desk.session.pose(placed.id, posture, f"{label} {desk.session.called(placed)}")


def _load(desk: Desk, name: str, choices: Choices, again: bool) -> tuple[Architecture, ...]:
    try:
        if again:
            found: tuple[Architecture, ...] = (load_robot(name, choices),)
        else:
            read = _of_tree if is_tree(Path(name)) else _one
            found = read(desk, name, choices)
    except UnseenError:
        raise
    except Stopped:
        return ()
    except FileErrors as errors:
        desk.messages.add(_message("error", error) for error in errors.errors)
    except (RvsError, OSError) as error:
        desk.messages.fail(str(error), name)
    else:
        said = dict.fromkeys(warning for one in found for warning in one.warnings)
        desk.messages.add(_message("warning", warning) for warning in said)
        return found
    return ()


def _one(desk: Desk, name: str, choices: Choices) -> tuple[Architecture, ...]:
    """Return the robot of a file that is not a tree, or none."""
    found = _of_several(desk, name, choices)
    if found is not None and found.given:
        found = _meant(desk, found)
    return () if found is None else (found,)


def _meant(desk: Desk, read: Architecture) -> Architecture | None:
    from rvs.ui.dialogs.opened_robot import ask_zeros

    check_seen(desk)
    return ask_zeros(desk, read)


def _of_several(desk: Desk, name: str, choices: Choices) -> Architecture | None:
    """Return the robot of a file, or the selected one if the file has several."""
    try:
        return load_robot(name, choices)
    except SeveralRobots as several:
        check_seen(desk)
        from rvs.ui.dialogs.opened_robot import ask_robot

        chosen = ask_robot(desk, Path(name), several.names)
        return load_robot(name, replace(choices, robot=chosen)) if chosen else None


def check_seen(desk: Desk) -> None:
    """Reject a question during start-up, before the window exists.

    Raises:
        UnseenError: There is no window.
    """
    if not desk.window.isVisible():
        raise UnseenError(
            "not opened: RVS cannot ask for the meaning of the numbers without a window"
        )


def _of_tree(desk: Desk, name: str, choices: Choices) -> tuple[Architecture, ...]:
    from rvs.ui.saving.descriptions import chosen_chains

    path = Path(name)
    try:
        return tuple(judged(path, one, choices) for one in chosen_chains(desk, path, choices))
    except FileErrors as error:
        # What a template lacks can be given, and other folders allowed, once the window is there.
        asks = isinstance(error, OutsideFiles) or "args" in open_choices(path)
        if desk.window.isVisible() or not asks:
            raise
        raise UnseenError(str(error)) from error


def _message(severity: str, error: FileError) -> Message:
    place = f"{error.path}:{error.line}:{error.column}" if error.line else error.path
    return Message("error" if severity == "error" else "warning", error.message, place)
