"""Bodies of designs: their masses, distances, springs and beams, and what these assume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from rvs.bodies.autobody.following import following_body
from rvs.bodies.beams import elastic_robot
from rvs.bodies.dynamic import dynamic_load, dynamic_robot
from rvs.bodies.masses import FILL, reweighed
from rvs.bodies.robot_body import body_for
from rvs.collision.check import check_of
from rvs.collision.words import signed
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.body.fit import fit
from rvs.model.calls import Call, Calls, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.robots.designing import become
from rvs.model.robots.masses import unweighed
from rvs.model.robots.named_numbers import Following
from rvs.model.robots.parameter_edits import set_parameters
from rvs.model.robots.parameters import following_cells
from rvs.study.measures.cells import GEOMETRY, Number, TableCell, changed, named_values
from rvs.study.measures.measures import MEASURES, Named
from rvs.study.stiffness.deflection import ElasticRobot
from rvs.value_class import dataclass

# Cells of a link's mass and centre of mass that can follow from parameters.
MASSES, LIMITS = ("mass", "x", "y", "z"), ("lower", "upper")


@dataclass(frozen=True)
class Masses:
    """The masses of a robot and its designs.

    Attributes:
        placed: The robot with its load.
        weigh: They are those of the body of each design.
        given: Links, from 1, whose masses are varied or have expressions.
    """

    placed: PlacedRobot
    weigh: bool = False
    given: tuple[int, ...] = ()

    @classmethod
    def of(cls, placed: PlacedRobot, numbers: Sequence[Number], weigh: bool) -> Masses:
        """Return the masses of designs with other numbers."""
        rows = {one.row for one in placed.parameters.formulas if one.column in MASSES}
        rows |= {row for one in numbers for row, column in _cells(one) if column == "mass"}
        return cls(placed, weigh, tuple(sorted(row + 1 for row in rows)))

    def design(self, numbers: Sequence[Number], values: Sequence[float]) -> Robot:
        """Return the robot with other numbers, and with the masses of its links."""
        robot = changed(self.placed.robot, numbers, values)
        return self.own(robot, named_values(numbers, values))

    def design_call(self, numbers: Sequence[Number], values: Sequence[float]) -> Call | Calls:
        """Return the edit that sets other numbers of the robot, parameters by name."""
        placed, named = self.placed, named_values(numbers, values)
        made = call_of(become, placed.id, self.design(numbers, values))
        if not named:
            return made
        call = call_of(set_parameters, placed.id, named)
        alone = len(named) == len(numbers) and not self.weigh
        return call if alone else Calls((call, made))

    def own(self, robot: Robot, named: Named) -> Robot:
        """Return a design with the masses of its links.

        Raises:
            ArgumentError: Its full model does not fit.
        """
        if not self.weigh:
            return robot
        present, made = body_for(self.placed, "full"), design_of(self.placed, robot, named)
        body = body_for(made, "full")
        if present is self.placed.body and body is not made.body:
            assert made.body is not None
            raise ArgumentError(
                "the full model does not fit the design, so it has no masses: "
                f"{fit(made.body, robot).reason}"
            )
        following = following_body(self.placed.robot) if present is not self.placed.body else body
        if following is not body and fit(following, robot).ok:
            # as thick as it is now: the automatic body of a larger robot is thicker, in steps
            body = present = following
        return reweighed(robot, body, self.placed.robot, present, self.given)

    def __call__(self, robot: Robot, named: Named) -> Robot:
        """Return a design with its masses and its load, for its dynamics."""
        own = self.own(robot, named)
        if dynamic_load(self.placed).whole.volume:
            return dynamic_robot(design_of(self.placed, own, named))
        return own.replace(gravity=dynamic_robot(self.placed).gravity)

    def notes(self, numbers: Sequence[Number], names: Sequence[str]) -> list[str]:
        """Return the assumptions about masses in measures of designs, in words."""
        if not any("masses" in MEASURES[name].needs for name in names):
            return []
        robot, body = self.placed.robot, body_words(self.placed)
        links = range(1, robot.n + 1)
        if not self.weigh:
            moving = [one.name for one in numbers if any(_moves(robot, *at) for at in _cells(one))]
            follow = {row for one in numbers for row, column in _cells(one) if column == "mass"}
            fixed = [link for link in links if link - 1 not in follow]
            if not (moving and fixed):
                return []
            return [
                f"masses and centres of mass of {_links(fixed)} stay as they are while "
                f"{', '.join(moving)} {'change' if len(moving) > 1 else 'changes'}; weigh takes "
                "them from the body of each design"
            ]
        unknown = unweighed(robot)
        known = [link for link in links if link not in {*self.given, *unknown}]
        found = []
        if unknown:
            found.append(f"masses of {_links(unknown)} are those of the {body} of each design, "
                         f"{FILL * 100:g} % of it filled with material")  # fmt: skip
        if known:
            found.append(f"masses of {_links(known)} change in proportion to those of the {body} "
                         "of each design")  # fmt: skip
        return found


@dataclass(frozen=True)
class Distance:
    """The least distance between the bodies of a robot alone on the floor.

    Attributes:
        placed: The robot.
    """

    placed: PlacedRobot

    def __call__(self, robot: Robot, q: Array, named: Named) -> float:
        """Return the distance in m in a posture (n,); negative for the depth of an overlap."""
        placed = self.placed
        made = Document((design_of(placed, robot, named),))
        near = check_of(made, "full").near({placed.id: tuple(q.tolist())}, 0.0)
        return min(map(signed, near), default=float("inf"))


@dataclass(frozen=True)
class Elasticity:
    """The springs and beams of a robot and its designs.

    Attributes:
        masses: Their masses.
    """

    masses: Masses

    def __call__(self, robot: Robot, named: Named) -> ElasticRobot:
        """Return a design with its springs and beams."""
        own = self.masses.own(robot, named)
        return elastic_robot(design_of(self.masses.placed, own, named))


def design_of(placed: PlacedRobot, robot: Robot, named: Named) -> PlacedRobot:
    """Return a robot with a design's table and the parameters that its full model uses.

    Bounds are checked with the ranges: slopes at a bound need both sides.
    """
    if not named:
        return replace(placed, robot=robot)
    parameters = placed.parameters
    every = tuple(replace(one, least=-inf, most=inf) for one in parameters)
    wide = replace(parameters, every=every).with_values(named)
    return replace(placed, robot=robot, parameters=wide)


def elastic_note(placed: PlacedRobot, names: Sequence[str]) -> list[str]:
    """Return the assumptions of measures of elastic robots, in words, or nothing."""
    if not {"stiffness", "deflection"} & set(names):
        return []
    return [
        f"links are beams with the sections of the {body_words(placed)} of each design, "
        f"{FILL:.0%} of them filled with material; joints without a stiffness are rigid"
    ]


def body_words(placed: PlacedRobot) -> str:
    """Return the most detailed body of a robot, in words."""
    return "full model" if body_for(placed, "full") is placed.body else "automatic body"


def _cells(number: Number) -> list[tuple[int, str]]:
    """Return rows and columns of the table that change with a number."""
    if isinstance(number, TableCell):
        return [(number.row, number.column)]
    assert isinstance(number.rule, Following)
    found = following_cells(number.rule.parameters, [number.name])
    return [(one.row, one.column) for one in found]


def _moves(robot: Robot, row: int, column: str) -> bool:
    """Return whether a cell changes the shape of the links."""
    return column in GEOMETRY or (column in LIMITS and not robot.joints[row].turns)


def _links(some: Sequence[int]) -> str:
    """Return links in words.

    >>> _links([2]), _links([1, 2, 4])
    ('link 2', 'links 1, 2, 4')
    """
    return f"link{'s' * (len(some) > 1)} {', '.join(map(str, some))}"
