"""Orientations as numbers: there and back, and what typing one number leaves alone."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import from_rpy, rotx, roty, rotz
from rvs.model.numbers.orientations import NAMES, ORIENTATIONS, ROLL_PITCH_YAW, orientation_as

pytestmark = pytest.mark.property

rotations = st.tuples(*[st.floats(-3, 3)] * 3).map(from_rpy)
every_way = pytest.mark.parametrize("name", NAMES)


@every_way
@given(R=rotations)
def test_numbers_give_their_rotation_back(name, R):
    way = ORIENTATIONS[name]
    assert np.allclose(way.rotation(way.numbers(R)), R, atol=1e-7)
    assert len(way.words) == len(way.angles) == len(way.numbers(R))


@every_way
@given(R=rotations, index=st.integers(0, 3), value=st.floats(-0.9, 0.9))
def test_a_typed_number_is_kept(name, R, index, value):
    way = ORIENTATIONS[name]
    assume(index < len(way.words))
    numbers = way.numbers(R)
    rest = np.delete(numbers[way.unit], index) if index < way.unit.stop else np.ones(1)
    assume(np.linalg.norm(rest) > 1e-3)
    expected = numbers.copy()
    expected[index] = value
    if way.unit.start <= index < way.unit.stop:
        others = [k for k in range(way.unit.stop) if k != index]
        expected[others] *= np.sqrt(1 - value**2) / np.linalg.norm(numbers[others])
    assert np.allclose(way.changed(R, index, value), way.rotation(expected), atol=1e-9)


@pytest.mark.parametrize(("name", "index"), [("axis", 0), ("quaternion", 3)])
def test_a_part_of_a_unit_vector_ends_at_one(name, index):
    with pytest.raises(ArgumentError, match="from -1 to 1"):
        ORIENTATIONS[name].changed(from_rpy([0.1, 0.2, 0.3]), index, 1.5)


def test_numbers_that_are_all_zero_can_not_grow():
    with pytest.raises(ArgumentError, match="type one of them first"):
        ORIENTATIONS["axis"].changed(rotz(0.3), 2, 0.5)
    turned = ORIENTATIONS["axis"].changed(rotz(0.3), 0, 1.0)
    assert np.allclose(ORIENTATIONS["axis"].numbers(turned), [1, 0, 0, 0.3])


def test_roll_pitch_yaw_as_ros_and_as_paul_mean_it():
    ros, paul = ROLL_PITCH_YAW["x"], ROLL_PITCH_YAW["z"]
    R = rotz(0.3) @ roty(0.2) @ rotx(0.1)
    assert np.allclose(ros.rotation(np.array([0.1, 0.2, 0.3])), R)
    assert np.allclose(paul.rotation(np.array([0.3, 0.2, 0.1])), R)
    assert np.allclose(ros.numbers(R), [0.1, 0.2, 0.3])
    assert np.allclose(paul.numbers(R), [0.3, 0.2, 0.1])
    assert orientation_as("rpy", "x") is ros
    assert orientation_as("rpy", "z") is paul
    assert orientation_as("zyz", "z") is ORIENTATIONS["zyz"]


@pytest.mark.parametrize("axis", ["x", "z"])
def test_the_labels_say_which_axis_a_turn_is_about(axis):
    way = ROLL_PITCH_YAW[axis]
    turn = {"x": rotx, "y": roty, "z": rotz}
    for index, label in enumerate(way.labels):
        about = turn[label[label.index("(") + 1]]
        assert np.allclose(way.rotation(np.eye(3)[index] * 0.4), about(0.4))
