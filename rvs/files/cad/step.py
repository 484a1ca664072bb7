"""STEP files: their solids in the world with colours, volumes, and the axes of round faces."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.distribution import expect_cad
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.budget import read_once
from rvs.files.text.errors import whole_file
from rvs.files.text.source import read_data
from rvs.geometry.bulk import Bulk
from rvs.value_class import dataclass

LARGEST = 200 << 20
# Cosine of the angle between a flat face and the axes of its rims.
UPRIGHT = 1.0 - 1e-6
# Triangles that are thinner than this part of their length have no side to be seen from.
SLIVER = 1e-9
MAGIC, HEAD = b"ISO-10303-21", 4096
# A file may make OpenCascade work for ever, s.
PATIENCE = 300.0
ASK = "import sys; sys.path[:] = sys.argv[1:]; from rvs.files.cad.process import serve; serve()"


@dataclass(frozen=True, eq=False)
class CadSolid:
    """A solid of a CAD file, in the world.

    Attributes:
        name: Its name, or that of its part.
        part: Names of the assemblies and of the part that contain it, outermost first.
        color: ``#RRGGBB`` or ``#RRGGBBAA``, or empty.
        bulk: Its exact volume and moments.
        triangles: Its surface (t, 3, 3), m.
        owners: The axis of the round face to which each triangle belongs, or -1 (t,).
        axes: Distinct axes of round faces and circular edges: a point, the direction, the radius
            (k, 7), m.
    """

    name: str
    part: tuple[str, ...]
    color: str
    bulk: Bulk
    triangles: Array
    owners: NDArray[np.int64]
    axes: Array

    def axis_at(self, point: Array) -> int:
        """Return the axis selected by a click on the surface, from 0; -1 if there is none.

        It is the axis of the round face there, or of the nearest rim on a flat face.

        Args:
            point: A point of the surface (3,), in the world, m.
        """
        first, second, third = np.moveaxis(self.triangles, 1, 0)
        one, other, away = second - first, third - first, point - first
        normals = np.cross(one, other)
        square = np.maximum(np.einsum("ij,ij->i", normals, normals), 1e-300)
        aside = np.abs(np.einsum("ij,ij->i", normals, away)) / np.sqrt(square)
        b = np.einsum("ij,ij->i", np.cross(away, other), normals) / square
        c = np.einsum("ij,ij->i", np.cross(one, away), normals) / square
        outside = np.maximum.reduce([-b, -c, b + c - 1.0, np.zeros(len(b))])
        longest = np.maximum(np.linalg.norm(one, axis=1), np.linalg.norm(other, axis=1))
        flat = np.sqrt(square) <= SLIVER * longest**2
        hit = int(np.argmin(np.where(flat, np.inf, aside + outside * longest)))
        if self.owners[hit] >= 0 or not len(self.axes):
            return int(self.owners[hit])
        normal = normals[hit] / np.sqrt(square[hit])
        across = np.linalg.norm(np.cross(point - self.axes[:, :3], self.axes[:, 3:6]), axis=1)
        upright = np.abs(self.axes[:, 3:6] @ normal) > UPRIGHT
        gaps = np.where(upright, np.abs(across - self.axes[:, 6]), np.inf)
        return int(np.argmin(gaps)) if upright.any() else -1


@dataclass(frozen=True, eq=False)
class CadFile:
    """A CAD file.

    Attributes:
        path: The file.
        solids: Its solids, in the order of the file.
    """

    path: Path
    solids: tuple[CadSolid, ...]

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """Its distinct parts, in the order of the file."""
        return tuple(dict.fromkeys(one.part for one in self.solids))


@read_once
def read_step(path: Path) -> CadFile:
    """Read a STEP file in a separate process.

    Raises:
        FileErrors: It can't be read, takes too long, or contains no solids, or OpenCascade is not
            installed.
    """
    data = read_data(path, LARGEST)
    if MAGIC not in data[:HEAD]:
        raise whole_file(path, "is not a STEP file")
    try:
        expect_cad()
    except RvsError as error:
        raise whole_file(path, str(error)) from error
    try:
        done = subprocess.run(
            [sys.executable, "-c", ASK, *map(os.path.abspath, sys.path)],
            input=data,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            # no console window beside ours
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        arrays = np.load(BytesIO(done.stdout), allow_pickle=False)
        head = json.loads(arrays["head"].tobytes())
    except subprocess.TimeoutExpired as error:
        words = f"takes OpenCascade more than {PATIENCE:.0f} s; export fewer or simpler solids"
        raise whole_file(path, words) from error
    except (OSError, ValueError, EOFError) as error:
        raise whole_file(path, "makes OpenCascade end early; it may be damaged") from error
    if "fault" in head:
        raise whole_file(path, head["fault"])
    solids = []
    for k, one in enumerate(head["solids"]):
        volume, *center = arrays[f"bulk{k}"].tolist()
        about = arrays[f"moments{k}"]
        solids.append(
            CadSolid(
                one["name"], tuple(one["parts"]), one["color"],
                bulk_about(volume, np.array(center), about),
                arrays[f"triangles{k}"], arrays[f"owners{k}"], arrays[f"axes{k}"],
            )
        )  # fmt: skip
    return CadFile(path, tuple(solids))


def bulk_about(volume: float, center: Array, moments: Array) -> Bulk:
    """Return a body from its volume, centre and central moments at a density of 1."""
    about = np.trace(moments) / 2 * np.eye(3) - moments
    return Bulk(volume, volume * center, about + volume * np.outer(center, center))
