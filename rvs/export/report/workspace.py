"""The chapter on the workspace: how much a robot reaches, a slice of it, and robots compared."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from rvs.engine.errors import RvsError
from rvs.export.progress import Progress
from rvs.export.report import figures
from rvs.export.report.story import Story
from rvs.export.report.values import TITLES, Subject
from rvs.export.tables.workspace_table import comparison
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.found import Found
from rvs.model.robots.table_text import CellUnits
from rvs.study.workspace.summary import Summary, summary
from rvs.study.workspace.workspace import workspace

Steps = Generator[Progress, None, Any]

HEIGHT, WIDE = 95.0, 0.72
# A coarse answer: its error stands beside it.
LEVELS = 1
MEANING = (
    "Size of what the tool point reaches within the joint limits, collisions aside; ± is an "
    "estimate of its error. KCI is 100 %/κF of the best conditioned posture, GCI the mean of 1/κF "
    "over the volume of poses."
)


def workspace_chapter(
    story: Story,
    subject: Subject,
    name: str,
    level: int,
    units: CellUnits,
    others: Sequence[tuple[str, Subject]] = (),
) -> Steps:
    """Add the chapter of a robot.

    Args:
        story: The report.
        subject: The robot.
        name: What it is called.
        level: Level of the heading.
        units: Units of the table.
        others: Names of robots that it is compared with, and the robots.
    """
    yield Progress(0.0, "workspace")
    found = found_of(subject.placed)
    if isinstance(found, str):
        story.section(TITLES["workspace"], level, story.remark(f"No workspace: {found}."))
        return
    rows = [summary_of(found, name)]
    for called, other in others:
        yield Progress(0.2, called)
        beside = found_of(other.placed)
        if not isinstance(beside, str):
            rows.append(summary_of(beside, called))
    table = comparison(rows, units.length, MEANING)
    story.section(TITLES["workspace"], level, *story.table(table, 7.6))
    box = WIDE * story.width, HEIGHT
    drawing = story.beside.add(figures.workspace_figure, subject, found, box)
    cut = "" if found.workspace.planar else " on an upright plane through its first axis"
    words = f"What the tool point of {name} reaches{cut}, coloured by 1/κF at best."
    story.together(story.figure(drawing, words))


def summary_of(found: Found, name: str) -> Summary:
    """Return what a robot is compared by."""
    return summary(found.placed.robot, found.workspace, found.limits, name)


@derived(size=16)
def found_of(placed: PlacedRobot) -> Found | str:
    """Return a robot's workspace within its limits, or why it has none."""
    try:
        *_, area = workspace(placed.robot, levels=LEVELS)
    except RvsError as error:
        return str(error)
    return Found(placed, True, area)
