"""Bodies in a row."""

from itertools import pairwise

import numpy as np
import pytest

from rvs.scene.surroundings.landing import ROW_GAP, row_shifts


def test_each_stands_after_the_one_before_it() -> None:
    rng = np.random.default_rng(3)
    along = np.array([0.6, 0.8, 0.0])
    clouds = [rng.uniform(-1, 1, (20, 3)) * size for size in (1.0, 0.2, 0.5)]
    shifts = row_shifts(clouds, along)
    assert shifts[0].tolist() == [0.0, 0.0, 0.0]
    spans = [(cloud + shift) @ along for cloud, shift in zip(clouds, shifts, strict=True)]
    gap = ROW_GAP * max(np.ptp(cloud @ along) for cloud in clouds)
    for left, right in pairwise(spans):
        assert right.min() - left.max() == pytest.approx(gap)
    for shift in shifts[1:]:
        assert np.allclose(np.cross(shift, along), 0.0)


def test_nothing_is_no_row() -> None:
    assert row_shifts([], [1.0, 0.0, 0.0]) == []
