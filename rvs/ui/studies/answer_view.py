"""An answer in a page: sentences, buttons, table, plots and notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from rvs.export.report.values import Contents
from rvs.export.tables.table import Table
from rvs.model.calls import Offer
from rvs.ui.theme import SECONDARY, Theme, font
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox, holding, vbox
from rvs.ui.widgets.plot_picture import PlotPicture
from rvs.value_class import dataclass
from rvs.words import tr

ROW, MOST_ROWS = 22, 12
Side = Qt.AlignmentFlag


@dataclass(frozen=True, eq=False)
class Shown:
    """An answer with its contents for a page, computed in the background.

    Attributes:
        answer: The answer.
        contents: Its sentences, table and plots.
        offers: Edits.
    """

    answer: Any
    contents: Contents
    offers: tuple[Offer, ...]


class AnswerTable(QTableWidget):
    """Rows of texts, which scroll if they are many or wide; Ctrl+C copies the selected ones."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        del theme
        self.setObjectName("DhTable")
        self.setProperty("small", True)
        self.setAccessibleName("Table of the answer")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setFont(font(SECONDARY))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setFixedHeight(ROW + 2)
        header.setFont(font(SECONDARY))
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self._table: Table | None = None

    def show_table(self, table: Table) -> None:
        """Show a table."""
        self._table = table
        self.clear()
        self.scrollToTop()
        self.setRowCount(len(table.rows))
        self.setColumnCount(len(table.headings))
        self.clearSpans()
        for row, texts in enumerate((table.headings, *map(_shifted, table.rows)), -1):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                right = table.sides[column : column + 1] == "r"
                item.setTextAlignment(
                    Side.AlignVCenter | (Side.AlignRight if right else Side.AlignLeft)
                )
                if row < 0:
                    self.setHorizontalHeaderItem(column, item)
                    continue
                self.setItem(row, column, item)
                if text and table.rows[row][column] != text:
                    item.setTextAlignment(Side.AlignVCenter | Side.AlignLeft)
                    self.setSpan(row, column, 1, len(texts) - column)
        bare = not any(table.headings)
        self.horizontalHeader().setVisible(not bare)
        bar = self.horizontalScrollBar().sizeHint().height()
        head = 0 if bare else ROW + 2
        self.setFixedHeight(head + ROW * min(max(len(table.rows), 1), MOST_ROWS) + bar + 4)

    def copy(self, rows: Sequence[int] = ()) -> None:
        """Copy rows as text with tabs between the columns, or all with the headings."""
        table = self._table
        if table is None:
            return
        lines = [table.headings, *table.rows] if not rows else [table.rows[row] for row in rows]
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy(sorted({index.row() for index in self.selectedIndexes()}))
        else:
            super().keyPressEvent(event)


class OfferButton(QPushButton):
    """Takes no more than the width of the page; a label that does not fit is shortened."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        text: Any = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 20
        )
        option.text = text
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


def _shifted(texts: Sequence[str]) -> Sequence[str]:
    """Return a row with its last text moved to the left as far as the cells are empty.

    >>> _shifted(("1", "ur5e", "", "", "out of reach"))
    ('1', 'ur5e', 'out of reach', '', '')
    """
    filled = next((k for k in range(len(texts) - 1, 0, -1) if texts[k - 1]), 0)
    if filled >= len(texts) - 1 or not texts[-1]:
        return texts
    return (*texts[:filled], texts[-1], *texts[filled:-1])


class AnswerView(QWidget):
    """Shows one answer, or nothing.

    ``offered`` gives the edit whose button is pressed, ``chosen`` the name of a clicked point,
    ``exported`` one of ``"table"``, ``"plots"`` and ``"figure"`` to be written.
    """

    offered = Signal(object)
    chosen = Signal(str)
    exported = Signal(str)

    def __init__(self, theme: Theme, draws: str = "") -> None:
        """Start empty.

        Args:
            theme: Colours.
            draws: Content of the figure of the answer, if it has one.
        """
        super().__init__()
        self.lines, self.notes = named_label("Answer"), named_label("Secondary")
        for label in (self.lines, self.notes):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table, self.plots = AnswerTable(theme), PlotPicture("Plots of the answer", theme)
        self.offers: list[QPushButton] = []
        self._offers = QWidget()
        self._column = vbox(gap=6, of=self._offers)
        self.copy = QPushButton("Copy table")
        self.save_table, self.save_plots, self.save_figure = (
            QPushButton("Export table…"),
            QPushButton("Export plots…"),
            QPushButton("Export figure…"),
        )
        self._tables = holding(hbox((self.copy, 1), (self.save_table, 1), gap=6))
        self.copy.setToolTip("Copy the table for a spreadsheet")
        self.save_table.setToolTip("Write the table as LaTeX, Markdown, CSV or HTML")
        self.save_plots.setToolTip("Write the plots as a vector figure, or their numbers as CSV")
        self.copy.clicked.connect(lambda _=False: self.table.copy())
        self.save_figure.setToolTip(tr("Draw {items} in one vector figure", tr(draws)))
        self.save_figure.setVisible(bool(draws))
        self.save_table.clicked.connect(lambda _=False: self.exported.emit("table"))
        self.save_plots.clicked.connect(lambda _=False: self.exported.emit("plots"))
        self.save_figure.clicked.connect(lambda _=False: self.exported.emit("figure"))
        self.plots.picked.connect(self.chosen)
        vbox(
            self.lines, self._offers, self.table, self._tables, self.plots, self.save_plots,
            self.save_figure, self.notes, gap=8, of=self,
        )  # fmt: skip
        self.show_answer(None)

    def show_answer(self, found: Shown | None) -> None:
        """Show an answer, or nothing."""
        self.setVisible(found is not None)
        if found is None:
            return
        contents = found.contents
        for label, words in ((self.lines, contents.lines), (self.notes, contents.notes)):
            # where lines are wrapped, marks show where each of several begins
            mark = "• " if label is self.notes and len(words) > 1 else ""
            label.setText("\n".join(mark + one for one in words))
            label.setVisible(bool(words))
        if contents.table is not None:
            self.table.show_table(contents.table)
        for widget in (self.table, self._tables):
            widget.setVisible(contents.table is not None)
        self.plots.show_plots(contents.plots)
        for one in (self.plots, self.save_plots):
            one.setVisible(bool(contents.plots))
        self._show_offers(found.offers)

    def _show_offers(self, offers: Sequence[Offer]) -> None:
        for button in self.offers:
            button.hide()
            button.deleteLater()
        self.offers = []
        for offer in offers:
            button = OfferButton(offer.label)
            button.setToolTip("\n".join(filter(None, (offer.label, offer.says))))
            button.clicked.connect(lambda _=False, offer=offer: self.offered.emit(offer))
            self._column.addWidget(button)
            self.offers.append(button)
        self._offers.setVisible(bool(offers))
