"""A note of assumptions behind times, with links to the missing values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from PySide6.QtWidgets import QLabel

from rvs.model.motions.rates import MOTORS, TOOL
from rvs.words import tr

# What the places are called in the sentences, by their links.
PLACES = {"motors": MOTORS, "tool": TOOL}


class AssumedNote(QLabel):
    """Visible only if there are assumptions.

    Args:
        enter: Opens the location of each link, by the keys of ``PLACES``.
    """

    def __init__(self, enter: Mapping[str, Callable[[], object]]) -> None:
        super().__init__()
        self.setObjectName("Secondary")
        self.setWordWrap(True)
        # It holds links; labels are plain text otherwise.
        self.setProperty("rich", True)
        self.linkActivated.connect(lambda link: enter[link]())
        self.hide()

    def say(self, words: str) -> None:
        """Show sentences, or hide without assumptions."""
        html = escape(words, quote=False)
        for link, name in PLACES.items():
            # Some sentences are in English, such as those of the time line.
            for shown in {name, tr(name)}:
                html = html.replace(shown, f'<a href="{link}">{shown}</a>')
        self.setText(html)
        self.setVisible(bool(words))
