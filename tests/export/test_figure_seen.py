"""Figures show what a z-buffer shows, in every pixel."""

import numpy as np
import pytest
from figures_reference import nearest, visibility_error
from figures_scenes import SCENES, random_arm

from rvs.bodies.solid import Solid
from rvs.export.figure import draw
from rvs.export.layout import Paper
from rvs.export.visibility.bodies import bodies
from rvs.export.visibility.contours import edges
from rvs.export.visibility.sheet import Sheet
from rvs.geometry.shapes.flat import block
from rvs.model.figures.figure import STYLES, Style
from rvs.model.views.view import Camera
from rvs.scene.items import Label, Line, Points, Region, Scene

WIDTH, HEIGHT = 400, 250
RED = (0.8, 0.1, 0.1, 1.0)
ROOM = Solid(block(4.0, 4.0, 4.0), np.eye(4), RED)
EVERYTHING = (
    Line(np.array([[0.0, 0, 0], [0, 1, 1]]), RED),
    Label("A", np.zeros(3), RED, RED),
    Points(np.zeros((1, 3)), RED),
    Region(np.array([[0.0, 0, 0], [0, 1, 0], [0, 1, 1]]), np.array([0, 3], np.int32), RED),
)


@pytest.mark.parametrize("seed", range(6))
def test_arms_that_collide_with_themselves(seed):
    scene, camera = random_arm(seed, 16)
    made = bodies(scene.items, Sheet(camera, WIDTH, HEIGHT))
    assert visibility_error(made, WIDTH, HEIGHT) <= 2e-4


@pytest.mark.parametrize("name", SCENES)
def test_cells_and_tangles(name):
    make, camera = SCENES[name]
    made = bodies(make(16).items, Sheet(camera, WIDTH, HEIGHT))
    assert visibility_error(made, WIDTH, HEIGHT) <= 2e-4


def test_lines_are_the_edges_between_surfaces():
    make, camera = SCENES["tangle"]
    made = bodies(make(16).items, Sheet(camera, WIDTH, HEIGHT))
    seen = np.append(made.patches.surface[made.patches.of], -1)[nearest(made.facets, WIDTH, HEIGHT)]
    wanted = np.zeros((HEIGHT, WIDTH), bool)
    wanted[:, 1:] |= seen[:, 1:] != seen[:, :-1]
    wanted[1:] |= seen[1:] != seen[:-1]
    shown = np.zeros((HEIGHT, WIDTH), bool)
    for edge in edges(made):
        for a, b in zip(edge.points[:-1], edge.points[1:], strict=True):
            steps = np.linspace(0, 1, int(np.abs(b - a).max() * 2) + 2)[:, None]
            x, y = np.clip((a + steps * (b - a)).astype(int), 0, (WIDTH - 1, HEIGHT - 1)).T
            shown[y, x] = True
    assert (wanted & _near(shown)).sum() / wanted.sum() > 0.995
    assert (shown & _near(wanted)).sum() / shown.sum() > 0.99


def _near(mask):
    padded = np.pad(mask, 1)
    rows, columns = mask.shape
    parts = [padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)]
    return np.logical_or.reduce(parts)


@pytest.mark.parametrize("style", STYLES)
def test_an_empty_scene_is_an_empty_figure(style):
    drawing = draw(Scene((), None), Camera(), Paper(100, 80), STYLES[style])
    assert drawing.width == 100
    assert all(part.name == "background" for part in drawing.parts)


@pytest.mark.parametrize("style", STYLES)
def test_what_is_behind_the_viewer_is_not_drawn(style):
    camera = Camera((100.0, 0.0, 0.0), np.pi, 0.0, 2.0)
    things = (*EVERYTHING, Solid(block(1, 1, 1), np.eye(4), RED))
    drawing = draw(Scene(things, None), camera, Paper(100, 80), STYLES[style])
    assert all(part.name == "background" for part in drawing.parts)


@pytest.mark.parametrize("style", STYLES)
def test_a_camera_inside_a_solid_sees_no_inside(style):
    things = (ROOM, *EVERYTHING)
    drawing = draw(Scene(things, None), Camera(distance=1.0), Paper(100, 80), STYLES[style])
    assert not any(part.name == "scene" for part in drawing.parts)


@pytest.mark.parametrize("style", STYLES)
def test_coplanar_faces_are_drawn_once(style):
    things = tuple(
        Solid(block(1.0, 1.0, 1.0), _moved(k), RED, owner=(f"box {k}",)) for k in range(3)
    )
    made = bodies(things, Sheet(Camera((0, 0, 0)), WIDTH, HEIGHT))
    total = sum(area.area() for area in made.seen.values())
    from manifold3d import CrossSection, OpType

    union = CrossSection.batch_boolean(list(made.seen.values()), OpType.Add).area()
    assert total == pytest.approx(union, rel=1e-6)
    assert draw(Scene(things, None), Camera(), Paper(200, 120), STYLES[style]).parts


def _moved(k: int) -> np.ndarray:
    pose = np.eye(4)
    pose[0, 3] = 0.5 * k
    return pose


def test_many_labels_become_many_texts():
    rng = np.random.default_rng(3)
    labels = [Label(f"L{k}", place, RED, RED) for k, place in enumerate(rng.normal(size=(300, 3)))]
    drawing = draw(Scene(tuple(labels), None), Camera(distance=9.0), Paper(900, 700), Style())
    assert sum(1 for _ in drawing.marks()) >= 300
