"""The way of the tool in the colours of the conditioning index, with their legend."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.export.formats.drawing import gray
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.appearance.colors import rgba
from rvs.model.document import Document
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.annotate.ramp import RAMP, classes
from rvs.scene.annotate.trace import path_conditioning, tool_path, trace_items
from rvs.scene.build import build_scene
from rvs.scene.items import Label
from rvs.study.dexterity import condition_number

PUMA = placed_robot(load_robot("puma560"), "puma")
# through a wrist singularity in the middle
ENDS = np.array([[0.1, 0.9, -2.6, 0.2, -1.2, 0.0], [0.6, 0.7, -2.4, 0.2, 1.2, 0.0]])
MOTION = JointTrajectory.evenly(PUMA.id, np.linspace(*ENDS, 81), 0.05)


def color_of(item) -> int:
    return [rgba(color)[:3] for color in RAMP].index(item.color[:3])


def test_the_colours_stay_apart_in_grey() -> None:
    greys = [gray(rgba(color))[0] for color in RAMP]
    assert min(np.diff(greys)) > 0.09


def test_the_index_along_the_way_is_that_of_the_postures() -> None:
    times, _ = tool_path(PUMA, MOTION)
    values = path_conditioning(PUMA, MOTION)
    assert values.shape == times.shape
    for k in (0, 20, len(times) - 1):
        q = np.array(MOTION.posture(times[k]))
        assert values[k] == pytest.approx(100.0 / condition_number(PUMA.robot, q), rel=1e-9)
    assert values[np.argmin(np.abs(times - 2.0))] == pytest.approx(0.0, abs=1e-6)


def test_classes_are_six_even_parts() -> None:
    assert classes([0.0, 10.0, 20.0, 99.0, 100.0], 100.0).tolist() == [0, 0, 1, 5, 5]


@pytest.mark.parametrize("playhead", [0.0, 1.33, 4.0])
def test_every_segment_has_the_colour_of_its_worse_end(playhead) -> None:
    lines = trace_items(PUMA, MOTION, playhead, "light", "conditioning")
    assert len({color_of(line) for line in lines}) > 2
    _, places = tool_path(PUMA, MOTION)
    values = path_conditioning(PUMA, MOTION)
    length = 0.0
    for line in lines:
        assert line.pairs
        for start, end in line.points.reshape(-1, 2, 3):
            length += float(np.linalg.norm(end - start))
            a, b = (np.argmin(np.linalg.norm(places - at, axis=1)) for at in (start, end))
            same = np.allclose(places[a], start) and np.allclose(places[b], end)
            if same and abs(a - b) == 1:
                wanted = classes(min(values[a], values[b]), 100.0)
                assert color_of(line) == wanted
    whole = np.linalg.norm(np.diff(places, axis=0), axis=1).sum()
    assert length == pytest.approx(whole, rel=1e-3)


def test_the_legend_comes_with_the_colours() -> None:
    view = View(trace_colors="conditioning", frames=False)
    q = tuple(ENDS[0].tolist())
    state = State(Document((PUMA,)), {PUMA.id: q}, view, motion=MOTION)

    def words(shown: State) -> list[str]:
        return [item.text for item in build_scene(shown).items if isinstance(item, Label)]

    assert words(state)[0] == "Conditioning index"
    assert words(state)[2::2] == [
        "83–100 %", "67–83 %", "50–67 %", "33–50 %", "17–33 %", "0–17 %"
    ]  # fmt: skip
    assert words(replace(state, view=replace(view, trace_colors="plain"))) == []
    assert words(replace(state, motion=None)) == []
