"""Painting of solids: the light of the screen, without seams."""

from math import pi

import numpy as np
import pytest
from figures_reference import _flip
from manifold3d import CrossSection, FillRule, JoinType, OpType

from rvs.bodies.solid import Solid
from rvs.export.formats.drawing import Fill
from rvs.export.visibility.bodies import bodies, paint_glass, paint_opaque, trapped
from rvs.export.visibility.plane.areas import joined, widened
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.wires import hidden_edges
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import sphere
from rvs.model.appearance.materials import MATERIALS
from rvs.model.views.view import Camera
from rvs.scene.annotate.frames import arrow_mesh
from rvs.scene.camera import axes
from rvs.scene.light import shade

CAMERA = Camera((0.0, 0.0, 0.0), 0.5, 0.4, 4.0, parallel=True)
SHEET = Sheet(CAMERA, 240.0, 200.0)
ORANGE = (0.93, 0.55, 0.1, 1.0)


def fills_of(*things: Solid, light: str = "shaded") -> list[Fill]:
    made = bodies(things, SHEET)
    return [mark for _, marks in paint_opaque(made, light) for mark in marks]


def area(fills: list[Fill]) -> CrossSection:
    parts = [CrossSection(list(fill.rings), FillRule.EvenOdd) for fill in fills]
    return CrossSection.batch_boolean(parts, OpType.Add)


@pytest.mark.parametrize("material", ["paint", "brushed", "metal", "matte"])
def test_a_ball_has_the_light_of_the_screen(material):
    radius = 0.7
    ball = Solid(sphere(radius, 64), np.eye(4), ORANGE, material)
    shown = np.full((200, 240, 3), np.nan)
    for fill in fills_of(ball):
        inside = np.zeros((200, 240), bool)
        for ring in fill.rings:
            _flip(inside, ring)
        shown[inside] = fill.color[:3]
    size = float(SHEET.unit_size(np.zeros(3)))
    x = (np.arange(240) + 0.5 - 120) * size / radius
    y = (100 - np.arange(200)[:, None] - 0.5) * size / radius
    flat = x**2 + y**2
    seen = flat < 0.95
    rows = axes(CAMERA)
    height = np.sqrt(np.where(seen, 1.0 - flat, 0.0))
    normals = x[..., None] * rows[0] + y[..., None] * rows[1] + height[..., None] * rows[2]
    to_eye = np.broadcast_to(rows[2], normals.shape)
    base = np.broadcast_to(ORANGE[:3], normals.shape)
    truth = shade(normals, to_eye, base, MATERIALS[material], rows[0])
    assert np.isfinite(shown[seen]).all()
    gap = np.abs(shown - truth).max(axis=-1)[seen] * 255
    assert np.mean(gap) < 4.0
    assert np.mean(gap < 16.0) > 0.985


def test_areas_reach_under_those_painted_later_and_never_beyond_the_silhouette():
    box = Solid(block(0.6, 0.6, 0.6), np.eye(4), ORANGE)
    fills = fills_of(box)
    made = bodies([box], SHEET)
    silhouette = CrossSection.batch_boolean(list(made.seen.values()), OpType.Add)
    assert len(fills) == 3
    sizes = [area([fill]).area() for fill in fills]
    seen = [one.area() for one in made.seen.values()]
    assert sizes[0] > seen[0] + 10.0
    assert sizes[-1] == pytest.approx(seen[-1])
    assert (area(fills) - silhouette).area() < 0.01
    assert (silhouette - area(fills)).area() < 0.01


def test_bands_cover_all_that_is_seen():
    things = [
        Solid(sphere(0.5, 48), np.eye(4), ORANGE),
        Solid(elbow(0.2, 0.5, pi / 2, 48), *TURNED),
    ]
    made = bodies(things, SHEET)
    silhouette = CrossSection.batch_boolean(list(made.seen.values()), OpType.Add)
    for light in ("shaded", "flat"):
        gaps = silhouette - area(fills_of(*things, light=light))
        assert gaps.area() < 2e-3 * silhouette.area()


TURNED = (np.eye(4), (0.2, 0.5, 0.3, 1.0))


def test_flat_tones_are_few():
    ball = Solid(sphere(0.7, 48), np.eye(4), ORANGE)
    flat, shaded = ({fill.color for fill in fills_of(ball, light=x)} for x in ("flat", "shaded"))
    assert len(flat) < 10 < len(shaded)


def test_without_light_only_what_explains_is_painted():
    body = Solid(sphere(0.2, 48), np.eye(4), ORANGE)
    arrow = Solid(arrow_mesh(0.8, 0.03, 0.08, 0.2), *TURNED, layer="annotation")
    fills = fills_of(body, arrow, light="none")
    assert fills
    # of one hue, that of the arrow
    assert all(fill.color[1] > fill.color[0] for fill in fills)


def test_glass_that_reaches_into_a_body_does_not_hide_it():
    body = Solid(sphere(0.5, 48), np.eye(4), ORANGE)
    pane = Solid(block(0.3, 2.0, 2.0), np.eye(4), (*TURNED[1][:3], 0.4))
    alone, both = bodies([body], SHEET), bodies([body, pane], SHEET)
    sizes = [sum(one.area() for one in made.seen.values()) for made in (alone, both)]
    assert sizes[1] == pytest.approx(sizes[0])
    (entries,) = paint_glass(both)
    glass = area([fill for _, marks in entries for fill in marks])
    whole = sum(o.area() for o in bodies([pane], SHEET).patches.outlines)
    # the ball stands out of the pane towards the viewer
    assert 0.5 * whole < glass.area() < whole - 100.0


def test_the_hidden_edges_of_a_box_meet_in_its_far_corner():
    box = Solid(block(0.6, 0.6, 0.6), np.eye(4), ORANGE)
    (lines,) = hidden_edges(bodies([box], SHEET)).values()
    corner = SHEET.place(-0.3 * np.sign(axes(CAMERA)[2]))[:2]
    ends = [np.abs(line - corner).max(axis=1).min() for line in lines]
    assert max(ends) < 0.5
    assert sum(len(line) - 1 for line in lines) == 3


# Its area is rounded to nothing, and it reaches lower than all else on a sheet whose y runs down.
HAIRLINE = [
    [512.8151861429214, 676.9825930669904],
    [518.9712123498321, 675.5958872064948],
    [520.5739640444517, 675.2348515242338],
]


@pytest.mark.parametrize("by", [5e-4, 2.0, -1.0])
def test_an_area_below_which_a_hairline_lies_is_not_lost(by):
    square = np.array([[500.0, 600.0], [560.0, 600.0], [560.0, 670.0], [500.0, 670.0]])
    area = CrossSection([np.array(HAIRLINE), square], FillRule.Positive)
    lost = area.offset(by, JoinType.Miter).area()
    assert lost < 1.0, "Clipper has no such fault any more: the cure can go"
    kept = CrossSection([square], FillRule.Positive).offset(by, JoinType.Miter)
    assert widened(area, by).area() == pytest.approx(kept.area(), rel=0.02)
    assert joined([area, area]).area() == pytest.approx(area.area(), rel=1e-3)
    assert trapped(area, area.translate((0.0, 69.0)), 2.0).area() > area.area() + 50.0


def test_nothing_stays_nothing_when_widened():
    assert widened(CrossSection(), 1.0).is_empty()
    assert widened(CrossSection.square((1.0, 1.0)), -1.0).is_empty()
