"""Columns of the tables that describe a robot: geometry and limits, masses, drives."""

from __future__ import annotations

from typing import Literal

from rvs.engine.offset_naming import offset_letter
from rvs.model.numbers.units import Unit
from rvs.value_class import dataclass

Measure = Literal[
    "length", "angle", "own", "speed", "text", "kind",
    "mass", "place", "moment", "ratio", "viscous", "friction", "effort", "acceleration",
    "stiffness",
]  # fmt: skip
DYNAMIC: tuple[Measure, ...] = (
    "mass", "place", "moment", "ratio", "viscous", "friction", "effort", "acceleration",
    "stiffness",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table.

    Attributes:
        id: The displayed field of a joint; ``"lower"`` and ``"upper"`` are its limits.
        called: Its heading; the displayed text is ``title``.
        measure: Quantity of its numbers; ``"own"`` is the quantity of the joint's own variable.
        optional: A cell may be empty.
    """

    id: str
    called: str
    measure: Measure
    optional: bool = False

    @property
    def title(self) -> str:
        """The heading, with the chosen letter for offsets along an axis."""
        return offset_letter() if self.id == "d" else self.called


@dataclass(frozen=True, slots=True)
class CellUnits:
    """The units in which the table is displayed and read.

    Attributes:
        length: Unit of lengths.
        angle: Unit of angles.
        frame: Moments are about the origin of the link frame rather than the centre of mass.
    """

    length: Unit
    angle: Unit
    frame: bool = False


COLUMNS = (
    Column("kind", "joint", "kind"),
    Column("a", "a", "length"),
    Column("alpha", "α", "angle"),
    Column("d", "b", "length"),
    Column("theta", "θ", "angle"),
    Column("pitch", "pitch", "length"),
    Column("offset", "offset", "own"),
    Column("lower", "lower", "own", optional=True),
    Column("upper", "upper", "own", optional=True),
    Column("rate", "rate", "speed", optional=True),
    Column("name", "name", "text"),
)
MASSES = (
    Column("mass", "mass", "mass", optional=True),
    Column("x", "x", "place"),
    Column("y", "y", "place"),
    Column("z", "z", "place"),
    Column("Ixx", "Ixx", "moment"),
    Column("Iyy", "Iyy", "moment"),
    Column("Izz", "Izz", "moment"),
    Column("Ixy", "Ixy", "moment"),
    Column("Iyz", "Iyz", "moment"),
    Column("Ixz", "Ixz", "moment"),
)
DRIVES = (
    Column("effort", "effort", "effort", optional=True),
    COLUMNS[-2],
    Column("acceleration", "acceleration", "acceleration", optional=True),
    Column("rotor", "rotor", "moment"),
    Column("gear", "gear", "ratio"),
    Column("viscous", "viscous", "viscous"),
    Column("forwards", "Coulomb +", "friction"),
    Column("backwards", "Coulomb −", "friction"),
    Column("stiffness", "stiffness", "stiffness", optional=True),
)
