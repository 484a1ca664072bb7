"""Models that ``rvs export`` writes for other programs, browsers and printing."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rvs.commands.answers import print_file
from rvs.model.state import State

if TYPE_CHECKING:
    from rvs.files.cells.cell import Cell

# Suffixes of ``rvs.export.models``, which is imported only where a model is written.
MODELS = (".glb", ".html", ".stl", ".3mf", ".step")
MOVING = (".glb", ".html")


def is_model(path: Path) -> bool:
    """Return whether a file name has a model suffix."""
    return path.suffix.lower() in MODELS


def sized_for_figures(options: argparse.Namespace) -> argparse.Namespace:
    """Return the arguments for figures, without the scale of models."""
    if options.output and all(map(is_model, options.output)):
        return argparse.Namespace(**{**vars(options), "scale": None})
    return options


def with_cell_motion(state: State, cell: Cell) -> State:
    """Return the state of a cell with the motion of its robots, if there is any.

    Raises:
        RvsError: A file of the cell has errors, or a robot can't follow its path or program.
    """
    from rvs.files.cells.motions import cell_timeline, cell_tracks

    return replace(state, motion=cell_timeline(cell)) if cell_tracks(cell) else state


def write_models(state: State, paths: Sequence[Path], scale: float | None) -> None:
    """Write models and print their sizes.

    Args:
        state: The displayed state.
        paths: The files.
        scale: Divisor of the size, for printing; None keeps the size.

    Raises:
        RvsError: There is nothing to write, or a scale the format does not support.
        OSError: A file can't be written.
    """
    from rvs.export.models.write import check_model, write_model

    for path in paths:
        check_model(path, scale or 1.0)
    for path in paths:
        print_file(path, write_model(path, state, scale or 1.0).words)
    if state.motion is not None and any(path.suffix.lower() in MOVING for path in paths):
        from rvs.commands.motions import print_assumed

        print_assumed(state.motion)
