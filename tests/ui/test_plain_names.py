"""Names are data in the window, too: what looks like HTML is shown to the letter."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QToolTip

from rvs.model.document import PlacedRobot, add_robot
from rvs.model.robots.new_robots import ARCHETYPES

pytestmark = pytest.mark.ui

NAME = "<b>bold</b> & <i>co</i>"


def test_no_label_takes_a_name_for_html(make_window, qtbot) -> None:
    window = make_window()
    robot = ARCHETYPES[0].robot.replace(name=NAME, comment=NAME, manufacturer=NAME)
    window.session.edit("Add", lambda d: add_robot(d, PlacedRobot(NAME, robot)))
    window.session.select((NAME, "link", 1))
    for dock in window.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
        QApplication.processEvents()
    labels = [one for one in window.findChildren(QLabel) if one.isVisible()]
    assert len(labels) > 20
    named = [one for one in labels if "bold" in one.text() or "<b>" in one.text()]
    assert named, "no label shows the name of the robot"
    for label in labels:
        plain = label.textFormat() == Qt.TextFormat.PlainText
        assert plain or label.property("rich"), (label.objectName(), label.text())


def test_a_tool_tip_shows_a_name_to_the_letter(make_window, qtbot) -> None:
    window = make_window()
    QToolTip.showText(window.mapToGlobal(window.rect().center()), NAME, window)
    (tip,) = (one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel"))
    assert tip.textFormat() == Qt.TextFormat.PlainText
    QToolTip.hideText()


def test_a_label_of_the_program_s_own_html_is_rich(make_window) -> None:
    window = make_window()
    label = QLabel("<b>x</b>", window)
    label.setProperty("rich", True)
    label.show()
    QApplication.processEvents()
    assert label.textFormat() == Qt.TextFormat.RichText
    document = QTextDocument()
    document.setHtml(label.text())
    assert document.toPlainText() == "x"
