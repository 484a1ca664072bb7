"""Named figures in a cell file: every field is a key, the view and postures are blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import VIEW, read_view, view_form
from rvs.files.robots.arch_keys import posture_kind
from rvs.files.text.blocks import BlockForm
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.groups import single_group
from rvs.files.text.keys import (
    Choice,
    Flag,
    Key,
    Number,
    Numbers,
    Text,
    defaults_of,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.syntax import Group
from rvs.model.bounds import Bounds
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import (
    BOUNDS,
    LARGEST_SIDE,
    LETTERINGS,
    MOST_GHOSTS,
    NamedFigure,
    Posture,
)
from rvs.model.figures.style import GROUNDS, HIDDEN, LINE_WIDTHS, STYLE_NAMES

FIGURE, POSTURE = "figure", "posture"
Robots = Mapping[str, PlacedRobot]


def _size(name: str, unit: str, meaning: str, example: str, usual: str = "") -> Key:
    return Key(name, Number(unit, Bounds(*BOUNDS[name])), meaning, example, usual=usual)


FIGURE_KEYS = defaults_of(
    NamedFigure("figure"),
    Key("picture", Numbers(2, "pixels", Bounds(1.0, LARGEST_SIDE), whole=True),
        "width and height of the picture before it is cropped", "picture = [ 800, 600 ]"),
    Key("style", Choice(STYLE_NAMES), "light as on the screen, a few tones with edges, or lines",
        "style = lines"),
    _size("width", "mm", "width in print", "width = 84", "1/96 inch a pixel"),
    _size("scale", "number", "one metre is 1/scale metres in print, in parallel views; decides "
          "instead of `width`", "scale = 10"),
    Key("crop", Flag(), "cut to what is shown", "crop = yes"),
    _size("margin", "mm", "what a crop leaves around", "margin = 0"),
    Key("ground", Choice(GROUNDS), "what is behind everything", "ground = none"),
    Key("gray", Flag(), "shades of grey", "gray = yes"),
    Key("hidden", Choice(HIDDEN), "edges behind bodies", "hidden = dashed"),
    *(
        _size(name, "mm", f"width of {words}", f"{name} = {width + 0.1:.2g}",
              f"{width:g} mm, less where a robot is small in print")
        for (name, width), words in zip(
            LINE_WIDTHS.items(), ("contours", "other edges", "hidden edges"), strict=True
        )
    ),
    _size("type_size", "points", "height of the type of labels, where the size in print is said",
          "type_size = 7"),
    Key("font", Text(), "family of the labels' font, one that is installed", 'font = "CMU Serif"',
        usual="DejaVu Sans"),
    Key("text", Choice(LETTERINGS), "labels as text, as outlines, or set by LaTeX", "text = paths"),
    Key("scale_bar", Flag(), "a bar of known length below, in parallel views", "scale_bar = yes"),
    Key("dimensions", Flag(), "lengths of the tables", "dimensions = yes"),
    Key("twists", Flag(), "angles alpha among them", "twists = no"),
    Key("motion", Text(bare=True), "program or trajectory of the cell, or trajectory file, of "
        "which postures are shown", "motion = circle"),
    Key("ghosts", Number(bounds=Bounds(0.0, MOST_GHOSTS), whole=True), "how many of its postures",
        "ghosts = 4"),
)  # fmt: skip


def _posture_keys(placed: PlacedRobot) -> tuple[Key, ...]:
    kind = posture_kind(placed.robot, placed.unit)
    return (Key("q", kind, default=tuple(placed.robot.home.tolist()), required=True),)


def read_figure(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> NamedFigure | None:
    """Return the figure of a block; None if anything is wrong with it.

    Args:
        findings: Where to note what is wrong.
        group: The block.
        robots: The robots of the cell that could be read, by id.
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
            findings.error(block.start, f"a second posture of {shorten(block.label)}")
        fields = Fields(findings, block, ("q",))
        if block.label in robots:
            found[block.label] = read_keys(fields, _posture_keys(robots[block.label]))["q"]
    return tuple((name, found[name]) for name in robots if name in found)


def figure_form(figure: NamedFigure, robots: Robots) -> BlockForm:
    """Return the block that says a figure."""
    postures = (
        BlockForm(POSTURE, name, tuple(key_wants(_posture_keys(robots[name]), {"q": q})), flat=True)
        for name, q in figure.postures
    )
    wants, view = key_wants(FIGURE_KEYS, figure), view_form(figure.view, flat=True)
    return BlockForm(FIGURE, figure.name, (*wants, view, *postures))
