"""Masses from the body in the window: the dialog, and the offer where masses are missing."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit

from rvs.bodies.masses import Weighing, weighed
from rvs.engine.joint import Inertia
from rvs.model.appearance.materials import SUBSTANCES, USUAL
from rvs.model.document import change_robot
from rvs.model.numbers.quantities import significant
from rvs.ui.commands import masses
from rvs.ui.widgets.masses_offer import MassesOffer

from .hands import settle

pytestmark = pytest.mark.ui


def robot(window):
    return window.session.state.document.robots[0].robot


def opened(window):
    masses.from_body(window.desk)
    return window.findChildren(QDialog, "masses")[-1]


def cell(dialog, row, column):
    return dialog.table.item(row, column).text()


def put(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_masses_are_shown_before_they_are_taken(make_window):
    window = make_window("scara")
    dialog = opened(window)
    assert all(joint.inertia is None for joint in robot(window).joints)
    solid = cell(dialog, 1, 0)
    put(dialog.fill, "60 %")
    assert float(cell(dialog, 1, 0)) == pytest.approx(2 * float(solid), rel=2e-3)
    put(dialog.total, "20")
    assert dialog.by_total.isChecked()
    assert sum(float(cell(dialog, row, 0)) for row in range(5)) == pytest.approx(20.0, rel=1e-3)
    steel = dialog.substances["paint"]
    before = float(cell(dialog, 4, 0))
    steel.setCurrentIndex(steel.findData("steel"))
    assert float(cell(dialog, 4, 0)) != before
    # A mass that is known is typed into the table.
    item = dialog.table.item(2, 0)
    dialog.table.setCurrentItem(item)
    dialog.table.editItem(item)
    editor = dialog.table.findChild(QLineEdit)
    QTest.keyClicks(editor, "4.5")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle()
    assert cell(dialog, 2, 0) == "4.5"
    steps = len(window.session.history)
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    inertias = [joint.inertia for joint in robot(window).joints]
    assert inertias[1].mass == 4.5
    placed = window.session.state.document.robots[0]
    densities = tuple(dialog_densities().items())
    expected = weighed(placed.robot, placed.body, Weighing(densities, 0.3, 20.0, ((2, 4.5),)))
    assert inertias == [joint.inertia for joint in expected.joints]
    assert list(window.session.history)[steps:] == ["Masses of SCARA from its body"]
    window.session.undo()
    assert all(joint.inertia is None for joint in robot(window).joints)


def test_what_cannot_be_is_told_and_known_masses_can_stay(make_window):
    window = make_window("scara")
    placed = window.session.state.document.robots[0]
    dialog = opened(window)
    put(dialog.fill, "150")
    assert not dialog.button.isEnabled()
    assert "a fraction from 0 to 1" in dialog.notice.text
    put(dialog.fill, "nonsense")
    assert not dialog.button.isEnabled()
    dialog.reject()

    # Links whose mass is known can be left alone.
    own = Inertia(7.0, (0.1, 0.0, 0.0))
    joints = robot(window).joints
    window.session.edit(
        "one",
        lambda d: change_robot(
            d,
            placed.id,
            robot=robot(window).replace(joints=(replace(joints[0], inertia=own), *joints[1:])),
        ),
    )
    dialog = opened(window)
    dialog.keep.setChecked(True)
    assert cell(dialog, 1, 0) == significant(7.0)
    dialog.accept()
    assert robot(window).joints[0].inertia == own
    assert robot(window).joints[1].inertia.mass > 0.0

    # The offer stands where masses are missing, and nowhere else.
    window.session.undo()
    offer = MassesOffer(window.desk, "Torques need them.")
    assert not offer.show_robot(window.session.state.document.robots[0])
    assert not offer.isHidden()
    QTest.mouseClick(offer.button, Qt.MouseButton.LeftButton)
    window.findChildren(QDialog, "masses")[-1].accept()
    assert offer.show_robot(window.session.state.document.robots[0])
    assert offer.isHidden()


def dialog_densities():
    usual = {name: SUBSTANCES[substance] for name, substance in USUAL.items()}
    return {**usual, "paint": SUBSTANCES["steel"]}
