"""Dimension lines of the lengths in a table."""

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.cells import CellUnits
from rvs.model.document import PlacedRobot
from rvs.model.quantities import UNITS
from rvs.scene.annotate.dimensions import dimension_items
from rvs.scene.items import Label, Line

UNITS_SHOWN = CellUnits(UNITS["mm"], UNITS["deg"])
ARM = PlacedRobot(
    "arm", Robot((Joint(a=0.4, d=0.3), Joint(a=0.5, alpha=0.2), Joint(d=1e-6)), name="arm")
)


def items(to_eye=(0.0, 0.0, 0.0)):
    return dimension_items(ARM, (0.1, 0.2, 0.3), UNITS_SHOWN, "paper", to_eye)


def test_each_length_has_a_line_and_its_number():
    words = [item.text for item in items() if isinstance(item, Label)]
    assert words == ["b₁ = 300 mm", "a₁ = 400 mm", "a₂ = 500 mm"]


@pytest.mark.parametrize("to_eye", [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)])
def test_lines_are_as_long_as_they_say(to_eye):
    lines = [item for item in items(to_eye) if isinstance(item, Line)]
    measured = [float(np.linalg.norm(line.points[5] - line.points[4])) for line in lines]
    assert measured == pytest.approx([0.3, 0.4, 0.5])
    starts = [np.linalg.norm(line.points[2] - line.points[0]) for line in lines]
    assert starts == pytest.approx([0.3, 0.4, 0.5])


def test_dimensions_are_not_seen_from_their_edge():
    for line in items((0.0, 0.0, 1.0)):
        if isinstance(line, Line):
            aside = line.points[1] - line.points[0]
            along = line.points[5] - line.points[4]
            if abs(along[2]) < 1e-9:
                assert abs(aside[2]) < 1e-9
