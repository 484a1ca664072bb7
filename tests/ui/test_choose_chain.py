"""A description with two arms, opened in the window: which chain, with a picture of each."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from rvs.bodies.editing import Subject
from rvs.model.current import current_robot
from rvs.ui.commands import own_bodies, tool_edits
from rvs.ui.dialogs.choose_chain import BASE, TIP
from rvs.ui.saving import opening

from ..files.test_split_robots import two_arms
from .hands import in_dialogs

pytestmark = pytest.mark.ui


def described(arms: dict[str, int]) -> str:
    parts = ['<link name="torso"/>']
    for name, count in arms.items():
        at = "torso"
        for i in range(1, count + 1):
            parts.append(
                f'<link name="{name}{i}"/><joint name="{name} joint {i}" type="revolute">'
                f'<parent link="{at}"/><child link="{name}{i}"/><origin xyz="0.2 0.1 0.2"'
                f' rpy="{i} 0.3 0"/><axis xyz="0 0 1"/>'
                '<limit lower="-1" upper="1" effort="9" velocity="2"/></joint>'
            )
            at = f"{name}{i}"
    return f'<robot name="twin">{"".join(parts)}</robot>'


@pytest.fixture
def twin(tmp_path):
    path = tmp_path / "twin.urdf"
    path.write_text(described({"left": 4, "right": 6}), encoding="utf-8")
    return path


def answer(qtbot, act) -> list[str]:
    """Do something with the dialog once it is there; return the texts of its rows."""
    rows: list[str] = []

    def reply(dialog) -> None:
        try:
            rows.extend(dialog.chains.item(i).text() for i in range(dialog.chains.count()))
            qtbot.waitUntil(lambda: has_picture(dialog.chains.item(0)), timeout=5000)
            act(dialog)
        finally:
            # A fault in the test must not leave the question open.
            if dialog.isVisible():
                dialog.reject()

    in_dialogs(reply)
    return rows


def has_picture(item) -> bool:
    image = item.icon().pixmap(72, 72).toImage()
    return image.pixelColor(image.width() // 2, image.height() // 2).alpha() > 0


def test_the_chosen_chain_is_opened(window, qtbot, twin) -> None:
    def choose(dialog) -> None:
        assert dialog.ends.tip == "right6"
        QTest.keyClick(dialog.chains, Qt.Key.Key_Up)
        assert dialog.ends.tip == "left4"
        assert "right joint 1" in dialog.notice.text
        QTest.keyClick(dialog.convention, Qt.Key.Key_Down)
        QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)

    rows = answer(qtbot, choose)
    assert opening.open_all(window.desk, [str(twin)])
    assert rows[0].startswith("Left chain\ntorso → left4\n4 joints: left joint 1")
    assert len(rows) == 2
    placed = current_robot(window.session.state)
    assert [joint.name for joint in placed.robot.joints] == [f"left joint {i}" for i in range(1, 5)]
    assert {joint.convention for joint in placed.robot.joints} == {"modified"}
    assert placed.origin == ""


def test_a_dropped_description_asks_and_takes_no_for_an_answer(window, qtbot, twin) -> None:
    before = window.session.state.document
    rows = answer(qtbot, lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(twin))])
    drop = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(drop)
    qtbot.waitUntil(lambda: bool(rows), timeout=5000)
    assert window.session.state.document is before


def test_one_chain_needs_no_question(window, tmp_path) -> None:
    path = tmp_path / "one.urdf"
    path.write_text(described({"arm": 3}), encoding="utf-8")
    assert opening.open_all(window.desk, [str(path)])
    assert current_robot(window.session.state).robot.name == "twin"


def click(tree, name: str, column: int) -> None:
    """Click a circle of a link's row."""
    row = tree._rows[name]
    tree.scrollToItem(row)
    QTest.mouseClick(
        tree.viewport(),
        Qt.MouseButton.LeftButton,
        pos=tree.visualItemRect(row).center()
        + QPoint(tree.columnViewportPosition(column) + tree.columnWidth(column) // 2, 0)
        - QPoint(tree.visualItemRect(row).center().x(), 0),
    )


def test_both_ends_are_chosen_in_the_tree(window, qtbot, twin) -> None:
    def choose(dialog) -> None:
        click(dialog.links, "right5", TIP)
        click(dialog.links, "right2", BASE)
        assert (dialog.ends.root, dialog.ends.tip) == ("right2", "right5")
        assert dialog.facts.text() == "3 joints"
        assert dialog.chains.currentItem().text().startswith("Chosen by its ends")
        qtbot.waitUntil(lambda: not dialog.picture.pixmap().isNull(), timeout=5000)
        # The same by keys: the search goes to a link, a letter makes it an end.
        QTest.keyClicks(dialog.search, "left3")
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        QTest.keyClick(dialog.links, Qt.Key.Key_T)
        assert (dialog.ends.root, dialog.ends.tip) == ("right2", "left3")
        assert len(dialog.ends.joints) == 5
        assert dialog.chains.count() == 3
        # From a link to itself nothing moves.
        dialog.search.clear()
        click(dialog.links, "left3", BASE)
        assert "no joint moves" in dialog.notice.text
        assert not dialog.button.isEnabled()
        QTest.keyClick(dialog.links, Qt.Key.Key_Escape)

    answer(qtbot, choose)
    assert not opening.open_all(window.desk, [str(twin)])


def test_a_base_out_of_the_middle_is_opened_and_read_again(window, qtbot, twin) -> None:
    def choose(dialog) -> None:
        click(dialog.links, "left2", BASE)
        click(dialog.links, "right3", TIP)
        QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)

    answer(qtbot, choose)
    assert opening.open_all(window.desk, [str(twin)])
    placed = current_robot(window.session.state)
    assert [joint.name for joint in placed.robot.joints] == [
        *("left joint 2", "left joint 1"),
        *(f"right joint {i}" for i in range(1, 4)),
    ]
    # Nothing is asked again, and the ends stay.
    text = twin.read_text(encoding="utf-8").replace('velocity="2"', 'velocity="3"')
    twin.write_text(text, encoding="utf-8")
    window.actions_["reload"].trigger()
    again = current_robot(window.session.state)
    assert again.robot.n == 5
    assert {joint.rate for joint in again.robot.joints} == {3.0}
    assert again.imported.choices == placed.imported.choices


def test_several_chains_become_robots_on_one_base_in_one_step(window, qtbot, twin) -> None:
    before = window.session.state.document

    def choose(dialog) -> None:
        dialog.chains.item(0).setCheckState(Qt.CheckState.Checked)
        assert dialog.button.text() == "Open"
        dialog.chains.setCurrentRow(1)
        QTest.keyClick(dialog.chains, Qt.Key.Key_Space)
        assert dialog.button.text() == "Open 2 robots"
        # What one of them moves does not keep still.
        assert dialog.notice.text == ""
        QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)

    answer(qtbot, choose)
    assert opening.open_all(window.desk, [str(twin)])
    robots = window.session.state.document.robots
    assert [one.robot.n for one in robots] == [4, 6]
    assert robots[0].place == robots[1].place
    assert current_robot(window.session.state) is robots[0]
    window.session.undo()
    assert window.session.state.document is before


def test_robots_together_need_one_base(window, qtbot, twin) -> None:
    def choose(dialog) -> None:
        for row in range(2):
            dialog.chains.item(row).setCheckState(Qt.CheckState.Checked)
        click(dialog.links, "left1", BASE)
        dialog.chains.item(2).setCheckState(Qt.CheckState.Checked)
        assert "share one base" in dialog.notice.text
        assert not dialog.button.isEnabled()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answer(qtbot, choose)
    assert not opening.open_all(window.desk, [str(twin)])


def test_a_gripper_becomes_an_end_effector_and_can_be_taken_off(window, qtbot, tmp_path) -> None:
    path = tmp_path / "pair.urdf"
    path.write_text(two_arms(), encoding="utf-8")

    def choose(dialog) -> None:
        dialog.links.tip_chosen.emit("left_tcp")
        QTest.keyClick(dialog.effector, Qt.Key.Key_Down)
        assert dialog.effector.currentText() == "left_palm"
        # Each chain keeps its own.
        dialog.chains.setCurrentRow(1)
        assert dialog.effector.currentText() == "None"
        dialog.chains.setCurrentRow(dialog.chains.count() - 1)
        assert dialog.effector.currentText() == "left_palm"
        QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)

    answer(qtbot, choose)
    assert opening.open_all(window.desk, [str(path)])
    placed = current_robot(window.session.state)
    assert placed.end_effector == "twin left_palm"
    body, tool = placed.effector, placed.robot.tool
    assert body is not None
    # Nothing yet says the end-effector but the description; taken off, it can be taken back.
    tool_edits.choose_effector(window.session, placed, "suction")
    placed = current_robot(window.session.state)
    assert placed.effector is not body
    assert not np.allclose(placed.robot.tool, tool)
    tool_edits.choose_effector(window.session, placed, "twin left_palm")
    assert current_robot(window.session.state).effector is body
    assert current_robot(window.session.state).robot.tool == pytest.approx(tool)
    assert own_bodies.unsaved(current_robot(window.session.state)) == [
        Subject("tool", "twin left_palm")
    ]


def test_at_a_start_the_question_waits_for_the_window(make_window, qtbot, twin) -> None:
    def choose(dialog) -> None:
        QTest.keyClick(dialog.chains, Qt.Key.Key_Up)
        QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)

    in_dialogs(choose)
    window = make_window(str(twin))
    qtbot.waitUntil(lambda: current_robot(window.session.state).imported is not None)
    assert current_robot(window.session.state).robot.n == 4
