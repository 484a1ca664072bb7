"""Solids that move as a group look like solids that are drawn one by one."""

from dataclasses import replace
from math import cos, sin

import numpy as np
import pytest

from rvs.bodies.solid import Outlined, Solid, Solids, Tint
from rvs.engine.rotations import rotation
from rvs.engine.transforms import pose
from rvs.geometry.shapes.flat import block
from rvs.gl.painter import ScenePainter
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import floor_items
from rvs.scene.items import Backdrop, Scene

pytestmark = pytest.mark.gl
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))
CAMERA = Camera((0.0, 0.0, 0.2), -0.9, 0.35, 3.0)
SIZE = (160, 120)
FLOOR = floor_items(1.0, 0.0, 0.0, "light")
RED = (0.8, 0.2, 0.1, 1.0)
LINE = Outlined((1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0))
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
CUBE = Solid(block(0.4, 0.3, 0.2), np.eye(4), RED)
LOOKS = {
    "plain": CUBE,
    "transparent": replace(CUBE, color=(0.2, 0.3, 0.9, 0.5), owner=("pane",)),
    "blue": replace(CUBE, color=(0.1, 0.9, 0.2, 0.5), owner=("other pane",)),
    "mirrored": replace(CUBE, pose=MIRROR),
    "in pixels": Solid(block(20.0, 16.0, 12.0), np.eye(4), RED, size_in="screen"),
    "outlined": replace(CUBE, outline=LINE),
    "tinted": replace(CUBE, tint=Tint((1.0, 0.0, 0.0, 0.5), LINE)),
    "seen through": replace(CUBE, depth="hidden", layer="annotation"),
    "on top": replace(CUBE, depth="on top", layer="annotation"),
}


def places(looks: tuple[Solid, ...], turn: float) -> np.ndarray:
    """Where the solids are, turned about x: below the floor too."""
    here = [
        pose(rotation([1.0, 0.0, 0.0], turn + k), [0.6 * k - 0.6, 0.1 * k, 0.25])
        for k in range(len(looks))
    ]
    return np.array(here) @ [look.pose for look in looks]


def group(names: tuple[str, ...]) -> tuple[Solid, ...]:
    return tuple(LOOKS[name] for name in names)


def drawn(renderer: object, *scenes: Scene, quick: bool = True) -> np.ndarray:
    from rvs.gl.context.target import Target

    with Target(*SIZE, 0) as target:
        for one in scenes:
            renderer.draw(one, CAMERA, *SIZE, quick=quick)
        return target.read().astype(int)


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize(
    "names",
    [*(("plain", name) for name in LOOKS), ("transparent", "mirrored", "blue")],
    ids=" ".join,
)
def test_a_moved_group_is_drawn_like_its_solids(made, names, quick) -> None:
    looks = group(names)
    grouped = [Scene((*FLOOR, Solids(looks, places(looks, turn))), SKY) for turn in (0.1, 0.5, 0.9)]
    # Another renderer has not moved anything.
    one_by_one = Scene(grouped[-1].items, SKY)
    assert len(one_by_one.entries) == len(FLOOR) + len(looks)
    moved = drawn(made(), *grouped, quick=quick)
    apart = np.abs(moved - drawn(made(), one_by_one, quick=quick)).max(axis=2)
    assert (apart > 0).sum() <= 2
    assert (moved != drawn(made(), *grouped[:2], quick=quick)).any()


def test_a_group_is_sorted_once_while_it_moves(made, monkeypatch) -> None:
    anew, looks = [], group(("plain", "tinted", "transparent"))
    usual = ScenePainter._anew
    monkeypatch.setattr(
        ScenePainter, "_anew", lambda self, *more: anew.append(1) or usual(self, *more)
    )
    renderer = made()
    still = Solids(looks[:2], places(looks[:2], 2.0))

    def shown(looks: tuple[Solid, ...], turn: float) -> Scene:
        return Scene((*FLOOR, still, Solids(looks, places(looks, turn))), SKY)

    for turn in (0.1, 0.2, 0.3, 0.4):
        drawn(renderer, shown(looks, turn))
    begun = len(anew)
    for turn in (0.5, 0.6, 0.7):
        drawn(renderer, shown(looks, turn))
    assert len(anew) == begun
    drawn(renderer, shown((*looks[:2], LOOKS["outlined"]), 0.8))
    assert len(anew) == begun + 1


def test_panes_of_a_group_stay_in_order(made) -> None:
    """The farther one is drawn first, wherever they have gone."""
    looks = group(("transparent", "blue"))
    far, near = (
        pose(p=[d * cos(CAMERA.azimuth), d * sin(CAMERA.azimuth), 0.2]) for d in (-0.4, 0.4)
    )
    steps = [np.array([far, near]), np.array([far, near]), np.array([near, far])]
    scenes = [Scene((Solids(looks, poses),), SKY) for poses in steps]
    for quick in (True, False):
        moved = drawn(made(), *scenes[:2], *scenes[1:], quick=quick)
        apart = np.abs(moved - drawn(made(), scenes[-1], quick=quick)).max(axis=2)
        assert (apart > 0).sum() <= 2


def test_a_group_may_get_other_solids(made) -> None:
    looks = group(("plain", "transparent", "tinted"))
    for others in (looks[:2], (*looks, looks[0]), looks[::-1]):
        steps = [(looks, 0.1), (looks, 0.2), (looks, 0.3), (others, 0.4), (others, 0.5)]
        scenes = [Scene((*FLOOR, Solids(some, places(some, t))), SKY) for some, t in steps]
        apart = np.abs(drawn(made(), *scenes) - drawn(made(), scenes[-1])).max(axis=2)
        assert (apart > 0).sum() <= 2
