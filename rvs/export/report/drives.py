"""What a motion asks of the drives: its table and its torques in a report."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rvs.bodies.dynamic import counted_of, dynamic_robot
from rvs.export.progress import Progress
from rvs.export.report import figures
from rvs.export.report.story import Story
from rvs.export.report.values import Moving, Subject
from rvs.export.tables.drive_table import drive_table
from rvs.export.tables.table import columns
from rvs.model.motions.loads import load_along
from rvs.model.robots.masses import unweighed
from rvs.study.drives import drive_needs

MOTORS = "The same at the motors, before the gears"
# The columns of either side of the gears.
LINK_SIDE, MOTOR_SIDE = tuple(range(10)), (0, 10, 11, 12)


def add_drives(story: Story, subject: Subject, moving: Moving) -> Generator[Progress, None, None]:
    """Add torques and the table of the drives, where the masses of all links are known."""
    if unweighed(subject.placed.robot):
        return
    robot, counts = dynamic_robot(subject.placed), counted_of(subject.placed)
    for drawing in figures.torque_figures(robot, moving, story.width):
        story.together(story.figure(drawing, f"What {moving.name} asks of the drives."))
    needs = drive_needs(robot, load_along(robot, moving.rows))
    whole = drive_table(robot, needs, moving.name, counts)
    kept = [columns(whole, LINK_SIDE)]
    if any(joint.motor for joint in robot.joints):
        motors = replace(columns(whole, MOTOR_SIDE), caption=MOTORS)
        kept = [replace(kept[0], notes=()), motors]
    for table in kept:
        story.together(story.table(table, 7.4))
    yield Progress(1.0, "torques")
