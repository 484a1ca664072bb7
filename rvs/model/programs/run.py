"""Conversion of a program to its motion, with its cycle time and its obstacles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.trajectory import joint_line
from rvs.model.array_value import block
from rvs.model.motions.cartesian import Finding, follow
from rvs.model.motions.grips import STROKE, Grips, Openings
from rvs.model.motions.grips import release as let_go
from rvs.model.motions.grips import take as take_hold
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import (
    Defaults,
    assumed_words,
    bound_words,
    joints_rest,
    moving,
    tool_rests,
    violations,
)
from rvs.model.motions.recording import GENTLE
from rvs.model.programs.legs import PUSH, joint_profile, legs, tool_way
from rvs.model.programs.program import Program, Step
from rvs.value_class import dataclass

DT = 0.01
# How far from the taught posture, in rad and m, a straight move may end.
SAME = 1e-3


@dataclass(frozen=True)
class ProgramRun:
    """Result of running a program.

    Attributes:
        trajectory: The feasible part of the motion, with its grips.
        arrivals: Arrival time at each reached step, in s; for a rounded corner, the time when the
            tool is nearest to it.
        departures: Departure time from each of them, in s.
        findings: The obstacles, in order of time.
    """

    trajectory: JointTrajectory
    arrivals: tuple[float, ...]
    departures: tuple[float, ...]
    findings: tuple[Finding, ...]

    @property
    def cycle(self) -> float:
        """Duration, in s."""
        return self.trajectory.duration

    @property
    def complete(self) -> bool:
        """Return whether the program runs to its end."""
        return not any(finding.stops for finding in self.findings)


def run_program(robot: Robot, program: Program, defaults: Defaults = GENTLE) -> ProgramRun:
    """Return the motion of a program, from its first step to its last.

    Joint moves begin and end at rest and use their fraction of the rates and accelerations, those
    of ``defaults`` where the robot has no limit.  Lines that blend into each other are one straight
    motion of the tool, on the current branch of the robot; if a line cannot be followed, the
    program ends.

    Raises:
        ArgumentError: No steps, or postures with a wrong joint count.
    """
    if not program.steps:
        raise ArgumentError("steps: the program has no steps; teach a posture first")
    if len(program.steps[0].q) != robot.n:
        raise ArgumentError(f"steps: expected postures of {robot.n} values for this robot")
    return _Run(robot, program, defaults).finish()


class _Run:
    """A run that joins the legs of a program end to end."""

    def __init__(self, robot: Robot, program: Program, defaults: Defaults) -> None:
        self._robot, self._program, self._defaults = robot, program, defaults
        self._times: list[Array] = [np.zeros(1)]
        self._rows: list[Array] = [np.array([program.steps[0].q])]
        self._arrivals: list[float] = []
        self._departures: list[float] = []
        self._findings: list[Finding] = []
        self._grips: Grips = ()
        self._openings: Openings = ()

    def finish(self) -> ProgramRun:
        """Run all steps and return the result."""
        steps = self._program.steps
        self._arrive(steps[0], 0)
        for span in legs(self._robot, steps):
            part = steps[span.start : span.stop]
            if not (
                self._joints(part[0])
                if part[0].by == "joints"
                else self._tool_moves(part, span.start)
            ):
                break
            self._arrive(part[-1], span[-1])
        rows = np.concatenate(self._rows)
        trajectory = JointTrajectory(
            self._program.robot_id, block(np.concatenate(self._times)), block(rows),
            self._openings, grips=self._grips, assumed=tuple(self._assumed()),
        )  # fmt: skip
        found = [*self._findings, *self._outside(trajectory)]
        return ProgramRun(
            trajectory,
            tuple(self._arrivals),
            tuple(self._departures),
            tuple(sorted(found, key=lambda finding: finding.start)),
        )

    def _assumed(self) -> Iterator[str]:
        """Yield the assumptions about the joints that move on their own, and about the tool."""
        steps = self._program.steps
        rows = [(a.q, b.q) for a, b in pairwise(steps) if b.by == "joints"]
        words = assumed_words(self._robot, self._defaults, moving(rows))
        if words:
            yield joints_rest(words)
        if self._program.acceleration == inf and any(step.by != "joints" for step in steps[1:]):
            yield tool_rests(PUSH)

    @property
    def _now(self) -> float:
        return float(self._times[-1][-1])

    @property
    def _here(self) -> Array:
        return np.asarray(self._rows[-1][-1])

    def _add(self, times: Array, rows: Array) -> None:
        """Append rows at times from now on; the first ones are at the current position."""
        if len(times) > 1:
            self._times.append(self._now + times[1:])
            self._rows.append(rows[1:])

    def _joints(self, step: Step) -> bool:
        here = tuple(self._here.tolist())
        profile = joint_profile(self._robot, here, step, self._defaults)
        if profile is not None:
            times = _even(profile.duration)
            rows = joint_line(self._here, np.array(step.q), profile.at(times).s)
            rows[-1] = step.q
            self._add(times, rows)
        return True

    def _tool_moves(self, steps: tuple[Step, ...], first: int) -> bool:
        """Follow moves of the tool; return whether the end is reached."""
        here = fkine(self._robot, self._here)
        ends = [fkine(self._robot, step.q) for step in steps]
        stays = all(np.allclose(here, end, atol=1e-9) for end in ends)
        if stays and not any(step.via for step in steps):
            self._pass([self._now] * (len(steps) - 1))
            return True
        try:
            push = self._program.acceleration
            way = tool_way(self._robot, tuple(self._here.tolist()), steps, push).timed
        except ArgumentError as error:
            self._stop(f"step {first + 1}: {error}")
            return False
        plan = follow(self._robot, self._program.robot_id, way, self._here, dt=DT)
        start = self._now
        if plan.trajectory is not None:
            joints = plan.trajectory.joints
            self._add(joints.times.array, joints.rows.array)
        self._findings += [_later(finding, start, first) for finding in plan.findings]
        if plan.complete:
            self._say_passed(steps[:-1], first)
            self._pass(self._nearest(start, np.array(ends[:-1])))
            self._compare(steps[-1], first + len(steps) - 1)
        return plan.complete

    def _say_passed(self, steps: Sequence[Step], first: int) -> None:
        """Report the actions that are skipped because a corner is rounded."""
        for number, step in enumerate(steps, first + 1):
            if step.rests:
                undone = [
                    words
                    for words, asked in (
                        (f"its wait of {step.wait:g} s", step.wait),
                        ("its grip" if step.action == "take" else "its release", step.action),
                        ("its opening", step.opening is not None),
                    )
                    if asked
                ]
                left = f"{' and '.join(undone)} {'is' if len(undone) == 1 else 'are'} left out"
                words = f"step {number} rounds its corner without a stop, so {left}"
                self._findings.append(Finding(self._now, self._now, self._place(), words))

    def _pass(self, times: Sequence[float]) -> None:
        """Record steps that are passed without a rest."""
        self._arrivals += times
        self._departures += times

    def _nearest(self, start: float, corners: Array) -> list[float]:
        """Return when the tool was nearest to each corner (m, 4, 4), in order, after a time."""
        times, rows = self._times[-1], self._rows[-1]
        places = fkine(self._robot, rows)[:, :3, 3]
        found, first = [], 0
        for corner in corners:
            first += int(np.argmin(np.linalg.norm(places[first:] - corner[:3, 3], axis=1)))
            found.append(max(float(times[first]), start))
        return found

    def _compare(self, step: Step, index: int) -> None:
        """Report a line that ends in a posture different from the taught one."""
        if np.abs(self._here - np.array(step.q)).max() > SAME:
            words = f"step {index + 1} is reached in a different posture from the taught one"
            self._findings.append(Finding(self._now, self._now, self._place(), words))

    def _arrive(self, step: Step, index: int) -> None:
        """Record the arrival, open, grip or release, and wait."""
        now = self._now
        self._arrivals.append(now)
        pause = step.wait
        if step.opening is not None:
            self._openings = (*self._openings, (now, step.opening))
            pause = max(pause, STROKE)
        try:
            if step.action == "take":
                self._grips = take_hold(self._grips, now)
            elif step.action == "release":
                self._grips = let_go(self._grips, now)
        except ArgumentError as error:
            reason = str(error).partition(": ")[2]
            words = f"step {index + 1}: {reason}"
            self._findings.append(Finding(now, now, self._place(), words))
        else:
            pause = max(pause, STROKE) if step.action else pause
        if pause > 0.0:
            self._add(np.array([0.0, pause]), np.stack([self._here, self._here]))
        self._departures.append(self._now)

    def _stop(self, words: str) -> None:
        finding = Finding(self._now, self._now, self._place(), words, ("move the path",), True)
        self._findings.append(finding)

    def _place(self) -> tuple[float, float, float]:
        x, y, z = fkine(self._robot, self._here)[:3, 3].tolist()
        return x, y, z

    def _outside(self, trajectory: JointTrajectory) -> list[Finding]:
        """Return the findings about joints that exceed their limits or are too fast."""
        if len(trajectory.rows) < 2:
            return []
        found = []
        for one in violations(self._robot, trajectory, self._defaults, ("position", "velocity")):
            bound = bound_words(self._robot.joints[one.joint], "rate", one.limit)
            what = "leaves its limits" if one.quantity == "position" else f"exceeds {bound}"
            place = fkine(self._robot, trajectory.posture(one.start))[:3, 3].tolist()
            words = f"joint {one.joint + 1} {what}"
            found.append(
                Finding(one.start, one.end, (place[0], place[1], place[2]), words, joint=one.joint)
            )
        return found


def _later(finding: Finding, start: float, first: int) -> Finding:
    words = f"after step {first}: {finding.words}"
    return replace(finding, start=finding.start + start, end=finding.end + start, words=words)


def _even(whole: float) -> Array:
    return np.linspace(0.0, whole, max(int(np.ceil(whole / DT)), 1) + 1)
