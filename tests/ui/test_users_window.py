"""Each feature once, from its command to its result, in one window as users have it.

All panels are there, edges are smooth and collisions are watched; other files try the features one
by one, and in windows that have little else to do.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLineEdit

from rvs.collision import workspace as collision_workspace
from rvs.engine.jacobians import fkine
from rvs.study.simulate.run import CONTACT
from rvs.ui.commands import things as thing_commands
from rvs.ui.paper import commands as figure_commands
from rvs.ui.paper.model_dialog import ModelDialog
from rvs.ui.paper.plot_dialog import PlotDialog
from rvs.ui.paper.report_dialog import ReportDialog
from rvs.ui.widgets.ask_dialog import NameDialog

from .hands import click, in_dialogs, press, type_into

pytestmark = [pytest.mark.ui, pytest.mark.users]
LONG = 8_000
PUMA = "PUMA 560"


class User:
    """Somebody at the window, who opens panels by their commands and waits for what comes."""

    def __init__(self, window, qtbot, folder: Path, monkeypatch) -> None:
        self.window, self.qtbot, self.folder = window, qtbot, folder
        self.patch = monkeypatch

    def panel(self, name: str):
        """Open a panel by its command; it is seen in front."""
        self.window.desk.call(name)
        found = self.window.desk.dock(name)
        self.until(found.isVisible)
        assert not found.visibleRegion().isEmpty(), name
        return found

    def until(self, done: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(done()), timeout=LONG)

    def press(self, panel, tip: str) -> None:
        """Click the button of a panel that says this of itself."""
        buttons = panel.findChildren(QAbstractButton)
        click(next(one for one in buttons if one.isVisible() and one.toolTip().startswith(tip)))

    def call(self, action: str) -> None:
        self.window.actions_[action].trigger()

    def find(self, text: str) -> None:
        """Do what the palette finds first."""
        keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(self.window, Qt.Key.Key_P, keys)
        QTest.keyClicks(self.window.palette_.field, text)
        QTest.keyClick(self.window.palette_.field, Qt.Key.Key_Return)

    def name(self, text: str) -> None:
        """Answer the dialog that asks for a name."""
        dialog = next(d for d in self.window.findChildren(NameDialog) if d.isVisible())
        type_into(dialog.name, text)

    def dialog(self, action: str, kind):
        self.call(action)
        (found,) = self.window.findChildren(kind)
        return found

    def saves_to(self, name: str) -> Path:
        """Answer the next dialogs that ask for a file to write."""
        path = self.folder / name
        self.patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        return path

    @property
    def state(self):
        return self.window.session.state

    @property
    def document(self):
        return self.state.document

    @property
    def posture(self) -> np.ndarray:
        return np.array(self.state.postures[PUMA])

    @property
    def tool(self) -> np.ndarray:
        return fkine(self.document.robots[0].robot, self.posture)


def joints(user: User) -> None:
    before = user.posture
    type_into(user.panel("joints").rows[0].field, "12")
    assert np.rad2deg(user.posture[0]) == pytest.approx(12.0)
    assert user.posture[1:] == pytest.approx(before[1:])


def tool_pose(user: User) -> None:
    type_into(user.panel("tool_pose").fields[2], "0.7")
    assert user.tool[2, 3] == pytest.approx(0.7, abs=1e-6)


def postures(user: User) -> None:
    panel = user.panel("postures")
    user.press(panel, "Store the current posture")
    user.name("mine")
    assert "mine" in [one.name for one in panel.postures]


def things(user: User) -> None:
    user.panel("things")
    view = user.window.viewport
    thing_commands.add(user.window.desk, "table", QPointF(view.width() * 0.8, view.height() * 0.7))
    user.until(lambda: user.document.things)


def collisions(user: User) -> None:
    panel = user.panel("collision")
    # The watch is on from the start.
    assert panel.live.isChecked()
    user.until(lambda: user.window.collisions.check is not None)
    user.until(lambda: panel.pairs.topLevelItemCount() > 0)


def trajectory(user: User) -> None:
    user.find("puma560-place")
    playback = user.window.trajectory.playback
    assert playback.loaded is not None
    start = user.posture
    user.call("play")
    user.until(lambda: playback.playing)
    user.window.clock.tick(0.5)
    user.until(lambda: not np.allclose(user.posture, start))
    playback.pause()


def drives(user: User) -> None:
    panel = user.panel("drives")
    user.until(lambda: panel.table.rowCount() == 6)
    assert panel.table.item(1, 0).text().endswith("N m")


def program(user: User) -> None:
    panel = user.panel("program")
    press(panel, "teach")
    type_into(user.panel("joints").rows[0].field, "30")
    user.panel("program")
    press(panel, "teach")
    assert len(user.document.programs[0].steps) == 2
    press(panel, "run")
    user.until(
        lambda: user.window.trajectory.playback.loaded.name == user.document.programs[0].name
    )
    user.window.trajectory.playback.pause()


def dexterity(user: User) -> None:
    panel = user.panel("dexterity")
    user.until(lambda: panel.values["Characteristic length L"].text().endswith(" m"))


def numbers(user: User) -> None:
    panel = user.panel("numbers")
    shown = [float(cell.text().replace("\N{MINUS SIGN}", "-")) for cell in panel.cells]
    assert np.reshape(shown, panel._shape) == pytest.approx(user.tool, abs=5e-5)


def workspace(user: User) -> None:
    panel = user.panel("workspace")
    # The first level: the finer ones take seconds.
    first = collision_workspace.searching
    user.patch.setattr(
        collision_workspace, "searching", lambda *a, **k: first(*a, **{**k, "levels": 1})
    )
    click(panel.button)
    user.until(lambda: not user.window.desk.workspace.running and panel.found is not None)
    assert panel.values["Size"].text().split()[1] == "m³"


def dh_studio(user: User) -> None:
    panel = user.panel("dh_studio")
    press(panel, "first")
    press(panel, "next")
    assert panel.studio.at == 1.0
    panel.closer.click()


def console(user: User) -> None:
    panel = user.panel("console")
    QTest.keyClicks(panel.field, f'rvs.set_joint("{PUMA}", 1, a=0.5)')
    panel.field.popup.hide()
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    user.until(lambda: user.document.robots[0].robot.joints[1].a == 0.5)


def history(user: User) -> None:
    steps = len(user.window.session.history)
    user.call("undo")
    assert len(user.window.session.history) == steps - 1
    assert user.document.robots[0].robot.joints[1].a != 0.5


def bookmarks(user: User) -> None:
    panel = user.panel("marks")
    in_dialogs(lambda dialog: type_into(dialog.findChild(QLineEdit), "from here"))
    user.press(panel, "Store the current view as a bookmark")
    assert [mark.name for mark in user.document.bookmarks] == ["from here"]


def figure(user: User) -> None:
    user.call("export_figure")
    window = figure_commands.figure_window(user.window.desk)
    user.until(lambda: not window.maker.busy and window.preview.sharp)
    window.close()


def plot(user: User) -> None:
    dialog = user.dialog("export_plot", PlotDialog)
    path = user.saves_to("plot.pdf")
    click(dialog.button)
    user.until(lambda: path.is_file() and not dialog.busy)
    dialog.close()


def report(user: User) -> None:
    dialog = user.dialog("report", ReportDialog)
    for name, box in dialog.parts.items():
        box.setChecked(name == "table")
    path = user.saves_to("report.pdf")
    click(dialog.button)
    user.until(lambda: path.is_file() and not dialog.busy)
    dialog.close()


def robot_table(user: User) -> None:
    user.call("edit_robot")
    user.until(user.window.desk.dock("robot_table").isVisible)


def full_model(user: User) -> None:
    user.call("edit_model")
    user.until(user.window.desk.dock("body_editor").isVisible)
    user.call("edit_model")


def exchange(user: User) -> None:
    path = user.saves_to("arm.urdf")
    dialog = user.dialog("export_model", ModelDialog)
    dialog.format.setCurrentIndex(dialog.format.findText("URDF", Qt.MatchFlag.MatchStartsWith))
    click(dialog.button)
    user.until(lambda: path.is_file() and not dialog.busy)
    dialog.close()


def simulate(user: User) -> None:
    panel = user.panel("simulate")
    panel.form.fields["stop"].boxes[CONTACT].setChecked(False)
    click(panel.start)
    user.until(lambda: panel.simulations.latest is not None)
    user.window.desk.playback.pause()
    assert user.window.desk.playback.loaded.name.endswith("(simulated)")


FEATURES = (
    *(joints, tool_pose, postures, things, collisions, trajectory, drives, program, dexterity),
    *(numbers, workspace, dh_studio, console, history, bookmarks, figure, plot, report, exchange),
    *(simulate,),
)


def test_every_feature_works_in_the_window_of_users(
    make_window, qtbot, tmp_path, monkeypatch, asked
) -> None:
    user = User(make_window("puma560"), qtbot, tmp_path, monkeypatch)
    failed: dict[str, BaseException] = {}
    for feature in FEATURES:
        try:
            feature(user)
        except (Exception, pytest.fail.Exception) as error:
            # One that fails hides none of the others.
            failed[feature.__name__] = error
    assert not failed, failed
