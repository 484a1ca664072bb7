"""The panel Simulate: let go, drive, compare, live with a hand that pulls; by mouse and keys."""

from dataclasses import replace
from threading import current_thread, main_thread

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from rvs.files.library import load_robot
from rvs.files.motions.jtraj import read_jtraj
from rvs.model.motions.rates import rates
from rvs.scene.items import Label
from rvs.scripting.simulations import Simulate
from rvs.study.simulate.run import CONTACT, LIMITS
from rvs.ui.commands import trajectories
from rvs.ui.commands.files import show_robot

from .hands import click, settle, type_into
from .said import loaded_by

pytestmark = pytest.mark.ui
LONG = 30_000


@pytest.fixture
def panel(make_window, qtbot):
    window = make_window("puma560", size=(1400, 1000))
    window.actions_["simulate"].trigger()
    settle()
    panel = window.panels["simulate"]
    # collisions have tests of their own; what they are made of takes a while
    panel.form.fields["stop"].boxes[CONTACT].setChecked(False)
    return panel


def choose(combo, words: str) -> None:
    """Choose with the keys, as somebody does who tabs there."""
    combo.setFocus()
    row = combo.findText(words)
    assert row >= 0
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(row):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentText() == words


def simulated(panel, qtbot):
    """Start a run; return it when it is over."""
    before = panel.simulations.latest
    click(panel.start)
    qtbot.waitUntil(lambda: panel.simulations.latest not in (before, None), timeout=LONG)
    panel._desk.playback.pause()
    return panel.simulations.latest


def state(panel):
    return panel._desk.session.state


def test_the_robot_is_let_go_played_saved_and_undone(panel, qtbot, tmp_path) -> None:
    desk = panel._desk
    start = state(panel).postures["PUMA 560"]
    panel.form.fields["friction"].box.setChecked(False)
    run = simulated(panel, qtbot)
    assert run.outcome.stopped.startswith("Joint ")
    assert panel.notice.text == run.outcome.stopped
    assert desk.playback.loaded.name == "No control (simulated)"
    assert run.outcome.energy_drift < 1e-8
    # Plots of torques have the rates of the run, and no differences of its rows.
    assert run.trajectory.rated
    assert rates(run.trajectory)[0] == pytest.approx(run.outcome.qd)
    desk.playback.seek(desk.playback.duration)
    assert state(panel).postures["PUMA 560"] == pytest.approx(run.outcome.q[-1])
    path = tmp_path / "fall.jtraj"
    assert trajectories.save(desk, desk.playback.loaded, path)
    rows = read_jtraj(path, load_robot("puma560"))
    assert rows.trajectory.rows.array == pytest.approx(run.outcome.q)
    click(panel.reset)
    assert state(panel).postures["PUMA 560"] == pytest.approx(start)


def test_what_is_told_of_a_run_is_told_beside_its_robot_alone(panel, qtbot) -> None:
    run = simulated(panel, qtbot)
    words = panel.notice.text
    assert words == run.outcome.stopped
    assert panel.keep.isEnabled()
    panel._desk.window.actions_["duplicate_robot"].trigger()
    session = panel._desk.session
    first, second = (one.id for one in session.state.document.robots)
    session.select((second,))
    assert panel.notice.text == ""
    assert not panel.keep.isEnabled()
    session.select((first,))
    assert panel.notice.text == words
    assert panel.keep.isEnabled()


def test_locked_joints_stay(panel, qtbot) -> None:
    click(panel.form.locks[1])
    assert panel.form.locked == {1}
    run = simulated(panel, qtbot)
    assert np.ptp(run.outcome.q[:, 1]) == 0.0


def test_a_law_steps_to_a_posture_with_gains_that_are_typed(panel, qtbot) -> None:
    form = panel.form
    choose(
        form.law,
        "Computed torque",
    )
    assert list(form.gains) == ["kp", "kd", "ki"]
    assert form.gains["kp"].text() == "225"
    type_into(form.gains["kp"], "100")
    type_into(form.gains["kd"], "20 20 20 20 20 20")
    choose(form.goal, "Step to another posture")
    other = state(panel).document.robots[0].named[1]
    choose(form.posture, other.name)
    type_into(form.duration, "1")
    run = simulated(panel, qtbot)
    assert run.outcome.wanted.q[-1] == pytest.approx(other.q)
    assert run.outcome.t[-1] == pytest.approx(1.0)
    assert np.abs(run.outcome.error[-1]).max() < 0.1 * np.abs(run.outcome.error[0]).max()
    assert "root mean square" in panel.notice.text
    click(form.suggest)
    assert form.gains["kp"].text() == "225"


def test_a_wrong_gain_is_told_and_does_not_count(panel) -> None:
    choose(panel.form.law, "PD")
    field = panel.form.gains["kp"]
    type_into(field, "1 2")
    assert field.property("state") == "invalid"
    assert "expected 1 or 6 numbers, got 2" in field.toolTip()
    type_into(field, "-4")
    assert "0 or more" in field.toolTip()
    assert panel.form.own_gains == {}


def test_a_loaded_motion_is_followed_and_runs_are_compared(panel, qtbot) -> None:
    desk, form = panel._desk, panel.form
    assert "none is loaded" in form.goal.itemText(2)
    choice = next(c for c in trajectories.of_robot(state(panel).document.robots[0])[0]
                  if c.path.stem == "puma560-place")  # fmt: skip
    assert trajectories.load(desk, choice.path)
    assert form.goal.itemText(2) == "Follow puma560-place"
    choose(form.law, "PD")
    choose(form.goal, "Follow puma560-place")
    type_into(form.duration, "1")
    plain = simulated(panel, qtbot)
    click(panel.keep)
    choose(
        form.law,
        "Computed torque",
    )
    better = simulated(panel, qtbot)
    assert form.goal.itemText(2) == "Follow puma560-place"
    assert better.outcome.error_rms.max() < 0.2 * plain.outcome.error_rms.max()
    assert panel.simulations.beside is plain
    desk.playback.seek(0.5)
    quantity = desk.panels["trajectory"].quantity
    ghosts = panel.ghost.items(state(panel))
    assert [one.text for one in ghosts if isinstance(one, Label)] == ["PD"]
    for words in ("Simulated torques", "Simulated errors", "Simulated energy"):
        quantity.setCurrentIndex(quantity.findText(words))
        (plot,) = desk.plotted.plots(500)
        assert {curve.dashed for curve in plot.curves} == {True, False}
    torques = desk.plotted.offers[[w for w, *_ in desk.plotted.offers].index("Simulated torques")][
        1
    ]
    (plot,) = torques()
    peak = np.abs(better.outcome.torque[:, 1]).max()
    assert max(map(abs, plot.curves[1].y)) == pytest.approx(peak)
    click(panel.forget)
    assert panel.ghost.items(state(panel)) == ()


def test_hard_conditions_count(panel, qtbot) -> None:
    form = panel.form
    choose(
        form.law,
        "Computed torque",
    )
    type_into(form.duration, "0.5")
    calm = simulated(panel, qtbot)
    error, push = form.fields["model_error"], form.fields["push"]
    error.box.setChecked(True)
    type_into(error.control, "30")
    push.box.setChecked(True)
    type_into(push.control, "0 0 -100")
    worse = simulated(panel, qtbot)
    assert worse.outcome.error_rms.max() > 100 * calm.outcome.error_rms.max()


def test_a_robot_without_masses_is_offered_some(panel, qtbot) -> None:
    assert show_robot(panel._desk, "rediestro")
    qtbot.waitUntil(panel.offer.isVisible)
    assert not panel.start.isEnabled()
    assert not panel.start_live.isEnabled()
    assert show_robot(panel._desk, "puma560")
    qtbot.waitUntil(lambda: panel.start.isEnabled())
    assert not panel.offer.isVisible()


def test_live_the_robot_falls_is_pulled_and_can_be_reset(panel, qtbot) -> None:
    desk, view = panel._desk, panel._desk.viewport
    start = state(panel).postures["PUMA 560"]
    panel.form.fields["stop"].boxes[LIMITS].setChecked(False)
    click(panel.start_live)
    assert panel.live.running
    desk.clock.tick(0.1)
    assert panel.live.time == pytest.approx(0.1, abs=0.05)
    assert state(panel).postures["PUMA 560"][1] < start[1]
    click(panel.pause)
    assert panel.live.paused
    at = forearm(view)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(view, at + QPoint(8, -8))
    QTest.mouseMove(view, at + QPoint(60, -120))
    pull = panel.live.pull
    assert pull is not None
    assert pull.link == 3
    low = state(panel).postures["PUMA 560"][1]
    click(panel.pause)
    for _ in range(10):
        desk.clock.tick(0.05)
    assert state(panel).postures["PUMA 560"][1] > low
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at + QPoint(60, -120))
    assert panel.live.pull is None
    click(panel.reset)
    assert not panel.live.running
    assert state(panel).postures["PUMA 560"] == start


def test_a_live_run_becomes_a_motion_and_is_one_step(panel) -> None:
    desk = panel._desk
    panel.form.fields["stop"].boxes[LIMITS].setChecked(False)
    steps = len(desk.session.history)
    click(panel.start_live)
    for _ in range(6):
        desk.clock.tick(0.05)
    click(panel.start_live)
    assert not panel.live.running
    assert len(desk.session.history) == steps + 2
    assert desk.playback.loaded.name == "No control, live (simulated)"
    assert desk.playback.loaded.trajectory.pushes is None
    # It stays where it came to, and the next live run begins where that one began.
    assert desk.playback.own_time == pytest.approx(desk.playback.duration)
    assert desk.playback.duration == pytest.approx(0.3, abs=0.06)


def test_a_live_run_ends_when_its_robot_changes(panel) -> None:
    desk = panel._desk
    click(panel.start_live)
    desk.clock.tick(0.02)
    placed = state(panel).document.robots[0]
    heavier = replace(placed, robot=placed.robot.replace(gravity=(0, 0, -1.6)))
    desk.session.edit("Moon", lambda document: replace(document, robots=(heavier,)))
    desk.clock.tick(0.02)
    assert not panel.live.running


def forearm(view) -> QPoint:
    """A place of the view where link 3 is."""
    for y in range(40, view.height() - 40, 6):
        for x in range(40, view.width() - 40, 6):
            hit = view.pointer.hit(QPointF(x, y))
            if hit is not None and hit.owner[1:] == ("link", 3):
                return QPoint(x, y)
    raise AssertionError("link 3 is not in sight")


def test_bodies_are_prepared_beside_the_window_and_that_is_said(panel, qtbot, monkeypatch) -> None:
    at_work, said, run = [], [], Simulate.run

    def noted(*arguments):
        at_work.append(current_thread())
        return run(*arguments)

    monkeypatch.setattr(Simulate, "run", noted)
    monkeypatch.setattr(panel, "_say", lambda words, icon="": said.append(words))
    panel.form.fields["stop"].boxes[CONTACT].setChecked(True)
    click(panel.start_live)
    assert panel.live.running
    click(panel.start_live)
    panel._desk.playback.pause()
    simulated(panel, qtbot)
    assert len(at_work) == 2
    assert main_thread() not in at_work
    assert any("bodies" in words for words in said)


def test_what_a_fall_does_not_have_is_said_where_its_plot_would_be(panel, qtbot) -> None:
    simulated(panel, qtbot)
    desk, plots = panel._desk, panel._desk.panels["trajectory"]
    words = list(desk.plotted.words)
    plots.quantity.setCurrentIndex(words.index("Simulated errors"))
    assert plots.none.isVisible()
    assert "without a control law has no errors" in plots.none.text()
    plots.quantity.setCurrentIndex(words.index("Simulated energy"))
    assert not plots.none.isVisible()
    plots.quantity.setCurrentIndex(words.index("Simulated errors"))
    assert plots.none.isVisible()


def test_a_run_that_begins_while_the_last_one_plays_follows_the_same_motion(panel, qtbot) -> None:
    desk, form = panel._desk, panel.form
    choice = next(
        c for c in trajectories.choices() if c.path.stem == "puma560-place"
    )  # fmt: skip
    assert trajectories.load(desk, choice.path)
    choose(form.law, "PD")
    choose(form.goal, "Follow puma560-place")
    for _ in range(2):
        before = panel.simulations.latest
        click(panel.start)
        qtbot.waitUntil(lambda: panel.simulations.latest not in (before, None), timeout=LONG)  # noqa: B023
        assert desk.playback.playing
    assert form.goal.itemText(2) == "Follow puma560-place"


def test_runs_are_lines_that_make_them_again(panel, qtbot) -> None:
    window = panel._desk.window
    type_into(panel.form.duration, "0.4")
    panel.form.fields["friction"].box.setChecked(False)
    fell = simulated(panel, qtbot)
    line, again = loaded_by(window)
    assert "friction=False" in line
    assert np.array_equal(again.rows.array, fell.trajectory.rows.array)

    place = next(one for one in trajectories.choices() if one.name == "puma560-place")
    assert trajectories.load_for(panel._desk, place)
    choose(panel.form.law, "PD")
    choose(panel.form.goal, "Follow puma560-place")
    driven = simulated(panel, qtbot)
    line, again = loaded_by(window)
    assert 'motion=rvs.motion(robot="PUMA 560")' in line
    assert np.array_equal(again.rows.array, driven.trajectory.rows.array)
