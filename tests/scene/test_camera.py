"""The camera's mathematics against its own definitions and plain geometry."""

from math import pi, radians, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.model.views.view import Camera
from rvs.scene import camera as lens

WIDTH, HEIGHT = 800, 600
angles = st.floats(-pi, pi)
tilts = st.floats(-pi / 2, pi / 2)
lengths = st.floats(0.2, 20.0)
places = st.tuples(*[st.floats(-3, 3)] * 3)
cameras = st.builds(
    Camera,
    target=places,
    azimuth=angles,
    elevation=tilts,
    distance=lengths,
    field_of_view=st.floats(0.2, 1.5),
    parallel=st.booleans(),
)
pixels = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT))


@pytest.mark.property
@given(cameras)
def test_axes_are_a_rotation_with_z_never_upside_down(camera: Camera) -> None:
    axes = lens.axes(camera)
    assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert axes[1, 2] >= -1e-12
    assert axes[0, 2] == 0.0


@pytest.mark.property
@given(cameras)
def test_the_target_is_in_the_middle_at_the_distance(camera: Camera) -> None:
    x, y, depth = lens.project(camera, camera.target, WIDTH, HEIGHT)
    assert (x, y) == (pytest.approx(WIDTH / 2, abs=1e-6), pytest.approx(HEIGHT / 2, abs=1e-6))
    assert depth == pytest.approx(camera.distance)


@pytest.mark.property
@given(cameras, places)
def test_projection_agrees_with_the_matrices(camera: Camera, offset: tuple[float, ...]) -> None:
    # in front of the eye, or a perspective picture has no such point
    point = np.asarray(camera.target) + 0.1 * camera.distance * np.asarray(offset)
    matrix = lens.projection_matrix(camera, WIDTH / HEIGHT) @ lens.view_matrix(camera)
    clip = matrix @ [*point, 1.0]
    x, y = clip[:2] / clip[3]
    shown = lens.project(camera, point, WIDTH, HEIGHT)
    assert shown[0] == pytest.approx((x + 1) * WIDTH / 2, abs=1e-4)
    assert shown[1] == pytest.approx((1 - y) * HEIGHT / 2, abs=1e-4)
    assert -1 <= clip[2] / clip[3] <= 1


@pytest.mark.property
@given(cameras, pixels, st.floats(0.3, 3.0))
def test_points_on_a_ray_project_onto_its_pixel(
    camera: Camera, pixel: tuple[float, float], far: float
) -> None:
    origin, direction = lens.ray(camera, *pixel, WIDTH, HEIGHT)
    assert np.linalg.norm(direction) == pytest.approx(1.0)
    shown = lens.project(camera, origin + far * camera.distance * direction, WIDTH, HEIGHT)
    assert shown[:2] == pytest.approx(pixel, abs=1e-4)


@pytest.mark.property
@given(cameras, pixels, st.floats(0.3, 3.0))
def test_zooming_keeps_what_lies_under_the_cursor(
    camera: Camera, pixel: tuple[float, float], factor: float
) -> None:
    origin, direction = lens.ray(camera, *pixel, WIDTH, HEIGHT)
    back = lens.axes(camera)[2]
    # where the ray meets the plane through the target
    depth = (np.asarray(camera.target) - origin) @ back / (direction @ back)
    point = origin + depth * direction
    nearer = lens.zoom(camera, factor, *pixel, WIDTH, HEIGHT)
    assert nearer.distance == pytest.approx(camera.distance / factor)
    assert lens.project(nearer, point, WIDTH, HEIGHT)[:2] == pytest.approx(pixel, abs=1e-4)


@pytest.mark.property
@given(cameras, st.floats(-300, 300), st.floats(-300, 300))
def test_panning_moves_the_target_with_the_cursor(camera: Camera, dx: float, dy: float) -> None:
    moved = lens.pan(camera, dx, dy, HEIGHT)
    shown = lens.project(moved, camera.target, WIDTH, HEIGHT)
    assert shown[:2] == pytest.approx((WIDTH / 2 + dx, HEIGHT / 2 + dy), abs=1e-4)


@pytest.mark.property
@given(cameras, st.lists(places, min_size=1, max_size=20), st.floats(0.3, 3.0))
def test_fitting_shows_everything_and_wastes_nothing(
    camera: Camera, points: list[tuple[float, ...]], aspect: float
) -> None:
    width = HEIGHT * aspect
    fitted = lens.fit(camera, points, aspect, margin=1.1)
    shown = lens.project(fitted, points, width, HEIGHT)
    reach = np.abs(shown[:, :2] - [width / 2, HEIGHT / 2]) / [width / 2, HEIGHT / 2]
    assert (shown[:, 2] > 0).all() or fitted.parallel
    assert reach.max() <= 1 / 1.1 + 1e-6
    if np.ptp(np.asarray(points), axis=0).max() > 0.1:
        assert reach.max() > 0.3
    assert (fitted.azimuth, fitted.elevation) == (camera.azimuth, camera.elevation)


def test_fitting_nothing_changes_nothing() -> None:
    assert lens.fit(Camera(), np.zeros((0, 3)), 1.5) == Camera()


@pytest.mark.property
@given(cameras, angles, angles)
def test_orbiting_stops_at_the_poles(camera: Camera, turn: float, tilt: float) -> None:
    turned = lens.orbit(camera, turn, tilt)
    assert -pi / 2 <= turned.elevation <= pi / 2
    assert -pi < turned.azimuth <= pi
    assert turned.target == camera.target
    assert np.cos(turned.azimuth - camera.azimuth - turn) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("view", "back", "right"),
    [
        ("front", (0, -1, 0), (1, 0, 0)),
        ("back", (0, 1, 0), (-1, 0, 0)),
        ("right", (1, 0, 0), (0, 1, 0)),
        ("left", (-1, 0, 0), (0, -1, 0)),
        ("top", (0, 0, 1), (1, 0, 0)),
        ("bottom", (0, 0, -1), (1, 0, 0)),
    ],
)
def test_standard_views(view: str, back: tuple[int, ...], right: tuple[int, ...]) -> None:
    axes = lens.axes(lens.looking(Camera(), view))
    assert axes[2] == pytest.approx(back, abs=1e-12)
    assert axes[0] == pytest.approx(right, abs=1e-12)


@pytest.mark.property
@given(cameras, places.filter(lambda d: np.linalg.norm(d) > 0.1))
def test_looking_along_faces_the_side(camera: Camera, direction: tuple[float, ...]) -> None:
    back = lens.axes(lens.looking_along(camera, direction))[2]
    assert back == pytest.approx(np.asarray(direction) / np.linalg.norm(direction), abs=1e-7)


def test_a_pixel_is_as_large_as_the_opening_angle_says() -> None:
    camera = Camera(target=(0, 0, 0), distance=2.0, field_of_view=radians(40))
    size = lens.pixel_size(camera, [0.0, 0.0, 0.0], 500)
    assert size == pytest.approx(2 * 2.0 * tan(radians(20)) / 500)
