"""The variants of a robot side by side: the question, and its answer."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, isfinite
from typing import Any

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.calls import Offer, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import significant
from rvs.model.robots.parameter_edits import use_variant
from rvs.model.robots.parameters import (
    CELLS,
    SYMBOLS,
    cell_measure,
    cell_value,
)
from rvs.model.views.view import Background
from rvs.scene.items import Item
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.figure_result import Figure
from rvs.scripting.multiples import MOST, Multiple, Stage, ghosts, multiples
from rvs.scripting.subjects import robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.value_class import dataclass

PRESENT = "present"
# Lines below a variant in the figure.
MOST_TOLD = 6


@dataclass(frozen=True, slots=True)
class Compared:
    """A quantity in each variant.

    Attributes:
        name: Name of a parameter, or a cell such as ``a of joint 2``.
        unit: Its unit: ``m``, ``deg``, ``kg`` or nothing.
        values: Its value in each variant, in that unit; None if there is none.
    """

    name: str
    unit: str
    values: tuple[float | None, ...]

    @property
    def differs(self) -> bool:
        """Return whether two of the values differ."""
        return len(set(self.values)) > 1

    def told(self, variant: int) -> str:
        """Return the quantity of a variant in words, or nothing."""
        value = self.values[variant]
        return (
            "" if value is None else f"{self.name} = {significant(value, 6)} {self.unit}".rstrip()
        )


@dataclass(frozen=True, eq=False)
class Variants(Answer):
    """Parameters and cells of the table in each variant of a robot.

    Attributes:
        placed: The robot.
        names: The variants that the robot can have now, after the current state.
        robots: The robot in each of them.
        rows: The compared quantities.
        refused: The other variants, each with the reason.
        stage: Display of the robots in the figure.
    """

    placed: PlacedRobot
    names: tuple[str, ...]
    robots: tuple[PlacedRobot, ...]
    rows: tuple[Compared, ...]
    refused: tuple[tuple[str, str], ...]
    stage: Stage

    @property
    def facts(self) -> dict[str, Any]:
        """The values for JSON, in m, degrees and kg."""
        return {
            "robot": self.placed.id,
            "variants": list(self.names),
            "rows": [
                {"name": row.name, "unit": row.unit, "values": list(row.values)}
                for row in self.rows
            ],
            "refused": dict(self.refused),
        }

    @property
    def notes(self) -> list[str]:
        """Omitted variants, and the limits of the table."""
        found = [f"{name} is left out: {reason}" for name, reason in self.refused]
        if len(self.names) == 1:
            found.append(
                "the robot has no other variant; Keep variant below its parameters stores one, and "
                "keep_variant in Python"
            )
        return found

    @property
    def table(self) -> Tabled:
        """One row per quantity, one column per variant."""
        rows = [
            (f"{row.name} ({row.unit})" if row.unit else row.name,
             *("none" if value is None else value for value in row.values))
            for row in self.rows
        ]  # fmt: skip
        caption = f"{self.placed.id}: variants"
        return tabulate(rows, ("quantity", *self.names), caption, 6)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Edits that set the values of a variant."""
        return tuple(
            Offer(f"Use {name}", call_of(use_variant, self.placed.id, name))
            for name in self.names[1:]
        )

    @property
    def figure(self) -> Figure:
        """The variants next to each other, each with the parameters or cells that differ."""
        named = [row for row in self.rows if row.name in self.placed.parameters and row.differs]
        told = (named or [row for row in self.rows if row.differs])[:MOST_TOLD]
        robots = []
        for k, (name, one) in enumerate(zip(self.names, self.robots, strict=True)):
            lines = [row.told(k) for row in told]
            robots.append((one, (name, *filter(None, lines))))
        return multiples(self.stage, robots[:MOST])

    def items(self, placed: PlacedRobot, background: Background = "light") -> tuple[Item, ...]:
        """Return the other variants as ghosts with their names, in the posture of the figure."""
        if placed.robot != self.placed.robot:
            return ()
        stage = replace(self.stage, view=replace(self.stage.view, background=background))
        return ghosts(stage, placed, [*zip(self.names, self.robots, strict=True)][1:])

    def __repr__(self) -> str:
        return f"<Variants of {self.placed.id}: {', '.join(self.names)}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class VariantsQuestion(Multiple, Question):
    """Compare the variants of a robot with its current state, and return the differences.

    Returns:
        Parameters, cells of the table, reach and mass in each variant.

    Raises:
        RvsError: There is no such robot.
    """

    called = "variants"
    output = "TABLE"
    writes = "the comparison as a table: .csv, .md, .tex or .html"
    returns = "Variants"
    cells, surroundings = True, ("things", "robots")
    draws = "the variants side by side"

    equal: bool = asked(
        False,
        "Also list parameters and cells that are equal in all variants",
        label="Include equal values",
    )

    def answer(self, cell: Cell, robot: str = "") -> Variants:
        """Compare the variants of a robot of a cell."""
        placed = robot_in(cell, robot)
        alone = Document((placed,))
        found, refused = {PRESENT: placed}, []
        for one in placed.parameters.variants:
            try:
                found[one.name] = use_variant(alone, placed.id, one.name).robots[0]
            except RvsError as error:
                refused.append((one.name, str(error)))
        rows = (*_parameters(tuple(found.values())), *_cells(tuple(found.values())))
        kept = tuple(row for row in rows if self.equal or row.differs)
        return Variants(
            placed, tuple(found), tuple(found.values()), kept, tuple(refused),
            self.stage(cell, placed),
        )  # fmt: skip


variants = function(VariantsQuestion)


def _parameters(robots: tuple[PlacedRobot, ...]) -> list[Compared]:
    return [
        Compared(one.name, SYMBOLS[one.measure],
                 tuple(_shown(each.parameters[one.name].value, one.measure) for each in robots))
        for one in robots[0].parameters
    ]  # fmt: skip


def _cells(robots: tuple[PlacedRobot, ...]) -> list[Compared]:
    found = []
    for row in range(max(one.robot.n for one in robots)):
        for column in CELLS:
            values = [_cell(one.robot, row, column) for one in robots]
            if any(value is not None for value, _ in values):
                unit = next(SYMBOLS[measure] for _, measure in values if measure)
                name = f"{column} of joint {row + 1}"
                found.append(Compared(name, unit, tuple(value for value, _ in values)))
    masses = [
        sum(joint.inertia.mass for joint in one.robot.joints if joint.inertia) for one in robots
    ]
    found.append(Compared("mass of all links", "kg", tuple(masses)))
    return found


def _cell(robot: Robot, row: int, column: str) -> tuple[float | None, str]:
    """Return the number in a cell as displayed and its measure; None if there is none."""
    if row >= robot.n:
        return None, ""
    joint = robot.joints[row]
    try:
        measure = cell_measure(joint, column)
    except RvsError:
        return None, ""
    return _shown(cell_value(joint, column), measure), measure


def _shown(value: float, measure: str) -> float | None:
    if not isfinite(value):
        return None
    return degrees(value) if measure == "angle" else value
