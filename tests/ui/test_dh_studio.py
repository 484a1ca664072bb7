"""The studio: the steps of a row, on the robot in the view."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.bodies.solid import Solid
from rvs.scene.annotate.dh_steps import Studio
from rvs.scene.items import Label
from rvs.ui.panels.dh_studio import SECONDS_A_STEP

from .hands import press, settle

pytestmark = pytest.mark.ui


@pytest.fixture
def studio(window):
    window.actions_["dh_studio"].trigger()
    return window.dh_studio


def measures(window) -> list[str]:
    items = window.viewport.scene().items
    return [item.text for item in items if isinstance(item, Label) and " = " in item.text]


def test_it_shows_a_row_in_the_view_and_hides_it(window, studio) -> None:
    assert measures(window) == ["θ₁ = 30°", "b₁ = 0.67183 m", "α₁ = 90°"]
    studio.closer.click()
    assert measures(window) == []
    assert not window.session.history


def test_steps_forward_and_back(window, studio) -> None:
    press(studio, "first")
    assert studio.studio.at == 0.0
    assert measures(window) == []
    press(studio, "next")
    assert measures(window) == ["θ₁ = 30°"]
    assert studio.rows[0].isChecked()
    press(studio, "next")
    assert measures(window) == ["θ₁ = 30°", "b₁ = 0.67183 m"]
    press(studio, "previous")
    assert studio.studio.at == 1.0
    press(studio, "last")
    assert studio.studio.at == 4.0
    QTest.mouseClick(studio.rows[2], Qt.MouseButton.LeftButton)
    assert studio.studio.at == 3.0


def test_the_arrows_go_on_to_the_next_joint_and_back(window, studio) -> None:
    assert studio.studio == Studio(0, 4.0)
    press(studio, "next")
    assert studio.studio == Studio(1, 0.0)
    assert studio.joint.currentIndex() == 1
    press(studio, "previous")
    assert studio.studio == Studio(0, 4.0)
    press(studio, "first")
    press(studio, "previous")
    assert studio.studio == Studio(0, 0.0)
    window.session.select(("PUMA 560", "link", 6))
    press(studio, "next")
    assert studio.studio == Studio(5, 4.0)


def test_the_matrix_of_the_row_is_shown_among_the_numbers(window, studio) -> None:
    window.session.select(("PUMA 560", "link", 3))
    studio._show_matrix()
    numbers = window.panels["numbers"]
    assert numbers.isVisible()
    assert numbers.choice.currentText() == "Row 3 of the table"


def test_it_plays_to_the_end_and_stops(window, studio) -> None:
    press(studio, "play")
    assert studio.playing
    window.clock.tick(0.5 * SECONDS_A_STEP)
    assert 0.4 < studio.studio.at < 1.0
    for _ in range(12):
        window.clock.tick(0.5 * SECONDS_A_STEP)
    assert studio.studio.at == 4.0
    assert not studio.playing


def test_scrubbing_by_keys(window, studio) -> None:
    studio.slider.setFocus()
    QTest.keyClick(studio.slider, Qt.Key.Key_Home)
    assert studio.studio.at == 0.0
    QTest.keyClick(studio.slider, Qt.Key.Key_PageUp)
    assert studio.studio.at == 1.0
    QTest.keyClick(studio.slider, Qt.Key.Key_Right)
    assert studio.studio.at == pytest.approx(1.1)


def test_it_follows_the_chosen_joint_and_chooses_one(window, studio) -> None:
    window.session.select(("PUMA 560", "link", 3))
    assert studio.studio.joint == 2
    assert studio.joint.currentText() == "Joint 3, θ₃, elbow"
    studio.joint.setCurrentIndex(1)
    studio.joint.activated.emit(1)
    assert window.session.state.chosen == ("PUMA 560", "link", 2)
    assert "a₂ = 0.4318 m" in measures(window)


def test_it_follows_posture_table_and_units(window, studio) -> None:
    window.session.pose("PUMA 560", [0.5, 0, 0, 0, 0, 0])
    window.actions_["angle_rad"].trigger()
    assert measures(window)[0] == "θ₁ = 0.5 rad"
    assert studio.rows[0].value.text() == "θ₁ = 0.5 rad"


def test_the_modified_convention_takes_x_first(window, studio) -> None:
    assert [row.words.text() for row in studio.rows] == [
        "Turn about z₀",
        "Move along z₀",
        "Move along x₁",
        "Turn about x₁",
    ]
    window.robot_table.facts.convert("modified")
    assert [row.words.text() for row in studio.rows] == [
        "Turn about x₀",
        "Move along x₀",
        "Turn about z₁",
        "Move along z₁",
    ]
    assert "Modified" in studio.convention.text()


def test_without_a_robot_it_waits(window, studio) -> None:
    window.actions_["remove"].trigger()
    assert not studio.slider.isEnabled()
    window.viewport.grabFramebuffer()
    assert measures(window) == []


def test_the_rest_of_the_robot_is_seen_through(window, studio) -> None:
    window.session.select(("PUMA 560", "link", 3))
    solids = [item for item in window.viewport.scene().items if isinstance(item, Solid)]
    bodies = [item for item in solids if item.layer == "body"]
    frames = {item.owner[2]: item.color[3] for item in solids if item.owner[1:2] == ("frame",)}
    assert max(item.color[3] for item in bodies) < 0.5
    assert frames[2] == frames[3] == 1.0
    assert max(frames[k] for k in frames if k not in (2, 3)) < 0.5
    QTest.mouseClick(studio.veil, Qt.MouseButton.LeftButton)
    solids = [item for item in window.viewport.scene().items if isinstance(item, Solid)]
    assert min(item.color[3] for item in solids if item.layer == "body") == 1.0


def test_the_view_comes_close_to_the_joint_and_goes_along(window, studio) -> None:
    window.session.select(("PUMA 560", "link", 3))
    window.viewport.fit()
    window.clock.tick(1.0)
    whole = window.session.state.view.camera
    QTest.mouseClick(studio.near, Qt.MouseButton.LeftButton)
    window.clock.tick(1.0)
    close = window.session.state.view.camera
    assert close.distance < 0.8 * whole.distance
    press(studio, "next")
    settle()
    window.clock.tick(1.0)
    assert window.session.state.view.camera.target != close.target
    QTest.mouseClick(studio.near, Qt.MouseButton.LeftButton)
    window.clock.tick(1.0)
    assert window.session.state.view.camera.distance == pytest.approx(whole.distance, rel=0.05)
