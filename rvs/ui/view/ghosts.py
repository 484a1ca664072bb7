"""A stored simulated run during playing: its robot as a ghost.

Kept designs in the view as ghosts with their names: within the robot, or in a row.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.robots.designing import Frame
from rvs.model.state import State
from rvs.model.views.view import Camera, Mode
from rvs.scene.annotate.ghosts import ghost_items, ghost_name
from rvs.scene.build import robot_solids, scene_points, solid_corners
from rvs.scene.camera import axes
from rvs.scene.items import Item
from rvs.scene.surroundings.landing import row_shifts
from rvs.ui.desk import Desk
from rvs.ui.widgets.design.tables import Candidate, Candidates
from rvs.ui.work.simulation import Simulations
from rvs.value_class import dataclass

# Of a condition number beside a name.
DIGITS = 4


class RunGhost:
    """Shows the robot at the current time of the stored run."""

    def __init__(self, desk: Desk, simulations: Simulations) -> None:
        self._desk, self._simulations = desk, simulations
        desk.viewport.extras.append(self.items)

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the ghost with the name of its run."""
        beside = self._simulations.beside
        placed = None
        if beside is not None:
            placed = next((r for r in state.document.robots if r.id == beside.placed.id), None)
        if beside is None or placed is None:
            return ()
        posture = beside.trajectory.posture(self._desk.playback.own_time)
        mode, background = state.view.mode, state.view.background
        solids = robot_solids(placed, posture, "", mode)
        present = robot_solids(placed, state.postures[placed.id], "", mode)
        tool = (np.asarray(placed.place) @ fkine(placed.robot, np.array(posture)))[:3, 3]
        name = ghost_name(beside.name, tool, True, background)
        return (*ghost_items(solids, present, background), name)


@dataclass(frozen=True, slots=True)
class _Ghost:
    """A displayed candidate.

    Attributes:
        candidate: The candidate.
        placed: The candidate as a robot, with its base.
        at: Position of its name (3,), m.
        words: The name, with the condition number in the Frobenius norm.
    """

    candidate: Candidate
    placed: PlacedRobot
    at: Array
    words: str


@dataclass(frozen=True, slots=True)
class _Made:
    """Ghosts and their inputs; the same objects are reused while the inputs are unchanged."""

    robot: PlacedRobot
    ghosted: tuple[Candidate, ...]
    mode: Mode
    right: bytes | None
    ghosts: tuple[_Ghost, ...]


class CandidateGhosts:
    """Shows the ticked candidates."""

    def __init__(self, desk: Desk, candidates: Candidates) -> None:
        self._desk, self._candidates = desk, candidates
        self._right: Array | None = None
        self._made: _Made | None = None
        self._cameras: tuple[Camera, Camera] | None = None
        self._seen: tuple[Frame, ...] = ()
        desk.viewport.extras.append(self.items)
        candidates.ghosts_changed.connect(self._change)

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the ghosts and their names."""
        robot = current_robot(state)
        if robot is None or not self._candidates.ghosts:
            return ()
        mode, background = state.view.mode, state.view.background
        beside = self._right is not None
        present = () if beside else robot_solids(robot, state.postures[robot.id], "", mode)
        found: list[Item] = []
        for ghost in self._ghosts():
            solids = robot_solids(ghost.placed, ghost.candidate.frame.posture, "", mode)
            found += ghost_items(solids, present, background)
            found.append(ghost_name(ghost.words, ghost.at, not beside, background))
        return tuple(found)

    def _ghosts(self) -> tuple[_Ghost, ...]:
        """Return the displayed candidates, placed by the robot in the document."""
        state = self._desk.session.state
        robot, ghosted, mode = current_robot(state), self._candidates.ghosts, state.view.mode
        right = None if self._right is None else self._right.tobytes()
        made = self._made
        if robot is None:
            return ()
        if made is None or (
            made.robot is not robot
            or (made.ghosted, made.mode, made.right) != (ghosted, mode, right)
        ):
            made = _Made(robot, ghosted, mode, right, self._make(state, robot, ghosted))
            self._made = made
        return made.ghosts

    def _make(
        self, state: State, robot: PlacedRobot, ghosted: tuple[Candidate, ...]
    ) -> tuple[_Ghost, ...]:
        here = [replace(c.placed, robot=c.frame.robot, place=robot.place) for c in ghosted]
        if self._right is None:
            return tuple(map(_within, ghosted, here))
        mode = state.view.mode
        clouds = [
            _points(placed, candidate, mode)
            for placed, candidate in zip(here, ghosted, strict=True)
        ]
        # Each of them may be looked at in the place of the robot.
        own = robot_solids(robot, state.postures[robot.id], "", mode)
        first = np.concatenate([*map(solid_corners, own), *clouds])
        shifts = row_shifts([first, *clouds], self._right)[1:]
        return tuple(map(_aside, ghosted, here, shifts))

    def _change(self) -> None:
        """Follow the ticks and the switch; move the camera to show ghosts next to the robot."""
        state, shown = self._desk.session.state, self._candidates.beside.isChecked()
        if shown and self._right is None:
            self._right = axes(state.view.camera)[0]
        elif not shown:
            self._right = None
        frames = tuple(one.frame for one in self._candidates.ghosts)
        if shown and not set(frames) <= set(self._seen):
            self._look_at_all(state)
        elif not shown or not frames:
            self._look_back()
        self._seen = frames if shown else ()
        self._desk.viewport.redraw()

    def _look_at_all(self, state: State) -> None:
        view, mode = self._desk.viewport, state.view.mode
        clouds = [_points(one.placed, one.candidate, mode) for one in self._ghosts()]
        before = self._cameras[0] if self._cameras else view.goal
        view.fit(np.concatenate([scene_points(state), *clouds]))
        self._cameras = (before, view.goal)

    def _look_back(self) -> None:
        """Restore the earlier camera, unless the user has moved it meanwhile."""
        if self._cameras is not None and self._desk.viewport.goal == self._cameras[1]:
            self._desk.viewport.glide_to(self._cameras[0])
        self._cameras = None


def _within(candidate: Candidate, placed: PlacedRobot) -> _Ghost:
    """Return a ghost at the position of the robot, with its name above the tool."""
    tool = fkine(placed.robot, np.array(candidate.frame.posture))
    return _Ghost(candidate, placed, (np.asarray(placed.place) @ tool)[:3, 3], _words(candidate))


def _aside(candidate: Candidate, placed: PlacedRobot, shift: Array) -> _Ghost:
    """Return a ghost moved along the row, with its name below the foot."""
    place = np.array(placed.place)
    place[:3, 3] += shift
    rows = tuple(map(tuple, place.tolist()))
    foot = (place @ placed.robot.base)[:3, 3]
    return _Ghost(candidate, replace(placed, place=rows), foot, _words(candidate))


def _words(candidate: Candidate) -> str:
    return f"{candidate.name} · κF {candidate.frame.step.condition:.{DIGITS}f}"


def _points(placed: PlacedRobot, candidate: Candidate, mode: Mode) -> Array:
    """Return points (n, 3) that bound a ghost."""
    solids = robot_solids(placed, candidate.frame.posture, "", mode)
    return np.concatenate([solid_corners(solid) for solid in solids])
