"""Camera and size of one picture, requested or drawn, and its part to be drawn."""

from __future__ import annotations

from math import cos, sin, tan

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, eye, half_height, projection_matrix, view_matrix
from rvs.scene.items import Scene
from rvs.value_class import dataclass

FRAME_FLOATS = 40


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture, in device pixels from its upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture through one camera.

    Attributes:
        camera: The camera.
        width: Width of the whole picture in logical pixels.
        height: Its height in logical pixels.
        scale: Device pixels per logical pixel.
        tile: The part to draw; None draws the whole picture.
        quick: Speed matters more than the best quality.
        steady: It follows a similar picture whose labels already have positions.
    """

    camera: Camera
    width: int
    height: int
    scale: float = 1.0
    tile: Tile | None = None
    quick: bool = False
    steady: bool = False

    @property
    def device(self) -> tuple[int, int]:
        """Width and height of the whole picture in device pixels."""
        return device_size(self.width, self.height, self.scale)

    @property
    def part(self) -> Tile:
        """The drawn part."""
        return self.tile or Tile(0, 0, *self.device)

    def clip_matrix(self) -> Array:
        """Return the transform from the world to clip coordinates of the whole picture (4, 4)."""
        wide, high = self.device
        matrix: Array = projection_matrix(self.camera, wide / high) @ view_matrix(self.camera)
        return matrix

    def tile_transform(self) -> tuple[float, float, float, float]:
        """Return scale x, y and offset x, y from the whole picture's clip space to the part's."""
        wide, high = self.device
        part = self.part
        below = high - part.y - part.height
        return (
            wide / part.width,
            high / part.height,
            (wide - 2 * part.x - part.width) / part.width,
            (high - 2 * below - part.height) / part.height,
        )

    def pixels_per_metre(self) -> float:
        """Return device pixels per metre: at 1 m depth in perspective, otherwise at any depth."""
        high = self.device[1]
        if self.camera.parallel:
            return high / (2.0 * half_height(self.camera))
        return high / (2.0 * tan(self.camera.field_of_view / 2))

    def uniforms(self) -> NDArray[np.float32]:
        """Return the block ``Frame`` of the shaders (40,)."""
        camera = self.camera
        wide, high = self.device
        slope = tan(camera.field_of_view / 2)
        right, _, back = axes(camera)
        data = np.zeros(FRAME_FLOATS, np.float32)
        data[:16] = self.clip_matrix().T.ravel()
        data[16:20] = (*eye(camera), 1.0 if camera.parallel else 0.0)
        data[20:24] = (*back, 0.0)
        data[24:28] = (right[0], right[1], 0.0, 0.0)
        data[28:32] = self.tile_transform()
        data[32:36] = (wide, high, self.scale, self.pixels_per_metre())
        data[36:40] = (slope * wide / high, slope, sin(camera.elevation), cos(camera.elevation))
        return data


def device_size(width: int, height: int, scale: float) -> tuple[int, int]:
    """Return width and height in device pixels."""
    return max(round(width * scale), 1), max(round(height * scale), 1)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture without a window.

    Attributes:
        scene: The scene to draw.
        camera: The camera.
        width: Width in logical pixels.
        height: Height in logical pixels.
        samples: Samples per pixel for smooth edges; fewer if the driver has fewer.
        transparent: Omit the backdrop.
        scale: Pixels per logical pixel: 2 draws everything twice as fine.
        steady: It follows a similar picture, as in a film: labels keep their positions.
    """

    scene: Scene
    camera: Camera
    width: int
    height: int
    samples: int = 8
    transparent: bool = False
    scale: float = 1.0
    steady: bool = False
