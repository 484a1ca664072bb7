"""Panel for the drives in the loaded motion: a table for choosing motors, and its pace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import hypot, isinf

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from rvs.bodies.dynamic import counted_of, dynamic_robot
from rvs.export.tables.study_tables import HEADINGS, TIPS, drive_table
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.loads import overloads
from rvs.model.motions.rates import MOTORS
from rvs.model.numbers.quantities import joint_symbol, significant
from rvs.model.state import State
from rvs.scripting.loaded import Loaded
from rvs.study.drives import DriveNeed, Load, Slowing, drive_needs, slow_down
from rvs.ui.commands import drives as commands
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, Pages, hbox, vbox
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.ui.widgets.steps.assumed_note import AssumedNote
from rvs.words import begun, tr

ROW, NARROWEST = 26, 76
# The joint stands before the columns, where it stays when they are scrolled.
COLUMNS = tuple(zip(HEADINGS, TIPS, strict=True))[1:]
USE = HEADINGS.index("use") - 1
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NEAR = 0.8
# A limit that is met to this part is kept.
SLACK = 1e-6
UNKNOWN = "The effort limits of the joints are not known; enter them in {page}."
NONE = (
    "Load a motion to see the torques and powers that it requires from the drives, and which "
    "motors are too weak."
)


class DrivesPanel(Dock):
    """Follows the loaded motion, the robot, its load and its external force.

    Attributes:
        table: A row for each joint.
        notice: Names a weak drive and a remedy, or reports that all suffice.
        unknown: Reports that no effort is known, and leads to its input.
        slower: Slows the motion down just enough to respect all limits.
        fastest: Makes it as fast along its path as the drives allow.
        counts: Additional masses and losses included in the torques.
        offer: Shown if masses are missing.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("drives", "Drives", desk.theme, desk.window)
        self._desk = desk
        self._loaded, self._behind = False, True
        self.table = QTableWidget(0, len(COLUMNS))
        self.notice = Notice(wraps=True)
        self.unknown = AssumedNote({"motors": partial(desk.call, "robot_table", "motors")})
        self.slower = self._button("Slow down", lambda: commands.slow_down_motion(desk))
        self.slower.setToolTip("Slow the motion down just enough to respect all drive limits")
        self.fastest = self._button("As fast as possible", lambda: commands.hurry_motion(desk))
        self.fastest.setToolTip(
            "Compute the shortest time along the same path within all speed, acceleration "
            "and effort limits"
        )
        self.plot = self._button("Plot torques", lambda: commands.plot_torques(desk))
        self.offer = MassesOffer(desk, "They are required for the torques along a motion.")
        self.counts = named_label("Secondary")
        self.counts.setWordWrap(True)
        self._none = named_label("Secondary", NONE)
        self._dress()
        self.set_body(self._body())
        desk.playback.changed.connect(self._refresh)
        # A dock behind another one is not hidden.
        self.visibilityChanged.connect(self._show_push)
        desk.push.changed.connect(self._refresh)
        desk.theme.changed.connect(self._refresh)
        desk.binding.follow(lambda s: (s.document, s.active), self._show, calm=True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _button(self, text: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda _=False: act())
        return button

    def _dress(self) -> None:
        table = self.table
        table.setObjectName("Steps")
        table.setAccessibleName("Requirements of the motion for the drives")
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.verticalHeader().setDefaultSectionSize(ROW)
        table.verticalHeader().setHighlightSections(False)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setMinimumSectionSize(NARROWEST)
        header.setHighlightSections(False)
        for column, (words, tip) in enumerate(COLUMNS):
            item = QTableWidgetItem(begun(words))
            item.setToolTip(tip)
            item.setTextAlignment(RIGHT)
            table.setHorizontalHeaderItem(column, item)
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none.setWordWrap(True)

    def _body(self) -> QWidget:
        self._pages, full, missing = Pages(), QWidget(), QWidget()
        buttons = hbox(self.plot, self.slower, self.fastest, gap=8, edges=(0, 0, 12, 0))
        vbox(
            hbox((vbox(self.notice, self.unknown, gap=0), 1), buttons, gap=8, edges=(8, 8, 4, 4)),
            (self.table, 1),
            hbox((self.counts, 1), edges=(8, 2, 8, 4)),
            gap=0,
            of=full,
        )
        vbox(STRETCH, self.offer, self._none, STRETCH, edges=(16, 8, 16, 8), of=missing)
        self._pages.addWidget(full)
        self._pages.addWidget(missing)
        return self._pages

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        if not self.isVisible():
            return
        loaded, placed = self._desk.playback.loaded, current_robot(state)
        weighed = self.offer.show_robot(placed)
        load = commands.motion_load(self._desk) if weighed else None
        self._loaded = load is not None
        self._desk.push.show("drives", self._loaded and not self._behind)
        self.subtitle.setText(self._about(loaded) if loaded else "")
        self._none.setVisible(weighed or placed is None)
        self._pages.setCurrentIndex(0 if load is not None else 1)
        if load is not None and placed is not None and loaded is not None:
            robot = dynamic_robot(placed)
            needs = drive_needs(robot, load)
            counts = counted_of(placed)
            table = drive_table(robot, needs, loaded.name, counts)
            self.counts.setText(counts.words)
            self._fill(table.rows, needs)
            self._advise(placed, load, slow_down(robot, load))

    def _show_push(self, seen: bool) -> None:
        self._behind = not seen
        self._desk.push.show("drives", seen and self._loaded)

    def _about(self, loaded: Loaded) -> str:
        """Return the motion, its duration, and the force on the tool that is included."""
        words = f"{self._desk.playback.words(loaded)} · {loaded.trajectory.duration:.2f} s"
        force = hypot(*self._desk.push.force)
        return (
            tr("{words} · {force} N on the tool", words, significant(force, 3)) if force else words
        )

    def _fill(self, rows: tuple[tuple[str, ...], ...], needs: tuple[DriveNeed, ...]) -> None:
        self.table.setRowCount(len(rows))
        colors = self.theme.colors
        for row, (texts, need) in enumerate(zip(rows, needs, strict=True)):
            self.table.setVerticalHeaderItem(row, QTableWidgetItem(texts[0]))
            for column, text in enumerate(texts[1:]):
                item = QTableWidgetItem(text)
                item.setTextAlignment(RIGHT)
                if column == USE and need.use > NEAR:
                    over = need.use > 1.0 + SLACK
                    item.setForeground(QColor(colors.limit if over else colors.warn))
                self.table.setItem(row, column, item)

    def _advise(self, placed: PlacedRobot, load: Load, slower: Slowing) -> None:
        """Name the drive that is too weak, and offer the pace that it permits."""
        colors, robot = self.theme.colors, dynamic_robot(placed)
        needed = slower.joint is not None and slower.factor > 1.0 + SLACK
        offered = needed and not isinf(slower.factor)
        if self.slower.hasFocus() and not offered:
            # Else the focus goes to the next button, which the same key would press.
            self.table.setFocus()
        self.slower.setVisible(offered)
        bounded = (not isinf(min(joint.effort, joint.acceleration)) for joint in robot.joints)
        self.fastest.setEnabled(any(bounded))
        if slower.joint is None or not needed:
            known = not all(isinf(j.effort) for j in robot.joints)
            self.notice.say(
                "All drives stay within their limits." if known else "", "note", colors.text_2
            )
            self.unknown.say("" if known else tr(UNKNOWN, tr(MOTORS)))
            return
        self.unknown.say("")
        symbol = joint_symbol(robot.joints[slower.joint], slower.joint)
        when = f"{load.times[slower.row or 0]:.2f} s"
        if isinf(slower.factor):
            words = tr(
                "{symbol} cannot even hold the arm at {when}; a slower motion does not help.",
                symbol,
                when,
            )
            self.notice.say(words, "error", colors.limit)
            return
        factor = significant(slower.factor, 4)
        self.slower.setText(tr("{factor} × slower", factor))
        weak = sorted({one.joint for one in overloads(robot, load)})
        names = ", ".join(joint_symbol(robot.joints[i], i) for i in weak)
        if weak:
            words = tr(
                "Too weak: {joints}. Slowed down by {factor}, the motion respects all limits; "
                "{joint} at {time} is critical.",
                names,
                factor,
                symbol,
                when,
            )
        else:
            words = tr(
                "{joint} exceeds its {limit}. Slowed down by {factor}, the motion respects all "
                "limits; {joint} at {time} is critical.",
                symbol,
                tr(slower.limit or ""),
                factor,
                when,
            )
        self.notice.say(words, "warning", colors.limit)
