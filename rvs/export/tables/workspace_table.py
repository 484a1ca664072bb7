"""Robots compared by their workspaces, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rvs.export.tables.table import Row, Table, compact
from rvs.model.numbers.units import Unit
from rvs.study.dexterity import TASK_WORDS, Task
from rvs.study.workspace.summary import Summary, measured

UNKNOWN = "–"


def comparison(robots: Sequence[Summary], unit: Unit, *notes: str) -> Table:
    """Return a table of robots, one in each row.

    Args:
        robots: The robots.
        unit: Unit of length.
        notes: Sentences for the reader of the table.
    """
    symbol = unit.symbol
    headings = (
        "robot", "volume (m³)", "area (m²)", "±", f"reach ({symbol})", f"from axis 1 ({symbol})",
        "least κF", "KCI (%)", "GCI", "mass (kg)",
    )  # fmt: skip
    rows = tuple(_row(one, unit.factor) for one in robots)
    caption = (
        "Workspaces: size with an estimate of its error, reach from the origin of the base and "
        "from axis 1, least condition number (weighted Frobenius norm), kinetostatic and global "
        "conditioning index, mass of the links"
    )
    said = (*notes, *task_notes(robots))
    return compact(Table(caption, headings, rows, "l" + "r" * 9, said), UNKNOWN)


def task_notes(robots: Sequence[Summary]) -> tuple[str, ...]:
    """Return sentences with the tasks of the condition numbers of robots."""
    named: dict[Task, list[str]] = {}
    for one in robots:
        named.setdefault(one.task, []).append(one.name)
    if len(named) == 1:
        return tuple(f"Task: {TASK_WORDS[task]}." for task in named)
    return tuple(f"Task of {', '.join(names)}: {TASK_WORDS[t]}." for t, names in named.items())


def _row(one: Summary, metres: float) -> Row:
    measure, error = measured(one.measure, one.error)
    singular = not isfinite(one.condition)
    return (
        one.name,
        UNKNOWN if one.planar else measure,
        measure if one.planar else UNKNOWN,
        error,
        f"{one.reach / metres:.5g}",
        UNKNOWN if one.across is None else f"{one.across / metres:.5g}",
        "∞" if singular else f"{one.condition:.4f}",
        f"{one.kci:.2f}",
        f"{one.gci:.4f}",
        UNKNOWN if one.mass is None else f"{one.mass:.4g}",
    )
