"""Results of the last figure serve the next one, which is the same as without them."""

from dataclasses import replace

import numpy as np
import pytest
from figures_scenes import TANGLE, tangle

from rvs.export import figure as memories
from rvs.export.figure import Memory, draw, draw_job
from rvs.export.formats.svg import svg
from rvs.export.layout import Paper
from rvs.export.visibility.line_cuts import Cover
from rvs.model.figures.figure import STYLES
from rvs.scene.items import Label, Line, Region, Scene

PAPER = Paper(300, 200, mm=80.0)
INK, HALO = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
FLOOR = Region(
    np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]),
    np.array([0, 4], np.int32),
    (0.0, 0.0, 0.0, 0.3),
)
ACROSS = Line(np.array([[-1.0, -1.0, 0.2], [1.0, 1.0, 0.7]]), INK)
BALL = Label("ball", np.array([0.5, 0.4, 0.9]), INK, HALO)
SCENE = Scene((*tangle(12).items, FLOOR, ACROSS, BALL), None)


def drawn(memory, style, scene=SCENE, camera=TANGLE, paper=PAPER):
    job = draw_job(scene, camera, paper, style, memory=memory)
    while True:
        try:
            next(job)
        except StopIteration as end:
            return end.value


@pytest.fixture
def found(monkeypatch):
    """Number of times that visibility was computed."""
    calls = []
    inner = memories.bodies_job

    def counted(solids, sheet):
        calls.append(len(solids))
        return (yield from inner(solids, sheet))

    monkeypatch.setattr(memories, "bodies_job", counted)
    return calls


@pytest.mark.parametrize("name", ["screen", "flat", "lines"])
def test_light_changes_draw_the_same(name):
    style, memory = STYLES[name], Memory()
    drawn(memory, style)
    changes = (
        {"gray": True},
        {"outer": 0.6, "edge": 0.1},
        {"hidden": "dashed"},
        {"type_size": 6.0},
        {"margin": 4.0, "crop": True},
        {"ground": "none"},
    )
    for change in changes:
        other = replace(style, **change)
        assert svg(drawn(memory, other)) == svg(draw(SCENE, TANGLE, PAPER, other)), change
    paper = replace(PAPER, mm=120.0)
    for change in ({}, {"hidden": "dashed"}):
        other = replace(style, **change)
        before = svg(drawn(memory, other))
        wide = svg(drawn(memory, other, paper=paper))
        assert wide == svg(draw(SCENE, TANGLE, paper, other)) != before, change


@pytest.mark.parametrize("change", [{}, {"hidden": "dashed"}])
def test_what_covers_lines_is_found_once_for_all_sizes_in_print(monkeypatch, change):
    calls = []
    inner = Cover._over
    monkeypatch.setattr(Cover, "_over", lambda self, some: calls.append(self) or inner(self, some))
    style, memory = replace(STYLES["lines"], **change), Memory()
    drawn(memory, style)
    count = len(calls)
    for millimetres in (60.0, 120.0):
        drawn(memory, style, paper=replace(PAPER, mm=millimetres))
    assert len(calls) == count > 0


def test_light_changes_find_nothing_out_again(found):
    memory, style = Memory(), replace(STYLES["screen"], crop=True)
    drawn(memory, style)
    count = len(found)
    for change in ({"gray": True}, {"outer": 0.6}, {"type_size": 6.0}, {"margin": 0.5}):
        drawn(memory, replace(style, **change))
    assert len(found) == count


def test_other_colours_are_painted_and_other_poses_found_out(found):
    memory, style = Memory(), STYLES["flat"]
    before = svg(drawn(memory, style))
    count = len(found)
    solids = [item for item in SCENE.items if hasattr(item, "mesh")]
    rest = [item for item in SCENE.items if not hasattr(item, "mesh")]
    red = Scene((replace(solids[-1], color=(1.0, 0.0, 0.0, 1.0)), *rest), None)
    blue = Scene((replace(solids[-1], color=(0.0, 0.0, 1.0, 1.0)), *rest), None)
    drawn(memory, style, red)
    assert len(found) > count
    count = len(found)
    painted = svg(drawn(memory, style, blue))
    assert len(found) == count
    assert painted == svg(draw(blue, TANGLE, PAPER, style)) != before
    count = len(found)
    pose = solids[-1].pose.copy()
    pose[0, 3] += 0.1
    moved = Scene((replace(solids[-1], pose=pose), *rest), None)
    painted = svg(drawn(memory, style, moved))
    assert len(found) > count
    assert painted == svg(draw(moved, TANGLE, PAPER, style))


def test_a_turned_view_is_found_out_again(found):
    memory, style = Memory(), STYLES["lines"]
    drawn(memory, style)
    count = len(found)
    turned = replace(TANGLE, azimuth=TANGLE.azimuth + 0.3)
    painted = svg(drawn(memory, style, camera=turned))
    assert len(found) > count
    assert painted == svg(draw(SCENE, turned, PAPER, style))
