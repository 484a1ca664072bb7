"""Import of STEP files: axes of joints are picked in the view, solids assigned to links."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
)

from rvs.bodies.part_meshes import surface_meshes
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.offset_naming import offset_letter
from rvs.engine.robot import Robot
from rvs.files.cad.robot import PickedJoint, cad_robot, weighed_robot
from rvs.files.cad.step import CadFile, CadSolid, read_step
from rvs.files.meshes.soup import joined
from rvs.files.placed_robot import placed_robot
from rvs.files.text.errors import FileErrors
from rvs.model.appearance.colors import SCENE, SKELETON, rgba
from rvs.model.appearance.materials import SUBSTANCES
from rvs.model.array_value import block
from rvs.model.mesh_file import Surface
from rvs.model.state import State
from rvs.scene.items import Item, Label, Line, Scene
from rvs.scene.pick import pick
from rvs.ui.commands.files import show_made
from rvs.ui.desk import Desk
from rvs.ui.messages import file_message, reason_of
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo, Count
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.screen_fit import keep_on_screen
from rvs.ui.work.jobs import Latest
from rvs.words import tr

CAD = "cad file"
MM = 1e3
WIDTH, ROWS = 560, 130
KINDS = {"R": "revolute", "P": "prismatic"}
STRONG, FINE, BEYOND = 3.5, 2.0, 0.35
HEADS = ("Joint", "Kind", "Solid", "Direction")
Axis = tuple[int, int]


class AxisPicker(ViewTool):
    """Shows the solids of a file instead of the robots, and finds the axis under the pointer.

    Attributes:
        picked: Solid and axis that were clicked.
        taken: Lines that are already joints.
        chosen: Marked solids.
    """

    picked = Signal(int, int)

    def __init__(self, desk: Desk, file: CadFile) -> None:
        super().__init__(desk.viewports)
        self._desk, self._file = desk, file
        self.taken: Sequence[tuple[float, ...]] = ()
        self.chosen: frozenset[int] = frozenset()
        self._over: Axis | None = None
        self._meshes = [solid_meshes(one) for one in file.solids]
        corners = np.concatenate([one.triangles.reshape(-1, 3) for one in file.solids])
        self._box = np.array([corners.min(axis=0), corners.max(axis=0)])
        view = desk.viewport
        view.tools.insert(0, self)
        view.veils.append(self._veil)
        view.extras.append(self._items)
        view.fit(corners)
        view.redraw()

    def close(self) -> None:
        """Show the robots again."""
        view = self._desk.viewport
        view.tools.remove(self)
        view.veils.remove(self._veil)
        view.extras.remove(self._items)
        self._desk.viewport.fit()
        view.redraw()

    @property
    def exclusive(self) -> bool:
        return True

    def hover(self, view: Viewport, at: QPointF) -> bool:
        found = self._found(view, at)
        view.setCursor(Qt.CursorShape.CrossCursor if found else Qt.CursorShape.ArrowCursor)
        if found != self._over:
            self._over = found
            self._desk.viewport.redraw()
        return found is not None

    def leave(self) -> None:
        self._over = None
        self._desk.viewport.redraw()

    def click(self, view: Viewport, at: QPointF) -> bool:
        found = self._found(view, at)
        if found is not None:
            self.picked.emit(*found)
        return found is not None

    def _found(self, view: Viewport, at: QPointF) -> Axis | None:
        scene = Scene(self._solids(), None)
        hit = pick(scene, view.camera, at.x(), at.y(), view.width(), view.height())
        if hit is None:
            return None
        k = int(hit.owner[1])
        axis = self._file.solids[k].axis_at(hit.point)
        return None if axis < 0 else (k, axis)

    def _veil(self, state: State, scene: Scene) -> Scene:
        """Return the scene without the robots of the cell."""
        robots = {one.id for one in state.document.robots}
        kept = tuple(one for one in scene.items if not one.owner or one.owner[0] not in robots)
        return Scene(kept, scene.backdrop)

    def _solids(self) -> tuple[Solid, ...]:
        usual, mark = rgba(SKELETON["tube"][0]), rgba(SCENE["light"].select)
        return tuple(
            Solid(
                mesh, np.eye(4),
                mark if k in self.chosen else rgba(solid.color) if solid.color else usual,
                owner=(CAD, k),
            )
            for k, (solid, meshes) in enumerate(zip(self._file.solids, self._meshes, strict=True))
            for mesh in meshes
        )  # fmt: skip

    def _items(self, state: State) -> tuple[Item, ...]:
        colors = SCENE[state.view.background]
        color, halo = rgba(colors.select), rgba(colors.halo)
        items: list[Item] = list(self._solids())
        for number, line in enumerate(self.taken, 1):
            items += self._axis(np.array(line), str(number), FINE, color, halo)
        if self._over is not None:
            k, number = self._over
            row = self._file.solids[k].axes[number]
            words = tr("{name}, radius {radius:.4g} mm", self._file.solids[k].name, MM * row[6])
            items += self._axis(row, words, STRONG, color, halo)
        return tuple(items)

    def _axis(self, row: Array, words: str, width: float, color: Any, halo: Any) -> list[Item]:
        """Return a line through the solids, with its name at the end."""
        reach = BEYOND * float(np.linalg.norm(self._box[1] - self._box[0]))
        middle = self._box.mean(axis=0)
        way = row[3:6] / np.linalg.norm(row[3:6])
        foot = row[:3] + ((middle - row[:3]) @ way) * way
        ends = np.array([foot - reach * way, foot + reach * way])
        line = Line(ends, color, width, depth="on top")
        return [line, Label(words, ends[1], color, halo, shift=(0.0, 12.0))]


def solid_meshes(solid: CadSolid) -> list[Any]:
    """Return the smooth surface of a solid, in the world."""
    points = solid.triangles.reshape(-1, 3)
    rows = np.arange(len(points)).reshape(-1, 3)
    vertices, triangles, closed = joined(points, rows)
    surface = Surface(block(vertices), block(triangles), closed)
    return [mesh for _, mesh in surface_meshes(surface)]


class CadDialog(AskDialog):
    """Shows the joints and the links of the new robot, next to the view for picking axes.

    Attributes:
        joints: The picked joints from the base outwards.
        solids: The solids with their links.
        table: The resulting Denavit-Hartenberg table and masses.
    """

    def __init__(self, desk: Desk, path: Path) -> None:
        title = tr("Robot from {name}", path.name)
        super().__init__(desk.window, desk.theme, "cad_dialog", title, "Make robot")
        self._desk, self._path = desk, path
        self._file: CadFile | None = None
        self._picker: AxisPicker | None = None
        self._lines: list[tuple[str, int, tuple[float, ...]]] = []
        self._tool: tuple[float, ...] | None = None
        self._reading = Latest(desk.closing)
        self.facts = named_label("Secondary", "Reading…")
        self.facts.setWordWrap(True)
        self.joints = _table("Joints", HEADS)
        self.solids = _table("Solids and their links", ("Solid", "Part", "Link"))
        self.table = _table("Table of the robot", ("a", "α", offset_letter(), "θ", "mass"))
        self.link = Count()
        self.link.setAccessibleName("Link of the selected solids")
        self.material = Combo("Material of all solids")
        self.material.addItems(list(SUBSTANCES))
        self._arrange()
        self._reading.start(self._work, self._arrived, self._failed)

    def accept(self) -> None:
        """Make the robot."""
        robot = self._made(whole=True)
        if robot is None:
            return
        name = self._path.name
        super().accept()
        show_made(self._desk, placed_robot(robot, robot.name), tr("Make robot from {name}", name))

    def showEvent(self, event: QShowEvent) -> None:
        """Stand at the right edge of the window, beside the solids to be clicked."""
        super().showEvent(event)
        if not event.spontaneous():
            top = self._desk.viewport.mapToGlobal(QPoint(0, 0)).y()
            right = self._desk.window.geometry().right()
            self.move(right + 1 - self.frameGeometry().width(), top)
            keep_on_screen(self)

    def done(self, result: int) -> None:
        self._reading.close()
        if self._picker is not None:
            self._picker.close()
            self._picker = None
        super().done(result)

    def pick(self, solid: int, axis: int) -> None:
        """Add a revolute joint about an axis of a solid, both counted from 0."""
        assert self._file is not None
        row = self._file.solids[solid].axes[axis]
        self._lines.append(("R", solid, tuple(row[:6].tolist())))
        self._show(len(self._lines) - 1)

    # -- making -------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self.setMinimumWidth(WIDTH)
        self.button.setEnabled(False)
        verbs = QHBoxLayout()
        for words, tip, run in (
            ("Kind", "Make the joint prismatic, or revolute", self._turn_kind),
            ("Reverse", "Reverse the axis of the joint", self._reverse),
            ("Up", "Move the joint towards the base", lambda: self._shift(-1)),
            ("Down", "Move the joint towards the tool", lambda: self._shift(1)),
            ("Remove", "Remove the joint", self._remove),
            ("Tool", "Put the tool at the point of this axis, and remove the joint", self._to_tool),
        ):
            button = QPushButton(words)
            button.setToolTip(tip)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, run=run: run())
            verbs.addWidget(button)
        assign = QPushButton("Assign")
        assign.setToolTip("Assign the selected solids to this link; 0 is the base")
        assign.setAutoDefault(False)
        assign.clicked.connect(lambda _=False: self._assign())
        self.link.setMinimumHeight(assign.sizeHint().height())
        links = QHBoxLayout()
        for widget in (named_label("Secondary", "Link"), self.link, assign):
            links.addWidget(widget)
        links.addStretch(1)
        links.addWidget(named_label("Secondary", "Material"))
        links.addWidget(self.material)
        self.solids.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.solids.itemSelectionChanged.connect(self._mark)
        self.material.currentTextChanged.connect(lambda _: self._show())
        self.ask(self.facts, self.joints, verbs, self.solids, links, self.table, foot=self.notice)

    def _work(self) -> Generator[None, None, CadFile]:
        yield
        return read_step(self._path)

    def _arrived(self, file: CadFile) -> None:
        self._file = file
        self.facts.setText(
            tr(
                "{count} solids in {parts} parts. Click a round face or a rim in the "
                "view: its axis becomes the next joint, from the base outwards.",
                len(file.solids),
                len(file.parts),
            )
        )
        self._picker = AxisPicker(self._desk, file)
        self._picker.picked.connect(self.pick)
        self.solids.setRowCount(len(file.solids))
        for k, one in enumerate(file.solids):
            link = file.parts.index(one.part) if len(file.parts) > 1 else 0
            _fill(self.solids, k, (one.name, one.part[-1], str(link)))
        self.link.setMaximum(len(file.solids))
        self._show()

    def _failed(self, error: Exception) -> None:
        known = error.errors if isinstance(error, FileErrors) else ()
        self._desk.messages.add(file_message("error", one) for one in known)
        if not known:
            self._desk.messages.fail(str(error), self._path)
        self.facts.setText(str(known[0].message if known else error))

    # -- joints -------------------------------------------------------------------------------

    @property
    def _chosen(self) -> int:
        return self.joints.currentRow()

    def _turn_kind(self) -> None:
        if self._chosen >= 0:
            kind, solid, line = self._lines[self._chosen]
            self._lines[self._chosen] = ("P" if kind == "R" else "R", solid, line)
            self._show(self._chosen)

    def _reverse(self) -> None:
        if self._chosen >= 0:
            kind, solid, line = self._lines[self._chosen]
            back = tuple(-one + 0.0 for one in line[3:])
            self._lines[self._chosen] = (kind, solid, (*line[:3], *back))
            self._show(self._chosen)

    def _shift(self, by: int) -> None:
        here, there = self._chosen, self._chosen + by
        if here >= 0 and 0 <= there < len(self._lines):
            self._lines[here], self._lines[there] = self._lines[there], self._lines[here]
            self._show(there)

    def _remove(self) -> None:
        if self._chosen >= 0:
            del self._lines[self._chosen]
            self._show(min(self._chosen, len(self._lines) - 1))

    def _to_tool(self) -> None:
        if self._chosen >= 0:
            self._tool = self._lines[self._chosen][2]
            self._remove()

    # -- links --------------------------------------------------------------------------------

    def _assign(self) -> None:
        for index in self.solids.selectionModel().selectedRows():
            _fill(self.solids, index.row(), (str(self.link.value()),), 2)
        self._show()

    def _mark(self) -> None:
        if self._picker is not None:
            rows = [one.row() for one in self.solids.selectionModel().selectedRows()]
            self._picker.chosen = frozenset(rows)
            if rows:
                self.link.setValue(self._links()[rows[0]])
            self._desk.viewport.redraw()

    def _links(self) -> list[int]:
        items = [self.solids.item(k, 2) for k in range(self.solids.rowCount())]
        return [int(item.text()) if item else 0 for item in items]

    # -- the robot ----------------------------------------------------------------------------

    def _made(self, whole: bool = False) -> Any:
        """Return the robot, or its file with the full model; None after an error."""
        if self._file is None:
            return None
        joints = [PickedJoint(kind, line) for kind, _, line in self._lines]
        links, most = self._links(), len(joints)
        if not joints:
            return None
        beyond = next((k for k, link in enumerate(links) if link > most), None)
        if beyond is not None:
            self.complain(
                tr(
                    "{name} belongs to link {link}; pick more joints, or assign it to another link",
                    self._file.solids[beyond].name,
                    links[beyond],
                )
            )
            return None
        density = SUBSTANCES[self.material.currentText()]
        make = cad_robot if whole else weighed_robot
        try:
            made = make(self._file, joints, links, density, self._tool)
        except RvsError as error:
            self.complain(reason_of(error))
            return None
        self.notice.say("")
        return made

    def _show(self, chosen: int = -1) -> None:
        """Show joints, the resulting table, and the lines in the view."""
        if self._file is None or self._picker is None:
            return
        self.joints.setRowCount(len(self._lines))
        for k, (kind, solid, line) in enumerate(self._lines):
            way = " ".join(f"{one:.4g}" for one in np.round(line[3:], 6) + 0.0)
            _fill(self.joints, k, (str(k + 1), KINDS[kind], self._file.solids[solid].name, way))
        if chosen >= 0:
            self.joints.selectRow(chosen)
        self.link.setMaximum(max(len(self._lines), 1))
        self._picker.taken = [line for *_, line in self._lines]
        self._desk.viewport.redraw()
        made = self._made()
        self.button.setEnabled(made is not None)
        self._show_table(None if made is None else made[0])

    def _show_table(self, robot: Robot | None) -> None:
        joints = () if robot is None else robot.joints
        self.table.setRowCount(len(joints))
        for k, joint in enumerate(joints):
            angles = np.degrees([joint.alpha, joint.theta + joint.offset * joint.turns])
            slide = 0.0 if joint.turns else joint.offset
            lengths = MM * joint.a, MM * (joint.d + slide)
            mass = joint.inertia.mass if joint.inertia else 0.0
            values = (lengths[0], angles[0], lengths[1], angles[1], mass)
            units = ("mm", "°", "mm", "°", "kg")
            texts = (
                f"{round(one, 4) + 0.0:.6g}{'' if unit == '°' else ' '}{unit}"
                for one, unit in zip(values, units, strict=True)
            )
            _fill(self.table, k, tuple(texts))


def _table(name: str, heads: Sequence[str]) -> QTableWidget:
    made = QTableWidget(0, len(heads))
    made.setAccessibleName(name)
    made.setHorizontalHeaderLabels(list(heads))
    made.verticalHeader().hide()
    header = made.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setMinimumHeight(ROWS)
    made.setTabKeyNavigation(False)
    return made


def _fill(table: QTableWidget, row: int, texts: Sequence[str], first: int = 0) -> None:
    for k, text in enumerate(texts, first):
        table.setItem(row, k, QTableWidgetItem(text))
