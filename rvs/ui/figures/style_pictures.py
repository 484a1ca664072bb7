"""Small pictures of the styles, drawn by what draws figures."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
from PySide6.QtGui import QIcon, QPixmap

from rvs.bodies.solid import Solid
from rvs.export.figure import draw
from rvs.export.layout import Paper
from rvs.export.styles import STYLES
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import cylinder_fillet
from rvs.model.appearance.colors import rgba
from rvs.model.figures.style import StyleName
from rvs.model.views.view import Camera
from rvs.scene.items import Scene
from rvs.ui.figures.paint import painted

WIDTH, HEIGHT, SIDES = 76, 48, 32
CAMERA = Camera((0.0, 0.0, 0.36), radians(-50.0), radians(24.0), 3.2, radians(26.0))


def style_icon(style: StyleName, ratio: float) -> QIcon:
    """Return the picture of a style.

    Args:
        style: The style.
        ratio: Pixels of the screen in one of the window.
    """
    look = replace(STYLES[style], ground="white", outer=0.5, edge=0.28)
    drawing = draw(_scene(), CAMERA, Paper(WIDTH * 4, HEIGHT * 4), look)
    image = painted(drawing).image(round(WIDTH * ratio), round(HEIGHT * ratio), ratio)
    return QIcon(QPixmap.fromImage(image))


def _scene() -> Scene:
    """A post, and an arm through it."""
    upright, along = np.eye(4), np.eye(4)
    along[:3, :3] = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
    along[:3, 3] = -0.64, 0.0, 0.6
    steel, orange = rgba("#8C9199"), rgba("#E2681C")
    post = cylinder_fillet(0.3, 0.85, 0.05, 0.05, SIDES)
    arm = cylinder_fillet(0.17, 1.45, 0.04, 0.04, SIDES)
    return Scene(
        (
            Solid(block(1.1, 1.1, 0.1), upright, steel, "paint", ("foot",)),
            Solid(post, upright, steel, "paint", ("post",)),
            Solid(arm, along, orange, "paint", ("arm",)),
        ),
        None,
    )
