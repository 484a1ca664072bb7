"""A Denavit-Hartenberg table for LaTeX with numbers that read back exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import isinf
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.engine.joint import NO_LIMITS, Joint
from rvs.engine.offset_naming import offset_letter
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.tables.write import in_one_table
from rvs.model.numbers.quantities import read
from rvs.model.numbers.units import UNITS, Unit

LENGTHS, ANGLES = ("m", "mm"), ("deg", "rad")
DIGITS, LONGEST = range(1, 18), 60
LETTERS = {"revolute": "R", "prismatic": "P"}


def save_latex(path: Path, architecture: Architecture) -> None:
    """Write the joints of a robot as a table with the rules of booktabs, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    write_text(path, latex_text(in_one_table(architecture.robot)))


def latex_text(robot: Robot) -> str:
    """Return the table of a robot whose joints are all of one convention."""
    joints = robot.joints
    index = "{i-1}" if joints[0].convention == "modified" else "i"
    bounded = any(joint.limits != NO_LIMITS for joint in joints)
    length, angle = _units(joints)
    names = (f"a_{index}", rf"\alpha_{index}", f"{offset_letter()}_i", r"\theta_i")
    sizes = [
        f"${name}$ [{unit.name}]"
        for name, unit in zip(names, (length, angle, length, angle), strict=True)
    ]
    head = ["$i$", "type", *sizes, *(("from", "to") if bounded else ())]
    rows = [_row(joint, i, length, angle, bounded) for i, joint in enumerate(joints, 1)]
    lines = [
        "% needs booktabs",
        rf"\begin{{tabular}}{{rl{'r' * (len(head) - 2)}}}",
        r"  \toprule",
        f"  {' & '.join(head)} \\\\",
        r"  \midrule",
        *(f"  {' & '.join(row)} \\\\" for row in rows),
        r"  \bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join([*lines, ""])


def _row(joint: Joint, i: int, length: Unit, angle: Unit, bounded: bool) -> list[str]:
    slides = joint.kind == "prismatic"
    d = _variable(f"{offset_letter()}_{{{i}}}", joint, length) if slides else _said(joint.d, length)
    theta = _said(joint.theta, angle) if slides else _variable(rf"\theta_{{{i}}}", joint, angle)
    cells = [str(i), LETTERS[joint.kind], _said(joint.a, length), _said(joint.alpha, angle)]
    ends = [_bound(one, length if slides else angle) for one in joint.limits if bounded]
    return [*cells, d, theta, *ends]


def _variable(symbol: str, joint: Joint, unit: Unit) -> str:
    if not joint.offset:
        return f"${symbol}$"
    sign = "-" if joint.offset < 0 else "+"
    return f"${symbol} {sign} {_plain(abs(joint.offset), unit)}$"


def _bound(value: float, unit: Unit) -> str:
    if isinf(value):
        return r"$\infty$" if value > 0 else r"$-\infty$"
    mark = r"^{\circ}" if unit.name == "deg" else rf"\,\mathrm{{{unit.name}}}"
    return f"${_plain(value, unit)}{mark}$"


def _said(value: float, unit: Unit) -> str:
    return f"${_plain(value, unit)}$"


def _plain(value: float, unit: Unit) -> str:
    found = _exact(value, unit)
    if found is None:
        raise RvsError(f"{value!r} {unit.name}: a table can't show this number")
    return found


def _exact(value: float, unit: Unit) -> str | None:
    """Return the shortest text that reads back as a value; None if there is none in a unit."""
    for digits in DIGITS:
        short = f"{value / unit.factor:.{digits}g}"
        plain = f"{Decimal(short):f}"
        text = plain if len(plain) <= LONGEST else short
        if read(text, unit) == value:
            return text
    return None


def _units(joints: Sequence[Joint]) -> tuple[Unit, Unit]:
    """Return units of lengths and angles in which all numbers are exact with the fewest digits."""
    lengths, angles = (list(_numbers(joints, turns)) for turns in (False, True))
    return _shortest(lengths, LENGTHS), _shortest(angles, ANGLES)


def _numbers(joints: Sequence[Joint], angles: bool) -> Iterator[float]:
    for joint in joints:
        slides = joint.kind == "prismatic"
        yield joint.alpha if angles else joint.a
        if slides is angles:
            yield joint.theta if angles else joint.d
        else:
            yield from (abs(joint.offset), *(one for one in joint.limits if not isinf(one)))


def _shortest(values: Sequence[float], names: Sequence[str]) -> Unit:
    """Return the first unit with the fewest digits, or the SI unit if none is suitable."""
    best: tuple[int, Unit] | None = None
    for unit in (UNITS[name] for name in names):
        texts = [_exact(value, unit) for value in values]
        if None not in texts:
            size = sum(len(text or "") for text in texts)
            if best is None or size < best[0]:
                best = size, unit
    return best[1] if best else UNITS[next(name for name in names if UNITS[name].factor == 1.0)]
