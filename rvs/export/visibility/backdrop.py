"""What is behind everything, as areas of one colour each."""

from __future__ import annotations

from math import cos, sin, tan

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Fill
from rvs.export.visibility.sheet import Sheet
from rvs.scene.drawing_constants import BACKDROP_BAND, BACKDROP_SCREEN_BAND
from rvs.scene.items import Backdrop

COLUMNS, ROWS = 17, 400
# Difference of a colour's channel from one area to the next.
STEP = 1.5 / 255


def backdrop_fills(backdrop: Backdrop, sheet: Sheet, page: Array) -> list[Fill]:
    """Return areas from the horizon's colour to that overhead, each painted over the one before.

    Args:
        backdrop: The colours.
        sheet: What the scene is projected on.
        page: Corners of the figure (4, 2), which it may be larger than.
    """
    left, top = np.minimum(page.min(axis=0), 0.0).tolist()
    right, bottom = np.maximum(page.max(axis=0), (sheet.width, sheet.height)).tolist()
    sky, horizon = np.array(backdrop.sky), np.array(backdrop.horizon)
    count = int(np.ceil(np.abs(sky - horizon).max() / STEP))
    across, down = np.linspace(left, right, COLUMNS), np.linspace(top, bottom, ROWS)
    x, y = 2.0 * across / sheet.width - 1.0, 1.0 - 2.0 * down / sheet.height
    share = _share(x[None, :], y[:, None], sheet)
    least = float(share.min())
    fills = [Fill((page,), _mixed(horizon, sky, least))]
    for k in range(count):
        above = share > (k + 0.5) / count
        if (k + 0.5) / count <= least or not above.any():
            continue
        edge = np.array([_crossing(column, (k + 0.5) / count) for column in share.T])
        line = np.stack([across, top + edge * (bottom - top)], axis=1)
        ring = np.concatenate([[[left, top]], [[right, top]], line[::-1]])
        fills.append(Fill((ring,), _mixed(horizon, sky, (k + 1.0) / count)))
    return fills


def _mixed(horizon: Array, sky: Array, share: float) -> tuple[float, float, float, float]:
    red, green, blue, alpha = (horizon + (sky - horizon) * min(share, 1.0)).tolist()
    return (red, green, blue, alpha)


def _crossing(column: Array, level: float) -> float:
    """Where a column of shares falls below a level, 0 at the top to 1 at the bottom."""
    below = np.flatnonzero(column <= level)
    if not len(below):
        return 1.0
    k = int(below[0])
    if not k:
        return 0.0
    part = (column[k - 1] - level) / (column[k - 1] - column[k])
    return float((k - 1 + part) / (len(column) - 1))


def _share(x: Array, y: Array, sheet: Sheet) -> Array:
    """How much of the colour overhead is seen at places of the picture, -1 to 1 each way, y up."""
    camera = sheet.camera
    if camera.parallel:
        # it is over the height of the picture, which the sheet may be larger than
        inner = y * (1.0 + 2.0 * sheet.beyond)
        return np.broadcast_to(_smoothstep(BACKDROP_SCREEN_BAND, inner), np.broadcast(x, y).shape)
    high = tan(camera.field_of_view / 2)
    across, up = x * high * sheet.width / sheet.height, y * high
    rise = up * cos(camera.elevation) - sin(camera.elevation)
    return _smoothstep(BACKDROP_BAND, rise / np.sqrt(1.0 + across**2 + up**2))


def _smoothstep(band: tuple[float, float], values: Array) -> Array:
    t = np.clip((values - band[0]) / (band[1] - band[0]), 0.0, 1.0)
    smooth: Array = t * t * (3.0 - 2.0 * t)
    return smooth
