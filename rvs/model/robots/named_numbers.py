"""Parameters of a robot as numbers for a study, and the values that depend on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.numbers.units import Measure
from rvs.model.robots.parameters import Parameters, applied, following_cells
from rvs.study.measures.cells import NamedNumber
from rvs.value_class import dataclass

UNITS: Mapping[Measure, str] = {"length": "m", "angle": "rad", "mass": "kg", "none": ""}


@dataclass(frozen=True)
class Following:
    """Robots with other values of some parameters.

    Attributes:
        parameters: The parameters, and only the cells that depend on them.
    """

    parameters: Parameters

    def __call__(self, robot: Robot, values: Mapping[str, float]) -> Robot:
        """Return a robot whose cells result from other values, in SI units.

        Raises:
            ArgumentError: A cell or a parameter can't have the value of its expression.
        """
        return applied(robot, self.parameters.with_values(values))


def following(parameters: Parameters, names: Sequence[str]) -> Following:
    """Return the robots that result from other values of some parameters.

    Raises:
        ArgumentError: No such parameter, one that follows from others, or one that no cell uses.
    """
    parameters.with_values({name: parameters[name].value for name in names})
    for name in names:
        if not following_cells(parameters, [name]):
            raise ArgumentError(
                f"{name}: no cell of the table uses it; type its name into a cell first"
            )
    # their own bounds are checked with their ranges: slopes at a bound need both sides
    every = tuple(
        replace(one, least=-inf, most=inf) if one.name in names else one for one in parameters
    )
    return Following(Parameters(every, following_cells(parameters, names)))


def named_numbers(
    parameters: Parameters, rule: Following, names: Sequence[str]
) -> list[NamedNumber]:
    """Return parameters as numbers that a study varies."""
    every = [parameters[name] for name in names]
    return [NamedNumber(one.name, UNITS[one.measure], one.value, rule) for one in every]
