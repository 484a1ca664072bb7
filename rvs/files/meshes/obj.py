"""OBJ files: polygons between unitless points, with the diffuse colours of their materials."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.budget import spend
from rvs.files.meshes.companions import LARGEST_LIBRARY, beside
from rvs.files.meshes.mesh_checks import MOST_TRIANGLES, too_many
from rvs.files.meshes.soup import (
    Ints,
    Patch,
    Soup,
    by_color,
    commonest,
    fans,
    hex_of,
    pieces,
    plain_numbers,
    texture_color,
)
from rvs.files.text.errors import whole_file

MOST_LIBRARIES = 20
# A number that no point has.
BEYOND = 1e15
# What stands behind the number of a point: those of its texture and of its normal.
_BEHIND = re.compile(rb"/[\d/+-]*")


def read(data: bytes, path: Path) -> Soup:
    """Return the contents of a file.

    Args:
        data: Its bytes.
        path: The file; only materials and textures in its folder are read.

    Raises:
        FileErrors: It is damaged or holds too much.
    """
    reader = _Reader(path)
    for part in pieces(data, path):
        reader.take(part.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ") if b"\\" in part else part)
    return Soup(reader.patches(), np.eye(3), 0.001)


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.libraries: dict[str, None] = {}
        self._names: dict[bytes, int] = {b"": 0}
        self._material = self._count = self._many = 0
        self._points: list[Array] = [np.zeros((0, 3))]
        self._colors: list[Array] = []
        self._triangles: list[Ints] = [np.zeros((0, 3), np.int64)]
        self._materials: list[Ints] = [np.zeros(0, np.int64)]

    def take(self, part: bytes) -> None:
        """Read some complete lines.

        Raises:
            FileErrors: Something in them is wrong, or there is too much.
        """
        points: list[bytes] = []
        # Of each face its words, how many points are there before it, and its material.
        faces: list[bytes] = []
        before: list[int] = []
        named: list[int] = []
        for line in part.splitlines():
            key, _, rest = line.strip().partition(b" ")
            if not rest and b"\t" in key:
                key, _, rest = key.partition(b"\t")
            if key == b"v":
                points.append(rest)
            elif key == b"f":
                faces.append(rest)
                before.append(self._count + len(points))
                named.append(self._material)
            elif key == b"usemtl":
                self._material = self._names.setdefault(rest.strip(), len(self._names))
            elif key == b"mtllib" and len(self.libraries) < MOST_LIBRARIES:
                self.libraries.setdefault(rest.decode("utf-8", "replace").strip())
        self._check(spend("points", len(points)))
        self._take_points(points)
        if faces:
            self._take_faces(faces, np.array(before), np.array(named))

    def _check(self, fault: str) -> None:
        if fault:
            raise whole_file(self.path, fault)

    def _take_points(self, rows: list[bytes]) -> None:
        """Read points of three numbers, which a fourth number or a colour may follow."""
        if not rows:
            return
        widths = {len(row.split()) for row in rows}
        values = plain_numbers(b" ".join(rows)) if len(widths) == 1 else None
        width = min(widths)
        if values is None and width >= 3 and len(widths) > 1:
            width, self._colors = 3, []
            values = plain_numbers(b" ".join(b" ".join(row.split()[:3]) for row in rows))
        if values is None or width < 3 or len(values) != width * len(rows):
            raise whole_file(self.path, "is damaged: a point is not three numbers")
        table = values.reshape(-1, width)
        self._points.append(table[:, :3])
        if width >= 6:
            self._colors.append(table[:, 3:6])
        self._count += len(rows)

    def _take_faces(self, rows: list[bytes], before: Ints, named: Ints) -> None:
        counts = np.array([len(row.split()) for row in rows])
        self._many += int(np.maximum(counts - 2, 0).sum())
        self._check(too_many(self._many) if self._many > MOST_TRIANGLES else "")
        text = b" ".join(rows)
        values = plain_numbers(_BEHIND.sub(b"", text) if b"/" in text else text)
        if values is None or len(values) != counts.sum() or (values != np.floor(values)).any():
            raise whole_file(
                self.path, "is damaged: a face does not refer to its points by numbers"
            )
        corners = np.clip(values, -BEYOND, BEYOND).astype(np.int64)
        # Negative numbers count from the last point so far.
        corners = np.where(corners < 0, corners + np.repeat(before, counts), corners - 1)
        triangles, faces = fans(corners, counts)
        self._triangles.append(triangles)
        self._materials.append(named[faces])

    def patches(self) -> list[Patch]:
        """Return the triangles by their colours.

        Raises:
            FileErrors: One refers to missing points.
        """
        points, triangles = np.concatenate(self._points), np.concatenate(self._triangles)
        if len(triangles) and not (triangles.min() >= 0 and triangles.max() < len(points)):
            raise whole_file(self.path, "has a triangle with missing points")
        known = self._library()
        usual = commonest(np.concatenate(self._colors)) if self._colors else ""
        colors = [known.get(name, usual) for name in self._names]
        return by_color(points, triangles, colors, np.concatenate(self._materials))

    def _library(self) -> dict[bytes, str]:
        """Return the colours of materials by their names."""
        found: dict[bytes, str] = {}
        for name in self.libraries:
            file = beside(self.path, name)
            if file is None or file.stat().st_size > LARGEST_LIBRARY:
                continue
            said: dict[bytes, bytes] = {}
            title = b""
            for line in [*file.read_bytes().splitlines(), b"newmtl"]:
                key, _, rest = line.strip().partition(b" ")
                if key == b"newmtl":
                    if title:
                        found[title] = self._color(said)
                    title, said = rest.strip(), {}
                else:
                    said[key] = rest
        return found

    def _color(self, said: dict[bytes, bytes]) -> str:
        """Return the colour of a material: the mean of its texture, else its diffuse colour."""
        words = said.get(b"map_Kd", b"").split()
        picture = beside(self.path, words[-1].decode("utf-8", "replace")) if words else None
        color = texture_color(picture) if picture else ""
        values = plain_numbers(said.get(b"Kd", b""))
        if color or values is None or len(values) < 3:
            return color
        opacity = plain_numbers(said.get(b"d", b"1"))
        shown = float(opacity[0]) if opacity is not None and len(opacity) else 1.0
        return hex_of((*values[:3].tolist(), shown or 1.0))
