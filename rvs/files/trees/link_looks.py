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
        sizes: Of a box its three lengths; of a cylinder or capsule radius and length without caps,
            both along z about its middle; of a sphere its radius; of an ellipsoid its three
            half-axes; of a mesh its scale along x, y and z.
        place: Its pose in the link, as rows.
        color: ``#RRGGBB`` or ``#RRGGBBAA``, or empty.
        file: The mesh as the description names it.
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
        visuals: How the links look, by their names.
        collisions: Outlines for checks of collision, likewise.
        path: The file.
        warnings: What is odd about it.
        folder: Where files that it names are looked for first, if not beside it.
        choices: What was chosen where it was read.
        root: Its root element, that of a template after its expansion; None where it was not read.
        packages: Folders of the packages that it includes files of, by their names.
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
