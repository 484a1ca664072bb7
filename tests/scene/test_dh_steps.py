"""The steps of a row: they end where the next frame is, and measure what the table says."""

from math import pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.solid import Solid
from rvs.engine.chain import chain_of, joint_motions
from rvs.engine.joint import Joint
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.table_text import CellUnits
from rvs.scene.annotate.dh_steps import Studio, dh_steps, step_frames, step_items, step_text
from rvs.scene.items import Label, Line, Region

UNITS_SHOWN = CellUnits(UNITS["mm"], UNITS["deg"])
NUMBERS = st.floats(-3.0, 3.0)
JOINTS = st.builds(
    Joint,
    a=NUMBERS,
    alpha=NUMBERS,
    d=NUMBERS,
    theta=NUMBERS,
    kind=st.sampled_from(["revolute", "prismatic", "helical"]),
    pitch=NUMBERS,
    offset=NUMBERS,
    convention=st.sampled_from(["standard", "modified"]),
)


@given(JOINTS, NUMBERS)
def test_four_steps_carry_a_frame_to_the_next(joint: Joint, q: float) -> None:
    ends = frames(Robot((joint,)), [q])
    moved = step_frames(ends[0], dh_steps(joint, q), 4.0)
    assert len(moved) == 5
    assert np.allclose(moved[-1], ends[1], atol=1e-12)


def test_each_convention_has_its_order() -> None:
    standard = dh_steps(Joint(), 0.0)
    modified = dh_steps(Joint(convention="modified"), 0.0)
    assert [step.symbol for step in standard] == ["θ", "b", "a", "α"]
    assert [step.symbol for step in modified] == ["α", "a", "θ", "b"]
    assert [step.variable for step in standard] == [True, False, False, False]
    assert [s.variable for s in dh_steps(Joint(kind="prismatic"), 0.0)] == [0, 1, 0, 0]
    assert dh_steps(Joint(convention="general"), 0.0) == ()


def test_offset_counts() -> None:
    turn, *_ = dh_steps(Joint(offset=radians(10)), radians(20))
    assert turn.value == pytest.approx(radians(30))
    assert step_text(turn, 2, UNITS_SHOWN) == "θ₃ = 30°"
    slide = dh_steps(Joint(kind="prismatic", offset=0.1, theta=0.5), 0.2)[1]
    assert step_text(slide, 0, UNITS_SHOWN) == "b₁ = 300 mm"
    assert step_text(dh_steps(Joint(alpha=-pi / 2), 0.0)[3], 1, UNITS_SHOWN) == "α₂ = −90°"


def test_the_modified_convention_numbers_a_and_alpha_by_the_frame_before() -> None:
    twist, move, turn, _ = dh_steps(Joint(a=0.3, alpha=-pi / 2, convention="modified"), 0.0)
    assert step_text(twist, 0, UNITS_SHOWN) == "α₀ = −90°"
    assert step_text(move, 10, UNITS_SHOWN) == "a₁₀ = 300 mm"
    assert step_text(turn, 0, UNITS_SHOWN) == "θ₁ = 0°"


def test_half_a_step_is_half_the_way() -> None:
    joint = Joint(a=0.4, alpha=pi / 2, d=0.2)
    steps = dh_steps(joint, pi / 2)
    half = step_frames(np.eye(4), steps, 0.5)[-1]
    assert np.allclose(half[:3, 0], [np.sqrt(0.5), np.sqrt(0.5), 0.0])
    assert np.allclose(step_frames(np.eye(4), steps, 1.5)[-1][:3, 3], [0.0, 0.0, 0.1])
    assert np.allclose(step_frames(np.eye(4), steps, 2.5)[-1][:3, 3], [0.0, 0.2, 0.2])
    motion = joint_motions(chain_of((joint,), np.eye(4), np.eye(4)), np.array([pi / 2]))[0]
    assert np.allclose(step_frames(np.eye(4), steps, 1.0)[-1], motion)


ARM = PlacedRobot(
    "arm",
    Robot((Joint(a=0.4, alpha=-pi / 2, d=0.3), Joint(a=0.2), Joint(convention="general"))),
)
POSTURE = (radians(50), 0.3, 0.0)


def items(joint: int, at: float):
    return step_items(ARM, POSTURE, Studio(joint, at), UNITS_SHOWN, "light")


def texts(joint: int, at: float) -> list[str]:
    return [item.text for item in items(joint, at) if isinstance(item, Label)]


def test_what_is_done_is_measured_with_its_sign() -> None:
    assert texts(0, 0.0) == []
    assert texts(0, 0.5) == ["θ₁ = 50°"]
    assert texts(0, 4.0) == ["θ₁ = 50°", "b₁ = 300 mm", "a₁ = 400 mm", "α₁ = −90°"]
    # A zero is named while it is its turn.
    assert "b₂ = 0 mm" in texts(1, 1.5)
    assert "b₂ = 0 mm" not in texts(1, 2.5)


def test_arcs_and_lines_are_as_long_as_the_numbers() -> None:
    (sector,) = (item for item in items(0, 1.0) if isinstance(item, Region))
    center, first, last = sector.points[0], sector.points[1], sector.points[-1]
    cosine = (first - center) @ (last - center) / np.linalg.norm(first - center) ** 2
    assert np.arccos(cosine) == pytest.approx(radians(50))
    solid = [item for item in items(0, 2.0) if isinstance(item, Line) and item.width == 4.0]
    assert np.linalg.norm(np.ptp(solid[-1].points, axis=0)) == pytest.approx(0.3)


def test_the_common_normal_is_dashed_from_the_beginning() -> None:
    dashed = [item for item in items(0, 0.0) if isinstance(item, Line) and item.dashed]
    lengths = [np.linalg.norm(line.points[1] - line.points[0]) for line in dashed]
    assert any(length == pytest.approx(0.4) for length in lengths)


def test_the_moving_frame_is_there_always_and_nothing_can_be_picked() -> None:
    for at in (0.0, 1.7, 4.0):
        found = items(0, at)
        assert sum(isinstance(item, Solid) for item in found) >= 3
        assert all(item.owner == () for item in found)
        assert all(item.layer == "annotation" for item in found)


def test_joints_without_four_numbers_show_nothing() -> None:
    assert items(2, 4.0) == ()
    assert items(7, 4.0) == ()


def test_the_same_studio_gives_the_very_same_items() -> None:
    studio = Studio(0, 1.5)
    first = step_items(ARM, POSTURE, studio, UNITS_SHOWN, "light")
    assert step_items(ARM, POSTURE, studio, UNITS_SHOWN, "light") is first
