"""The panel for optimum design: watched, stepped, accepted and let go of by real events."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QStyle, QStyleOptionComboBox

from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.formats import Report, check_file
from rvs.files.library import load_robot
from rvs.files.placed_robot import opened
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.refs import NOTHING
from rvs.model.robots.designing import Frame, Wish, best_start, open_cells, problem_of
from rvs.scene.camera import axes, project
from rvs.study.design.design import Step
from rvs.study.design.goals import GOALS
from rvs.ui.saving.save_robot import SaveRobot
from rvs.ui.widgets.design.tables import PICTURE
from rvs.ui.widgets.table.model import FREE

from .hands import click, settle, type_into

pytestmark = pytest.mark.ui
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    window.actions_["edit_robot"].trigger()
    window.actions_["design"].trigger()
    # One start is enough for what these tests look at.
    page = window.design.page
    page.form.starts.show_value(1.0)
    return page


def tick(box) -> None:
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert box.isChecked()


def wait_for_end(qtbot, panel) -> None:
    click(panel.go)
    assert panel.run.running
    qtbot.waitUntil(lambda: not panel.run.running, timeout=30000)


def watched(window, panel) -> None:
    """Let the time go by in which all steps are seen."""
    for _ in range(1000):
        if not panel.run.playing:
            return
        window.clock.tick(1.0)


def shown_poses(window) -> list:
    solids = [item for item in window.viewport.scene().items if hasattr(item, "pose")]
    return [item.pose.round(6).tolist() for item in solids if item.owner[:1] == ("PUMA 560",)]


def test_from_the_puma_to_isotropy_and_back(window, panel, qtbot) -> None:
    session, robot = window.session, window.session.state.document.robot("PUMA 560").robot
    document, first = session.state.document, shown_poses(window)
    wait_for_end(qtbot, panel)
    click(panel.stepper.buttons["play"])
    assert not panel.run.playing
    click(panel.stepper.buttons["first"])
    assert panel.run.at == 0
    start = panel.run.frame.step.condition
    click(panel.stepper.buttons["next"])
    assert panel.run.at == 1
    assert panel.run.frame.step.condition < start
    assert shown_poses(window) != first
    click(panel.stepper.buttons["previous"])
    assert panel.run.at == 0
    click(panel.stepper.buttons["play"])
    watched(window, panel)
    assert panel.run.at == len(panel.run.track) - 1
    assert "κ = 1.00000000" in panel.words.text()
    QTest.keyClick(panel.stepper.slider, Qt.Key.Key_Home)
    assert panel.run.at == 0
    QTest.keyClick(panel.stepper.slider, Qt.Key.Key_End)
    assert session.state.document is document
    assert not session.history
    frame = panel.run.frame
    click(panel.accept)
    assert session.history == ["Accept a design of PUMA 560"]
    made = session.state.document.robot("PUMA 560").robot
    J = jacobian(made, np.array(session.state.postures["PUMA 560"]))
    J[3:] /= frame.step.length
    assert np.linalg.cond(J) == pytest.approx(1.0, abs=1e-4)
    assert "full model can't follow" in panel.notice.text
    gone = [k for k, joint in enumerate(made.joints) if joint.limits != robot.joints[k].limits]
    assert gone
    for k in gone:
        assert joint_symbol(robot.joints[k], k) in panel.notice.text
    assert "the masses of the joints" in panel.notice.text
    session.undo()
    assert not panel.notice.text
    assert session.state.document.robot("PUMA 560").robot is robot
    assert shown_poses(window) == first


@pytest.mark.parametrize("at", [0, 3, -1])
def test_cancelled_the_document_is_as_before(window, panel, qtbot, at) -> None:
    before, seen = window.session.state, shown_poses(window)
    wait_for_end(qtbot, panel)
    panel.run.go(at % len(panel.run.track))
    assert (shown_poses(window) != seen) or at == 0
    click(panel.cancel)
    assert window.session.state is before
    assert shown_poses(window) == seen
    assert panel.form.isVisible()


def test_marks_in_the_table_choose_what_moves(window, panel, qtbot) -> None:
    table = window.robot_table
    view, model = table.view, table.model
    assert "18 of 18" in panel.free.text()
    index = model.find((1, "a"))
    at = view.visualRect(index)
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(at.left() + 8, at.center().y()))
    assert index.data(FREE) is False
    assert "17 of 18" in panel.free.text()
    view.setFocus()
    view.go((1, "alpha"))
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert model.find((1, "alpha")).data(FREE) is False
    assert model.find((0, "theta")).data(FREE) is None
    # Some of its steps, since they take long with so many free.
    click(panel.go)
    qtbot.waitUntil(lambda: len(panel.run.track) > 6, timeout=30000)
    panel.run.go(len(panel.run.track))
    made = panel.run.frame.robot.joints
    assert (made[1].a, made[1].alpha) == (0.4318, 0.0)
    assert made[2].a != 0.0203
    click(panel.cancel)
    click(panel.all_held)
    assert "0 of 18" in panel.free.text()
    window.design.close()
    assert index.data(FREE) is None


def test_a_robot_without_a_design_says_why(window, panel) -> None:
    session = window.session
    for row in range(6):
        window.robot_table.model.type_all({(row, "alpha"): "0"}, "Type")
    click(panel.all_held)
    document = session.state.document
    click(panel.go)
    assert "all axes stay parallel to each other" in panel.notice.text
    assert panel.run.placed is None
    assert session.state.document is document


def test_an_edit_of_the_robot_lets_go_of_the_design(window, panel, qtbot) -> None:
    wait_for_end(qtbot, panel)
    window.robot_table.model.type_all({(0, "d"): "0.5"}, "Type")
    assert panel.run.placed is None
    assert "discarded" in panel.notice.text


def test_options_are_kept(window, panel, qtbot) -> None:
    form = panel.form
    for name, value in (("longest", "0.3"), ("rounding", "0.02"), ("length", "0.15")):
        tick(form.limits[name].box)
        field = form.limits[name].field
        type_into(field, value)
    tick(form.wrist)
    wait_for_end(qtbot, panel)
    panel.run.go(len(panel.run.track))
    frame = panel.run.frame
    lengths = np.array([(joint.a, joint.d) for joint in frame.robot.joints])
    assert np.abs(lengths).max() <= 0.3 + 1e-9
    assert np.allclose(lengths / 0.02, np.round(lengths / 0.02), atol=1e-6)
    assert frame.step.length == pytest.approx(0.15)
    assert lengths[3, 0] == lengths[4, 0] == lengths[4, 1] == 0.0
    assert "κ was" in panel.words.text()


def test_modified_tables_stay_modified(window, panel, qtbot) -> None:
    window.robot_table.facts.convert("modified")
    assert "16 of 16" in panel.free.text()
    assert panel.form.hold_tool.isEnabled()
    before = window.session.state.document.robots[0].robot.tool
    for held in (True, False):
        panel.form.hold_tool.setChecked(held)
        wait_for_end(qtbot, panel)
        panel.run.go(len(panel.run.track))
        frame = panel.run.frame
        assert {joint.convention for joint in frame.robot.joints} == {"modified"}
        assert np.allclose(frame.robot.tool, before, atol=1e-12) is held
        assert frame.step.condition == pytest.approx(_condition(frame.robot, frame), abs=1e-6)
        # what is shown is what is computed, tool and all
        assert frame.step.condition == pytest.approx(_condition(_shown(panel), frame), abs=2e-3)
        assert (frame.step.condition < 1.001) is not held
        click(panel.cancel)


def _condition(robot: Robot, frame) -> float:
    J = jacobian(robot, robot.home)
    J[3:] /= frame.step.length
    return float(np.linalg.norm(J) * np.linalg.norm(np.linalg.inv(J))) / 6


def _shown(panel) -> Robot:
    """The robot as the table of the design says it, in m and degrees."""
    cells = [
        [panel.numbers.item(r, c).text().replace("−", "-") for c in range(1, 5)]
        for r in range(panel.numbers.rowCount())
    ]
    a, b, alpha, theta = np.array([[float(text) for text in row] for row in cells[:-1]]).T
    tool = pose(p=[float(text.split()[1]) for text in cells[-1][:3]])
    return Robot.from_dh(
        a, np.radians(alpha), b, np.radians(theta), convention="modified", tool=tool
    )


def test_cells_of_modified_rows_belong_to_the_link_before() -> None:
    robot = load_robot("puma560").robot.to_dh("modified")
    cells = open_cells(robot)
    assert (0, "a") not in cells
    found = problem_of(robot, tuple(robot.home.tolist()), Wish(frozenset({(2, "a")})))
    assert found.freedom.free[:, 0].tolist() == [False, True, False, False, False, False]


def test_candidates_stand_beside_each_other(window, panel, qtbot) -> None:
    document = window.session.state.document
    wait_for_end(qtbot, panel)
    for at in (1, 5):
        panel.run.go(at)
        click(panel.keeper)
    table, strip = panel.candidates.table, panel.candidates.strip
    assert [table.item(row, 0).text() for row in range(2)] == ["A", "B"]
    assert float(table.item(1, 1).text()) < float(table.item(0, 1).text())
    click(panel.cancel)
    plain = len(window.viewport.scene().items)
    strip.item(1).setCheckState(Qt.CheckState.Checked)
    assert len(window.viewport.scene().items) > plain
    place = table.visualItemRect(table.item(0, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    assert "Candidate" in panel.words.text()
    assert window.session.state.document is document
    kept = panel.candidates.kept[0].frame
    click(panel.accept)
    assert window.session.state.document.robot("PUMA 560").robot == kept.robot


def ghosts_seen(window) -> tuple[dict, float]:
    """The names beside ghosts with their places, and how far to the right ghosts are."""
    items = window.viewport.scene().items
    names = {item.text: item.at for item in items if " κF " in getattr(item, "text", "")}
    right = axes(window.session.state.view.camera)[0]
    bodies = [item for item in items if hasattr(item, "mesh") and item.owner == NOTHING]
    return names, max((float(item.pose[:3, 3] @ right) for item in bodies), default=0.0)


def keep_two(window, panel, qtbot) -> None:
    wait_for_end(qtbot, panel)
    for at in (1, 5):
        panel.run.go(at)
        click(panel.keeper)
    click(panel.cancel)
    window.clock.tick(1.0)


def test_candidates_in_a_row_beside_the_robot(window, panel, qtbot) -> None:
    state = window.session.state
    keep_two(window, panel, qtbot)
    candidates, camera = panel.candidates, window.session.state.view.camera
    right = axes(camera)[0]
    assert ghosts_seen(window) == ({}, 0.0)
    tick(candidates.beside)
    assert [one.name for one in candidates.ghosts] == ["A", "B"]
    ticks = [candidates.strip.item(row).checkState() for row in range(2)]
    assert ticks == [Qt.CheckState.Checked] * 2
    window.clock.tick(1.0)
    names, far = ghosts_seen(window)
    kappa = [one.frame.step.condition for one in candidates.kept]
    assert list(names) == [f"{name} · κF {k:.4f}" for name, k in zip("AB", kappa, strict=True)]
    first, second = (float(at @ right) for at in names.values())
    assert 0.3 < first < second < far + 0.3
    wide, high = window.viewport.width(), window.viewport.height()
    seen = project(window.session.state.view.camera, np.array(list(names.values())), wide, high)
    assert (seen[:, :2] > 0).all()
    assert (seen[:, :2] < [wide, high]).all()
    click(candidates.beside)
    window.clock.tick(1.0)
    assert window.session.state.view.camera == camera
    within, nearer = ghosts_seen(window)
    assert list(within) == list(names)
    assert nearer < far
    assert window.session.state.document is state.document
    assert not window.session.history


def test_what_is_kept_later_comes_to_the_row_and_ticks_outlive_another_tab(
    window, panel, qtbot
) -> None:
    keep_two(window, panel, qtbot)
    candidates = panel.candidates
    candidates.strip.item(1).setCheckState(Qt.CheckState.Checked)
    tick(candidates.beside)
    assert [one.name for one in candidates.ghosts] == ["B"]
    wait_for_end(qtbot, panel)
    panel.run.go(3)
    click(panel.keeper)
    assert [one.name for one in candidates.ghosts] == ["B", "C"]
    click(window.design.closer)
    assert ghosts_seen(window)[0] == {}
    window.actions_["design"].trigger()
    assert [text[0] for text in ghosts_seen(window)[0]] == ["B", "C"]


def test_pictures_of_candidates_are_large_and_whole(window, panel, qtbot) -> None:
    keep_two(window, panel, qtbot)
    strip = panel.candidates.strip
    qtbot.waitUntil(lambda: not strip.item(1).icon().isNull(), timeout=20000)
    for width in (panel.width(), 260):
        window.resizeDocks([window.design], [width], Qt.Orientation.Horizontal)
        settle()
        places = [strip.visualItemRect(strip.item(row)) for row in range(2)]
        assert all(strip.viewport().rect().contains(place) for place in places)
        assert not places[0].intersects(places[1])
        assert min(places[0].width(), places[0].height()) >= PICTURE
    pixmap = strip.item(1).icon().pixmap(strip.iconSize(), 2.0)
    assert pixmap.width() == 2 * PICTURE


def test_start_stays_in_sight_and_tasks_are_not_cut(make_window) -> None:
    window = make_window(size=(1600, 1000))
    window.actions_["edit_robot"].trigger()
    window.actions_["design"].trigger()
    panel = window.panels["design"].page
    area = window.design.findChild(QScrollArea)
    assert area.verticalScrollBar().maximum() > 0
    for value in (0, area.verticalScrollBar().maximum()):
        area.verticalScrollBar().setValue(value)
        assert panel.go.visibleRegion().boundingRect() == panel.go.rect()
    assert area.horizontalScrollBar().maximum() == 0
    other = window.panels["dexterity"].task
    for combo in (panel.form.task, panel.form.method):
        option = QStyleOptionComboBox()
        combo.initStyleOption(option)
        parts = (QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField)
        room = combo.style().subControlRect(*parts, combo).width()
        texts = [combo.itemText(row) for row in range(combo.count())]
        assert max(map(combo.fontMetrics().horizontalAdvance, texts)) <= room, texts
    words = [[one.itemText(row) for row in range(4)] for one in (panel.form.task, other)]
    assert words[0] == words[1]


def test_nothing_covers_anything_while_the_parts_of_the_page_come(make_window) -> None:
    window = make_window("planar3r", size=(1366, 640))
    window.desk.call("design", "optimum")
    settle()
    page = window.design.page
    type_into(page.form.starts, "2")
    wrong: list[tuple[int, ...]] = []

    def look() -> None:
        if page.stepper.isVisible() and page.curve.geometry().bottom() > page.stepper.y():
            wrong.append(page.curve.geometry().getRect())

    page.run.changed.connect(look)
    click(page.go)
    while page.run.running:
        QApplication.processEvents()
    settle()
    assert not wrong
    for button in (page.accept, page.keeper, page.save, page.cancel):
        assert button.visibleRegion().boundingRect() == button.rect()


def test_several_starts_are_compared(window, panel, qtbot) -> None:
    type_into(panel.form.starts, "3")
    wait_for_end(qtbot, panel)
    assert panel.form.starts.number == 3
    assert len(panel.run.tracks) == 3
    assert panel.starts.rowCount() == 3
    place = panel.starts.visualItemRect(panel.starts.item(2, 1)).center()
    QTest.mouseClick(panel.starts.viewport(), LEFT, pos=place)
    assert panel.run.start == 2
    assert panel.run.frame is panel.run.tracks[2][-1]


def test_the_best_start_is_looked_at_in_the_end_unless_another_was_chosen(
    panel, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr("rvs.ui.work.design_run.best_start", lambda tracks: len(tracks) - 1)
    type_into(panel.form.starts, "3")
    click(panel.all_held)
    wait_for_end(qtbot, panel)
    assert panel.run.start == 2
    click(panel.cancel)
    click(panel.go)
    panel.run.go(0, 0)
    qtbot.waitUntil(lambda: not panel.run.running, timeout=30000)
    assert panel.run.start == 0


def test_the_first_of_the_starts_that_are_as_good_is_the_best() -> None:
    def ended(merit: float) -> list[Frame]:
        step = Step(0, np.zeros((1, 4)), 1.0, merit, merit)
        return [Frame(0, step, Robot.from_dh([1.0], 0, 0, 0), 1.0)]

    assert best_start([ended(1.5), ended(1.0 + 1e-10), ended(1.0)]) == 1
    assert best_start([ended(1.5), ended(1.2)]) == 1


def test_every_field_asks_for_its_own_thing(panel) -> None:
    form = panel.form
    for limit in (*form.limits.values(), *form.goals.values()):
        limit.box.setChecked(True)
    wish = form.wish(frozenset())
    assert [goal.name for goal in wish.goals] == list(GOALS)
    assert {goal.weight for goal in wish.goals} == {1.0}
    asked = (wish.longest, wish.length, wish.reach, wish.rounding, wish.stay)
    assert asked == pytest.approx((0.5, 0.2, 1.5, 0.01, 0.1))


def box_edges(window) -> list:
    items = window.viewport.scene().items
    return [item.points for item in items if item.owner[1:] == ("goal box",)]


def test_goals_with_a_box_that_the_view_shows(window, panel, qtbot) -> None:
    form = panel.form
    assert not form.box.isEnabled()
    tick(form.goals["conditioning"].box)
    tick(form.box.on)
    (edges,) = box_edges(window)
    tool = fkine(robot_now(window), np.array(window.session.state.postures["PUMA 560"]))[:3, 3]
    assert (edges.min(axis=0) < tool).all()
    assert (tool < edges.max(axis=0)).all()
    type_into(form.box.fields[0][0], "0.9")
    type_into(form.box.fields[1][0], "0.8")
    click(panel.go)
    assert "lower corner of the box" in panel.notice.text
    type_into(form.box.fields[0][0], "0.1")
    (edges,) = box_edges(window)
    assert np.unique(edges[:, 0].round(9)).tolist() == [0.1, 0.8]
    wish = form.wish(frozenset())
    assert [goal.name for goal in wish.goals] == ["conditioning"]
    assert (wish.length, wish.reach) == (None, None)
    low, high = wish.goals[0].box
    assert (low[0], high[0]) == pytest.approx((0.1, 0.8))
    tick(form.goals["length"].box)
    click(panel.all_held)
    wait_for_end(qtbot, panel)
    merits = [frame.step.merit for frame in panel.run.track]
    assert min(merits) < merits[0]
    click(panel.cancel)
    QTest.mouseClick(form.box.on, LEFT, pos=QPoint(8, form.box.on.height() // 2))
    assert box_edges(window) == []
    assert form.wish(frozenset()).goals[0].box is None


def robot_now(window):
    return window.session.state.document.robot("PUMA 560").robot


def test_candidates_are_renamed_and_removed(window, panel, qtbot) -> None:
    wait_for_end(qtbot, panel)
    for at in (1, 3, 5):
        panel.run.go(at)
        click(panel.keeper)
    candidates = panel.candidates
    strip = candidates.strip
    assert [one.name for one in candidates.kept] == ["A", "B", "C"]
    strip.item(1).setCheckState(Qt.CheckState.Checked)
    QTest.mouseClick(strip.viewport(), LEFT, pos=strip.visualItemRect(strip.item(1)).center())
    click(candidates.rename)
    editor = strip.findChild(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, "short arm")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: candidates.kept[1].name == "short arm")
    assert [one.name for one in candidates.kept] == ["A", "short arm", "C"]
    assert candidates.table.item(1, 0).text() == "short arm"
    assert [one.name for one in candidates.ghosts] == ["short arm"]
    strip.item(1).setText("A")
    assert strip.item(1).text() == "short arm"
    click(candidates.remove)
    assert [one.name for one in candidates.kept] == ["A", "C"]
    assert candidates.ghosts == ()
    panel.run.go(4)
    click(panel.keeper)
    assert [one.name for one in candidates.kept] == ["A", "C", "B"]
    QTest.mouseClick(strip.viewport(), LEFT, pos=strip.visualItemRect(strip.item(0)).center())
    QTest.keyClick(strip, Qt.Key.Key_Delete)
    assert [one.name for one in candidates.kept] == ["C", "B"]


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_cancelled_while_it_runs_the_document_is_as_before(window, panel, qtbot, steps) -> None:
    before, seen = window.session.state, shown_poses(window)
    type_into(panel.form.starts, "40")
    tick(panel.form.wrist)
    click(panel.all_held)
    click(panel.go)
    qtbot.waitUntil(lambda: len(panel.run.track) > steps, timeout=20000)
    window.clock.tick(0.05 * steps)
    assert panel.run.running
    click(panel.cancel)
    assert not panel.run.running
    settle()
    assert panel.run.tracks == []
    assert window.session.state.document is before.document
    assert window.session.state.postures == before.postures
    assert not window.session.history
    assert shown_poses(window) == seen


def test_a_design_is_saved_as_a_robot_of_its_own(window, panel, qtbot, own_home) -> None:
    document = window.session.state.document
    wait_for_end(qtbot, panel)
    panel.run.go(len(panel.run.track))
    frame = panel.run.frame
    click(panel.save)
    dialog = next(one for one in window.findChildren(SaveRobot) if one.isVisible())
    assert "design" in dialog.name.text()
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    saved = load_robot("PUMA 560 design").robot
    assert np.allclose(saved.to_dh("standard").home, frame.robot.home)
    assert saved.source == "optimum design from PUMA 560"
    assert saved.comment == saved.manufacturer == ""
    # No model, posture or comment of the PUMA stays wrong in it.
    path = own_home / "arch" / "PUMA 560 design.arch"
    assert path.read_text(encoding="utf-8").startswith("/*** PUMA 560 design ***/\n")
    assert check_file(path) == Report()
    kept = opened(str(path))
    assert (kept.named, kept.body) == ((), None)
    assert [joint.a for joint in saved.joints] == [joint.a for joint in frame.robot.joints]
    assert window.session.state.document == document
