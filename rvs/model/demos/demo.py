"""Demonstrations and their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.plots.plot import Plot
from rvs.value_class import dataclass

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Knob:
    """An adjustable number.

    Attributes:
        key: Name on the command line.
        words: Displayed name.
        value: Initial value.
        lower: Minimum.
        upper: Maximum.
        unit: Unit, or empty.
        whole: The number is an integer.
    """

    key: str
    words: str
    value: float
    lower: float
    upper: float
    unit: str = ""
    whole: bool = False

    def check(self, value: float) -> float:
        """Return a permitted value.

        Raises:
            ArgumentError: It is outside the range, or not whole.

        >>> Knob("kp", "Gain", 100.0, 0.0, 1000.0).check(7.0)
        7.0
        """
        if not self.lower <= value <= self.upper or (self.whole and value != round(value)):
            kind = "a whole number" if self.whole else "a number"
            unit = f" {self.unit}" if self.unit else ""
            raise ArgumentError(
                f"{self.words}: expected {kind} from {self.lower:g} to {self.upper:g}{unit}, "
                f"got {value:g}"
            )
        return value


@dataclass(frozen=True, eq=False)
class Shown:
    """Results of a demonstration.

    Attributes:
        t: Times (m,) in s, evenly from 0.
        q: Postures of the robot (m, n), rad or m.
        plots: Its plots.
        marks: Lines drawn near the robot, points in the world (k, 3) each, in m.
        picture: The image of a camera at a time in s; None if there is no camera.
        numbers: Its numerical results, for further computation.
    """

    t: Array
    q: Array
    plots: tuple[Plot, ...]
    marks: tuple[Array, ...] = ()
    picture: Callable[[float], Plot] | None = None
    numbers: Mapping[str, Array] | None = None

    def number(self, name: str) -> Array:
        """Return one of the resulting numbers."""
        assert self.numbers is not None
        return self.numbers[name]


@dataclass(frozen=True, slots=True)
class Demo:
    """A demonstration.

    Attributes:
        title: Name in lists.
        says: Description, in a sentence or two.
        robot: The library robot that it is made for.
        run: Function that computes it for that robot, with values for all knobs.
        knobs: Adjustable numbers.
        mode: Best drawing mode for the robot.
        free: It ignores joint limits and collisions.
    """

    title: str
    says: str
    robot: str
    run: Callable[[Robot, Values], Shown]
    knobs: tuple[Knob, ...] = ()
    mode: str = "full"
    free: bool = False

    def values(self, given: Values | None = None) -> dict[str, float]:
        """Return values of all knobs, the given ones and defaults for the rest.

        Raises:
            ArgumentError: There is no such knob, or it can't have such a value.
        """
        known = {knob.key: knob for knob in self.knobs}
        for key in given or {}:
            if key not in known:
                names = ", ".join(known) or "none"
                raise ArgumentError(f"{key}: there is no such number; expected one of {names}")
        asked = {**{key: knob.value for key, knob in known.items()}, **(given or {})}
        return {key: known[key].check(value) for key, value in asked.items()}

    def show(self, robot: Robot, given: Values | None = None) -> Shown:
        """Compute it.

        Args:
            robot: The robot that it is made for.
            given: Values of some knobs.

        Raises:
            ArgumentError: As ``values``.
        """
        return self.run(robot, self.values(given))
