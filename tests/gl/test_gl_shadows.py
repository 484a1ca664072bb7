"""Shadows of what rests are kept; with those of what moves they give the picture drawn in full."""

from math import radians

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import block
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Backdrop, Region, Scene
from rvs.scene.shadow import footprint, shadow_regions

pytestmark = pytest.mark.gl
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))
CAMERA = Camera((0.0, 0.0, 0.2), radians(-50), radians(35), 4.0)
SIZE = (200, 150)
CUBE, SMALL = block(0.3, 0.3, 0.3), block(0.1, 0.1, 0.1)
BACKGROUNDS = ("light", "dark", "paper")
FLOORS = {one: floor_items(1.0, 0.0, 0.0, one) for one in BACKGROUNDS}


def cube(x: float, y: float, z: float = 0.4, mesh: Mesh = CUBE) -> Solid:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return Solid(mesh, pose, (0.8, 0.3, 0.1, 1.0))


PLACES = [(-1.1 + 0.22 * (k % 11), -0.9 + 0.18 * (k // 11)) for k in range(110)]
RESTING = [cube(*place, 0.05, SMALL) for place in PLACES]
PRINT = footprint(RESTING, 1.0)


def scene(y: float, background: str = "light", sky: Backdrop | None = SKY) -> Scene:
    moving = cube(0.1, y)
    shadows = shadow_regions([PRINT, footprint([moving], 1.0)], background)
    return Scene((*FLOORS[background], *shadows, moving), sky)


MOVES = [-1.0, -0.9, -0.8, -0.7, -0.6]


def drawn(renderer, *scenes: Scene, quick: bool = True) -> np.ndarray:
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0) as target:
        for one in scenes:
            renderer.draw(one, CAMERA, *SIZE, quick=quick)
        return target.read().astype(int)


def in_full(made, one: Scene) -> np.ndarray:
    """Draw a picture with a renderer that has kept nothing yet."""
    return drawn(made(), one)


def blurred(pixels: np.ndarray) -> np.ndarray:
    """Means of blocks of 10 by 10 pixels."""
    high, wide, _ = pixels.shape
    return pixels.reshape(high // 10, 10, wide // 10, 10, -1).mean(axis=(1, 3))


def sent(renderer, one: Scene) -> int:
    """Return the number of polygons of shadows drawn for a picture."""
    painter, found = renderer._main, []
    regions, shades = painter._regions.draw, painter._shades.prepare
    painter._regions.draw = lambda given, *more: found.extend(given) or regions(given, *more)
    painter._shades.prepare = lambda given, *more: found.extend(given) or shades(given, *more)
    drawn(renderer, one)
    del painter._regions.draw, painter._shades.prepare
    return sum(len(one.starts) - 1 for one in found if one.united and not one.nested)


def test_shadows_that_rest_are_drawn_once(made) -> None:
    renderer = made()
    counts = [sent(renderer, scene(y)) for y in MOVES]
    # All are drawn until it is known what rests; then the kept ones are, and never again.
    every = len(PLACES) + 1
    assert counts == [every, every, every, 1, 1]
    assert renderer._main._last.shadows.resting


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("y", [-0.6, -0.3, 0.0, 0.2, 0.5])
def test_the_darker_of_two_shadows_stays(made, background: str, y: float) -> None:
    steps = [scene(place, background) for place in (*MOVES, y)]
    kept, full = drawn(made(), *steps), in_full(made, steps[-1])
    # Edges are softer by a pixel where shadows move.
    assert (np.abs(kept - full).max(axis=-1) > 3).mean() < 0.005
    alone = drawn(made(), Scene(steps[-1].items[: len(FLOORS[background])], SKY))
    assert (np.abs(full - alone).max(axis=-1) > 8).mean() > 0.05


def test_without_a_backdrop_all_are_drawn(made) -> None:
    steps = [scene(y, sky=None) for y in (*MOVES, 0.1)]
    assert np.abs(drawn(made(), *steps) - in_full(made, steps[-1])).max() <= 2


def test_a_shadow_that_begins_to_move_leaves_the_kept_picture(made) -> None:
    renderer = made()
    drawn(renderer, *(scene(y) for y in MOVES))
    rest = scene(-0.6).items
    lifted = footprint([cube(*place, 0.3, SMALL) for place in PLACES], 1.0)
    other = [one for one in rest if not (isinstance(one, Region) and one.united)]
    changed = Scene((*other, *shadow_regions([lifted, PRINT], "light")), SKY)
    found = drawn(renderer, changed, changed, changed) - in_full(made, changed)
    # No more than the edges of hundreds of small ones, softer by a pixel.
    assert np.abs(found).mean() < 3.0
    assert np.abs(blurred(found)).max() < 12


def test_a_still_picture_draws_all_shadows(made) -> None:
    renderer = made()
    drawn(renderer, *(scene(y) for y in MOVES))
    still = drawn(renderer, scene(0.1), quick=False)
    fresh = drawn(made(), scene(0.1), quick=False)
    assert np.abs(still - fresh).max() <= 2
