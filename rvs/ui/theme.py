"""Light and dark: palette, font and style sheet of the whole window from one table of colours."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from rvs.model.appearance.colors import SCENE, WINDOW, SceneColors, WindowColors
from rvs.ui.settings import Settings
from rvs.ui.stylesheet import SHEET

CAPTION, SECONDARY, BODY, NAME = 11, 12, 13, 14


class Theme(QObject):
    """Provides the current colours; ``changed`` reports every change."""

    changed = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.dark = False
        self.colors: WindowColors = WINDOW["light"]
        style = QGuiApplication.styleHints()
        style.colorSchemeChanged.connect(self.refresh)
        if hasattr(style, "accessibility"):
            style.accessibility().contrastPreferenceChanged.connect(self.refresh)
        settings.changed.connect(self.refresh)
        self._dress()

    @property
    def axes(self) -> SceneColors:
        """Colours of axes on panels, equal to those of the scene in the same theme."""
        return SCENE["dark" if self.dark else "light"]

    def refresh(self) -> None:
        """Follow the preferences and the desktop."""
        if self._wanted() is not self.colors:
            self._dress()
            self.changed.emit()

    def _wanted(self) -> WindowColors:
        theme = self._settings.preferences.theme
        if theme == "contrast" or (theme == "system" and wants_contrast()):
            return WINDOW["contrast"]
        return WINDOW["dark" if wants_dark(theme) else "light"]

    def _dress(self) -> None:
        self.colors = self._wanted()
        self.dark = self.colors is WINDOW["dark"]
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        sheet = style_sheet(self.colors)
        # To set it again would restyle every widget, even with what it wears.
        if application.styleSheet() != sheet:
            application.setPalette(palette(self.colors))
            application.setStyleSheet(sheet)


def wants_contrast() -> bool:
    """Return whether the desktop requests high contrast; Qt reports it from 6.10 on."""
    style = QGuiApplication.styleHints()
    if not hasattr(style, "accessibility"):
        return False
    hints = style.accessibility()  # dies with ``style``
    return bool(hints.contrastPreference() == Qt.ContrastPreference.HighContrast)


def wants_dark(theme: str) -> bool:
    """Return whether the theme ``light``, ``dark`` or ``system`` is currently dark."""
    if theme == "system":
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return theme == "dark"


def font(size: int = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the platform's font with figures of equal width.

    Args:
        size: Height in logical pixels.
        weight: Its weight.
    """
    made = QFont(QGuiApplication.font())
    made.setPixelSize(size)
    made.setWeight(weight)
    made.setFeature(QFont.Tag.fromString("tnum"), 1)
    return made


def palette(colors: WindowColors) -> QPalette:
    """Return the palette of a window."""
    made = QPalette()
    role = QPalette.ColorRole
    for target, color in (
        (role.Window, colors.panel),
        (role.WindowText, colors.text),
        (role.Base, colors.raised),
        (role.AlternateBase, colors.sunken),
        (role.Text, colors.text),
        (role.PlaceholderText, colors.text_3),
        (role.Button, colors.raised),
        (role.ButtonText, colors.text),
        (role.BrightText, colors.limit),
        (role.Highlight, colors.accent),
        (role.HighlightedText, colors.on_accent),
        (role.ToolTipBase, colors.raised),
        (role.ToolTipText, colors.text),
        (role.Link, colors.accent_text),
        (role.Mid, colors.line_strong),
        (role.Midlight, colors.line),
    ):
        made.setColor(target, QColor(color))
    for target in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, target, QColor(colors.line_strong))
    return made


def style_sheet(colors: WindowColors) -> str:
    """Return the style sheet of the whole application."""
    names = {name: value for name, value in asdict(colors).items() if isinstance(value, str)}
    return Template(SHEET).substitute(names)
