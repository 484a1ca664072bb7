"""Cartesian paths in the window: followed by the current robot, and corrected if necessary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu

from rvs.engine.errors import RvsError
from rvs.files.motions.ctraj import read_ctraj
from rvs.model.current import current_robot
from rvs.model.document import called
from rvs.model.motions.cartesian import BRISK, Cure, Finding, ToolPlan, follow, other_branch, paced
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import UNITS
from rvs.scripting.loaded import Followed, Loaded
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Stopped, wait_for
from rvs.words import tr

# How much a damped tool may leave its way, lengths in parts of the reach.
CALM = 0.05
# Of paths that say nothing else, in m/s.
SPEED = 0.2
OFFERS: dict[Cure, str] = {
    "slow down": "Slow down",
    "damp": "Damp",
    "other branch": "Other branch",
}
CURED: dict[Cure, str] = {
    "slow down": "slowed down",
    "damp": "damped",
    "other branch": "other branch",
}


def load(desk: Desk, path: Path) -> bool:
    """Let the current robot follow a path; errors become messages."""
    placed = current_robot(desk.session.state)
    if placed is None:
        desk.messages.fail("there is no robot to move", path)
        return False
    file = desk.messages.reading(path, read_ctraj)
    if file is None:
        return False
    start = desk.session.state.postures[placed.id]
    return show(desk, Followed(file, path.stem, path, placed, start))


def show(
    desk: Desk,
    followed: Followed,
    plan: ToolPlan | None = None,
    cured: Cure | None = None,
) -> bool:
    """Load a path up to the point that the robot reaches; return whether it moves at all.

    Args:
        desk: The desk of the window.
        followed: The path.
        plan: The plan for following the path, if it is already known.
        cured: Difference between the motion and the file; the document then stores the motion.
    """
    robot, free = followed.placed.robot, desk.settings.preferences.ignore_limits
    name = called(desk.session.state.document, followed.placed)
    words = tr("Checking how {robot} follows {path}…", name, followed.name)
    try:
        plan = plan or wait_for(
            desk.window, words,
            lambda: follow(
                robot, followed.placed.id, followed.file.motion, followed.start,
                limits=not free, damping=followed.damping, defaults=BRISK,
            ),
        )  # fmt: skip
    except Stopped:
        return False
    except RvsError as error:
        desk.messages.fail(str(error), followed.path)
        return False
    if plan.trajectory is None:
        words = describe(plan.findings[0], followed.placed.unit)
        desk.messages.fail(words, followed.path)
        return False
    loaded = Loaded(
        f"{followed.name} ({CURED[cured]})" if cured else followed.name,
        plan.trajectory.joints,
        followed.placed,
        followed.file.repeat,
        None if cured else followed.path,
        motion=plan.trajectory,
        findings=plan.findings,
        followed=replace(followed, limits=not free),
    )
    before = desk.playback.loaded
    own = before if before is not None and before.followed is not None else None
    label = f"{OFFERS[cured]}: {followed.name}" if cured else ""
    trajectory_commands.take(desk, loaded, made=label, instead=own)
    return True


def cure(desk: Desk, loaded: Loaded, way: Cure) -> bool:
    """Follow the loaded path in another way; return whether that is possible."""
    followed = loaded.followed
    if followed is None:
        return False
    if way == "slow down":
        share = min(finding.share for finding in loaded.findings)
        slower = replace(followed.file, way=paced(followed.file.way, share))
        return show(desk, replace(followed, file=slower), cured=way)
    if way == "damp":
        return show(desk, replace(followed, damping=CALM), cured=way)
    start = tuple(loaded.trajectory.rows.array[0].tolist())
    free = desk.settings.preferences.ignore_limits
    try:
        plan = wait_for(
            desk.window, tr("Looking for another branch of {name}…", followed.name),
            lambda: other_branch(
                followed.placed.robot, followed.placed.id, followed.file.motion, start,
                limits=not free, damping=followed.damping, defaults=BRISK,
            ),
        )  # fmt: skip
    except Stopped:
        return False
    if plan is None:
        words = "No other branch leads to the end of the path. Move the path"
        desk.refuse(words, "trajectory")
        return False
    return show(desk, followed, plan, cured=way)


def describe(finding: Finding, unit: str) -> str:
    """Return a finding on one line: time, location and fault."""
    scale = UNITS[unit]
    place = ", ".join(short_number(x / scale.factor, scale.decimals) for x in finding.place)
    return tr(
        "{start:.2f} s at ({place}) {symbol}: {words}",
        finding.start,
        place,
        scale.symbol,
        finding.words,
    )


def ranked(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the obstacles, with those that stop the tool first."""
    return tuple(sorted(findings, key=lambda finding: not finding.stops))


def offered(findings: tuple[Finding, ...]) -> tuple[Cure, ...]:
    """Return the cures available in the window, those for obstacles that stop the tool first."""
    cures = [cure for finding in ranked(findings) for cure in finding.cures if cure in OFFERS]
    slower = any(finding.share < 1.0 for finding in findings)
    return tuple(cure for cure in dict.fromkeys(cures) if cure != "slow down" or slower)


def fill_menu(
    menu: QMenu, desk: Desk, open_file: Callable[[Path], object], ask: Callable[[], object]
) -> None:
    """List the paths in the menu: the loaded one, those of the robot, and the others.

    Args:
        menu: The menu to fill.
        desk: The desk of the window.
        open_file: Opens a path.
        ask: Asks for a file.
    """
    menu.clear()
    loaded, placed = desk.playback.loaded, current_robot(desk.session.state)
    followed = loaded.followed if loaded is not None else None
    if followed is not None and followed.path.is_file():
        menu.addAction(tr("{name} (loaded)", followed.name), partial(open_file, followed.path))
        menu.addSeparator()
    others = QMenu("Other robots", menu)
    for into, found in zip((menu, others), trajectory_commands.of_robot(placed), strict=True):
        for one in found:
            if trajectory_commands.is_path(one.path):
                into.addAction(one.name, partial(open_file, one.path))
    others.setEnabled(not others.isEmpty())
    menu.addMenu(others)
    menu.addAction("From file…", ask)
