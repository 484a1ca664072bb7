"""The module of the widget in a real browser, with a model as a notebook has one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rvs
from rvs.export.web.content import viewer_content
from rvs.export.web.page import widget_script

from ...browsers import browser, opened

# What anywidget gives to a view: values with listeners, and messages.
MODEL = """
class Model {
  constructor(values) { this.values = values; this.heard = {}; this.saved = 0; }
  get(name) { return this.values[name]; }
  set(name, value) { this.values[name] = value; this.tell(`change:${name}`); }
  save_changes() { this.saved += 1; }
  on(name, act) { (this.heard[name] ??= []).push(act); }
  off(name, act) { this.heard[name] = this.heard[name].filter((one) => one !== act); }
  tell(name, what) { (this.heard[name] ?? []).forEach((act) => act(what)); }
}
window.model = new Model(JSON.parse(document.getElementById("values").textContent));
window.end = WIDGET.render({ model: window.model, el: document.getElementById("cell") });
"""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Any]:
    cell = rvs.new("puma560")
    motion = rvs.Glide("PUMA 560", (0.0,) * 6, (1.0,) * 6, 2.0)
    view = rvs.view(cell, motion)
    values = {"content": viewer_content(view.state), "postures": [list(view.q)], "height": 300}
    script = widget_script().replace("export default", "const WIDGET =")
    path = tmp_path / "widget.html"
    said = json.dumps(values).replace("<", "\\u003c")
    path.write_text(
        "<!DOCTYPE html><meta charset='utf-8'><div id='cell'></div>"
        f"<script type='application/json' id='values'>{said}</script>"
        f"<script type='module'>{script}\n{MODEL}</script>",
        encoding="utf-8",
    )
    with browser() as started, opened(started, path, (1000, 400)) as seen:
        yield seen.page
        assert not seen.complaints


def test_postures_go_both_ways(page):
    box = page.locator("#cell > div").bounding_box()
    assert box["height"] == 300
    slider = page.get_by_role("slider", name="shoulder in degrees")
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_function("model.saved === 1")
    moved = page.evaluate("model.get('postures')[0]")
    lower = rvs.load("puma560").joints[1].limits[0]
    assert moved[1] == pytest.approx(lower)
    assert page.evaluate("model.saved") == 1
    page.evaluate("model.set('postures', [[0.5, 0, 0, 0, 0, 0]])")
    field = page.get_by_role("spinbutton", name="waist in degrees")
    assert float(field.input_value()) == pytest.approx(28.6, abs=0.06)
    # what came from the notebook is not sent back to it
    page.wait_for_timeout(200)
    assert page.evaluate("model.saved") == 1


def test_messages_are_obeyed_and_nothing_else(page):
    page.evaluate("model.tell('msg:custom', { call: 'seek', values: [1.0] })")
    page.wait_for_function("Math.abs(model.get('postures')[0][0] - 0.5) < 1e-3")
    assert page.evaluate("model.get('postures')[0]") == pytest.approx([0.5] * 6, abs=1e-3)
    page.evaluate("model.tell('msg:custom', { call: 'destroy', values: [] })")
    assert page.locator("canvas").count() == 2
    page.evaluate("end()")
    assert page.locator("canvas").count() == 0
    assert page.evaluate("Object.values(model.heard).flat().length") == 0
