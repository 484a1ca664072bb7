"""Panel for the workspace: volume, reach, conditioning, and their display in the view."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.model.current import current_robot
from rvs.model.numbers.quantities import shown
from rvs.model.numbers.units import Unit
from rvs.model.state import State
from rvs.model.views.view import WORKSPACE_COLORS, WorkspaceColors, WorkspaceView
from rvs.model.workspace_result import Found
from rvs.study.workspace.outline import measured
from rvs.ui.commands.dexterity import compare_workspaces
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.view.plane_tool import PlaneFields
from rvs.ui.view.workspace_tool import WorkspaceTool
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, grid, hbox, holding, put, vbox
from rvs.words import tr

MARGIN, GAP = 16, 8
FIELD_WIDTH = 92
COLORS: dict[WorkspaceColors, str] = {
    "conditioning": "Coloured by 1/κF",
    "manipulability": "Coloured by manipulability",
    "postures": "Coloured by number of postures",
    "service": "Coloured by share of orientations",
    "plain": "One colour",
}
ROWS = (
    "Size",
    "Reach",
    "From axis 1",
    "Global conditioning index",
    "Characteristic length L",
    "Postures tried",
)
TIPS = {
    "Size": "Volume of the workspace of the tool point, or its area in a plane",
    "Reach": "Greatest distance of the tool point from the origin of the base, without "
    "regard to collisions",
    "From axis 1": "Greatest distance from the first axis, perpendicular to it, as in data sheets",
    "Global conditioning index": "Mean of 1/κF over the volume of poses (Frobenius norm), "
    "without regard to collisions; for arms with one or two joints, for the motion of the tool "
    "point alone",
    "Characteristic length L": "Length of the best-conditioned posture; every κF uses it",
    "Postures tried": "Use more points for a finer result",
}
CHANGED = "The robot or its cell has changed. Compute the workspace again"


class WorkspacePanel(Dock):
    """Computes the workspace in the background, coarse first; reports outdated results."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("workspace", "Workspace", desk.theme, desk.window)
        self._desk, self._search = desk, desk.workspace
        self._tool = next(one for one in desk.viewport.tools if isinstance(one, WorkspaceTool))
        self.limits = check("Within the limits", "If off, revolute joints turn without limits")
        self.collisions = check(
            "Without collisions",
            "Leave out points that cannot be reached without the robot colliding with "
            "itself, the floor or the cell",
        )
        self.shown = check(
            "Show in the view", "Click a point in the workspace to move the robot there"
        )
        self.cloud = check("Points", "Show points spread evenly over the workspace")
        self.surface = check("Boundary", "Show its transparent surface")
        self.slice = check("Slice", "Show a slice; drag its arrow to move it")
        self.legend = check("Legend in the view", "Also show it in pictures and figures")
        self.colors = Combo("Colours")
        for color in WORKSPACE_COLORS:
            self.colors.addItem(COLORS[color], color)
        self.button = QPushButton("Find")
        self.button.clicked.connect(self._press)
        self.compare = QPushButton("Compare…")
        self.compare.setToolTip("Compare with other robots in the cell and the library")
        self.compare.clicked.connect(lambda: compare_workspaces(desk))
        self._fits = False
        self.notice = Notice(wraps=True)
        self.values = {name: QLabel() for name in ROWS}
        self.plane = PlaneFields(self._tool, "slice")
        self.plane.field.setFixedWidth(FIELD_WIDTH)
        self.set_body(self._body())
        self._connect()
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.active, s.view.workspace, s.view.mode, s.found),
            self._show,
            calm=True,
            of=self,
        )

    @property
    def found(self) -> Found | None:
        """Known workspace of the current robot."""
        return self._search.found

    def _body(self) -> QWidget:
        ticks = vbox(self.limits, self.collisions, gap=-1)
        row = hbox((ticks, 1), vbox(self.button, self.compare, gap=-1), gap=-1)
        facts = grid(12, 6, grows=[1])
        for place, (name, value) in enumerate(self.values.items()):
            label = named_label("Secondary", name)
            label.setToolTip(TIPS[name])
            value.setAccessibleName(name)
            value.setWordWrap(True)
            put(facts, place, label, value)
        return holding(
            vbox(
                row,
                self.notice,
                facts,
                self.shown,
                _row(self.cloud, self.surface, self.slice),
                _row(self.plane.way, self.plane.field),
                self.plane.slider,
                self.colors,
                self.legend,
                STRETCH,
                gap=GAP,
                edges=(MARGIN, GAP, MARGIN, MARGIN),
            )
        )

    def _connect(self) -> None:
        for name, box in (
            ("limits", self.limits), ("collisions", self.collisions), ("on", self.shown),
            ("cloud", self.cloud), ("surface", self.surface), ("legend", self.legend),
        ):  # fmt: skip
            box.clicked.connect(lambda on, name=name: self._search.look(**{name: on}))
        self.slice.clicked.connect(self._tool.show)
        self._search.progressed.connect(self._progress)
        self._search.ended.connect(self._ended)
        self.colors.activated.connect(lambda row: self._search.look(colors=WORKSPACE_COLORS[row]))

    def _press(self) -> None:
        if self._search.running:
            self._search.stop()
            self.notice.say("Stopped", "", self.theme.colors.text_2)
        else:
            self._fits = self.found is None
            self._search.start()

    def _progress(self, done: float) -> None:
        self.button.setText("Stop")
        words = "Refining" if self.found else "Searching"
        self.notice.say(f"{words}… {100 * done:.0f} %", "", self.theme.colors.text_2)

    def _ended(self, error: str) -> None:
        self.button.setText("Find")
        if error:
            self.notice.say(error, "warning", self.theme.colors.warn)
        else:
            self._say_result()

    def _say_result(self) -> None:
        found = self.found
        if found is None:
            return
        told = "Done. Collisions are not checked."
        if found.clear is not None:
            share = 100 * found.clear.share
            told = tr("Done. {share:.1f} % is reached without collision.", share)
        self.notice.say(told, "", self.theme.colors.text_2)

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        placed, wanted, found = current_robot(state), state.view.workspace, self.found
        self.button.setEnabled(placed is not None)
        self.subtitle.setText(self._desk.session.called(placed) if placed else "")
        self._tick(wanted)
        unit = self._desk.units[0]
        self.plane.show(unit)
        texts = _texts(found, unit) if found else [""] * len(ROWS)
        for label, text in zip(self.values.values(), texts, strict=True):
            label.setText(text)
        if found is not None and self._fits:
            # What was asked for is seen; the session can't be changed while it tells.
            self._fits = False
            defer(self, self._desk.viewport.fit)
        if self._search.running or placed is None or state.found is None:
            return
        # Of another robot nothing has been sought.
        if found is None and state.found.placed.id == placed.id:
            self.notice.say(CHANGED, "warning", self.theme.colors.warn)
        elif self.notice.text == CHANGED:
            self.notice.say("")

    def _tick(self, wanted: WorkspaceView) -> None:
        for box, on in (
            (self.limits, wanted.limits), (self.collisions, wanted.collisions),
            (self.shown, wanted.on), (self.cloud, wanted.cloud), (self.surface, wanted.surface),
            (self.slice, wanted.slice.on), (self.legend, wanted.legend),
        ):  # fmt: skip
            box.setChecked(on)
        self.colors.setCurrentIndex(WORKSPACE_COLORS.index(wanted.colors))
        for widget in (self.cloud, self.surface, self.slice, self.colors, self.legend):
            widget.setEnabled(wanted.on)
        flat = self.found is not None and self.found.workspace.planar
        self.slice.setEnabled(wanted.on and not flat)
        for part in (self.plane.way, self.plane.slider, self.plane.field):
            part.setVisible(wanted.on and wanted.slice.on and not flat)


def _row(*widgets: QWidget) -> QHBoxLayout:
    return hbox(*widgets, STRETCH, gap=GAP)


def _texts(found: Found, unit: Unit) -> list[str]:
    area = found.workspace
    size, error = measured(found.measure, found.error)
    return [
        f"{size} {'m²' if area.planar else 'm³'} ± {error}",
        shown(area.reach, unit),
        "–" if area.across is None else shown(area.across, unit),
        f"{area.gci:.4f}",
        shown(area.length, unit),
        f"{area.samples:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
    ]
