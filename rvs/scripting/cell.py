"""The cell of a script: a session with its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.notebooks import Shown
from rvs.files.cells.session_file import HeldCell
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion, movers
from rvs.model.motions.tracks import part_of, with_others
from rvs.model.refs import Ref
from rvs.model.robots.seen_variant import wanted_variant
from rvs.model.session import Session
from rvs.model.state import Postures, State
from rvs.model.views.panes import Panes
from rvs.model.views.view import View
from rvs.scripting.edited import Edited
from rvs.scripting.edits import EDITS, KINDS, checked, function_of
from rvs.scripting.plain import plain, with_fields
from rvs.scripting.subjects import meant_robot

if TYPE_CHECKING:
    from rvs.files.cells.cell import Cell as SavedCell


class Cell(Edited, Shown):
    """Robots and their surroundings, for changes by a script.

    Each edit is one step that can be undone; the edits inside ``with cell.step("…"):`` form one
    step. Lengths are in m, angles in rad.

    Args:
        held: A session with its file, such as that of a window; an empty cell if left out.
        shown: A window shows it: a cell that a script opens or begins replaces it there.
        alone: It contains only a robot that was passed to a function.
    """

    def __init__(
        self, held: HeldCell | None = None, shown: bool = False, alone: bool = False
    ) -> None:
        self.held = held or HeldCell(Session())
        self.shown, self.alone = shown, alone
        self._step: tuple[str, object] | None = None

    def __reduce__(self) -> tuple[Callable[[State], Cell], tuple[State]]:
        """Send only the state to other processes: neither file, nor window, nor undo."""
        return _with_state, (self.state,)

    @property
    def session(self) -> Session:
        """Session that holds the state, with undo."""
        return self.held.session

    @property
    def state(self) -> State:
        """The whole current state."""
        return self.session.state

    @property
    def document(self) -> Document:
        """Document that is saved with the cell."""
        return self.state.document

    @property
    def robots(self) -> tuple[PlacedRobot, ...]:
        """The robots in the order in which they were added."""
        return self.document.robots

    @property
    def postures(self) -> Postures:
        """Joint values of every robot by its id, rad and m."""
        return self.state.postures

    @property
    def view(self) -> View:
        """View of the cell."""
        return self.state.view

    @property
    def path(self) -> Path | None:
        """The file from which it was opened or to which it was saved, or None."""
        return self.held.path

    @property
    def present(self) -> SavedCell:
        """The current cell in the form of a file."""
        return self.held.present()

    def edit(self, label: str, change: Callable[[Document], Document]) -> None:
        """Make any edit of the document.

        Args:
            label: Name for undo.
            change: Receives the document and returns another one.
        """
        words, key = self._step or (label, None)
        self.session.edit(words, change, key)

    @contextmanager
    def step(self, label: str) -> Iterator[None]:
        """Return a ``with`` block: all edits inside are one step, which an error undoes.

        Args:
            label: Name for undo.
        """
        if self._step is not None:
            yield
            return
        self.session.settle()
        self._step = label, object()
        try:
            yield
        except BaseException:
            self.session.abandon(self._step[1])
            raise
        finally:
            self._step = None
            self.session.settle()

    def pose(self, robot_id: str, q: Sequence[float]) -> None:
        """Set a robot's posture, as one step.

        Args:
            robot_id: The robot.
            q: Joint values (n,), rad and m.

        Raises:
            ArgumentError: No such robot, wrong number of values, or one that is not finite.
        """
        label, key = self._step or ("", None)
        self.session.pose(meant_robot(self.document, robot_id), q, label, key)

    def look(self, **changes: Any) -> None:
        """Change fields of the view, such as ``mode="body"`` or ``frames=False``; not undone.

        Raises:
            ArgumentError: A view has no such field, or refuses the value; or no robot can have the
                variant.
        """
        given = {name: plain(value) for name, value in changes.items()}
        view = with_fields(self.view, given, "a view")
        if "variant" in given:
            wanted_variant(replace(self.state, view=view))
        self.set_view(view)

    def set_view(self, view: View, panes: Panes | None = None) -> None:
        """Set a whole view, and viewports if they are given; not undone.

        Raises:
            ArgumentError: It is not a view.
        """
        if not isinstance(view, View):
            raise ArgumentError(f"view: expected a View, as rvs.current().view, got {view!r:.80}")
        if view != self.view or (panes is not None and panes != self.state.panes):
            self.session.show(view, panes)

    def select(self, *refs: Ref | str) -> None:
        """Select items, or nothing; the robot of the first becomes active; not undone.

        Args:
            refs: Ids of robots, or references such as ``("puma", "link", 3)`` and
                ``("table", "thing")``.

        Raises:
            ArgumentError: The cell has no such object.
        """
        self.session.select(*(self._ref(ref) for ref in refs))

    def _ref(self, ref: Ref | str) -> Ref:
        known = self.document.ids
        whole: Ref = (ref,) if isinstance(ref, str) else tuple(ref)
        if not whole or whole[0] in known:
            return whole
        meant = meant_robot(self.document, str(whole[0]))
        if meant not in known:
            raise ArgumentError(f"select: the cell has no {whole[0]!r}; it has {', '.join(known)}")
        return (meant, *whole[1:])

    def undo(self, steps: int = 1) -> None:
        """Undo some steps, as many as there are."""
        self.session.travel(max(len(self.session.history) - steps, 0))

    def redo(self, steps: int = 1) -> None:
        """Redo some steps, as many as there are."""
        done = len(self.session.history)
        self.session.travel(min(done + steps, len(self.session.steps)))

    def motion(self, name: str = "", robot: str = "") -> Motion:
        """Return a program or trajectory of the cell, a trajectory of the library, or of a file.

        Args:
            name: Its name or file; the motion loaded for the robot if left out.
            robot: Id of the robot of a file that names none; the active one if left out.

        Raises:
            RvsError: There is no such motion, its file has errors, or the robot can't follow it.
        """
        from rvs.files.cells.motions import motion_of

        meant = meant_robot(self.document, robot) if robot else self.state.active
        if not name:
            return self._loaded(meant)
        return motion_of(self.present, name, meant)

    def _loaded(self, robot_id: str) -> Motion:
        motion = self.state.motion
        if motion is None or robot_id not in movers(motion):
            raise RvsError(f"motion: nothing is loaded for {robot_id or 'any robot'}")
        return part_of(motion, robot_id)[0]

    def timeline(self) -> Motion:
        """Return the common motion of all robots of the cell.

        Raises:
            RvsError: No robot moves, a file has errors, or one can't follow its path or program.
        """
        from rvs.files.cells.motions import cell_timeline

        return cell_timeline(self.present)

    def load_motion(
        self, motion: Motion | str | None, playhead: float = 0.0, beside: bool = False
    ) -> None:
        """Load a motion for playing, or none; not undone.

        Args:
            motion: The motion, or the name of one.
            playhead: Initial time, in s.
            beside: Keep the motions loaded for other robots.

        Raises:
            RvsError: There is no such motion, or the value is not a motion.
        """
        found = self.motion(motion) if isinstance(motion, str) else motion
        if found is not None and not hasattr(found, "duration"):
            raise ArgumentError(f"motion: expected a Motion or a name, got {found!r:.80}")
        if beside and found is not None and self.state.motion is not None:
            found = with_others(found, self.state.motion)
        self.session.load_motion(found, playhead)

    def play(self, t: float) -> None:
        """Show the postures of the loaded motion at a time; not undone.

        Args:
            t: The time, in s; times outside the motion show its start or its end.

        Raises:
            RvsError: No motion is loaded.
        """
        motion = self.state.motion
        if motion is None:
            raise RvsError("no motion is loaded; rvs.load_motion loads one")
        time = min(max(float(t), 0.0), motion.duration)
        self.session.play(motion.at(time), time)

    def save(self, path: str | Path | None = None) -> Path:
        """Write the cell to a file, and return its path.

        Args:
            path: A cell (.rvs); the file that it was opened from if left out.

        Raises:
            RvsError: It has no file yet, or holds something that a file can't.
            OSError: The file can't be written.
        """
        from rvs.scripting.opening import save_cell

        return save_cell(self, path)

    def __repr__(self) -> str:
        names = ", ".join(placed.id for placed in self.robots) or "no robot"
        things = len(self.document.things)
        around = f", {things} object{'s' * (things != 1)}" if things else ""
        return f"<Cell {self.path.name if self.path else '(not saved)'}: {names}{around}>"


def _whole(cell: Cell | None) -> Cell:
    return current() if cell is None else cell


def _with_state(state: State) -> Cell:
    return Cell(HeldCell(Session(state)))


for _name in EDITS:
    setattr(Cell, _name, function_of(_name, _whole, method=True))

# What module-level functions act on, as figures of pyplot; one for all threads, so that a
# notebook, which may run each of its cells in another context, goes on where it was.
_current: list[Cell] = []


class _Working(local):
    """Current cell of a thread: a script run by the window never changes the window's cell."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []


_working = _Working()


def current() -> Cell:
    """Return the cell that functions such as ``rvs.set_joint`` act on; an empty one at first."""
    cells = _working.cells or _current
    if not cells:
        cells.append(Cell())
    return cells[-1]


def use(cell: Cell) -> Cell:
    """Set the cell on which functions such as ``rvs.set_joint`` act, and return it.

    Raises:
        ArgumentError: It is not a cell.
    """
    if not isinstance(cell, Cell):
        raise ArgumentError(f"cell: expected a Cell, as rvs.open returns, got {cell!r:.80}")
    cells = _working.cells or _current
    cells[:] = [*cells[:-1], cell]
    return cell


def place_to_open() -> Cell:
    """Return the cell into which files are opened: that of a window, or a new one.

    Raises:
        RvsError: The window has unsaved work.
    """
    cell = current()
    if not cell.shown:
        return Cell()
    if cell.session.dirty:
        raise RvsError("the cell of the window is not saved; rvs.save('cell.rvs') saves it")
    return cell


@contextmanager
def working_on(cell: Cell) -> Iterator[Cell]:
    """Let module-level functions act on a cell inside, and on the previous one afterwards."""
    before = list(_working.cells)
    _working.cells.append(cell)
    try:
        yield cell
    finally:
        _working.cells[:] = before


def on_current(name: str) -> Callable[..., Any]:
    """Return a method of the current cell as a function."""
    if name in EDITS:
        return function_of(name, _whole)
    method = getattr(Cell, name)
    shown = signature(method)
    own = shown.replace(parameters=list(shown.parameters.values())[1:])

    @wraps(method)
    def function(*arguments: Any, **named: Any) -> Any:
        return method(current(), *arguments, **named)

    function.__signature__ = own  # type: ignore[attr-defined]
    return checked(name, function, KINDS)
