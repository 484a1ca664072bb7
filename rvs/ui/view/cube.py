"""The view cube in the corner of the viewport: its appearance and its responses."""

from __future__ import annotations

from rvs.engine.arrays import Array
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.view import Background, Camera
from rvs.scene.annotate.viewcube import cube_camera, cube_direction, cube_scene, pick_cube
from rvs.scene.camera import looking_along, project
from rvs.scene.gizmos.pose_gizmo import RING
from rvs.scene.items import Scene

EDGE, SMALLEST, INSET = 112, 64, 12
# Of the width of a small view.
PART = 0.2

Rect = tuple[int, int, int, int]


class CubeCorner:
    """The cube at the upper right, with the part under the pointer."""

    def __init__(self) -> None:
        self.hovered: Ref = NOTHING

    def corner(
        self, camera: Camera, background: Background, width: int
    ) -> tuple[Scene, Camera, Rect]:
        """Return the scene for the corner of a view of this width."""
        return (cube_scene(background, self.hovered), cube_camera(camera), self.rect(width))

    def rect(self, width: int) -> Rect:
        """Return its rectangle: left, top, width, height in logical pixels."""
        edge = round(min(EDGE, max(SMALLEST, PART * width)))
        return (width - edge - INSET, INSET, edge, edge)

    def hover(self, camera: Camera, x: float, y: float, width: int) -> bool:
        """Update the part under the pointer; return whether the cube looks different now."""
        before = self.hovered
        self.hovered = self.part_at(camera, x, y, width)
        return self.hovered != before

    def part_at(self, camera: Camera, x: float, y: float, width: int) -> Ref:
        """Return the part of the cube at a pixel of the view, or the empty Ref."""
        left, top, wide, high = self.rect(width)
        if not (left <= x < left + wide and top <= y < top + high):
            return NOTHING
        return pick_cube(camera, x - left, y - top, wide, high) or NOTHING

    def clear_of(self, camera: Camera, at: Array, width: int, height: int) -> bool:
        """Return whether the gizmo at a point of the world (3,), m, is clear of the cube."""
        x, y, _ = (float(one) for one in project(camera, at, width, height))
        left, top, wide, high = self.rect(width)
        beside = x < left - RING or x > left + wide + RING
        return beside or y < top - RING or y > top + high + RING

    def turned(self, camera: Camera, part: Ref) -> Camera:
        """Return the camera that faces a part of the cube."""
        return looking_along(camera, cube_direction(part))
