"""A pinhole camera: its picture of points, and the motion of the picture with the camera."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_array,
    check_numbers,
    check_one,
    check_pose,
    check_positive,
)
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass


def check_pixels(values: ArrayLike, name: str) -> Array:
    """Return pixels as an array (k, 2).

    Raises:
        ArgumentError: Another shape, or one is not finite.
    """
    pixels = check_array(values, name, 2)
    if pixels.ndim != 2:
        raise ArgumentError(f"{name}: expected shape (k, 2), got {pixels.shape}")
    return pixels


@dataclass(frozen=True)
class Camera:
    """A pinhole camera that looks along its z axis; u runs along its x axis, v along y.

    Attributes:
        focal: Focal length in pixels.
        width: Width of the picture in pixels; the optical axis meets its centre.
        height: Height of the picture in pixels.

    >>> Camera(800, 640, 480).project([[0.1, 0, 2]])
    array([[360., 240.]])
    """

    focal: float = 800.0
    width: float = 640.0
    height: float = 480.0

    def __post_init__(self) -> None:
        for name in ("focal", "width", "height"):
            check_positive(getattr(self, name), name)

    @property
    def center(self) -> Array:
        """Intersection of the optical axis with the picture (2,), in pixels."""
        return np.array([self.width / 2, self.height / 2])

    def project(self, points: ArrayLike) -> Array:
        """Return pixels (k, 2) of points in camera axes (k, 3).

        Raises:
            ArgumentError: Another shape, or a point that is not in front of the camera.

        >>> Camera().project([0, 0.1, 1])
        array([320., 320.])
        """
        places = check_array(points, "points", 3)
        depth = places[..., 2:]
        if (depth <= 0).any():
            raise ArgumentError("points: every point must lie in front of the camera (z > 0)")
        return self.center + self.focal * places[..., :2] / depth

    def view(self, X_WC: ArrayLike, points: ArrayLike) -> Array:
        """Return pixels (k, 2) of world points (k, 3) seen from a camera pose (4, 4).

        Raises:
            ArgumentError: Another shape, or a point that is not in front of the camera.

        >>> Camera().view(np.eye(4), [[0, 0, 1]])
        array([[320., 240.]])
        """
        pose = check_pose(check_one(X_WC, "X_WC", 4, 4), "X_WC")
        places = check_array(points, "points", 3)
        return self.project((places - pose[:3, 3]) @ pose[:3, :3])

    def image_jacobian(self, pixels: ArrayLike, depth: ArrayLike) -> Array:
        """Return the image Jacobian, pixels per twist (Hutchinson, Hager, Corke 1996, eq. 20).

        Args:
            pixels: Pixels (k, 2).
            depth: Distances along the optical axis (k,) or one for all, in m.

        Returns:
            Matrix (2k, 6) for the camera's twist in its own axes, angular part first; rows u and
            v of each point in turn.

        Raises:
            ArgumentError: A wrong shape, or a depth that is not above 0.

        >>> Camera().image_jacobian([[320, 240]], 2.0)[0] + 0.0
        array([   0., -800.,    0., -400.,    0.,    0.])
        """
        picture = check_pixels(pixels, "pixels")
        x, y = ((picture - self.center) / self.focal).T
        away = check_numbers(depth, "depth")
        if away.shape not in ((), x.shape) or not (away > 0).all():
            raise ArgumentError(f"depth: expected one number above 0, or {x.size} of them")
        z = np.broadcast_to(away, x.shape)
        zero = np.zeros_like(x)
        u_rows = [x * y, -1 - x**2, y, -1 / z, zero, x / z]
        v_rows = [1 + y**2, -x * y, -x, zero, -1 / z, y / z]
        rows = np.stack([np.stack(u_rows, -1), np.stack(v_rows, -1)], axis=-2)
        matrix: Array = self.focal * rows.reshape(-1, 6)
        return matrix
