"""Problems of the tool: its distance from the goal with the reason, and singularities."""

from __future__ import annotations

from collections.abc import Generator
from html import escape
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from rvs.engine.arrays import Array
from rvs.engine.transforms import inverse
from rvs.model.current import current_robot
from rvs.model.numbers.orientations import orientation_as
from rvs.model.numbers.quantities import PURE, shown_short
from rvs.model.robots.maker import has_own_frame, makers_frame
from rvs.model.robots.tool_error import MEANINGS, nearness, pose_error, why_short
from rvs.model.state import State
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.work.jobs import Latest
from rvs.words import begun, tr

PLACES = ("X", "Y", "Z")
OTHER = "Inverse kinematics lists all postures that reach the pose. Undo restores the posture."
REST_MS = 250
# Smaller misses are not worth saying, m and rad.
LEAST = (1e-5, 1e-3)


def numbers_frame(desk: Desk) -> Array:
    """Return the frame (4, 4) of the displayed tool pose: the world, or another.

    That is the base frame of the current robot's manufacturer, if the user prefers it.
    """
    placed = current_robot(desk.session.state)
    if placed is None or not desk.settings.preferences.makers_frame:
        return np.eye(4)
    if not has_own_frame(placed.robot):
        return np.eye(4)
    frame: Array = np.array(placed.place) @ makers_frame(placed.robot)
    return frame


class ToolNotice(QWidget):
    """A warning, and its explanation below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session, self._target = desk, desk.session, desk.gizmos.tool
        self.notice, self.more = Notice(), named_label("Secondary")
        self._work = Latest(desk.closing)
        self._about: tuple[object, ...] = ()
        self._why, self._flipped, self._other = "", "", ""
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._ask_why)
        self.more.setWordWrap(True)
        self.more.hide()
        self.frame = named_label("Secondary")
        # It holds a link; labels are plain text otherwise.
        self.frame.setProperty("rich", True)
        self.frame.setWordWrap(True)
        self.frame.linkActivated.connect(lambda _: self._put_at_tip())
        self.frame.hide()
        vbox(self.notice, self.more, self.frame, gap=4, of=self)
        desk.binding.follow(lambda s: (s.document, s.active, s.view.mode), self._show_frame)
        desk.theme.changed.connect(lambda: self._show_frame(self._session.state))

    def note_step(self, turned: str) -> None:
        """Record the joints that the last step of the tool rotated far, as a text."""
        self._flipped = turned
        self.show_pose()

    def note_posture(self, turned: str) -> None:
        """Record that another posture was used for a pose, and the joints that rotated far."""
        self._other = tr("It turned {turned}. {cure}", turned, tr(OTHER)) if turned else tr(OTHER)
        self.show_pose()

    def show_pose(self) -> None:
        """Show the distance of the tool from its goal and the reason, or a nearby singularity."""
        placed, pose, goal = (
            current_robot(self._session.state),
            self._target.pose,
            self._target.goal,
        )
        posture = self._session.state.postures[placed.id] if placed else ()
        about = (placed, posture, None if goal is None else goal.tobytes())
        if about != self._about:
            self._about, self._why, self._other = about, "", ""
            self._rest.start()
        warn = self._desk.theme.colors.warn
        if pose is not None and goal is not None:
            self.notice.say(tr("Not reached: {short}", self._short(pose, goal)), "warning", warn)
            wanted, there = self._written(pose, goal), self._written(goal, pose)
            told = tr("Target: {wanted}. The tool is at {there}.", wanted, there)
            self._add(f"{self._why}. {told}" if self._why else told)
        elif self._other:
            self.notice.say("Reached in another posture", "warning", warn)
            self._add(self._other)
        elif placed is not None and (near := nearness(placed.robot, posture)) is not None:
            words = tr("{singularity} is near", begun(near.words))
            self.notice.say(words, "warning", warn)
            meaning = f"{begun(MEANINGS[near.kind])}."
            turned = tr("The last step turned {joints}.", self._flipped) if self._flipped else ""
            self._add(f"{turned} {meaning}" if turned else meaning)
        elif self._flipped:
            self.notice.say(tr("Turned {flipped}", self._flipped), "warning", warn)
            self._add("The tool passed close to a singularity, where joints must turn far.")
        else:
            self.notice.say("")
            self._add("")

    def _show_frame(self, state: State) -> None:
        """Report that the numbers do not describe the tip, if the end-effector has one."""
        placed = current_robot(state)
        away = placed is not None and bool(tool_edits.tip_missed(state, placed))
        self.frame.setVisible(away)
        if placed is not None and away:
            what = tr("Not at the tip of the {end_effector}.", escape(placed.end_effector))
            cure = tr("Move the tool there")
            # Text keeps the colour that links had when it was set.
            link = f"color: {self._desk.theme.colors.accent_text}"
            self.frame.setText(f"{what} <a href='tip' style='{link}'>{cure}</a>")

    def _put_at_tip(self) -> None:
        placed = current_robot(self._session.state)
        if placed is not None:
            tool_edits.tool_at_tip(self._session, placed)

    def _add(self, words: str) -> None:
        self.more.setText(words)
        self.more.setVisible(bool(words))

    def _short(self, pose: Array, goal: Array) -> str:
        """Return the distance of a pose from another, in the user's units."""
        (distance, turn), (length, angle) = pose_error(pose, goal), self._desk.units
        told = [shown_short(distance, length)] if distance > LEAST[0] else []
        told += [shown_short(turn, angle)] if turn > LEAST[1] else []
        return tr("{distance} short", " and ".join(told)) if told else "slightly short"

    def _written(self, pose: Array, goal: Array) -> str:
        """Return a pose in the user's numbers, limited to those that differ from another pose."""
        here, there = self._numbers(pose), self._numbers(goal)
        return ", ".join(new for new, old in zip(there, here, strict=True) if new != old)

    def _numbers(self, pose: Array) -> list[str]:
        length, angle = self._desk.units
        preferences = self._desk.settings.preferences
        pose = inverse(numbers_frame(self._desk)) @ pose
        way = orientation_as(preferences.orientation, preferences.roll_axis)
        places = zip(PLACES, pose[:3, 3].tolist(), strict=True)
        told = [f"{letter} {shown_short(value, length)}" for letter, value in places]
        units = (angle if is_angle else PURE for is_angle in way.angles)
        turns = zip(way.words, way.numbers(pose[:3, :3]).tolist(), units, strict=True)
        return told + [f"{word} {shown_short(value, unit)}" for word, value, unit in turns]

    def _ask_why(self) -> None:
        """Compute in the background why the goal is not reached, once the tool has stopped."""
        placed, goal = current_robot(self._session.state), self._target.goal
        if placed is None or goal is None or not self.isVisible():
            return
        about, seen = self._about, inverse(np.array(placed.place)) @ goal
        posture = self._session.state.postures[placed.id]

        def work() -> Generator[Any, None, tuple[object, str]]:
            yield
            return about, why_short(placed.robot, seen, posture)

        self._work.start(work, self._take_why)

    def _take_why(self, found: tuple[object, str]) -> None:
        if found[0] == self._about:
            self._why = found[1]
            self.show_pose()
