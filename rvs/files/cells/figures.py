"""Named figures in a cell file: every field is a key, the view and postures are blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import VIEW, read_view, view_form
from rvs.files.robots.arch_keys import posture_kind
from rvs.files.text.blocks import BlockForm, single_group
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.keys import (
    Key,
    Text,
    asked_keys,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.syntax import Group
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import NamedFigure, Posture

FIGURE, POSTURE = "figure", "posture"
Robots = Mapping[str, PlacedRobot]

FIGURE_KEYS = (
    *asked_keys(NamedFigure("figure")),
    Key("motion", Text(bare=True),
        "program or trajectory of the cell, or trajectory file, whose postures the "
        "figure shows", "motion = circle", ""),
)  # fmt: skip


def _posture_keys(placed: PlacedRobot) -> tuple[Key, ...]:
    kind = posture_kind(placed.robot, placed.unit)
    return (Key("q", kind, default=tuple(placed.robot.home.tolist()), required=True),)


def read_figure(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> NamedFigure | None:
    """Return the figure of a block; None if there are errors in it.

    Args:
        findings: Collector of errors.
        group: The block.
        robots: The readable robots of the cell, by id.
        known: Ids of all robots of the cell.
    """
    said = read_keys(Fields(findings, group, names(FIGURE_KEYS), (VIEW, POSTURE)), FIGURE_KEYS)
    said["view"] = read_view(findings, single_group(findings, group, VIEW, "a figure"))
    said["postures"] = _postures(findings, group, robots, known)
    try:
        return NamedFigure(group.label, **said)
    except ArgumentError as error:
        findings.together(group.start, group.end, str(error))
        return None


def _postures(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> tuple[tuple[str, Posture], ...]:
    found: dict[str, Posture] = {}
    for block in group.groups:
        if block.key != POSTURE:
            continue
        if block.label not in known:
            findings.error(block.start, f"the cell has no robot {shorten(block.label)}")
        elif block.label in found:
            findings.error(
                block.start, f"expected one posture of {shorten(block.label)}, found a second"
            )
        fields = Fields(findings, block, ("q",))
        if block.label in robots:
            found[block.label] = read_keys(fields, _posture_keys(robots[block.label]))["q"]
    return tuple((name, found[name]) for name in robots if name in found)


def figure_form(figure: NamedFigure, robots: Robots) -> BlockForm:
    """Return the block of a figure."""
    postures = (
        BlockForm(POSTURE, name, tuple(key_wants(_posture_keys(robots[name]), {"q": q})), flat=True)
        for name, q in figure.postures
    )
    wants, view = key_wants(FIGURE_KEYS, figure), view_form(figure.view, flat=True)
    return BlockForm(FIGURE, figure.name, (*wants, view, *postures))
