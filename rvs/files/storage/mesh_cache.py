"""Meshes of earlier displays and drawings, stored between runs of the program.

Making them takes a tenth of a second, reading them a few milliseconds.  Every robot or cell has a
file that identifies the program that made it; meshes of another program and incomplete files are
ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from rvs import geometry
from rvs.bodies.part_meshes import STOCK, Key, Made
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.storage.disk_cache import forget_oldest, program, read_cached, store
from rvs.geometry.mesh import Indices, Mesh
from rvs.geometry.things.kind import Piece
from rvs.model.folders import cache_folder

FOLDER = "shapes"
# So many files of so many bytes at most; the oldest ones go.
MOST, MOST_BYTES = 16, 32_000_000
_ARRAYS = ("vertices", "normals", "corners", "starts", "groups")


@contextmanager
def cached_meshes(name: str) -> Iterator[None]:
    """Use the meshes stored by an earlier run, and store new ones for the next.

    Args:
        name: The robot or cell of the meshes, as named by the user.
    """
    begin(name)
    try:
        yield
    finally:
        end(name)


def begin(name: str) -> None:
    """Use the meshes that an earlier run stored under a name."""
    STOCK.begin(read_meshes(name))


def end(name: str) -> None:
    """Store the requested meshes for the next run, if any had to be made."""
    used = STOCK.end()
    if STOCK.lacking:
        # in another mode it has other bodies
        keep_meshes(name, {**read_meshes(name), **used})


def read_meshes(name: str) -> dict[Key, Made]:
    """Return the meshes stored by an earlier run; none if they are not usable."""
    data = read_cached(_place(name))
    try:
        return {} if data is None else _meshes(data)
    except (ValueError, KeyError, TypeError, RvsError):
        return {}


def keep_meshes(name: str, meshes: Mapping[Key, Made]) -> None:
    """Write meshes for the next run; meshes that don't fit or can't be written are made again."""
    data = _text(meshes)
    if len(data) <= MOST_BYTES:
        place = _place(name)
        store(place, data)
        forget_oldest(place.parent, MOST)


def _place(name: str) -> Path:
    return (
        cache_folder()
        / FOLDER
        / blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    )


def _program() -> str:
    return f"{program(Path(geometry.__file__).parent)} {np.__version__}"


def _text(meshes: Mapping[Key, Made]) -> bytes:
    heads: list[Any] = []
    arrays: list[Array | Indices] = []
    for key, pieces in meshes.items():
        told = []
        for piece in pieces:
            mesh, parts = piece.mesh, piece.mesh.parts
            own = [getattr(mesh, word) for word in _ARRAYS]
            counts = None if parts is None else [len(part) for part in parts]
            told.append([piece.color, piece.material, [len(one) for one in own], counts])
            arrays += [*own, *(parts or ())]
        heads.append([*key, told])
    head = json.dumps([_program(), heads]).encode()
    return b"".join([len(head).to_bytes(4, "big"), head, *(one.tobytes() for one in arrays)])


def _meshes(body: bytes) -> dict[Key, Made]:
    at = 4 + int.from_bytes(body[:4], "big")
    maker, heads = json.loads(body[4:at])
    if maker != _program():
        raise ValueError("of another program")
    rest = _Rest(body, at)
    return {
        (what, name, _frozen(sizes)): tuple(
            Piece(rest.mesh(counts, part_counts), color, material)
            for color, material, counts, part_counts in told
        )
        for what, name, sizes, told in heads
    }


class _Rest:
    """The arrays of a file, which are read one after the other."""

    def __init__(self, body: bytes, at: int) -> None:
        self._body, self._at = body, at

    def mesh(self, counts: Sequence[int], part_counts: Sequence[int] | None) -> Mesh:
        """Return a mesh, given the numbers of rows of each array and of each part."""
        arrays: dict[str, Any] = {}
        for word, count in zip(_ARRAYS, counts, strict=True):
            real = word in ("vertices", "normals")
            arrays[word] = self._reals(3 * count).reshape(-1, 3) if real else self._whole(count)
        parts = None if part_counts is None else [self._whole(count) for count in part_counts]
        return Mesh(**arrays, parts=parts)

    def _reals(self, count: int) -> Array:
        found = np.frombuffer(self._body, np.float64, count, self._at)
        self._at += found.nbytes
        return found

    def _whole(self, count: int) -> Indices:
        found = np.frombuffer(self._body, np.int32, count, self._at)
        self._at += found.nbytes
        return found


def _frozen(value: Any) -> Any:
    """Return lists of JSON as the original tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
