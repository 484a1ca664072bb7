"""The same scenes drawn by gl2ps, through OpenGL's feedback."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.materials import MATERIALS
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, eye, projection_matrix, view_matrix
from rvs.scene.items import Scene
from rvs.scene.light import shade

SOURCE = Path(__file__).with_suffix(".c")
# numbers of gl2ps.h
FORMATS = {".eps": 1, ".pdf": 3, ".svg": 4}
BSP = 3


def gl2ps(
    scene: Scene, camera: Camera, folder: Path, width: int, height: int
) -> Iterator[tuple[Path, float]]:
    """Yield a file of each format and the seconds that it took."""
    program = folder / "gl2ps_draw"
    libraries = ("-lgl2ps", "-lEGL", "-lGL", "-lm")
    subprocess.run(["cc", "-O2", "-o", program, SOURCE, *libraries], check=True)
    data = folder / "triangles.bin"
    data.write_bytes(triangles(scene, camera, width, height))
    for suffix, number in FORMATS.items():
        path = folder / f"gl2ps{suffix}"
        start = time.perf_counter()
        subprocess.run(
            [program, data, path, str(number), str(BSP)],
            check=True,
            env={**os.environ, "EGL_PLATFORM": "surfaceless"},
        )
        yield path, time.perf_counter() - start


def triangles(scene: Scene, camera: Camera, width: int, height: int) -> bytes:
    """Return all triangles with the light at their corners, as the program reads them."""
    corners = np.concatenate([_shaded(solid, camera) for solid in scene.items])
    matrix = projection_matrix(camera, width / height) @ view_matrix(camera)
    head = np.array([len(corners), width, height], np.int32)
    return head.tobytes() + matrix.T.tobytes() + corners.astype(np.float32).tobytes()


def _shaded(solid: Solid, camera: Camera) -> Array:
    mesh, turn = solid.mesh, solid.pose[:3, :3]
    place = mesh.vertices[mesh.corners[mesh.triangles]] @ turn.T + solid.pose[:3, 3]
    normals = mesh.normals[mesh.triangles] @ turn.T
    away = eye(camera) - place
    to_eye = away / np.linalg.norm(away, axis=-1, keepdims=True)
    if camera.parallel:
        to_eye = np.broadcast_to(axes(camera)[2], place.shape)
    base = np.broadcast_to(solid.color[:3], place.shape)
    look = MATERIALS[solid.material]
    return np.concatenate([place, shade(normals, to_eye, base, look, axes(camera)[0])], axis=-1)
