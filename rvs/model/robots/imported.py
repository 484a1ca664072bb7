"""Where a robot comes from whose file another program wrote."""

from __future__ import annotations

import os
from pathlib import Path

from rvs.model.robots.choices import USUAL, Choices
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of another program, and what was chosen when a robot was made of it.

    Attributes:
        path: The file.
        choices: What was chosen.
    """

    path: str
    choices: Choices = USUAL

    @classmethod
    def of(cls, path: Path, choices: Choices = USUAL) -> Imported:
        """Return the same of a file by its whole path, which holds wherever a script runs."""
        return cls(os.path.abspath(path), choices)
