"""Visuals and collision outlines of the links in a description of a robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal

from rvs.engine.arrays import IDENTITY, Pose
from rvs.engine.descriptions.link_tree import LinkTree
from rvs.files.text.errors import FileError
from rvs.files.trees.inline_mesh import InlineMesh
from rvs.files.trees.xml import Element
from rvs.model.robots.choices import USUAL, Choices
from rvs.value_class import dataclass

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
