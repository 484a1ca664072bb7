"""The page of variants in the Design panel, by real events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

import rvs.ui.studies.page as studies_page
from rvs.model.robots.parameter_edits import (
    add_parameter,
    keep_variant,
    remove_variant,
    rename_variant,
    set_expression,
    set_parameter,
)
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.scene.gizmos.pose_gizmo import gizmo_handle
from rvs.scene.items import Label

from .hands import click
from .hands import settle as rest
from .said import last_line

pytestmark = pytest.mark.ui


def opened(make_window, **lengths: float):
    """A window with a planar arm of two links and variants of its first length; now it is 1 m."""
    window = make_window("planar2r")
    desk = window.desk
    arm = desk.session.state.document.robots[0].id
    desk.do(add_parameter, arm, "L1", 0.5)
    desk.do(set_expression, arm, 0, "a", "L1")
    for name, length in lengths.items():
        desk.do(set_parameter, arm, "L1", length)
        desk.do(keep_variant, arm, name)
    desk.do(set_parameter, arm, "L1", 1.0)
    return window


def shown(window) -> list[str]:
    """The names above the visible views."""
    names = window.overlay.names
    return [names[view.place].text() for view in window.viewports.shown]


def test_other_variants_are_ghosts_and_a_figure(make_window, qtbot, monkeypatch, tmp_path):
    window = opened(make_window, short=0.5)
    desk = window.desk
    desk.call("design", "variants")
    rest()
    page = window.design.page
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()

    def names() -> list[str]:
        return [one.text for one in desk.viewport.scene().items if isinstance(one, Label)]

    assert "short" in names()
    path = tmp_path / "variants.pdf"
    monkeypatch.setattr(studies_page, "save_file", lambda *_: path)
    click(page.view.save_figure)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()
    assert path.read_bytes().startswith(b"%PDF")
    assert ".figure.save(" in last_line(window, "rvs.variants")
    window.grab().save(str(tmp_path / "variants.png"))
    click(page.view.offers[0])
    rest()
    # the answer is of another robot now
    assert "short" not in names()
    assert desk.session.state.document.robots[0].robot.joints[0].a == 0.5


def test_variants_are_compared_in_views(make_window, qtbot, drag, tmp_path) -> None:
    window = opened(make_window, short=0.4, long=1.6, equal=1.0)
    desk, session = window.desk, window.session
    desk.call("design", "variants")
    rest()
    (button,) = window.design.page.more
    click(button)
    views = window.viewports.shown
    qtbot.waitUntil(lambda: all(view.isVisible() for view in views), timeout=3000)
    rest()
    # three states have three views: the third is as wide as the two above it, and as tall
    assert shown(window) == [
        "Current state · Perspective", "short · Perspective", "long · Perspective"
    ]  # fmt: skip
    assert views[2].width() == pytest.approx(views[0].width() + views[1].width(), abs=12)
    assert views[2].height() == pytest.approx(views[0].height(), abs=4)
    assert window.actions_["views_three"].isChecked()
    lengths = [view.seen.document.robots[0].robot.joints[0].a for view in views]
    assert lengths == [1.0, 0.4, 1.6]
    assert len({view.camera for view in views}) == 1
    # all are whole in their views
    for view in views:
        seen = project(view.camera, scene_points(view.seen), view.width(), view.height())[:, :2]
        assert (seen > 0).all()
        assert (seen < (view.width(), view.height())).all()
    # a drag of the background turns all of them
    before = views[0].camera
    at = views[2].width() - 20, views[2].height() - 20
    drag(views[2], at, (at[0] - 60, at[1] - 10))
    assert before != views[0].camera
    assert len({view.camera for view in views}) == 1
    # the gizmo of the tool is in views of the current state alone
    gizmo = [any(gizmo_handle(one.owner) for one in view.scene().items) for view in views]
    assert gizmo[1:3] == [False, False]
    # the current state changes, and the variants stay
    desk.do(set_parameter, session.state.document.robots[0].id, "L1", 0.8)
    assert [view.seen.document.robots[0].robot.joints[0].a for view in views] == [0.8, 0.4, 1.6]
    # views follow a renamed variant, also back
    desk.do(rename_variant, session.state.document.robots[0].id, "long", "reaching")
    assert shown(window)[2] == "reaching · Perspective"
    assert views[2].seen.document.robots[0].robot.joints[0].a == 1.6
    session.undo()
    assert shown(window)[2] == "long · Perspective"
    assert desk.cell_file.save(path := tmp_path / "a.rvs")
    kept = session.state.view, session.state.panes
    assert 'variant = "long"' in path.read_text()
    window.actions_["views_one"].trigger()
    assert shown(window) == ["Perspective"]
    assert desk.cell_file.open(path)
    assert (session.state.view, session.state.panes) == kept


def test_the_menu_of_a_view_selects_its_variant(make_window, qtbot) -> None:
    window = opened(make_window, short=0.4)
    name = window.overlay.names[0]
    menu = name.menu()
    menu.popup(name.mapToGlobal(name.rect().bottomLeft()))
    rest()
    press(menu, "short")
    assert shown(window) == ["short · Perspective"]
    assert last_line(window, "rvs.look") == 'rvs.look(variant="short")'
    arm = window.session.state.document.robots[0].id
    window.desk.do(remove_variant, arm, "short")
    assert shown(window) == ["Current state · Perspective"]
    assert "there is no variant 'short'" in name.toolTip()
    window.session.undo()
    assert shown(window) == ["short · Perspective"]


def test_a_joint_is_dragged_in_the_view_of_a_variant(make_window, qtbot, drag) -> None:
    window = opened(make_window, short=0.4)
    view, session = window.viewport, window.session
    session.look(variant="short")
    rest()
    arm = session.state.document.robots[0].id
    places = ((x, y) for x in range(20, view.width(), 9) for y in range(60, view.height(), 9))
    at = next(
        (x, y) for x, y in places
        if (hit := view.pointer.hit(QPointF(x, y))) and hit.owner == (arm, "link", 1)
    )  # fmt: skip
    before = session.state.postures[arm]
    drag(view, at, (at[0] + 12, at[1] + 12), (at[0] + 30, at[1] + 40))
    assert session.state.postures[arm][0] != before[0]
    assert session.state.document.robots[0].robot.joints[0].a == 1.0


def test_variants_that_equal_the_current_state_are_not_compared(make_window) -> None:
    window = opened(make_window, equal=1.0)
    window.actions_["compare_variants"].trigger()
    assert len(window.session.state.panes) == 1
    assert "Every variant equals" in window.statusBar().currentMessage()
    plain = make_window("planar2r")
    assert not plain.actions_["compare_variants"].isEnabled()


def press(menu, text: str) -> None:
    """Click an entry of an open menu."""
    action = next(one for one in menu.actions() if one.text() == text)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
