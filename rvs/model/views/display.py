"""Display of one robot of a cell, independent of the view of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rvs.engine.arrays import check_choice, check_flag
from rvs.model.bounds import Bounds, check_fields
from rvs.model.views.view import MODES, Mode
from rvs.value_class import dataclass

DrawnAs = Literal["view", "skeleton", "body", "full"]

DRAWN_AS: Sequence[DrawnAs] = ("view", *MODES)
# Thinner links are not seen, thicker ones hide the joints.
LINE = Bounds(0.05, 2.0)


@dataclass(frozen=True, slots=True)
class Display:
    """Display of a robot.

    Attributes:
        mode: Skeleton, automatic body or full model; ``"view"`` follows the mode of the view.
        joints: The skeleton shows the cylinders and boxes of the joints; without them the links
            are a stick figure from axis to axis.
        line: Thickness of the skeleton's links relative to the standard one.
        frames: Its frames are shown if the view shows frames.
        shadow: It casts a shadow on the floor if the view shows shadows.

    Raises:
        ArgumentError: No such mode, or a thickness that no link can have.
    """

    mode: DrawnAs = "view"
    joints: bool = True
    line: float = 1.0
    frames: bool = True
    shadow: bool = True

    def __post_init__(self) -> None:
        check_choice(self.mode, "mode", DRAWN_AS)
        for name in ("joints", "frames", "shadow"):
            check_flag(getattr(self, name), name)
        check_fields(self, {"line": LINE})

    def mode_in(self, mode: Mode) -> Mode:
        """Return the drawing mode of the robot in a view with a given mode."""
        return mode if self.mode == "view" else self.mode
