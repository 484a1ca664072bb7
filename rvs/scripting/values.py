"""Values that scripts fetch from the library and from files, or contain themselves."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompress

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.files.bodies.effectors import effector_body, new_payload
from rvs.files.meshes.meshes import read_mesh
from rvs.files.storage.locations import whole_path
from rvs.model.array_value import Block, block
from rvs.model.mesh_file import MeshFile
from rvs.model.robots.imported import Choices

if TYPE_CHECKING:
    from rvs.model.body.values import Body
    from rvs.model.robots.payloads import Payload

log = logging.getLogger(__name__)
__all__ = ["effector_named", "effector_of", "mesh_file", "pack", "packed", "payload"]


def effector_named(name: str) -> Body | None:
    """Return the body of an end-effector of the library, or None if there is none of that name."""
    return effector_body(name)


def effector_of(
    path: str | Path,
    *,
    root: str = "",
    tip: str = "",
    args: Mapping[str, Any] | None = None,
    allow: Sequence[str] = (),
) -> Body:
    """Return a description of links, such as a URDF of a gripper, as an end-effector.

    Its joints are fixed at zero.

    Args:
        path: The file.
        root: Link that is fixed to the flange, z away from it; the root of the tree if left out.
        tip: Link whose frame is the tool frame; the root if left out.
        args: Arguments of a XACRO template by their names; their defaults if left out.
        allow: Additional folders from which the description may read files.

    Raises:
        FileErrors: Everything that is wrong with the file, or there is no such link.
    """
    from rvs.files.chains import alone
    from rvs.files.trees.readers import read_tree_file

    body, meshes = alone(read_tree_file(Path(path), Choices.of(args, allow)), root, tip)
    for name in (*meshes.missing, *meshes.damaged):
        log.warning("%s: mesh %.200r is missing and not drawn", path, name)
    return body


def payload(name: str, **changes: Any) -> Payload:
    """Return a payload of a plain kind or of a model of the library.

    Args:
        name: A kind, such as ``"box"``, or the name of a model.
        changes: Its changed fields, such as ``mass``.

    Raises:
        RvsError: No such payload, or it refuses a change.
    """
    return replace(new_payload(name), **changes)


def mesh_file(path: str | Path) -> MeshFile:
    """Return the mesh of a file, in the file's own unit.

    Raises:
        RvsError: It can't be read.
    """
    whole = whole_path(Path(path))
    read = read_mesh(whole)
    return MeshFile(str(whole), read.box, read.surface)


def packed(text: str, *shape: int) -> Block:
    """Return a table of numbers from a packed text, exactly.

    Args:
        text: The text, as ``pack`` makes it.
        shape: Rows and columns.

    Raises:
        ArgumentError: The text is not packed.
    """
    try:
        numbers = np.frombuffer(decompress(b64decode(text, validate=True)), dtype="<f8")
        return block(numbers.reshape(shape))
    except Exception as error:
        raise ArgumentError("text: expected numbers as packed by RVS") from error


def pack(numbers: Block) -> str:
    """Return a table of numbers as a text without line ends."""
    return b64encode(compress(numbers.array.astype("<f8").tobytes(), 9)).decode("ascii")
