"""The joints of a plot by their symbols; a click shows one alone, with its limits."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QToolButton, QWidget

from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import joint_symbol
from rvs.ui.theme import Theme

WIDTH, ROW, LINE = 84, 20, 14
ONE_COLUMN, TWO_COLUMNS = 6, 14
DASH_FROM = 6
EDGES = 12


class Legend(QScrollArea):
    """``chosen`` follows every other choice; ``joint`` is the joint shown alone, or None."""

    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._robot: Robot | None = None
        self.joint: int | None = None
        self.buttons: list[QToolButton] = []
        self.setFixedWidth(WIDTH)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget()
        self._body.setObjectName("ScrollBody")
        self.setWidget(self._body)
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(12, 4, 0, EDGES - 4)
        self._grid.setSpacing(0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._tint)

    def describe(self, robot: Robot) -> None:
        """Name the joints of a robot; of another one, all are shown."""
        if robot is self._robot:
            return
        self._robot, self.joint = robot, None
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        # So many that they scroll have one column, beside the bar.
        columns = 2 if ONE_COLUMN < robot.n <= TWO_COLUMNS else 1
        for index, joint in enumerate(robot.joints):
            button = self._button(joint_symbol(joint, index), index, columns == 1)
            rows = -(-robot.n // columns)
            self._grid.addWidget(button, index % rows, index // rows)
            self.buttons.append(button)
        self.setMinimumHeight(min(-(-robot.n // columns), ONE_COLUMN) * ROW + EDGES)
        self._tint()

    def _button(self, symbol: str, index: int, wide: bool) -> QToolButton:
        button = QToolButton(self._body)
        button.setText(symbol)
        button.setObjectName("LegendButton")
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFixedHeight(ROW)
        if not wide:
            button.setFixedWidth((WIDTH - 12) // 2)
        button.setIconSize(QSize(LINE if wide else LINE // 2 + 1, ROW - 4))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(f"Show {symbol} alone, with its limits")
        button.setAccessibleName(f"Plot {symbol} alone")
        button.clicked.connect(lambda _=False: self._choose(index))
        return button

    def _choose(self, index: int) -> None:
        self.joint = None if self.joint == index else index
        for i, button in enumerate(self.buttons):
            button.setChecked(i == self.joint)
        self.chosen.emit()

    def _tint(self) -> None:
        series = self._theme.colors.series
        for i, button in enumerate(self.buttons):
            button.setIcon(_sample(series[i % len(series)], i >= DASH_FROM, button.iconSize()))


def _sample(color: str, dashed: bool, size: QSize) -> QIcon:
    picture = QPixmap(2 * size.width(), 2 * size.height())
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    style = Qt.PenStyle.DotLine if dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(color), 4, style))
    painter.drawLine(0, size.height(), 2 * size.width(), size.height())
    painter.end()
    picture.setDevicePixelRatio(2.0)
    return QIcon(picture)
