"""What the actions do that play the robots of a cell together."""

from __future__ import annotations

from rvs.engine.errors import RvsError
from rvs.model.document import PlacedRobot
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.ui.desk import Desk
from rvs.ui.work.playback import Loaded

LEAST_STEPS = 2


def unload_all(desk: Desk) -> None:
    """Have nothing to play."""
    desk.playback.unload_all()


def run_all(desk: Desk) -> None:
    """Run a program of every robot that has one, all together."""
    document = desk.session.state.document
    chosen = [(placed, chosen_program(desk, placed)) for placed in document.robots]
    desk.session.settle()
    tracks: list[Loaded] = []
    for placed, program in chosen:
        if program is not None and (loaded := _loaded(desk, placed, program)) is not None:
            tracks.append(loaded)
    desk.session.settle()
    for loaded in tracks:
        desk.playback.load(loaded)
    if tracks:
        desk.call("trajectory")
        desk.playback.play()


def load_program(desk: Desk, program: Program) -> bool:
    """Make a program ready to be played, with no robot moved; tell whether that went well."""
    placed = desk.session.state.document.robot(program.robot_id)
    try:
        run = run_program(placed.robot, program)
    except RvsError as error:
        desk.messages.fail(str(error), program.name)
        return False
    marks = run.arrivals
    loaded = Loaded(program.name, run.trajectory, placed, findings=run.findings, marks=marks)
    desk.playback.load(loaded, move=False)
    desk.call("trajectory")
    return True


def chosen_program(desk: Desk, placed: PlacedRobot) -> Program | None:
    """Return the program that a robot plays already, or its first one that moves it."""
    own = [
        one
        for one in desk.session.state.document.programs
        if one.robot_id == placed.id and len(one.steps) >= LEAST_STEPS
    ]
    played = desk.playback.tracks.get(placed.id)
    name = played.name if played is not None and played.marks else ""
    return next((one for one in own if one.name == name), own[0] if own else None)


def _loaded(desk: Desk, placed: PlacedRobot, program: Program) -> Loaded | None:
    """Return the track of a program; what it can't do becomes a message."""
    try:
        run = run_program(placed.robot, program)
    except RvsError as error:
        desk.messages.fail(str(error), program.name)
        return None
    return Loaded(program.name, run.trajectory, placed, findings=run.findings, marks=run.arrivals)
