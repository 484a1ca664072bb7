"""Work that stands in a panel and in no document, such as the text of a path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Draft(Protocol):
    """What a panel keeps by itself; each is listed, asked about and recovered like all else."""

    @property
    def draft_name(self) -> str:
        """What recovery knows it by."""

    @property
    def draft_words(self) -> str:
        """What people call it."""

    @property
    def draft_text(self) -> str:
        """All that is needed to bring it back; empty while there is nothing."""

    @property
    def draft_saved(self) -> bool:
        """Whether a file says just this."""

    def draft_save(self) -> bool:
        """Save it, asking for a name if need be; tell whether it is saved."""

    def draft_restore(self, text: str) -> None:
        """Bring it back."""


class Drafts:
    """All drafts of a window."""

    def __init__(self) -> None:
        self.all: list[Draft] = []

    def add(self, draft: Draft) -> None:
        """List one more."""
        self.all.append(draft)

    @property
    def unsaved(self) -> list[Draft]:
        """Those that hold something that no file says."""
        return [one for one in self.all if one.draft_text and not one.draft_saved]

    @property
    def texts(self) -> dict[str, str]:
        """What has to be brought back after a crash, by name."""
        return {one.draft_name: one.draft_text for one in self.unsaved}

    def restore(self, texts: Mapping[str, str]) -> None:
        """Bring back what a crash has cut off."""
        for one in self.all:
            if one.draft_name in texts:
                one.draft_restore(texts[one.draft_name])
