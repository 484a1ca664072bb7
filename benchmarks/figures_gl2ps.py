"""The same scenes drawn by gl2ps, through OpenGL's feedback.

    python benchmarks/figures_gl2ps.py [--rounds N]

Whole commands of RVS beside a program that gives the triangles of the same scene to gl2ps, in
turns; times are of the processor.  Needs a C compiler and the headers of gl2ps, EGL and OpenGL.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.materials import MATERIALS
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, eye, projection_matrix, view_matrix
from rvs.scene.items import Scene
from rvs.scene.light import shade

ROUNDS, BAR = 3, 1.5
# What is drawn, as the arguments of ``rvs export``.
DRAWN = {
    "full PUMA 560": ("puma560",),
    "pick-and-place cell": (str(Path("work_env") / "pick-and-place.rvs"),),
    "REDIESTRO in lines": ("rediestro", "--style", "lines"),
}
SOURCE = Path(__file__).with_suffix(".c")
# numbers of gl2ps.h
FORMATS = {".eps": 1, ".pdf": 3, ".svg": 4}
BSP = 3


def gl2ps(
    scene: Scene, camera: Camera, folder: Path, width: int, height: int
) -> Iterator[tuple[Path, float]]:
    """Yield a file of each format and the seconds that it took."""
    program, data = built(folder), folder / "triangles.bin"
    data.write_bytes(triangles(scene, camera, width, height))
    for suffix in FORMATS:
        path = folder / f"gl2ps{suffix}"
        start = time.perf_counter()
        run(program, data, path)
        yield path, time.perf_counter() - start


def built(folder: Path) -> Path:
    """Compile the program that draws with gl2ps."""
    program = folder / "gl2ps_draw"
    libraries = ("-lgl2ps", "-lEGL", "-lGL", "-lm")
    subprocess.run(["cc", "-O2", "-o", program, SOURCE, *libraries], check=True)
    return program


def run(program: Path, data: Path, path: Path) -> None:
    """Draw triangles into a file whose suffix says its format."""
    subprocess.run(
        [program, data, path, str(FORMATS[path.suffix]), str(BSP)],
        check=True,
        env={**os.environ, "EGL_PLATFORM": "surfaceless"},
    )


@dataclass(frozen=True)
class Beside:
    """A figure as PDF by both, in seconds of the processor."""

    name: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Time of RVS relative to the other."""
        return self.ours / self.theirs

    @property
    def reached(self) -> bool:
        """Return whether it was quick enough."""
        return self.ratio <= BAR


def rows(rounds: int = ROUNDS) -> Iterator[Beside]:
    """Measure everything.

    Raises:
        OSError: There is no compiler.
        CalledProcessError: There is no gl2ps.
    """
    from start import command, one_run

    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        program, data, path = built(folder), folder / "triangles.bin", folder / "gl2ps.pdf"
        surroundings |= {"PYTHONPYCACHEPREFIX": str(folder / "code"), "RVS_HOME": home}
        for name, words in DRAWN.items():
            data.write_bytes(_triangles_of(words))
            whole = command("export", *words, "-o", str(folder / "figure.pdf"))
            one_run(whole, surroundings)
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(one_run(whole, surroundings)[0])
                before = os.times()
                run(program, data, path)
                after = os.times()
                used = after.children_user + after.children_system
                theirs.append(used - before.children_user - before.children_system)
            yield Beside(name, statistics.median(ours), statistics.median(theirs))


def _triangles_of(words: tuple[str, ...]) -> bytes:
    """The triangles of what a command draws, in a picture as large as its own."""
    from rvs.cli import parser
    from rvs.commands.export import seen

    asked = parser(["export"]).parse_args(["export", *words, "-o", "figure.pdf"])
    chosen = seen(asked)
    solids = tuple(item for item in chosen.scene.items if isinstance(item, Solid))
    width, height = chosen.figure.picture
    return triangles(Scene(solids, None), chosen.figure.view.camera, width, height)


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


def main() -> int:
    """Print what was measured; the status tells whether every bar was reached."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--rounds", type=int, default=ROUNDS)
    good = True
    for row in rows(options.parse_args().rounds):
        print(
            f"{row.name:22} RVS {row.ours:6.2f} s, gl2ps {row.theirs:6.2f} s of the processor, "
            f"ratio {row.ratio:.2f}  bar {BAR:g}: {'reached' if row.reached else 'missed'}",
            flush=True,
        )
        good = good and row.reached
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
