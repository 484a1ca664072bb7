"""Pictures between others: quick ones look like the exact ones, moved scenes like new ones."""

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.solid import Outlined, Solid, Tint
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import cylinder_fillet, sphere
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Backdrop, Label, Line, Scene
from tests.examples import examples

pytestmark = pytest.mark.gl
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))
CAMERA = Camera((0.0, 0.0, 0.2), radians(-50), radians(20), 3.0)
SIZE = (200, 160)
MARK = Outlined((1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0))
MESHES = (block(0.4, 0.3, 0.2), sphere(0.2, 48), cylinder_fillet(0.1, 0.5, 0.02, 0.02, 48))
# The very same in all scenes, or it would not be kept from one to the next.
FLOOR = floor_items(1.0, 0.0, 0.0, "light")
GREY = (0.5, 0.5, 0.5, 1.0)
STRAIGHT, SLANT = ((1, 0), (0, 1), (-1, 0), (0, -1)), ((1, 1), (-1, 1), (-1, -1), (1, -1))


def placed(x: float, turn: float = 0.0, scale: float = 1.0, z: float = 0.6) -> np.ndarray:
    pose = np.eye(4)
    c, s = cos(turn), sin(turn)
    pose[:3, :3] = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) * [scale, 1.0, 1.0]
    pose[:3, 3] = x, 0.0, z
    return pose


def scene(*extra: object, turn: float = 0.3, **looks: object) -> Scene:
    """Three bodies and a label on a floor."""
    bodies = [
        Solid(mesh, placed(0.5 * k - 0.5, turn + k), (0.8, 0.4, 0.1 + 0.3 * k, 1.0))
        for k, mesh in enumerate(MESHES)
    ]
    bodies[1] = replace(bodies[1], **looks)
    label = Label("a", np.array([turn, 0.0, 0.8]), (0, 0, 0, 1), (1, 1, 1, 1))
    return Scene((*FLOOR, *bodies, label, *extra), SKY)


def drawn(renderer: object, *scenes: Scene, **more: object) -> np.ndarray:
    """Draw scenes one after another and return the last picture."""
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0) as target:
        for one in scenes:
            renderer.draw(one, CAMERA, *SIZE, **more)
        return target.read().astype(int)


@pytest.fixture(autouse=True)
def _meshes_as_they_are(monkeypatch) -> None:
    """Let no thread make meshes coarser between two pictures that are compared."""
    import rvs.gl.card.arena
    from rvs.gl.detail import Detail

    def held() -> Detail:
        detail = Detail()
        detail.hold()
        return detail

    monkeypatch.setattr(rvs.gl.card.arena, "shared_detail", held)


@pytest.fixture
def anew(context):
    """Draw a scene with a renderer that has seen no other."""
    from rvs.gl.renderer import Renderer

    def draw(one: Scene, **more: object) -> np.ndarray:
        renderer = Renderer()
        pixels = drawn(renderer, *[one] * 4, **more)
        renderer.release()
        return pixels

    return draw


@pytest.fixture
def body_count(renderer, monkeypatch):
    """Count how often all solids are sent."""
    from rvs.gl.solids import SolidPainter

    loads, load = [], SolidPainter.load
    monkeypatch.setattr(SolidPainter, "load", lambda *given: (loads.append(1), load(*given))[1])
    return loads


@pytest.mark.parametrize("material", ["matte", "paint", "brushed"])
def test_a_quick_picture_looks_like_the_exact_one(renderer, material) -> None:
    one = scene(material=material)
    exact, quick = drawn(renderer, one), drawn(renderer, one, quick=True)
    assert np.abs(exact - quick).mean() < 0.3
    assert (np.abs(exact - quick).max(axis=-1) > 24).mean() < 0.005
    assert np.ptp(quick[..., 0]) > 100


def test_a_quick_line_is_as_wide_as_the_exact_one(renderer, flat) -> None:
    """The cube covers columns 80 to 119 of a picture 200 wide."""
    from rvs.gl.context.target import Target

    lined = Scene((Solid(block(0.4, 0.4, 0.4), np.eye(4), GREY, outline=MARK),), SKY)
    for quick in (False, True):
        with Target(200, 200, 0) as target:
            renderer.draw(lined, flat, 200, 200, quick=quick)
            row = target.read()[100].astype(int)
        red, blue = (row[:, k] - row[:, 1] > 200 for k in (0, 2))
        assert np.flatnonzero(red).tolist() == [78, 79, 120, 121]
        assert np.flatnonzero(blue).tolist() == [80, 119]


@pytest.mark.parametrize(
    "changed",
    [
        scene(turn=0.5),
        scene(turn=0.5, pose=placed(0.1, 0.2, -1.0)),
        scene(turn=0.5, color=(0.1, 0.8, 0.2, 1.0)),
        scene(turn=0.5, color=(0.1, 0.8, 0.2, 0.5)),
        scene(turn=0.5, outline=MARK),
        scene(turn=0.5, tint=Tint((0.8, 0.1, 0.1, 0.5), MARK)),
        scene(turn=0.5, mesh=MESHES[0]),
        scene(turn=0.5, depth="hidden"),
        scene(turn=0.5, layer="overlay"),
        scene(turn=0.5, pose=placed(0.0, z=-0.1)),
        scene(Line(np.eye(3), (1, 0, 0, 1), 3.0), turn=0.5),
        scene(Solid(MESHES[1], placed(0.9), GREY), turn=0.5),
    ],
)  # fmt: skip
def test_a_changed_scene_is_drawn_as_if_it_were_the_first(renderer, anew, changed) -> None:
    expected = anew(changed)
    pixels = drawn(renderer, scene(turn=0.3), scene(turn=0.4), changed, scene(turn=0.4), changed)
    assert np.abs(pixels - expected).max() <= 2


def test_lines_around_what_moves_go_with_it(renderer, anew) -> None:
    first, last = (scene(turn=turn, outline=MARK) for turn in (0.3, 0.9))
    assert np.abs(drawn(renderer, first, last) - anew(last)).max() <= 2


def test_what_moves_is_sent_alone(renderer, body_count) -> None:
    drawn(renderer, scene(turn=0.1), scene(turn=0.2), scene(turn=0.3))
    assert len(body_count) == 1
    drawn(renderer, scene(turn=0.3, color=GREY))
    assert len(body_count) == 2


def test_a_driver_that_draws_one_mesh_at_a_time_gives_the_same_picture(renderer, anew) -> None:
    one = scene(Solid(MESHES[1], placed(0.9, 0.3, -1.0), GREY), turn=0.7)
    expected = anew(one)
    renderer._main._solids._draws._indirect = None
    assert (drawn(renderer, one, one) == expected).all()


def test_many_triangles_come_in_pieces(renderer, anew, monkeypatch) -> None:
    import rvs.gl.card.multidraw
    import rvs.gl.detail
    import rvs.gl.solids

    # When a thread has made coarser meshes is not known.
    monkeypatch.setattr(rvs.gl.detail, "LARGEST", 0)
    one = scene(turn=0.7)
    expected = anew(one, quick=True)
    for module in (rvs.gl.card.multidraw, rvs.gl.solids):
        monkeypatch.setattr(module, "TRIANGLES_A_FLUSH", 10)
    before = renderer.draw_calls
    assert (drawn(renderer, *[one] * 4, quick=True) == expected).all()
    assert renderer.draw_calls - before >= len(MESHES)


def test_pixels_of_a_quick_line_lie_on_both_sides_of_the_edge() -> None:
    from rvs.gl.outlines import line_pixels

    mask = np.zeros((20, 20), bool)
    mask[8:12, 8:12] = True
    outside, inside = line_pixels(mask, 2.0, 1.0)
    seen = np.zeros((20, 20), int)
    seen[outside[:, 1], outside[:, 0]] = 1
    seen[inside[:, 1], inside[:, 0]] = 2
    assert seen[10].tolist() == [0] * 6 + [1, 1, 2, 0, 0, 2, 1, 1] + [0] * 6
    assert (seen == seen.T).all()
    assert not (seen[mask] == 1).any()
    assert not (seen[~mask] == 2).any()
    for all_or_none in (np.zeros((5, 6), bool), np.ones((5, 6), bool)):
        assert [len(found) for found in line_pixels(all_or_none, 2.0, 1.0)] == [0, 0]


@examples(40)
@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 40), st.sampled_from([1, 2, 3, 4]))
def test_pixels_of_quick_lines_are_those_whose_neighbours_differ(seed, high, wide, scale) -> None:
    from rvs.gl.outlines import line_pixels

    random = np.random.default_rng(seed)
    coarse = random.random((high // 4 + 1, wide // 3 + 1)) < 0.5
    mask = np.repeat(np.repeat(coarse, 4, 0), 3, 1)[:high, :wide]
    far, aslant = 2 * scale, round(0.5**0.5 * 2 * scale)
    ways = [(a * x, a * y) for a, pairs in ((far, STRAIGHT), (aslant, SLANT)) for x, y in pairs]
    expected: tuple[list, list] = ([], [])
    for y, x in np.ndindex(high, wide):

        def seen(a: int, b: int, x: int = x, y: int = y) -> bool:
            return bool(mask[min(max(y + b, 0), high - 1), min(max(x + a, 0), wide - 1)])

        ring = [seen(a, b) for a, b in ways]
        if not mask[y, x] and any(ring):
            expected[0].append([x, y])
        close = all(seen(scale * a, scale * b) for a, b in STRAIGHT)
        if mask[y, x] and not all(ring) and not close:
            expected[1].append([x, y])
    found = line_pixels(mask, 2.0 * scale, 1.0 * scale)
    assert tuple(one.tolist() for one in found) == expected


def test_lines_alone_are_drawn_on_a_kept_ground(anew, context) -> None:
    line = Line(np.array([[-0.5, 0, 0.2], [0.5, 0, 0.6]]), (1.0, 0.0, 0.0, 1.0), 3.0)
    pixels = anew(Scene((*FLOOR, line), SKY), quick=True)
    assert (pixels[..., 0] - pixels[..., 1] > 200).sum() > 100


def test_a_corner_that_is_kept_looks_like_one_that_is_drawn(context, monkeypatch) -> None:
    import rvs.gl.detail
    from rvs.gl.renderer import Renderer

    monkeypatch.setattr(rvs.gl.detail, "LARGEST", 0)
    renderer, other = Renderer(), replace(CAMERA, azimuth=radians(10))
    glass = Solid(MESHES[1], placed(0.3), (0.2, 0.4, 0.8, 0.5))
    small = Scene((*scene().items, glass), None)
    seen = []
    for camera, times in ((CAMERA, 1), (CAMERA, 4), (other, 1), (other, 3), (CAMERA, 1)):
        corner = (small, camera, (120, 10, 60, 50))
        pixels = drawn(renderer, *[scene()] * times, quick=True, corner=corner)
        seen.append(pixels[10:60, 120:180])
    direct, kept, turned, kept_turned, again = seen
    # Rounding of colours under glass alone differs.
    assert np.abs(kept - direct).max() <= 4
    assert np.abs(kept_turned - turned).max() <= 4
    assert np.abs(again - direct).max() <= 4
    assert np.abs(turned - direct).max() > 50
    exact = drawn(renderer, scene(), corner=(small, CAMERA, (120, 10, 60, 50)))
    assert np.abs(exact[10:60, 120:180] - kept).mean() < 4.0
    renderer.release()


def test_labels_look_for_places_in_every_picture(renderer, monkeypatch) -> None:
    from rvs.gl import labels
    from rvs.gl.context.target import Target

    searched, place = [], labels.label_places
    monkeypatch.setattr(labels, "label_places", lambda *args: searched.append(1) or place(*args))
    counts = []
    with Target(*SIZE, 0):
        for k in range(9):
            at = np.array([0.1 * k, 0.0, 0.5])
            number = Label(f"{k} mm", at, (0, 0, 0, 1), (1, 1, 1, 1))
            one = scene(number, turn=0.3 + 0.01 * k)
            renderer.draw(one, CAMERA, *SIZE, quick=k < 8, steady=True)
            counts.append(len(searched))
    assert counts == list(range(1, 10))
