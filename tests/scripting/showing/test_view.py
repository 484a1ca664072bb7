"""Views to turn, move and play: what they are asked, and what a notebook gets."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.engine.errors import ArgumentError, RvsError
from rvs.model.motions.motion import Glide

needs_widgets = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def no_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rvs.scripting.showing.view.find_spec", lambda _: None)


def content_of(page: str) -> dict:
    return json.loads(re.search(r'id="content">(.*?)</script>', page)[1])


def page_of(view: rvs.Viewed) -> str:
    return unescape(re.search(r'srcdoc="([^"]*)"', view._repr_html_())[1])


def test_without_widgets_it_is_a_page_in_a_frame(no_widgets):
    view = rvs.view("puma560", height=300)
    bundle = view._repr_mimebundle_()
    frame = bundle["text/html"]
    assert frame.startswith("<iframe srcdoc=")
    assert 'title="PUMA 560"' in frame
    assert "height: 300px" in frame
    said = content_of(page_of(view))
    assert said["robots"][0]["q"] == list(view.q)
    with pytest.raises(RvsError, match=r"anywidget is not installed: python -m pip install"):
        view.play()


def test_a_posture_is_set_and_saved(no_widgets, tmp_path: Path):
    view = rvs.view("puma560")
    view.q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    path = view.save(tmp_path / "puma.html")
    said = content_of(path.read_text(encoding="utf-8"))
    assert said["robots"][0]["q"] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    with pytest.raises(ArgumentError):
        view.q = [0.1]
    with pytest.raises(ArgumentError, match=r"written as \.html, not as '\.pdf'"):
        view.save(tmp_path / "puma.pdf")
    with pytest.raises(ArgumentError, match="frame_colour"):
        rvs.view("puma560", frame_colour="red")


def test_a_view_does_not_change_the_cell(no_widgets):
    cell = rvs.new("puma560")
    before = cell.state
    view = rvs.view(cell)
    view.q = np.zeros(6)
    assert cell.state is before
    assert cell.postures["PUMA 560"] != view.q


def test_a_motion_is_shown_from_its_start(no_widgets):
    cell = rvs.new("planar-2r")
    name = cell.robots[0].id
    motion = Glide(name, (0.2, 0.0), (1.0, 1.0), 2.0)
    for view in (rvs.view(motion), rvs.view(cell, motion)):
        assert view.q == (0.2, 0.0)
        assert content_of(page_of(view))["motion"]["duration"] == 2.0
    view.load_motion(None)
    assert content_of(page_of(view))["motion"] is None
    with pytest.raises(ArgumentError, match="it moves nobody; expected a motion"):
        rvs.view(cell, Glide("nobody", (0.0,), (1.0,), 1.0))


@needs_widgets
def test_widget_and_variable_go_together():
    pytest.importorskip("anywidget")
    view = rvs.view("puma560")
    bundle = view._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert view._repr_html_() is None
    view.q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert view.widget.postures == [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]]
    heard = []
    view.on_move(lambda one: heard.append(one.q))
    # what arrives when a slider was moved
    view.widget.set_state({"postures": [[0.0, 0.2, 0.3, 0.4, 0.5, 0.6]]})
    assert heard == [(0.0, 0.2, 0.3, 0.4, 0.5, 0.6)]
    assert view.postures["PUMA 560"] == view.q == heard[0]
    view.load_motion(Glide("PUMA 560", (0.0,) * 6, (1.0,) * 6, 1.0))
    assert view.widget.content["motion"]["duration"] == 1.0
    assert view.widget.postures == [[0.0] * 6]


@needs_widgets
def test_a_static_view_stays_in_the_file_of_a_notebook():
    view = rvs.view("planar-2r", static=True)
    assert "<iframe" in view._repr_mimebundle_()["text/html"]
    with pytest.raises(RvsError, match="static=True"):
        _ = view.widget
