"""Links of the help to actions in the window, such as ``rvs:robot/puma560?mode=full``.

| link | does |
|---|---|
| ``rvs:action/ID`` | runs an action |
| ``rvs:panel/NAME`` | brings a panel to the front |
| ``rvs:robot/NAME`` | shows a robot |
| ``rvs:cell/NAME`` | opens a cell of the library |

For a robot, ``mode`` selects the display and ``motion`` the motion; for robots and cells, ``panel``
is brought to the front and ``play=yes`` starts the motion.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args
from urllib.parse import parse_qsl, unquote

from PySide6.QtGui import QAction

from rvs.files.library import files_of
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.model.views.view import Mode
from rvs.ui.commands import files as commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import opening
from rvs.ui.saving.cell_file import SUFFIX
from rvs.value_class import dataclass

SCHEME = "rvs:"
KINDS = ("action", "panel", "robot", "cell")
OPTIONS = ("motion", "mode", "panel", "play")
FOLDER = "work_env"


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a link.

    Attributes:
        kind: One of ``KINDS``.
        name: Id, object name, or name in the library.
        motion: Trajectory or path to load, or empty.
        mode: Display mode of robots, or empty.
        panel: Panel that is then brought to the front, or empty.
        play: ``"yes"`` to play the motion, or empty.
    """

    kind: str
    name: str
    motion: str = ""
    mode: str = ""
    panel: str = ""
    play: str = ""


def parse(link: str) -> Target | None:
    """Return the target of a link, or None if it is not an action in the window."""
    rest = link.removeprefix(SCHEME)
    path, _, query = rest.partition("?")
    kind, _, name = unquote(path).partition("/")
    options = dict(parse_qsl(query))
    if rest == link or kind not in KINDS or not name or not options.keys() <= set(OPTIONS):
        return None
    return Target(kind, name, **options)


def cell_path(name: str) -> Path | None:
    """Return the file of a cell of the library, with the user's own first, or None."""
    for home in (user_folder(), bundled_folder()):
        path = home / FOLDER / f"{name}{SUFFIX}"
        if path.is_file():
            return path
    return None


def motion_path(name: str) -> Path | None:
    """Return the file of a trajectory or path of the library, or None."""
    for folder in trajectory_commands.FOLDERS:
        found = files_of(folder).get(name)
        if found is not None:
            return found
    return None


def follow(desk: Desk, link: str, alone: bool = False) -> bool:
    """Perform the action of a link; return whether it succeeded.

    Args:
        desk: The desk.
        link: The link.
        alone: A robot replaces all contents of the window.
    """
    target = parse(link)
    if target is None:
        return False
    if target.kind == "action":
        return _trigger(desk, target.name)
    if target.kind == "panel":
        return _bring(desk, target.name)
    done = _open_cell(desk, target) if target.kind == "cell" else _show_robot(desk, target, alone)
    if done and target.panel:
        done = _bring(desk, target.panel)
    # Programs of a cell make their motions when they are run; what is loaded is only played.
    return done and (not target.play or _trigger(desk, "run_all") or _trigger(desk, "play"))


def _open_cell(desk: Desk, target: Target) -> bool:
    path = cell_path(target.name)
    return path is not None and opening.open_all(desk, [str(path)])


def _show_robot(desk: Desk, target: Target, alone: bool) -> bool:
    path = motion_path(target.motion)
    show = commands.open_alone if alone else commands.show_robot
    if not show(desk, target.name):
        return False
    if target.mode in get_args(Mode):
        # What an example looks like is not a preference of whoever looks at it.
        desk.session.look(mode=target.mode)
    return path is None or trajectory_commands.load(desk, path)


def _trigger(desk: Desk, name: str) -> bool:
    action = desk.window.findChild(QAction, name)
    if action is None or not action.isEnabled():
        return False
    action.trigger()
    return True


def _bring(desk: Desk, name: str) -> bool:
    return desk.call(name)
