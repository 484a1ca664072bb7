"""The page of stiffness in the Design panel, by real events."""

import pytest

from rvs.scene.items import Label

from .hands import click, type_into
from .hands import settle as rest

pytestmark = pytest.mark.ui


def test_springs_typed_in_the_page_deflect_the_robot_in_the_view(make_window, qtbot) -> None:
    window = make_window("puma560")
    window.desk.call("design", "stiffness")
    rest()
    page = window.design.page
    page.form.rows["stiffness"].box.click()
    type_into(page.form.rows["stiffness"].control, "30000")
    type_into(page.form.rows["payload"].control, "2")
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=60000)
    rest()
    assert "the tool point moves by" in page.view.lines.text()
    assert "Euler-Bernoulli" in page.view.notes.text()

    def labels() -> list[str]:
        return [one.text for one in page._desk.viewport.scene().items if isinstance(one, Label)]

    qtbot.waitUntil(lambda: any("mm, drawn 100 times" in one for one in labels()), timeout=20000)
