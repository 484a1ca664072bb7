"""The sizes, moves, copies and looks of one part or group, changed immediately."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from rvs.geometry.shape import Parameter
from rvs.model.appearance.colors import hex_color
from rvs.model.appearance.materials import MATERIALS, density_of, density_text
from rvs.model.body.edits import resized
from rvs.model.body.part_text import MOVES, REPEATS, Texts, fresh_move, fresh_repeat, step_word
from rvs.model.body.values import AXES, ROBOT_COLOR, Move, Part, PartGroup, Repeat, Size, Use
from rvs.model.mesh_file import MeshFile
from rvs.ui.theme import Theme
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.swatch import Swatch
from rvs.ui.widgets.fields.text_field import TextField, discard, with_reason, with_reasons
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox, vbox
from rvs.value_class import dataclass
from rvs.words import tr

INHERITED = "As its link"
BY_MATERIAL = "that of the material"
UNGROUPED = "None"
ANGLE = "°"
CELL = 44
HINTS = {"shift": "x, y, z", "turn": "angle", "ring": "number, angle", "row": "number, x, y, z"}

Item = Part | PartGroup
Change = Callable[[str, Item], None]
Rename = Callable[[str], None]
USE_WORDS: Mapping[Use, str] = {
    "both": "Visual and collision",
    "seen": "Visual only",
    "solid": "Collision only",
}


@dataclass(frozen=True)
class Shown:
    """Contents of a form.

    Attributes:
        item: The part or group.
        texts: Texts of its numbers.
        parameters: The sizes of a part's shape.
        groups: Groups that a part may belong to.
        summary: Its shape.
        color: Its current colour, ``#RRGGBB``.
    """

    item: Item
    texts: Texts
    parameters: Sequence[Parameter] = ()
    groups: Sequence[str] = ()
    summary: str = ""
    color: str = "#FFFFFF"


class PartForm(QWidget):
    """Reports changes of a part or a group."""

    def __init__(
        self, theme: Theme, change: Change, rename: Rename, ask_file: Callable[[], object]
    ) -> None:
        """Make an empty form.

        Args:
            theme: Colours of the window.
            change: Called with the name of a step and the new part; raises an error if it is
                invalid.
            rename: Called with another name of the part, likewise.
            ask_file: Asks for another file of a mesh.
        """
        super().__init__()
        self._theme, self._change, self._rename = theme, change, rename
        self._ask_file = ask_file
        self.fields: dict[str, TextField] = {}
        self.moves: list[TextField] = []
        self.repeats: list[TextField] = []
        self._item: Item | None = None
        self._column = vbox(edges=(16, 8, 16, 16), of=self)
        self._body: QWidget | None = None

    def show_part(self, shown: Shown | None) -> None:
        """Show a part or group, or nothing."""
        self._item = shown.item if shown else None
        if shown is None:
            self.put(named_label("Secondary", "Choose a part, or add one."))
            return
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        self.put(body, partial(self._fill, form, shown))

    def put(self, body: QWidget, fill: Callable[[], None] | None = None) -> None:
        """Show a widget instead of the previous one; the field with the same name keeps the focus.

        Args:
            body: The widget.
            fill: Puts its fields into it, if they are not there yet.
        """
        held = self._held()
        if self._body is not None:
            self._column.removeWidget(self._body)
            discard(self._body)
        self.fields, self.moves, self.repeats = {}, [], []
        if fill is not None:
            fill()
        self._body = body
        self._column.addWidget(body)
        self._column.addStretch(1)
        if held:
            self._give_focus(held)

    def _held(self) -> str:
        """Return the name of the field of the form that has the focus, or nothing."""
        field = QApplication.focusWidget()
        inside = field is not None and self.isAncestorOf(field)
        return field.accessibleName() if field is not None and inside else ""

    def _give_focus(self, name: str) -> None:
        """Give the focus to the field with this name: Tab stays in the form despite new fields."""
        assert self._body is not None
        named = (one for one in self._body.findChildren(QWidget) if one.accessibleName() == name)
        field = next(named, self._body)
        # A widget takes the focus only once it is there.
        self._body.show()
        field.setFocus(Qt.FocusReason.TabFocusReason)

    # -- making -------------------------------------------------------------------------------

    def _fill(self, form: QFormLayout, shown: Shown) -> None:
        item, texts = shown.item, shown.texts
        words = named_label("Secondary", shown.summary)
        words.setWordWrap(True)
        form.addRow(words)
        self._row(form, "Name", "name", item.id, self._rename)
        if isinstance(item, Part):
            self._fill_sizes(form, item, shown)
        form.addRow(named_label("PartTitle", tr("Moves ({length}, {angle})", texts.length, ANGLE)))
        for index, move in enumerate(item.moves):
            row = self._step_row("moves", index, move, texts)
            if move.kind == "pose":
                form.addRow(self._matrix(index, move, texts))
            form.addRow(step_word(move), row)
        self._adder(form, "Add move", tuple(MOVES), lambda word: ("moves", fresh_move(word)))
        form.addRow(named_label("PartTitle", "Copies"))
        self._fill_mirrors(form, item)
        for index, repeat in enumerate(item.repeats):
            form.addRow(step_word(repeat), self._step_row("repeats", index, repeat, texts))
        self._adder(form, "Repeat", tuple(REPEATS), lambda word: ("repeats", fresh_repeat(word)))
        form.addRow(named_label("PartTitle", "Appearance"))
        self._fill_looks(form, item, shown.color)
        if isinstance(item, Part):
            self._fill_use(form, item)

    def _fill_sizes(self, form: QFormLayout, part: Part, shown: Shown) -> None:
        given, texts = dict(part.sizes), shown.texts
        if part.mesh is not None:
            self._fill_file(form, part.mesh)
        for one in shown.parameters:
            text = texts.value(given[one.name], one) if one.name in given else ""
            words = one.name.replace("_", " ")
            field = self._row(form, words, one.name, text, partial(self._resize, one, texts))
            field.setPlaceholderText(texts.value(one.omitted, one))
            unit = {"length": texts.length, "angle": ANGLE}.get(one.kind, "")
            tip = f"{tr(one.meaning)} ({unit})" if unit else one.meaning
            if one.kind == "length" and texts.length != texts.unit:
                tip = tr("{meaning} ({length}; an expression with names has the unit {unit})",
                         tr(one.meaning), unit, texts.unit)  # fmt: skip
            field.setToolTip(tip)
        if not shown.groups:
            return
        box = Combo("Group")
        box.addItem(UNGROUPED, "")
        for name in shown.groups:
            box.addItem(name, name)
        box.setCurrentIndex(max(box.findData(part.group), 0))
        box.activated.connect(lambda i: self._emit("Group", group=box.itemData(i)))
        form.addRow("Group", box)

    def _fill_file(self, form: QFormLayout, mesh: MeshFile) -> None:
        missing = mesh.surface is None
        name = PurePath(mesh.path).name
        words = named_label("Secondary", tr("{name} (missing)", name) if missing else name)
        words.setToolTip(mesh.path)
        words.setWordWrap(True)
        choose = QPushButton("Choose…")
        choose.setToolTip("Use the surface from another file")
        choose.clicked.connect(lambda: self._ask_file())
        holder = QWidget()
        hbox((words, 1), choose, gap=6, of=holder)
        form.addRow("File", holder)

    def _fill_use(self, form: QFormLayout, part: Part) -> None:
        box = Combo("Use")
        for use, words in USE_WORDS.items():
            box.addItem(words, use)
        box.setCurrentIndex(box.findData(part.use))
        box.setToolTip("Choose whether the part is visible, can collide, or both")
        box.activated.connect(lambda i: self._emit("Use", use=box.itemData(i)))
        form.addRow("Use", box)

    def _fill_mirrors(self, form: QFormLayout, item: Item) -> None:
        mirrors = QWidget()
        row = QHBoxLayout(mirrors)
        row.setContentsMargins(0, 0, 0, 0)
        for axis in AXES:
            box = QCheckBox(axis)
            box.setToolTip(tr("A mirrored copy across {axis} = 0 of its link", axis))
            box.setChecked(axis in item.mirror)
            box.toggled.connect(partial(self._mirror, axis))
            row.addWidget(box)
        row.addStretch(1)
        form.addRow("Mirror", mirrors)

    def _fill_looks(self, form: QFormLayout, item: Item, color: str) -> None:
        field = self._field("color", item.color, self._paint)
        field.setPlaceholderText(INHERITED)
        field.setToolTip("A name such as SeaGreen, #RRGGBB, or robot for the robot's colour")
        swatch = Swatch(self._paint, alpha=True)
        swatch.show_color(color)
        holder = QWidget()
        hbox((field, 1), swatch, gap=6, of=holder)
        form.addRow("Colour", with_reason(holder, field, self._theme.colors.limit))
        material = Combo("Material")
        material.addItem(INHERITED, "")
        for name in MATERIALS:
            if name != "annotation":
                material.addItem(name.capitalize(), name)
        material.setCurrentIndex(max(material.findData(item.material), 0))
        material.activated.connect(
            lambda i: self._emit("Paint", material=str(material.itemData(i)))
        )
        form.addRow("Material", material)
        density = self._row(form, "Density", "density", density_text(item.density), self._weigh)
        density.setPlaceholderText(BY_MATERIAL)
        density.setToolTip(
            "Density in kg/m³, or a substance such as steel, to compute masses from the body"
        )

    def _row(
        self, form: QFormLayout, words: str, name: str, text: str, take: Callable[[str], object]
    ) -> TextField:
        field = self._field(name, text, take)
        form.addRow(words, with_reason(field, field, self._theme.colors.limit))
        return field

    def _field(self, name: str, text: str, take: Callable[[str], object]) -> TextField:
        self.fields[name] = TextField(text, name, take)
        return self.fields[name]

    def _adder(
        self,
        form: QFormLayout,
        name: str,
        words: Sequence[str],
        make: Callable[[str], tuple[str, Move | Repeat]],
    ) -> None:
        """Add a box that adds a move or a repeat."""
        box = Combo(name)
        box.addItems([f"{name}…", *words])

        def add(index: int) -> None:
            if index > 0 and self._item is not None:
                field, step = make(box.itemText(index))
                verb = "Move" if field == "moves" else "Repeat"
                self._emit(verb, **{field: (*getattr(self._item, field), step)})

        box.activated.connect(add)
        form.addRow("", box)

    def _step_row(self, field: str, index: int, step: Move | Repeat, texts: Texts) -> QWidget:
        """Return the numbers of a move or a repeat, with a button that removes it."""
        holder = QWidget()
        row = hbox(gap=6, of=holder)
        words = f"{'Move' if field == 'moves' else 'Repeat'} {index + 1}"
        shown: QWidget = holder
        fields = self.moves if field == "moves" else self.repeats
        if step.kind in ("pose", "flip"):
            row.addStretch(1)
        else:
            line = TextField(texts.step(step), words, partial(self._restep, field, index, texts))
            line.setToolTip(HINTS[step.kind])
            line.setPlaceholderText(HINTS[step.kind])
            fields.append(line)
            row.addWidget(line, 1)
            shown = with_reason(holder, line, self._theme.colors.limit)
        remove = QPushButton("Remove")
        remove.setObjectName("Chip")
        remove.setAccessibleName(tr("Remove {words}", words.lower()))
        remove.clicked.connect(partial(self._unstep, field, index))
        row.addWidget(remove)
        return shown

    def _matrix(self, index: int, move: Move, texts: Texts) -> QWidget:
        """Return rows 1 to 3 of a 4×4 matrix; the last is 0 0 0 1."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        for k, value in enumerate(move.values[:12]):
            field = TextField(
                texts.size(value, texts.kind("pose", k)),
                tr("Move {number}, row {row}, column {column}", index + 1, k // 4 + 1, k % 4 + 1),
                partial(self._cell, index, k, texts),
            )
            field.setToolTip("Type a number or an expression, or paste a whole matrix")
            field.setMinimumWidth(CELL)
            self.moves.append(field)
            grid.addWidget(field, k // 4, k % 4)
        return with_reasons(holder, self.moves[-12:], self._theme.colors.limit)

    # -- changing -----------------------------------------------------------------------------

    def _resize(self, parameter: Parameter, texts: Texts, text: str) -> None:
        if isinstance(self._item, Part):
            value = texts.read_value(text, parameter) if text.strip() else None
            part = resized(self._item, **{parameter.name: value})
            self._emit("Resize", sizes=part.sizes)

    def _weigh(self, text: str) -> None:
        self._emit("Set the density", density=density_of(text))

    def _restep(self, field: str, index: int, texts: Texts, text: str) -> None:
        if self._item is not None:
            steps = list(getattr(self._item, field))
            steps[index] = texts.read_step(text, steps[index])
            self._emit("Move" if field == "moves" else "Repeat", **{field: tuple(steps)})

    def _cell(self, index: int, k: int, texts: Texts, text: str) -> None:
        if self._item is not None:
            steps = list(self._item.moves)
            values: list[Size] = list(steps[index].values)
            pasted = texts.read_matrix(text)
            if pasted is None:
                values[k] = texts.read_size(text, texts.kind("pose", k))
            steps[index] = replace(steps[index], values=pasted or tuple(values))
            self._emit("Move", moves=tuple(steps))

    def _unstep(self, field: str, index: int, _checked: bool = False) -> None:
        if self._item is not None:
            steps = getattr(self._item, field)
            verb = "Move" if field == "moves" else "Repeat"
            self._emit(verb, **{field: steps[:index] + steps[index + 1 :]})

    def _mirror(self, axis: str, on: bool) -> None:
        if self._item is not None:
            kept = set(self._item.mirror) - {axis}
            self._emit("Mirror", mirror="".join(sorted(kept | {axis} if on else kept)))

    def _paint(self, color: str) -> None:
        if color.strip() and color.strip() != ROBOT_COLOR:
            hex_color(color.strip())
        self._emit("Paint", color=color.strip())

    def _emit(self, verb: str, **changes: object) -> None:
        if self._item is not None:
            new = replace(self._item, **changes)  # type: ignore[arg-type]
            self._change(f"{verb} {self._item.id}", new)
