"""The trajectory panel: load, play, scrub, step, plots and what is beyond limits."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.files.storage.locations import bundled_folder
from rvs.scene.annotate.trace import tool_path
from rvs.scene.camera import project
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.saving import opening
from rvs.ui.widgets.steps.timeline import ticks

pytestmark = pytest.mark.ui

LEFT = Qt.MouseButton.LeftButton


def load(window, name: str):
    choice = next(one for one in trajectory_commands.choices() if one.name == name)
    assert trajectory_commands.load_for(window.desk, choice)
    return window.trajectory.playback


@pytest.fixture
def playback(window):
    return load(window, "puma560-place")


def posture(window) -> tuple[float, ...]:
    placed = window.session.state.document.robots[0]
    return window.session.state.postures[placed.id]


def write(path: Path, rows: list[list[float]], dt: float = 0.5, head: str = "") -> Path:
    lines = [" ".join(map(str, row)) for row in rows]
    path.write_text(f"dt = {dt}\n{head}" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


# -- loading ---------------------------------------------------------------------------------


def test_the_list_names_those_of_the_robot_first(window) -> None:
    window.trajectory.menu.aboutToShow.emit()
    texts = [action.text() for action in window.trajectory.menu.actions()]
    own = texts[: texts.index("")]
    assert "puma560-place" in own
    assert all(name.startswith("puma560") for name in own)


def test_loading_goes_to_the_first_row_and_undo_back(window, playback) -> None:
    panel = window.trajectory
    assert panel.isVisible()
    assert panel.subtitle.text() == "puma560-place"
    assert np.rad2deg(posture(window)) == pytest.approx([30, 45, -160, 0, -65, 0], abs=1e-6)
    assert window.session.state.motion is playback.loaded.trajectory
    assert panel.transport.now.text() == "0.00"
    assert panel.transport.whole.text() == f"/ {playback.duration:.2f} s"
    assert not window.session.dirty
    window.actions_["undo"].trigger()
    placed = window.session.state.document.robots[0]
    assert posture(window) == tuple(placed.robot.home.tolist())


@pytest.mark.parametrize("name", ["right", "PUMA 560"])
@pytest.mark.parametrize("moves", [True, False])
def test_a_cell_that_is_opened_plays_nothing_of_the_one_before(
    window, playback, tmp_path, project_root, name, moves
) -> None:
    text = (project_root / "work_env" / "two-pumas.rvs").read_text(encoding="utf-8")
    rest, motion = "program" if moves else "trajectory", {"left"} if moves else set()
    path = tmp_path / "cell.rvs"
    path.write_text(text.split(f'{rest} "')[0].replace("right", name), encoding="utf-8")
    assert opening.open_all(window.desk, [str(path)])
    assert set(playback.tracks) == motion
    assert (window.session.state.motion is not None) == moves


def test_the_way_of_the_tool_comes_into_view(window, qtbot) -> None:
    load(window, "stanford-coil")
    loaded = window.trajectory.playback.loaded

    def all_seen() -> bool:
        window.clock.tick(0.3)
        view = window.viewport
        way = tool_path(loaded.placed, loaded.trajectory)[1]
        camera = window.session.state.view.camera
        seen = project(camera, way, view.width(), view.height())[:, :2]
        return bool(((seen >= -1) & (seen <= (view.width() + 1, view.height() + 1))).all())

    qtbot.waitUntil(all_seen, timeout=3000)


def test_one_of_another_robot_shows_that_robot(window) -> None:
    playback = load(window, "rediestro-circle")
    assert window.session.state.document.robots[0].robot.n == 7
    assert playback.player.repeat == "ping-pong"
    assert window.trajectory.transport.mode.currentText() == "Ping-pong"


def test_a_broken_file_is_told_and_nothing_is_loaded(window, tmp_path: Path) -> None:
    file = write(tmp_path / "bad.jtraj", [[1, 2, 3]])
    assert not trajectory_commands.open_file(window.desk, file)
    assert window.trajectory.playback.loaded is None
    assert any("3 numbers" in message.text for message in window.messages.messages)


def test_the_trajectory_goes_with_its_robot(window, playback, qtbot) -> None:
    window.actions_["remove"].trigger()
    qtbot.waitUntil(lambda: playback.player is None)
    assert window.session.state.motion is None
    assert not window.actions_["play"].isEnabled()


def test_the_grips_of_a_program_are_its_own(window, qtbot) -> None:
    window.open([str(bundled_folder() / "work_env" / "pick-and-place.rvs")])
    window.actions_["run_all"].trigger()
    playback, line = window.trajectory.playback, window.trajectory.timeline
    qtbot.waitUntil(lambda: len(playback.grips) == 1)
    playback.pause()
    (grip,) = playback.grips
    middle = line.x_of_own((grip.take + grip.release) / 2)
    assert line.grips_at(middle)[0].startswith(f"Holds the payload from {grip.take:.2f} s")
    assert not line.grips_at(line.x_of_own(grip.take / 2))

    # Another motion carries what the robot carries, which is nothing to be saved.
    load(window, "puma560-place")
    assert playback.grips == ()
    assert window.session.state.document.robots[0].payload is not None
    assert window.windowTitle() == "pick-and-place.rvs – RVS"
    window.actions_["run_all"].trigger()
    assert playback.grips == (grip,)


def test_times_of_grips_that_a_cell_kept_from_before_do_not_count(window, tmp_path, qtbot) -> None:
    bundled = bundled_folder() / "work_env" / "pick-and-place.rvs"
    cell = tmp_path / "before.rvs"
    text = bundled.read_text(encoding="utf-8")
    assert "grips = [ 3.628, 9.309 ]" in text
    text = text.replace("grips = [ 3.628, 9.309 ]", "grips = [ 0.5, 1 ]")
    cell.write_text(text, encoding="utf-8")
    window.open([str(cell)])
    window.actions_["run_all"].trigger()
    playback, tool = window.trajectory.playback, window.tool
    qtbot.waitUntil(lambda: len(playback.grips) == 1)
    playback.pause()
    (grip,) = playback.grips
    assert grip.take == pytest.approx(3.628, abs=0.01)
    assert window.windowTitle() == "before.rvs – RVS"
    tool.call()
    assert tool.marks.text().startswith(f"Held from {grip.take:.2f} s")
    playback.seek(0.2)
    tool.take.click()
    assert "change its steps" in tool.told.text()
    assert playback.grips == (grip,)


# -- playing ---------------------------------------------------------------------------------


def test_space_plays_and_pauses_where_nothing_else_needs_it(window, playback) -> None:
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Space)
    assert playback.playing
    window.clock.tick(1.5)
    assert playback.time == pytest.approx(1.5)
    window.trajectory.timeline.setFocus()
    QTest.keyClick(window.trajectory.timeline, Qt.Key.Key_Space)
    assert not playback.playing
    window.library.search.setFocus()
    QTest.keyClick(window.library.search, Qt.Key.Key_Space)
    assert window.library.search.text() == " "
    assert not playback.playing


def test_the_circle_button_plays_at_the_chosen_speed_without_a_trace(window, playback) -> None:
    steps = len(window.session.steps)
    transport = window.trajectory.transport
    assert transport.play.accessibleName() == "Play"
    QTest.mouseClick(transport.play, LEFT)
    assert transport.play.accessibleName() == "Pause"
    transport.speed.setFocus()
    QTest.keyClick(transport.speed, Qt.Key.Key_End)
    transport.speed.activated.emit(transport.speed.currentIndex())
    assert playback.player.speed == 4.0
    window.clock.tick(0.5)
    assert playback.time == pytest.approx(2.0)
    assert window.session.state.playhead == pytest.approx(2.0)
    expected = playback.loaded.trajectory.posture(2.0)
    assert posture(window) == pytest.approx(expected)
    assert len(window.session.steps) == steps
    assert not window.session.dirty
    window.clock.tick(100.0)
    assert not playback.playing
    assert playback.time == playback.duration


def test_ping_pong_and_loop(window, playback) -> None:
    playback.set_repeat("ping-pong")
    playback.play()
    window.clock.tick(playback.duration + 1.0)
    assert playback.time == pytest.approx(playback.duration - 1.0)
    assert window.trajectory.transport.reverse.isChecked() == (not playback.player.forward)
    playback.set_repeat("loop")
    playback.player.forward = True
    window.clock.tick(1.5)
    assert playback.time == pytest.approx(0.5)


def test_backwards(window, playback) -> None:
    playback.seek(2.0)
    QTest.mouseClick(window.trajectory.transport.reverse, LEFT)
    playback.play()
    window.clock.tick(0.5)
    assert playback.time == pytest.approx(1.5)
    assert window.actions_["play_reverse"].isChecked()


def test_who_moves_a_joint_by_hand_stops_the_player(window, playback) -> None:
    playback.play()
    window.clock.tick(0.5)
    window.joints.rows[0].moved.emit(0.3)
    assert not playback.playing
    window.clock.tick(0.5)
    assert posture(window)[0] == 0.3


# -- the time line ---------------------------------------------------------------------------


def test_the_mouse_scrubs(window, playback, drag) -> None:
    line = window.trajectory.timeline
    drag(line, (line.x_of(1.0), 35), (line.x_of(2.0), 35), (line.x_of(4.0), 35))
    assert playback.time == pytest.approx(4.0, abs=0.05)
    assert posture(window) == pytest.approx(playback.loaded.trajectory.posture(playback.time))
    drag(line, (line.x_of(4.0), 35), (line.width() + 50, 35))
    assert playback.time == playback.duration


def test_keys_step_rows_keyframes_and_to_the_ends(window, playback) -> None:
    line, dt = window.trajectory.timeline, playback.loaded.trajectory.dt
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Right)
    QTest.keyClick(line, Qt.Key.Key_Right)
    assert playback.time == pytest.approx(2 * dt)
    QTest.keyClick(line, Qt.Key.Key_Left)
    assert playback.time == pytest.approx(dt)
    QTest.keyClick(line, Qt.Key.Key_PageDown)
    assert playback.time == playback.loaded.keys[1]
    QTest.keyClick(line, Qt.Key.Key_End)
    assert playback.time == playback.duration
    QTest.keyClick(line, Qt.Key.Key_Home)
    assert playback.time == 0.0
    QTest.mouseClick(window.trajectory.transport.on, LEFT)
    assert playback.time == pytest.approx(dt)


def test_what_is_beyond_limits_is_marked_and_told(window, tmp_path: Path) -> None:
    rows = [[0] * 6, [100] + [0] * 5, [200] + [0] * 5, [100] + [0] * 5, [0] * 6]
    trajectory_commands.open_file(window.desk, write(tmp_path / "far.jtraj", rows))
    panel = window.trajectory
    line, loaded = panel.timeline, panel.playback.loaded
    one = next(v for v in loaded.violations if v.joint == 0 and v.quantity == "position")
    assert one.start == pytest.approx(0.8)
    assert "beyond limits" in panel.transport.notice.text
    assert one in line.violations_at(line.x_of(1.0))
    assert one not in line.violations_at(line.x_of(0.3))
    picture = line.grab().toImage()
    ratio = picture.devicePixelRatio()
    inside, outside = (
        {
            picture.pixelColor(round((line.x_of(t) + i) * ratio), round(51 * ratio)).name()
            for i in range(-4, 5)
        }
        for t in (1.0, 0.3)
    )
    assert len(inside) > 1, "a hatch has more than one color"
    assert len(outside) == 1
    assert panel.plots.canvases[0].plot.bands


def test_ticks_are_round_and_apart() -> None:
    assert list(ticks(6.0, 700.0)) == [0, 1, 2, 3, 4, 5, 6]
    assert list(ticks(0.0, 700.0)) == []
    assert len(list(ticks(1e6, 300.0))) <= 4


# -- plots -----------------------------------------------------------------------------------


def test_the_cursor_of_the_plot_goes_with_the_player_both_ways(window, playback, drag) -> None:
    canvas = window.trajectory.plots.canvases[0]
    playback.seek(5.0)
    middle = canvas._cursor.geometry().center().x()
    line = window.trajectory.timeline
    across = line.mapTo(window, QPoint(round(line.x_of(5.0)), 0)).x()
    assert canvas.mapTo(window, QPoint(middle, 0)).x() == pytest.approx(across, abs=3)
    area = canvas.viewport()
    drag(area, (canvas.x_of(5.0), 30), (canvas.x_of(7.0), 30), (canvas.x_of(9.0), 30))
    assert playback.time == pytest.approx(9.0, abs=0.05)


def test_velocities_accelerations_and_one_joint_alone(window, playback) -> None:
    panel = window.trajectory
    assert len(panel.plots.canvases[0].plot.curves) == 6
    panel.quantity.setCurrentIndex(1)
    assert "velocity" in panel.plots.canvases[0].plot.title
    panel.quantity.setCurrentIndex(0)
    QTest.mouseClick(panel.legend.buttons[1], LEFT)
    plot = panel.plots.canvases[0].plot
    assert [curve.name for curve in plot.curves] == ["θ₂"]
    assert [band.side for band in plot.bands] == ["y", "y"]
    QTest.mouseClick(panel.legend.buttons[1], LEFT)
    assert len(panel.plots.canvases[0].plot.curves) == 6


def test_plots_follow_units_and_theme(window, playback, qtbot) -> None:
    from rvs.ui.widgets.plot_view import Canvas

    window.desk.settings.change(angle="rad")
    assert window.trajectory.plots.canvases[0].plot.y.unit == "rad"
    window.desk.settings.change(theme="dark")
    assert len(window.trajectory.plots.canvases) == 1
    qtbot.waitUntil(window.trajectory.plots.canvases[0].isVisible)
    assert not any(isinstance(w, Canvas) for w in QApplication.topLevelWidgets())


def test_unloading_leaves_the_robot_where_it_is(window, playback) -> None:
    playback.seek(3.0)
    there = posture(window)
    window.actions_["unload_trajectory"].trigger()
    assert posture(window) == there
    assert window.session.state.motion is None
    assert window.trajectory.subtitle.text() == ""


def wheel(widget, x: float, notches: int, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    at = QPointF(x, widget.height() / 2)
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            at, widget.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip


def test_the_wheel_zooms_line_and_plots_together(window, playback) -> None:
    panel = window.trajectory
    line, canvas = panel.timeline, panel.plots.canvases[0]
    middle = playback.duration / 2
    x = line.x_of(middle)
    wheel(line, x, 4)
    assert line.span.zoomed
    assert line.time_at(x) == pytest.approx(middle)
    left = canvas.mapTo(window, QPoint(round(canvas.x_of(middle)), 0)).x()
    assert abs(left - line.mapTo(window, QPoint(round(x), 0)).x()) <= 2
    assert canvas.viewRange()[0] == pytest.approx([line.span.begin, line.span.end])
    begin = line.span.begin
    wheel(line, x, -1, Qt.KeyboardModifier.ShiftModifier)
    assert line.span.begin > begin
    playback.seek(0.0)
    assert line.span.begin == 0.0, "the play head stays in sight"
    QTest.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton)
    assert not line.span.zoomed


def test_values_under_the_mouse_are_told(window, playback, hover) -> None:
    plots = window.trajectory.plots
    canvas = plots.canvases[0]
    time = playback.duration / 3
    hover(canvas.viewport(), canvas.x_of(time), canvas.height() / 2)
    assert plots.readout.isVisible()
    told = {row[0]: row[1] for row in plots.readout.rows}
    shown = canvas.time_at(round(canvas.x_of(time)))
    posture = playback.loaded.trajectory.posture(shown)
    first = float(told["θ₁"].rstrip("°").replace("−", "-"))
    assert first == pytest.approx(np.degrees(posture[0]), abs=0.2)
    QApplication.sendEvent(canvas.viewport(), QEvent(QEvent.Type.Leave))
    assert not plots.readout.isVisible()


def test_labels_of_the_ruler_come_back_when_the_bubble_has_passed(window, playback) -> None:
    line = window.trajectory.timeline
    for time in np.linspace(4.0, 6.5, 26):
        playback.seek(float(time))
        QApplication.processEvents()
    # What stands on the screen was painted bit by bit, the picture is painted as a whole.
    corner = line.mapTo(window, QPoint(round(line.x_of(5.0)) - 30, 4))
    size = QSize(60, 16)
    screen = window.screen().grabWindow(window.winId(), corner.x(), corner.y(), 60, 16)
    whole = window.grab(QRect(corner, size))
    gray = QImage.Format.Format_Grayscale8
    seen, wanted = (one.toImage().convertToFormat(gray) for one in (screen, whole))
    pixels = [(x, y) for x in range(60) for y in range(16)]
    assert len({wanted.pixel(x, y) for x, y in pixels}) > 5, "a label is there"
    assert all(seen.pixel(x, y) == wanted.pixel(x, y) for x, y in pixels)


def test_plots_of_the_tool_name_their_own_curves(window, playback) -> None:
    panel = window.trajectory
    panel.quantity.setCurrentIndex(panel.quantity.findText("Tool position"))
    assert [button.text() for button in panel.legend.buttons] == ["x", "y", "z"]
    panel.quantity.setCurrentIndex(panel.quantity.findText("Tool speed"))
    assert len(panel.plots.canvases) == 2
    panel.quantity.setCurrentIndex(0)
    assert panel.legend.buttons[0].text() == "θ₁"


def test_torques_are_plotted_and_one_joint_has_its_parts(window, playback) -> None:
    from rvs.bodies.dynamic import dynamic_robot
    from rvs.model.motions.loads import load_along

    panel, placed = window.trajectory, playback.loaded.placed
    panel.quantity.setCurrentIndex(panel.quantity.findText("Torques"))
    load = load_along(dynamic_robot(placed), playback.loaded.trajectory)
    (canvas,) = panel.plots.canvases
    assert [line.name for line in canvas.plot.curves] == [f"θ{number}" for number in "₁₂₃₄₅₆"]
    assert max(canvas.plot.curves[1].y) == pytest.approx(load.torques[:, 1].max())
    panel.quantity.setCurrentIndex(panel.quantity.findText("Relative torques"))
    QTest.mouseClick(panel.legend.buttons[1], LEFT)
    (canvas,) = panel.plots.canvases
    gravity = next(line for line in canvas.plot.curves if line.name == "gravity")
    assert max(gravity.y) == pytest.approx(load.parts["gravity"][:, 1].max())
    texts = [button.text() for button in panel.legend.buttons]
    assert texts[:6] == [f"θ{number}" for number in "₁₂₃₄₅₆"]
    assert "gravity" in texts
    assert "total" in texts
    # one joint is always shown; the chosen one goes on alone in other plots
    panel.quantity.setCurrentIndex(0)
    assert len(panel.legend.buttons) == 6


def test_torques_of_a_robot_without_masses_offer_some(window) -> None:
    from rvs.bodies.masses import weighed
    from rvs.bodies.robot_body import shown_body
    from rvs.model.document import change_robot

    load(window, "scara-flower")
    panel, session = window.trajectory, window.session
    panel.quantity.setCurrentIndex(panel.quantity.findText("Torques"))
    assert panel.offer.isVisible()
    assert panel.offer.button.isVisible()
    assert not panel.plots or not panel.plots.isVisible()
    placed = session.state.document.robots[0]
    robot = weighed(placed.robot, shown_body(placed, "full"))
    session.edit("Weigh", lambda document: change_robot(document, placed.id, robot=robot))
    window.clock.tick(1.0)
    assert not panel.offer.isVisible()
    assert [canvas.plot.y.text for canvas in panel.plots.canvases] == ["torque (N m)", "force (N)"]
