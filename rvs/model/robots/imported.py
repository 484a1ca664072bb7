"""Origin of a robot from a file of another program."""

from __future__ import annotations

import os
from pathlib import Path

from rvs.model.robots.choices import USUAL, Choices
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of another program, and the choices with which a robot was made of it.

    Attributes:
        path: The file.
        choices: What was chosen.
        length: Unit in which lengths were taken where the file gives none.
        angle: Unit in which angles were taken where the file gives none.
        assumed: ``"length"`` and ``"angle"``, where it says no unit of numbers that it holds.
        old_order: Bare columns were taken in the order of release 7 of the Robotics Toolbox.
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
