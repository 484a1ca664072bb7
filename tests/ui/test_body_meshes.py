"""Mesh files as parts of a full model in the window: chosen, scaled, exchanged, taken back."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from rvs.bodies.robot_body import made_body, solid_body
from rvs.geometry.shape import MESH_SHAPE
from rvs.ui import file_dialogs
from rvs.ui.saving.mesh_import import MeshDialog
from rvs.ui.widgets.fields.combo import Combo

from .hands import type_into

pytestmark = pytest.mark.ui


@pytest.fixture
def editor(window, tmp_path, monkeypatch):
    trimesh.creation.box(extents=(200, 400, 600)).export(tmp_path / "big box.stl")
    trimesh.creation.icosphere(2, 0.3).export(tmp_path / "ball.stl")
    chosen = [tmp_path / "big box.stl", tmp_path / "ball.stl"]
    monkeypatch.setattr(file_dialogs, "open_file", lambda *_: chosen.pop(0))
    window.actions_["edit_model"].trigger()
    window.body_editor.choose(2, "")
    return window.body_editor


def body(window):
    return window.session.state.document.robots[0].body


def accepted(window, qtbot):
    dialog = window.findChild(MeshDialog)
    qtbot.waitUntil(lambda: dialog.button.isEnabled(), timeout=5000)
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    dialog.setParent(None)


def edges(window, name):
    robot = window.session.state.document.robots[0].robot
    made = made_body(body(window), robot)
    at = [part for _, part in made.places].index(name)
    return np.ptp(made.meshes[at].vertices, axis=0)


def test_a_mesh_is_added_scaled_exchanged_and_taken_back(window, editor, qtbot):
    before = body(window)
    editor.add(MESH_SHAPE)
    accepted(window, qtbot)
    assert editor.part.id == "big box"
    assert editor.part.mesh.path.endswith("big box.stl")
    assert np.allclose(edges(window, "big box"), [0.2, 0.4, 0.6])
    assert "big box.stl" in [label.text() for label in editor.form.findChildren(QLabel)]
    type_into(editor.form.fields["z"], "0.5")
    assert np.allclose(edges(window, "big box"), [0.2, 0.4, 0.3])
    buttons = editor.form.findChildren(QPushButton)
    # A form that was there before goes a little later.
    choose = [one for one in buttons if one.text() == "Choose…"][-1]
    QTest.mouseClick(choose, Qt.MouseButton.LeftButton)
    accepted(window, qtbot)
    assert editor.part.mesh.path.endswith("ball.stl")
    assert dict(editor.part.sizes)["scale"] == 1.0
    assert edges(window, "big box")[2] == pytest.approx(0.3, rel=0.02)
    for _ in range(3):
        window.session.undo()
    assert body(window) == before


def test_a_part_is_seen_only_or_solid_only(window, editor):
    editor.choose(2, "upper arm")
    (use,) = [box for box in editor.form.findChildren(Combo) if box.accessibleName() == "Use"]
    robot = window.session.state.document.robots[0].robot
    use.setCurrentIndex(use.findData("seen"))
    use.activated.emit(use.currentIndex())
    assert (2, "upper arm") not in solid_body(body(window), robot).places
    assert (2, "upper arm") in made_body(body(window), robot).places
