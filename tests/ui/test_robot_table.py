"""The table of a robot, edited by real keys and the real mouse."""

from dataclasses import replace
from math import inf, pi, radians
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from rvs.engine.kinematics import fkine
from rvs.model.document import set_joint
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.robots.new_robots import blank
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.ui.commands import robots as robot_commands
from rvs.ui.theme import BODY, font
from rvs.ui.widgets.table.model import REASON
from rvs.ui.widgets.table.view import CellField

from .hands import settle

pytestmark = pytest.mark.ui

Key = Qt.Key
# Craig, Introduction to Robotics, the PUMA 560 as printed: a, alpha, d, theta.
PRINTED = """\
0 0 0 0
0 -90 0 0
431.8 0 149.09 0
20.32 -90 433.07 0
0 90 0 0
0 -90 0 0
"""
LATEX = r"""\begin{tabular}{ccccc}
$i$ & $a_i$ (mm) & $\alpha_i$ & $d_i$ & $\theta_i$ \\ \hline
1 & 0   & $90^\circ$ & 660 & $\theta_1$ \\
2 & 432 & 0          & 0   & $\theta_2$ \\
3 & 0   & $-90^\circ$ & $d_3$ & 0 \\
\end{tabular}"""

# The view follows what is typed as soon as it rests, ms.
RESTED = 350


@pytest.fixture
def table(window):
    window.robot_table.begin()
    return window.robot_table


def robot(window):
    return window.session.state.document.robots[0].robot


def keys(widget, text: str) -> None:
    """Type letters, wherever the cursor is by then."""
    for letter in text:
        into = widget.findChild(CellField) or widget
        press = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(into, press)


def press(widget, key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget.findChild(CellField) or widget, key, modifiers)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def shown(table, row: int, column: str) -> str:
    return table.model.find((row, column)).data()


def test_a_printed_table_is_typed_key_by_key(window, table) -> None:
    window.session.edit("Empty", lambda d: empty(d))
    table.view.go((0, "a"))
    for row in PRINTED.splitlines():
        for number in row.split():
            keys(table.view, number)
            press(table.view, Key.Key_Tab)
        table.view.step(1, 0)
        table.view.go((min(table.view.currentIndex().row(), 5), "a"))
    joints = robot(window).joints
    assert [joint.alpha for joint in joints] == [radians(v) for v in (0, -90, 0, -90, 90, -90)]
    assert [joint.a for joint in joints] == [0, 0, 0.4318, 0.02032, 0, 0]
    assert [joint.d for joint in joints] == [0, 0, 0.14909, 0.43307, 0, 0]


def empty(document):
    from dataclasses import replace

    from rvs.model.robots.new_robots import blank

    placed = replace(document.robots[0], robot=blank("6R"), unit="mm")
    return replace(document, robots=(placed,))


def test_enter_goes_down_where_the_row_of_tabs_began(table) -> None:
    table.view.go((0, "a"))
    for key in (Key.Key_Tab, Key.Key_Tab, Key.Key_Return):
        press(table.view, key)
    assert table.model.cell(table.view.currentIndex()) == (1, "a")
    press(table.view, Key.Key_Backtab)
    assert table.model.cell(table.view.currentIndex()) == (1, "kind")
    table.view.go((5, "name"))
    press(table.view, Key.Key_Tab)
    assert not table.view.hasFocus()


def test_each_key_redraws_and_a_cell_is_one_step(window, table) -> None:
    before = robot(window)
    table.view.go((1, "a"))
    lengths = []
    for letter in "0.75":
        keys(table.view, letter)
        lengths.append(robot(window).joints[1].a)
    assert lengths == [0.0, 0.0, 0.7, 0.75]
    press(table.view, Key.Key_Return)
    assert list(window.session.history) == ["Set a₂ of PUMA 560"]
    keys(table.view, "0.8")
    press(table.view, Key.Key_Return)
    assert len(window.session.history) == 2
    window.actions_["undo"].trigger()
    window.actions_["undo"].trigger()
    assert robot(window) is before
    assert shown(table, 1, "a") == "0.4318"
    window.actions_["redo"].trigger()
    assert robot(window).joints[1].a == 0.75


def test_letters_and_digits_are_typed_and_turn_no_view(window, table) -> None:
    camera = window.session.state.view.camera
    table.view.go((0, "a"))
    table.view.setFocus()
    QTest.keyClick(table.view, Key.Key_7)
    window.clock.tick(1.0)
    assert robot(window).joints[0].a == 7.0
    assert window.session.state.view.camera == camera


def test_the_initial_value_moves_the_joint(window, table) -> None:
    table.view.go((0, "theta"))
    keys(table.view, "pi/4")
    press(table.view, Key.Key_Return)
    assert robot(window).joints[0].theta == pi / 4
    assert window.session.state.postures["PUMA 560"][0] == pi / 4
    window.actions_["undo"].trigger()
    assert window.session.state.postures["PUMA 560"][0] == radians(30)


@pytest.mark.parametrize(
    ("text", "value"), [("pi/2", pi / 2), ("30+15", radians(45)), ("-90", -pi / 2)]
)
def test_expressions(window, table, text: str, value: float) -> None:
    table.view.go((2, "alpha"))
    keys(table.view, text)
    press(table.view, Key.Key_Return)
    assert robot(window).joints[2].alpha == pytest.approx(value, abs=1e-15)


def test_what_can_not_be_read_stays_and_is_marked(window, table) -> None:
    before = robot(window)
    table.view.go((1, "a"))
    keys(table.view, "foo")
    field = table.view.findChild(CellField)
    assert field.property("state") == "invalid"
    assert field.toolTip()
    press(table.view, Key.Key_Return)
    index = table.model.find((1, "a"))
    assert robot(window) is before
    assert index.data() == "foo"
    assert index.data(REASON) == "foo is not a number"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "foo is not a number"
    assert "not valid" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert table.notice.text == "Row 2, a: foo is not a number"
    # Other cells go on, and so does this one later.
    table.view.go((0, "a"))
    keys(table.view, "1")
    press(table.view, Key.Key_Return)
    assert shown(table, 1, "a") == "foo"
    press(table.view, Key.Key_Escape)
    assert shown(table, 1, "a") == "0.4318"
    assert not table.model.drafts


def test_a_red_text_is_a_step_of_its_own_for_undo(window, table) -> None:
    before = robot(window)
    table.view.go((0, "a"))
    keys(table.view, "0.5")
    press(table.view, Key.Key_Return)
    table.view.go((1, "a"))
    keys(table.view, "foo")
    press(table.view, Key.Key_Return)
    undo = window.actions_["undo"]
    assert undo.text() == 'Undo Typing "foo"'
    undo.trigger()
    assert shown(table, 1, "a") == "0.4318"
    assert not table.model.drafts
    assert robot(window).joints[0].a == 0.5
    undo.trigger()
    assert robot(window) is before
    # What was done after the red text goes first.
    table.view.go((1, "a"))
    keys(table.view, "bar")
    press(table.view, Key.Key_Return)
    table.view.go((0, "a"))
    keys(table.view, "0.7")
    press(table.view, Key.Key_Return)
    undo.trigger()
    assert robot(window) is before
    assert table.model.drafts
    undo.trigger()
    assert not table.model.drafts


@pytest.mark.parametrize(
    ("cell", "text"),
    [((1, "a"), "27O"), ((1, "d"), "12.5.1"), ((0, "lower"), "200"), ((2, "name"), "x" * 201)],
)
def test_the_beginning_of_a_red_text_counts_for_nothing(window, table, cell, text) -> None:
    before = robot(window)
    table.view.go(cell)
    keys(table.view, text[:2])
    assert robot(window) is not before
    rest = text[2:]
    if len(rest) > 20:
        # Hundreds of letters are pasted, but for the last.
        QGuiApplication.clipboard().setText(rest[:-1])
        QTest.keyClick(
            table.view.findChild(CellField), Key.Key_V, Qt.KeyboardModifier.ControlModifier
        )
        assert robot(window).joints[cell[0]].name == text[:-1]
        rest = rest[-1]
    keys(table.view, rest)
    assert robot(window) is before
    press(table.view, Key.Key_Return)
    assert robot(window) is before
    assert not window.session.history
    assert shown(table, *cell) == text
    window.actions_["undo"].trigger()
    assert not table.model.drafts
    assert robot(window) is before


def test_what_a_beginning_made_possible_is_red_again_with_the_rest(window, table) -> None:
    before = robot(window)
    table.view.go((0, "lower"))
    keys(table.view, "300")
    press(table.view, Key.Key_Return)
    table.view.go((0, "upper"))
    keys(table.view, "400")
    assert robot(window).joints[0].limits == pytest.approx((radians(300), radians(400)))
    keys(table.view, "O")
    assert robot(window) is before
    assert {cell: one.text for cell, one in table.model.drafts.items()} == {
        (0, "lower"): "300", (0, "upper"): "400O",
    }  # fmt: skip
    press(table.view, Key.Key_Backspace)
    assert robot(window).joints[0].limits == pytest.approx((radians(300), radians(400)))
    press(table.view, Key.Key_Escape)
    assert robot(window) is before
    assert set(table.model.drafts) == {(0, "lower")}


def test_a_red_limit_is_taken_as_soon_as_the_other_one_lets_it(window, table) -> None:
    for column, text in (("lower", "50"), ("upper", "20"), ("rate", "-1")):
        table.view.go((0, column))
        keys(table.view, text)
        press(table.view, Key.Key_Return)
    assert set(table.model.drafts) == {(0, "upper"), (0, "rate")}
    notice = table.notice.text
    assert "Row 1, upper: the lower limit is above the upper one" in notice
    assert "Row 1, rate: expected a number above 0" in notice
    table.view.go((0, "lower"))
    keys(table.view, "10")
    press(table.view, Key.Key_Return)
    assert robot(window).joints[0].limits == pytest.approx((radians(10), radians(20)))
    assert set(table.model.drafts) == {(0, "rate")}


def test_a_save_says_what_is_red_and_what_counts_instead(window, table, tmp_path) -> None:
    table.view.go((1, "a"))
    keys(table.view, "abc")
    press(table.view, Key.Key_Return)
    placed = window.session.state.document.robots[0]
    robot_commands.write(window.desk, placed, tmp_path / "red.arch")
    said = window.desk.messages.messages[-1]
    assert said.severity == "warning"
    assert 'row 2, a: "abc"' in said.text
    assert "0.4318 m is kept" in said.text
    assert "not the entries in red" in window.statusBar().currentMessage()
    table.view.go((1, "a"))
    press(table.view, Key.Key_Escape)
    robot_commands.write(window.desk, placed, tmp_path / "good.arch")
    # What was said is untrue once nothing is red.
    assert said not in window.desk.messages.messages


def test_modified_tables_are_headed_by_the_frame_before(window, table) -> None:
    table.facts.reread("modified")
    column = [one.id for one in table.model.columns].index("alpha")
    assert table.model.headerData(column, Qt.Orientation.Horizontal) == "αᵢ₋₁, °"
    assert table.model.meaning(table.model.find((1, "a"))).startswith("a₁ = 0.4318 m")
    assert table.model.meaning(table.model.find((1, "d"))).startswith("b₂ = ")


def test_what_a_cell_holds_is_said_without_digits_of_the_machine(table) -> None:
    table.view.go((1, "a"))
    keys(table.view, "12in")
    press(table.view, Key.Key_Return)
    assert table.model.meaning(table.model.find((1, "a"))) == "a₂ = 0.3048 m"


def test_radians_are_not_cut(window, table) -> None:
    window.actions_["angle_rad"].trigger()
    check_widths(table)


def test_a_table_that_comes_back_has_room_for_what_came_meanwhile(window, table) -> None:
    QTest.mouseClick(table.facts.chips["Dynamics"], Qt.MouseButton.LeftButton)
    assert not table.view.isVisible()
    placed = window.session.state.document.robots[0].id
    column = [one.id for one in table.model.columns].index("a")
    before = table.view.columnWidth(column)
    window.session.edit("Lengthen", lambda now: set_joint(now, placed, 0, a=-123.456789012))
    QTest.mouseClick(table.facts.chips["Table"], Qt.MouseButton.LeftButton)
    assert table.view.columnWidth(column) > before
    check_widths(table)


def check_widths(table) -> None:
    """Check that all columns have room for their headings and for the first row."""
    metrics = QFontMetrics(font(BODY))
    for i, column in enumerate(table.model.columns):
        index = table.model.index(0, i)
        assert table.view.columnWidth(i) >= metrics.horizontalAdvance(index.data()) + 16, column.id
        heading = table.model.headerData(i, Qt.Orientation.Horizontal)
        wide = table.view.horizontalHeader().fontMetrics().horizontalAdvance(heading)
        assert table.view.columnWidth(i) > wide


def test_other_pages_stand_in_place_of_the_table(window, table) -> None:
    QTest.mouseClick(table.facts.notes, Qt.MouseButton.LeftButton)
    maker = table.facts.words["manufacturer"]
    assert maker.isVisible()
    assert not table.view.isVisible()
    maker.selectAll()
    QTest.keyClicks(maker, "Me")
    QTest.keyClick(maker, Key.Key_Return)
    assert robot(window).manufacturer == "Me"
    QTest.mouseClick(table.facts.chips["Dynamics"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(table.dynamics.chips["Gravity and load"], Qt.MouseButton.LeftButton)
    down = table.dynamics.gravity.fields[2]
    down.setFocus()
    down.selectAll()
    QTest.keyClicks(down, "-1.62")
    QTest.keyClick(down, Key.Key_Return)
    assert robot(window).gravity == (0.0, 0.0, -1.62)
    window.actions_["undo"].trigger()
    assert robot(window).gravity[2] == pytest.approx(-9.81, abs=0.01)
    assert robot(window).manufacturer == "Me"
    QTest.mouseClick(table.facts.chips["Table"], Qt.MouseButton.LeftButton)
    assert table.view.isVisible()


@pytest.mark.parametrize(("key", "length"), [("", 201), ("source", 20_001), ("comment", 20_001)])
def test_words_that_no_file_holds_are_refused_in_the_panel(window, table, key, length) -> None:
    QTest.mouseClick(table.facts.notes, Qt.MouseButton.LeftButton)
    field = table.facts.words[key] if key else table.facts.name
    before = robot(window)
    field.setFocus()
    field.selectAll()
    QGuiApplication.clipboard().setText("x" * length)
    field.paste()
    QTest.keyClick(field, Key.Key_Return)
    assert robot(window) is before
    assert table.notice.isVisible()
    assert "characters" in table.notice.text


def test_lengths_are_read_in_another_unit(window, table) -> None:
    before = robot(window)
    unit = table.facts.unit
    unit.activated.emit(unit.findText("Reinterpret numbers as mm"))
    placed = window.session.state.document.robots[0]
    assert placed.unit == "mm"
    assert table.facts.unit.currentText() == "mm"
    assert placed.robot.joints[1].a == pytest.approx(before.joints[1].a / 1000)
    assert placed.robot.joints[1].limits == before.joints[1].limits
    assert shown(table, 1, "a") == "0.4318"


def test_arrow_keys_go_on_from_the_kind_of_the_joint(window, table) -> None:
    table.view.go((0, "kind"))
    press(table.view, Key.Key_F2)
    (menu,) = [one for one in table.view.findChildren(QMenu) if one.isVisible()]
    QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    assert robot(window).joints[0].kind == "prismatic"


def test_escape_takes_back_all_that_was_typed(window, table) -> None:
    before = window.session.state.document
    table.view.go((1, "a"))
    keys(table.view, "12")
    assert robot(window).joints[1].a == 12.0
    press(table.view, Key.Key_Escape)
    assert window.session.state.document is before
    assert window.session.undo_label is None
    assert window.session.redo_label is None


def test_a_bad_text_follows_its_joint(table) -> None:
    table.view.go((1, "a"))
    keys(table.view, "x")
    press(table.view, Key.Key_Return)
    table.view.select_rows([0])
    table.move_rows(1)
    assert shown(table, 0, "a") == "x"
    table.view.select_rows([0])
    table.delete()
    assert not table.model.drafts


def test_an_unchanged_cell_changes_nothing(window, table) -> None:
    window.session.edit("Odd", lambda d: odd(d))
    steps = len(window.session.history)
    assert shown(table, 0, "a") == "0.12346"
    table.view.go((0, "a"))
    press(table.view, Key.Key_F2)
    assert table.view.findChild(CellField).text() == "0.123456789"
    press(table.view, Key.Key_Return)
    assert robot(window).joints[0].a == 0.123456789
    assert len(window.session.history) == steps
    assert "0.123456789" in table.model.meaning(table.model.find((0, "a")))


def odd(document):
    from rvs.model.document import set_joint

    return set_joint(document, "PUMA 560", 0, a=0.123456789)


def test_rows_come_go_and_move_by_keys(window, table) -> None:
    names = [joint.name for joint in robot(window).joints]
    control = Qt.KeyboardModifier.ControlModifier
    table.view.go((1, "a"))
    QTest.keyClick(table.view, Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [j.name for j in robot(window).joints][1:3] == [names[2], names[1]]
    QTest.keyClick(table.view, Key.Key_D, control)
    assert robot(window).joints[3].name == f"{names[1]} 2"
    QTest.keyClick(table.view, Key.Key_Delete, control)
    assert robot(window).n == 6
    QTest.keyClick(table.view, Key.Key_Insert)
    assert robot(window).n == 7
    assert len(window.joints.rows) == 7
    for _ in range(4):
        window.actions_["undo"].trigger()
    assert [joint.name for joint in robot(window).joints] == names
    assert not window.session.history


def test_the_last_joint_stays(window, table) -> None:
    table.view.selectAll()
    table.delete()
    assert robot(window).n == 6
    assert not table.row_actions["delete"].isEnabled()


def test_kinds_by_letter(window, table) -> None:
    table.view.go((2, "kind"))
    keys(table.view, "p")
    assert robot(window).joints[2].kind == "prismatic"
    assert shown(table, 2, "kind") == "prismatic"
    keys(table.view, "h")
    assert "pitch" in [column.id for column in table.model.columns]
    window.actions_["undo"].trigger()
    window.actions_["undo"].trigger()
    assert robot(window).joints[2].kind == "revolute"


def test_cells_are_cleared(window, table) -> None:
    table.view.go((0, "lower"))
    press(table.view, Key.Key_Delete)
    assert robot(window).joints[0].limits[0] == -inf
    assert shown(table, 0, "lower") == "—"


def test_copied_rows_are_pasted_exactly(window, table) -> None:
    table.view.select_rows([1])
    QTest.keyClick(table.view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\t")[:3] == ["revolute", "0.4318", "0"]
    table.view.go((5, "kind"))
    QTest.keyClick(table.view, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    joints = robot(window).joints
    assert (joints[5].a, joints[5].limits) == (joints[1].a, joints[1].limits)
    assert list(window.session.history) == ["Paste of PUMA 560"]


def test_pasted_cells_make_rows_and_bad_ones_are_marked(window, table) -> None:
    table.view.go((5, "a"))
    table.paste("0.1\t45\n0.2\tbad\n")
    assert robot(window).n == 7
    assert robot(window).joints[6].a == 0.2
    assert table.model.find((6, "alpha")).data(REASON)
    window.actions_["undo"].trigger()
    assert robot(window).n == 6
    assert not window.session.history


def test_a_table_from_latex_is_shown_before_it_replaces(window, table) -> None:
    QGuiApplication.clipboard().setText(LATEX)
    table.view.go((0, "a"))
    QTest.keyClick(table.view, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(QDialog, "paste_table")
    assert robot(window).n == 6
    assert dialog.preview.rowCount() == 3
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    joints = robot(window).joints
    assert [joint.kind for joint in joints] == ["revolute", "revolute", "prismatic"]
    assert joints[1].a == pytest.approx(0.432, abs=1e-15)
    assert joints[0].alpha == radians(90)
    window.actions_["undo"].trigger()
    assert robot(window).n == 6


def test_the_paste_dialog_begins_with_a_table_on_the_clipboard(window, table) -> None:
    for text, shown in ((LATEX, LATEX), ("0\t90\t0.4\tq1\n", "0\t90\t0.4\tq1\n"), ("a word", "")):
        QApplication.clipboard().setText(text)
        table.offer_table()
        dialog = window.findChild(QDialog, "paste_table")
        assert dialog.text.toPlainText() == shown
        assert dialog.button.isEnabled() is bool(shown)
        dialog.setParent(None)


def test_fast_typing_keeps_the_robot_in_view(window, table) -> None:
    for column, text in (("a", "3"), ("d", "9"), ("d", "30")):
        table.view.go((1, column))
        keys(table.view, text)
        press(table.view, Key.Key_Return)
        window.clock.tick(0.03)
    settle()
    window.clock.tick(1.0)
    view = window.viewport
    state = window.session.state
    seen = project(state.view.camera, scene_points(state), view.width(), view.height())[:, :2]
    assert (seen >= 0).all()
    assert (seen <= (view.width(), view.height())).all()


def test_a_bad_cell_of_a_pasted_table_is_named(window, table) -> None:
    table.offer_table(LATEX.replace("432", "4x2"))
    dialog = window.findChild(QDialog, "paste_table")
    assert not dialog.button.isEnabled()
    assert "row 3, column 2" in dialog.notice.text
    assert dialog.preview.item(1, 1).toolTip()
    dialog.text.setPlainText(LATEX)
    assert dialog.button.isEnabled()
    dialog.close()


CRANE = """\
a\talpha\td\ttheta\tlower\tupper
0\t0\t1\t0\t-100\t100
0.3\t90\t0\t90\t-5\t60
0\t90\t0\t0\t-1.5\t5
"""


def choose(button) -> None:
    at = QPoint(8, button.height() // 2)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def crane(window) -> None:
    window.session.edit(
        "Crane",
        lambda d: replace(d, robots=(replace(d.robots[0], robot=blank("RRP"), unit="m"),)),
    )


@pytest.mark.parametrize("zeros", [True, False])
def test_a_pasted_table_keeps_kinds_and_asks_what_its_own_numbers_are(window, table, zeros) -> None:
    crane(window)
    table.offer_table(CRANE)
    dialog = window.findChild(QDialog, "paste_table")
    assert dialog.kinds.text() == "RRP"
    assert not dialog.button.isEnabled()
    assert "zeros or a posture" in dialog.notice.text
    assert "offsets θ₂ 90°" in dialog.zeros.text()
    assert "θ₂ = 90° is 30° beyond its limit" in dialog.posture.text()
    choose(dialog.zeros if zeros else dialog.posture)
    shown = dialog.preview.item(1, 3).text()
    assert shown == ("90  →  θ₂ + 90°" if zeros else "90  →  θ₂, at 90°")
    assert ("beyond its limit" in dialog.notice.text) is not zeros
    assert "5  →  5 m" in dialog.preview.item(2, 5).text()
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    joints = robot(window).joints
    assert [joint.kind for joint in joints] == ["revolute", "revolute", "prismatic"]
    own = (joints[1].home, joints[1].offset)
    assert own == pytest.approx((0, pi / 2) if zeros else (pi / 2, 0))
    posture = window.session.state.postures[window.session.state.document.robots[0].id]
    assert posture[1] == pytest.approx(0.0 if zeros else pi / 2)


def test_kinds_are_asked_where_rows_do_not_fit_and_are_typed(window, table) -> None:
    crane(window)
    table.offer_table("0\t0\t1\t0\n0.3\t90\t0\t0\n0\t90\t0\t0\n0\t0\t0\t0\n")
    dialog = window.findChild(QDialog, "paste_table")
    assert not dialog.button.isEnabled()
    assert "name the prismatic joints" in dialog.notice.text
    QTest.keyClicks(dialog.kinds, "rprr")
    assert "P" in dialog.preview.item(1, 2).text() or "b₂" in dialog.preview.item(1, 2).text()
    choose(dialog.posture)
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert [joint.kind for joint in robot(window).joints][1] == "prismatic"


def test_plain_rows_that_fit_the_table_are_asked_about_too(window, table) -> None:
    plain = "\n".join(["0\t90\t0.2\t0"] * 5 + ["0\t0\t0\t-90"])
    table.view.go((0, "a"))
    table.paste(plain)
    dialog = window.findChild(QDialog, "paste_table")
    assert dialog is not None
    dialog.close()
    # Somewhere else they are cells.
    before = len(robot(window).joints)
    table.view.go((3, "a"))
    table.paste(plain)
    assert len(robot(window).joints) == before + 3


def test_a_unit_that_can_hardly_be_meant_is_asked_about_and_cured(window, table) -> None:
    table.offer_table("a\talpha\td\ttheta\n365\t-1.5708\t0\tq1\n80\t0\t100\tq2\n")
    dialog = window.findChild(QDialog, "paste_table")
    assert "The arm would be 545 m long" in dialog.doubt.text()
    assert "α₁ would be −1.5708°" in dialog.doubt.text()
    dialog.doubt.linkActivated.emit("length mm")
    assert "545" not in dialog.doubt.text()
    dialog.doubt.linkActivated.emit("angle rad")
    assert dialog.doubt.isHidden()
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert robot(window).joints[0].a == pytest.approx(0.365)
    assert robot(window).joints[0].alpha == pytest.approx(-1.5708)


def test_the_preview_of_latex_shows_the_offset(window, table) -> None:
    table.offer_table(LATEX.replace(r"$\theta_2$", r"$\theta_2 - \pi/2$"))
    dialog = window.findChild(QDialog, "paste_table")
    assert dialog.preview.item(1, 4).text().endswith("→  θ₂ − 90°")


def test_what_pasted_columns_hold_is_chosen_in_their_headings(window, table) -> None:
    text = "first\tsecond\tthird\tfourth\n400\t90\t100\tq1\n300\t0\t0\tq2"
    table.offer_table(text)
    dialog = window.findChild(QDialog, "paste_table")
    assert "choose the columns in their headings" in dialog.notice.text

    def pick(box, words: str) -> None:
        box.setFocus()
        box.setCurrentIndex(box.findText(words))
        box.activated.emit(box.currentIndex())

    for index, words in enumerate(("a", "α", "b", "θ")):
        pick(dialog.heads.boxes[index][0], words)
    assert dialog.button.isEnabled()
    assert dialog.preview.item(0, 0).text() == "400  →  400 m"
    pick(dialog.heads.boxes[0][1], "mm")
    assert dialog.preview.item(0, 0).text() == "400  →  0.4 m"
    assert dialog.preview.item(0, 2).text() == "100  →  100 m"
    # What another column held goes to the one it is taken from.
    pick(dialog.heads.boxes[2][0], "a")
    assert [box.currentText() for box, _ in dialog.heads.boxes] == ["b", "α", "a", "θ"]
    pick(dialog.heads.boxes[2][1], "mm")
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    joints = robot(window).joints
    assert [x for one in joints for x in (one.a, one.d)] == pytest.approx([0.1, 0.4, 0.0, 0.3])


# -- what is beside the table ----------------------------------------------------------------


def test_a_convention_is_converted_exactly_or_read_anew(window, table) -> None:
    before = robot(window)
    q = np.array(window.session.state.postures["PUMA 560"])
    table.facts.convert("modified")
    after = robot(window)
    assert {joint.convention for joint in after.joints} == {"modified"}
    assert np.allclose(fkine(after, q), fkine(before, q), atol=1e-12)
    assert window.session.state.postures["PUMA 560"] == tuple(q)
    assert window.statusBar().conventions.text().startswith("modified DH")
    window.actions_["undo"].trigger()
    table.facts.reread("modified")
    assert [joint.a for joint in robot(window).joints] == [joint.a for joint in before.joints]
    assert not np.allclose(fkine(robot(window), q), fkine(before, q), atol=1e-3)
    assert window.actions_["undo"].text() == "Undo Read as modified DH"


def test_a_unit_changes_numbers_and_not_the_robot(window, table) -> None:
    before = robot(window)
    table.facts.unit.setCurrentText("mm")
    table.facts.unit.activated.emit(table.facts.unit.findText("mm"))
    assert shown(table, 1, "a") == "431.8"
    assert robot(window).joints == before.joints
    assert window.session.state.document.robots[0].unit == "mm"


def test_the_tool_is_typed_and_one_visit_is_one_step(window, table) -> None:
    QTest.mouseClick(table.facts.ends, Qt.MouseButton.LeftButton)
    field = table.facts.tool.fields[2]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.1")
    assert robot(window).tool[2, 3] == 0.1
    yaw = table.facts.tool.fields[5]
    QTest.keyClick(field, Key.Key_Tab)
    yaw.setFocus()
    yaw.selectAll()
    QTest.keyClicks(yaw, "90")
    assert np.allclose(robot(window).tool[:2, :2], [[0, -1], [1, 0]], atol=1e-15)
    QTest.keyClick(yaw, Key.Key_Return)
    yaw.selectAll()
    QTest.keyClicks(yaw, "9x")
    assert yaw.state == "invalid"
    assert table.notice.text
    QTest.keyClick(yaw, Key.Key_Escape)
    assert np.allclose(robot(window).tool[:2, :2], [[0, -1], [1, 0]], atol=1e-15)
    assert yaw.state == ""


def test_names_and_notes(window, table) -> None:
    QTest.mouseClick(table.facts.notes, Qt.MouseButton.LeftButton)
    table.facts.name.selectAll()
    QTest.keyClicks(table.facts.name, "Arm")
    QTest.keyClick(table.facts.name, Key.Key_Return)
    assert robot(window).name == "Arm"
    assert table.subtitle.text() == "Arm"
    field = table.facts.words["source"]
    field.selectAll()
    QTest.keyClicks(field, "a book")
    assert robot(window).source == "a book"
    assert len(window.session.history) == 2


# -- many joints -----------------------------------------------------------------------------


def test_64_joints_are_usable(make_window, tmp_path: Path) -> None:
    link = "{ a = 0.05 b = 0.01 al = 90 th = 5 }\n"
    file = tmp_path / "snake.arch"
    file.write_text('name = "snake"\n' + MAX_JOINTS * link, encoding="utf-8")
    window = make_window(str(file))
    table = window.robot_table
    table.begin((63, "a"))
    assert not table.row_actions["add"].isEnabled()
    assert not table.row_actions["duplicate"].isEnabled()
    keys(table.view, "0.5")
    press(table.view, Key.Key_Return)
    assert robot(window).joints[63].a == 0.5
    table.add()
    assert robot(window).n == MAX_JOINTS


def test_without_a_robot_the_table_is_empty(window, table) -> None:
    window.actions_["remove"].trigger()
    assert table.model.rowCount() == 0
    assert not table.facts.isEnabled()
    table.paste("1\t2")
    table.add()
    assert not window.session.state.document.robots
    window.actions_["undo"].trigger()
    assert table.model.rowCount() == 6


def test_the_view_follows_a_robot_that_grows_but_not_a_chosen_view(window, table) -> None:
    distance = window.session.state.view.camera.distance
    table.view.go((1, "a"))
    keys(table.view, "3")
    press(table.view, Key.Key_Return)
    # A busy machine may take more than one pause to look.
    for _ in range(20):
        settle()
        window.clock.tick(1.0)
        if window.session.state.view.camera.distance != distance:
            break
    window.clock.tick(1.0)
    grown = window.session.state.view.camera
    assert grown.distance > 1.5 * distance
    from dataclasses import replace

    close = replace(grown, distance=0.3)
    window.session.look(camera=close)
    keys(table.view, "5")
    press(table.view, Key.Key_Return)
    settle()
    window.clock.tick(1.0)
    assert window.session.state.view.camera == close


def test_a_second_click_offers_the_kinds(window, table) -> None:
    from PySide6.QtWidgets import QMenu

    at = table.view.visualRect(table.model.find((1, "kind"))).center()
    for _ in range(2):
        QTest.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    menu = table.view.findChild(QMenu)
    assert [action.text().split("\t")[0] for action in menu.actions()] == [
        "Revolute",
        "Prismatic",
        "Helical",
    ]
    menu.actions()[1].trigger()
    menu.close()
    assert robot(window).joints[1].kind == "prismatic"
