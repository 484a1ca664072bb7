"""Commands of the **Trajectory** menu, and the sources of trajectories.

Commands that play the robots of a cell together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.formats import dialog_filter
from rvs.files.library import files_of, find_robot, letters, own_path
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import check_jtraj, file_stem, motion_rows, read_jtraj, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.storage.recent import add_recent
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, change_robot
from rvs.model.motions.kept import KeptMotion, drop_motion, filed
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.model.unsaved import follows_program
from rvs.scene.annotate.trace import tool_path
from rvs.scene.build import scene_points
from rvs.scene.camera import fit, project
from rvs.scripting.loaded import Loaded
from rvs.ui import file_dialogs
from rvs.ui.commands import files as commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.saving import changes
from rvs.value_class import dataclass
from rvs.words import tr

SUFFIX, PATHS = ".jtraj", ".ctraj"
FOLDERS = ("jtraj", "ctraj")

LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """A trajectory of the library.

    Attributes:
        name: Name in the library.
        path: Its file.
        robot: Library name of the robot it was made for, or empty.
    """

    name: str
    path: Path
    robot: str

    @property
    def kind(self) -> str:
        """Kind of file, in words."""
        return "tool path" if is_path(self.path) else "joints"


def goes_back(desk: Desk) -> bool:
    """Return whether the trajectory is played backwards."""
    player = desk.playback.player
    return player is not None and not player.forward


def choices() -> tuple[Choice, ...]:
    """Return the trajectories of the library by name."""
    return tuple(
        Choice(name, path, _robot_of(path, path.stat().st_mtime_ns))
        for folder in FOLDERS
        for name, path in files_of(folder).items()
    )


def labels(found: Sequence[Choice]) -> tuple[str, ...]:
    """Return the displayed names of trajectories, with their kind if two have the same name."""
    names = [choice.name for choice in found]
    return tuple(
        choice.name if names.count(choice.name) == 1 else f"{choice.name} ({choice.kind})"
        for choice in found
    )


def of_robot(placed: PlacedRobot | None) -> tuple[list[Choice], list[Choice]]:
    """Return the trajectories of the library for a robot, and the others."""
    every = choices()
    own = [choice for choice in every if placed is not None and suits(choice, placed)]
    return own, [choice for choice in every if choice not in own]


def suits(choice: Choice, placed: PlacedRobot) -> bool:
    """Return whether a trajectory was made for a robot."""
    return bool(choice.robot) and letters(choice.robot) in {
        letters(Path(placed.origin).stem), letters(placed.robot.name)
    }  # fmt: skip


def ask(desk: Desk) -> None:
    """Ask for a file and load it."""
    path = file_dialogs.open_file(desk.window, "Open trajectory", "", dialog_filter("trajectory"))
    if path:
        open_file(desk, path)


def open_file(desk: Desk, path: Path) -> bool:
    """Load a trajectory from a file and list it as recent; return whether it succeeded."""
    done = load(desk, path)
    if done:
        add_recent(path)
    return done


def load_for(desk: Desk, choice: Choice) -> bool:
    """Load a trajectory of the library; one for another robot shows that robot first."""
    placed = current_robot(desk.session.state)
    others = choice.robot and (placed is None or not suits(choice, placed))
    if others and not commands.show_robot(desk, choice.robot):
        return False
    return load(desk, choice.path)


def load(desk: Desk, path: Path, move: bool = True) -> bool:
    """Load a trajectory for the current robot; errors become messages.

    Args:
        desk: The desk.
        path: Its file.
        move: Take the robot to the first row.
    """
    if is_path(path):
        from rvs.ui.commands import paths as path_commands

        return path_commands.load(desk, path)
    placed = current_robot(desk.session.state)
    if placed is None:
        desk.messages.fail("there is no robot to move", path)
        return False
    architecture = Architecture(placed.robot, placed.unit)
    rows = desk.messages.reading(path, lambda one: read_jtraj(one, architecture, placed.id))
    if rows is None:
        return False
    take(desk, Loaded(path.stem, rows.trajectory, placed, rows.repeat, path), move)
    return True


def is_path(path: Path) -> bool:
    """Return whether a file contains a path of the tool instead of rows of joints."""
    return path.suffix.lower() == PATHS


def take(
    desk: Desk,
    loaded: Loaded,
    move: bool = True,
    beside: tuple[Array, ...] = (),
    made: str = "",
    instead: Loaded | None = None,
) -> None:
    """Show a trajectory, ready for playing.

    Without a program, it ignores the grips of programs, whose times do not apply to it.

    Args:
        desk: The desk.
        loaded: The trajectory.
        move: Take the robot to the first row.
        beside: Additional points of the world (k, 3) each that must be visible, in m.
        made: Name of the step that made it, if it has no file: the document stores it.
        instead: Its source.
    """
    if not loaded.marks:
        loaded = replace(loaded, placed=_without_program(desk, loaded.placed))
    if made:
        desk.playback.make(loaded, made, instead=instead)
    else:
        desk.playback.load(loaded, move)
    desk.call("trajectory")
    # The view has its new size only once the panel has found its room.
    defer(desk, lambda: keep_in_view(desk, loaded, beside))


def _without_program(desk: Desk, placed: PlacedRobot) -> PlacedRobot:
    session = desk.session
    if placed.grips and follows_program(session.state.document, placed):
        name = session.called(placed)
        words = tr("Let {robot} hold its payload throughout", name)
        session.edit(words, call_of(change_robot, placed.id, grips=()))
        desk.say(tr("{robot} holds its payload throughout; running the program grips it", name))
    return session.state.document.robot(placed.id)


def keep_in_view(desk: Desk, loaded: Loaded, beside: tuple[Array, ...] = ()) -> None:
    """Fit the view if the robot, its tool path or nearby points are outside it."""
    state, view = desk.session.state, desk.viewport
    way = tool_path(loaded.placed, loaded.played)[1]
    points = np.concatenate([scene_points(state), way, *beside])
    wide, high = view.width(), view.height()
    seen = project(state.view.camera, points, wide, high)[:, :2]
    if not ((seen >= 0.0) & (seen <= (wide, high))).all():
        view.glide_to(fit(state.view.camera, points, wide / max(high, 1)))


def save_as(desk: Desk) -> None:
    """Ask for a name and save the loaded motion as a joint trajectory."""
    loaded = desk.playback.loaded
    if loaded is not None and (path := _asked(desk, loaded.name)):
        save(desk, loaded, path)


def save_kept(desk: Desk, motion: KeptMotion) -> bool:
    """Ask for a name and save a motion of the document; return whether it is saved."""
    path = _asked(desk, motion.name)
    placed = desk.session.state.document.robot(motion.robot_id)
    return path is not None and save(desk, Loaded.kept(motion, placed), path)


def save(desk: Desk, loaded: Loaded, path: Path) -> bool:
    """Save a motion as rows of joint values at equal intervals; return whether it succeeded."""
    placed = loaded.placed
    with desk.messages.telling("not saved", path) as done:
        wanted = motion_rows(loaded.as_kept, placed, loaded.played)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_jtraj(path, wanted, Architecture(placed.robot, placed.unit))
    if not done:
        return False
    saved = replace(loaded.as_kept, file=str(path))
    desk.session.amend(lambda document: filed((saved,), (placed,), document))
    if not changes.unsaved(desk):
        desk.session.mark_saved()
    add_recent(path)
    desk.cell_file.changed.emit()
    desk.say(tr("Saved {path}", path))
    return True


def discard(desk: Desk) -> None:
    """Remove the loaded motion from the cell, as a step."""
    loaded = desk.playback.loaded
    if loaded is None or not loaded.made:
        desk.say("The loaded motion comes from a file or a program; Unload removes it")
        return
    desk.do(drop_motion, loaded.name)


def _asked(desk: Desk, name: str) -> Path | None:
    start = str(own_file(file_stem(name)))
    files = tr("Joint trajectories (*{suffix});;All files (*)", SUFFIX)
    return file_dialogs.save_file(desk.window, "Save motion", start, files)


def own_file(name: str) -> Path:
    """Return the path of a user's trajectory.

    Raises:
        LibraryError: The name can't be that of a file.
    """
    return own_path("jtraj", name)


# By time of the file: lists of trajectories ask for all of them.
@lru_cache(maxsize=512)
def _robot_of(path: Path, _changed: int) -> str:
    """Return the robot named in a file, or nothing; cached until the file changes."""
    try:
        robot = read_ctraj(path).robot if is_path(path) else check_jtraj(path).robot
        return find_robot(robot).stem if robot else ""
    except (RvsError, OSError):
        return ""


def unload_all(desk: Desk) -> None:
    """Unload all motions."""
    desk.playback.unload_all()


def run_all(desk: Desk) -> None:
    """Run a program of every robot that has one, simultaneously."""
    document = desk.session.state.document
    chosen = [(placed, chosen_program(desk, placed)) for placed in document.robots]
    desk.session.settle()
    tracks: list[Loaded] = []
    for placed, program in chosen:
        if program is not None and (loaded := _loaded(desk, placed, program)) is not None:
            tracks.append(loaded)
    desk.session.settle()
    for loaded in tracks:
        desk.playback.load(loaded)
    if tracks:
        desk.call("trajectory")
        desk.playback.play()


def load_program(desk: Desk, program: Program) -> bool:
    """Load a program without moving a robot; return whether it succeeded."""
    loaded = _loaded(desk, desk.session.state.document.robot(program.robot_id), program)
    if loaded is None:
        return False
    desk.playback.load(loaded, move=False)
    desk.call("trajectory")
    return True


def chosen_program(desk: Desk, placed: PlacedRobot) -> Program | None:
    """Return the program that a robot already plays, or its first one with a motion."""
    own = [
        one
        for one in desk.session.state.document.programs
        if one.robot_id == placed.id and len(one.steps) >= LEAST_STEPS
    ]
    played = desk.playback.tracks.get(placed.id)
    name = played.name if played is not None and played.marks else ""
    return next((one for one in own if one.name == name), own[0] if own else None)


def _loaded(desk: Desk, placed: PlacedRobot, program: Program) -> Loaded | None:
    """Return the track of a program; faults become messages."""
    try:
        run = run_program(placed.robot, program)
    except RvsError as error:
        desk.messages.fail(str(error), program.name)
        return None
    return Loaded(program.name, run.trajectory, placed, findings=run.findings, marks=run.arrivals)
