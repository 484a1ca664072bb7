"""Motions for a report: the loaded one, programs, a stored run for comparison."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QWidget

from rvs.engine.errors import RvsError
from rvs.export.report.values import Moving, moving_of
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.scripting.loaded import Loaded
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import vbox
from rvs.value_class import dataclass

INDENT = 22
LOADED, PROGRAM, KEPT = "loaded", "program", ""


@dataclass(frozen=True, slots=True)
class Offered:
    """A motion available for a report.

    Attributes:
        name: Displayed name.
        robot_id: The robot that it moves.
        kind: Its source, if the name does not contain it.
        make: Returns the motion.
        path: Its source file, or None.
    """

    name: str
    robot_id: str
    kind: str
    make: Callable[[], Motion]
    path: Path | None = None


class ReportMotions(QWidget):
    """A box for each motion of the robots of a report; all are ticked at first.

    Attributes:
        boxes: The boxes, in the order of the offers.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._offers: list[Offered] = []
        self._left_out: set[tuple[str, str]] = set()
        self.boxes: list[QCheckBox] = []
        self._column = vbox(gap=6, edges=(INDENT, 0, 0, 0), of=self)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the ticked motions for scripts: files and programs."""
        pairs = zip(self._offers, self.boxes, strict=True)
        return tuple(str(one.path or one.name) for one, box in pairs if box.isChecked())

    def show_robots(self, robots: tuple[PlacedRobot, ...]) -> None:
        """Show the motions of other robots, or the current ones of the same robots."""
        self._offers = [one for placed in robots for one in self._of(placed)]
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._box(one) for one in self._offers]

    def of_robot(self, placed: PlacedRobot) -> tuple[Moving, ...]:
        """Return the ticked motions of a robot.

        Raises:
            RvsError: A program can't be run.
        """
        found: list[Moving] = []
        for one, box in zip(self._offers, self.boxes, strict=True):
            if one.robot_id == placed.id and box.isChecked():
                try:
                    found.append(moving_of(one.name, one.make(), placed.id))
                except RvsError as error:
                    raise RvsError(f"{one.name}: {error}") from error
        return tuple(found)

    def _of(self, placed: PlacedRobot) -> list[Offered]:
        playback = self._desk.playback
        found: list[Offered] = []
        loaded, kept = playback.tracks.get(placed.id), playback.kept
        if loaded is not None and kept is not None and kept.trajectory is loaded.trajectory:
            kept = None
        for kind, one in ((LOADED, loaded), (KEPT, kept)):
            if one is not None and one.placed.id == placed.id:
                found.append(Offered(one.name, placed.id, kind, partial(_played, one), one.path))
        for program in self._desk.session.state.document.programs:
            if program.robot_id == placed.id and program.steps:
                run = partial(_run, placed, program)
                found.append(Offered(program.name, placed.id, PROGRAM, run))
        # A program that is loaded is one motion.
        names = {offer.name: offer for offer in reversed(found)}
        return list(reversed(names.values()))

    def _box(self, offer: Offered) -> QCheckBox:
        key = (offer.robot_id, offer.name)
        box = QCheckBox(f"{offer.name} ({offer.kind})" if offer.kind else offer.name)
        box.setToolTip("Show its postures, its plots and its requirements for the drives")
        box.setChecked(key not in self._left_out)

        def note(on: bool) -> None:
            (self._left_out.discard if on else self._left_out.add)(key)

        box.toggled.connect(note)
        self._column.addWidget(box)
        return box


def _played(loaded: Loaded) -> Motion:
    return loaded.played


def _run(placed: PlacedRobot, program: Program) -> Motion:
    return run_program(placed.robot, program).trajectory
