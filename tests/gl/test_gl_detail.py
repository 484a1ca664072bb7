"""Quick pictures draw coarser meshes, by no more than a pixel; others draw them in full."""

import subprocess
import sys
import threading
import time
from math import radians

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.revolved import sphere
from rvs.gl.detail import Detail
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Scene

pytestmark = pytest.mark.gl
DARK = Backdrop((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0))
SIZE = (240, 200)
BALL = sphere(0.3, 96)


def camera(distance: float, parallel: bool = False) -> Camera:
    return Camera((0.0, 0.0, 0.0), radians(-50), radians(20), distance, parallel=parallel)


def ball(scale: float = 1.0, x: float = 0.0) -> Scene:
    pose = np.diag([scale, scale, scale, 1.0])
    pose[0, 3] = x
    return Scene((Solid(BALL, pose, (1.0, 1.0, 1.0, 1.0)),), DARK)


@pytest.fixture
def fresh(context):
    from rvs.gl.renderer import Renderer

    made = Renderer()
    yield made
    made.release()


def triangles(renderer) -> int:
    """Return the number of triangles in the last picture."""
    return int(renderer._main._solids._draws._triangles.sum())


def settle(renderer) -> None:
    """Wait until the meshes of the last picture have been made coarser."""
    end = time.monotonic() + 20.0
    while renderer.foresee():
        assert time.monotonic() < end
        time.sleep(0.002)


def drawn(renderer, scene: Scene, view: Camera, times: int = 3, quick: bool = True) -> np.ndarray:
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0) as target:
        for _ in range(times):
            renderer.draw(scene, view, *SIZE, quick=quick)
            if times > 1:
                settle(renderer)
        return target.read()[..., 0].astype(int)


@pytest.mark.parametrize("parallel", [False, True])
def test_silhouettes_move_by_less_than_a_pixel(fresh, parallel) -> None:
    view = camera(3.0, parallel)
    fine = drawn(fresh, ball(), view, quick=False) > 20
    count = triangles(fresh)
    coarse = drawn(fresh, ball(), view) > 20
    assert triangles(fresh) < 0.4 * count
    inner = fine[1:-1, 1:-1] & fine[2:, 1:-1] & fine[:-2, 1:-1] & fine[1:-1, 2:] & fine[1:-1, :-2]
    assert fine.sum() > 3000
    assert not (coarse & ~fine).any()
    assert coarse[1:-1, 1:-1][inner].all()
    assert (drawn(fresh, ball(), view, quick=False) > 20).sum() == fine.sum()
    assert triangles(fresh) == count


def test_what_is_far_or_small_has_fewer_triangles(fresh) -> None:
    counts = []
    for distance, scale in ((1.5, 1.0), (6.0, 1.0), (24.0, 1.0), (24.0, 16.0)):
        drawn(fresh, ball(scale), camera(distance))
        counts.append(triangles(fresh))
    assert counts[0] > counts[1] > counts[2]
    assert counts[3] > counts[2]


def test_equal_things_are_as_fine_as_the_nearest_needs(fresh) -> None:
    near, far = ball().items[0], ball(x=-20.0).items[0]
    drawn(fresh, Scene((near,), DARK), camera(2.0))
    alone = triangles(fresh)
    drawn(fresh, Scene((far, near), DARK), camera(2.0))
    assert triangles(fresh) == 2 * alone


def test_meshes_become_coarser_beside_the_pictures(fresh, monkeypatch) -> None:
    """A picture does not wait for them, and keeps what it has until they are there."""
    import rvs.gl.detail

    monkeypatch.setattr(rvs.gl.detail, "COARSER", ())
    solids = tuple(
        Solid(sphere(0.1 + 0.02 * k, 48), np.eye(4), (1.0, 1.0, 1.0, 1.0)) for k in range(4)
    )
    full = sum(len(one.mesh.triangles) for one in solids)
    scene = Scene(solids, DARK)
    drawn(fresh, scene, camera(3.0), times=1)
    settle(fresh)
    drawn(fresh, scene, camera(3.0), times=1)
    coarse = triangles(fresh)
    assert coarse < 0.5 * full
    # from a little nearer the next finer ones are there already; from much nearer others are made
    drawn(fresh, scene, camera(2.0), times=1)
    near = triangles(fresh)
    assert coarse <= near < full
    drawn(fresh, scene, camera(0.8), times=1)
    settle(fresh)
    drawn(fresh, scene, camera(0.8), times=1)
    assert near < triangles(fresh)


def test_a_mesh_of_many_small_parts_may_be_coarser(fresh, monkeypatch) -> None:
    import rvs.gl.detail

    drawn(fresh, ball(), camera(3.0))
    assert triangles(fresh) <= rvs.gl.detail.MANY
    monkeypatch.setattr(rvs.gl.detail, "COARSER", ())
    drawn(fresh, ball(), camera(6.0))
    few = triangles(fresh)
    drawn(fresh, ball(), camera(3.0))
    assert triangles(fresh) > rvs.gl.detail.MANY >= few


def test_huge_meshes_stay_as_they_are(fresh, monkeypatch) -> None:
    import rvs.gl.detail

    monkeypatch.setattr(rvs.gl.detail, "LARGEST", 100)
    drawn(fresh, ball(), camera(6.0))
    assert triangles(fresh) == len(BALL.triangles)


def test_meshes_are_made_coarser_before_anything_moves(fresh) -> None:
    large = [sphere(0.3 + 0.01 * k, 96) for k in range(3)]
    solids = (*large, sphere(0.1, 24), sphere(0.1, 4))
    scene = Scene(tuple(Solid(one, np.eye(4), (1.0, 1.0, 1.0, 1.0)) for one in solids), DARK)
    assert not fresh.foresee()
    drawn(fresh, scene, camera(6.0), times=1, quick=False)
    assert triangles(fresh) == sum(len(one.triangles) for one in solids)
    assert fresh.foresee()
    settle(fresh)
    drawn(fresh, scene, camera(6.0), times=1)
    assert triangles(fresh) < 0.4 * sum(len(one.triangles) for one in solids)


ENDS = """
import atexit, threading
from rvs.geometry.shapes.revolved import sphere
from rvs.gl.detail import Detail

detail = Detail()
detail.foresee([(sphere(1.0 + 0.1 * k, 160), -14) for k in range(20)])
(thread,) = [one for one in threading.enumerate() if one.name == "coarser meshes"]
atexit.register(lambda: print(thread.is_alive(), len(detail._left) > 10))
"""


def test_the_program_ends_while_meshes_become_coarser() -> None:
    """The thread is let finish what NumPy does, and leaves the rest."""
    done = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False True\n", "")


def test_while_held_it_makes_nothing(fresh) -> None:
    detail = Detail()
    fresh._arena.detail = detail
    detail.hold()
    for _ in range(3):
        drawn(fresh, ball(), camera(6.0), times=1)
    assert not any(thread.name == "coarser meshes" for thread in threading.enumerate())
    full = triangles(fresh)
    assert not detail._made
    assert full == len(BALL.triangles)
    detail.go_on()
    settle(fresh)
    drawn(fresh, ball(), camera(6.0), times=1)
    assert triangles(fresh) < full / 2
