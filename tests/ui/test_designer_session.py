"""A designer's session from an empty table to a report, by real events.

A new six-axis arm with five parameters, a sweep over two of them, two variants, masses, motors put
in until nothing changes, 5 kg lifted, at most 0.5 mm of deflection, a data sheet and a report.  It
takes seconds because every study computes what it would for a user.
"""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from rvs.ui.dialogs.new_robot import NewRobot
from rvs.ui.paper.report_dialog import ReportDialog
from rvs.ui.studies import page as pages

from .hands import click, type_into
from .hands import settle as rest
from .test_studies import tick

pytestmark = [pytest.mark.ui, pytest.mark.long]

PARAMETERS = {
    "base": "400 mm", "arm": "400 mm", "forearm": "400 mm", "wrist": "80 mm", "side": "50 mm",
}  # fmt: skip
# Cells of a table with the wrist of three axes that meet.
CELLS = {
    (0, "d"): "=base", (0, "a"): "=side", (0, "alpha"): "90", (1, "a"): "=arm",
    (2, "alpha"): "90", (3, "d"): "=forearm", (3, "alpha"): "-90", (4, "alpha"): "90",
    (5, "d"): "=wrist",
}  # fmt: skip


class Session:
    """The window with what a designer does in it."""

    def __init__(self, window, qtbot) -> None:
        self.window, self.qtbot = window, qtbot
        self.shots = os.environ.get("RVS_SHOTS", "")

    @property
    def placed(self):
        return self.window.session.state.document.robots[0]

    def shot(self, name: str) -> None:
        """Save a picture of the window, if somebody wants to look."""
        if self.shots:
            rest()
            self.window.grab().save(str(Path(self.shots) / f"{name}.png"))

    def study(self, name: str, **fields: str):
        """Open a study, type into its fields and wait for its answer."""
        self.window.actions_[f"study_{name}"].trigger()
        rest()
        page = self.window.design.page
        for field, text in fields.items():
            row = page.form.rows[field]
            if row.control.parentWidget() is page.form._rest and not page.form.more.isChecked():
                click(page.form.more)
            if row.box is not None and not row.box.isChecked():
                row.box.click()
            type_into(row.control, text)
        self.compute(page)
        return page

    def compute(self, page) -> None:
        click(page.go)
        self.qtbot.waitUntil(lambda: not page.busy, timeout=240_000)
        rest()


def drives_of(page) -> list[str]:
    answer = page.found.answer
    return [answer.fitted.pairs.each[one.best].title for one in answer.fitted.joints]


def put(session: Session, cell: tuple[int, str], text: str) -> None:
    table = session.window.robot_table
    table.begin(cell)
    rest()
    for letter in text:
        QTest.keyClicks(QApplication.focusWidget(), letter)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    rest()


def test_an_arm_is_designed_from_nothing(make_window, qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(size=(1500, 950))
    session = Session(window, qtbot)
    window.actions_["new_robot"].trigger()
    made = window.findChild(NewRobot)
    made.kinds.selectAll()
    QTest.keyClicks(made.kinds, "6R")
    made.name.selectAll()
    QTest.keyClicks(made.name, "Six")
    session.shot("01-new")
    click(made.button)
    rest()
    assert session.placed.robot.n == 6

    table, page = window.robot_table, window.robot_table.parameters
    table.facts.chips["Parameters"].click()
    rest()
    for name, value in PARAMETERS.items():
        before = set(page.rows)
        click(page.add)
        rest()
        (new,) = set(page.rows) - before
        type_into(page.rows[new].name, name)
        rest()
        type_into(page.rows[name].value, value)
    session.shot("02-parameters")
    table.facts.chips["Table"].click()
    rest()
    for cell, text in CELLS.items():
        put(session, cell, text)
    session.shot("03-table")
    assert len(session.placed.parameters.formulas) == 5

    found = session.study("sweep", vary="arm=0.3:0.5:5, forearm=0.3:0.5:5", measures="reach, kappa")
    session.shot("10-sweep")
    assert "25 designs over arm, forearm, 25 feasible" in found.view.lines.text()
    assert len(found.view.plots.papers) >= 2

    table.facts.chips["Parameters"].click()
    rest()
    click(page.keep)
    rest()
    type_into(page.rows["forearm"].value, "350 mm")
    click(page.keep)
    rest()
    session.shot("11-variants")
    assert len(page.uses) == 2
    found = session.study("variants")
    session.shot("12-variants")
    assert [one.text() for one in found.view.offers][:2] == ["Use variant 1", "Use variant 2"]

    found = session.study("payload")
    session.shot("20-payload-refused")
    assert "need the mass of every link" in found.notice.text
    click(found.offer.button)
    rest()
    dialog = window.findChildren(QDialog, "masses")[-1]
    click(dialog.button)
    rest()

    window.actions_["study_drives"].trigger()
    rest()
    found = window.design.page
    tick(found.form.rows["worst"].box)
    click(found.form.more)
    found = session.study("drives", payload="5", margin="1.2")
    session.shot("21-drives")
    chosen = drives_of(found)
    click(found.view.offers[0])
    rest()
    session.shot("22-drives-put")
    # their masses are in the links now
    tick(found.form.rows["masses"].box)
    session.compute(found)
    assert drives_of(found) == chosen
    session.shot("23-drives-again")
    assert all(joint.motor is not None for joint in session.placed.robot.joints)

    window.session.pose(session.placed.id, [0.0, 0.0, 1.5707963, 0.0, 0.0, 0.0])
    rest()
    found = session.study("payload")
    session.shot("24-payload")
    assert found.found.answer.facts["along_axis"]["mass"][0] > 5.0
    found = session.study("stiffness", payload="5", stiffness="200000")
    session.shot("25-stiffness")
    assert 0.1e-3 < found.found.answer.size < 0.5e-3

    monkeypatch.setattr(pages, "save_file", lambda *_: tmp_path / "sheet.pdf")
    found = session.study("sheet")
    assert found.notice.text == "Saved sheet.pdf"
    window.actions_["report"].trigger()
    rest()
    (dialog,) = window.findChildren(ReportDialog)
    titles = ["Payload diagram", "Choice of drives", "Stiffness"]
    assert sorted(one.text() for one in dialog.studies.boxes) == sorted(titles)
    for part in ("views", "workspace", "dexterity", "skeleton"):
        dialog.parts[part].setChecked(False)
    if session.shots:
        dialog.grab().save(str(Path(session.shots) / "31-report.png"))
    dialog.export(tmp_path / "report.pdf")
    qtbot.waitUntil(lambda: not dialog.busy, timeout=240_000)
    pages_of = (tmp_path / "report.pdf").read_bytes()
    for title in titles:
        assert f"({title})".encode() in pages_of
