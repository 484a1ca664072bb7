"""A small button with a text, and a check box."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QPushButton

from rvs.words import tr


def chip(text: str, tip: str, run: Callable[[], object]) -> QPushButton:
    """Return a small button with a tool tip."""
    button = QPushButton(text)
    button.setObjectName("Chip")
    button.setToolTip(tip)
    button.clicked.connect(lambda _=False: run())
    return button


def page_chip(text: str) -> QPushButton:
    """Return a small button that shows one of several pages."""
    button = QPushButton(text)
    button.setObjectName("Chip")
    button.setCheckable(True)
    button.setAccessibleName(tr("Show {text}", text.lower()))
    button.setToolTip(tr("Show {text} below", text.lower()))
    return button


def check(text: str, tip: str) -> QCheckBox:
    """Return a check box with a tool tip."""
    box = QCheckBox(text)
    box.setToolTip(tip)
    return box
