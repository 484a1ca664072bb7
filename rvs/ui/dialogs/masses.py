"""Masses of a robot's links from its body, after a preview."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QRadioButton,
    QTableWidgetItem,
)

from rvs.bodies.dynamic import counted_of
from rvs.bodies.masses import FILL, Weighing, densities_of, link_bulks, weighed
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.appearance.materials import SUBSTANCES, USUAL
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot, change_robot
from rvs.model.numbers.quantities import gyration, read, significant, without_noise
from rvs.model.numbers.units import Unit
from rvs.model.robots.masses import MOMENTS
from rvs.ui.desk import Desk
from rvs.ui.messages import sentence
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import LiveField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, flowing, hbox, labelled, vbox
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.ui.widgets.typed_table import TypedTable
from rvs.words import tr

SIZE, LEAST_TABLE = (960, 520), 140
PERCENT = Unit("percent", "%", "number", 0.01, 1)
KILOGRAM = Unit("kg", "kg", "number", 1.0, 2)
MASS = 0
WHAT = (
    "The mass of each part is its volume times its density. Where parts overlap, the volume "
    "counts twice."
)
KNOWN = "Type the mass of a link if you know it; clear the cell to compute it again"


class MassesDialog(AskDialog):
    """Shows the masses of the body, and gives them to the links.

    Attributes:
        fill: Solid share of the drawn volume.
        total: Mass of the whole robot.
        by_fill: Selects the share.
        by_total: Selects the mass of the whole robot.
        substances: The substance of each material, by its name.
        keep: Leave links with known masses unchanged.
        table: The resulting masses, which can be edited.
    """

    def __init__(self, desk: Desk, placed: PlacedRobot, body: Body) -> None:
        name = tr("Masses of {robot} from its body", desk.session.called(placed))
        super().__init__(desk.window, desk.theme, "masses", name, "Use masses")
        resize_on_screen(self, QSize(*SIZE))
        self._desk, self._placed, self._body = desk, placed, body
        self._known: dict[int, float] = {}
        self._filling = False
        self.made: Robot | None = None
        self.fill, self.total = _field("Share", PERCENT), _field("Mass of the robot", KILOGRAM)
        self.by_fill = QRadioButton("Hollow links: share of material")
        self.by_total = QRadioButton("Mass of the whole robot, with its base")
        self.substances = {name: _substances(name) for name in _materials(placed, body)}
        self.keep = QCheckBox("Keep the known masses of links")
        self.keep.setVisible(any(joint.inertia for joint in placed.robot.joints))
        self.table = self._make_table()
        self._arrange()
        self._connect()
        self.by_fill.setChecked(True)
        self.fill.show_value(FILL)
        self.total.show_value(self._sum())
        self.weigh()
        self.button.setFocus()

    def weigh(self) -> None:
        """Compute the masses again and show them."""
        robot = self._placed.robot
        try:
            weighing = self._weighing()
            bulks = link_bulks(robot, self._body, weighing)
            self.made = weighed(robot, self._body, weighing)
        except RvsError as error:
            self.made = None
            self.button.setEnabled(False)
            self.complain(sentence(error))
            return
        self.button.setEnabled(True)
        self._show(bulks[0].volume)
        bare = [i for i, joint in enumerate(self.made.joints, 1) if not _mass(joint)]
        total, colors = sum(bulk.volume for bulk in bulks), self._theme.colors
        if bare:
            which = ", ".join(map(str, bare))
            words = tr("Links without a body have no mass: {links}.", which)
            self.notice.say(words, "warning", colors.warn)
        else:
            told = tr(
                "Total mass {total} kg, including {base} kg for the base. {loads}",
                significant(total),
                significant(bulks[0].volume),
                counted_of(self._placed).words,
            )
            self.notice.say(told, "note", colors.text_2)

    def accept(self) -> None:
        """Give the links these masses, as one step."""
        made = self.made
        if made is None:
            return
        joints, robot_id = made.joints, self._placed.id
        self._desk.session.edit(
            tr("Masses of {robot} from its body", self._desk.session.called(self._placed)),
            call_of(change_robot, robot_id, robot=self._placed.robot.replace(joints=joints)),
        )
        super().accept()

    def _weighing(self) -> Weighing:
        chosen = {name: str(box.currentData()) for name, box in self.substances.items()}
        by_total = self.by_total.isChecked()
        return Weighing(
            densities_of(chosen),
            FILL if by_total else self.fill.number,
            self.total.number if by_total else None,
            tuple(self._known.items()),
            self.keep.isChecked(),
        )

    def _sum(self) -> float:
        """Return the initial total mass: that of the robot as drawn, rounded."""
        bulks = link_bulks(self._placed.robot, self._body, Weighing())
        return float(f"{sum(bulk.volume for bulk in bulks):.2g}")

    # -- making -------------------------------------------------------------------------------

    def _arrange(self) -> None:
        group = QButtonGroup(self)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        for row, (button, field) in enumerate(
            ((self.by_fill, self.fill), (self.by_total, self.total))
        ):
            group.addButton(button)
            grid.addWidget(button, row, 0)
            grid.addWidget(field, row, 1)
        usual = "of the drawn volume; 31 % is the median of robots with published masses"
        for row, words in enumerate((usual, "densities then set only the proportions")):
            label = named_label("Secondary", words)
            label.setWordWrap(True)
            grid.addWidget(label, row, 2)
        grid.setColumnStretch(2, 1)
        made_of = flowing(
            *(
                labelled(tr("{material} parts", name.capitalize()), box)
                for name, box in self.substances.items()
            )
        )
        what = named_label("Secondary", WHAT)
        what.setWordWrap(True)
        self.ask(
            what, vbox(made_of, grid, hbox(self.keep, STRETCH), gap=12), self.table,
            foot=self.notice,
        )  # fmt: skip

    def _make_table(self) -> TypedTable:
        length = self._desk.units[0].symbol
        heads = ["Mass, kg", *(f"{axis}, {length}" for axis in "xyz")]
        heads += [tr("{moment}, kg m²", moment) for moment in MOMENTS]
        count = len(self._placed.robot.joints)
        table = TypedTable(count + 1, len(heads))
        table.setObjectName("DhTable")
        table.setAccessibleName("Masses of the links")
        table.setHorizontalHeaderLabels(heads)
        table.setVerticalHeaderLabels(["base", *(str(i + 1) for i in range(count))])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setMinimumSectionSize(72)
        table.setShowGrid(False)
        table.setMinimumHeight(LEAST_TABLE)
        return table

    def _connect(self) -> None:
        for button in (self.by_fill, self.by_total):
            button.toggled.connect(lambda on: self.weigh() if on else None)
        for field, button in ((self.fill, self.by_fill), (self.total, self.by_total)):
            field.typed.connect(lambda _value, button=button: self._choose(button))
            field.refused.connect(self._refuse)
        for box in self.substances.values():
            box.currentIndexChanged.connect(self.weigh)
        self.keep.toggled.connect(self.weigh)
        self.table.itemChanged.connect(self._typed)

    # -- following ----------------------------------------------------------------------------

    def _choose(self, button: QRadioButton) -> None:
        if button.isChecked():
            self.weigh()
        else:
            button.setChecked(True)

    def _refuse(self, reason: str) -> None:
        self.button.setEnabled(False)
        self.complain(reason)

    def _typed(self, item: QTableWidgetItem) -> None:
        """Store a typed mass of a link, or compute it again."""
        if self._filling or item.column() != MASS:
            return
        link, text = item.row(), item.text().strip()
        try:
            if text:
                self._known[link] = read(text, KILOGRAM)
            else:
                self._known.pop(link, None)
        except RvsError as error:
            self._refuse(sentence(error))
            return
        self.weigh()

    def _show(self, base: float) -> None:
        robot, length = self.made, self._desk.units[0].factor
        self._filling = True
        self._write(0, MASS, base, False)
        for row, joint in enumerate(robot.joints if robot else (), 1):
            inertia = joint.inertia
            if inertia is None:
                continue
            self._write(row, MASS, inertia.mass, not self._is_kept(row))
            size = gyration(inertia.mass, inertia.moments)
            com = (x / length for x in without_noise(inertia.com, size))
            numbers = (*com, *without_noise(inertia.moments))
            for column, value in enumerate(numbers, 1):
                self._write(row, column, value, False)
        self._filling = False

    def _is_kept(self, link: int) -> bool:
        return self.keep.isChecked() and self._placed.robot.joints[link - 1].inertia is not None

    def _write(self, row: int, column: int, value: float, typed: bool) -> None:
        item = self.table.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)
        item.setText(significant(value))
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        item.setFlags(usual | Qt.ItemFlag.ItemIsEditable if typed else usual)
        item.setToolTip(KNOWN if typed else "")
        colors, face = self._theme.colors, item.font()
        face.setBold(column == MASS and row in self._known)
        item.setFont(face)
        item.setForeground(QColor(colors.text if typed else colors.text_2))


def _mass(joint: object) -> float:
    inertia = getattr(joint, "inertia", None)
    return inertia.mass if inertia is not None else 0.0


def _materials(placed: PlacedRobot, body: Body) -> list[str]:
    """Return materials of the parts without a density, in the order of the catalogue."""
    there = {part.material for part in fit(body, placed.robot).parts if not part.density}
    return [name for name in USUAL if name in there]


def _substances(material: str) -> Combo:
    box = Combo(tr("Density of the parts made of {material}", material))
    for name, density in SUBSTANCES.items():
        box.addItem(tr("{name}, {density:g} kg/m³", name.replace("-", " "), density), name)
    box.setCurrentIndex(box.findData(USUAL[material]))
    return box


def _field(name: str, unit: Unit) -> LiveField:
    field = LiveField()
    field.set_unit(unit)
    field.setAccessibleName(name)
    return field
