"""Meshes of the first robot, kept from one start of the program to the next.

To make them takes a tenth of a second, to read them a few milliseconds.  The file says which
program made them; meshes of another one, or a file that is not whole, count for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from rvs import geometry
from rvs.bodies.shape_meshes import Key
from rvs.engine.errors import RvsError
from rvs.files.storage.made_before import keep, kept
from rvs.geometry.mesh import Mesh
from rvs.model.folders import cache_folder
from rvs.version import __version__

NAME, MOST_BYTES = "meshes", 32_000_000
_ARRAYS = ("vertices", "normals", "corners", "starts", "groups")


def read_meshes() -> dict[Key, Mesh]:
    """Return the meshes that an earlier start kept; none where there is nothing of use."""
    data = kept(_place())
    try:
        return {} if data is None else _meshes(data)
    except (ValueError, KeyError, TypeError, RvsError):
        return {}


def keep_meshes(meshes: Mapping[Key, Mesh]) -> None:
    """Write meshes for the next start; what does not fit, or can't be written, is made again."""
    data = _text(meshes)
    if len(data) <= MOST_BYTES:
        keep(_place(), data)


def _place() -> Path:
    return cache_folder() / NAME


def _program() -> str:
    """What makes the meshes: the version, and the sources as they are in a checkout."""
    folder = Path(geometry.__file__).parent
    facts = [(path.name, path.stat()) for path in sorted(folder.rglob("*.py"))]
    said = repr([(name, one.st_size, one.st_mtime_ns) for name, one in facts])
    return f"{__version__} {np.__version__} {blake2b(said.encode()).hexdigest()}"


def _text(meshes: Mapping[Key, Mesh]) -> bytes:
    heads, arrays = [], []
    for (name, sizes), mesh in meshes.items():
        own = [getattr(mesh, word) for word in _ARRAYS]
        parts = None if mesh.parts is None else [len(part) for part in mesh.parts]
        heads.append([name, sizes, [len(one) for one in own], parts])
        arrays += [*own, *(mesh.parts or ())]
    head = json.dumps([_program(), heads]).encode()
    return b"".join([len(head).to_bytes(4, "big"), head, *(one.tobytes() for one in arrays)])


def _meshes(body: bytes) -> dict[Key, Mesh]:
    at = 4 + int.from_bytes(body[:4], "big")
    program, heads = json.loads(body[4:at])
    if program != _program():
        raise ValueError("of another program")
    found: dict[Key, Mesh] = {}
    for name, sizes, counts, part_counts in heads:
        arrays: dict[str, Any] = {}
        for word, count in zip(_ARRAYS, counts, strict=True):
            real = word in ("vertices", "normals")
            many, kind = (3 * count, np.float64) if real else (count, np.int32)
            array = np.frombuffer(body, kind, many, at)
            arrays[word] = array.reshape(-1, 3) if real else array
            at += array.nbytes
        parts = []
        for count in part_counts or ():
            parts.append(np.frombuffer(body, np.int32, count, at))
            at += 4 * count
        mesh = Mesh(**arrays, parts=None if part_counts is None else parts)
        found[name, _frozen(sizes)] = mesh
    return found


def _frozen(value: Any) -> Any:
    """Lists of JSON as the tuples they were."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
