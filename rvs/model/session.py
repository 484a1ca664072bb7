"""The only holder of the current state, with undo as a list of earlier values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import get_ident
from typing import TYPE_CHECKING, Any, Literal

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.kinematics import check_posture
from rvs.model.calls import Call, Calls, after_edit
from rvs.model.current import after_change, current_robot, present
from rvs.model.derived import count_change
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.motions.motion import Motion
from rvs.model.refs import Ref
from rvs.model.state import Postures, State, fit_postures, with_posture
from rvs.model.views.panes import Panes
from rvs.model.views.view import View
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.workspace_result import Found

Listener = Callable[[State, State], None]
Kind = Literal[
    "step", "travel", "abandon", "amend", "open", "motion", "play", "found", "look", "select"
]


@dataclass(frozen=True, slots=True)
class Step:
    """State to which an undo returns, and the name of the undone step.

    Attributes:
        label: Name of the undone step.
        document: The document before it, or after it once it is undone.
        postures: The postures, likewise.
        selection: The selection, likewise; restored if nothing else has been selected since.
        motions: The loaded motions before and after the step, if it changes them.
    """

    label: str
    document: Document
    postures: Postures
    selection: tuple[Ref, ...]
    motions: tuple[Motion | None, Motion | None] | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """The cause of the current state.

    Attributes:
        kind: ``"step"`` can be undone, ``"travel"`` changed to another step, ``"abandon"``
            cancelled a running one, ``"open"`` started again, ``"amend"`` changed all steps.
        label: Name of the step.
        goes_on: It belongs to the previous step.
        calls: Its edits, if they have names.
    """

    kind: Kind
    label: str = ""
    goes_on: bool = False
    calls: tuple[Call, ...] = ()


class Session:
    """The owner of the state, which changes it, records its history and notifies listeners.

    Listeners are called with ``(old, new)`` and compare parts with ``is``; an edit from inside one
    raises.
    """

    def __init__(self, state: State | None = None) -> None:
        self._state = _begun(state or State())
        self._saved = self._state.document
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        self._merge: object = None
        self._listeners: list[Listener] = []
        self._telling = False
        self._deed = Deed("open")
        self._thread: int | None = None

    def keep_to_thread(self) -> None:
        """Refuse changes from threads other than this one, for listeners that draw."""
        self._thread = get_ident()

    @property
    def deed(self) -> Deed:
        """The last change; it gives listeners the reason for their call."""
        return self._deed

    @property
    def state(self) -> State:
        """The current state."""
        return self._state

    @property
    def saved(self) -> Document:
        """The document when it was last opened or saved."""
        return self._saved

    @property
    def dirty(self) -> bool:
        """Return whether the document differs from the saved one."""
        return self._state.document is not self._saved

    @property
    def undo_label(self) -> str | None:
        """Name of the step that ``undo`` undoes, or None."""
        return self._undo[-1].label if self._undo else None

    @property
    def redo_label(self) -> str | None:
        """Name of the step that ``redo`` redoes, or None."""
        return self._redo[-1].label if self._redo else None

    @property
    def history(self) -> Sequence[str]:
        """Names of the steps that can be undone, oldest first."""
        return [step.label for step in self._undo]

    @property
    def steps(self) -> Sequence[str]:
        """Names of all steps, oldest first; the first ``len(history)`` of them are done."""
        return [*self.history, *(step.label for step in reversed(self._redo))]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener(old, new)`` after every change; the returned function unsubscribes."""
        self._listeners.append(listener)

        def end() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    def silence(self) -> None:
        """Remove all subscriptions so far: their window was closed."""
        self._listeners.clear()

    def edit(
        self,
        label: str,
        change: Callable[[Document], Document],
        merge: object = None,
        postures: Postures | None = None,
    ) -> None:
        """Apply an edit as one undo step; remaining joints keep their values.

        Args:
            label: Name of the step in the menu; a call of an edit has its own.
            change: The edit.
            merge: Consecutive edits with an equal key form one step until ``settle``; an edit
                without a key is a separate step.
            postures: Postures of some robots after it, by id; if the number of values is wrong, the
                robot starts at home.
        """
        self._settle_before(merge)
        edited = after_edit(self._state, change, postures)
        if edited is not self._state:
            done = change if isinstance(change, Call | Calls) else Calls(())
            words = label or done.words(self._state.document)
            self._step(words, merge, edited, calls=done.calls)

    def pose(
        self, robot_id: str, q: Sequence[float], label: str = "", merge: object = None
    ) -> None:
        """Set a robot's posture by hand: an undo step that leaves the document clean.

        Raises:
            ArgumentError: No such robot, a wrong number of values, or one that is not finite.
        """
        self._settle_before(merge)
        robot = self._state.document.robot(robot_id).robot
        posture = check_posture(robot, q)
        if posture.ndim != 1:
            raise ArgumentError(f"q: expected one posture of {robot.n} values")
        values = tuple(posture.tolist())
        if values == self._state.postures[robot_id]:
            return
        postures = with_posture(self._state.postures, robot_id, values)
        self._step(label or f"Pose {robot_id}", merge, replace(self._state, postures=postures))

    def load_motion(self, motion: Motion | None, playhead: float = 0.0) -> None:
        """Load a motion for playing, from a time in s, or none; not undone."""
        self._become("motion", replace(self._state, motion=motion, playhead=playhead))

    def change_motion(
        self,
        label: str,
        motion: Motion | None,
        playhead: float,
        change: Callable[[Document], Document],
    ) -> None:
        """Replace the loaded motion with another, as one step with its edit.

        An undo restores the earlier one unless something else has been loaded meanwhile.  If the
        edit changes nothing, for example when the same motion is stored again, there is no step.

        Args:
            label: Name of the step in the menu.
            motion: The motion to play, or None.
            playhead: Start time, in s.
            change: An edit that belongs to it, such as storing the motion in the document.
        """
        self.settle()
        before = self._state.motion
        edited = after_edit(self._state, change)
        if edited is self._state:
            self.load_motion(motion, playhead)
        else:
            new = replace(edited, motion=motion, playhead=playhead)
            self._step(label, None, new, (before, motion))

    def play(self, postures: Postures, playhead: float) -> None:
        """Show the postures of a motion at a time in s; not undone."""
        merged = fit_postures(self._state.document, {**self._state.postures, **postures})
        self._become("play", replace(self._state, postures=merged, playhead=playhead))

    def show_found(self, found: Found | None) -> None:
        """Show a computed workspace, or none; not undone."""
        self._become("found", replace(self._state, found=found))

    def look(self, **changes: Any) -> None:
        """Change fields of the view; not undone."""
        view = replace(self._state.view, **changes)
        if view != self._state.view:
            self._become("look", replace(self._state, view=view))

    def show(self, view: View, panes: Panes | None = None) -> None:
        """Set a whole view, and viewports if given; not undone."""
        self._become("look", replace(self._state, view=view, panes=panes or self._state.panes))

    def select(self, *refs: Ref) -> None:
        """Select items, or nothing; the robot of the first becomes active; not undone.

        Args:
            refs: The selection; empty ones are ignored, as are items that are not in the document.
        """
        chosen = present(self._state.document, refs)
        robots = [placed.id for placed in self._state.document.robots]
        first = chosen[0][0] if chosen else None
        active = str(first) if first in robots else self._state.active
        if chosen != self._state.selection or active != self._state.active:
            self._become("select", replace(self._state, selection=chosen, active=active))

    def settle(self) -> None:
        """End the running step: the next edit or pose starts a new one."""
        self._merge = None

    def abandon(self, merge: object) -> None:
        """Discard the running step with that key completely; it cannot be redone."""
        if merge is not None and merge == self._merge and self._undo:
            self._refuse()
            step = self._undo.pop()
            self.settle()
            self._become("abandon", _back_at(step, self._state))

    def called(self, placed: PlacedRobot) -> str:
        """Return the displayed name of a robot in the cell."""
        return called(self._state.document, placed)

    def amend(self, change: Callable[[Document], Document]) -> None:
        """Change a property without undo, such as a robot's file, in the state and all steps.

        Args:
            change: The change; it keeps ids and joints, and documents that it does not concern.
        """
        self._refuse()
        done: dict[int, tuple[Document, Document]] = {}

        def amended(document: Document) -> Document:
            # Documents that were one stay one: so is known whether all is saved.
            if id(document) not in done:
                done[id(document)] = (document, change(document))
            return done[id(document)][1]

        self._saved = amended(self._saved)
        for steps in (self._undo, self._redo):
            steps[:] = [replace(step, document=amended(step.document)) for step in steps]
        self._become("amend", replace(self._state, document=amended(self._state.document)))

    def undo(self) -> None:
        """Go back one step, if there is one."""
        self.travel(max(len(self._undo) - 1, 0))

    def redo(self) -> None:
        """Go forward one step, if there is one."""
        self.travel(min(len(self._undo) + 1, len(self.steps)))

    def travel(self, done: int) -> None:
        """Go to the state after this number of steps; listeners are called once.

        Args:
            done: 0 is before the first step, ``len(steps)`` after the last.

        Raises:
            ArgumentError: There are fewer steps.
        """
        if not 0 <= done <= len(self.steps):
            raise ArgumentError(f"done: expected 0 to {len(self.steps)} steps, got {done}")
        if done == len(self._undo):
            return
        self._refuse()
        self.settle()
        now, motion = self._state, self._state.motion
        while len(self._undo) != done:
            back = len(self._undo) > done
            source, target = (self._undo, self._redo) if back else (self._redo, self._undo)
            step = source.pop()
            target.append(
                replace(
                    step,
                    document=now.document,
                    postures=now.postures,
                    selection=now.selection,
                )
            )
            now = _back_at(step, now)
            if step.motions is not None:
                wanted, there = step.motions if back else step.motions[::-1]
                motion = wanted if motion is there else motion
        self._become("travel", replace(now, motion=motion))

    def mark_saved(self) -> None:
        """Record the current document as saved."""
        self._saved = self._state.document

    def restart(self, state: State) -> None:
        """Start again with a newly opened state: no history, nothing unsaved."""
        self._refuse()
        self._undo.clear()
        self._redo.clear()
        self.settle()
        begun = _begun(state)
        self._saved = begun.document
        self._tell(Deed("open"), begun)

    def _settle_before(self, merge: object) -> None:
        # Also where nothing changes: what comes next belongs to no step that ran before.
        if merge is None:
            self.settle()

    def _step(
        self,
        label: str,
        merge: object,
        new: State,
        motions: tuple[Motion | None, Motion | None] | None = None,
        calls: tuple[Call, ...] = (),
    ) -> None:
        self._refuse()
        goes_on = merge is not None and merge == self._merge and bool(self._undo)
        if not goes_on:
            now = self._state
            self._undo.append(Step(label, now.document, now.postures, now.selection, motions))
        self._merge = merge
        self._redo.clear()
        self._become("step", new, label, goes_on, calls)

    def _become(
        self,
        kind: Kind,
        new: State,
        label: str = "",
        goes_on: bool = False,
        calls: tuple[Call, ...] = (),
    ) -> None:
        if new.document is not self._state.document:
            new = after_change(self._state, new)
        self._tell(Deed(kind, label, goes_on, calls), new)

    def _tell(self, deed: Deed, new: State) -> None:
        self._refuse()
        self._deed = deed
        old, self._state = self._state, new
        if new.document.robots is not old.document.robots:
            count_change()
        self._telling = True
        try:
            for listener in tuple(self._listeners):
                listener(old, new)
        finally:
            self._telling = False

    def _refuse(self) -> None:
        if self._thread not in (None, get_ident()):
            raise RvsError(
                "the state of a window can't be changed from another thread; let the thread "
                "return its result, and change the cell with it afterwards"
            )
        if self._telling:
            raise RvsError("the state was changed from inside a listener")


def _begun(state: State) -> State:
    """Return an initial state: postures for all robots, an active one, valid selection."""
    placed = current_robot(state)
    postures = fit_postures(state.document, state.postures)
    chosen = present(state.document, state.selection)
    active = placed.id if placed else ""
    return replace(state, postures=postures, selection=chosen, active=active)


def _back_at(step: Step, now: State) -> State:
    """Return the state at a step, restoring the selection if it has not changed since."""
    kept = now.selection == present(now.document, step.selection)
    chosen = step.selection if kept else present(step.document, now.selection)
    return replace(now, document=step.document, postures=step.postures, selection=chosen)
