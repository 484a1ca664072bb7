"""The curves of a plot by name; a click on a joint shows it alone, with its limits."""

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
from rvs.words import tr

WIDTH, ROW, LINE = 84, 20, 14
ONE_COLUMN, TWO_COLUMNS = 6, 14
EDGES = 12
# Room of the bar where joints and curves scroll.
BAR = 10


class Legend(QScrollArea):
    """``chosen`` reports every selection; ``joint`` is the joint shown alone, or None."""

    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._robot: Robot | None = None
        self._shown: tuple[list[tuple[int, str]], list[tuple[int, str]]] = ([], [])
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

    def describe(self, robot: Robot, plots: Iterable[Plot] = (), *, alone: bool = False) -> None:
        """Set the joints of a robot; for a new one, all are shown.

        Args:
            robot: The robot.
            plots: Plots whose curves are named below the joints, which then have no colours.
            alone: One joint is always shown, the first one until another is selected.
        """
        if robot is not self._robot:
            self._robot, self.joint = robot, None
        if alone and self.joint is None:
            self.joint = 0
        symbols = [joint_symbol(joint, index) for index, joint in enumerate(robot.joints)]
        self._show(list(enumerate(symbols)), _names(plots))
        self._check()

    def name_curves(self, plots: Iterable[Plot]) -> None:
        """Set names of curves that are not joints, which can't be selected."""
        self._show([], _names(plots))

    def _show(self, joints: list[tuple[int, str]], names: list[tuple[int, str]]) -> None:
        """Show buttons of joints, and of curves, which can't be selected."""
        if (joints, names) == self._shown:
            return
        self._shown = joints, names
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        # So many that they scroll have one column, beside the bar; words need its width.
        both, every = bool(joints and names), [*joints, *names]
        many = joints if both else every
        columns = 2 if both or ONE_COLUMN < len(many) <= TWO_COLUMNS else 1
        rows = -(-len(many) // columns)
        for place, (series, name) in enumerate(every):
            joint, below = place < len(joints), place - len(many)
            width = None if columns == 1 else (WIDTH - EDGES) // 2
            if both:
                width = (WIDTH - EDGES - BAR) // (2 if joint else 1)
            button = self._button(name, series, width)
            if below >= 0:
                self._grid.addWidget(button, rows + below, 0, 1, 2)
            else:
                self._grid.addWidget(button, place % rows, place // rows)
            self.buttons.append(button)
            button.setCheckable(joint)
            button.setProperty("joint", joint)
            button.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not joint)
            focus = Qt.FocusPolicy.TabFocus if joint else Qt.FocusPolicy.NoFocus
            button.setFocusPolicy(focus)
            button.setChecked(joint and series == self.joint)
            words = tr("Show {name} only, with its limits", name) if joint else name
            button.setToolTip(words)
            button.setAccessibleName(tr("Plot {name} only", name) if joint else name)
        self.setMinimumHeight(min(rows, ONE_COLUMN) * ROW + EDGES)
        self._tint()

    def _button(self, name: str, series: int, width: int | None) -> QToolButton:
        button = QToolButton(self._body)
        button.setText(name)
        button.setProperty("series", series)
        button.setObjectName("LegendButton")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFixedHeight(ROW)
        if width is not None:
            button.setFixedWidth(width)
        button.setIconSize(QSize(LINE if width is None else LINE // 2 + 1, ROW - 4))
        button.clicked.connect(lambda _=False: self._choose(series))
        return button

    def _choose(self, joint: int) -> None:
        self.joint = None if self.joint == joint else joint
        self._check()
        self.chosen.emit()

    def _check(self) -> None:
        for button in self.buttons:
            own = button.property("joint") and button.property("series") == self.joint
            button.setChecked(bool(own))

    def _tint(self) -> None:
        _, names = self._shown
        for button in self.buttons:
            if names and button.property("joint"):
                # The colours belong to the curves that are named.
                button.setIcon(QIcon())
                continue
            series = int(button.property("series"))
            color = self._theme.colors.series[color_index(series)]
            button.setIcon(_sample(color, dashes_of(series), button.iconSize()))


def _names(plots: Iterable[Plot]) -> list[tuple[int, str]]:
    """Return curves by their names, without duplicates."""
    found = {curve.name: curve.series for plot in plots for curve in plot.curves if curve.name}
    return [(series, name) for name, series in found.items()]


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
