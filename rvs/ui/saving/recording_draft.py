"""Postures in a dialog for a trajectory."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rvs.model.document import PlacedRobot
from rvs.model.robots.named_posture import NamedPosture
from rvs.ui.desk import Desk
from rvs.ui.dialogs.record_trajectory import RecordTrajectory
from rvs.ui.saving.drafts import Draft
from rvs.words import tr


class RecordingDraft(Draft):
    """Lists them with the unsaved work while their dialog is open."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("recording", "", self._as_text, self._save, self._bring_back)
        self._desk = desk
        self._dialog: RecordTrajectory | None = None

    @property
    def words(self) -> str:
        """Displayed name."""
        return self._dialog.windowTitle().lower() if self._dialog is not None else ""

    def begin(self, placed: PlacedRobot, postures: Iterable[NamedPosture]) -> None:
        """Open the dialog with postures of a robot; mere selections are not work yet."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return
        self._open(placed, postures)
        self.kept = self._as_text()

    def _open(self, placed: PlacedRobot, postures: Iterable[NamedPosture]) -> None:
        self._dialog = RecordTrajectory(self._desk, placed, postures)
        self._dialog.finished.connect(self._end)
        self._dialog.changed.connect(self._desk.cell_file.changed)
        self._dialog.show()

    def _end(self) -> None:
        self._dialog = None
        self._desk.cell_file.changed.emit()

    def _as_text(self) -> str:
        if self._dialog is None or not self._dialog.postures:
            return ""
        postures = [[one.name, list(one.q)] for one in self._dialog.postures]
        return json.dumps([self._dialog.robot_id, postures])

    def _save(self) -> bool:
        """Save the trajectory under the name in the dialog; return whether it is saved."""
        dialog = self._dialog
        if dialog is not None:
            dialog.accept()
        return self._dialog is None

    def _bring_back(self, text: str) -> None:
        robot_id, postures = json.loads(text)
        robots = self._desk.session.state.document.robots
        placed = next((one for one in robots if one.id == robot_id), None)
        if placed is None:
            self._desk.messages.fail(
                tr("postures of a trajectory: there is no robot {robot_id}", robot_id)
            )
            return
        self._open(placed, [NamedPosture(name, tuple(q)) for name, q in postures])
        self.kept = ""
