"""The kernel of rotation vectors answers as its NumPy reference does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine import kernels
from rvs.engine.screws import exp3, rotation_vector

pytestmark = [
    pytest.mark.property,
    pytest.mark.skipif(kernels.NATIVE is None, reason="the kernels are not built or turned off"),
]

# The last digit of an arc tangent may differ between libraries.
NEAR = 4 * np.finfo(float).eps

parts = st.floats(-1.0, 1.0)
axes = st.tuples(parts, parts, parts).filter(lambda v: np.linalg.norm(v) > 1e-3)
angles = st.one_of(
    st.floats(0.0, np.pi),
    st.sampled_from([0.0, 1e-300, 1e-16, 1e-9, np.pi / 2, np.pi - 1e-9, np.pi]),
)
vectors = st.builds(lambda axis, a: a * np.array(axis) / np.linalg.norm(axis), axes, angles)


def reference(R: np.ndarray) -> np.ndarray:
    found: np.ndarray = rotation_vector.__wrapped__(R)  # type: ignore[attr-defined]
    return found


@given(st.lists(vectors, min_size=1, max_size=5))
def test_it_is_that_of_the_reference(rows: list[np.ndarray]) -> None:
    R = np.array([exp3(row) for row in rows])
    found = rotation_vector(R)
    assert found.shape == (len(rows), 3)
    np.testing.assert_allclose(found, reference(R), rtol=NEAR, atol=NEAR)
    for one, row in zip(R, found, strict=True):
        assert (rotation_vector(one) == row).all()


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (1, 1, 0), (1, 1, 1)])
def test_half_turns_have_the_sign_of_the_reference(axis: tuple[int, ...]) -> None:
    along = np.array(axis) / np.linalg.norm(axis)
    for R in (2 * np.outer(along, along) - np.eye(3), exp3(np.pi * along), exp3(-np.pi * along)):
        np.testing.assert_allclose(rotation_vector(R), reference(R), rtol=NEAR, atol=NEAR)


def test_layouts_and_shapes_of_all_kinds() -> None:
    R = exp3([0.3, -0.2, 2.9])
    for other in (R.T, np.asfortranarray(R), np.array([R, R.T])[:, ::-1, ::-1], R.astype("f4")):
        np.testing.assert_array_equal(rotation_vector(other), reference(other))
    assert rotation_vector(np.zeros((0, 3, 3))).shape == (0, 3)
    assert rotation_vector(np.tile(R, (2, 4, 1, 1))).shape == (2, 4, 3)


def test_what_is_not_finite_is_left_to_the_reference() -> None:
    R = np.full((3, 3), np.nan)
    with np.errstate(all="ignore"):
        assert np.isnan(rotation_vector(R)).all()
