"""The sheet of keys: every shortcut of the window by menu, in columns, with a search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QTextBrowser

from rvs.ui.desk import Desk
from rvs.ui.theme import BODY, SECONDARY
from rvs.ui.view.navigation import NAVIGATION
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.layouts import vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen
from rvs.words import begun, tr

SIZE, COLUMN, MOST_COLUMNS = QSize(1020, 690), 300, 3
HEAD_ROWS = 2
_DIGITS = re.compile(r"(?<!\d)\d++$")
# Keys that widgets take themselves, by where they work; actions are in their table.
IN_PLACE: dict[str, tuple[tuple[str, str], ...]] = {
    "In the view": (
        ("Orbit", "Arrows"),
        ("Pan", "Shift+Arrows"),
        ("Zoom", "+, −"),
        ("Show everything", "Home"),
        ("Cancel the drag, clear the selection", "Esc"),
        ("Drag in steps", "Ctrl"),
    ),
    "On a joint slider": (
        ("One step, with Shift a tenth", "Left, Right"),
        ("Ten steps", "PgUp, PgDown"),
        ("To a limit", "Home, End"),
    ),
    "In the figure window": (
        ("Save the file", "Ctrl+S"),
        ("Copy it", "Ctrl+Shift+C"),
        ("Save as named figure", "Ctrl+K"),
        ("Draw now", "F5"),
        ("Whole figure, zoom", "0, +, −"),
        ("Rename or delete a named figure", "F2, Del"),
        ("Move a named figure up or down", "Alt+Up, Alt+Down"),
    ),
}


class Listed(Protocol):
    """Properties of an action in the sheet."""

    @property
    def text(self) -> str: ...
    @property
    def keys(self) -> tuple[str, ...]: ...


Sections = Mapping[str, Sequence[Listed]]
Rows = list[tuple[str, str]]


class KeysSheet(ScreenDialog):
    """A window that stays open; typing filters the rows."""

    def __init__(self, desk: Desk, sections: Sections) -> None:
        super().__init__(desk.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keys_sheet")
        self.setWindowTitle("Keyboard shortcuts")
        resize_on_screen(self, SIZE)
        self._desk, self._sections = desk, sections
        self._columns = 0
        self.search = SearchField("Search actions and keys", desk.theme)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Keyboard shortcuts")
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        vbox(self.search, self.text, edges=(16, 16, 8, 8), of=self)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        desk.theme.changed.connect(self._fill)
        self.search.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys scroll during typing."""
        scrolling = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if isinstance(event, QKeyEvent) and event.key() in scrolling:
            if event.type() == QEvent.Type.KeyPress:
                self.text.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = min(max(self.width() // COLUMN, 1), MOST_COLUMNS)
        if columns != self._columns:
            self._columns = columns
            self._fill()

    def _fill(self) -> None:
        groups = keys_rows(self._desk, self._sections)
        shown = filtered(groups, self.search.text())
        self.text.setHtml(keys_html(self._desk, shown, max(self._columns, 1)))


def keys_rows(desk: Desk, sections: Sections) -> dict[str, Rows]:
    """Return the sheet by groups: actions, and keys in the notation of this system."""
    navigation = NAVIGATION[desk.settings.preferences.navigation]
    pieces = (piece.strip() for piece in navigation.hint.split(", "))
    rows: dict[str, Rows] = {
        title: folded([(e.text.rstrip("…"), _shown(e.keys)) for e in entries if e.keys])
        for title, entries in sections.items()
    }
    rows |= {title: list(pairs) for title, pairs in IN_PLACE.items()}
    rows[tr("Mouse ({title})", navigation.title)] = [(begun(piece), "") for piece in pieces]
    return {title: group for title, group in rows.items() if group}


def folded(rows: Rows) -> Rows:
    """Return rows with runs such as *Bookmark 1* to *Bookmark 9* combined."""
    runs: list[Rows] = []
    for row in rows:
        if runs and _DIGITS.search(row[0]) and _named(runs[-1][-1]) == _named(row):
            runs[-1].append(row)
        else:
            runs.append([row])
    return [run[0] if len(run) == 1 else _folded(run[0], run[-1]) for run in runs]


def _named(row: tuple[str, str]) -> tuple[str, str]:
    return _DIGITS.sub("", row[0]), _DIGITS.sub("", row[1])


def _folded(first: tuple[str, str], last: tuple[str, str]) -> tuple[str, str]:
    end = _DIGITS.search(last[0])
    return tr("{first} to {end}", first[0], end[0] if end else last[0]), tr(
        "{first} to {last}", first[1], last[1]
    )


def filtered(groups: Mapping[str, Rows], text: str) -> dict[str, Rows]:
    """Return the rows with every word of a text in their group, action or keys."""
    words = text.casefold().split()
    kept = {
        title: [
            row for row in rows if all(w in f"{title} {row[0]} {row[1]}".casefold() for w in words)
        ]
        for title, rows in groups.items()
    }
    return {title: rows for title, rows in kept.items() if rows}


def keys_html(desk: Desk, groups: Mapping[str, Rows], columns: int) -> str:
    """Return the sheet in this number of columns of nearly equal height."""
    if not groups:
        return f"<p style='color:{desk.theme.colors.text_2}'>{tr('No shortcut found.')}</p>"
    stacks = balanced({title: len(rows) + HEAD_ROWS for title, rows in groups.items()}, columns)
    width = f"{100 // columns}%"
    cells = (
        f"<td width='{width}' valign='top' style='padding-right:28px'>"
        + "".join(_group(desk, title, groups[title]) for title in stack)
        + "</td>"
        for stack in stacks
    )
    return f"<table width='100%' cellspacing='0'><tr>{''.join(cells)}</tr></table>"


def balanced(heights: Mapping[str, int], columns: int) -> list[list[str]]:
    """Distribute groups into columns of nearly equal height, the tallest groups first.

    Args:
        heights: Height of each group, in reading order.
        columns: Number of columns.
    """
    order = list(heights)
    stacks: list[list[str]] = [[] for _ in range(columns)]
    filled = [0] * columns
    for name in sorted(order, key=lambda name: -heights[name]):
        lowest = filled.index(min(filled))
        stacks[lowest].append(name)
        filled[lowest] += heights[name]
    read = [sorted(stack, key=order.index) for stack in stacks]
    return sorted(read, key=lambda stack: order.index(stack[0]) if stack else len(order))


def _group(desk: Desk, title: str, rows: Rows) -> str:
    colors = desk.theme.colors
    head = f"margin:14px 0 4px 2px;color:{colors.text};font-size:{BODY}px;font-weight:600"
    lines = "".join(_row(row, colors.text, colors.text_2) for row in rows)
    table = f"<table width='100%' cellspacing='0' cellpadding='2'>{lines}</table>"
    return f"<p style='{head}'>{escape(title)}</p>{table}"


def _row(row: tuple[str, str], strong: str, weak: str) -> str:
    text, keys = row
    style = f"font-size:{SECONDARY}px"
    said = f"<td style='color:{weak};{style}'>{escape(text)}</td>"
    if not keys:
        return f"<tr>{said}</tr>"
    pressed = f"color:{strong};{style};font-weight:600;white-space:pre"
    return f"<tr>{said}<td align='right' style='{pressed}'>{escape(keys)}</td></tr>"


def _shown(keys: Sequence[str]) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return " or ".join(QKeySequence(each).toString(native) for each in keys)
