"""A requested picture: contents, camera and size."""

from __future__ import annotations

from rvs.model.views.view import Camera
from rvs.scene.items import Scene
from rvs.value_class import dataclass


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
