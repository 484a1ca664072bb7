"""The help window: contents and search on the left, the page on the right."""

from __future__ import annotations

import re
from html import escape
from textwrap import fill

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QTextDocument, QTextOption
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.ui.desk import Desk
from rvs.ui.help import links
from rvs.ui.help.pages import INDEX, library
from rvs.ui.help.search import Hit, asked, whole_index
from rvs.ui.help.view import PageView
from rvs.ui.icons import icon
from rvs.ui.theme import BODY, CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import vbox
from rvs.ui.widgets.screen_fit import resize_on_screen, screen_area
from rvs.value_class import dataclass
from rvs.words import tr

Index = QModelIndex | QPersistentModelIndex

ROW, INSET, RADIUS = 84, 10, 6


class HitPainter(QStyledItemDelegate):
    """Draws a row with a hit and the search words."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors = self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = option.rect.adjusted(0, 1, 0, -1)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft))
            painter.drawRoundedRect(QRectF(row), RADIUS, RADIUS)
        document = self._document(index, row.width() - 2 * INSET)
        painter.translate(row.left() + INSET, row.top() + 5)
        painter.setClipRect(QRectF(0, 0, row.width() - 2 * INSET, ROW - 10))
        document.drawContents(painter)
        painter.restore()

    def _document(self, index: Index, width: float) -> QTextDocument:
        hit, wanted = index.data(Qt.ItemDataRole.UserRole)
        colors, section = self._theme.colors, hit.section
        page = "" if section.level == 1 else section.page_title
        made = QTextDocument()
        made.setDocumentMargin(0)
        made.setDefaultFont(font(SECONDARY))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        made.setDefaultTextOption(option)
        made.setTextWidth(width)
        strong = f"color:{colors.accent_text};font-weight:600"
        made.setHtml(
            f"<div style='color:{colors.text};font-size:{BODY}px;font-weight:600'>"
            f"{escape(section.title)}</div>"
            f"<div style='color:{colors.text_3};font-size:{CAPTION}px'>{escape(page)}</div>"
            f"<div style='color:{colors.text_2}'>{marked(hit.snippet, wanted, strong)}</div>"
        )
        return made


def marked(text: str, words: tuple[str, ...], style: str) -> str:
    """Return a text as HTML with a style for some words, found by their beginnings."""
    if not words:
        return escape(text)
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, words)) + r")\w*", re.IGNORECASE)
    pieces, end = [], 0
    for match in pattern.finditer(text):
        pieces += [escape(text[end : match.start()]), f"<span style='{style}'>", escape(match[0])]
        pieces.append("</span>")
        end = match.end()
    return "".join((*pieces, escape(text[end:])))


SIZE, LEFT, BUTTON = QSize(1040, 720), 290, 30
PLACE = Qt.ItemDataRole.UserRole
HIT = Qt.ItemDataRole.UserRole
# Longest line of a tool tip, in letters.
TIP = 80
REST_MS, SHOWN_MS = 150, 6000


@dataclass(frozen=True, slots=True)
class Visit:
    """A visited position: page, heading, and scroll position."""

    page: str
    anchor: str
    scrolled: int | None = None


class HelpWindow(QMainWindow):
    """A window that opens next to the main window and closes with it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, Qt.WindowType.Window)
        self.setObjectName("help_window")
        self.setWindowTitle("RVS Help")
        resize_on_screen(self, SIZE)
        self._desk, self._theme = desk, desk.theme
        self._pages = library()
        self._index = whole_index()
        self._visits: list[Visit] = []
        self._at = -1
        self._previews = False
        # Pages are shown when typing rests; the list follows each key.
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._show_hit)
        self.search = SearchField("Search the help", self._theme)
        self.tree = QTreeWidget()
        self._items: dict[str, QTreeWidgetItem] = {}
        self.hits = QListWidget()
        self.left = QStackedWidget()
        self.view = PageView(self._pages, desk.theme)
        self.back, self.forward, self.home = (QToolButton() for _ in range(3))
        self._fill_tree()
        self._arrange()
        self._connect()
        self.go(INDEX)
        place = self.frameGeometry()
        place.moveCenter(screen_area(desk.window).center())
        self.move(place.topLeft())
        self.search.setFocus()

    def go(self, page: str, anchor: str = "") -> bool:
        """Show a page at a heading; return whether the page exists."""
        found = self._pages.page(page)
        if found is None:
            return False
        self._leave()
        # What was only looked at on the way through a list of hits is not a place to go back to.
        self._at += not self._previews
        self._visits[self._at :] = [Visit(page, anchor)]
        self._previews = False
        self.view.show_page(found, anchor, asked(self.search.text()))
        self._mark()
        return True

    def go_about(self, panel: str) -> bool:
        """Show the text about a panel; return whether there is one."""
        section = self._pages.about(panel)
        self.search.clear()
        return section is not None and self.go(section.page, section.anchor)

    def step(self, by: int) -> None:
        """Go back (-1) or forward (1) among the visited positions."""
        if not 0 <= self._at + by < len(self._visits):
            return
        self._leave()
        self._at += by
        visit = self._visits[self._at]
        page = self._pages.page(visit.page)
        assert page is not None
        self.view.show_page(page, visit.anchor, asked(self.search.text()))
        if visit.scrolled is not None:
            self.view.verticalScrollBar().setValue(visit.scrolled)
        self._mark()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys select results during typing."""
        if watched is self.search and isinstance(event, QKeyEvent) and self.hits.count():
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            if event.type() == QEvent.Type.KeyPress and event.key() in steps:
                row = self.hits.currentRow() + steps[Qt.Key(event.key())]
                self.hits.setCurrentRow(row % self.hits.count())
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _leave(self) -> None:
        if self._at >= 0:
            now = self._visits[self._at]
            scrolled = self.view.verticalScrollBar().value()
            self._visits[self._at] = Visit(now.page, now.anchor, scrolled)

    def _fill_tree(self) -> None:
        for chapter, names in self._pages.contents:
            top = QTreeWidgetItem([chapter])
            top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            worn = top.font(0)
            worn.setBold(True)
            top.setFont(0, worn)
            self.tree.addTopLevelItem(top)
            top.setExpanded(True)
            for name in names:
                top.addChild(self._page_item(name))

    def _page_item(self, name: str) -> QTreeWidgetItem:
        page = self._pages.page(name)
        assert page is not None
        item = QTreeWidgetItem([page.title])
        item.setData(0, PLACE, (name, ""))
        self._items[name] = item
        for section in page.sections:
            if section.level == 2:
                inner = QTreeWidgetItem([section.title])
                inner.setData(0, PLACE, (name, section.anchor))
                item.addChild(inner)
        return item

    def _arrange(self) -> None:
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(14)
        self.tree.setAccessibleName("Contents")
        self.hits.setAccessibleName("Search results")
        self.hits.setItemDelegate(HitPainter(self._theme, self.hits))
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hits.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._nothing = named_label("Secondary", "No results.")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        for widget in (self.tree, self.hits, self._nothing):
            self.left.addWidget(widget)
        side = QWidget()
        side.setObjectName("ScrollBody")
        vbox(self._make_bar(), self.search, (self.left, 1), edges=(8, 10, 8, 8), of=side)
        split = QSplitter()
        split.addWidget(side)
        split.addWidget(self.view)
        split.setSizes([LEFT, SIZE.width() - LEFT])
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        self.setCentralWidget(split)

    def _make_bar(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        for button, words_, keys in (
            (self.back, "Back", "Alt+Left"),
            (self.forward, "Forward", "Alt+Right"),
            (self.home, "Contents", "Alt+Home"),
        ):
            button.setFixedSize(BUTTON, BUTTON)
            button.setShortcut(QKeySequence(keys))
            button.setAccessibleName(words_)
            shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{tr(words_)} ({shown})")
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self.step(-1))
        self.forward.clicked.connect(lambda: self.step(1))
        self.home.clicked.connect(self._go_home)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        self.search.returnPressed.connect(self._enter)
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        self.hits.currentItemChanged.connect(lambda: self._rest.start())
        self.hits.itemClicked.connect(self._show_hit)
        self.view.wanted.connect(self._follow)
        self.view.commanded.connect(lambda link: links.follow(self._desk, link))
        self._theme.changed.connect(self._tint)
        self._tint()

    def _go_home(self) -> None:
        self.search.clear()
        self.go(INDEX)

    def _choose(self, item: QTreeWidgetItem) -> None:
        place = item.data(0, PLACE)
        if place:
            self.go(*place)
        else:
            item.setExpanded(not item.isExpanded())

    def _find(self, text: str) -> None:
        self.hits.clear()
        for hit in self._index.find(text):
            self.hits.addItem(self._hit_item(hit, asked(text)))
        shown = self.tree if not text.strip() else self.hits if self.hits.count() else self._nothing
        self.left.setCurrentWidget(shown)
        if self.hits.count():
            self.hits.setCurrentRow(0)
        else:
            self.view.mark(())

    def _follow(self, page: str, anchor: str) -> None:
        if not self.go(page, anchor):
            self.statusBar().showMessage(tr("{page} is not a page of the help", page), SHOWN_MS)

    def _enter(self) -> None:
        """Go to the selection and give it the focus for reading."""
        self._rest.stop()
        self._show_hit()
        self._previews = False
        self.view.setFocus()

    def _hit_item(self, hit: Hit, wanted: tuple[str, ...]) -> QListWidgetItem:
        item = QListWidgetItem(hit.section.title)
        item.setData(HIT, (hit, wanted))
        item.setToolTip(fill(hit.snippet, TIP))
        said = f"{hit.section.title}, {hit.section.page_title}. {hit.snippet}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        return item

    def _show_hit(self) -> None:
        item = self.hits.currentItem()
        if item is not None and self.left.currentWidget() is self.hits:
            section = item.data(HIT)[0].section
            self.go(section.page, section.anchor)
            self._previews = True

    def _mark(self) -> None:
        """Mark the open page in the contents, and update the navigation buttons."""
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at + 1 < len(self._visits))
        now = self._visits[self._at]
        item = self._items.get(now.page)
        if item is None:
            self.tree.clearSelection()
        else:
            self.tree.setCurrentItem(item)

    def _tint(self) -> None:
        colors = self._theme.colors
        self.back.setIcon(icon("previous", colors, 16))
        self.forward.setIcon(icon("next", colors, 16))
        self.home.setIcon(icon("home", colors, 16))
        self.hits.viewport().update()
