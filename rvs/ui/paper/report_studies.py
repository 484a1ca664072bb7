"""Studies for a report: the answers that the Design panel shows."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from rvs.export.report.values import Study
from rvs.model.document import PlacedRobot
from rvs.scripting.echo.motions import asking
from rvs.scripting.layout import Expression
from rvs.scripting.reports import study_of
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.labels import named_label
from rvs.ui.work.study_answers import Studied
from rvs.words import tr


class ReportStudies(QWidget):
    """A box for each answer about the robots of a report; all are ticked at first.

    Attributes:
        boxes: The boxes, in the order of the answers.
        none: Shown if there are no answers.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._answers: list[tuple[Studied, Study]] = []
        self._left_out: set[str] = set()
        self.boxes: list[QCheckBox] = []
        self.none: QLabel = named_label(
            "Secondary", tr("Answers to studies appear here once the Design panel shows them.")
        )
        self.none.setWordWrap(True)
        self._column = vbox(self.none, gap=12, of=self)

    @property
    def lines(self) -> tuple[Expression, ...]:
        """The calls that compute the ticked studies."""
        return tuple(asking(one.question, one.robot, one.motion) for one, _ in self._ticked)

    def show_robots(self, robots: tuple[PlacedRobot, ...]) -> None:
        """Show the answers about other robots, or the current ones about the same robots."""
        by_id = {one.id: one for one in robots}
        self._answers = [
            (one, study_of(one.question, by_id[one.robot], one.contents))
            for one in self._desk.studied.answers
            if one.robot in by_id
        ]
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._box(study) for _, study in self._answers]
        self.none.setVisible(not self.boxes)

    def of_robot(self, placed: PlacedRobot) -> tuple[Study, ...]:
        """Return the ticked studies of a robot."""
        return tuple(study for one, study in self._ticked if one.robot == placed.id)

    @property
    def _ticked(self) -> list[tuple[Studied, Study]]:
        pairs = zip(self._answers, self.boxes, strict=True)
        return [one for one, box in pairs if box.isChecked()]

    def _box(self, study: Study) -> QCheckBox:
        box = QCheckBox(tr(study.title))
        box.setToolTip(tr("Its settings, answer, table, plots and assumptions"))
        box.setChecked(study.title not in self._left_out)

        def note(on: bool) -> None:
            (self._left_out.discard if on else self._left_out.add)(study.title)

        box.toggled.connect(note)
        self._column.addWidget(box)
        return box
