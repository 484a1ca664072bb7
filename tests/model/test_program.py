"""Programs: what is taught is done, within the rates, and what is in the way is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import STROKE, holds
from rvs.model.motions.rates import velocities
from rvs.model.motions.recording import GENTLE
from rvs.model.motions.tracks import on_one_line, openings_of
from rvs.model.programs.edits import (
    add_program,
    change_step,
    find_program,
    insert_step,
    move_step,
    remove_program,
    remove_step,
    rename_program,
)
from rvs.model.programs.legs import fastest, leg_time, legs, pace_step, speed_for
from rvs.model.programs.program import Program, Step
from rvs.model.programs.run import run_program
from rvs.model.robots.new_robots import blank

PUMA = load_robot("puma560").robot
READY = tuple(np.radians([30, 45, -160, 0, -65, 0]).tolist())


def at(x, y, z, near=READY):
    T = fkine(PUMA, READY)
    T[:3, 3] = x, y, z
    found = ikine(PUMA, T, near)
    assert found.success
    return tuple(found.q.tolist())


ABOVE, DOWN = at(0.55, 0.2, 0.6), at(0.55, 0.2, 0.4)
OVER, PUT = at(0.45, -0.25, 0.6), at(0.45, -0.25, 0.4)
PICK_AND_PLACE = Program(
    "pick and place",
    "puma",
    (
        Step(READY),
        Step(ABOVE),
        Step(DOWN, "line", 0.2, action="take"),
        Step(ABOVE, "line", 0.2),
        Step(OVER, speed=0.8),
        Step(PUT, "line", 0.1, wait=0.5, action="release"),
        Step(OVER, "line", 0.3),
        Step(READY),
    ),
)


def test_a_program_reaches_every_step_at_its_time():
    run = run_program(PUMA, PICK_AND_PLACE)
    assert run.complete
    assert run.findings == ()
    assert len(run.arrivals) == len(PICK_AND_PLACE.steps)
    for step, time in zip(PICK_AND_PLACE.steps, run.arrivals, strict=True):
        assert np.allclose(run.trajectory.posture(time), step.q, atol=1e-6)
    assert run.cycle == run.arrivals[-1]


def test_lines_are_straight_and_as_slow_as_asked():
    run = run_program(PUMA, PICK_AND_PLACE)
    times = np.linspace(run.arrivals[1] + 1e-9, run.arrivals[2], 60)
    tools = fkine(PUMA, [run.trajectory.posture(t) for t in times])
    assert np.allclose(tools[:, :2, 3], [0.55, 0.2], atol=1e-5)
    assert np.abs(np.diff(tools[:, 2, 3]) / np.diff(times)).max() < 0.2 * 1.01


def test_the_payload_is_held_between_taking_and_letting_go():
    run = run_program(PUMA, PICK_AND_PLACE)
    assert [grip.take for grip in run.trajectory.grips] == [run.arrivals[2]]
    assert holds(run.trajectory.grips, run.arrivals[4])
    assert not holds(run.trajectory.grips, run.arrivals[6])
    assert run.arrivals[6] - run.arrivals[5] > 0.5


def test_joint_moves_keep_their_share_of_the_rates():
    run = run_program(PUMA, PICK_AND_PLACE)
    middles, speeds = velocities(run.trajectory)
    rates, _ = GENTLE.bounds(PUMA)
    inside = (middles > run.arrivals[3]) & (middles < run.arrivals[4])
    peak = (np.abs(speeds[inside]) / rates).max()
    assert 0.5 < peak <= 0.8 * 1.001


def test_blended_lines_do_not_stop():
    square = [at(0.5, y, 0.5) for y in (-0.2, 0.0)] + [at(0.4, 0.0, 0.5)]
    sharp = Program("sharp", "puma", (Step(square[0]), *(Step(q, "line", 0.2) for q in square[1:])))
    steps = list(sharp.steps)
    steps[1] = Step(square[1], "line", 0.2, blend=0.05)
    soft = run_program(PUMA, Program("soft", "puma", tuple(steps)))
    assert soft.complete
    assert soft.cycle < run_program(PUMA, sharp).cycle
    tools = fkine(PUMA, soft.trajectory.rows.array)[:, :3, 3]
    speed = np.linalg.norm(np.diff(tools, axis=0), axis=1) / np.diff(soft.trajectory.times.array)
    third = len(speed) // 3
    assert speed[third:-third].min() > 0.15


def test_a_line_that_leaves_the_reach_ends_the_program_and_says_where():
    # Both ends are reached, the straight way between them leads through the column.
    near = at(0.5, 0.3, 0.5)
    far = near, (near[0] + 0.9 * np.pi, *near[1:])
    program = Program("across", "puma", (Step(far[0]), Step(far[1], "line", 0.3), Step(READY)))
    run = run_program(PUMA, program)
    assert not run.complete
    assert run.findings[-1].stops
    assert "after step 1" in run.findings[-1].words
    assert len(run.arrivals) == 1


def test_letting_go_of_nothing_is_told():
    run = run_program(PUMA, Program("p", "puma", (Step(READY, action="release"),)))
    assert run.complete
    assert "nothing is held" in run.findings[0].words


@pytest.mark.parametrize(
    "bad",
    [
        {"speed": 0.0}, {"speed": 1.5}, {"blend": -1.0}, {"wait": float("nan")},
        {"by": "hop"}, {"action": "throw"},
    ],
)  # fmt: skip
def test_a_step_refuses_what_it_can_not_be(bad):
    with pytest.raises(ArgumentError, match=next(iter(bad))):
        Step(READY, **bad)


def test_a_program_without_steps_says_what_to_do():
    with pytest.raises(ArgumentError, match="teach a posture"):
        run_program(PUMA, Program("p", "puma"))


def test_edits():
    document = Document((PlacedRobot("puma", PUMA),))
    document = add_program(document, PICK_AND_PLACE)
    document = add_program(document, Program("pick and place", "puma"))
    assert [program.name for program in document.programs] == ["pick and place", "pick and place 2"]
    name = "pick and place 2"
    document = insert_step(document, name, 0, Step(READY))
    document = insert_step(document, name, 1, Step(OVER))
    document = change_step(document, name, 1, by="line", speed=0.3)
    document = move_step(document, name, 1, 0)
    assert [step.q for step in find_program(document, name).steps] == [OVER, READY]
    assert find_program(document, name).steps[0].by == "line"
    document = remove_step(document, name, 0)
    document = rename_program(document, name, "wave")
    assert find_program(document, "wave").steps == (Step(READY),)
    document = remove_program(document, "pick and place")
    assert [program.name for program in document.programs] == ["wave"]
    for change in (
        lambda: change_step(document, "wave", 3, wait=1.0),
        lambda: remove_step(document, "none", 0),
        lambda: insert_step(document, "wave", 9, Step(READY)),
    ):
        with pytest.raises(ArgumentError):
            change()


ROUNDED = Program(
    "rounded",
    "puma",
    (
        Step(ABOVE),
        Step(DOWN, "line", 0.2, blend=0.03),
        Step(OVER, "line", 0.2, blend=0.03),
        Step(PUT, "line", 0.2),
        Step(READY),
    ),
)


def test_legs_are_lines_that_blend_or_single_steps():
    assert list(legs(PUMA, ROUNDED.steps)) == [range(1, 4), range(4, 5)]
    assert [len(leg) for leg in legs(PUMA, PICK_AND_PLACE.steps)] == [1] * 7
    assert list(legs(PUMA, ROUNDED.steps[:1])) == []


@pytest.mark.parametrize("seconds", [1.2, 2.0, 7.5])
@pytest.mark.parametrize("index", [1, 2, 4])
def test_a_move_takes_the_time_it_is_given(index, seconds):
    document = Document((PlacedRobot("puma", PUMA),), (PICK_AND_PLACE,))
    changed = find_program(pace_step(document, "pick and place", index, seconds), "pick and place")
    run = run_program(PUMA, changed)
    assert np.isclose(run.arrivals[index] - run.departures[index - 1], seconds, atol=1e-6)
    others = zip(changed.steps, PICK_AND_PLACE.steps, strict=True)
    assert [k for k, (a, b) in enumerate(others) if a != b] == [index]


def test_lines_that_blend_are_paced_together():
    document = Document((PlacedRobot("puma", PUMA),), (ROUNDED,))
    changed = find_program(pace_step(document, "rounded", 2, 9.0), "rounded")
    assert len({step.speed for step in changed.steps[1:4]}) == 1
    run = run_program(PUMA, changed)
    assert np.isclose(run.arrivals[3], 9.0, atol=1e-6)
    assert 0.0 < run.arrivals[1] < run.arrivals[2] < 9.0
    corner = fkine(PUMA, run.trajectory.posture(run.arrivals[1]))[:3, 3]
    assert np.linalg.norm(corner - (0.55, 0.2, 0.4)) < 0.03


def test_no_move_is_faster_than_possible():
    soon = fastest(PUMA, PICK_AND_PLACE, 1)
    assert speed_for(PUMA, PICK_AND_PLACE, 1, soon / 2) == 1.0
    assert np.isclose(leg_time(PUMA, PICK_AND_PLACE, 1, 1.0), soon)
    with pytest.raises(ArgumentError, match="no move leads to step 1"):
        speed_for(PUMA, PICK_AND_PLACE, 0, 1.0)
    still = Program("still", "puma", (Step(READY), Step(READY)))
    with pytest.raises(ArgumentError, match="has no length"):
        speed_for(PUMA, still, 1, 1.0)


def test_steps_are_left_when_their_rest_ends():
    run = run_program(PUMA, PICK_AND_PLACE)
    rests = np.subtract(run.departures, run.arrivals)
    assert np.allclose(rests, [0, 0, 0.25, 0, 0, 0.5, 0, 0])


def test_arcs_and_circles_pass_their_points():
    from rvs.model.programs.run import DT

    via, end = (0.55, 0.0, 0.5), at(0.5, -0.1, 0.6)
    circle = (0.5, -0.15, 0.65, 0.5, -0.1, 0.7)
    program = Program(
        "round", "puma",
        (Step(ABOVE), Step(end, "arc", 0.2, via=via), Step(end, "circle", 0.2, via=circle)),
    )  # fmt: skip
    run = run_program(PUMA, program)
    assert run.complete
    assert len(run.arrivals) == 3
    places = fkine(PUMA, run.trajectory.rows.array)[:, :3, 3]
    for point in (via, circle[:3], circle[3:]):
        assert np.linalg.norm(places - point, axis=1).min() < 0.2 * DT
    assert np.allclose(places[-1], [0.5, -0.1, 0.6], atol=1e-6)
    assert run.trajectory.posture(run.arrivals[1]) == pytest.approx(end, abs=1e-3)


def test_what_a_rounded_corner_leaves_out_is_said():
    steps = (
        Step(ABOVE),
        Step(DOWN, "line", 0.2, blend=0.02, wait=0.5, action="take"),
        Step(at(0.5, 0.2, 0.4), "line", 0.2, blend=0.02, opening=0.02),
        Step(at(0.5, 0.1, 0.4), "line", 0.2),
    )
    first, second = run_program(PUMA, Program("p", "puma", steps)).findings
    assert first.words == (
        "step 2 rounds its corner without a stop, so its wait of 0.5 s and its grip are left out"
    )
    assert second.words.endswith(
        "step 3 rounds its corner without a stop, so its opening is left out"
    )


def test_a_gripper_opens_and_closes_where_a_step_says_so():
    steps = (
        Step(READY, opening=0.06),
        Step(ABOVE),
        Step(DOWN, "line", 0.2, wait=0.5, opening=0.02),
        Step(ABOVE, "line", 0.2, opening=0.0),
    )
    run = run_program(PUMA, Program("p", "puma", steps))
    assert run.complete
    assert run.trajectory.openings == (
        (0.0, 0.06), (run.arrivals[2], 0.02), (run.arrivals[3], 0.0),
    )  # fmt: skip
    rests = np.subtract(run.departures, run.arrivals)
    assert rests == pytest.approx([STROKE, 0.0, 0.5, STROKE])
    assert openings_of(on_one_line([(run.trajectory, 2.0)]), "puma") == run.trajectory.openings
    assert openings_of(run.trajectory, "other") == ()


def test_a_speed_far_from_what_is_reached_is_said():
    steps = (Step(ABOVE), Step(DOWN, "line", 20.0))
    (found,) = run_program(PUMA, Program("p", "puma", steps)).findings
    assert (
        "20 m/s is not reached: the path is too short for the acceleration, and the highest "
        "speed is 0.63 m/s"
    ) in found.words
    assert (
        run_program(PUMA, Program("p", "puma", (steps[0], Step(DOWN, "line", 0.5)))).findings == ()
    )


def test_a_joint_move_is_as_quick_as_its_rate_and_acceleration_allow():
    arm = PUMA.replace(
        joints=tuple(replace(joint, rate=2.0, acceleration=5.0) for joint in PUMA.joints)
    )
    start = (0.1,) * 6
    steps = (Step(start), Step((1.7, *start[1:]), speed=0.5))
    run = run_program(arm, Program("p", "puma", steps))
    assert run.cycle == pytest.approx(1.6 / 1.0 + 1.0 / 2.5, abs=0.01)
    speeds = np.diff(run.trajectory.rows.array[:, 0]) / np.diff(run.trajectory.times.array)
    assert speeds.max() == pytest.approx(1.0, rel=1e-6)


def test_moves_of_the_tool_that_meet_in_a_tangent_are_one():
    down = fkine(PUMA, DOWN)[:3, 3] - fkine(PUMA, ABOVE)[:3, 3]
    half = ikine(PUMA, pose(p=down / 2) @ fkine(PUMA, ABOVE), ABOVE).q
    steps = (Step(ABOVE), Step(tuple(half), "line", 0.2), Step(DOWN, "line", 0.2))
    assert list(legs(PUMA, steps)) == [range(1, 3)]
    resting = (steps[0], replace(steps[1], wait=0.5), steps[2])
    other = (steps[0], replace(steps[1], speed=0.1), steps[2])
    for apart in (resting, other):
        assert list(legs(PUMA, apart)) == [range(1, 2), range(2, 3)]
    straight = Program("p", "puma", (steps[0], steps[2]))
    through = run_program(PUMA, Program("p", "puma", steps))
    assert through.cycle == pytest.approx(run_program(PUMA, straight).cycle, abs=1e-6)


@pytest.mark.parametrize(
    "bad", [{"by": "arc"}, {"by": "line", "via": (0, 0, 0)}, {"by": "circle", "via": (1, 2, 3)}]
)
def test_points_belong_to_arcs_and_circles(bad):
    with pytest.raises(ArgumentError, match="via"):
        Step(ABOVE, speed=0.2, **bad)


@pytest.mark.parametrize("index", [-4, 7, 100])
def test_a_step_that_there_is_not_has_no_pace(index):
    program = Program("weld", "arm", (Step((0.0, 0.0)), Step((1.0, 1.0))))
    document = Document((PlacedRobot("arm", blank("2R")),), (program,))
    with pytest.raises(ArgumentError, match="has 2 steps"):
        pace_step(document, "weld", index, 1.0)
