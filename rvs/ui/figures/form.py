"""The choices of a figure as fields, with their labels and units.

Small pictures of the styles, drawn like figures.

The list of installed typefaces for the labels of a figure, searched when opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log, radians
from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLabel, QToolButton, QWidget

from rvs.bodies.solid import Solid
from rvs.engine.errors import RvsError
from rvs.export.figure import draw
from rvs.export.formats.drawing import MM_PER_INCH
from rvs.export.layout import Paper
from rvs.fields.field import abouts
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import cylinder_fillet
from rvs.model.appearance.colors import rgba
from rvs.model.figures.figure import FIRST_WIDTH, STYLE_NAMES, STYLES, NamedFigure, StyleName
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.views.view import MODE_WORDS, Camera, View
from rvs.scene.camera import half_height
from rvs.scene.fonts import SANS
from rvs.scene.fonts.families import OWN, family_names
from rvs.scene.items import Scene
from rvs.ui.defer import defer
from rvs.ui.figures.choices import (
    FORMATS,
    KEPT,
    LOOKS,
    SCREEN,
    Choices,
    changed,
    changed_view,
    with_ground,
    with_style,
)
from rvs.ui.figures.drawing_work import Made
from rvs.ui.figures.paint import check_size, painted
from rvs.ui.figures.rows import Rows, show_row
from rvs.ui.theme import Theme
from rvs.ui.widgets.chip import check, chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import FlowLayout, hbox
from rvs.value_class import dataclass
from rvs.words import tr

MM = UNITS["mm"]
POINT_UNIT, DPI_UNIT = Unit("pt", "pt", "number", 1.0, 1), Unit("dpi", "dpi", "number", 1.0, 0)
PIXEL, WHOLE = Unit("px", "px", "number", 1.0, 0), Unit("number", "", "number", 1.0, 0)

LOOK_TITLES = {SCREEN: "As on the screen", KEPT: "Stored with the figure", "iso": "Isometric"}
PROJECTIONS = {"screen": "As on the screen", "perspective": "Perspective", "parallel": "Parallel"}
POSTURES = {"cell": "As in the cell", "kept": "Stored with the figure"}
FILES = {suffix: suffix[1:].upper() for suffix in FORMATS}
STYLE_TITLES, TEXTS, HIDDEN, GROUNDS = (
    abouts(NamedFigure)[name].choices for name in ("style", "text", "hidden", "ground")
)
SHOWN_TITLES = {"frames": "Frames", "labels": "Labels", "floor": "Floor", "shadow": "Shadow"}
WIDTHS = {"outer": "Contours", "edge": "Edges", "hidden_edge": "Hidden"}
MILLIMETRES = {"width", "height", "margin", *WIDTHS}


FIELD, NARROW = 96, 88
COLUMN, PAGE = FIRST_WIDTH, 174.0
SMALLEST_TYPE = 6.0
# So many pairs of things that look alike in grey are named.
GRAY, MOST_ALIKE = "Print without colours", 3
Postures = tuple[tuple[str, tuple[float, ...]], ...]

WIDTH, HEIGHT, SIDES = 76, 48, 32
CAMERA = Camera((0.0, 0.0, 0.36), radians(-50.0), radians(24.0), 3.2, radians(26.0))

SHOWN = 20

USUAL_SCALES = tuple(step * 10.0**power for power in range(-1, 5) for step in (1.0, 2.0, 5.0))


@dataclass(frozen=True)
class Facts:
    """Facts that the form shows in addition to the choices.

    Attributes:
        figure: The figure.
        made: The last drawn figure, or None.
        motion: Name of the motion whose postures can be shown, or empty.
    """

    figure: NamedFigure
    made: Made | None
    motion: str


class FigureForm(QWidget):
    """Shows choices and reports changes; ``chosen`` contains them.

    Attributes:
        boxes: Check boxes by the name of their option.
        numbers: Number fields by their name.
        lists: Selection lists by their name.
    """

    chosen = Signal(object)

    def __init__(
        self, theme: Theme, view: Callable[[], View], postures: Callable[[], Postures]
    ) -> None:
        """Make the fields.

        Args:
            theme: The colours.
            view: Returns the current view of the cell.
            postures: Returns the current postures of the robots, by their ids.
        """
        super().__init__()
        self._view, self._postures = view, postures
        self._choices: Choices | None = None
        self._facts: Facts | None = None
        self.boxes: dict[str, QCheckBox] = {}
        self.numbers: dict[str, NumberField] = {}
        self.lists: dict[str, Combo] = {}
        self.styles: dict[str, QToolButton] = {}
        self.motion = named_label("Secondary")
        self._rows = Rows(theme)
        self.setLayout(self._rows)
        self._make_file()
        self._make_look()
        self._make_size()
        self._make_contents()
        self._rows.addStretch(1)
        # The window is there before its pictures.
        defer(self, self._draw_styles)

    # -- making -------------------------------------------------------------------------------

    def _make_file(self) -> None:
        self._rows.section("File")
        self._rows.add("Format", self._list("format", "Format", FILES, self._take_format))
        self._text_row = self._rows.add("Text", self._list("text", "Text", TEXTS))

    def _make_look(self) -> None:
        self._rows.section("Look")
        self._rows.addWidget(self._make_styles())
        self._rows.part()
        ground = self._list("ground", "Background", GROUNDS, self._take_ground)
        self._rows.add("Background", ground)
        self._hidden_row = self._rows.add(
            "Hidden lines", self._list("hidden", "Hidden lines", HIDDEN)
        )
        self._width_rows = [
            self._rows.add(
                word, self._number(name, tr("Width of {word}", word.lower()), MM, NARROW)
            )
            for name, word in WIDTHS.items()
        ]
        gray = self._switch("gray", "Shades of grey", GRAY)
        self._rows.add("Colour", gray)

    def _make_styles(self) -> QWidget:
        part = QWidget()
        row = hbox(of=part)
        group = QButtonGroup(part)
        for name in STYLE_NAMES:
            button = QToolButton()
            button.setObjectName("StyleButton")
            button.setCheckable(True)
            button.setText(STYLE_TITLES[name])
            button.setAccessibleName(tr("Style: {styles}", STYLE_TITLES[name]))
            button.setIconSize(QSize(WIDTH, HEIGHT))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setFixedSize(WIDTH + 24, HEIGHT + 34)
            button.clicked.connect(lambda _=False, name=name: self._take_style(name))
            group.addButton(button)
            row.addWidget(button)
            self.styles[name] = button
        row.addStretch(1)
        return part

    def _make_size(self) -> None:
        self._rows.section("Size in print")
        width = self._number("width", "Width of the figure", MM, FIELD)
        height = self._number("height", "Height of the figure", MM, FIELD)
        chips = [
            chip("1 column", tr("{column:g} mm wide", COLUMN), lambda: self._take("width", COLUMN)),
            chip("Page", tr("{page:g} mm wide", PAGE), lambda: self._take("width", PAGE)),
        ]
        self._rows.add("Width", width, *chips)
        self._rows.add("Height", height)
        self._rows.add(
            "Scale 1 :", self._number("scale", "Scale", WHOLE, FIELD), self._scale_switch()
        )
        crop = self._switch("crop", "Trim to content", "Leave out the empty space around the cell")
        self._rows.add("Crop", crop)
        self._margin_row = self._rows.add(
            "Margin", self._number("margin", "Margin around the drawing", MM, NARROW)
        )
        self._rows.add(
            "Typeface", self._filled("font", Typefaces(), lambda v: self._take("font", v))
        )
        self._rows.add(
            "Type size", self._number("type_size", "Type size of labels", POINT_UNIT, NARROW)
        )
        self._dpi_row = self._rows.add(
            "Resolution", self._number("dpi", "Resolution", DPI_UNIT, NARROW)
        )
        self._pixel_row = self._rows.add(
            "Pixels",
            self._number("pixels", "Width in pixels", PIXEL, FIELD),
            self._pixel_words(),
        )

    def _scale_switch(self) -> QCheckBox:
        box = check("sets the size", "Scale 1:N in print, for parallel views")
        box.clicked.connect(lambda on: self._take("scale", self._round_scale() if on else None))
        self.boxes["scaled"] = box
        return box

    def _round_scale(self) -> float:
        """Return a usual scale that keeps the figure at about its size."""
        now = _scale(self._facts) if self._facts else 0.0
        return min(USUAL_SCALES, key=lambda one: abs(log(one / (now or 10.0))))

    def _pixel_words(self) -> QLabel:
        self.pixel_words = named_label("Secondary")
        return self.pixel_words

    def _make_contents(self) -> None:
        self._rows.section("Shown")
        self._rows.add("Robots", self._list("mode", "Robots drawn as", MODE_WORDS, self._take_mode))
        looks = {name: LOOK_TITLES.get(name, name.capitalize()) for name in LOOKS}
        self._rows.add("View", self._list("look", "View", looks, self._take_look))
        self._rows.add(
            "Projection",
            self._list("projection", "Projection", PROJECTIONS, self._take_projection),
        )
        self._rows.add("Posture", self._list("posture", "Posture", POSTURES, self._take_posture))
        part = QWidget()
        flow = FlowLayout(part, gap=6, between=14)
        flow.setContentsMargins(0, 0, 0, 0)
        for name, word in SHOWN_TITLES.items():
            flow.addWidget(self._switch(name, word, tr("Show {word}", word.lower()), of_view=True))
        flow.addWidget(self._switch("dimensions", "Dimensions", "Lengths of the tables"))
        flow.addWidget(self._switch("twists", "Twists", "Draw the angles α, too"))
        flow.addWidget(self._switch("scale_bar", "Scale bar", "Add a scale bar, in parallel views"))
        self._rows.addWidget(part)
        self._rows.part()
        self._rows.add(
            "Ghosts",
            self._number("ghosts", "Postures of the motion", WHOLE, NARROW),
            self.motion,
        )

    def _list(
        self,
        name: str,
        title: str,
        titles: Mapping[Any, str],
        take: Callable[[Any], None] | None = None,
    ) -> Combo:
        box = Combo(title)
        for value, text in titles.items():
            box.addItem(text, value)
        return self._filled(name, box, take or (lambda value: self._take(name, value)))

    def _filled(self, name: str, box: Combo, done: Callable[[Any], None]) -> Combo:
        box.setMinimumWidth(168)
        box.activated.connect(lambda _index: done(box.currentData()))
        self.lists[name] = box
        return box

    def _number(self, name: str, title: str, unit: Unit, width: int) -> NumberField:
        field = NumberField(title, unit, width)
        field.entered.connect(lambda value: self._take_number(name, field, value / unit.factor))
        field.refused.connect(lambda reason: self._rows.say(field, reason))
        field.accepted.connect(lambda: self._rows.say(field, ""))
        self.numbers[name] = field
        return field

    def _switch(self, name: str, text: str, tip: str, of_view: bool = False) -> QCheckBox:
        box = check(text, tip)
        change = changed_view if of_view else changed
        box.clicked.connect(lambda on: self._choose(lambda now: change(now, **{name: on})))
        self.boxes[name] = box
        return box

    def _draw_styles(self) -> None:
        for name in STYLE_NAMES:
            self.styles[name].setIcon(style_icon(name, self.devicePixelRatioF()))

    # -- taking -------------------------------------------------------------------------------

    def _choose(self, change: Callable[[Choices], Choices]) -> None:
        if self._choices is not None:
            self.chosen.emit(change(self._choices))

    def _take(self, name: str, value: object) -> None:
        self._choose(lambda now: changed(now, **{name: value}))

    def _take_number(self, name: str, field: NumberField, value: float) -> None:
        try:
            self._choose(lambda now: self._with_number(now, name, value))
        except RvsError as error:
            field.refuse(str(error).removeprefix(f"{name}: "))

    def _with_number(self, now: Choices, name: str, value: float) -> Choices:
        wide, high = self._facts.made.millimetres if self._facts and self._facts.made else (1, 1)
        if name == "dpi":
            return self._with_dpi(now, value)
        if name == "pixels":
            return self._with_dpi(now, value / (wide / MM_PER_INCH))
        if name == "height":
            return changed(now, width=value * wide / high)
        if name == "ghosts":
            return changed(now, ghosts=round(value))
        return changed(now, **{name: value})

    def _with_dpi(self, now: Choices, dpi: float) -> Choices:
        if not 1.0 <= dpi <= 100_000.0:
            raise RvsError(tr("expected 1 to 100,000 dpi, got {dpi:g}", dpi))
        if self._facts and self._facts.made:
            wide, high = self._facts.made.millimetres
            check_size(round(wide / MM_PER_INCH * dpi), round(high / MM_PER_INCH * dpi))
        return replace(now, dpi=dpi)

    def _take_style(self, style: StyleName) -> None:
        self._choose(lambda now: with_style(now, style, self._view()))

    def _take_ground(self, ground: Any) -> None:
        self._choose(lambda now: with_ground(now, ground, self._view()))

    def _take_format(self, suffix: Any) -> None:
        self._choose(lambda now: replace(now, format=suffix))

    def _take_mode(self, mode: Any) -> None:
        self._choose(lambda now: changed_view(now, mode=mode))

    def _take_projection(self, projection: Any) -> None:
        self._choose(lambda now: replace(now, projection=projection))

    def _take_posture(self, posture: Any) -> None:
        kept = self._postures() if posture == KEPT else ()
        self._take("postures", kept)

    def _take_look(self, look: str) -> None:
        figure = self._facts.figure if self._facts else None

        def change(now: Choices) -> Choices:
            if look == KEPT and figure is not None:
                now = changed(now, view=figure.view, picture=figure.picture)
                return replace(now, look=look, projection="screen")
            return replace(now, look=look)

        self._choose(change)

    # -- showing ------------------------------------------------------------------------------

    def show_choices(self, choices: Choices, facts: Facts) -> None:
        """Show the choices; a half-typed number stays."""
        self._choices, self._facts = choices, facts
        figure = choices.figure
        for name, combo in self.lists.items():
            chosen: Any = KEPT if figure.postures else "cell"
            if name != "posture":
                holders = (figure, figure.view, choices)
                chosen = next(getattr(one, name) for one in holders if hasattr(one, name))
            if isinstance(combo, Typefaces):
                combo.hold(chosen or SANS)
            combo.setCurrentIndex(combo.findData(chosen))
        for name, box in self.boxes.items():
            on = figure.scale is not None
            if name != "scaled":
                on = getattr(figure.view if name in SHOWN_TITLES else figure, name)
            box.setChecked(on)
        for name, button in self.styles.items():
            button.setChecked(name == figure.style)
        self._show_numbers(choices, facts)
        self._show_rows(choices, facts)

    def _show_numbers(self, choices: Choices, facts: Facts) -> None:
        figure = choices.figure
        wide, high = facts.made.millimetres if facts.made else (0.0, 0.0)
        shown = {name: getattr(figure, name) for name in ("margin", "type_size", "ghosts")}
        weight = facts.made.drawing.weight if facts.made else 1.0
        shown |= {name: figure.line_width(name, weight) for name in WIDTHS}
        free = figure.scale is None
        shown["width"] = figure.width if free and figure.width is not None else wide
        shown |= {"height": high, "scale": figure.scale or _scale(facts), "dpi": choices.dpi}
        shown["pixels"] = float(round(wide / MM_PER_INCH * choices.dpi))
        for name, value in shown.items():
            field = self.numbers[name]
            field.show_value(value * (MM.factor if name in MILLIMETRES else 1.0))
        for name in ("scale", "height"):
            if not shown[name]:
                # It is known when the figure has been drawn.
                self.numbers[name].clear()
        pixels_high = round(high / MM_PER_INCH * choices.dpi)
        self.pixel_words.setText(tr("× {height} px", pixels_high) if facts.made else "")

    def _show_rows(self, choices: Choices, facts: Facts) -> None:
        figure, png = choices.figure, choices.format == ".png"
        parallel = facts.figure.view.camera.parallel
        edged = figure.edges
        show_row(self._text_row, not png)
        show_row(self._dpi_row, png)
        show_row(self._pixel_row, png)
        show_row(self._hidden_row, edged)
        for k, row in enumerate(self._width_rows):
            show_row(row, edged and (k < 2 or figure.hidden != "off"))
        show_row(self._margin_row, figure.crop)
        for name in ("width", "height"):
            self.numbers[name].setEnabled(figure.scale is None)
        self.numbers["scale"].setEnabled(figure.scale is not None)
        for name in ("scaled", "scale_bar"):
            self.boxes[name].setEnabled(parallel or self.boxes[name].isChecked())
        self.boxes["twists"].setEnabled(figure.dimensions)
        self._complain(choices, facts, parallel)
        self.motion.setText(
            tr("of {motion}", facts.motion) if facts.motion else "load a trajectory first"
        )
        self.numbers["ghosts"].setEnabled(bool(facts.motion))

    def _complain(self, choices: Choices, facts: Facts, parallel: bool) -> None:
        """Show, next to the fields, the reasons why something can't be drawn or printed."""
        figure, say = choices.figure, self._rows.say
        flat = "a scale needs a parallel projection"
        scaled = figure.scale is not None or figure.scale_bar
        say(self.numbers["scale"], flat if scaled and not parallel else "")
        latex = figure.text == "latex" and choices.format not in (".pdf", ".eps", ".png")
        say(self.lists["text"], "for LaTeX choose PDF or EPS" if latex else "")
        least = facts.made.smallest if facts.made else None
        small = least is not None and least < SMALLEST_TYPE - 0.05
        words = tr("smallest type {least:.1f} pt; journals require 6 pt", least) if small else ""
        say(self.numbers["type_size"], words, "warning")
        alike = facts.made.alike if facts.made and figure.gray else ()
        say(self.boxes["gray"], "some colours look the same in grey" if alike else "", "warning")
        pairs = "; ".join(tr("{first} and {second}", one, two) for one, two in alike[:MOST_ALIKE])
        self.boxes["gray"].setToolTip(tr("{tip}: {pairs}", GRAY, pairs) if alike else GRAY)


def _scale(facts: Facts) -> float:
    """Return N of the scale 1:N of the last drawing; 0 in perspective, which has no scale."""
    camera = facts.figure.view.camera
    if facts.made is None or not camera.parallel:
        return 0.0
    metres = 2.0 * half_height(camera) / facts.figure.picture[1]
    return 1000.0 * metres / facts.made.drawing.mm


def style_icon(style: StyleName, ratio: float) -> QIcon:
    """Return the picture of a style.

    Args:
        style: The style.
        ratio: Pixels of the screen per pixel of the window.
    """
    look = replace(STYLES[style], ground="white", outer=0.5, edge=0.28)
    drawing = draw(_scene(), CAMERA, Paper(WIDTH * 4, HEIGHT * 4), look)
    image = painted(drawing).image(round(WIDTH * ratio), round(HEIGHT * ratio), ratio)
    return QIcon(QPixmap.fromImage(image))


def _scene() -> Scene:
    """Return a post, and an arm through it."""
    upright, along = np.eye(4), np.eye(4)
    along[:3, :3] = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
    along[:3, 3] = -0.64, 0.0, 0.6
    steel, orange = rgba("#8C9199"), rgba("#E2681C")
    post = cylinder_fillet(0.3, 0.85, 0.05, 0.05, SIDES)
    arm = cylinder_fillet(0.17, 1.45, 0.04, 0.04, SIDES)
    return Scene(
        (
            Solid(block(1.1, 1.1, 0.1), upright, steel, "paint", ("foot",)),
            Solid(post, upright, steel, "paint", ("post",)),
            Solid(arm, along, orange, "paint", ("arm",)),
        ),
        None,
    )


class Typefaces(Combo):
    """Families of fonts by name; the default one has no name."""

    def __init__(self) -> None:
        super().__init__("Typeface")
        self.setToolTip("Font of the labels; CMU Serif looks like the font of LaTeX")
        self.setMaxVisibleItems(SHOWN)
        self._all = False
        for name in OWN:
            self.hold(name)

    def hold(self, name: str) -> None:
        """Add a family to the list, installed or not."""
        value = "" if name == SANS else name
        if self.findData(value) < 0:
            self.addItem(name, value)

    def showPopup(self) -> None:
        if not self._all:
            self._all = True
            for name in family_names():
                self.hold(name)
        super().showPopup()
