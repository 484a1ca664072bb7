"""Panels called for by name."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QMainWindow


def toggle(window: QMainWindow, name: str) -> bool:
    """Show a panel, in front of those it shares a place with, or hide it; tell whether it shows."""
    dock = window.findChild(QDockWidget, name)
    if dock is None:
        return False
    shown = dock.isVisible() and not dock.visibleRegion().isEmpty()
    dock.setVisible(not shown)
    dock.raise_()
    return not shown
