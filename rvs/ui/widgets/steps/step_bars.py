"""Bars of the steps in the time line of a program."""

from __future__ import annotations

from rvs.model.document import PlacedRobot
from rvs.model.programs.program import FINGERS, MoveBy, Program, Step, field_text
from rvs.model.programs.run import ProgramRun
from rvs.ui.widgets.steps.step_table import values
from rvs.value_class import dataclass
from rvs.words import tr

WORDS: dict[MoveBy, str] = {
    "joints": "by joints",
    "line": "straight",
    "arc": "on an arc",
    "circle": "on a circle",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One step in the time line.

    Attributes:
        start: Start of its move, in s.
        arrive: Arrival time.
        leave: Departure time.
        label: Its text, if there is room.
        tip: Its tool tip.
        straight: The tool moves along a line, an arc or a circle.
        action: Action of the tool there, or empty.
        passed: It is a rounded corner, passed without stopping.
    """

    start: float
    arrive: float
    leave: float
    label: str
    tip: str = ""
    straight: bool = False
    action: str = ""
    passed: bool = False


def bars(program: Program, run: ProgramRun, placed: PlacedRobot) -> tuple[Bar, ...]:
    """Return the steps that a program reaches, in time."""
    starts = (0.0, *run.departures)
    laid = zip(program.steps, starts, run.arrivals, run.departures, strict=False)
    return tuple(
        Bar(
            start,
            arrive,
            leave,
            f"{index + 1} {step.name}".strip(),
            _tip(step, index, arrive - start, leave - arrive, placed),
            step.by != "joints" and index > 0,
            step.action,
            bool(step.blend) and leave == arrive,
        )
        for index, (step, start, arrive, leave) in enumerate(laid)
    )


def _tip(step: Step, index: int, moves: float, rests: float, placed: PlacedRobot) -> str:
    words = [tr("Step {index}: {name}", index + 1, step.name or values(step, placed))]
    if index:
        words.append(f"{WORDS[step.by]}, {moves:.2f} s")
    if step.action:
        words.append("grips the object there" if step.action == "take" else "releases it")
    if step.opening is not None:
        words.append(tr("opens the gripper to {field_text}", field_text(step, "opening", FINGERS)))
    if rests:
        words.append(tr("waits {rests:.2f} s", rests))
    text = ", ".join(words)
    return f"{text}\n{step.note}" if step.note else text
