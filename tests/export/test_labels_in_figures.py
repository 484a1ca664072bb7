"""Labels of figures, by the geometry of what was placed: ten robots, three sizes in print."""

import numpy as np
import pytest
import shapely

from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Text
from rvs.export.layout import Layout, layout
from rvs.export.named import figure_paper, figure_scene, figure_style, fitted
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import NamedFigure
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.camera import project
from rvs.scene.items import Label, Scene

ROBOTS = (
    "puma560", "stanford", "scara", "rediestro", "iiwa14", "ur5e", "abb-irb120",
    "canadarm2", "panda", "staubli-tx90",
)  # fmt: skip
WIDTHS = (60.0, 84.0, 174.0)
# Rounding of letters, and where two rectangles touch.
TOLERANCE = 0.05


def placed(name: str, width: float, dimensions: bool = False) -> tuple[Scene, Layout]:
    robot = load_robot(name).robot
    alone = PlacedRobot("arm", robot)
    state = State(Document((alone,)), {"arm": tuple(robot.home.tolist())})
    figure = NamedFigure(
        "a", View(floor=False, shadow=False), width=width, crop=True, dimensions=dimensions
    )
    figure = fitted(state, figure)
    scene = figure_scene(state, figure)
    return scene, layout(
        scene.items, figure.view.camera, figure_paper(figure), figure_style(figure)
    )


def box(text: Text) -> shapely.Polygon:
    """The rectangle that letters are placed by: as wide as they are, as high as the type."""
    run = text.runs[0]
    middle = run.y - 0.729 * run.size / 2
    return shapely.box(run.x, middle - run.size / 2, run.x + text.width, middle + run.size / 2)


def head(label: Label, place: Layout) -> shapely.Polygon:
    """The head of the arrow that a label names, as it is seen."""
    start, tip = np.asarray(label.stem), np.asarray(label.at)
    way = tip - start
    length = np.linalg.norm(way)
    side = np.cross(way, [1.0, 0.0, 0.0] if abs(way[0]) < 0.9 * length else [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(way / length, side)
    angles = np.linspace(0.0, 2 * np.pi, 16)
    ring = (
        start
        + 0.73 * way
        + 0.092 * length * (np.outer(np.cos(angles), side) + np.outer(np.sin(angles), other))
    )
    seen = place.sheet.place(np.vstack([ring, tip]))[:, :2]
    return shapely.MultiPoint(seen).convex_hull


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ROBOTS)
def test_no_label_covers_another_nor_an_arrow_head(name: str, width: float) -> None:
    scene, place = placed(name, width)
    labels = [item for item in scene.items if isinstance(item, Label)]
    texts = place.letters.texts
    assert set(texts) == set(labels)
    boxes = [box(texts[label]).buffer(-TOLERANCE) for label in labels]
    for k, one in enumerate(boxes):
        covered = [labels[j].text for j in range(k) if one.intersects(boxes[j])]
        assert not covered, (labels[k].text, labels[k].subscript, covered)
    arrows = [label for label in labels if label.stem is not None]
    assert len(arrows) >= 3 * min(4, len(arrows) // 3)
    for arrow in arrows:
        hull = head(arrow, place)
        over = [
            f"{labels[k].text}{labels[k].subscript}"
            for k, b in enumerate(boxes)
            if b.intersects(hull)
        ]
        assert not over, (arrow.text, arrow.subscript, over)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["rediestro", "puma560", "scara"])
def test_dimensions_and_names_never_cover_each_other(name: str, width: float) -> None:
    _, place = placed(name, width, dimensions=True)
    boxes = [box(text).buffer(-TOLERANCE) for text in place.letters.texts.values()]
    tree = shapely.STRtree(boxes)
    one, two = tree.query(boxes, predicate="intersects")
    assert (one == two).all()


@pytest.mark.parametrize("name", ROBOTS)
def test_type_is_never_below_six_points_and_nothing_is_cut(name: str) -> None:
    _, place = placed(name, 60.0, dimensions=name == "rediestro")
    left, top, right, bottom = place.box
    page = shapely.box(left, top, right, bottom)
    for text in place.letters.texts.values():
        points = [run.size * place.mm / MM_PER_INCH * POINTS_PER_INCH for run in text.runs]
        assert min(points) >= 6.0 - 1e-6
        assert page.contains(box(text).buffer(-TOLERANCE))


@pytest.mark.parametrize("name", ROBOTS)
def test_a_name_nearer_to_another_tip_is_led_to_its_own(name: str) -> None:
    _, place = placed(name, 84.0)
    texts, leaders = place.letters.texts, place.letters.leaders
    arrows = [label for label in texts if label.stem is not None]
    tips = {label: shapely.Point(place.sheet.place(label.at)[:2]) for label in arrows}
    for label in arrows:
        own = box(texts[label])
        gaps = sorted((own.distance(tip), other is not label) for other, tip in tips.items())
        if gaps[0][1] and gaps[0][0] < own.distance(tips[label]) - 3.0 * place.sheet.pixel:
            assert leaders[label], (label.text, label.subscript)
        for line in leaders[label]:
            assert line.points[0] == pytest.approx(np.asarray(label.at))


def test_labels_of_what_is_in_the_picture_stay_in_it() -> None:
    scene, _ = placed("puma560", 84.0)
    figure = NamedFigure("a", View(), width=84.0)
    camera = figure.view.camera
    place = layout(scene.items, camera, figure_paper(figure), figure_style(figure))
    page = shapely.box(*place.box)
    inside = 0
    for label, text in place.letters.texts.items():
        x, y, _ = project(camera, label.at, *figure.picture)
        if 0.0 < x < figure.picture[0] and 0.0 < y < figure.picture[1]:
            inside += 1
            assert page.buffer(1.0).contains(box(text)), (label.text, label.subscript)
    assert inside
