"""Regions that count as one area."""

import numpy as np

from rvs.export.visibility.painting_order import merged_regions
from rvs.scene.items import Line, Region

GRAY = (0.5, 0.5, 0.5, 0.1)


def region(x: float, nested: bool = False, united: bool = True, corners: int = 3) -> Region:
    points = np.full((corners, 3), x)
    return Region(points, np.array([0, corners], np.int32), GRAY, nested=nested, united=united)


def test_rings_of_united_neighbors_are_put_together():
    line = Line(np.zeros((2, 3)), GRAY)
    outer, inner = merged_regions(
        [region(0), region(1, True), region(2, corners=4), region(3, True)]
    )
    assert isinstance(outer, Region)
    assert isinstance(inner, Region)
    assert outer.starts.tolist() == [0, 3, 7]
    assert outer.starts.dtype == np.int32
    assert outer.points[:, 0].tolist() == [0, 0, 0, 2, 2, 2, 2]
    assert inner.points[:, 0].tolist() == [1, 1, 1, 3, 3, 3]
    assert (outer.nested, inner.nested) == (False, True)
    items = [region(0), line, region(1), region(2, united=False), region(3, True)]
    assert merged_regions(items) == items
