"""The curves of a plot by their names; a click on a joint shows it alone, with its limits."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QToolButton, QWidget

from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.plots.plot import Plot
from rvs.model.plots.strokes import color_index, dashes_of
from rvs.ui.theme import Theme

WIDTH, ROW, LINE = 84, 20, 14
ONE_COLUMN, TWO_COLUMNS = 6, 14
EDGES = 12


class Legend(QScrollArea):
    """``chosen`` follows every other choice; ``joint`` is the joint shown alone, or None."""

    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._robot: Robot | None = None
        self._shown: tuple[list[tuple[str, int]], bool] = ([], False)
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
        if robot is not self._robot:
            self._robot, self.joint = robot, None
        symbols = [joint_symbol(joint, index) for index, joint in enumerate(robot.joints)]
        self._show([(symbol, index) for index, symbol in enumerate(symbols)], joints=True)

    def name_curves(self, plots: Iterable[Plot]) -> None:
        """Name curves that are none of joints, which can't be chosen."""
        names = {curve.name: curve.series for plot in plots for curve in plot.curves if curve.name}
        self._show(list(names.items()), joints=False)

    def _show(self, names: list[tuple[str, int]], joints: bool) -> None:
        if (names, joints) == self._shown:
            return
        self._shown = names, joints
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        # So many that they scroll have one column, beside the bar.
        columns = 2 if ONE_COLUMN < len(names) <= TWO_COLUMNS else 1
        rows = -(-len(names) // columns)
        for place, (name, series) in enumerate(names):
            button = self._button(name, series, columns == 1)
            self._grid.addWidget(button, place % rows, place // rows)
            self.buttons.append(button)
            button.setCheckable(joints)
            button.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not joints)
            focus = Qt.FocusPolicy.TabFocus if joints else Qt.FocusPolicy.NoFocus
            button.setFocusPolicy(focus)
            button.setChecked(joints and series == self.joint)
            words = f"Show {name} alone, with its limits" if joints else name
            button.setToolTip(words)
            button.setAccessibleName(f"Plot {name} alone" if joints else name)
        self.setMinimumHeight(min(rows, ONE_COLUMN) * ROW + EDGES)
        self._tint()

    def _button(self, name: str, series: int, wide: bool) -> QToolButton:
        button = QToolButton(self._body)
        button.setText(name)
        button.setProperty("series", series)
        button.setObjectName("LegendButton")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFixedHeight(ROW)
        if not wide:
            button.setFixedWidth((WIDTH - 12) // 2)
        button.setIconSize(QSize(LINE if wide else LINE // 2 + 1, ROW - 4))
        button.clicked.connect(lambda _=False: self._choose(series))
        return button

    def _choose(self, joint: int) -> None:
        self.joint = None if self.joint == joint else joint
        for button in self.buttons:
            button.setChecked(button.property("series") == self.joint)
        self.chosen.emit()

    def _tint(self) -> None:
        for button in self.buttons:
            series = int(button.property("series"))
            color = self._theme.colors.series[color_index(series)]
            button.setIcon(_sample(color, dashes_of(series), button.iconSize()))


def _sample(color: str, dashes: tuple[float, ...], size: QSize) -> QIcon:
    picture = QPixmap(2 * size.width(), 2 * size.height())
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    pen = QPen(QColor(color), 4)
    if dashes:
        pen.setDashPattern([length / 2 for length in dashes])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(0, size.height(), 2 * size.width(), size.height())
    painter.end()
    picture.setDevicePixelRatio(2.0)
    return QIcon(picture)
