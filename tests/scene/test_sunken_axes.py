"""Axes below the floor are drawn dashed."""

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.screws import exp6
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.annotate.frames import axis_length
from rvs.scene.annotate.robot_marks import sunken_axes
from rvs.scene.build import build_scene
from rvs.scene.items import Line


def standing(height: float, turn: float) -> PlacedRobot:
    pose = exp6([0, 0, 0, 0, 0, height]) @ exp6([turn, 0, 0, 0, 0, 0])
    return PlacedRobot("arm", Robot((Joint(),), base_rows=tuple(map(tuple, pose.tolist()))))


def test_only_the_part_below_the_floor_is_drawn() -> None:
    placed = standing(0.01, np.pi)
    lines = sunken_axes(placed, (0.0,), "light", 1.0)
    assert {line.owner for line in lines} == {("arm", "frame", 0), ("arm", "frame", 1)}
    for line in lines:
        assert line.points[0] == pytest.approx((0, 0, 0), abs=1e-12)
        assert line.points[1] == pytest.approx((0, 0, 0.01 - axis_length(placed.robot)))
        assert line.dashed


def test_above_the_floor_there_is_none_and_without_a_floor_nothing_is_hidden() -> None:
    assert sunken_axes(standing(0.5, 0.0), (0.0,), "light", 1.0) == ()
    under = standing(-0.5, 0.0)
    assert len(sunken_axes(under, (0.0,), "light", 1.0)) == 6
    for floor, count in ((True, 6), (False, 0)):
        state = State(Document((under,)), {"arm": (0.0,)}, View(floor=floor))
        dashed = [item for item in build_scene(state).items if isinstance(item, Line)]
        assert sum(line.dashed for line in dashed) == count
