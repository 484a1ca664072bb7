"""Unchanged data are not sent to the card again, and everything is drawn with few calls."""

import time
from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State, fit_postures
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene
from tests.examples import examples

pytestmark = pytest.mark.gl
SIZE = (320, 240)
CAMERA = Camera((0.0, 0.0, 0.5), radians(-50), radians(20), 3.0)


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    """Bytes of each call that sends data of a picture."""
    from rvs.gl.card.opengl import GL

    found: list[int] = []
    data, part = GL.glBufferData, GL.glBufferSubData
    monkeypatch.setattr(GL, "glBufferData", lambda *a: (found.append(a[1]), data(*a))[1])
    monkeypatch.setattr(GL, "glBufferSubData", lambda *a: (found.append(a[2]), part(*a))[1])
    return found


@pytest.fixture
def still() -> State:
    architecture = load_robot("puma560")
    robots = tuple(
        PlacedRobot(name, architecture.robot, place=tuple(map(tuple, place.tolist())))
        for name, place in (("one", np.eye(4)), ("other", np.eye(4) + 0.7 * np.eye(4, k=3)))
    )
    document = Document(robots)
    return State(document, fit_postures(document, {}), View(camera=CAMERA))


def moved(state: State, by: float, robot: str = "one") -> State:
    first, *rest = state.postures[robot]
    return replace(state, postures={**state.postures, robot: (first + by, *rest)})


def draw(renderer, state: State, quick: bool) -> None:
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0 if quick else 4):
        renderer.draw(build_scene(state), CAMERA, *SIZE, quick=quick, steady=True)


@pytest.mark.parametrize("quick", [False, True])
def test_nothing_is_sent_of_a_picture_like_the_last(renderer, sent, still, quick: bool) -> None:
    # Coarser meshes are made beside the pictures.
    until = time.monotonic() + 20.0
    draw(renderer, still, quick)
    while renderer.foresee() and time.monotonic() < until:
        time.sleep(0.01)
    for _ in range(8):
        draw(renderer, still, quick)
    assert sum(sent) > 100_000
    sent.clear()
    draw(renderer, still, quick)
    assert sum(sent) == 0


def test_a_robot_that_moves_sends_its_own_poses_alone(renderer, sent, still) -> None:
    for k in range(4):
        draw(renderer, moved(still, 0.01 * k), quick=False)
    whole = sum(sent)
    sent.clear()
    meshes = renderer.mesh_uploads
    for k in range(4, 8):
        draw(renderer, moved(still, 0.01 * k), quick=False)
    assert renderer.mesh_uploads == meshes
    assert 0 < sum(sent) / 4 < 0.1 * whole


def test_calls_do_not_grow_with_the_number_of_bodies(renderer, still) -> None:
    draw(renderer, still, quick=False)
    before = renderer.draw_calls
    draw(renderer, moved(still, 0.1), quick=False)
    few = renderer.draw_calls - before
    more = Document(
        tuple(replace(one, id=f"{one.id} {k}") for one in still.document.robots for k in range(5))
    )
    crowd = State(more, fit_postures(more, {}), still.view)
    draw(renderer, crowd, quick=False)
    before = renderer.draw_calls
    draw(renderer, moved(crowd, 0.1, "one 0"), quick=False)
    assert few < 40
    assert renderer.draw_calls - before <= few + 10


@examples(40)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=8), st.integers(0, 2**32 - 1))
def test_a_buffer_holds_what_it_was_last_filled_with(lengths: list[int], seed: int) -> None:
    from OpenGL import GL

    from rvs.gl.card.buffers import Buffer
    from rvs.gl.context.surfaceless import surfaceless

    random = np.random.default_rng(seed)
    with surfaceless():
        buffer = Buffer(GL.GL_ARRAY_BUFFER)
        for length in lengths:
            data = random.integers(0, 2, (length, 4)).astype(np.float32)
            buffer.fill(data)
            if length:
                GL.glBindBuffer(GL.GL_ARRAY_BUFFER, buffer.name)
                held = np.zeros(data.nbytes, np.uint8)
                GL.glGetBufferSubData(GL.GL_ARRAY_BUFFER, 0, held.nbytes, held)
                assert held.tobytes() == data.tobytes()
        buffer.release()
