"""The table of drives, and its place in a report."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest
from reportlab.platypus import Paragraph

from rvs.bodies.dynamic import IncludedLoads
from rvs.commands.robots import placed_alone
from rvs.engine.robot import Robot
from rvs.export.report.chapters import add_drives
from rvs.export.report.story import Story
from rvs.export.report.values import Report, moving_of, subject_of
from rvs.export.tables.study_tables import HEADINGS, TIPS, drive_table
from rvs.files.library import load_robot
from rvs.model.motions.motion import JointTrajectory
from rvs.study.drives import drive_needs, load_of

NUMBERS = ("peak", "mean (rms)", "holding", "peak power", "mean power", "energy")
NONE = IncludedLoads("", 0.0, "", 0.0, (), (), 1)


def test_cells_have_units_and_unknown_ones_a_dash() -> None:
    arm = Robot.from_dh(
        [1, 0], 0, 0, 0, "RP", mass=[2, 1], com=[[0, 0, 0]] * 2, effort=[50, np.inf],
        gear=[100, 1], gravity=(0, -10, 0),
    )  # fmt: skip
    load = load_of(arm, [0, 1], [[0, 0]] * 2, [[1, 0.5], [0.5, 0.25]], [[0, 0]] * 2)
    table = drive_table(arm, drive_needs(arm, load), "a motion", NONE)
    assert len(HEADINGS) == len(TIPS) == len(table.rows[0])
    turning, sliding = (dict(zip(HEADINGS, row, strict=True)) for row in table.rows)
    assert turning["peak"].endswith("N m")
    assert turning["effort"] == "50 N m"
    assert turning["use"].endswith("%")
    assert turning["motor speed"].endswith("rpm")
    assert sliding["effort"] == sliding["use"] == "–"
    assert sliding["peak"].endswith(" N")
    assert sliding["speed"] == "0.5 m/s"
    # each number below its own heading
    for need, row in zip(drive_needs(arm, load), (turning, sliding), strict=True):
        shown = {name: float(row[name].split()[0].replace("−", "-")) for name in NUMBERS}
        wanted = (need.peak, need.rms, need.holding, need.peak_power, need.mean_power, need.energy)
        assert tuple(shown.values()) == pytest.approx(wanted, rel=1e-2, abs=1e-3)


def test_the_peak_power_counts_braking() -> None:
    """A drive that brakes harder than it drives says so by the sign."""
    arm = Robot.from_dh([1], 0, 0, 0, mass=[2], com=[[0, 0, 0]], gravity=(0, -10, 0))
    q, qd = np.zeros((3, 1)), np.array([[0.5], [-3.0], [0.0]])
    load = load_of(arm, [0, 1, 2], q, qd, 0 * q)
    need = drive_needs(arm, load)[0]
    assert (need.power, need.braking, need.peak_power) == pytest.approx((10.0, 60.0, -60.0))
    row = drive_table(arm, (need,), "a motion", NONE).rows[0]
    assert dict(zip(HEADINGS, row, strict=True))["peak power"] == "−60 W"
    forwards = drive_needs(arm, load_of(arm, [0, 1, 2], q, -qd, 0 * q))[0]
    assert forwards.peak_power == pytest.approx(60.0)


def test_a_report_says_what_a_motion_asks_of_the_drives() -> None:
    said = {name: told(name) for name in ("puma560", "ur5e", "scara")}
    assert "Requirements on the drives of PUMA 560 along wave" in said["puma560"]
    assert "Requirements at the motors" in said["puma560"]
    # without known motors there is no second table, without masses nothing
    assert "Requirements on the drives along wave" in said["ur5e"]
    assert "Requirements at the motors" not in said["ur5e"]
    assert said["scara"] == ""


def told(name: str) -> str:
    placed = placed_alone(load_robot(name), None)
    home = placed.robot.home
    rows = JointTrajectory.evenly(placed.id, [home, home + 0.1, home], 0.3)
    moving = moving_of("wave", rows, placed.id)
    subject = subject_of(placed, tuple(home.tolist()), (moving,))
    story = Story(Report("Arm", (subject,)))
    list(add_drives(story, subject, moving))
    return " ".join(words(story.parts))


def words(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Paragraph):
            yield part.getPlainText()
        yield from words(getattr(part, "_content", ()))
