"""Tints: a matte colour half over a body, in its place in the picture, and a line around it."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Outlined, Solid, Tint
from rvs.geometry.shapes.flat import block
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Line, Scene

pytestmark = pytest.mark.gl
GREY, GREEN = (0.5, 0.5, 0.5, 1.0), (0.1, 0.6, 0.1, 1.0)
RED, BLUE, CLEAR = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0)
MARK = Outlined(BLUE, BLUE)
HALF = Tint((0.8, 0.1, 0.1, 0.5), Outlined(CLEAR, CLEAR))
CUBE = block(0.4, 0.4, 0.4)


def cube(x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.4, **more) -> Solid:
    pose = np.eye(4)
    c, s = np.cos(turn), np.sin(turn)
    pose[:3, :3] = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    pose[:3, 3] = x, y, z
    return Solid(CUBE, pose, more.pop("color", GREY), more.pop("material", "paint"), **more)


@pytest.fixture
def quick(made, flat):
    """Draw a scene as a renderer does that has drawn others before."""
    from rvs.gl.context.target import Target

    renderer = made()

    def draw(*scenes: tuple[Solid, ...]) -> np.ndarray:
        from .conftest import WHITE

        with Target(200, 200, 0) as target:
            for items in scenes:
                renderer.draw(Scene(items, WHITE), flat, 200, 200, quick=True)
            return target.read().astype(float)

    return draw


@pytest.mark.parametrize("material", ["paint", "brushed", "matte"])
def test_half_of_a_tinted_body_is_seen(picture, quick, material) -> None:
    body = cube(material=material)
    matte = replace(body, color=(0.8, 0.1, 0.1, 1.0), material="matte")
    for draw in (picture, lambda one: quick((one,))):
        plain, over = draw(body), draw(matte)
        assert np.abs(plain - over).max() > 60
        assert np.abs(draw(replace(body, tint=HALF)) - (plain + over) / 2).max() <= 1.0


def test_a_tint_covers_what_is_seen_through_too(picture) -> None:
    glass = cube(color=(0.1, 0.1, 0.9, 0.4), turn=0.0)
    matte = replace(glass, color=(0.8, 0.1, 0.1, 1.0), material="matte")
    expected = (picture(glass) + picture(matte)) / 2
    assert np.abs(picture(replace(glass, tint=HALF)) - expected).max() <= 1.5


def test_a_tinted_body_is_drawn_in_its_place(picture) -> None:
    tinted, before = cube(tint=HALF), cube(0.1, -0.6, color=GREEN)
    both, alone = picture(tinted, before), picture(before)
    covered = (alone != 255.0).any(axis=2)
    assert covered.any()
    assert (both[covered] == alone[covered]).all()


def test_each_body_has_its_own_tint(picture) -> None:
    other = replace(HALF, color=(0.1, 0.1, 0.8, 0.5))
    bodies = [cube(-0.6, tint=HALF), cube(tint=other), cube(0.6)]
    apart = [picture(body) for body in bodies]
    assert (picture(*bodies) == np.minimum.reduce(apart)).all()
    assert len({tuple(one[100, x]) for one, x in zip(apart, (40, 100, 160), strict=True)}) == 3


def test_a_tint_has_a_line_besides_that_of_the_body(picture) -> None:
    tint = replace(HALF, outline=MARK)
    row = picture(cube(turn=0.0, tint=tint))[100]
    blue = (row[:, 2] - row[:, 0] > 200).nonzero()[0].tolist()
    assert blue == [78, 79, 80, 119, 120, 121]
    both = cube(turn=0.0, tint=tint, outline=Outlined(RED, RED))
    assert (picture(both)[100] == row).all()
    # its own line goes around the body alone, that of the tint around all that have one
    beside = picture(both, cube(0.4, turn=0.0, tint=tint))[100]
    red = (beside[:, 0] - beside[:, 2] > 200).nonzero()[0].tolist()
    assert red == [119, 120, 121]


def test_a_tint_comes_and_goes_while_bodies_move(quick) -> None:
    first, moved = cube(), cube(0.2)
    tinted = replace(moved, tint=HALF)
    assert (quick((first,), (tinted,)) == quick((tinted,), (tinted,))).all()
    assert (quick((tinted,), (moved,)) == quick((moved,), (moved,))).all()
    assert np.abs(quick((moved,)) - quick((tinted,))).max() > 40


@pytest.fixture
def floor():
    """The floor without its grid, on which nothing fades where the bodies are."""
    return floor_items(10.0, 0.0, 0.0, "light")[:1]


def test_a_tint_is_seen_through_the_floor(picture, flat, floor) -> None:
    above, body = replace(flat, elevation=0.5), cube(z=-0.1, turn=0.0)
    matte = replace(body, color=(0.8, 0.1, 0.1, 1.0), material="matte")
    line = Line(np.array([[-0.5, -0.6, 0.1], [0.5, -0.6, 0.1]]), (0, 0, 0, 1), 5.0)
    plain = picture(*floor, line, body, camera=above)
    tinted = picture(*floor, line, replace(body, tint=HALF), camera=above)
    empty, over = picture(camera=above), picture(matte, camera=above)
    covered = (over != empty).any(axis=2) & (picture(line, camera=above) == empty).all(axis=2)
    # all but the row of pixels in which the body goes through the floor
    off = np.abs(tinted - (plain + over) / 2).max(axis=2) > 2.0
    assert len(np.unique(np.argwhere(off & covered)[:, 0])) <= 1
    assert tinted[120, 100, :3] == pytest.approx([0, 0, 0], abs=1)
    hidden = (plain == picture(*floor, camera=above)).all(axis=2) & covered
    assert 0.4 < hidden.sum() / covered.sum() < 0.8


def test_a_tint_below_the_floor_is_drawn_once_from_there(picture, flat, floor) -> None:
    below, body = replace(flat, elevation=-0.5), cube(z=-0.3)
    matte = replace(body, color=(0.8, 0.1, 0.1, 1.0), material="matte")
    tinted = picture(*floor, replace(body, tint=HALF), camera=below)
    both = [picture(*floor, one, camera=below) for one in (body, matte)]
    assert np.abs(tinted - sum(both) / 2).max() <= 1.0


def test_a_body_that_is_not_tinted_is_not_seen_through_the_floor(picture, flat, floor) -> None:
    above = replace(flat, elevation=0.5)
    assert (picture(*floor, cube(z=-0.5), camera=above) == picture(*floor, camera=above)).all()
