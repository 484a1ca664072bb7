"""A description whose meshes lie elsewhere, opened in the window: where they are is asked once."""

from __future__ import annotations

import pytest
import trimesh
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.files.trees import file_reach
from rvs.model.current import current_robot
from rvs.ui import file_dialogs
from rvs.ui.commands import files
from rvs.ui.saving import opening
from rvs.ui.saving.descriptions import FindMeshes

from .hands import in_dialogs

pytestmark = pytest.mark.ui


def link(name: str) -> str:
    look = f'<geometry><mesh filename="package://arm_pkg/meshes/{name}.stl"/></geometry>'
    return f'<link name="{name}"><visual>{look}</visual></link>'


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.setattr(file_reach, "_NAMED", [])
    monkeypatch.setattr(FindMeshes, "without", set())
    joint = (
        '<joint name="j" type="continuous"><parent link="base"/><child link="hand"/>'
        '<origin xyz="0.5 0 0"/><axis xyz="0 1 0"/></joint>'
    )
    (tmp_path / "robot").mkdir()
    path = tmp_path / "robot" / "arm.urdf"
    path.write_text(f'<robot name="arm">{link("base")}{link("hand")}{joint}</robot>')
    meshes = tmp_path / "else" / "meshes"
    meshes.mkdir(parents=True)
    for name in ("base", "hand"):
        trimesh.creation.box(extents=(0.1, 0.2, 0.3)).export(meshes / f"{name}.stl")
    return path


def answered(act) -> list[str]:
    """Do something with the dialog once it is there; return what it listed."""
    listed: list[str] = []

    def reply(dialog) -> None:
        listed.extend(dialog.files.item(k).text() for k in range(dialog.files.count()))
        try:
            act(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    in_dialogs(reply)
    return listed


def press(button) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_folder_of_meshes_is_asked_for_once_and_remembered(window, arm, monkeypatch):
    chosen = [arm.parent, arm.parent.parent / "else"]
    monkeypatch.setattr(file_dialogs, "choose_folder", lambda *_: chosen.pop(0))
    said: list[str] = []

    def act(dialog) -> None:
        press(dialog.button)
        said.append(dialog.notice.text)
        press(dialog.button)

    listed = answered(act)
    assert opening.open_all(window.desk, [str(arm)])
    assert listed == [f"package://arm_pkg/meshes/{name}.stl" for name in ("base", "hand")]
    assert said == [f"None of them is in {arm.parent}"]
    placed = current_robot(window.session.state)
    assert {part.shape for one in placed.body.links for part in one.parts} == {"mesh"}
    assert window.desk.settings.preferences.mesh_folders == (str(arm.parent.parent / "else"),)
    # A second robot of that kind asks nothing.
    again = arm.with_name("again.urdf")
    again.write_text(arm.read_text())
    assert files.loaded_robots(window.desk, str(again))[0].body is not None


def test_going_on_without_meshes_is_said_and_not_asked_again(window, arm):
    answered(lambda dialog: press(dialog.cancel))
    assert opening.open_all(window.desk, [str(arm)])
    assert current_robot(window.session.state).body is None
    texts = [one.text for one in window.desk.messages.messages]
    assert any("base.stl' is missing, looked for in" in text for text in texts)
    assert files.loaded_robots(window.desk, str(arm))[0].body is None
