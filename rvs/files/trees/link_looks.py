"""Visuals and collision outlines of the links in a description, and their inline meshes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np

from rvs.engine.arrays import IDENTITY, Array, Pose
from rvs.engine.descriptions.link_tree import LinkTree
from rvs.files.budget import HULLS, spend
from rvs.files.meshes.mesh_checks import MOST_TRIANGLES, too_many
from rvs.files.meshes.mesh_plan import good_name
from rvs.files.meshes.stl import binary_stl
from rvs.files.storage.atomic import write_bytes
from rvs.files.text.errors import FileError, whole_file
from rvs.files.trees.xml import LARGEST_NUMBER, Element, XmlFindings
from rvs.geometry.convex_pieces import hull_corners
from rvs.model.folders import cache_folder
from rvs.model.robots.imported import USUAL, Choices
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class InlineMesh:
    """Triangles in a description.

    Attributes:
        name: Its name in the description.
        corners: The triangles (t, 3, 3), counter-clockwise seen from outside.
    """

    name: str
    corners: Array

    def file(self) -> Path:
        """Return a mesh file of the triangles, stored with reproducible files.

        Raises:
            FileErrors: It can't be written.
        """
        data = binary_stl(self.corners, b"RVS")
        place = cache_folder() / "meshes" / sha256(data).hexdigest()[:16]
        path = place / good_name(f"{self.name}.stl")
        try:
            if not path.is_file() or path.read_bytes() != data:
                write_bytes(path, data)
        except OSError as error:
            raise whole_file(path, f"can't be written: {error.strerror}") from error
        return path


def inline_mesh(findings: XmlFindings, element: Element) -> InlineMesh | None:
    """Return the mesh in ``vertex`` and ``face`` of an element; without faces its hull.

    Args:
        findings: Collector of errors.
        element: The element.
    """
    points = _rows(findings, element, "vertex", "numbers")
    if points is None or len(points) < 3:
        if points is not None:
            findings.error(element, "vertex: expected at least three points")
        return None
    name = element.get("name") or "mesh"
    if not element.get("face"):
        fault = spend(HULLS, len(points))
        if fault:
            findings.error(element, fault)
            return None
        return InlineMesh(name, hull_corners(points))
    faces = _rows(findings, element, "face", "vertices, counted from 0")
    if faces is None:
        return None
    rows = faces.astype(np.int64)
    if (rows != faces).any() or rows.min() < 0 or rows.max() >= len(points):
        findings.error(element, f"face: expected vertices from 0 to {len(points) - 1}")
        return None
    if len(rows) > MOST_TRIANGLES:
        findings.error(element, too_many(len(rows)))
        return None
    return InlineMesh(name, points[rows])


def _rows(findings: XmlFindings, element: Element, key: str, what: str) -> Array | None:
    """Return the finite numbers of an attribute, three per row; None if they are not valid."""
    try:
        values = np.array(element.get(key).split(), float)
    except ValueError:
        values = np.array([np.nan])
    if not len(values) or len(values) % 3 or not (np.abs(values) <= LARGEST_NUMBER).all():
        findings.error(element, f"{key}: expected three finite {what}, for each of its rows")
        return None
    return values.reshape(-1, 3)


LookKind = Literal["box", "cylinder", "sphere", "capsule", "ellipsoid", "mesh"]


@dataclass(frozen=True, slots=True)
class Look:
    """A solid in the frame of a link.

    Attributes:
        kind: Its kind.
        sizes: For a box, its three lengths; for a cylinder or capsule, radius and length without
            caps, both along z about its middle; for a sphere, its radius; for an ellipsoid, its
            three half-axes; for a mesh, its scale along x, y and z.
        place: Its pose in the link, as rows.
        color: ``#RRGGBB`` or ``#RRGGBBAA``, or empty.
        file: The mesh as named in the description.
        inline: The mesh in the description itself.
    """

    kind: LookKind
    sizes: tuple[float, ...]
    place: Pose = IDENTITY
    color: str = ""
    file: str = ""
    inline: InlineMesh | None = None


@dataclass(frozen=True)
class TreeFile:
    """Contents of a file that describes a tree of links.

    Attributes:
        tree: Links and joints.
        visuals: Looks of the links, by their names.
        collisions: Outlines for collision checks, likewise.
        path: The file.
        warnings: Oddities of the file.
        folder: Folder in which named files are searched first, if not its own.
        choices: The choices made when it was read.
        root: Its root element, that of a template after its expansion; None if it was not read.
        packages: Folders of the packages whose files it includes, by their names.
    """

    tree: LinkTree
    visuals: Mapping[str, tuple[Look, ...]] = field(default_factory=dict)
    collisions: Mapping[str, tuple[Look, ...]] = field(default_factory=dict)
    path: Path = Path()
    warnings: tuple[FileError, ...] = ()
    folder: str = ""
    choices: Choices = USUAL
    root: Element | None = None
    packages: Mapping[str, str] = field(default_factory=dict)
