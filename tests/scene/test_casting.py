"""Pieces of something compact cast one shadow; what there is air between stays apart."""

import numpy as np
import pytest

from rvs.scene.shadow import joined_parts

BY = 0.008


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> np.ndarray:
    ends = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    return np.where(ends, high, low).astype(float)


def slices(count: int, bend: float = 0.0) -> list[np.ndarray]:
    """A bar of 0.3 m in pieces, each higher than the last."""
    step = 0.3 / count
    return [
        box((k * step, 0.0, bend * k**2), ((k + 1) * step, 0.1, bend * k**2 + 0.1))
        for k in range(count)
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_a_bar_in_pieces_is_one_or_two(count: int) -> None:
    found = joined_parts(slices(count), BY)
    assert len(found) <= 2
    assert np.allclose(np.concatenate(found).min(axis=0), 0.0)
    assert np.allclose(np.concatenate(found).max(axis=0), (0.3, 0.1, 0.1))


def test_walls_of_a_box_are_one_with_what_is_between_them() -> None:
    walls = [
        box((0.0, 0.0, 0.0), (0.2, 0.01, 0.2)),
        box((0.0, 0.19, 0.0), (0.2, 0.2, 0.2)),
        box((0.0, 0.0, 0.0), (0.01, 0.2, 0.2)),
        box((0.19, 0.0, 0.0), (0.2, 0.2, 0.2)),
        box((0.0, 0.0, 0.0), (0.2, 0.2, 0.01)),
        box((0.0, 0.0, 0.19), (0.2, 0.2, 0.2)),
    ]
    assert len(joined_parts(walls, BY)) < 3


def test_an_angle_and_a_frame_keep_their_openings() -> None:
    angle = [box((0.0, 0.0, 0.0), (0.3, 0.1, 0.02)), box((0.0, 0.0, 0.0), (0.02, 0.1, 0.3))]
    assert len(joined_parts(angle, BY)) == 2
    frame = [
        box((0.0, 0.0, 0.0), (0.4, 0.02, 0.02)),
        box((0.38, 0.0, 0.0), (0.4, 0.4, 0.02)),
        box((0.0, 0.38, 0.0), (0.4, 0.4, 0.02)),
        box((0.0, 0.0, 0.0), (0.02, 0.4, 0.02)),
    ]
    assert len(joined_parts(frame, BY)) == 4


def test_a_bent_bar_keeps_its_bend_within_the_tolerance() -> None:
    parts = slices(16, bend=0.0005)
    found = joined_parts(parts, BY)
    assert 1 < len(found) < len(parts) / 2
    assert len(joined_parts(parts, 2.0)) == 1
    assert sum(len(part) for part in found) == sum(len(part) for part in parts)
