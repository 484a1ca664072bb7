"""Orientations as numbers: there and back, and what typing one number leaves alone."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import from_rpy, rotz
from rvs.model.numbers.orientations import NAMES, ORIENTATIONS

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
