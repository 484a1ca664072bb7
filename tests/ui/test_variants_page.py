"""The page of variants in the Design panel, by real events."""

from __future__ import annotations

import pytest

import rvs.ui.studies.page as studies_page
from rvs.model.robots.parameter_edits import (
    add_parameter,
    keep_variant,
    set_expression,
    set_parameter,
)
from rvs.scene.items import Label

from .hands import click
from .hands import settle as rest
from .said import last_line

pytestmark = pytest.mark.ui


def test_other_variants_are_ghosts_and_a_figure(make_window, qtbot, monkeypatch, tmp_path):
    window = make_window("planar2r")
    desk = window.desk
    arm = desk.session.state.document.robots[0].id
    desk.do(add_parameter, arm, "L1", 0.5)
    desk.do(set_expression, arm, 0, "a", "L1")
    desk.do(keep_variant, arm, "short")
    desk.do(set_parameter, arm, "L1", 1.0)
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
