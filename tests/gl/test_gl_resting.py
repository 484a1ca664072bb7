"""Bodies that rest while others move are drawn once; the pictures are those drawn in full."""

import time
from math import radians

import numpy as np
import pytest

from rvs.bodies.solid import Outlined, Solid
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import sphere
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Backdrop, Line, Scene

pytestmark = pytest.mark.gl
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))
CAMERA = Camera((0.0, 0.0, 0.2), radians(-50), radians(20), 4.0)
SIZE = (200, 150)
BALL, CUBE = sphere(0.2, 96), block(0.3, 0.3, 0.3)
FLOOR = floor_items(1.0, 0.0, 0.0, "light")
RED = (0.8, 0.3, 0.1, 1.0)
MARK = Outlined((1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0))


def at(x: float, y: float, z: float) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def balls(lift: float = 0.0) -> tuple[Solid, ...]:
    places = [(-0.6, 0.0, 0.25 + lift), (0.0, 0.0, 0.25), (0.6, 0.0, 0.25), (0.0, 0.6, 0.25)]
    return tuple(Solid(BALL, at(*place), (0.2, 0.4, 0.8, 1.0)) for place in places)


RESTING = balls()
WIRE = Line(np.array([[-1.0, -0.3, 0.3], [1.0, 0.9, 0.3]]), (0.0, 0.0, 0.0, 1.0), 2.0)


def scene(y: float, resting: tuple[Solid, ...] = RESTING, color=(0.8, 0.3, 0.1, 1.0)) -> Scene:
    moving = Solid(CUBE, at(0.3, y, 0.3), color, outline=MARK)
    return Scene((*FLOOR, *resting, moving, WIRE), SKY)


def drawn(renderer, *scenes: Scene, quick: bool = True, camera: Camera = CAMERA) -> np.ndarray:
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0) as target:
        for one in scenes:
            renderer.draw(one, camera, *SIZE, quick=quick)
            # meshes are made coarser beside the pictures
            while renderer.foresee():
                time.sleep(0.002)
        return target.read().astype(int)


def in_full(made, one: Scene) -> np.ndarray:
    """Draw a picture with a renderer that keeps nothing, as coarse as the others."""
    renderer = made()
    for _ in range(6):
        pixels = drawn(renderer, one)
        renderer._main._last = None
    return pixels


def triangles(renderer, one: Scene, quick: bool = True) -> int:
    """Return the number of triangles of solids in a picture."""
    draws, found = renderer._main._solids._draws, []
    draw = draws.draw
    draws.draw = lambda piece: found.append(draw(piece)) or found[-1]
    drawn(renderer, one, quick=quick)
    draws.draw = draw
    return sum(found)


MOVES = [-1.0, -0.9, -0.8, -0.7, -0.6, -0.5]


def test_what_rests_is_drawn_once(made) -> None:
    renderer = made()
    counts = [triangles(renderer, scene(y)) for y in MOVES]
    assert counts[0] > 1000
    # the cube alone, and once more for the line around it
    assert counts[-1] == counts[-2] == 2 * len(CUBE.triangles)


@pytest.mark.parametrize("y", [-0.5, -0.1, 0.2, 0.35, 0.9])
@pytest.mark.parametrize("color", [(0.8, 0.3, 0.1, 1.0), (0.8, 0.3, 0.1, 0.5)])
def test_it_hides_and_is_hidden_as_ever(made, y: float, color) -> None:
    steps = [scene(place, color=color) for place in (*MOVES, y)]
    kept = drawn(made(), *steps)
    full = in_full(made, steps[-1])
    assert (np.abs(kept - full).max(axis=-1) > 3).mean() < 0.002
    assert np.ptp(kept[..., 0]) > 100


def test_what_begins_to_move_leaves_the_kept_picture(made) -> None:
    steps = [scene(place) for place in MOVES]
    lifted = scene(0.2, balls(0.3))
    kept = drawn(made(), *steps, lifted, scene(0.2, balls(0.35)), lifted)
    assert (np.abs(kept - in_full(made, lifted)).max(axis=-1) > 3).mean() < 0.002


def test_bodies_that_come_and_go_do_not_make_what_moves_rest(made) -> None:
    renderer, resting = made(), []
    for k in range(8):
        lift = 0.01 * k
        bodies = [Solid(BALL, at(0.2 * j, 0.0, 0.3 + lift), RED) for j in range(5)]
        # Others between them, as arrows of frames part where they met.
        bodies[2:2] = [Solid(CUBE, at(0.2 * j, -0.8, 0.4 + lift), RED) for j in range(1 + k % 3)]
        drawn(renderer, Scene((*FLOOR, *bodies), SKY))
        resting.append(len(renderer._main._last.resting))
    assert not any(resting[2:])
    assert renderer._ground.ready


def test_what_sinks_below_the_floor_stays_hidden(made) -> None:
    steps = [scene(place) for place in MOVES]
    sunk = scene(0.2, balls(-0.4))
    kept = drawn(made(), *steps, sunk)
    assert (np.abs(kept - in_full(made, sunk)).max(axis=-1) > 3).mean() < 0.002


def test_a_still_picture_is_drawn_in_full(made) -> None:
    renderer, last = made(), scene(0.2)
    drawn(renderer, *(scene(place) for place in MOVES))
    assert triangles(renderer, last, quick=False) > len(RESTING) * len(BALL.triangles)
    still = drawn(renderer, last, quick=False)
    fresh = drawn(made(), last, quick=False)
    assert (np.abs(still - fresh).max(axis=-1) > 3).mean() < 0.002


def test_few_triangles_are_not_worth_it(made) -> None:
    renderer = made()
    few = tuple(Solid(CUBE, ball.pose, ball.color) for ball in RESTING)
    counts = [triangles(renderer, scene(y, few)) for y in MOVES]
    # the cube that moves is drawn once more for the line around it
    assert counts[-1] == (len(few) + 2) * len(CUBE.triangles)
