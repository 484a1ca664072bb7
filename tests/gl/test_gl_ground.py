"""The floor that is kept from frame to frame gives the same picture as a newly drawn one."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.flat import block
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Backdrop, Scene

pytestmark = pytest.mark.gl
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))
CAMERA = Camera((0.0, 0.0, 0.2), radians(-50), radians(20), 4.0)
SIZE = (160, 120)


def standing(z: float) -> Solid:
    pose = np.eye(4)
    pose[2, 3] = z
    return Solid(block(0.4, 0.3, 0.5), pose, (0.8, 0.3, 0.1, 1.0))


@pytest.fixture
def frames(renderer):
    """Draw scenes one after another with one renderer and return their pixels."""
    from rvs.gl.context.target import Target

    def draw(
        *pictures: tuple[Scene, Camera], samples: int = 0, quick: bool = False
    ) -> list[np.ndarray]:
        result = []
        with Target(*SIZE, samples) as target:
            for scene, camera in pictures:
                renderer.draw(scene, camera, *SIZE, quick=quick)
                result.append(target.read().astype(int))
        return result

    return draw


@pytest.fixture
def anew(context):
    """Draw one picture with a renderer that has seen no other."""
    from rvs.gl.context.target import Target
    from rvs.gl.renderer import Renderer

    def draw(scene: Scene, camera: Camera, samples: int = 0, quick: bool = False) -> np.ndarray:
        renderer = Renderer()
        with Target(*SIZE, samples) as target:
            renderer.draw(scene, camera, *SIZE, quick=quick)
            pixels = target.read().astype(int)
        renderer.release()
        return pixels

    return draw


def scenes(*heights: float) -> list[Scene]:
    floor = floor_items(1.0, 0.0, 0.0, "light")
    return [Scene((*floor, standing(z)), SKY) for z in heights]


def test_a_resting_camera_draws_the_floor_once(frames, renderer) -> None:
    moving = scenes(0.25, 0.30, 0.35, 0.40)
    calls = []
    for scene in moving:
        before = renderer.draw_calls
        frames((scene, CAMERA))
        calls.append(renderer.draw_calls - before)
    assert calls[0] > calls[2] == calls[3] == 1


def test_the_kept_floor_gives_the_same_picture(frames, anew) -> None:
    moving = [(scene, CAMERA) for scene in scenes(0.25, 0.30, 0.35)]
    kept = frames(*moving)[-1]
    fresh = anew(*moving[-1])
    assert np.abs(kept - fresh).max() <= 2
    assert np.ptp(fresh[..., 0]) > 100


def test_a_base_that_dips_a_little_below_the_floor_keeps_it(frames, anew, renderer) -> None:
    moving = [(scene, CAMERA) for scene in scenes(0.25, 0.246, 0.2465, 0.247)]
    pictures, calls = [], []
    for picture in moving:
        before = renderer.draw_calls
        pictures += frames(picture)
        calls.append(renderer.draw_calls - before)
    assert calls[-1] == 1
    # edges where body meets floor may fall on another pixel
    assert (np.abs(pictures[-1] - anew(*moving[-1])).max(axis=-1) > 3).mean() < 0.003


def test_another_camera_another_floor(frames, anew) -> None:
    scene = scenes(0.25)[0]
    aside = replace(CAMERA, azimuth=radians(10))
    turned = frames((scene, CAMERA), (scene, CAMERA), (scene, CAMERA), (scene, aside))[-1]
    fresh = anew(scene, aside)
    assert np.array_equal(turned, fresh)


@pytest.mark.parametrize("z", [-0.6, -0.25, -0.1, 0.0, 0.2499])
@pytest.mark.parametrize("quick", [False, True])
def test_what_sinks_into_the_floor_is_hidden_by_it(frames, anew, z: float, quick: bool) -> None:
    moving = [(scene, CAMERA) for scene in scenes(0.25, 0.25, z)]
    kept = frames(*moving, quick=quick)[-1]
    fresh = anew(*moving[-1], quick=quick)
    different = np.abs(kept - fresh).max(axis=-1)
    # Edges where body meets floor may fall on another pixel, and grid lines over what is seen
    # through the floor are fainter.
    assert (different > 3).mean() < 0.015
    assert (different > 30).mean() < 0.002
    assert np.abs(kept - fresh).mean() < 0.15


def test_what_is_below_the_floor_shows_through_where_it_fades(frames) -> None:
    near, far = scenes(-0.26, -0.6)
    empty = replace(near, entries=near.items[:-1])
    seen = [frames(*[(scene, CAMERA)] * 3)[-1] for scene in (empty, near, far)]
    through = [np.abs(pixels - seen[0]).max(axis=-1) for pixels in seen[1:]]
    assert (through[1] > 3).sum() > 300
    assert through[1].sum() > 3 * through[0].sum() > 0


def test_a_body_below_the_floor_keeps_it(frames, renderer) -> None:
    calls = []
    for scene in scenes(-0.3, -0.31, -0.32, -0.33):
        before = renderer.draw_calls
        frames((scene, CAMERA))
        calls.append(renderer.draw_calls - before)
    assert renderer._ground.ready
    assert calls[-1] == 1


def test_from_below_nothing_is_kept(frames, anew) -> None:
    below = replace(CAMERA, elevation=radians(-30))
    pictures = [(scene, below) for scene in scenes(0.25, 0.30, 0.35)]
    kept = frames(*pictures)[-1]
    fresh = anew(*pictures[-1])
    assert np.array_equal(kept, fresh)


def test_smooth_edges_need_no_copy(frames, anew) -> None:
    pictures = [(scene, CAMERA) for scene in scenes(0.25, 0.30, 0.35)]
    kept = frames(*pictures, samples=4)[-1]
    fresh = anew(*pictures[-1], samples=4)
    assert np.array_equal(kept, fresh)
