"""Named parameters of a robot, the cells of its table that depend on them, and variants.

All values are in SI units.  The numbers of the robot are the values of the expressions: if a cell
of a robot has a different number, the expression of that cell is removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import degrees, inf, isclose, isfinite, radians
from typing import Any

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.bounds import AMOUNT, ANGLE, LENGTH, NUMBER, Bounds, check_number, check_texts
from rvs.model.numbers.amounts import POWERS, UNIT_AMOUNTS, Amount, check_measure, measured
from rvs.model.numbers.expressions import CONSTANTS, ExpressionError, names_in
from rvs.model.numbers.units import MEASURES, Measure
from rvs.model.robots.columns import MASSES
from rvs.value_class import dataclass

MOST_PARAMETERS, MOST_VARIANTS = 200, 100
BOUNDS: Mapping[str, Bounds] = {
    "length": LENGTH, "angle": ANGLE, "mass": AMOUNT, "none": NUMBER,
}  # fmt: skip
# What the cells measure that may hold an expression; "own" is what the joint's variable does.
CELLS: Mapping[str, str] = {
    "a": "length", "alpha": "angle", "d": "length", "theta": "angle", "pitch": "length",
    "offset": "own", "lower": "own", "upper": "own",
    "mass": "mass", "x": "length", "y": "length", "z": "length",
}  # fmt: skip
GEOMETRY = ("a", "alpha", "d", "theta")
SYMBOLS = {"length": "m", "angle": "deg", "mass": "kg", "none": ""}
CLOSE = 1e-12
DIGITS = 15
# Rounds of Newton's method for a parameter, and its relative error.
ROUNDS, NEAR = 20, 1e-9


@dataclass(frozen=True, slots=True)
class RobotParameter:
    """A named number of a robot.

    Attributes:
        name: 1 to 40 letters, digits and ``_``, beginning with a letter.
        value: In m, rad, kg, or without a unit.
        measure: ``"length"``, ``"angle"``, ``"mass"`` or ``"none"``.
        least: Minimum; -inf if there is none.
        most: Maximum; inf if there is none.
        meaning: Description, in a sentence.
        text: Expression over other parameters for the value, or empty.
    """

    name: str
    value: float = 0.0
    measure: Measure = "length"
    least: float = -inf
    most: float = inf
    meaning: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        check_texts(self, "name", "meaning", "text")
        fault = name_fault(self.name)
        if fault:
            raise ArgumentError(f"name: {self.name[:40]!r}: {fault}")
        check_choice(self.measure, "measure", MEASURES)
        check_number(self.value, self.name, BOUNDS[self.measure])
        if not self.least <= self.most:
            raise ArgumentError(
                f"{self.name}: the smallest value {self.words(self.least)} is above the largest "
                f"{self.words(self.most)}"
            )
        if not self.least <= self.value <= self.most:
            raise ArgumentError(
                f"{self.name}: {self.words(self.value)} is not between its bounds "
                f"{self.words(self.least)} and {self.words(self.most)}"
            )

    def words(self, value: float) -> str:
        """Return a value with its unit."""
        shown = degrees(value) if self.measure == "angle" and isfinite(value) else value
        return f"{shown:.6g} {SYMBOLS[self.measure]}".rstrip()


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell of the table that depends on parameters.

    Attributes:
        row: The joint, from 0.
        column: A key of ``CELLS``.
        text: Expression over the parameters, such as ``L1/2 + 50 mm``.
    """

    row: int
    column: str
    text: str

    def __post_init__(self) -> None:
        check_choice(self.column, "column", tuple(CELLS))
        check_texts(self, "text")


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of values of a robot.

    Attributes:
        name: Its name.
        values: Values of parameters by name.
        joints: The whole table as well, or empty.
    """

    name: str
    values: tuple[tuple[str, float], ...] = ()
    joints: tuple[Joint, ...] = ()

    def __post_init__(self) -> None:
        check_texts(self, "name")
        if not self.name.strip():
            raise ArgumentError("name: a variant needs a name")
        for name, value in self.values:
            check_number(value, name, NUMBER)


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a robot, the cells that use them, and its variants.

    Attributes:
        every: The parameters; names are unique.
        formulas: The cells, each once, by row.
        variants: The variants; names are unique.  Values of removed or dependent parameters are
            removed.
    """

    every: tuple[RobotParameter, ...] = ()
    formulas: tuple[Formula, ...] = ()
    variants: tuple[Variant, ...] = ()

    def __post_init__(self) -> None:
        _check_once([one.name for one in self.every], "parameter", MOST_PARAMETERS)
        _check_once([one.name for one in self.variants], "variant", MOST_VARIANTS)
        _check_once([f"{one.column} of joint {one.row + 1}" for one in self.formulas], "cell")
        object.__setattr__(self, "every", settled(self.every))
        for one in self.formulas:
            where = f"{one.column} of joint {one.row + 1}"
            unknown = sorted(used(one.text, where) - {each.name for each in self.every})
            if unknown:
                raise ArgumentError(f"{where}: {one.text!r}: {self._unknown(unknown[0])}")
        order = list(CELLS)
        placed = sorted(self.formulas, key=lambda one: (one.row, order.index(one.column)))
        object.__setattr__(self, "formulas", tuple(placed))
        free = {one.name for one in self.every if not one.text}
        kept = tuple(_with_known(one, free) for one in self.variants)
        object.__setattr__(self, "variants", kept)

    def __iter__(self) -> Iterator[RobotParameter]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)

    def __bool__(self) -> bool:
        return bool(self.every or self.variants)

    def __contains__(self, name: object) -> bool:
        return any(one.name == name for one in self.every)

    def __getitem__(self, name: str) -> RobotParameter:
        """Return the named parameter.

        Raises:
            ArgumentError: There is none.
        """
        for one in self.every:
            if one.name == name:
                return one
        raise ArgumentError(f"name: {self._unknown(name)}")

    def variant(self, name: str) -> Variant:
        """Return the variant with a name.

        Raises:
            ArgumentError: There is none.
        """
        for one in self.variants:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.variants) or "none"
        raise ArgumentError(f"name: there is no variant {name!r}; expected one of {known}")

    def formula(self, row: int, column: str) -> str:
        """Return the expression of a cell, or an empty text."""
        return next((f.text for f in self.formulas if (f.row, f.column) == (row, column)), "")

    @property
    def values(self) -> dict[str, float]:
        """Values of the independent parameters, by name."""
        return {one.name: one.value for one in self.every if not one.text}

    def with_values(self, values: Mapping[str, float]) -> Parameters:
        """Return the parameters with other values; dependent ones follow.

        Raises:
            ArgumentError: An unknown name, one that has an expression, or a value out of bounds.
        """
        for name in values:
            if self[name].text:
                raise ArgumentError(
                    f"{name}: follows from {self[name].text!r}; change the parameters in it"
                )
        every = tuple(
            replace(one, value=float(values[one.name])) if one.name in values else one
            for one in self.every
        )
        return replace(self, every=every)

    def _unknown(self, name: str) -> str:
        known = ", ".join(one.name for one in self.every) or "no parameter"
        return f"there is no parameter {name!r}; the robot has {known}"


def name_fault(name: str) -> str:
    """Return the fault in the name of a parameter, or an empty text."""
    # here, since robots without parameters need none of what bodies are made of
    from rvs.model.body.names import constant_fault

    return "this name is a unit" if name in UNIT_AMOUNTS else constant_fault(name)


def used(text: str, where: str) -> frozenset[str]:
    """Return the names of parameters in an expression.

    Raises:
        ArgumentError: Not an expression; ``where`` begins the sentence.
    """
    try:
        return names_in(text) - CONSTANTS.keys()
    except ExpressionError as error:
        raise ArgumentError(f"{where}: {text!r}: {error}") from error


def settled(every: Sequence[RobotParameter]) -> tuple[RobotParameter, ...]:
    """Return parameters with the values of their expressions.

    Raises:
        ArgumentError: Two need each other, a name is unknown, units do not match, or a value is out
            of bounds.
    """
    if not _derived(every):
        return tuple(every)
    made: dict[str, RobotParameter] = {}
    waiting = {one.name: one for one in every}

    def settle(name: str, before: tuple[str, ...]) -> None:
        one = waiting[name]
        if name in before:
            circle = " → ".join((*before[before.index(name) :], name))
            raise ArgumentError(f"{name}: its expression depends on itself: {circle}")
        if name in made:
            return
        if one.text:
            for needed in sorted(used(one.text, name)):
                if needed not in waiting:
                    known = ", ".join(waiting)
                    raise ArgumentError(
                        f"{name}: {one.text!r}: there is no parameter {needed!r}; the robot has "
                        f"{known}"
                    )
                settle(needed, (*before, name))
            value = evaluated(one.text, _amounts(made.values()), one.measure, name)
            one = replace(one, value=value)
        made[name] = one

    for name in waiting:
        settle(name, ())
    return tuple(made[one.name] for one in every)


def evaluated(text: str, names: Mapping[str, Amount], measure: Measure, where: str) -> float:
    """Return the value of an expression, SI, to 15 digits; for a bare name, exactly.

    Raises:
        ArgumentError: It has none, or one of another quantity; ``where`` begins the sentence.
    """
    try:
        found = measured(text, names)
        check_measure(found, measure)
    except ArgumentError as error:
        raise ArgumentError(f"{where}: {text!r}: {error}") from error
    return found.value if text.strip() in names else _rounded(found.value, measure)


def _rounded(value: float, measure: Measure) -> float:
    """Return a value without rounding errors of sums: 0.35 rather than 0.35000000000000003.

    Angles are rounded in degrees, the unit in which they are typed.
    """
    if measure == "angle":
        return radians(float(f"{degrees(value):.{DIGITS}g}"))
    return float(f"{value:.{DIGITS}g}")


# By value: each drag of a robot makes a new placed robot with the same parameters.
@lru_cache(maxsize=64)
def amounts(parameters: Parameters) -> Mapping[str, Amount]:
    """Return the parameters as amounts by name."""
    return _amounts(parameters.every)


def _amounts(every: Any) -> dict[str, Amount]:
    return {one.name: Amount(one.value, POWERS[one.measure], one.measure == "none")
            for one in every}  # fmt: skip


def cell_measure(joint: Joint, column: str) -> Measure:
    """Return the quantity of a cell of a joint.

    Raises:
        ArgumentError: The joint has no such number.
    """
    own = column == ("theta" if joint.turns else "d")
    closed = joint.convention == "general" and column in GEOMETRY and not own
    if closed or (column == "pitch" and joint.kind != "helical"):
        raise ArgumentError(f"{column}: this joint has no such number")
    kind = CELLS[column]
    if kind == "own":
        return "angle" if joint.turns else "length"
    return kind  # type: ignore[return-value]


def cell_value(joint: Joint, column: str) -> float:
    """Return the number in a cell, SI; not finite if there is none."""
    from rvs.model.robots.dynamics_text import dynamic_number

    if column in ("lower", "upper"):
        return joint.limits[column == "upper"]
    masses = {one.id: one for one in MASSES}
    if column in masses:
        return dynamic_number(joint, masses[column], False)
    return float(getattr(joint, column))


def with_cells(joint: Joint, values: Mapping[str, float]) -> Joint:
    """Return a joint with other numbers in some cells.

    Raises:
        ArgumentError: It can't have them.
    """
    from rvs.model.robots.dynamics_text import take_dynamics

    lower, upper = (values.get(k, end) for k, end in zip(("lower", "upper"), joint.limits,
                                                         strict=True))  # fmt: skip
    dynamic = {name: one for name, one in values.items() if CELLS[name] == "mass" or name in "xyz"}
    changes, faults = take_dynamics(joint, dynamic, frame=False)
    for name, fault in faults.items():
        raise ArgumentError(f"{name}: {fault}")
    bare = values.keys() - dynamic.keys() - {"lower", "upper"}
    plain: dict[str, Any] = {name: values[name] for name in bare}
    return replace(joint, **plain, **changes, limits=(lower, upper))


def applied(robot: Robot, parameters: Parameters) -> Robot:
    """Return a robot with the values of its expressions.

    Raises:
        ArgumentError: A cell can't hold the value of its expression.
    """
    joints = list(robot.joints)
    for row in sorted({one.row for one in parameters.formulas}):
        if not 0 <= row < robot.n:
            raise ArgumentError(f"row: the robot has joints 1 to {robot.n}, got {row + 1}")
        values: dict[str, float] = {}
        for one in parameters.formulas:
            if one.row == row:
                measure = cell_measure(joints[row], one.column)
                where = f"{one.column} of joint {row + 1}"
                values[one.column] = evaluated(one.text, amounts(parameters), measure, where)
        if any(cell_value(joints[row], name) != value for name, value in values.items()):
            joints[row] = with_cells(joints[row], values)
    same = all(old is new for old, new in zip(robot.joints, joints, strict=True))
    return robot if same else robot.replace(joints=tuple(joints))


def fitted(robot: Robot, parameters: Parameters, slack: float = 0.0) -> Parameters:
    """Return the parameters without the expressions of cells with another value.

    Args:
        robot: The robot.
        parameters: Its parameters.
        slack: Relative difference that is treated as rounding.
    """
    if not parameters.formulas:
        return parameters
    kept = tuple(one for one in parameters.formulas if _holds(robot, parameters, one, slack))
    same = len(kept) == len(parameters.formulas)
    return parameters if same else replace(parameters, formulas=kept)


def _holds(robot: Robot, parameters: Parameters, one: Formula, slack: float) -> bool:
    if not 0 <= one.row < robot.n:
        return False
    joint = robot.joints[one.row]
    try:
        measure = cell_measure(joint, one.column)
        value = evaluated(one.text, amounts(parameters), measure, one.column)
    except ArgumentError:
        return False
    held = cell_value(joint, one.column)
    return held == value or (slack > 0.0 and isclose(held, value, rel_tol=slack, abs_tol=slack))


def moved(parameters: Parameters, order: Sequence[int | None]) -> Parameters:
    """Return the parameters of a robot whose rows were moved.

    Args:
        parameters: The parameters of the robot before.
        order: The previous index of each current row, or None for a new one.
    """
    if not parameters.formulas:
        return parameters
    by_row: dict[int, list[Formula]] = {}
    for one in parameters.formulas:
        by_row.setdefault(one.row, []).append(one)
    formulas = tuple(
        replace(one, row=row)
        for row, old in enumerate(order)
        if old is not None
        for one in by_row.get(old, ())
    )
    return replace(parameters, formulas=formulas)


def following_cells(parameters: Parameters, names: Sequence[str]) -> tuple[Formula, ...]:
    """Return the cells that depend on some parameters, directly or through others."""
    moving, count = set(names), 0
    while len(moving) > count:
        count = len(moving)
        moving |= {one.name for one in parameters if one.text and moving & used(one.text, one.name)}
    return tuple(one for one in parameters.formulas if moving & used(one.text, one.column))


def bearer(parameters: Parameters, text: str) -> str:
    """Return the first independent parameter of an expression, found through others too."""
    names = used(text, text)
    free = [one.name for one in parameters if one.name in names and not one.text]
    if free:
        return free[0]
    inner = next(one.text for one in parameters if one.name in names)
    return bearer(parameters, inner)


def solved(parameters: Parameters, text: str, value: float, where: str) -> tuple[str, float]:
    """Return the parameter in a length's expression, and its value for the new length.

    The value stays within the bounds of the parameter.  It is rounded to
    9 digits.

    Args:
        parameters: The parameters.
        text: Expression of the length.
        value: Its new value, in m.
        where: Start of the error message.

    Raises:
        ArgumentError: No value of the parameter gives that length.
    """
    one = parameters[bearer(parameters, text)]
    wide = replace(parameters, every=tuple(replace(e, least=-inf, most=inf) for e in parameters))

    def off(at: float) -> float:
        every = wide.with_values({one.name: at})
        return evaluated(text, amounts(every), "length", where) - value

    at, step = one.value, 1e-6 * max(abs(one.value), 1e-3)
    for _ in range(ROUNDS):
        error = off(at)
        if abs(error) <= NEAR * max(abs(value), 1e-3):
            break
        slope = (off(at + step) - error) / step
        if not slope:
            raise ArgumentError(f"{where}: {text!r} does not follow {one.name} here")
        at -= error / slope
    else:
        raise ArgumentError(f"{where}: no value of {one.name} gives {text!r} this length")
    return one.name, min(max(float(f"{at:.9g}"), one.least), one.most)


def enlarged(parameters: Parameters, ratio: float) -> Parameters:
    """Return parameters whose lengths are multiplied by a factor.

    A parameter whose expression then gives another length, as with ``L1 + 50 mm``, becomes a
    number.
    """
    lengths = {one.name for one in parameters.every if one.measure == "length"}
    every = tuple(
        replace(one, value=one.value * ratio, least=one.least * ratio, most=one.most * ratio)
        if one.name in lengths
        else one
        for one in parameters.every
    )
    every = tuple(
        wanted if isclose(wanted.value, found.value, rel_tol=CLOSE) else replace(wanted, text="")
        for wanted, found in zip(every, _unbound(every), strict=True)
    )
    variants = tuple(
        replace(
            one,
            values=tuple((name, v * ratio if name in lengths else v) for name, v in one.values),
        )
        for one in parameters.variants
    )
    return replace(parameters, every=every, variants=variants)


def _unbound(every: Sequence[RobotParameter]) -> tuple[RobotParameter, ...]:
    return settled([replace(one, least=-inf, most=inf) for one in every])


def _derived(every: Sequence[RobotParameter]) -> bool:
    return any(one.text for one in every)


def _with_known(one: Variant, known: set[str]) -> Variant:
    values = tuple((name, float(value)) for name, value in one.values if name in known)
    return one if values == one.values else replace(one, values=values)


def _check_once(names: Sequence[str], what: str, most: int = 10_000) -> None:
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise ArgumentError(f"{what} {doubled[0]!r} appears twice")
    if len(names) > most:
        raise ArgumentError(f"{what}: a robot has at most {most}")


NO_PARAMETERS = Parameters()
