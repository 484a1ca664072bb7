"""Workspaces to be seen: boundary, slices and colours against closed forms."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.geometry.rows import distinct
from rvs.model.appearance.colors import blended
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import NO_POSTURES, State, fit_postures
from rvs.model.views.view import Plane, View, WorkspaceView
from rvs.model.workspace_result import Found, surroundings
from rvs.scene.annotate.ramp import RAMP, SWATCH
from rvs.scene.build import build_scene, scene_points
from rvs.scene.items import Label, Line, Points, Region
from rvs.scene.workspaces.cloud import boundary, workspace_items
from rvs.study.workspace.clearing import clear
from rvs.study.workspace.workspace import workspace

PLACE = ((1.0, 0.0, 0.0, 2.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.5), (0.0, 0.0, 0.0, 1.0))


def found(robot: Robot, limits: bool = True, **more) -> Found:
    *_, area = workspace(robot, levels=2, limits=limits)
    return Found(PlacedRobot("r", robot, place=PLACE), limits, area, **more)


def state(of: Found, **wanted) -> State:
    document = Document((of.placed,))
    view = View(workspace=WorkspaceView(True, "r", of.limits, of.clear is not None, **wanted))
    return State(document, fit_postures(document, NO_POSTURES), view, found=of)


def volume(points: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def polygons(region: Region) -> float:
    """Area of the triangles of a region."""
    a, b, c = region.points[0::3], region.points[1::3], region.points[2::3]
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2.0)


def box() -> Robot:
    turn = np.pi / 2
    return Robot(
        (
            Joint(alpha=-turn, kind="prismatic", limits=(0.0, 1.0)),
            Joint(alpha=-turn, theta=-turn, kind="prismatic", limits=(0.2, 0.9)),
            Joint(kind="prismatic", limits=(0.0, 0.5)),
        )
    )


@cache
def of_library(name: str, limits: bool) -> Found:
    return found(load_robot(name).robot, limits)


@pytest.fixture
def puma() -> Found:
    return of_library("puma560", False)


@pytest.mark.parametrize("name", ["puma560", "scara"])
@pytest.mark.parametrize("limits", [True, False])
def test_the_boundary_holds_the_volume_and_is_closed(name, limits):
    of = of_library(name, limits)
    points, triangles = boundary(of)
    assert volume(points, triangles) == pytest.approx(of.workspace.measure, rel=0.05)
    assert len(distinct(np.round(points, 9))[0]) == len(points)
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    _, count = np.unique(edges @ [len(points), 1], return_counts=True)
    assert (count % 2).mean() < 0.01  # slivers that were left out leave pinholes


def test_the_boundary_of_slides_is_a_box():
    points, triangles = boundary(found(box()))
    assert volume(points, triangles) == pytest.approx(0.35, rel=0.08)


def test_a_slice_of_the_puma_is_a_ring_between_two_circles(puma):
    """Its wrist centre fills a shell between two spheres about the shoulder, less a cylinder."""
    robot = puma.placed.robot
    a2, forearm = robot.joints[1].a, np.hypot(robot.joints[2].a, robot.joints[3].d)
    offset = robot.joints[2].d
    height = PLACE[2][3] + robot.joints[0].d  # that of the shoulder
    shown = state(puma, cloud=False, slice=Plane(True, (0.0, 0.0, 1.0), height))
    items = workspace_items(shown)
    outer = np.sqrt((a2 + forearm) ** 2 + offset**2)
    inner = np.sqrt((a2 - forearm) ** 2 + offset**2)
    size = sum(polygons(item) for item in items if isinstance(item, Region))
    assert size == pytest.approx(np.pi * (outer**2 - inner**2), rel=0.01)
    rims = [item.points for item in items if isinstance(item, Line)]
    radii = sorted(np.hypot(rim[:, 0] - 2.0, rim[:, 1]).mean() for rim in rims)
    assert radii == pytest.approx([inner, outer], rel=0.01)
    assert all(np.allclose(rim[:, 2], height) for rim in rims)


def test_colours_follow_what_they_say(puma):
    plain = [i for i in workspace_items(state(puma, colors="plain")) if isinstance(i, Points)]
    graded = workspace_items(state(puma))
    assert len(plain) == 1
    assert len([i for i in graded if isinstance(i, Points)]) > 3
    words = [i.text for i in graded if isinstance(i, Label)]
    assert words[0] == "1/κF"
    assert not [i for i in workspace_items(state(puma, legend=False)) if isinstance(i, Label)]


def test_the_legend_has_the_tones_of_the_slice(puma):
    shown = replace(state(puma, slice=Plane(True), colors="conditioning", cloud=False))
    shown = replace(shown, view=replace(shown.view, background="paper"))
    items = workspace_items(shown)
    white = (1.0, 1.0, 1.0, 1.0)
    areas = [one for one in items if isinstance(one, Region)]
    tones = {tuple(np.round(blended(one.color, white), 6)) for one in areas}
    marks = [one for one in items if isinstance(one, Label) and one.text == SWATCH]
    swatches = {tuple(np.round(one.color, 6)) for one in marks}
    assert len(swatches) == len(RAMP)
    assert tones <= swatches


def test_what_collides_is_left_out(puma):
    robot = puma.workspace.sweep.robot
    half = clear(puma.workspace, lambda q: fkine(robot, q)[0, 3] > 0.0, count=2000)
    of = replace(puma, clear=half)
    cut = state(of)
    cut = replace(cut, found=replace(of, among=surroundings(cut, of.placed)))
    points = np.concatenate([i.at for i in workspace_items(cut) if isinstance(i, Points)])
    assert points[:, 0].max() <= 2.0 + 1e-6
    mesh, triangles = boundary(of)
    assert volume(mesh, triangles) == pytest.approx(puma.workspace.measure / 2, rel=0.06)


def test_a_scene_has_it_only_where_it_is_up_to_date(puma):
    now = state(puma)
    count = len(build_scene(now).items)
    off = replace(now, view=replace(now.view, workspace=WorkspaceView()))
    assert count > len(build_scene(off).items)
    limited = replace(now.view.workspace, limits=True)
    other = replace(now, view=replace(now.view, workspace=limited))
    assert len(build_scene(other).items) == len(build_scene(off).items)
    assert len(scene_points(now)) > len(scene_points(off))
    assert build_scene(now) is build_scene(now)
