"""The page of better designs in the Design panel: seen while it works, cancelled, taken."""

from __future__ import annotations

import pytest

from rvs.ui.studies.page import BEST

from .hands import click, type_into
from .hands import settle as rest

pytestmark = pytest.mark.ui


def test_the_best_so_far_is_seen_and_kept_only_if_the_user_takes_it(make_window, qtbot, tmp_path):
    window = make_window("planar2r")
    desk, session = window.desk, window.desk.session
    desk.call("design", "improve")
    rest()
    page, before = window.design.page, session.state.document
    steps = len(session.history)
    type_into(page.form.rows["vary"].control, "a1=0.5:2")
    type_into(page.form.rows["better"].control, "kappa")
    type_into(page.form.rows["starts"].control, "60")

    def first(document) -> float:
        return document.robots[0].robot.joints[0].a

    click(page.go)
    qtbot.waitUntil(lambda: first(desk.viewport.tried.document) != 1.0, timeout=60000)
    window.grab().save(str(tmp_path / "working.png"))
    assert session.state.document is before
    assert page.go.text() == "Cancel"
    click(page.go)
    rest()
    assert not page.busy
    assert desk.viewport.tried.document is before
    assert page.notice.text == BEST
    assert len(session.history) == steps
    window.grab().save(str(tmp_path / "cancelled.png"))
    (offer,) = page.view.offers
    click(offer)
    rest()
    assert first(session.state.document) == pytest.approx(2.0**0.5, abs=0.3)
    assert len(session.history) == steps + 1
    session.undo()
    assert session.state.document is before
