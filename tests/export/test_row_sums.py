"""Ends and lengths of short rows are those of NumPy to the last bit."""

import numpy as np
import pytest

from rvs.export.visibility.plane.rows import least, lengths, most

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize("shape", [(0, 3), (50, 3), (1000, 3, 2)])
def test_ends_of_triangles(shape: tuple[int, ...]) -> None:
    corners = RANDOM.normal(size=shape)
    assert np.array_equal(least(corners), corners.min(axis=1))
    assert np.array_equal(most(corners), corners.max(axis=1))


@pytest.mark.parametrize("shape", [(0, 3), (3,), (1000, 2), (1000, 3), (70, 3, 3)])
def test_lengths(shape: tuple[int, ...]) -> None:
    vectors = RANDOM.normal(size=shape)
    assert np.array_equal(lengths(vectors), np.linalg.norm(vectors, axis=-1))
