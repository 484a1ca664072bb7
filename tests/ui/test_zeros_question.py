"""A table that is opened and leaves open what its own numbers are: asked once, with pictures."""

from __future__ import annotations

from math import pi

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.model.current import current_robot
from rvs.ui.saving import opening
from tests.ui.hands import click, in_dialogs

pytestmark = pytest.mark.ui
TABLE = "a,alpha,d,theta\n0.4,90,0.3,0\n0.5,0,0,90\n0.1,90,0.05,-45\n"


@pytest.mark.parametrize("zeros", [True, False])
def test_an_opened_table_is_asked_what_its_numbers_are(window, tmp_path, zeros) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(TABLE, encoding="utf-8")
    told: list[str] = []

    def choose(dialog) -> None:
        told.extend(dialog.meanings.item(i).text() for i in range(dialog.meanings.count()))
        assert not dialog.button.isEnabled()
        QTest.keyClick(dialog.meanings, Qt.Key.Key_Space if zeros else Qt.Key.Key_End)
        assert dialog.button.isEnabled()
        click(dialog.button)

    in_dialogs(choose)
    assert opening.open_all(window.desk, [str(path)])
    assert "offsets θ₂ 90°, θ₃ -45°" in told[0].replace("−", "-")
    assert "is at θ₂ 90°" in told[1]
    placed = current_robot(window.session.state)
    joints, values = placed.robot.joints, pytest.approx([0.0, pi / 2, -pi / 4])
    homes, offsets = [joint.home for joint in joints], [joint.offset for joint in joints]
    assert (offsets if zeros else homes) == values
    assert (homes if zeros else offsets) == [0.0, 0.0, 0.0]
    assert placed.imported.choices.zeros is zeros
    # What was asked needs no note.
    assert not any("--zeros" in one.text for one in window.desk.messages.messages)


def test_nothing_is_opened_without_an_answer(window, tmp_path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(TABLE, encoding="utf-8")
    before = window.session.state.document
    in_dialogs(lambda dialog: click(dialog.cancel))
    assert not opening.open_all(window.desk, [str(path)])
    assert window.session.state.document is before
