"""Writing of the content of a state as a model, with its size."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rvs.distribution import expect_cad
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.export.models.glb import glb_bytes
from rvs.export.models.linkage import Node, model_nodes, world_places
from rvs.export.models.surfaces import placed, stl_bytes, three_mf_bytes
from rvs.export.web.page import page_bytes
from rvs.files.storage.atomic import write_bytes
from rvs.model.robots.seen_variant import in_variant
from rvs.model.state import State
from rvs.value_class import dataclass

# Suffixes with what dialogs call them.
MODELS = {
    ".glb": "glTF, with the motion",
    ".html": "Interactive web page",
    ".stl": "STL for printing",
    ".3mf": "3MF for printing",
    ".step": "STEP for CAD, exact solids",
}
PRINTED = (".stl", ".3mf")
CAD = ".step"
MM = 1000.0


@dataclass(frozen=True, slots=True)
class Written:
    """Written model.

    Attributes:
        path: Its file.
        size: Width, depth and height in ``unit``.
        unit: Unit of the numbers in the file.
        triangles: Number of triangles.
        closed: It can be printed; None for models not intended for printing.
        moves: Its file has a motion.
        exact: Number of its exact solids.
        notes: Sentences about inexact parts.
    """

    path: Path
    size: tuple[float, float, float]
    unit: str
    triangles: int
    closed: bool | None
    moves: bool
    exact: int = 0
    notes: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The file and its size in one line."""
        x, y, z = (f"{one:.4g}" for one in self.size)
        facts = [f"{x} × {y} × {z} {self.unit}"]
        facts += [f"{self.exact} exact solids"] if self.exact else []
        facts += [f"{self.triangles} {'flat faces' if self.exact else 'triangles'}"] * bool(
            self.triangles or not self.exact
        )
        facts += ["with its motion"] if self.moves else []
        facts += ["not closed, so printing can fail"] if self.closed is False else []
        return ", ".join((*facts, *self.notes))


def write_model(path: Path, state: State, shrink: float = 1.0) -> Written:
    """Write the content of a state in the format of its suffix, atomically.

    Args:
        path: The file.
        state: The displayed state; its motion becomes an animation if the format supports it.
        shrink: Divisor of the size, for printing only.

    Raises:
        ArgumentError: No format has that suffix, or a model not for printing is to be shrunk.
        RvsError: There is nothing to see.
        OSError: The file can't be written.
    """
    check_model(path, shrink)
    suffix, state = path.suffix.lower(), in_variant(state)
    nodes = model_nodes(state)
    if suffix == CAD:
        # Only here: OpenCascade is optional, and takes a second to load.
        from rvs.export.models.step import step_bytes

        made = step_bytes(nodes, state)
        write_bytes(path, made.data)
        size = _size(MM * _points(nodes)[0])
        return Written(path, size, "mm", made.faces, None, False, made.exact, made.notes)
    if suffix not in PRINTED:
        write_bytes(path, glb_bytes(nodes, state) if suffix == ".glb" else page_bytes(state))
        points, count = _points(nodes)
        moves = state.motion is not None and state.motion.duration > 0
        return Written(path, _size(points), "m", count, None, moves)
    data, surface = (stl_bytes if suffix == ".stl" else three_mf_bytes)(nodes, shrink)
    write_bytes(path, data)
    count = len(surface.triangles)
    return Written(path, _size(surface.points), "mm", count, surface.closed, False)


def check_model(path: Path, shrink: float = 1.0) -> None:
    """Check that a model can be written; ``write_model`` explains the arguments.

    Raises:
        ArgumentError: No format has that suffix, or a model not for printing is to be shrunk.
    """
    suffix = path.suffix.lower()
    if suffix not in MODELS:
        raise ArgumentError(f"model: expected one of {', '.join(MODELS)}, got {path.suffix!r}")
    if suffix not in PRINTED and shrink != 1.0:
        unit = "millimetres" if suffix == CAD else "metres"
        raise ArgumentError(f"scale: {suffix} is in {unit} and keeps its size")
    if suffix == CAD:
        expect_cad()


def _points(nodes: tuple[Node, ...]) -> tuple[Array, int]:
    pairs = zip(nodes, world_places(nodes), strict=True)
    surfaces = [placed(piece, place, 1.0) for node, place in pairs for piece in node.pieces]
    points = np.concatenate([one.points for one in surfaces])
    return points, sum(len(one.triangles) for one in surfaces)


def _size(points: Array) -> tuple[float, float, float]:
    x, y, z = np.ptp(points, axis=0).tolist()
    return x, y, z
