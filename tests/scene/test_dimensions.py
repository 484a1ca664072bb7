"""Dimensions of the lengths and twists in a table."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.table_text import CellUnits
from rvs.scene.annotate.dimensions import dimension_items
from rvs.scene.items import Label, Line, Region

UNITS_SHOWN = CellUnits(UNITS["mm"], UNITS["deg"])
ARM = PlacedRobot(
    "arm", Robot((Joint(a=0.4, d=0.3), Joint(a=0.5, alpha=0.2), Joint(d=1e-6)), name="arm")
)


def items(to_eye=(0.0, 0.0, 0.0)):
    return dimension_items(ARM, (0.1, 0.2, 0.3), UNITS_SHOWN, "paper", to_eye, twists=False)


def arc_of(convention, alpha):
    """The robot's frames, the arc of its one twist and its label."""
    joints = (Joint(a=0.4), Joint(a=0.5, alpha=alpha), Joint(a=0.3))
    robot = Robot(tuple(replace(joint, convention=convention) for joint in joints), name="arm")
    placed, q = PlacedRobot("arm", robot), (0.1, 0.2, 0.3)
    found = dimension_items(placed, q, UNITS_SHOWN, "paper")
    (label,) = [item for item in found if isinstance(item, Label) and "α" in item.text]
    (arc,) = [item for item in found if isinstance(item, Line) and not item.pairs]
    return world_frames(placed, q), arc.points, label


def test_each_length_has_a_line_and_its_number():
    words = [item.text for item in items() if isinstance(item, Label)]
    # the longest first: its number finds room more easily
    assert words == ["a₂ = 500 mm", "a₁ = 400 mm", "b₁ = 300 mm"]
    heads = [item for item in items() if isinstance(item, Region)]
    assert [len(one.starts) for one in heads] == [3, 3, 3]


def test_lengths_are_drawn_beside_the_body():
    wide = np.array([[x, y, 0.15] for x in (-0.3, 0.3) for y in (-0.3, 0.3)])
    eye = (0.0, -1.0, 0.0)
    near, far = (
        next(item for item in dimension_items(
            ARM, (0.0, 0.0, 0.0), UNITS_SHOWN, "paper", eye, twists=False, clear_of=points
        ) if isinstance(item, Line))
        for points in (np.zeros((0, 3)), wide)
    )  # fmt: skip
    # the shortest, along z: it moves beyond what is seen on its side
    assert abs(near.points[4, 0]) < 0.3
    assert abs(far.points[4, 0]) > 0.3
    behind = np.array([[0.0, 5.0, 0.15]])
    same = dimension_items(
        ARM, (0.0, 0.0, 0.0), UNITS_SHOWN, "paper", eye, twists=False, clear_of=behind
    )
    line = next(item for item in same if isinstance(item, Line))
    assert np.allclose(line.points, near.points)


@pytest.mark.parametrize("to_eye", [(0.0, 0.0, 0.0), (0.0, 0.6, 0.8), (0.8, 0.0, 0.6)])
def test_lines_are_as_long_as_they_say(to_eye):
    lines = [item for item in items(to_eye) if isinstance(item, Line)]
    measured = [float(np.linalg.norm(line.points[5] - line.points[4])) for line in lines]
    assert measured == pytest.approx([0.3, 0.4, 0.5])
    starts = [np.linalg.norm(line.points[2] - line.points[0]) for line in lines]
    assert starts == pytest.approx([0.3, 0.4, 0.5])


def test_a_length_that_is_seen_from_its_end_is_left_out():
    straight = PlacedRobot("arm", Robot.from_dh([0.5, 0.4], 0, 0, 0))

    def numbers(to_eye):
        found = dimension_items(straight, (0.0, 0.0), UNITS_SHOWN, "paper", to_eye)
        return [item.text for item in found if isinstance(item, Label)]

    assert len(numbers((0.0, 0.0, 1.0))) == 2
    assert numbers((1.0, 0.0, 0.0)) == []


def test_dimensions_are_not_seen_from_their_edge():
    for line in items((0.0, 0.0, 1.0)):
        if isinstance(line, Line):
            aside = line.points[1] - line.points[0]
            along = line.points[5] - line.points[4]
            if abs(along[2]) < 1e-9:
                assert abs(aside[2]) < 1e-9


@pytest.mark.parametrize(("convention", "at"), [("standard", 2), ("modified", 1)])
@pytest.mark.parametrize("alpha", [np.pi / 2, -np.pi / 2, 0.7, np.pi])
def test_a_twist_runs_from_one_axis_to_the_next(convention, at, alpha):
    frames, arc, label = arc_of(convention, alpha)
    origin = frames[at][:3, 3]
    ends = [(end - origin) / np.linalg.norm(end - origin) for end in (arc[0], arc[-1])]
    np.testing.assert_allclose(ends[0], frames[1][:3, 2], atol=1e-12)
    np.testing.assert_allclose(ends[1], frames[2][:3, 2], atol=1e-12)
    # it turns about the x axis of its row, the way the sign says
    turned = np.cross(arc[0] - origin, arc[1] - origin) @ frames[at][:3, 0]
    assert np.sign(turned) == np.sign(alpha)
    # a modified table heads the row by the axis before it
    assert label.text.startswith("α₂ = " if convention == "standard" else "α₁ = ")


def test_no_twist_has_no_arc():
    joints = (Joint(a=0.4), Joint(a=0.5))
    placed = PlacedRobot("arm", Robot(joints, name="arm"))
    found = dimension_items(placed, (0.1, 0.2), UNITS_SHOWN, "paper")
    assert not any("α" in item.text for item in found if isinstance(item, Label))


def test_numbers_beside_each_other_have_equal_decimals():
    joints = (Joint(a=0.4318, alpha=np.pi / 2), Joint(a=0.15, alpha=0.3), Joint(d=0.6718))
    placed = PlacedRobot("arm", Robot(joints, name="arm"))
    units = CellUnits(UNITS["m"], UNITS["deg"])
    found = dimension_items(placed, (0.0, 0.0, 0.0), units, "paper")
    numbers = [item.text.split("= ")[1] for item in found if isinstance(item, Label)]
    lengths = sorted(number for number in numbers if number.endswith("m"))
    angles = sorted(number for number in numbers if number.endswith("°"))
    assert lengths == ["0.1500 m", "0.4318 m", "0.6718 m"]
    assert len({len(angle.partition(".")[2]) for angle in angles}) == 1
