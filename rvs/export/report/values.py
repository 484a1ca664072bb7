"""Subject, contents and time of a report, and facts about its robots."""

from __future__ import annotations

import logging
import os
from dataclasses import field, fields
from datetime import UTC, datetime
from typing import Literal, get_args

from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.tables.table import Table
from rvs.fields.field import asked, settle
from rvs.files.library import load_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.recording import rows_of
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.plots.plot import Plot
from rvs.model.state import Posture, State
from rvs.value_class import dataclass

PaperName = Literal["A4", "Letter"]
PAPERS: tuple[PaperName, ...] = get_args(PaperName)


@dataclass(frozen=True, slots=True)
class Shown:
    """A posture in the report: name, joint values (n,) in rad and m."""

    name: str
    q: Posture


@dataclass(frozen=True, slots=True)
class Moving:
    """A motion in the report.

    Attributes:
        name: Name for people.
        motion: The motion to play.
        rows: The same as rows of joint values, for plots.
    """

    name: str
    motion: Motion
    rows: JointTrajectory


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents of the answer to a study.

    Attributes:
        lines: Sentences above the table.
        table: The table, or None.
        notes: Sentences below it, such as the assumptions.
        plots: Plots.
    """

    lines: tuple[str, ...]
    table: Table | None
    notes: tuple[str, ...]
    plots: tuple[Plot, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """A study of a robot in the report.

    Attributes:
        title: Its title.
        settings: Names and values of the fields that differ from their defaults.
        contents: Its answer.
    """

    title: str
    settings: tuple[tuple[str, str], ...]
    contents: Contents


@dataclass(frozen=True, slots=True)
class Subject:
    """A robot with the facts about it.

    Attributes:
        placed: The robot.
        q: The posture (n,) in which it is drawn, rad and m.
        confidence: Reliability of its numbers according to its file; may be empty.
        postures: Named postures.
        motions: Motions.
        studies: Answers of studies, each of which is a chapter.
    """

    placed: PlacedRobot
    q: Posture
    confidence: str = ""
    postures: tuple[Shown, ...] = ()
    motions: tuple[Moving, ...] = ()
    studies: tuple[Study, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """Contents of a report."""

    skeleton: bool = True
    views: bool = True
    table: bool = True
    limits: bool = True
    masses: bool = True
    dexterity: bool = True
    workspace: bool = True
    postures: bool = True
    motions: bool = True
    conventions: bool = True
    plan: bool = True
    things: bool = True
    programs: bool = True
    collisions: bool = True


TITLES: dict[str, str] = {
    "skeleton": "Skeleton with frames",
    "views": "Body from three sides",
    "table": "Denavit–Hartenberg table",
    "limits": "Limits and rates",
    "masses": "Mass properties and motors",
    "dexterity": "Dexterity",
    "workspace": "Workspace",
    "postures": "Postures",
    "motions": "Motions",
    "conventions": "Conventions",
    "plan": "Plan view",
    "things": "Robots, objects and places",
    "programs": "Programs",
    "collisions": "Collisions",
}
# Chapters that only a cell has.
CELL_PARTS = ("plan", "things", "programs", "collisions")
PART_NAMES: tuple[str, ...] = tuple(one.name for one in fields(Parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Layout of a report."""

    author: str = asked("", "Name the author", label="Author", metavar="NAME")
    paper: PaperName = asked(
        "A4", "Use pages of this size", label="Paper", choices={one: one for one in PAPERS}
    )
    angle: str = asked(
        "deg",
        "Write angles in this unit",
        label="Angles",
        choices={one: one for one in ANGLE_UNITS},
    )
    length: str = asked(
        "", "Write lengths in this unit", label="Lengths",
        choices={one: one for one in LENGTH_UNITS}, usual="that of each robot",
    )  # fmt: skip

    def __post_init__(self) -> None:
        settle(self)


@dataclass(frozen=True, slots=True)
class Report(Layout):
    """A report.

    Attributes:
        title: Its subject.
        subjects: Its robots.
        cell: The cell of the robots, to be drawn as a whole; None for a robot alone.
        parts: The parts to include.
        date: Date of the report, in any words; may be empty.

    Raises:
        ArgumentError: No robot, or no such paper.
    """

    title: str
    subjects: tuple[Subject, ...]
    cell: State | None = None
    parts: Parts = field(default_factory=Parts)
    date: str = ""

    def __post_init__(self) -> None:
        Layout.__post_init__(self)
        if not self.subjects:
            raise ArgumentError("subjects: a report needs a robot")


def parts_of(names: frozenset[str]) -> Parts:
    """Return the parts with the given names.

    Raises:
        ArgumentError: There is no such part.
    """
    unknown = sorted(names - set(PART_NAMES))
    if unknown:
        raise ArgumentError(
            f"parts: {unknown[0]!r} is unknown; expected some of {', '.join(PART_NAMES)}"
        )
    return Parts(**{name: name in names for name in PART_NAMES})


log = logging.getLogger(__name__)


def subject_of(placed: PlacedRobot, q: Posture, motions: tuple[Moving, ...] = ()) -> Subject:
    """Return a robot with the postures and the confidence given in its file."""
    postures = tuple(Shown(posture.name, posture.q) for posture in placed.named)
    return Subject(placed, q, _confidence(placed), postures, motions)


def moving_of(name: str, motion: Motion, robot_id: str) -> Moving:
    """Return a motion with the postures of a robot in it as rows.

    Raises:
        ArgumentError: It does not move that robot.
    """
    return Moving(name, motion, rows_of(motion, robot_id))


def _confidence(placed: PlacedRobot) -> str:
    if not placed.origin:
        return ""
    try:
        return load_robot(placed.origin).confidence
    except (RvsError, OSError) as error:
        log.info("%s: no confidence: %s", placed.origin, error)
        return ""


# Seconds since 1970; packagers set it so that the same input gives the same bytes.
VARIABLE = "SOURCE_DATE_EPOCH"


def written_at() -> datetime:
    """Return the current time for a report, with its zone.

    Raises:
        ArgumentError: The environment sets an invalid time.
    """
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return datetime.now().astimezone()
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        said = f"{VARIABLE}: expected seconds since 1970, got {text[:40]!r}"
        raise ArgumentError(said) from None


def today() -> str:
    """Return today's date for a report.

    Raises:
        ArgumentError: The environment sets an invalid time.
    """
    return written_at().date().isoformat()


def pdf_date(time: datetime) -> str:
    """Return a time in the form of the properties of a PDF.

    >>> pdf_date(datetime(2026, 3, 1, 9, 30, tzinfo=UTC))
    "D:20260301093000+00'00'"
    """
    zone = f"{time:%z}"
    return f"D:{time:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'"
