"""Models written by ``rvs convert``: a robot in its initial posture, read back."""

from __future__ import annotations

import argparse
from pathlib import Path
from types import MappingProxyType

from rvs.commands.answers import print_file, print_json
from rvs.commands.arguments import joint_names
from rvs.commands.robots import placed_alone
from rvs.files.bodies.models import usable_model
from rvs.files.library import load_and_tell
from rvs.files.meshes.meshes import read_mesh
from rvs.files.suffixes import is_mesh
from rvs.model.document import Document
from rvs.model.state import State
from rvs.model.views.view import View


def convert_to_model(path: Path, options: argparse.Namespace) -> int:
    """Write the robot of a file as a model, and print its size.

    Raises:
        RvsError: The file has errors, or there is nothing solid in it.
        OSError: The model can't be written.
    """
    from rvs.export.models.write import write_model

    architecture = load_and_tell(path, options.choices)
    body = architecture.body or usable_model(architecture)
    placed = placed_alone(architecture, body)
    postures = MappingProxyType({placed.id: tuple(placed.robot.home.tolist())})
    state = State(Document((placed,)), postures, View(mode="full"))
    written = write_model(options.output, state)
    error = _difference(written.path, written.size)
    if options.json:
        facts = {
            "file": str(written.path),
            "joints": joint_names(placed.robot),
            "unit": written.unit,
            "size": list(written.size),
            "triangles": written.triangles,
            "closed": written.closed,
            "error": error,
        }
        print_json(facts)
    else:
        if error is not None:
            print(f"the size read back differs by {error:.1e} (relative)")
        print_file(written.path, written.words)
    return 0


def _difference(path: Path, size: tuple[float, float, float]) -> float | None:
    """Return the error of the size when read back; None if no reader is available."""
    if not is_mesh(path):
        return None
    box = read_mesh(path).box
    read = [high - low for low, high in zip(box[:3], box[3:], strict=True)]
    return max(abs(a - b) for a, b in zip(read, size, strict=True)) / max(size)
