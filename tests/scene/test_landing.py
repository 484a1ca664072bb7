"""Where what is put down comes to stand."""

import numpy as np
import pytest

from rvs.scene.surroundings.landing import standing_shift


def box(low: tuple[float, ...], high: tuple[float, ...]) -> np.ndarray:
    return np.array([low, high], float)


TABLE = box((-0.5, -0.5, 0.0), (0.5, 0.5, 0.7))
POST = box((-0.05, -0.05, 0.0), (0.05, 0.05, 0.7))


@pytest.mark.parametrize(("side", "support", "height"), [(0.2, TABLE, 0.7), (1.0, POST, 0.0)])
def test_only_what_is_wide_enough_carries(side: float, support: np.ndarray, height: float) -> None:
    own = box((-side / 2, -side / 2, 0.0), (side / 2, side / 2, 0.1))
    shift = standing_shift([own], (0.0, 0.0), support, [support])
    assert shift[2] == pytest.approx(height, abs=1e-3)
    stands = own + shift
    apart = (stands[0] >= support[1] - 1e-6) | (stands[1] <= support[0] + 1e-6)
    assert apart.any()


def test_where_a_box_has_no_end_it_stands_where_it_is_wanted() -> None:
    everywhere = box((-np.inf, -np.inf, -1.0), (np.inf, np.inf, 1.0))
    own = box((0.0, 0.0, 0.2), (0.1, 0.1, 0.3))
    shift = standing_shift([own], (1.0, 2.0), None, [everywhere])
    assert shift == pytest.approx([0.95, 1.95, -0.2])
