"""Silhouettes that are filled here: as OpenGL draws them, and alike by kernel and NumPy."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.bodies.solid import Solid
from rvs.geometry.mesh_edges import edges_of
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import cylinder_fillet, sphere
from rvs.gl.silhouette import Shape, silhouette
from rvs.model.views.view import Camera
from rvs.scene.camera import depth_range, lens
from rvs.scene.items import Backdrop

from ..two_forms import both, with_kernels

BLACK = Backdrop((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0))
WHITE = (1.0, 1.0, 1.0, 1.0)
WIDE, HIGH = 200, 160
NEAR = Camera((0.0, 0.0, 0.0), radians(-50), radians(20), 3.0)
CAMERAS = {
    "perspective": NEAR,
    "parallel": replace(NEAR, parallel=True),
    # much is behind the eye, or before the least depth that is shown
    "among the solids": replace(NEAR, distance=0.5),
}
MESHES = (block(0.4, 0.3, 0.2), sphere(0.2, 48), cylinder_fillet(0.1, 0.5, 0.02, 0.02, 24))


def poses(random, count: int) -> np.ndarray:
    """Poses with turns, uneven scales and mirrors (n, 4, 4)."""
    made = np.tile(np.eye(4), (count, 1, 1))
    turns = np.linalg.qr(random.normal(size=(count, 3, 3)))[0]
    made[:, :3, :3] = turns * random.uniform(0.3, 1.5, (count, 1, 3))
    made[:, :3, 3] = random.uniform(-0.7, 0.7, (count, 3))
    return made


def rows_of(every: np.ndarray) -> np.ndarray:
    rows = np.zeros((len(every), 5, 4), np.float32)
    rows[:, :3] = every[:, :3]
    return rows


def shape_of(mesh, first: int, pose: np.ndarray, count: int = 1) -> Shape:
    mirrored = bool(np.linalg.det(pose[:3, :3]) < 0.0)
    return Shape(mesh.vertices, *mesh.edges, first, count, mirrored)


def whole_mask(shapes, rows, camera: Camera, high: int = HIGH) -> np.ndarray:
    """Where solids are seen in the whole picture, first row at its top (h, w)."""
    seen, depths = lens(camera, WIDE, high), depth_range(camera)
    mask, left, bottom = silhouette(shapes, rows, seen, depths, (0, 0, WIDE, high), 3)
    whole = np.zeros((high, WIDE), bool)
    whole[bottom : bottom + mask.shape[0], left : left + mask.shape[1]] = mask
    return whole[::-1]


@pytest.mark.gl
@pytest.mark.parametrize("name", CAMERAS)
def test_a_silhouette_is_what_opengl_draws(picture, name) -> None:
    seen = differ = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        every = poses(random, len(MESHES))
        pairs = list(zip(MESHES, every, strict=True))
        solids = [Solid(mesh, pose, WHITE, "matte") for mesh, pose in pairs]
        pixels = picture(*solids, camera=CAMERAS[name], backdrop=BLACK, width=WIDE, height=HIGH)
        shapes = [shape_of(mesh, k, pose) for k, (mesh, pose) in enumerate(pairs)]
        mask = whole_mask(shapes, rows_of(every), CAMERAS[name])
        seen += mask.sum()
        differ += np.count_nonzero(mask != (pixels[..., :3].max(axis=2) > 0.0))
    assert seen > 6 * 500
    # where rounding places a corner to the next part of a pixel
    assert differ <= 2


@pytest.mark.gl
@pytest.mark.parametrize("half", [(0.395, 0.395), (0.4, 0.395), (0.4, 0.4)])
def test_edges_through_the_middles_of_pixels_count_as_in_opengl(picture, flat, half) -> None:
    """A metre is 100 pixels: with 0.395 m all sides go through middles of pixels."""
    body, pose = block(half[0] * 2, 0.4, half[1] * 2), np.eye(4)
    pixels = picture(Solid(body, pose, WHITE, "matte"), backdrop=BLACK)
    mask = whole_mask([shape_of(body, 0, pose)], rows_of(pose[None]), flat, 200)
    assert mask.sum() in (79 * 79, 79 * 80, 80 * 80)
    assert np.array_equal(mask, pixels[..., :3].max(axis=2) > 0.0)


def soup(random, count: int) -> Shape:
    """Triangles that may share edges, once, twice or more often, in two instances."""
    vertices = np.round(random.uniform(-0.5, 0.5, (max(count, 3), 3)), random.integers(1, 6))
    triangles = random.integers(0, len(vertices), (count, 3)).astype(np.int32)
    return Shape(vertices, *edges_of(triangles), 1, 2, bool(random.integers(2)))


@with_kernels(silhouette)
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from(list(CAMERAS)), st.booleans())
def test_silhouettes_are_alike(seed, count, name, closed) -> None:
    random = np.random.default_rng(seed)
    every = poses(random, 4)
    shapes = [soup(random, count)]
    if closed:
        shapes += [shape_of(mesh, k, every[k]) for k, mesh in enumerate(MESHES)]
    x, y = random.integers(0, 100, 2).tolist()
    page = (x, y, x + int(random.integers(0, 100)), y + int(random.integers(0, 60)))
    camera = CAMERAS[name]
    given_ = shapes, rows_of(every), lens(camera, WIDE, HIGH), depth_range(camera), page
    (got, *corner), (wanted, *expected) = both(silhouette, *given_, int(random.integers(0, 5)))
    assert corner == expected
    assert got.shape == wanted.shape
    assert got.dtype == wanted.dtype
    assert np.array_equal(got, wanted)


@with_kernels(silhouette)
def test_what_is_no_mesh_or_no_number_is_left_to_numpy() -> None:
    seen, depths, page = lens(NEAR, WIDE, HIGH), depth_range(NEAR), (0, 0, WIDE, HIGH)
    good, rows = shape_of(MESHES[0], 0, np.eye(4)), rows_of(np.eye(4)[None])
    both(silhouette, [good], rows, seen, depths, page, 3)
    wild = rows.copy()
    wild[0, 0, 3] = np.nan
    beyond = good.triangles.copy()
    beyond[0, 0] = len(good.vertices)
    ends, sides = good.ends - 1, good.sides + len(good.triangles)
    for shape, those in (
        (good, wild),
        (good._replace(first=1), rows),
        (good._replace(triangles=beyond), rows),
        (good._replace(ends=ends), rows),
        (good._replace(sides=sides), rows),
    ):
        with pytest.raises(AssertionError, match="declined"):
            both(silhouette, [shape], those, seen, depths, page, 3)


def test_edges_that_nobody_paired_give_the_same_silhouette(monkeypatch) -> None:
    import rvs.geometry.mesh_edges

    mesh, rows = MESHES[1], rows_of(np.eye(4)[None])
    paired = mesh.edges
    monkeypatch.setattr(rvs.geometry.mesh_edges, "LARGEST", 0)
    apart = edges_of(paired.triangles)
    assert len(apart.ends) == 2 * len(paired.ends)
    one, two = (
        whole_mask([Shape(mesh.vertices, *edges, 0, 1, False)], rows, NEAR)
        for edges in (paired, apart)
    )
    assert one.any()
    assert np.array_equal(one, two)
