"""Meshes of a description are read beside the window, which can give that up."""

from __future__ import annotations

from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
import trimesh
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog, QPushButton

from rvs.files.trees import tree_body
from rvs.model.current import current_robot
from rvs.ui.saving import opening

from .hands import in_dialogs

pytestmark = pytest.mark.ui

LINK = '<link name="{0}"><visual><geometry><mesh filename="{0}.stl"/></geometry></visual></link>'
JOINT = (
    '<joint name="j" type="continuous"><parent link="base"/><child link="hand"/>'
    '<origin xyz="0.5 0 0"/><axis xyz="0 1 0"/></joint>'
)


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    links = LINK.format("base") + LINK.format("hand")
    path.write_text(f'<robot name="arm">{links}{JOINT}</robot>', encoding="utf-8")
    for name in ("base", "hand"):
        trimesh.creation.box(extents=(0.1, 0.2, 0.3)).export(tmp_path / f"{name}.stl")
    return path


class Slow:
    """Reads meshes once it may, and knows in which thread the first time was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.threads, read = Event(), [], tree_body.read_mesh

        def waiting(path: Path):
            self.threads.append(current_thread())
            assert self.go.wait(60)
            return read(path)

        monkeypatch.setattr(tree_body, "read_mesh", waiting)


def while_waiting(window, act) -> None:
    """Do something with the dialog that says that it reads, once that is there."""

    def look(dialog) -> None:
        assert dialog is window.findChild(QProgressDialog, "waiting")
        act(dialog)

    in_dialogs(look, waiting=True)


def test_the_window_answers_while_meshes_are_read(window, arm, monkeypatch) -> None:
    slow, seen = Slow(monkeypatch), []

    def look(dialog: QProgressDialog) -> None:
        seen.append(dialog.labelText())
        slow.go.set()

    while_waiting(window, look)
    assert opening.open_all(window.desk, [str(arm)])
    assert seen == ["Reading the meshes of arm.urdf…"]
    assert slow.threads[0] is not main_thread()
    robot = current_robot(window.session.state)
    assert robot is not None
    assert robot.robot.name == "arm"


def test_reading_can_be_stopped(window, arm, monkeypatch) -> None:
    slow, before = Slow(monkeypatch), window.session.state.document

    def stop(dialog: QProgressDialog) -> None:
        (button,) = dialog.findChildren(QPushButton)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    while_waiting(window, stop)
    try:
        assert not opening.open_all(window.desk, [str(arm)])
    finally:
        slow.go.set()
    assert window.session.state.document is before
    assert not window.desk.messages.messages
