"""Work in a panel that is not in a document, such as the text of a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Draft:
    """A text that is listed, asked about and recovered like other work.

    Attributes:
        name: Key for recovery.
        save: Saves it, asking for a name if necessary; returns whether it is saved.
        restore: Restores a text.
        kept: The text in its file, or empty.
        named: Its files have their names, so that Save asks for none.
    """

    named = False

    def __init__(
        self,
        name: str,
        words: str,
        said: Callable[[], str],
        save: Callable[[], bool],
        restore: Callable[[str], None],
    ) -> None:
        self.name, self.save, self.restore = name, save, restore
        self.kept = ""
        self._words, self._said = words, said

    @property
    def words(self) -> str:
        """Displayed name."""
        return self._words

    @property
    def text(self) -> str:
        """The current text, or nothing if it is blank."""
        text = self._said()
        return text if text.strip() else ""

    @property
    def unsaved(self) -> bool:
        """Return whether it has contents that are in no file."""
        return bool(self.text) and self.text != self.kept


class Drafts:
    """All drafts of a window."""

    def __init__(self) -> None:
        self.all: list[Draft] = []

    def add(self, draft: Draft) -> None:
        """Add a draft."""
        self.all.append(draft)

    @property
    def unsaved(self) -> list[Draft]:
        """Drafts with contents that are in no file."""
        return [one for one in self.all if one.unsaved]

    @property
    def texts(self) -> dict[str, str]:
        """Texts to restore after a crash, by name."""
        return {one.name: one.text for one in self.unsaved}

    def restore(self, texts: Mapping[str, str]) -> None:
        """Restore the drafts cut off by a crash."""
        for one in self.all:
            if one.name in texts:
                one.restore(texts[one.name])
