"""The sizes, moves and looks of one part, each changed at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.geometry.shape import Parameter
from rvs.model.appearance.materials import MATERIALS
from rvs.model.body.part_text import MOVES, Texts, fresh_move, move_word
from rvs.model.body.values import AXES, Move, Part
from rvs.ui.widgets.combo import Combo
from rvs.ui.widgets.labels import named_label

FIELD_HEIGHT = 28
INHERITED = "As its link"
ANGLE = "°"

Change = Callable[[str, Part], None]
Rename = Callable[[str], None]


class TextField(QLineEdit):
    """A text that is read when it is left; a bad one stays, marked, with the reason."""

    def __init__(self, text: str, name: str, take: Callable[[str], object]) -> None:
        super().__init__(text)
        self.setFixedHeight(FIELD_HEIGHT)
        self.setAccessibleName(name)
        self._text, self._take = text, take
        self.editingFinished.connect(self._read)

    def show_text(self, text: str) -> None:
        """Show another text; not over one that is being typed."""
        if text != self._text:
            self._text = text
            if not self.isModified() or not self.hasFocus():
                self.setText(text)
                self._mark("", "")

    def _read(self) -> None:
        if self.text() == self._text:
            self._mark("", "")
            return
        try:
            self._take(self.text())
        except RvsError as error:
            self._mark("invalid", str(error))
        else:
            self._text = self.text()
            self._mark("", "")

    def _mark(self, state: str, reason: str) -> None:
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self.setProperty("state", state)
        self.style().unpolish(self)
        self.style().polish(self)


class PartForm(QWidget):
    """Asks for changes of a part.

    Attributes:
        fields: The fields of name, sizes and colour by name.
        moves: The fields of the moves.
    """

    def __init__(self, change: Change, rename: Rename) -> None:
        """Make an empty form.

        Args:
            change: Takes the name of a step and the part as it shall be; raises what is wrong.
            rename: Takes another name of the part, likewise.
        """
        super().__init__()
        self._change, self._rename = change, rename
        self.fields: dict[str, TextField] = {}
        self.moves: list[TextField] = []
        self._part: Part | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 8, 16, 16)
        self._column.setSpacing(8)
        self._body: QWidget | None = None

    def show_part(
        self, part: Part | None, parameters: Sequence[Parameter], texts: Texts, summary: str
    ) -> None:
        """Show a part, or nothing.

        Args:
            part: The part.
            parameters: The sizes that its shape has.
            texts: How its numbers are written.
            summary: What its shape is.
        """
        self._part = part
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self.fields, self.moves = {}, []
        self._body = QWidget()
        form = QFormLayout(self._body)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        if part is None:
            form.addRow(named_label("Secondary", "Choose a part, or add one."))
        else:
            self._fill(form, part, parameters, texts, summary)
        self._column.addWidget(self._body)
        self._column.addStretch(1)

    def _fill(
        self,
        form: QFormLayout,
        part: Part,
        parameters: Sequence[Parameter],
        texts: Texts,
        summary: str,
    ) -> None:
        words = named_label("Secondary", summary)
        words.setWordWrap(True)
        form.addRow(words)
        form.addRow("Name", self._field("name", part.id, self._rename))
        given = dict(part.sizes)
        for one in parameters:
            known = one.name in given
            text = texts.value(given[one.name], one) if known else ""
            field = self._field(one.name, text, partial(self._resize, one, texts))
            field.setPlaceholderText(texts.value(one.omitted, one))
            label = named_label("", one.name.replace("_", " "))
            unit = {"length": texts.unit, "angle": ANGLE}.get(one.kind, "")
            label.setToolTip(f"{one.meaning} ({unit})" if unit else one.meaning)
            form.addRow(label, field)
        form.addRow(named_label("PartTitle", f"Moves ({texts.unit}, {ANGLE})"))
        for index, move in enumerate(part.moves):
            form.addRow(move_word(move), self._move_row(index, move, texts))
        add = Combo("Add a move")
        add.addItems(["Add a move…", *MOVES])
        add.activated.connect(lambda i, box=add: self._add_move(box.itemText(i)))
        form.addRow("", add)
        self._fill_looks(form, part)

    def _fill_looks(self, form: QFormLayout, part: Part) -> None:
        form.addRow(named_label("PartTitle", "Copies and looks"))
        mirrors = QWidget()
        row = QHBoxLayout(mirrors)
        row.setContentsMargins(0, 0, 0, 0)
        for axis in AXES:
            box = QCheckBox(axis)
            box.setToolTip(f"A mirrored copy across {axis} = 0 of its link")
            box.setChecked(axis in part.mirror)
            box.toggled.connect(partial(self._mirror, axis))
            row.addWidget(box)
        row.addStretch(1)
        form.addRow("Mirror", mirrors)
        color = self._field("color", part.color, partial(self._paint, "color"))
        color.setPlaceholderText(INHERITED)
        color.setToolTip("A name such as SeaGreen, #RRGGBB, or robot for the robot's colour")
        form.addRow("Colour", color)
        material = Combo("Material")
        material.addItem(INHERITED, "")
        for name in MATERIALS:
            if name != "annotation":
                material.addItem(name.capitalize(), name)
        material.setCurrentIndex(max(material.findData(part.material), 0))
        material.activated.connect(lambda i, box=material: self._paint("material", box.itemData(i)))
        form.addRow("Material", material)

    def _field(self, name: str, text: str, take: Callable[[str], object]) -> TextField:
        field = TextField(text, name, take)
        self.fields[name] = field
        return field

    def _move_row(self, index: int, move: Move, texts: Texts) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        if move.values:
            field = TextField(
                texts.move(move), f"Move {index + 1}", partial(self._change_move, index, texts)
            )
            self.moves.append(field)
            row.addWidget(field, 1)
        else:
            row.addStretch(1)
        remove = QPushButton("Remove")
        remove.setObjectName("Chip")
        remove.setAccessibleName(f"Remove move {index + 1}")
        remove.clicked.connect(partial(self._remove_move, index))
        row.addWidget(remove)
        return holder

    def _resize(self, parameter: Parameter, texts: Texts, text: str) -> None:
        if self._part is None:
            return
        sizes = dict(self._part.sizes)
        if text.strip():
            sizes[parameter.name] = texts.read_value(text, parameter)
        else:
            sizes.pop(parameter.name, None)
        self._emit("Resize", sizes=tuple(sizes.items()))

    def _change_move(self, index: int, texts: Texts, text: str) -> None:
        if self._part is not None:
            old = self._part.moves[index]
            new = texts.read_move(text, old.kind, old.axis)
            moves = (*self._part.moves[:index], new, *self._part.moves[index + 1 :])
            self._emit("Move", moves=moves)

    def _add_move(self, word: str) -> None:
        if self._part is not None and word in MOVES:
            self._emit("Move", moves=(*self._part.moves, fresh_move(word)))

    def _remove_move(self, index: int, _checked: bool = False) -> None:
        if self._part is not None:
            moves = self._part.moves
            self._emit("Move", moves=moves[:index] + moves[index + 1 :])

    def _mirror(self, axis: str, on: bool) -> None:
        if self._part is not None:
            kept = set(self._part.mirror) - {axis}
            self._emit("Mirror", mirror="".join(sorted(kept | {axis} if on else kept)))

    def _paint(self, field: str, value: str) -> None:
        self._emit("Paint", **{field: value.strip()})

    def _emit(self, verb: str, **changes: object) -> None:
        if self._part is not None:
            new = replace(self._part, **changes)  # type: ignore[arg-type]
            self._change(f"{verb} {self._part.id}", new)
