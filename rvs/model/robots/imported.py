"""Where a robot comes from whose file another program wrote."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rvs.engine.joint import Convention
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of another program, and what was chosen when a robot was made of it.

    Attributes:
        path: The file.
        root: Link that stands still, or empty for the usual one.
        tip: Link at the other end of the chain, or empty for the usual one.
        convention: Of the table that was made of the links.
        snap: Angle in rad below which axes were made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints.
        robot: Name of the robot that was chosen of several, or empty.
    """

    path: str
    root: str = ""
    tip: str = ""
    convention: Convention = "standard"
    snap: float = 0.0
    zeros: bool = False
    robot: str = ""

    @classmethod
    def of(cls, path: Path, *choices: Any) -> Imported:
        """Return the same of a file by its whole path, which holds wherever a script runs."""
        return cls(os.path.abspath(path), *choices)

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen, where that is not the usual, by the names of the arguments."""
        usual = Imported(self.path)
        names = ("root", "tip", "convention", "snap", "zeros", "robot")
        return {
            name: getattr(self, name)
            for name in names
            if getattr(self, name) != getattr(usual, name)
        }
