"""Distance of a drag, in the view: a dashed line from its start, and the number."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.numbers.quantities import number
from rvs.model.numbers.units import Unit
from rvs.model.views.view import Background
from rvs.scene.gizmos.pose_gizmo import AXES
from rvs.scene.items import Item, Label, Line
from rvs.value_class import dataclass

WIDTH, SIZE, GAP = 1.6, 15.0, 26.0
# Ways and turns that are no more than the tremor of numbers, m and rad.
STILL = 1e-9


@dataclass(frozen=True, eq=False)
class Drawn:
    """Distance of a drag.

    Attributes:
        start: Start position (3,), m.
        now: Current position (3,), m.
        turn: Angle of rotation about ``axis``, rad.
        way: Displacement along each of the active axes (3,), m.
        axis: The axis of a turn, ``"x"``, ``"y"`` or ``"z"``.
    """

    start: Array
    now: Array
    way: Array
    turn: float = 0.0
    axis: str = ""


def readout_text(drawn: Drawn, units: tuple[Unit, Unit]) -> str:
    """Return the distance of a drag, such as ``ΔX 0.120 m``."""
    length, angle = units
    if drawn.axis:
        return f"{drawn.axis.upper()} {_signed(drawn.turn, angle)}"
    moved = [k for k in range(3) if abs(drawn.way[k]) > STILL]
    return "   ".join(f"Δ{AXES[k].upper()} {_signed(drawn.way[k], length)}" for k in moved)


def readout_items(
    drawn: Drawn, units: tuple[Unit, Unit], background: Background
) -> tuple[Item, ...]:
    """Return the line and the number of a drag; nothing before the first motion."""
    text, colors = readout_text(drawn, units), SCENE[background]
    if not text:
        return ()
    items: list[Item] = []
    if not drawn.axis:
        ends = np.stack([drawn.start, drawn.now])
        paint = rgba(colors.label)
        items.append(Line(ends, paint, WIDTH, dashed=True, layer="overlay", depth="on top"))
    items.append(
        Label(
            text, drawn.now, rgba(colors.label), rgba(colors.halo),
            away=(0.0, 0.0, -1.0), gap=GAP, size=SIZE,
        )
    )  # fmt: skip
    return tuple(items)


def _signed(value: float, unit: Unit) -> str:
    gap = "" if unit.symbol == "°" else " "
    shown = number(value / unit.factor, unit.decimals)
    return f"{'+' if value > 0.0 else ''}{shown}{gap}{unit.symbol}"
