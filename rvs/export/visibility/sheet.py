"""The sheet of projection of a scene: x right, y down, and a depth that keeps planes flat."""

from __future__ import annotations

from dataclasses import replace
from math import atan, tan

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.export.visibility.plane.rows import lengths
from rvs.model.views.view import Camera
from rvs.scene.camera import NEAR_PART, axes, eye, half_height
from rvs.value_class import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Sheet:
    """A camera and its picture.

    Attributes:
        camera: The camera.
        width: Width of the picture in units.
        height: Its height in units.
        pixel: Units per pixel of the screen, for items of fixed screen size.
        beyond: Margin around the picture of the original camera on every side, relative to its
            sizes; ``camera`` sees all of it.
    """

    camera: Camera
    width: float
    height: float
    pixel: float = 1.0
    beyond: float = 0.0

    @property
    def picture(self) -> Box:
        """Left, top, right, bottom of the original picture."""
        part = self.beyond / (1.0 + 2.0 * self.beyond)
        left, top = part * self.width, part * self.height
        return left, top, self.width - left, self.height - top

    def widened(self, by: float) -> Sheet:
        """Return a sheet of the same scale that extends farther on every side.

        Args:
            by: Margin, relative to its own sizes.
        """
        more = 1.0 + 2.0 * by
        slope = more * tan(self.camera.field_of_view / 2)
        wider = replace(self.camera, field_of_view=2.0 * atan(slope))
        width, height = more * self.width, more * self.height
        return replace(self, camera=wider, width=width, height=height, beyond=by)

    def place(self, points: ArrayLike) -> Array:
        """Return x, y in units and the depth (..., 3) of points (..., 3) beyond the near plane.

        The depth falls towards the viewer and is a linear function of x and y on any plane: in
        perspective it is minus the camera's distance over the distance along the view.
        """
        seen = (np.asarray(points, float) - eye(self.camera)) @ axes(self.camera).T
        ahead = -seen[..., 2]
        scale = self.height / (2.0 * half_height(self.camera))
        if self.camera.parallel:
            depth, size = ahead / self.camera.distance, np.full(ahead.shape, scale)
        else:
            depth = -self.camera.distance / ahead
            size = scale * -depth
        x = self.width / 2 + seen[..., 0] * size
        y = self.height / 2 - seen[..., 1] * size
        return np.stack([x, y, depth], axis=-1)

    def ahead(self, points: ArrayLike) -> Array:
        """Return the distances of points (..., 3) beyond the near plane, in m; positive if visible.

        A parallel view has no near plane: all points are visible.
        """
        world = np.asarray(points, float)
        if self.camera.parallel:
            return np.ones(world.shape[:-1])
        depth = (eye(self.camera) - world) @ axes(self.camera)[2]
        left: Array = depth - NEAR_PART * self.camera.distance
        return left

    def to_eye(self, points: ArrayLike) -> Array:
        """Return unit directions from points (..., 3) to the eye."""
        world = np.asarray(points, float)
        if self.camera.parallel:
            return np.broadcast_to(axes(self.camera)[2], world.shape)
        away = eye(self.camera) - world
        unit: Array = away / lengths(away)[..., None]
        return unit

    def unit_size(self, points: ArrayLike) -> Array:
        """Return the number of metres per unit at each point (...,) of (..., 3)."""
        per_unit = 2.0 * half_height(self.camera) / self.height
        world = np.asarray(points, float)
        if self.camera.parallel:
            return np.full(world.shape[:-1], per_unit)
        depth = (eye(self.camera) - world) @ axes(self.camera)[2]
        size: Array = per_unit * np.maximum(depth, 1e-9) / self.camera.distance
        return size
