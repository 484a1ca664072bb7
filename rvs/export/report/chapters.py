"""The chapters of a report: text and figures of each part.

Load of a motion on the drives of a report: table and torques.

The chapter on the workspace: the reach of a robot, a slice of its workspace, and comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from reportlab.platypus import Paragraph, Spacer  # type: ignore[import-untyped]

from rvs.bodies.dynamic import counted_of, dynamic_robot
from rvs.engine.errors import RvsError
from rvs.engine.joint import KIND_LETTERS
from rvs.engine.kinematics import fkine
from rvs.export.report import figures
from rvs.export.report.cell import cell_of
from rvs.export.report.dexterity import dexterity_chapter, joint_heads
from rvs.export.report.flowables import Figure, escaped
from rvs.export.report.story import Story, grid, pose_cells, pose_headings, share
from rvs.export.report.values import TITLES, Moving, Shown, Study, Subject
from rvs.export.tables.robot_tables import (
    dh_table,
    limits_table,
    mass_table,
    motor_table,
    parameter_table,
    units_of,
)
from rvs.export.tables.study_tables import comparison, drive_table
from rvs.export.tables.table import Table, columns
from rvs.files.robots.arch_keys import CONFIDENCES
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot, called, title
from rvs.model.jobs import Progress
from rvs.model.motions.loads import load_along
from rvs.model.motions.rates import Quantity, on_paper
from rvs.model.motions.tracks import assumed_of
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import UNITS
from rvs.model.robots.maker import maker_words
from rvs.model.robots.masses import unweighed
from rvs.model.robots.table_text import CellUnits
from rvs.model.workspace_result import Found
from rvs.study.drives import drive_needs
from rvs.study.workspace.outline import Summary, summary
from rvs.study.workspace.workspace import workspace

Steps = Generator[Progress, None, None]
Work = Generator[Progress, None, Any]
Chapter = Callable[["_Robot"], Work]

HERO_HEIGHT, CELL_HEIGHT, BODY_HEIGHT, SKELETON_HEIGHT, SIDES_HEIGHT = (
    64.0, 95.0, 105.0, 106.0, 95.0,
)  # fmt: skip
GAP = 8.0
THUMBS, MOST_POSTURES = (3, 4, 5), 24
# With more joints their values and the poses are two tables.
MOST_JOINTS = 6
PLOTTED: tuple[tuple[Quantity, str], ...] = (
    ("position", "Joint values"), ("velocity", "Joint velocities"),
)  # fmt: skip
CONVENTIONS = (
    "Lengths are in {length} and angles in {angle}. A joint value is the angle or "
    "distance by which the frame of the joint moves; the offset is added to it. "
    "Frame 0 is in the base; frame i is fixed to link i. Poses of the tool are in "
    "the world: x, y, z, and roll about x, pitch about y, yaw about z, R = Rz(yaw) "
    "Ry(pitch) Rx(roll)."
)

MOTORS = "Requirements at the motors, before the gears"
# The columns of either side of the gears.
LINK_SIDE, MOTOR_SIDE = tuple(range(10)), (0, 10, 11, 12)

Drawing = Generator[Progress, None, Any]

HEIGHT, WIDE, PLOT_HEIGHT, TWO_SHAPE = 95.0, 0.72, 100.0, 0.72
# A coarse answer: its error stands beside it.
LEVELS = 1
MEANING = (
    "Size of the workspace of the tool point within the joint limits, without "
    "regard to collisions; ± is an estimate of its error. KCI is 100 %/κF of the "
    "best-conditioned posture, GCI the mean of 1/κF over the volume of poses."
)

_LETTERS = {kind: letter for letter, kind in KIND_LETTERS.items()}


def chapters(story: Story) -> Iterator[Progress]:
    """Fill a story; the parts of the work are about equally long."""
    report = story.report
    cell = cell_of(story)
    groups = _alike(report.subjects)
    robots = [_Robot(story, group) for group in groups]
    work: list[tuple[str, Work]] = [] if cell is None else [
        (TITLES[name], chapter(cell)) for name, chapter in cell.chapters()
    ]  # fmt: skip
    for robot in robots:
        several = len(robots) > 1
        work.append((robot.name, _heading(robot)))
        for name, chapter in robot.chapters():
            words = f"{robot.name}: {name.lower()}" if several else name
            work.append((words, chapter(robot)))
    whole = 1 + len(work)
    yield from share(_front(story), 0.0, 0.95 / whole, "first page")
    for done, (words, steps) in enumerate(work, 1):
        yield from share(steps, 0.95 * done / whole, 0.95 * (done + 1) / whole, words)


def _alike(subjects: Sequence[Subject]) -> list[list[Subject]]:
    """Group robots that differ only in their positions and actions."""
    groups: list[list[Subject]] = []
    for subject in subjects:
        group = next((one for one in groups if _same(one[0].placed, subject.placed)), None)
        if group is None:
            groups.append([subject])
        else:
            group.append(subject)
    return groups


def _same(a: PlacedRobot, b: PlacedRobot) -> bool:
    return (
        (a.unit, a.end_effector, a.full) == (b.unit, b.end_effector, b.full)
        and replace(a.robot, base_rows=b.robot.base_rows) == b.robot
        and a.body == b.body
        and (a.payload, a.color) == (b.payload, b.color)
    )


def _heading(robot: _Robot) -> Work:
    """Add the heading of a robot's chapters, unless it is alone."""
    story = robot.story
    if robot.level:
        facts = _facts(story, robot.subject, alone=False)
        story.together([story.heading(robot.name, 0), facts])
    yield Progress(1.0, "heading")


def _front(story: Story) -> Work:
    """Return the first page: subject, picture and list of contents."""
    report, styles = story.report, story.styles
    story.parts.append(Paragraph(escaped(report.title), styles.title))
    first = report.subjects[0]
    if report.author or report.date:
        byline = ", ".join(escaped(word) for word in (report.author, report.date) if word)
        story.parts.append(Paragraph(byline, styles.lead))
    if report.cell is None:
        maker = first.placed.robot.manufacturer
        story.parts.append(Paragraph(escaped(maker or "Serial robot"), styles.lead))
        story.parts.append(_facts(story, first, alone=True))
        job = story.beside.add(figures.body_figure, first, (story.width, HERO_HEIGHT))
    else:
        count = len(report.subjects)
        words = f"Cell with {count} robot{'s' if count > 1 else ''}"
        story.parts.append(Paragraph(words, styles.lead))
        size = story.width, CELL_HEIGHT
        job = story.beside.add(figures.cell_figure, report.cell, size, long=True)
    yield Progress(0.5, "first page")
    story.parts += [Spacer(1, 6), Figure(job, story.column)]
    story.contents()
    if report.parts.conventions:
        words = CONVENTIONS.format(length=_lengths(story), angle=UNITS[report.angle].symbol)
        story.parts.append(Paragraph(TITLES["conventions"], styles.section))
        story.parts.append(Paragraph(escaped(words), styles.text))


def _lengths(story: Story) -> str:
    """Return units of lengths, of all robots."""
    report = story.report
    units = [report.length or subject.placed.unit for subject in report.subjects]
    return " or ".join(dict.fromkeys(units)) + (", as in the tables" if len(set(units)) > 1 else "")


def _facts(story: Story, subject: Subject, alone: bool) -> Any:
    """Return the facts about a robot in a few lines; if alone, below those about its maker."""
    robot = subject.placed.robot
    kinds = "".join(_LETTERS[joint.kind] for joint in robot.joints)
    length = story.report.length or subject.placed.unit
    rows = [
        ("Manufacturer", "" if alone else robot.manufacturer),
        ("Joints", f"{robot.n} ({kinds})"),
        ("Convention", ", ".join(dict.fromkeys(j.convention for j in robot.joints)) + " DH"),
        ("Source", robot.source),
        ("Confidence", CONFIDENCES.get(subject.confidence, "")),
        ("Remarks", robot.comment),
        ("Maker's frame", maker_words(robot, UNITS[length], UNITS[story.report.angle])),
    ]
    style = story.styles.text
    lines = [f"<b>{name}:</b> {escaped(words)}" for name, words in rows if words]
    return Paragraph("<br/>".join(lines), style)


class _Robot:
    """The chapters of a robot, or of several that are the same."""

    def __init__(self, story: Story, group: Sequence[Subject]) -> None:
        self.story, self.group = story, group
        self.subject = subject = group[0]
        self.name = " and ".join(self.called(one) for one in group)
        self.units: CellUnits = units_of(
            story.report.length or subject.placed.unit, story.report.angle
        )
        # a robot alone has its sections at the first level
        self.level = 0 if len(story.report.subjects) == 1 and story.report.cell is None else 1

    def called(self, subject: Subject) -> str:
        """Return the name of a robot in the report."""
        cell = self.story.report.cell
        return title(subject.placed) if cell is None else called(cell.document, subject.placed)

    def chapters(self) -> list[tuple[str, Chapter]]:
        """Return the requested chapters that have contents."""
        parts, subject = self.story.report.parts, self.subject
        known: dict[str, Chapter] = {
            "table": _table,
            "skeleton": _skeleton,
            "limits": _limits,
            "views": _views,
            "masses": _masses,
            "dexterity": _dexterity,
            "workspace": _workspace,
            "postures": _postures,
            "motions": _motions,
        }
        has = {
            "masses": any(joint.inertia or joint.motor for joint in subject.placed.robot.joints),
            "postures": bool(subject.postures),
            "motions": any(one.motions for one in self.group),
        }
        return [
            *(
                (TITLES[name], chapter)
                for name, chapter in known.items()
                if getattr(parts, name) and has.get(name, True)
            ),
            *((study.title, partial(_study, study)) for one in self.group for study in one.studies),
        ]

    def section(self, name: str, *inside: Any) -> None:
        """Add the heading of a chapter with the parts that stay on its page."""
        self.story.section(TITLES[name], self.level, *inside)


def _skeleton(robot: _Robot) -> Work:
    story = robot.story
    box = (story.width, SKELETON_HEIGHT)
    drawing = story.beside.add(figures.skeleton_figure, robot.subject, robot.units, box)
    words = f"Skeleton of {robot.name} with the frames of its table and its constant dimensions."
    robot.section("skeleton", *story.figure(drawing, words))
    yield Progress(1.0, "skeleton")


def _views(robot: _Robot) -> Work:
    story = robot.story
    box = (story.width - 4.0, SIDES_HEIGHT)
    states, scale = figures.side_views(robot.subject, box, GAP)
    drawings = [story.beside.add(figures.side_figure, state, scale) for state in states]
    row = grid([[Figure(drawing) for drawing in drawings]], story.column, "BOTTOM")
    kind = "Full model" if figures.body_mode(robot.subject) == "full" else "Body"
    words = f"{kind} of {robot.name} from the front, from the right and from above, 1:{scale:g}."
    robot.section("views", row, story.caption(words))
    yield Progress(1.0, "views")


def _table(robot: _Robot) -> Work:
    placed = robot.subject.placed
    table = dh_table(placed.robot, robot.units)
    named = parameter_table(placed.robot, placed.parameters, robot.units)
    parts = [*robot.story.table(table), *_ends(robot)]
    robot.section("table", *parts, *(robot.story.table(named) if named else []))
    yield Progress(1.0, "table")


def _ends(robot: _Robot) -> list[Any]:
    """Return base and tool, if they differ from the frames of the table."""
    placed = robot.subject.placed
    rows = []
    for name, pose in (("base", placed.robot.base), ("tool", placed.robot.tool)):
        if not np.allclose(pose, np.eye(4)):
            rows.append((name, *pose_cells(pose, robot.units)))
    if not rows:
        return []
    headings = ("", *pose_headings(robot.units))
    caption = "Base in the cell, and tool in the last frame"
    return robot.story.table(Table(caption, headings, tuple(rows), "lrrrrrr"))


def _limits(robot: _Robot) -> Work:
    table = limits_table(robot.subject.placed.robot, robot.units)
    robot.section("limits", *robot.story.table(table, 7.6))
    yield Progress(1.0, "limits")


def _masses(robot: _Robot) -> Work:
    placed = robot.subject.placed
    masses = mass_table(placed.robot, robot.units)
    if masses is not None:
        beside = counted_of(placed).words
        masses = replace(masses, notes=(*masses.notes, beside))
    motors = motor_table(placed.robot, robot.units)
    found = [table for table in (masses, motors) if table is not None]
    robot.section("masses", *robot.story.table(found[0], 7.0))
    for table in found[1:]:
        robot.story.add_table(table, 7.0)
    yield Progress(1.0, "masses")


def _dexterity(robot: _Robot) -> Work:
    group = tuple(robot.group)
    return dexterity_chapter(robot.story, group, robot.name, robot.level, robot.units)


def _workspace(robot: _Robot) -> Work:
    others = []
    if robot.story.report.subjects[0] is robot.subject:
        groups = _alike(robot.story.report.subjects)[1:]
        others = [(robot.called(group[0]), group[0]) for group in groups]
    return workspace_chapter(
        robot.story, robot.subject, robot.name, robot.level, robot.units, others
    )


def _postures(robot: _Robot) -> Work:
    story, subject = robot.story, robot.subject
    shown = subject.postures[:MOST_POSTURES]
    beside = _columns(len(shown))
    side = story.width / beside - 4.0
    states = figures.posture_views(subject, shown)
    drawings = [story.beside.add(figures.posture_figure, state, side) for state in states]
    cells = []
    for drawing, posture in zip(drawings, shown, strict=True):
        name = Paragraph(escaped(posture.name), story.styles.name)
        cells.append([Figure(drawing), name])
    rows = [cells[k : k + beside] for k in range(0, len(cells), beside)]
    robot.section("postures", grid(rows[:1], story.column))
    if rows[1:]:
        story.parts.append(grid(rows[1:], story.column))
    for one in _distinct(robot):
        for table in _posture_tables(robot, one, one.postures[:MOST_POSTURES]):
            story.add_table(table, 7.0)
    yield Progress(1.0, "postures")


def _distinct(robot: _Robot) -> list[Subject]:
    """Return robots whose tables of postures contain information of their own."""
    places: list[tuple[object, ...]] = []
    found = []
    for one in robot.group:
        place = (one.placed.place, one.placed.robot.base_rows, one.postures)
        if one.postures and place not in places:
            places.append(place)
            found.append(one)
    return found


def _columns(count: int) -> int:
    """Return the number of pictures per row that fills the last row best."""
    if count <= THUMBS[-1]:
        return max(count, THUMBS[0])
    return min(THUMBS, key=lambda columns: (-count % columns, -columns))


def _posture_tables(robot: _Robot, subject: Subject, shown: tuple[Shown, ...]) -> list[Table]:
    """Return joint values and tool pose in each posture, in one table if its width permits."""
    units, name = robot.units, robot.called(subject)
    model = subject.placed.robot
    scales, joints = joint_heads(model, units)
    rows = []
    for posture in shown:
        values = (
            short_number(value / unit.factor, unit.decimals)
            for value, unit in zip(posture.q, scales, strict=True)
        )
        pose = np.array(subject.placed.place) @ fkine(model, posture.q)
        rows.append((posture.name, *values, *pose_cells(pose, units)))
    left = len(subject.postures) - len(shown)
    notes = (f"{left} more are in the robot's file.",) if left else ()
    headings = ("posture", *joints, *pose_headings(units))
    words = f"Postures of {name}: joint values, and the pose of the tool in the world"
    whole = Table(words, headings, tuple(rows), "l" + "r" * (len(headings) - 1), notes)
    if model.n <= MOST_JOINTS:
        return [whole]
    first, second = range(1 + model.n), (0, *range(1 + model.n, len(headings)))
    values_only = replace(columns(whole, first), caption=f"Postures of {name}: joint values")
    pose_only = columns(whole, second)
    return [
        replace(values_only, notes=()),
        replace(pose_only, caption=f"Postures of {name}: pose of the tool in the world"),
    ]


def _motions(robot: _Robot) -> Work:
    story = robot.story
    for subject in robot.group:
        for moving in subject.motions:
            box = (story.width, BODY_HEIGHT)
            drawing = story.beside.add(figures.strip_figure, subject, moving, box, long=True)
            words = (
                f"{moving.name}: postures at equal time steps over {moving.motion.duration:.4g} s, "
                "the last one opaque, and the tool path."
            )
            words = " ".join([words, *on_paper(assumed_of(moving.motion))])
            story.section(f"Motion: {moving.name}", robot.level, *story.figure(drawing, words))
            yield from _plots(robot, subject, moving)


def _plots(robot: _Robot, subject: Subject, moving: Moving) -> Steps:
    story, units = robot.story, robot.units
    names = (units.angle.name, units.length.name)
    for quantity, words in PLOTTED:
        for drawing in figures.plot_figures(subject, moving, quantity, names, story.width):
            story.together(story.figure(drawing, f"{words} of {moving.name}."))
        yield Progress(1.0, words)
    yield from add_drives(story, subject, moving)


def add_drives(story: Story, subject: Subject, moving: Moving) -> Generator[Progress, None, None]:
    """Add torques and the table of the drives, if the masses of all links are known."""
    if unweighed(subject.placed.robot):
        return
    robot, counts = dynamic_robot(subject.placed), counted_of(subject.placed)
    for drawing in figures.torque_figures(robot, moving, story.width):
        story.together(story.figure(drawing, f"Requirements on the drives along {moving.name}."))
    needs = drive_needs(robot, load_along(robot, moving.rows))
    whole = drive_table(robot, needs, moving.name, counts)
    kept = [columns(whole, LINK_SIDE)]
    if any(joint.motor for joint in robot.joints):
        motors = replace(columns(whole, MOTOR_SIDE), caption=MOTORS)
        kept = [replace(kept[0], notes=()), motors]
    for table in kept:
        story.together(story.table(table, 7.4))
    yield Progress(1.0, "torques")


def _study(study: Study, robot: _Robot) -> Work:
    """Add a study: its settings, its answer in words, table, plots and assumptions."""
    story, contents = robot.story, study.contents
    words = [f"<b>{escaped(name)}:</b> {escaped(value)}" for name, value in study.settings]
    said = ["<br/>".join(words)] if words else []
    said += [escaped(line) for line in contents.lines]
    inside = [Paragraph(one, story.styles.text) for one in said]
    table = contents.table
    if table is not None and table.rows:
        table = replace(table, caption=table.caption or study.title)
        # without sentences it is what the heading stays with
        inside = inside or story.table(table, 7.6)
    story.section(study.title, robot.level, *inside)
    if said and table is not None and table.rows:
        story.add_table(table, 7.6)
    beside, shape = (2, TWO_SHAPE) if len(contents.plots) > 2 else (1, figures.PLOT_SHAPE)
    width = (story.width - GAP * (beside - 1)) / beside
    cells = []
    for plot in contents.plots:
        tall = min(PLOT_HEIGHT, width) if plot.equal or plot.map else shape * width
        drawing = figures.plotted(plot, width, tall)
        named = "; ".join(filter(None, (plot.title or plot.y.label, plot.note)))
        cells.append(story.figure(drawing, f"{named}."))
    for k in range(0, len(cells), beside):
        story.together([grid([cells[k : k + beside]], story.column)] if beside > 1 else cells[k])
    story.parts += [Paragraph(escaped(note), story.styles.note) for note in contents.notes]
    yield Progress(1.0, study.title)


def workspace_chapter(
    story: Story,
    subject: Subject,
    name: str,
    level: int,
    units: CellUnits,
    others: Sequence[tuple[str, Subject]] = (),
) -> Drawing:
    """Add the chapter of a robot.

    Args:
        story: The report.
        subject: The robot.
        name: Its name.
        level: Level of the heading.
        units: Units of the table.
        others: Names of the robots for comparison, and the robots.
    """
    yield Progress(0.0, "workspace")
    found = found_of(subject.placed)
    if isinstance(found, str):
        story.section(TITLES["workspace"], level, story.remark(f"No workspace: {found}."))
        return
    rows = [summary_of(found, name)]
    for label, other in others:
        yield Progress(0.2, label)
        beside = found_of(other.placed)
        if not isinstance(beside, str):
            rows.append(summary_of(beside, label))
    table = comparison(rows, units.length, MEANING)
    story.section(TITLES["workspace"], level, *story.table(table, 7.6))
    box = WIDE * story.width, HEIGHT
    drawing = story.beside.add(figures.workspace_figure, subject, found, box)
    cut = "" if found.workspace.planar else " on a vertical plane through its first axis"
    words = f"Workspace of the tool point of {name}{cut}, coloured by the best 1/κF."
    story.together(story.figure(drawing, words))


def summary_of(found: Found, name: str) -> Summary:
    """Return the values by which a robot is compared."""
    return summary(found.placed.robot, found.workspace, found.limits, name)


@derived(size=16)
def found_of(placed: PlacedRobot) -> Found | str:
    """Return a robot's workspace within its limits, or the reason why it has none."""
    try:
        *_, area = workspace(placed.robot, levels=LEVELS)
    except RvsError as error:
        return str(error)
    return Found(placed, True, area)
