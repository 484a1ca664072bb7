"""Background check of whether a robot can follow a path during editing.

A path of the tool in the view: the edited one, and the missed part of a loaded one.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal, SignalInstance

from rvs.files.motions.ctraj import CartesianFile
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.cartesian import BRISK, Finding, ToolPlan, follow
from rvs.model.paths import ToolMotion
from rvs.model.paths.moves import Point
from rvs.model.state import Posture, State
from rvs.scene.annotate.trace import DOT, way_items
from rvs.scene.items import Item, Points
from rvs.ui.commands.paths import ranked
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Latest
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Question:
    """The question of whether this robot can follow this path from here."""

    way: ToolMotion
    placed: PlacedRobot
    start: Posture
    limits: bool

    def same(self, other: Question | None) -> bool:
        """Return whether another question has the same answer."""
        return other is not None and (
            self.way is other.way
            and self.placed.robot is other.placed.robot
            and self.limits == other.limits
        )


class PathCheck(QObject):
    """``answered`` reports an answer.

    Attributes:
        plan: The plan of the robot for the path, or None while it is not known.
        asked: The last question, or None.
    """

    answered = Signal()

    def __init__(self, closing: SignalInstance) -> None:
        super().__init__()
        self._work = Latest(closing)
        self.plan: ToolPlan | None = None
        self.asked: Question | None = None

    @property
    def reached(self) -> float | None:
        """Time up to which the robot follows the path, in s; None while it is unknown."""
        if self.plan is None or self.asked is None:
            return None
        stops = [found.start for found in self.plan.findings if found.stops]
        return min(stops, default=self.asked.way.duration)

    def ask(self, question: Question | None) -> None:
        """Check again; the same question keeps its answer."""
        if question is not None and question.same(self.asked):
            return
        self._work.cancel()
        self.asked, self.plan = question, None
        if question is None:
            return
        asked = question

        def work() -> Generator[Any, None, ToolPlan]:
            yield None
            placed = asked.placed
            return follow(
                placed.robot,
                placed.id,
                asked.way,
                asked.start,
                limits=asked.limits,
                defaults=BRISK,
            )

        self._work.start(work, self._take)

    def _take(self, plan: ToolPlan) -> None:
        self.plan = plan
        self.answered.emit()


class PathPreview(QObject):
    """``answered`` reports whether the robot can follow the path.

    Attributes:
        file: The edited path, or None.
        waiting: Points of an incomplete move.
        seen: The path is being edited.
    """

    answered = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._check = PathCheck(desk.closing)
        self._check.answered.connect(self._tell)
        self.file: CartesianFile | None = None
        self.waiting: tuple[Point, ...] = ()
        self.seen = False
        desk.viewport.extras.append(self.items)
        desk.viewport.stand_ins.append(self.without_old)
        desk.playback.changed.connect(desk.viewport.redraw)

    @property
    def findings(self) -> tuple[Finding, ...] | None:
        """Problems of the path, with those that stop it first; None while they are unknown."""
        plan = self._check.plan
        return None if plan is None else ranked(plan.findings)

    def show(self, file: CartesianFile | None, waiting: tuple[Point, ...], seen: bool) -> None:
        """Show another path, and check whether the current robot can follow it.

        Args:
            file: The path, or None.
            waiting: Points of an incomplete move, relative to the robot's base.
            seen: The path is being edited; otherwise it is neither shown nor checked.
        """
        other = seen or self.seen
        self.file, self.waiting, self.seen = file, waiting, seen
        state = self._desk.session.state
        placed = current_robot(state)
        if file is None or placed is None or not seen:
            self._check.ask(None)
        else:
            free = self._desk.settings.preferences.ignore_limits
            start = state.postures[placed.id]
            self._check.ask(Question(file.motion, placed, start, not free))
        if other:
            self._desk.viewport.redraw()

    def without_old(self, state: State) -> State:
        """Return the state without the loaded path while another path is edited."""
        if not (state.view.trace and self._writes_another):
            return state
        return replace(state, view=replace(state.view, trace=False))

    @property
    def _writes_another(self) -> bool:
        """Return whether a path other than the loaded one is edited and does not play."""
        playback, file = self._desk.playback, self.file
        if file is None or not self.seen or playback.playing:
            return False
        followed = playback.loaded.followed if playback.loaded is not None else None
        return followed is None or followed.file.way != file.way

    def items(self, state: State) -> tuple[Item, ...]:
        """Return its items in the view."""
        return (*self._written(state), *self._missing(state))

    def _tell(self) -> None:
        self._desk.viewport.redraw()
        self.answered.emit()

    def _written(self, state: State) -> tuple[Item, ...]:
        placed, file = current_robot(state), self.file
        if placed is None or not self.seen:
            return ()
        found: tuple[Item, ...] = ()
        background = state.view.background
        if file is not None:
            reached = self._check.reached
            until = file.motion.duration if reached is None else reached
            found = way_items(file.motion, placed.place, until, background, (placed.id, "path"))
        if self.waiting:
            T = np.array(placed.place)
            at = np.array(self.waiting) @ T[:3, :3].T + T[:3, 3]
            found = (*found, Points(at, rgba(SCENE[background].warn), DOT, depth="hidden"))
        return found

    def _missing(self, state: State) -> tuple[Item, ...]:
        """Return the rest of the loaded path of the active robot after the point where it stops."""
        loaded = self._desk.playback.loaded
        followed = loaded.followed if loaded is not None else None
        stops = [one.start for one in loaded.findings if one.stops] if loaded is not None else []
        if loaded is None or followed is None or not stops:
            return ()
        if self._writes_another:
            return ()
        placed, background = loaded.placed, state.view.background
        way = followed.file.motion
        return way_items(way, placed.place, min(stops), background, (placed.id, "path"), False)
