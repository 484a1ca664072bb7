"""What was typed and could not be taken: it stands in red where it was typed, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from rvs.model.session import Session
from rvs.ui.messages import Message, MessageLog
from rvs.value_class import dataclass

NOT_SAVED = "not saved: "


@dataclass(frozen=True, slots=True)
class Refusal:
    """One text that could not be taken.

    Attributes:
        text: What was typed.
        words: Where it stands, why it was not taken, and what counts instead.
        depth: How many steps could be undone when it was typed.
        alone: It is a step of its own, rather than part of another one.
        take_back: Gives its place back what it held.
    """

    text: str
    words: str
    depth: int
    alone: bool
    take_back: Callable[[], None]


class Refused(QObject):
    """All texts in red, by the panels they stand in; Undo takes them back in their turn."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._told: tuple[MessageLog, str] | None = None
        self._by_panel: dict[str, tuple[Refusal, ...]] = {}

    def show(self, panel: str, refusals: Iterable[Refusal]) -> None:
        """Say what stands in red in a panel now, the one typed last at the end."""
        new = tuple(refusals)
        before = {one.words for one in self._by_panel.get(panel, ())}
        self._by_panel[panel] = new
        if before != {one.words for one in new}:
            self._forget(before - {one.words for one in self.all})
            self.changed.emit()

    @property
    def all(self) -> tuple[Refusal, ...]:
        """All of them, the one typed last at the end."""
        every = [one for some in self._by_panel.values() for one in some]
        return tuple(sorted(every, key=lambda one: one.depth))

    @property
    def undo_label(self) -> str | None:
        """What ``undo`` takes back, or None."""
        last = self._last()
        return self._session.undo_label if last is None else f'Typing "{last.text}"'

    def undo(self) -> None:
        """Take back what was done last: a text in red, or a step."""
        last = self._last()
        if last is None:
            self._session.undo()
        else:
            last.take_back()

    def tell(self, messages: MessageLog, path: str) -> str:
        """Say what a file that was just written does not hold; return it in a few words."""
        found = self.all
        messages.solved(NOT_SAVED, path)
        self._told = messages, path
        messages.add(Message("warning", NOT_SAVED + one.words, path) for one in found)
        if not found:
            return ""
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        return f", but not what is red: {found[0].words}{more}"

    def _forget(self, words: Iterable[str]) -> None:
        """Take back what was said of texts that are red no more."""
        if self._told is not None:
            messages, path = self._told
            for one in words:
                messages.solved(NOT_SAVED + one, path)

    def _last(self) -> Refusal | None:
        """The text in red after which no other step was made."""
        found = [one for one in self.all if one.alone]
        return found[-1] if found and found[-1].depth >= len(self._session.history) else None
