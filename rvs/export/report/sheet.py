"""The data sheet of a robot: all known data on one page."""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from reportlab.platypus import (  # type: ignore[import-untyped]
    KeepInFrame,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from rvs.engine.robot import Robot
from rvs.export.formats.drawing import Drawing
from rvs.export.formats.write import write
from rvs.export.report.document import Pages
from rvs.export.report.figures import body_figure, plotted
from rvs.export.report.flowables import POINT, REGULAR, Figure, escaped, number_tables, text_style
from rvs.export.report.recorded import Recorder
from rvs.export.report.story import Story, pose_cells, pose_headings, share
from rvs.export.report.values import Report, written_at
from rvs.export.tables.robot_tables import dh_table, limits_table, mass_table, units_of
from rvs.export.tables.table import Table as Numbers
from rvs.export.tables.table import columns, even
from rvs.files.robots.arch_keys import CONFIDENCES
from rvs.files.storage.atomic import write_bytes
from rvs.model.jobs import Progress
from rvs.model.plots.plot import Plot
from rvs.model.robots.maker import maker_words
from rvs.model.robots.masses import unweighed
from rvs.model.robots.table_text import CellUnits
from rvs.value_class import dataclass

GAP = 8.0
SIZE, LEAST, MOST = 7.0, 46.0, 80.0
PICTURE_SHARE = 0.42
# Of the masses: link, mass and centre.
CENTRES = range(5)
Work = Generator[Progress, None, Any]


@dataclass(frozen=True, slots=True)
class Chart:
    """A diagram, or the reason why there is none.

    Attributes:
        title: Its title.
        plot: The diagram, or None.
        words: The assumptions of the diagram, or the reason.
    """

    title: str
    plot: Plot | None
    words: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Contents of a data sheet.

    Attributes:
        report: The robot, its only subject, and the layout.
        facts: Pairs of a name and a value in words.
        charts: Reach and payload.
    """

    report: Report
    facts: tuple[tuple[str, str], ...]
    charts: tuple[Chart, Chart]


def sheet_job(sheet: Sheet, path: Path | str) -> Generator[Progress, None, Path]:
    """Write a data sheet as .pdf or another vector format; closing the job keeps an old file.

    Yields:
        The progress.

    Returns:
        The path.

    Raises:
        OSError: It can't be written.
        ArgumentError: The environment sets an invalid time.
    """
    target, stream = Path(path), io.BytesIO()
    pages = Pages(stream, sheet.report, written_at(), False, "Robot data sheet")
    steps = _parts(sheet, pages.column, pages.height_free)
    parts = yield from share(steps, 0.0, 0.95, "picture")
    yield Progress(0.95, "setting the page")
    # a robot with very many joints has smaller type rather than a second page
    whole = [KeepInFrame(pages.column, pages.height_free - 1.0, parts, mode="shrink")]
    if target.suffix.lower() == ".pdf":
        pages.build(whole)
        write_bytes(target, stream.getvalue())
    else:
        drawings: list[Drawing] = []
        pages.build(whole, canvasmaker=partial(Recorder, drawings))
        write(drawings[0], target)
    return target


def unknown_of(robot: Robot) -> tuple[str, ...]:
    """Return the unknown data of a robot that belong on a data sheet."""
    joints = [joint for joint in robot.joints if not joint.locked]
    numbers = {
        "limit": [all(map(isfinite, joint.limits)) for joint in joints],
        "speed": [isfinite(joint.rate) for joint in joints],
        "acceleration": [isfinite(joint.acceleration) for joint in joints],
        "effort": [isfinite(joint.effort) for joint in joints],
    }
    found = [
        f"{words}s" if not any(known) else f"{words}s of some axes"
        for words, known in numbers.items()
        if not all(known)
    ]
    missing = unweighed(robot)
    if missing:
        found.append("masses" if len(missing) == robot.n else "masses of some links")
    if not all(joint.motor for joint in joints):
        found.append("motors")
    words = {"maker": robot.manufacturer, "source": robot.source}
    return (*(name for name, value in words.items() if not value), *found, "mass of the base",
            "rated payload (maker)", "repeatability", "protection", "cables")  # fmt: skip


def mounting(robot: Robot, units: CellUnits) -> str:
    """Return the frames of a robot relative to its base, its maker's base frame and its tool."""
    said = []
    for pose, what in ((robot.base, "frame 0 in the base"), (robot.tool, "tool in the last frame")):
        if not np.allclose(pose, np.eye(4)):
            numbers = zip(pose_headings(units), pose_cells(pose, units), strict=True)
            said.append(f"{what}: " + ", ".join(f"{h} {v}" for h, v in numbers if v != "0"))
    if np.allclose(robot.base, np.eye(4)):
        said.insert(0, "on frame 0 of the table, with the z axis upwards")
    maker = maker_words(robot, units.length, units.angle)
    return "; ".join([*said, maker] if maker else said)


def _parts(sheet: Sheet, width: float, free: float) -> Work:
    """Return flowables of the page: the picture and the diagrams use the space left by the text."""
    report = sheet.report
    subject, story = report.subjects[0], Story(report)
    robot = subject.placed.robot
    units = units_of(report.length or subject.placed.unit, report.angle)
    small = text_style("sheet", SIZE)
    half = (width - GAP) / 2
    made = " · ".join(word for word in (robot.manufacturer, report.author, report.date) if word)
    title = _resized(story.styles.title, 16.0)
    head = [Paragraph(escaped(report.title), title), Paragraph(escaped(made), small), Spacer(1, 4)]
    told = [f"<b>{name}:</b> {escaped(words)}" for name, words in sheet.facts]
    side = [Paragraph(line, text_style("fact", 8.0, spaceAfter=4)) for line in told]
    end = {
        "Mounting": mounting(robot, units),
        "Source": robot.source,
        "Confidence": CONFIDENCES.get(subject.confidence, "not given"),
        "Not known": ", ".join(unknown_of(robot)),
    }
    low = [
        *_section(story, "Axes", replace(limits_table(robot, units), notes=()), width),
        _beside(_tables(story, robot, units, half), half),
        Spacer(1, 5),
        *(Paragraph(f"<b>{name}:</b> {escaped(words)}.", small)
          for name, words in end.items() if words),
    ]  # fmt: skip
    notes = [[_title(story, one.title), Paragraph(escaped(one.words), small)]
             for one in sheet.charts]  # fmt: skip
    drawn = any(one.plot is not None for one in sheet.charts)
    room = free - sum(_height(part, width) for part in (*head, *low)) - 2 * GAP
    room -= max(sum(_height(part, half) for part in parts) for parts in notes)
    tall = _within(room * (PICTURE_SHARE if drawn else 1.0))
    picture = yield from body_figure(subject, (half / POINT, tall))
    figure = Figure(picture, half)
    row = _beside(([figure], side), half)
    tall = _within(room - _height(row, width))
    charts = [_chart(part, one.plot, half, tall) for part, one in zip(notes, sheet.charts,
                                                                       strict=True)]  # fmt: skip
    return [*head, row, Spacer(1, GAP), _beside(charts, half), *low]


def _tables(story: Story, robot: Robot, units: CellUnits, half: float) -> list[list[Any]]:
    """Return the Denavit-Hartenberg table, and the masses if any is known."""
    table = dh_table(robot, units)
    convention = " and ".join(dict.fromkeys(joint.convention for joint in robot.joints))
    # what a joint without numbers is has to be said; the conventions are known by their names
    notes = table.notes if "general" in convention else ()
    title = f"Denavit–Hartenberg table, {convention}"
    parts = _section(story, title, replace(table, notes=notes), half)
    masses = mass_table(robot, units)
    if masses is None:
        return [parts, []]
    centres = replace(columns(masses, CENTRES), notes=())
    return [parts, _section(story, "Masses, centres in the frames of the links", centres, half)]


def _resized(style: Any, size: float) -> Any:
    """Return a style of paragraphs in another size, in points."""
    return style.clone(f"{style.name} {size}", fontSize=size, leading=1.3 * size)


def _within(points: float) -> float:
    """Return the height of a figure, mm."""
    return min(max(points / POINT, LEAST), MOST)


def _chart(parts: Sequence[Any], plot: Plot | None, wide: float, mm: float) -> list[Any]:
    title, words = parts
    if plot is None:
        return [title, words]
    return [title, Figure(plotted(plot, wide / POINT, mm), wide), words]


def _title(story: Story, words: str) -> Paragraph:
    return Paragraph(words, text_style("part", 8.6, fontName=story.styles.name.fontName,
                                       spaceBefore=5, spaceAfter=1))  # fmt: skip


def _section(story: Story, title: str, table: Numbers, width: float) -> list[Any]:
    """Return a table below its title, with its notes."""
    text = escaped(" ".join(table.notes))
    words = [Paragraph(text, text_style("note", 6.4))] if text else []
    return [_title(story, title), *number_tables(even(table), SIZE, width), *words]


def _beside(cells: Sequence[Sequence[Any]], half: float) -> Table:
    """Return two columns of parts side by side."""
    made = Table([[list(cells[0]), list(cells[1])]], colWidths=[half + GAP, half], hAlign="LEFT")
    sides = (("RIGHTPADDING", (0, 0), (0, 0), GAP), ("RIGHTPADDING", (1, 0), (1, 0), 0))
    rest = (("LEFTPADDING", 0), ("TOPPADDING", 0), ("BOTTOMPADDING", 0))
    style = [(name, (0, 0), (-1, -1), value) for name, value in rest]
    made.setStyle(
        TableStyle(
            [
                *style,
                *sides,
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("FONTNAME", (0, 0), (-1, -1), REGULAR),
            ]
        )
    )
    return made


def _height(part: Any, width: float) -> float:
    high = float(part.wrap(width, 1e6)[1])
    return high + float(part.getSpaceBefore()) + float(part.getSpaceAfter())
