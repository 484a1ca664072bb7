"""Light and dark: palette, font and style sheet of the whole window from one table of colours.

Labels and tool tips show their text literally, as names of robots and objects may look like HTML.
A label with the program's HTML has the property ``rich``.
"""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from rvs.model.appearance.colors import SCENE, WINDOW, SceneColors, WindowColors
from rvs.ui.settings import Settings

SHEET = """
* { outline: 0; }
QMainWindow { background: $window; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QLabel, QToolTip { qproperty-textFormat: PlainText; }
QLabel[rich="true"] { qproperty-textFormat: RichText; }
QMessageBox QLabel { qproperty-textFormat: AutoText; }
QToolTip { background: $raised; color: $text; border: 1px solid $line_strong; padding: 4px 6px; }

QMenuBar { background: $window; color: $text; padding: 3px 14px 1px 14px; }
QMenuBar::item { background: transparent; padding: 4px 10px; border-radius: 6px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; color: $text; border: 1px solid $line; padding: 4px;
    menu-scrollable: 1; }
QMenu::item { padding: 5px 28px 5px 10px; border-radius: 6px; }
QMenu::item:selected { background: $accent_soft; color: $accent_text; }
QMenu::item:disabled { color: $text_3; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QToolBar { background: $window; border: 0; border-bottom: 1px solid $line; padding: 7px 8px;
    spacing: 4px; }
QToolBar::separator { background: $line; width: 1px; margin: 6px 6px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 0; color: $text_2; }
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $line; }
QToolButton:checked { background: $accent_soft; color: $accent_text; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton::menu-indicator { image: none; }
QToolBar > QToolButton { min-width: 30px; min-height: 30px; max-height: 30px; }
QToolButton[filled="true"] { background: $accent; color: $on_accent; font-weight: 600;
    padding: 0 14px; }
QToolButton[filled="true"]:hover { background: $accent_text; }
QToolButton[filled="true"]:focus { border: 2px solid $text; }
QToolButton[overlay="true"] { background: $panel; color: $text; border: 1px solid $line;
    padding: 0 10px; font-size: 12px; }
QToolButton[overlay="true"]:hover { background: $hover; }
QToolButton[overlay="true"]:focus { border: 1px solid $accent; }

QToolBar#recovery { background: $accent_soft; padding: 4px 0; }
#RecoveryWords { color: $text; background: transparent; font-weight: 500; }
#ViewChip { background: $panel; color: $text; border: 1px solid $line; border-radius: 6px;
    padding: 0 10px; font-size: 12px; font-weight: 500; }
#ViewChip[state="warn"] { color: $warn; border: 1px solid $warn; }

#ViewBar { background: $panel; border: 1px solid $line; border-radius: 8px; }
#ViewBar QLabel { background: transparent; }
#BarValue { color: $text; font-weight: 600; font-size: 13px; }
#NoteEditor { border: 2px solid $accent; }

QDockWidget { color: $text; }
#DockHeader, #DockFoot, #DockBody, QScrollArea, #ScrollBody { background: $panel; border: 0; }
#DockHeader { border-bottom: 1px solid $line; }
#DockFoot { border-top: 1px solid $line; }
#DockTitle { color: $text; font-weight: 600; }
#DockSubtitle, #Secondary { color: $text_2; font-size: 12px; }
#Caption { color: $text_3; font-size: 11px; }
#Accent { color: $accent_text; }

QLineEdit { background: $raised; color: $text; border: 1px solid $line; border-radius: 6px;
    padding: 0 8px; selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:hover { border-color: $line_strong; }
QLineEdit:focus { border: 2px solid $accent; padding: 0 7px; }
QLineEdit:read-only { background: $panel; }
QLineEdit:disabled { background: $sunken; color: $text_3; }
QLineEdit[state="warn"] { border: 1px solid $warn; }
QLineEdit[state="warn"]:focus { border: 2px solid $warn; }
QLineEdit[state="invalid"], QLineEdit[state="invalid"]:focus { border: 2px solid $limit;
    color: $limit; padding: 0 7px; }

QPushButton { background: $raised; color: $text; border: 1px solid $line_strong;
    border-radius: 6px; padding: 5px 8px; min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 7px; }
QPushButton#Chip { border-radius: 12px; border: 1px solid $line; padding: 0 10px; min-height: 22px;
    max-height: 22px; font-size: 12px; color: $text_2; background: $panel; }
QPushButton#Chip:hover { background: $hover; }
QPushButton#Chip:checked { background: $accent_soft; color: $accent_text;
    border-color: $accent_soft; }
QPushButton#Chip:focus { border: 1px solid $accent; }
QPushButton#Chip::menu-indicator { image: none; width: 0; }

QListView, QTreeView, QTableView, QPlainTextEdit, QTextBrowser { background: $panel; color: $text;
    border: 0; selection-background-color: $accent_soft; selection-color: $accent_text; }
QListView::indicator:unchecked, QTreeView::indicator:unchecked, QCheckBox::indicator:unchecked,
QRadioButton::indicator:unchecked { background: $raised; border: 1px solid $text_3;
    border-radius: 3px; width: 12px; height: 12px; }
QRadioButton::indicator:unchecked { border-radius: 7px; }
QTreeView::item { min-height: 28px; border: 0; }
QTreeView::item:hover { background: $hover; }
QTreeView::item:selected { background: $accent_soft; color: $accent_text; }
QHeaderView::section { background: $panel; color: $text_3; border: 0; padding: 4px 16px 4px 4px;
    border-bottom: 1px solid $line; font-size: 11px; }
#Steps QHeaderView::section { padding: 4px 8px; }
#Steps QHeaderView, #Steps QTableCornerButton::section { background: $panel; border: 0; }
#Steps QTableCornerButton::section { border-bottom: 1px solid $line; }
#Steps QLineEdit { border-radius: 0; padding: 0 6px; }
#Solutions QHeaderView::section { padding: 4px 6px; }
#Solutions::item { padding: 0 6px; }
#DhTable { background: $panel; border-top: 1px solid $line; }
#DhTable QHeaderView { background: $panel; }
#DhTable QHeaderView::section { padding: 0 8px; color: $text_2; border: 0;
    border-right: 1px solid $line; border-bottom: 1px solid $line; }
#DhTable[small="true"] QHeaderView::section { padding: 0 4px; }
#DhTable QHeaderView::section:vertical { padding: 0 4px; min-width: 26px; color: $text_3; }
#DhTable QHeaderView::section:vertical:checked { color: $accent_text; background: $accent_soft; }
#DhTable QTableCornerButton::section { background: $panel; border: 0;
    border-right: 1px solid $line; border-bottom: 1px solid $line; }
QLineEdit#CellField, QLineEdit#CellField:focus { border: 2px solid $accent; border-radius: 0;
    padding: 0 5px; }
QLineEdit#CellField[state="invalid"], QLineEdit#CellField[state="invalid"]:focus {
    border: 2px solid $limit; color: $limit; }
QPushButton#StepRow { border: 1px solid transparent; border-radius: 6px; padding: 0;
    min-height: 24px; text-align: left; background: transparent; }
QPushButton#StepRow:hover { background: $hover; }
QPushButton#StepRow:checked { background: $accent_soft; }
QPushButton#StepRow:focus { border: 2px solid $accent; }
QSlider::groove:horizontal { background: $track; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $raised; border: 2px solid $accent; width: 10px;
    height: 10px; margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:focus { background: $accent; }
QToolButton#PlayButton { background: $accent; border: 0; border-radius: 16px; }
QToolButton#PlayButton:hover { background: $accent_text; }
QToolButton#PlayButton:focus { border: 2px solid $text; }
#PlayTime { color: $text; font-weight: 600; }
#PlotMark { background: $text_3; }
QToolButton#LegendButton { color: $text_2; font-size: 12px; padding: 0 2px; }
QToolButton#LegendButton:checked { color: $accent_text; font-weight: 600; }
#PartTitle { color: $text; font-size: 12px; font-weight: 600; }
QToolButton[field="true"], QComboBox { background: $raised; color: $text;
    border: 1px solid $line; border-radius: 6px; padding: 0 8px; }
QToolButton[field="true"]:hover, QComboBox:hover { border-color: $line_strong; }
QToolButton[field="true"]:focus, QComboBox:focus { border: 2px solid $accent; padding: 0 7px; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; padding: 4px;
    selection-background-color: $accent_soft; selection-color: $accent_text; }
QToolButton[jog="true"], QToolButton[jog="true"]:focus { padding: 0 1px; }
QPushButton:disabled, QComboBox:disabled, QToolButton[field="true"]:disabled {
    background: $sunken; color: $text_3; border-color: $line; }
QCheckBox:disabled { color: $text_3; }
QPushButton[filled="true"] { background: $accent; color: $on_accent; border-color: $accent;
    font-weight: 600; }
QPushButton[filled="true"]:hover { background: $accent_text; }
QPushButton[filled="true"]:disabled { background: $track; color: $text_3; border-color: $track; }
QMainWindow > QTabBar { background: $panel; }
QMainWindow > QTabBar::tab { background: transparent; color: $text_2; padding: 5px 8px;
    border: 0; border-bottom: 2px solid transparent; }
QMainWindow > QTabBar::tab:selected { color: $accent_text; border-bottom-color: $accent; }
QMainWindow > QTabBar::tab:hover { background: $hover; }
QPlainTextEdit { border: 1px solid $line; border-radius: 6px; padding: 6px; background: $raised; }
QDialog { background: $panel; }
#Palette { background: $raised; border: 1px solid $line_strong; border-radius: 10px; }
#Palette QListView { background: $raised; }
#ExamplesStrip { background: $panel; border-top: 1px solid $line; }
#ExamplesStrip QListView, #gallery QListView { background: transparent; }
#ExamplesStrip QToolButton[link="true"] { color: $accent_text; padding: 0 4px; }
#help_window QSplitter::handle { background: $line; width: 1px; }
QToolButton#StyleButton { border: 1px solid $line; border-radius: 8px; padding: 4px;
    font-size: 11px; background: $raised; }
QToolButton#StyleButton:hover { background: $hover; }
QToolButton#StyleButton:checked { border: 2px solid $accent; padding: 3px; }
QToolButton#StyleButton:focus { border: 2px solid $text; padding: 3px; }
#figure_window { background: $window; }
#Rule { background: $line; }
QListWidget#Boxed { border: 1px solid $line; border-radius: 6px; padding: 3px; }
QProgressBar { background: $line; border: 0; }
QProgressBar::chunk { background: $accent; }
#Gallery { background: $panel; border: 1px solid $line; border-radius: 8px; padding: 8px;
    font-size: 12px; }
#Gallery::item { border: 1px solid transparent; border-radius: 8px; padding: 4px; margin: 3px;
    color: $text; }
#Gallery::item:hover { background: $hover; }
#Gallery::item:selected { background: $accent_soft; border-color: $accent; color: $accent_text; }
QCheckBox { color: $text; spacing: 8px; }
QCheckBox:focus { color: $accent_text; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line_strong; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: $text_3; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QStatusBar { background: $window; color: $text_2; border-top: 1px solid $line; min-height: 27px;
    max-height: 27px; }
QStatusBar::item { border: 0; }
#Conventions, #Said { color: $text; font-weight: 500; font-size: 12px; }
#StatusNote { color: $text_3; font-size: 11px; }
"""


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
