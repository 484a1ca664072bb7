"""Demonstrations: what they come to, with any numbers that they allow; the manual tells of each."""

from itertools import pairwise

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS
from rvs.ui.help.pages import slug

PUMA = load_robot("puma560").robot


def show(name: str, **values: float):
    demo = DEMOS[name]
    return demo.show(
        load_robot(demo.robot).robot, {k.replace("_", "-"): v for k, v in values.items()}
    )


@pytest.mark.parametrize(
    ("name", "key", "end"),
    [
        (name, knob.key, end)
        for name, demo in DEMOS.items()
        for knob in demo.knobs
        for end in (knob.lower, knob.upper)
        if name != "collapse"
    ],
)
def test_every_number_can_have_its_least_and_its_largest_value(name, key, end) -> None:
    demo = DEMOS[name]
    shown = demo.show(load_robot(demo.robot).robot, {key: end})
    assert np.isfinite(shown.q).all()
    assert np.ptp(np.diff(shown.t)) < 1e-9
    assert shown.t[0] == 0.0
    assert all(plot.curves for plot in shown.plots)


def test_friction_takes_the_energy_of_the_fall() -> None:
    totals = []
    for friction in (0.0, 1.0):
        energy = show("collapse", friction=friction, duration=1.0).plots[1]
        totals.append(next(c for c in energy.curves if c.name == "total").y)
    assert np.abs(totals[0]).max() < 1e-6
    assert totals[1][-1] < -10.0


def test_a_damped_spring_swings_less() -> None:
    loose, calm = (np.ptp(show("flexible", damping=d).q[-400:, 0]) for d in (2.0, 30.0))
    assert calm < 0.2 * loose


def test_gains_make_up_for_a_wrong_model() -> None:
    soft, stiff = (
        np.abs(show("computed-torque", kp=kp, kd=2 * np.sqrt(kp)).number("wrong")).max()
        for kp in (50.0, 800.0)
    )
    assert stiff < 0.3 * soft


def test_a_slow_feed_forward_is_worse() -> None:
    quick, slow = (
        np.abs(show("feed-forward", period=p).number("ahead")).max() for p in (0.01, 0.3)
    )
    assert slow > 3 * quick


def test_the_tool_comes_to_the_circle_that_is_drawn() -> None:
    shown = show("circle", radius=0.1)
    (way,) = shown.marks
    tool = fkine(PUMA, shown.q[300:])[:, :3, 3]
    apart = np.linalg.norm(tool[:, None] - way[None], axis=2).min(axis=1)
    assert apart.max() < 2e-3


def test_the_camera_sees_at_each_moment_what_it_sees() -> None:
    shown = show("servoing")
    start, end = shown.picture(0.0), shown.picture(shown.t[-1])
    dots = [[(m.x, m.y) for m in plot.markers if m.shape == "dot"] for plot in (start, end)]
    rings = [(m.x, m.y) for m in start.markers if m.shape == "ring"]
    assert np.abs(np.subtract(dots[0], rings)).max() > 40
    assert np.abs(np.subtract(dots[1], rings)).max() < 2
    (square,) = shown.marks
    sides = np.linalg.norm(np.diff(square, axis=0), axis=1)
    assert sides == pytest.approx(np.full(4, 0.2))


@pytest.mark.parametrize("name", [name for name in DEMOS if name.startswith("tour")])
def test_the_tour_moves_its_robot_without_jumps(name) -> None:
    shown = show(name)
    assert len(shown.t) == len(shown.q) > 100
    assert 0 < np.abs(np.diff(shown.q, axis=0)).max() < 0.05
    lower, upper = load_robot(DEMOS[name].robot).robot.limits.T
    assert ((shown.q >= lower) & (shown.q <= upper)).all()


def test_the_tool_turns_evenly_in_its_place() -> None:
    shown = show("tour-transforms")
    poses = fkine(PUMA, shown.q)
    assert np.ptp(poses[:, :3, 3], axis=0).max() < 1e-9
    steps = [np.arccos((np.trace(a[:3, :3].T @ b[:3, :3]) - 1) / 2) for a, b in pairwise(poses)]
    assert np.degrees(np.cumsum(steps)) == pytest.approx(shown.number("angles")[1:, 0], rel=1e-4)


def test_what_a_number_cannot_be_is_told() -> None:
    with pytest.raises(ArgumentError, match=r"from 0\.5 to 90 1/s, got 0"):
        show("circle", gain=0.0)
    with pytest.raises(ArgumentError, match="a whole number"):
        show("computed-torque", seed=1.5)
    with pytest.raises(ArgumentError, match="expected one of gain, radius, period"):
        show("circle", speed=1.0)


def test_the_manual_has_a_section_for_each(project_root) -> None:
    page = (project_root / "docs/guide/demonstrations.md").read_text(encoding="utf-8")
    heads = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert heads == [demo.title for demo in DEMOS.values()]
    assert len({slug(head) for head in heads}) == len(heads)
