"""Models of cells and robots for other programs, for browsers and for printing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rvs.export.models.write import write_model
from rvs.model.motions.motion import Motion
from rvs.model.robots.seen_variant import wanted_variant
from rvs.model.state import State
from rvs.scripting.plain import with_fields
from rvs.scripting.subjects import What, at_start, cell_of, motion_in
from rvs.value_class import dataclass


@dataclass(frozen=True)
class SolidModel:
    """Solid bodies of a cell; ``save`` writes them in any of the formats.

    Attributes:
        state: State to show, with its motion.
        scale: Divisor of the size of a print.
    """

    state: State
    scale: float = 1.0

    def save(self, path: str | Path) -> Path:
        """Write the model as .glb, .html, .stl, .3mf or .step, and return the file's path.

        Raises:
            ArgumentError: Another suffix, or a scale for one that is not printed.
            RvsError: There is nothing solid to see.
            OSError: The file can't be written.
        """
        return write_model(Path(path), self.state, self.scale).path


def solid_model(
    what: What = None, motion: Motion | str | None = None, *, scale: float = 1.0, **fields: Any
) -> SolidModel:
    """Return a cell or a robot as solid bodies, as written by *Export model* of the window.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion to include, or the name of one; the loaded one if left out.
        scale: Divisor of the size of a print.
        fields: Fields of the view, such as ``mode="body"``.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: A view has no such field, or refuses the value.
    """
    cell = cell_of(what)
    state = cell.state
    if motion is not None:
        state = at_start(state, motion_in(cell, motion))
    return SolidModel(
        wanted_variant(replace(state, view=with_fields(state.view, fields, "a view"))), scale
    )
