"""The panel of what collides: live rows, marks in the view, whole motions, pairs switched off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView

from rvs.bodies.solid import Solid
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose as pose_of
from rvs.model.collision.rules import FLOOR, pair_of
from rvs.model.document import change_robot
from rvs.model.figures.edits import add_figure
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.motion import JointTrajectory
from rvs.model.programs.edits import add_program
from rvs.model.programs.program import Program, Step
from rvs.model.things.edits import add_target, add_thing
from rvs.model.things.thing import TargetFrame, Thing
from rvs.scripting.loaded import Loaded
from rvs.ui.commands.view import write_picture
from rvs.ui.widgets.collision_stretches import Hits
from rvs.ui.widgets.steps.step_line import HITS, HITS_TOP

pytestmark = pytest.mark.ui

INTO = (0.0, 0.3, 2.8, 0.0, 0.0, 0.0)
AWAY = (2.0, 0.3, 2.8, 0.0, 0.0, 0.0)
CRATE = ("crate", "thing")


@pytest.fixture
def panel(window, qtbot):
    robot = window.session.state.document.robots[0].robot
    place = pose_of(p=fkine(robot, INTO)[:3, 3] - [0.0, 0.0, 0.15])
    crate = Thing("crate", "box", place=tuple(map(tuple, place.tolist())))
    window.session.edit("Add", lambda d: add_thing(d, crate))
    window.session.settle()
    window.actions_["collision"].trigger()
    window.collision.live.click()
    pose(window, AWAY)
    qtbot.waitUntil(lambda: window.collisions.check is not None, timeout=20000)
    return window.collision


def pose(window, q) -> None:
    window.session.pose("PUMA 560", q, "Pose")
    window.session.settle()


def met(window):
    return {pair_of(one.a, one.b) for one in window.collisions.near if one.clearance.colliding}


def rows(panel):
    tree = panel.pairs
    count = tree.topLevelItemCount() - 1
    return [[tree.topLevelItem(k).text(c) for c in (0, 1)] for k in range(count)]


def into(window, panel, qtbot) -> None:
    pose(window, INTO)
    qtbot.waitUntil(lambda: bool(met(window)), timeout=20000)


def test_what_collides_is_listed_first_and_marked(window, panel, qtbot) -> None:
    assert panel.live.isChecked()
    assert panel.notice.text.startswith("No collisions; the nearest are 0.02")
    into(window, panel, qtbot)
    first = rows(panel)[0]
    assert "crate" in first[0]
    assert first[1].endswith("m deep")
    assert float(first[1].split()[0]) > 0.0
    assert "collide" in panel.notice.text
    scene = window.viewport.scene()
    tinted = {item.owner for item in scene.items if isinstance(item, Solid) and item.tint}
    assert CRATE in tinted
    assert window.viewport.scene() is scene
    pose(window, AWAY)
    qtbot.waitUntil(lambda: not met(window), timeout=20000)
    assert "No collision" in panel.notice.text


def test_a_saved_picture_shows_what_collides(window, panel, qtbot, tmp_path) -> None:
    into(window, panel, qtbot)
    window.viewport.fit()
    window.clock.tick(1.0)
    red = []
    for live in (True, False):
        panel.live.click() if panel.live.isChecked() != live else None
        qtbot.waitUntil(lambda live=live: bool(met(window)) == live, timeout=20000)
        write_picture(window.desk, tmp_path / "seen.png")
        with Image.open(tmp_path / "seen.png") as picture:
            colors = np.asarray(picture.convert("RGB"), int)
        red.append(int(((colors[..., 0] > 150) & (colors[..., 1] + colors[..., 2] < 180)).sum()))
    assert red[0] > red[1] + 500


def test_a_pair_without_its_tick_is_not_checked_and_undo_brings_it_back(
    window, panel, qtbot
) -> None:
    into(window, panel, qtbot)
    before = met(window)
    item = panel.pairs.topLevelItem(0)
    pair = pair_of(*item.data(0, Qt.ItemDataRole.UserRole))
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert window.session.state.document.collision.ignored == (pair,)
    qtbot.waitUntil(lambda: pair not in met(window), timeout=20000)
    assert window.session.undo_label.startswith("Ignore")
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: met(window) == before, timeout=20000)
    panel.switch(*pair, False)
    panel.reset_pairs()
    assert window.session.state.document.collision.ignored == ()


def test_floor_and_margin_are_kept_in_the_cell(window, panel, qtbot) -> None:
    panel.floor.click()
    assert not window.session.state.document.collision.floor
    qtbot.waitUntil(lambda: FLOOR not in (window.collisions.check.bodies.refs), timeout=20000)
    panel.margin.selectAll()
    QTest.keyClicks(panel.margin, "0.25")
    QTest.keyClick(panel.margin, Qt.Key.Key_Return)
    assert window.session.state.document.collision.margin == 0.25


def test_a_program_is_marked_where_it_collides(window, panel, qtbot) -> None:
    placed = window.session.state.document.robots[0]
    ends = [(-2.0, *INTO[1:]), (2.0, *INTO[1:])]
    document = window.session.state.document
    for name in ("sweep", "other"):
        document = add_program(document, Program(name, placed.id, tuple(map(Step, ends))))
    later = change_robot(document, placed.id, start=0.5)
    window.session.edit("Programs", lambda _: later)
    window.actions_["program"].trigger()
    line, playback = window.program.line, window.trajectory.playback
    QTest.mouseClick(window.program.buttons["run"], Qt.MouseButton.LeftButton)
    playback.pause()
    assert line.hits == Hits()
    low = line.height()
    qtbot.waitUntil(lambda: window.collisions.passage is not None, timeout=60000)
    found = window.collisions.passage.collisions
    assert found
    assert np.allclose(
        [hit[:2] for hit in line.hits.each], [(f.start - 0.5, f.end - 0.5) for f in found]
    )
    assert line.height() > low
    x = line.x_of(sum(line.hits.each[0][:2]) / 2)
    assert "crate" in line.hits_at(x)[0]
    assert line.hits_at(line.x_of(0.0)) == []
    picture = line.grab().toImage()
    scale = picture.devicePixelRatio()

    def red(at: float) -> bool:
        color = picture.pixelColor(round(at * scale), round((HITS_TOP + HITS) * scale))
        return color.red() > color.blue() + 40

    assert red(x)
    assert not red(line.x_of(0.0) + 2)
    window.program.choice.setCurrentText("other")
    window.program.choice.activated.emit(1)
    assert line.hits == Hits()
    assert line.height() == low


def test_a_motion_is_checked_as_a_whole(window, panel, qtbot) -> None:
    placed = window.session.state.document.robots[0]
    start, end = (-2.0, *INTO[1:]), (2.0, *INTO[1:])
    motion = JointTrajectory.evenly(placed.id, [start, end], 2.0)
    window.trajectory.show()
    window.trajectory.playback.load(Loaded("swing", motion, placed))
    qtbot.waitUntil(lambda: window.collisions.passage is not None, timeout=60000)
    passage = window.collisions.passage
    assert passage.collisions
    assert window.trajectory.timeline.hits.each
    first = panel.motion.list.topLevelItem(0)
    place = panel.motion.list.visualItemRect(first).center()
    QTest.mouseClick(panel.motion.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.trajectory.playback.time == pytest.approx(passage.collisions[0].t)
    choice = window.trajectory.quantity
    choice.setCurrentIndex(choice.findText("Clearance"))
    assert [plot.title for plot in window.desk.plotted.plots(100)] == ["Clearance"]
    panel.floor.click()
    assert window.collisions.passage is None


def test_a_motion_that_plays_is_followed_calmly_and_exactly_where_it_pauses(
    window, panel, qtbot, monkeypatch
) -> None:
    placed, watch = window.session.state.document.robots[0], window.collisions
    motion = JointTrajectory.evenly(placed.id, [AWAY, INTO], 2.0)
    window.trajectory.show()
    playback = window.trajectory.playback
    playback.load(Loaded("swing", motion, placed))
    followed = []
    monkeypatch.setattr(watch, "_check_now", lambda state: followed.append(state.playhead))
    watch._cost = 0.0
    playback.play()
    # as fast as no clock ticks
    for _ in range(200):
        playback._step(0.005)
    assert 0 < len(followed) < 100
    playback.pause()
    assert followed[-1] == window.session.state.playhead == playback.time
    playback.seek(0.4)
    assert followed[-1] == 0.4


def test_nothing_is_checked_once_it_is_switched_off(window, panel, qtbot) -> None:
    into(window, panel, qtbot)
    panel.live.click()
    assert window.collisions.near == ()
    assert window.collisions.items(window.session.state) == ()
    assert panel.notice.text == "Not checked; tick the box to check"
    assert window.collision_sign.text() == "Collisions not checked"


def test_solutions_say_whether_they_are_free(window, panel, qtbot) -> None:
    into(window, panel, qtbot)
    window.actions_["solutions"].trigger()
    solutions = window.solutions
    qtbot.waitUntil(lambda: solutions.list.topLevelItemCount() > 0, timeout=20000)
    texts = [
        solutions.list.topLevelItem(k).toolTip(0) for k in range(solutions.list.topLevelItemCount())
    ]
    assert any("crate collide" in text for text in texts)
    count = len(texts)
    solutions.free.click()
    assert solutions.list.topLevelItemCount() < count
    hidden = replace(window.session.state.document.things[0], hidden=True)
    window.session.edit("Hide", lambda d: replace(d, things=(hidden,)))
    qtbot.waitUntil(lambda: solutions.list.topLevelItemCount() > 0, timeout=20000)


def test_collisions_are_checked_from_the_start_and_the_strip_says_so(make_window, qtbot) -> None:
    window = make_window()
    sign = window.collision_sign
    assert sign.text() == "Collisions not checked"
    window.desk.settings.change(collisions=True)
    qtbot.waitUntil(lambda: sign.text() == "No collision", timeout=20000)
    assert not window.collision.isVisible()
    table = Thing("table", "table")
    window.session.edit("Add", lambda d: add_thing(d, table))
    window.session.settle()
    qtbot.waitUntil(lambda: "collision" in sign.text() and sign.text()[0].isdigit(), timeout=20000)
    base = pair_of(("PUMA 560", "link", 0), ("table", "thing"))
    assert base in window.collisions.check.bodies.checked
    QTest.mouseClick(sign, Qt.MouseButton.LeftButton)
    assert window.collision.isVisible()


def test_a_check_of_a_cell_that_has_changed_meanwhile_is_not_taken(window, panel, qtbot) -> None:
    watch = window.collisions
    watch._check_beside()
    job = watch._now._job
    window.session.edit("Remove", lambda d: replace(d, things=()))
    window.session.settle()
    qtbot.waitUntil(lambda: watch._now._job is not job, timeout=20000)
    qtbot.waitUntil(lambda: watch.current, timeout=20000)
    assert watch.check.document is window.session.state.document
    assert not any(CRATE in (one.a, one.b) for one in watch.near)


def test_what_is_known_of_a_motion_goes_when_a_robot_at_rest_moves() -> None:
    from rvs.model.motions.motion import Glide
    from rvs.model.state import State
    from rvs.ui.work.collision_watch import about_motion, same

    motion, postures = Glide("a", (0.0,), (1.0,), 1.0), {"a": (0.0,), "b": (0.0,)}
    state = replace(State(), postures=postures, motion=motion)
    moved = replace(state, postures={**postures, "a": (0.5,)})
    assert same(about_motion(state), about_motion(moved))
    other = replace(state, postures={**postures, "b": (0.5,)})
    assert not same(about_motion(state), about_motion(other))
    assert not same(about_motion(state), about_motion(replace(state, motion=None)))


def test_names_without_room_beside_each_other_stand_below_each_other(window, panel, qtbot) -> None:
    into(window, panel, qtbot)
    item = panel.pairs.topLevelItem(0)
    assert " – " in item.text(0)
    panel.pairs.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
    panel.pairs.header().resizeSection(0, 60)
    assert item.text(0).replace("\n", " ").count(" – ") == 1
    assert "\n" in item.text(0)
    lines = 2 * panel.pairs.fontMetrics().lineSpacing()
    assert panel.pairs.visualItemRect(item).height() > lines + 6


def test_what_is_no_body_starts_no_check_of_the_motion_again(window, panel, qtbot) -> None:
    placed = window.session.state.document.robots[0]
    motion = JointTrajectory.evenly(placed.id, [(-2.0, *INTO[1:]), (2.0, *INTO[1:])], 2.0)
    window.desk.playback.load(Loaded("swing", motion, placed))
    qtbot.waitUntil(lambda: window.collisions.passage is not None, timeout=60000)
    passage = window.collisions.passage
    window.session.edit("Figure", lambda d: add_figure(d, NamedFigure("a")))
    window.session.edit("Place", lambda d: add_target(d, TargetFrame("shelf")))
    window.session.edit("Program", lambda d: add_program(d, Program("p", placed.id, ())))
    assert window.collisions.passage is passage
    window.session.edit("Add", lambda d: add_thing(d, Thing("other", "box")))
    assert window.collisions.passage is not passage


def test_names_along_a_motion_are_read_whole_in_a_narrow_panel(window, panel, qtbot) -> None:
    placed = window.session.state.document.robots[0]
    start, end = (-2.0, *INTO[1:]), (2.0, *INTO[1:])
    motion = JointTrajectory.evenly(placed.id, [start, end], 2.0)
    window.desk.playback.load(Loaded("swing", motion, placed))
    tree = panel.motion.list
    qtbot.waitUntil(lambda: tree.topLevelItemCount() > 0, timeout=60000)
    item = tree.topLevelItem(0)
    line = tree.fontMetrics().horizontalAdvance(item.text(1))
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
    heights = []
    for width in (line + 40, line - 10):
        tree.header().resizeSection(1, width)
        QApplication.processEvents()
        heights.append(tree.visualItemRect(item).height())
    assert heights[1] > heights[0]
    assert heights[1] >= 2 * tree.fontMetrics().lineSpacing()


def test_what_is_not_checked_at_all_is_listed(window, panel, qtbot) -> None:
    group = panel.pairs.topLevelItem(panel.pairs.topLevelItemCount() - 1)
    texts = [group.child(k).text(0) for k in range(group.childCount())]
    assert "Objects and the floor: they do not move" in texts
    assert any(text.endswith("one is mounted on the other") for text in texts)
