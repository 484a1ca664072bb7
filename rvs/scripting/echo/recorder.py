"""Record of the actions in a session as lines of a script.

Nothing is computed during a drag: an entry stores the state before and after it, and is converted
to lines on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rvs.engine.errors import RvsError
from rvs.model.session import Deed, Session
from rvs.model.state import State
from rvs.model.views.view import Camera, View

if TYPE_CHECKING:
    from rvs.model.calls import Call
    from rvs.model.motions.motion import JointTrajectory
    from rvs.scripting.echo.tracing import Origin
    from rvs.scripting.layout import Expression

Sort = Literal["step", "look", "select", "play", "open", "said"]

_SORTS: dict[str, Sort] = {
    "step": "step",
    "travel": "step",
    "abandon": "step",
    "amend": "step",
    "open": "open",
    "play": "play",
    "look": "look",
    "select": "select",
}
VIEW = tuple(one.name for one in fields(View))
# What is seen and chosen, which a script may do without.
PASSING: tuple[Sort, ...] = ("look", "select")


class Entry:
    """Entry of the record: a step, a view, a selection, or a line alone.

    Attributes:
        sort: Its kind.
        label: Name of the step.
        said: The line of the action, if the states do not show it: a typed line, or an undo.
        opened: The file of a cell that was opened.
        typed: It was typed as a line of Python.
        quiet: The user did not do it: the window keeps objects in sight.
    """

    def __init__(
        self,
        sort: Sort,
        label: str,
        old: State,
        new: State,
        said: str | Callable[[], str] = "",
        typed: bool = False,
        origin: Callable[[State, JointTrajectory], Expression | None] = lambda *_: None,
        done: tuple[Call, ...] = (),
    ) -> None:
        self.sort, self.label, self.typed = sort, label, typed
        self._origin, self._done = origin, done
        self.quiet = False
        self.opened: Path | None = None
        self._said = said
        self._old, self._new = old, new
        self._lines: tuple[str, ...] | None = None
        self._asks = False

    def becomes(self, new: State, done: tuple[Call, ...] = ()) -> None:
        """Lead to another state than before, if possible only by edits with names."""
        self._new, self._lines, self._done = new, None, done

    def forget(self) -> None:
        """Discard the lines; they are computed again on request."""
        self._lines = None

    @property
    def said(self) -> str:
        """The line of the action, or nothing; computed on request."""
        if not isinstance(self._said, str):
            self._said = self._said()
        return self._said

    @said.setter
    def said(self, line: str) -> None:
        self._said = line

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of a script that repeat the action; computed on request."""
        if self._lines is None:
            # Only here: a window records from its start on, long before anybody reads it.
            from rvs.scripting.source import watching

            with watching() as asked:
                self._lines = self._found(self._old, self._new)
            self._asks = bool(asked)
        return self._lines

    def script(self) -> tuple[str, ...]:
        """Return the lines for the present files, which can differ from those of the action."""
        if self._lines is not None and self._asks:
            self._lines = None
        return self.lines

    def rest(self) -> None:
        """Keep only the lines, unless they name files: nothing continues from this entry."""
        self._lines = self.lines
        if not self._asks:
            self._old, self._new, self._done = State(), State(), ()

    @property
    def camera(self) -> Camera | None:
        """The camera after the action, if nothing else differs; or None."""
        alone = self.sort == "look" and _looked(self._old, self._new) == {"camera"}
        return self._new.view.camera if alone else None

    @property
    def shown(self) -> tuple[str, ...]:
        """Its lines in a console."""
        if self.opened is not None and not self.said:
            from rvs.scripting.echo.lines import opening

            return (opening(self.opened),)
        return (self.said,) if self.said else self.lines

    def _found(self, old: State, new: State) -> tuple[str, ...]:
        if self.sort == "said":
            return (self.said,)
        from rvs.scripting.echo.lines import begun, calls, script_lines

        try:
            start, before = begun(new, self.opened) if self.sort == "open" else ((), old)
            found = calls(before, new, partial(self._origin, before), self._done)
            return (*start, *script_lines(found, self.label))
        except RvsError as error:
            return (f"# {self.label or 'A change'} can't be written as a line: {error}",)


class Recorder:
    """Records the actions of a session, oldest first.

    Attributes:
        entries: The recorded actions.
        changed: Called after every change of them.
        origin: Returns the expression that makes the rows of a motion, if that is known.
    """

    def __init__(self, session: Session, changed: Callable[[], object] = lambda: None) -> None:
        self.entries: list[Entry] = []
        self.changed = changed
        self.origin: Origin = lambda _: None
        # By their rows: these, and the state in which they were made.
        self._made: dict[int, tuple[JointTrajectory, State]] = {}
        self._session = session
        self._closed = True
        self._looked: frozenset[str] = frozenset()
        self._done = len(session.history)
        self._typed: str | None = None
        session.subscribe(self._hear)
        if session.state.document.ids:
            self._add(Entry("open", "", State(), session.state, origin=self._origin))
            self.settle()

    def settle(self) -> None:
        """Begin a new entry with the next action, even if it continues the last one."""
        self._closed = True

    def clear(self) -> None:
        """Discard all actions."""
        self.entries.clear()
        self.settle()
        self.changed()

    def opened(self, path: Path) -> None:
        """Mark the last record as the opening of a cell's file."""
        last = self.entries[-1] if self.entries else None
        if last is not None and last.sort == "open":
            last.opened = path.absolute()
            last.forget()
            self.changed()

    def say(self, line: str | Callable[[], str]) -> None:
        """Record a line for an effect that the state does not show, or a comment.

        Args:
            line: The line, or a function that returns it on request.
        """
        if self._typed is None:
            state = self._session.state
            self._add(Entry("said", "", state, state, line))
        self.changed()

    @contextmanager
    def typing(self, code: str) -> Iterator[None]:
        """Treat actions inside as effects of typed lines."""
        before, self._typed = self._typed, code
        self.settle()
        try:
            yield
        finally:
            self._typed = before
            self.settle()

    def script(self, first: int = 0, last: int | None = None, passing: bool = True) -> str:
        """Return a part of the recorded actions as a script.

        Args:
            first: Number of its first entry.
            last: Number of the entry after its last one; all to the end if left out.
            passing: Include changes of the view and the selection, too.
        """
        chosen = _from_last_cell(self.entries[first:last])
        body = [
            line
            for entry in chosen
            if passing or entry.sort not in PASSING
            for line in entry.script()
        ]
        begins = bool(chosen) and chosen[0].sort == "open"
        note = () if begins else ("# It begins with the cell as it was before.",)
        return "\n".join(("import rvs", "", *note, *body, ""))

    def _hear(self, old: State, new: State) -> None:
        deed, done = self._session.deed, len(self._session.history)
        before, self._done = self._done, done
        sort = _SORTS.get(deed.kind)
        if sort is None:
            return
        if deed.kind == "step":
            self._note_made(old, new)
        if not self._goes_on(deed, sort, old, new):
            said = "" if self._typed is None else self._typed
            if not said and deed.kind == "travel":
                said = _travelled(done - before)
            elif not said and sort == "play":
                said = f"rvs.play({new.playhead!r})"
            typed = self._typed is not None
            entry = Entry(sort, deed.label, old, new, said, typed, self._origin, deed.calls)
            self._add(entry)
        self.changed()

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._closed = False

    def _note_made(self, old: State, new: State) -> None:
        for one in new.document.motions:
            if one not in old.document.motions:
                self._made.setdefault(id(one.trajectory), (one.trajectory, old))

    def _origin(self, before: State, rows: JointTrajectory) -> Expression | None:
        """Return the source of a motion that follows a state, if it was made in that one.

        In another cell, or with another motion loaded, the same call gives other rows.
        """
        then = self._made[id(rows)][1] if id(rows) in self._made else None
        # What is known of a motion is told after it was kept.
        return self.origin(rows) if then and _alike(then, before) else None

    def _goes_on(self, deed: Deed, sort: Sort, old: State, new: State) -> bool:
        """Let the last entry lead to a state, if the same change continues."""
        looked = _looked(old, new) if sort == "look" else frozenset()
        before, self._looked = self._looked, looked
        if self._closed or not self.entries or self.entries[-1].sort != sort:
            return False
        last = self.entries[-1]
        if sort == "look" and looked != before:
            return False
        if sort == "step" and not deed.goes_on and deed.kind != "abandon":
            return False
        if sort in ("select", "open"):
            return False
        if deed.kind == "abandon":
            return self._abandoned(last, new)
        last.becomes(new, deed.calls)
        if sort == "play" and not last.typed:
            last.said = f"rvs.play({new.playhead!r})"
        return True

    def _abandoned(self, last: Entry, new: State) -> bool:
        last.becomes(new)
        if not last.lines:
            self.entries.pop()
            self._closed = True
        return True


def _alike(one: State, other: State) -> bool:
    """Return whether the computed content of two states is the same."""
    same = one.document is other.document and one.motion is other.motion
    return same and one.postures == other.postures and one.view.mode == other.view.mode


def _looked(old: State, new: State) -> frozenset[str]:
    """Return the parts of the view of a cell that differ."""
    a, b = old.view, new.view
    other = {one for one in VIEW if getattr(a, one) is not getattr(b, one)}
    return frozenset(other if old.panes is new.panes else {*other, "panes"})


def _from_last_cell(entries: list[Entry]) -> list[Entry]:
    """Leave out initial cells without actions."""
    begins = 0
    for place, entry in enumerate(entries):
        if entry.sort == "open":
            begins = place
        elif entry.sort not in PASSING:
            break
    return entries[begins:]


def _travelled(steps: int) -> str:
    """Return the line that redoes some steps, or undoes them if negative."""
    name, count = ("redo", steps) if steps > 0 else ("undo", -steps)
    return f"rvs.{name}({count if count > 1 else ''})"
