"""All properties of an object as fields, with visible changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtWidgets import (
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.errors import RvsError
from rvs.geometry.shape import Parameter
from rvs.geometry.things import KINDS, MESH
from rvs.model.appearance.colors import hex_color
from rvs.model.appearance.materials import MATERIALS
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, Orientation
from rvs.model.numbers.quantities import PURE
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.things.edits import tidy
from rvs.model.things.thing import TargetFrame, Thing, all_sizes, kind_of, main_color
from rvs.ui.widgets.fields.combo import Combo, Count
from rvs.ui.widgets.fields.number_field import LiveField, PoseFields
from rvs.ui.widgets.fields.swatch import Swatch
from rvs.ui.widgets.fields.text_field import TextField, discard
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, put, vbox
from rvs.words import begun, tr

OWN_MATERIAL = "Default for its kind"
SWATCH, LABELS = 28, 68
# Sizes named by the part that they measure.
PARTS = ("top", "wall", "frames", "skin")
NO_THING = "Select an object, or add one."

# Takes fields of the thing with their values, and whether more of the same step may follow.
Change = Callable[[Mapping[str, Any], bool], None]


class ThingForm(QWidget):
    """Reports changes of an object or a target."""

    def __init__(self, change: Change, rename: Callable[[str], None], end: Callable[[bool], None]):
        """Make an empty form.

        Args:
            change: Makes a change; raises an error if it is invalid.
            rename: Sets another id, likewise.
            end: Ends the step in progress, or undoes it on request.
        """
        super().__init__()
        self._change, self._rename, self._end = change, rename, end
        self.fields: dict[str, TextField] = {}
        self.sizes: dict[str, LiveField | Count] = {}
        self.kind: Combo | None = None
        self.place = PoseFields("thing", parent=self)
        self.place.hide()
        self._item: Thing | TargetFrame | None = None
        self._shape: tuple[object, ...] = ()
        self._units = (UNITS["m"], UNITS["deg"])
        self._turns = ROLL_PITCH_YAW["x"]
        self._column = vbox(edges=(16, 8, 16, 16), of=self)
        self._body: QWidget | None = None
        self.show_item(None, *self._units, self._turns)

    def show_item(
        self, item: Thing | TargetFrame | None, length: Unit, angle: Unit, turns: Orientation
    ) -> None:
        """Show an object, a target or nothing; fields of the same item stay."""
        thing = item if isinstance(item, Thing) else None
        shape = (
            None if item is None else item.id,
            None if thing is None else (thing.kind, thing.locked),
            length,
            angle,
            turns,
        )
        self._item, self._units, self._turns = item, (length, angle), turns
        if shape != self._shape or self._body is None:
            self._shape = shape
            self._build()
        if item is not None:
            self.place.show_pose(np.array(item.place))
        if thing is not None:
            self._show_thing(thing)

    def _show_thing(self, thing: Thing) -> None:
        sizes = all_sizes(thing)
        for name, field in self.sizes.items():
            if isinstance(field, LiveField):
                field.show_value(sizes[name])
            elif field.value() != round(sizes[name]):
                field.blockSignals(True)
                field.setValue(round(sizes[name]))
                field.blockSignals(False)
        self.fields["color"].show_text(thing.color)
        self.fields["group"].show_text(thing.group)
        self._swatch.show_color(main_color(thing))
        index = self._material.findText(thing.material or OWN_MATERIAL)
        self._material.setCurrentIndex(max(index, 0))

    # -- making it ----------------------------------------------------------------------------

    def _build(self) -> None:
        if self._body is not None:
            self._column.removeWidget(self._body)
            discard(self._body)
        self.fields, self.sizes, self.kind = {}, {}, None
        self._body = QWidget()
        rows = vbox(of=self._body)
        item = self._item
        if item is None:
            words = named_label("Secondary", NO_THING)
            words.setWordWrap(True)
            rows.addWidget(words)
        else:
            self._fill(rows, item)
        rows.addStretch(1)
        self._column.addWidget(self._body)

    def _fill(self, rows: QVBoxLayout, item: Thing | TargetFrame) -> None:
        thing = item if isinstance(item, Thing) else None
        rows.addLayout(grid := _grid())
        self._text(grid, "Name", "id", item.id, self._rename)
        self.place = PoseFields("thing" if thing else "place")
        self.place.set_units(*self._units, self._turns)
        self.place.changed.connect(self._placed)
        self.place.left.connect(lambda: self._end(False))
        self.place.dropped.connect(lambda: self._end(True))
        rows.addWidget(self.place)
        if thing is not None:
            rows.addLayout(grid := _grid())
            self._fill_thing(grid, thing)
        if thing is not None and thing.locked:
            rows.insertWidget(0, named_label("Secondary", "Locked; unlock it to change it."))
            for editor in (*self.sizes.values(), *self.fields.values(), self.place):
                editor.setEnabled(False)

    def _fill_thing(self, grid: QGridLayout, thing: Thing) -> None:
        self.kind = Combo("Kind of the object")
        for kind in KINDS.values():
            if (kind.name == MESH) == (thing.kind == MESH):
                self.kind.addItem(kind.title, kind.name)
        self.kind.setCurrentIndex(self.kind.findData(thing.kind))
        self.kind.setEnabled(thing.kind != MESH and not thing.locked)
        self.kind.activated.connect(self._chose_kind)
        _row(grid, "Kind", self.kind)
        if thing.mesh is not None:
            file = named_label("Secondary", thing.mesh.path)
            file.setWordWrap(True)
            name = thing.mesh.path.replace("\\", "/").rpartition("/")[2]
            file.setText(
                name if thing.mesh.surface else tr("{file} (missing: shown as a box)", name)
            )
            file.setToolTip(thing.mesh.path)
            _row(grid, "File", file)
        for size in kind_of(thing.kind).sizes:
            _row(grid, _label_of(size), self._size(size))
        self._text(grid, "Colour", "color", thing.color, partial(self._set, "color"))
        self.fields["color"].setPlaceholderText(kind_of(thing.kind).color)
        self._swatch = Swatch(partial(self._set, "color"))
        self._swatch.setEnabled(not thing.locked)
        grid.addWidget(self._swatch, grid.rowCount() - 1, 2)
        self._material = Combo("Material of the object")
        self._material.addItems([OWN_MATERIAL, *MATERIALS])
        self._material.setEnabled(not thing.locked)
        self._material.activated.connect(self._chose_material)
        _row(grid, "Material", self._material)
        self._text(grid, "Group", "group", thing.group, partial(self._set, "group"))

    def _text(
        self, grid: QGridLayout, words: str, name: str, text: str, take: Callable[[str], object]
    ) -> None:
        self.fields[name] = TextField(text, tr("{words} of the object", words), take)
        _row(grid, words, self.fields[name])

    def _size(self, size: Parameter) -> QWidget:
        words = begun(size.meaning)
        if size.kind == "count":
            box = Count()
            box.setRange(int(size.least), int(size.most))
            box.setAccessibleName(words)
            box.setToolTip(words)
            box.valueChanged.connect(lambda value: self._sized(size.name, float(value)))
            box.editingFinished.connect(lambda: self._end(False))
            self.sizes[size.name] = box
            return box
        field = LiveField()
        length, angle = self._units
        units = {"angle": angle, "number": PURE}
        field.set_unit(units.get(size.kind, length))
        field.setAccessibleName(words)
        field.typed.connect(lambda value: self._sized_in(field, size.name, value))
        field.left.connect(lambda: self._end(False))
        field.dropped.connect(lambda: self._end(True))
        self.sizes[size.name] = field
        return field

    # -- what is typed ------------------------------------------------------------------------

    def _sized_in(self, field: LiveField, name: str, value: float) -> None:
        try:
            self._sized(name, value)
        except RvsError as error:
            field.refuse(str(error).partition(": ")[2] or str(error))

    def _sized(self, name: str, value: float) -> None:
        if isinstance(self._item, Thing):
            sizes = {**dict(self._item.sizes), name: value}
            self._change({"sizes": tuple(sizes.items())}, True)

    def _placed(self, pose: Array) -> None:
        self._change({"place": pose_rows(tidy(pose), "place")}, True)

    def _set(self, name: str, text: str) -> None:
        text = text.strip()
        if name == "color" and text:
            hex_color(text)
        self._change({name: text}, False)

    def _chose_kind(self, index: int) -> None:
        if self.kind is None or not isinstance(self._item, Thing):
            return
        kind = str(self.kind.itemData(index))
        known = {size.name for size in kind_of(kind).sizes}
        sizes = tuple(pair for pair in self._item.sizes if pair[0] in known)
        self._change({"kind": kind, "sizes": sizes}, False)

    def _chose_material(self, index: int) -> None:
        self._change({"material": "" if index == 0 else self._material.itemText(index)}, False)


def _grid() -> QGridLayout:
    rows = grid(8, 6, grows=[1])
    rows.setColumnMinimumWidth(0, LABELS)
    return rows


def _label_of(size: Parameter) -> str:
    """Return the label of a size: its name if that expresses the meaning, else the meaning."""
    name = size.name.replace("_", " ")
    words = name if name in size.meaning and name not in PARTS else size.meaning
    return begun(words)


def _row(rows: QGridLayout, words: str, field: QWidget) -> None:
    label = named_label("Secondary", words)
    label.setWordWrap(True)
    put(rows, rows.rowCount(), label, field)
