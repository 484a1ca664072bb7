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
from rvs.files.budget import once
from rvs.files.text.errors import whole_file
from rvs.geometry.bulk import Bulk
from rvs.value_class import dataclass

LARGEST = 200 << 20
MAGIC, HEAD = b"ISO-10303-21", 4096
# A file may make OpenCascade work for ever, s.
PATIENCE = 300.0
ASK = "import sys; sys.path[:] = sys.argv[1:]; from rvs.files.cad.process import serve; serve()"


@dataclass(frozen=True, eq=False)
class CadSolid:
    """A solid of a CAD file, in the world.

    Attributes:
        name: Its name, or that of its part.
        part: Names of the assemblies and of the part that hold it, from outside.
        color: ``#RRGGBB`` or ``#RRGGBBAA``, or empty.
        bulk: Its volume and moments, exactly.
        triangles: Its surface (t, 3, 3), m.
        owners: The axis of the round face that each triangle belongs to, or -1 (t,).
        axes: Different axes of round faces and circular edges: a point, the direction, the radius
            (k, 7), m.
    """

    name: str
    part: tuple[str, ...]
    color: str
    bulk: Bulk
    triangles: Array
    owners: NDArray[np.int64]
    axes: Array


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
        """Its different parts, in the order of the file."""
        return tuple(dict.fromkeys(one.part for one in self.solids))


@once
def read_step(path: Path) -> CadFile:
    """Read a STEP file in a separate process.

    Raises:
        RvsError: OpenCascade is not installed.
        FileErrors: It can't be read, takes too long, or holds no solids.
    """
    expect_cad()
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            known = MAGIC in file.read(HEAD)
    except OSError as error:
        raise whole_file(path, f"can't be read: {error.strerror}") from error
    if size > LARGEST:
        raise whole_file(path, f"has {size >> 20} MB; at most {LARGEST >> 20} MB are read")
    if not known:
        raise whole_file(path, "is not a STEP file")
    try:
        done = subprocess.run(
            [sys.executable, "-c", ASK, *map(os.path.abspath, sys.path)],
            input=str(path.absolute()).encode(),
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
    """Return a body from its volume, centre and moments about it at a density of 1."""
    about = np.trace(moments) / 2 * np.eye(3) - moments
    return Bulk(volume, volume * center, about + volume * np.outer(center, center))
