"""Origin of a robot from a file of another program."""

from __future__ import annotations

import os
from pathlib import Path

from rvs.model.robots.choices import USUAL, Choices
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of another program, and the choices used to make a robot from it.

    Attributes:
        path: The file.
        choices: The choices.
        length: Unit assumed for lengths where the file gives none.
        angle: Unit assumed for angles where the file gives none.
        assumed: ``"length"`` and ``"angle"``, if the file gives no unit for such numbers.
        old_order: Columns without names were read in the order of release 7 of the Robotics
            Toolbox.
    """

    path: str
    choices: Choices = USUAL
    length: str = "m"
    angle: str = "rad"
    assumed: tuple[str, ...] = ()
    old_order: bool = False

    @classmethod
    def of(cls, path: Path, choices: Choices = USUAL) -> Imported:
        """Return the value with the absolute path of the file, for scripts in any folder."""
        return cls(os.path.abspath(path), choices)
