"""Selection of links of a description with branches: chains, their ends, tips of grippers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree
from rvs.engine.errors import RvsError
from rvs.engine.joint import DH_CONVENTIONS
from rvs.files.chains import STILL, alone, held_links, limb_name, listed, robot_part
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import whole_file
from rvs.files.trees.chains import chain_architecture
from rvs.files.trees.link_looks import TreeFile
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.ui.desk import Desk
from rvs.ui.pictures.thumbnails import ListPortraits
from rvs.ui.theme import Theme
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, holding, labelled, vbox
from rvs.ui.widgets.screen_fit import resize_on_screen, screen_size
from rvs.words import begun, plural, tr

LINK, JOINT, KIND, BASE, TIP = range(5)
NAME = Qt.ItemDataRole.UserRole
MARKED, FREE = "●", "○"
TITLES = {BASE: "Base", TIP: "Tip"}
KEYS = {Qt.Key.Key_B: BASE, Qt.Key.Key_T: TIP, Qt.Key.Key_Return: TIP, Qt.Key.Key_Enter: TIP}
INDENT, LEAST = 12, 150


class LinkEnds(QTreeWidget):
    """Shows each link with its joint, and reports another base or tip.

    Consecutive links without a branch have the same indentation, so that only branches are
    indented.

    Attributes:
        base_chosen: A link becomes the base.
        tip_chosen: A link becomes the tip.
    """

    base_chosen = Signal(str)
    tip_chosen = Signal(str)

    def __init__(self, tree: LinkTree, theme: Theme) -> None:
        super().__init__()
        self._tree, self._theme = tree, theme
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._on_way: set[str] = set()
        self._marked: dict[int, QTreeWidgetItem] = {}
        self.setHeaderLabels(["Link", "Joint", "Kind", *TITLES.values()])
        self.setAccessibleName("Links and joints; B chooses the base, T the tip")
        self.setIndentation(INDENT)
        self.setUniformRowHeights(True)
        self.setMinimumHeight(LEAST)
        self._fill()
        self.expandAll()
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        for column in (LINK, JOINT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column in (KIND, *TITLES):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        for column in TITLES:
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
        self.itemClicked.connect(self._clicked)
        self.itemDoubleClicked.connect(lambda item, column: self._choose(item, TIP, column < BASE))

    def mark(self, ends: ChainEnds) -> None:
        """Show a chain, and scroll to its tip."""
        steps = self._tree.path(ends.root, ends.tip)
        on_way = {ends.root, *(name for one, _ in steps for name in (one.parent, one.child))}
        colors = self._theme.colors
        # Only what changes: there may be thousands of rows.
        for name in on_way ^ self._on_way:
            color = QColor(colors.accent_text if name in on_way else colors.text)
            for column in range(self.columnCount()):
                self._rows[name].setForeground(column, QBrush(color))
        self._on_way = on_way
        for column, name in ((BASE, ends.root), (TIP, ends.tip)):
            if column in self._marked:
                self._marked[column].setText(column, FREE)
            self._marked[column] = self._rows[name]
            self._marked[column].setText(column, MARKED)
        tip = self._rows[ends.tip]
        self.setCurrentItem(tip)
        self.scrollToItem(tip)

    def search(self, text: str) -> None:
        """Show the links with these letters in the name or joint, with all their ancestors."""
        wanted = text.casefold().split()
        said = {
            name: f"{row.text(LINK)} {row.text(JOINT)}".casefold()
            for name, row in self._rows.items()
        }
        hits = {name for name, words in said.items() if all(word in words for word in wanted)}
        first = next((row for name, row in self._rows.items() if name in hits), None)
        seen: set[int] = set()
        for name in hits:
            row: QTreeWidgetItem | None = self._rows[name]
            while row is not None and id(row) not in seen:
                seen.add(id(row))
                row = row.parent()
        # Laid out once.
        self.setUpdatesEnabled(False)
        for row in self._rows.values():
            if row.isHidden() != (id(row) not in seen):
                row.setHidden(not row.isHidden())
        self.setUpdatesEnabled(True)
        if wanted and first is not None:
            self.setCurrentItem(first)
            self.scrollToItem(first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select an end by its letter."""
        column, item = KEYS.get(Qt.Key(event.key())), self.currentItem()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if column is None or item is None or not plain:
            super().keyPressEvent(event)
        else:
            self._choose(item, column)

    def _fill(self) -> None:
        tree = self._tree
        waiting: list[tuple[str, QTreeWidgetItem | None]] = [(tree.root, None)]
        while waiting:
            name, parent = waiting.pop()
            row = self._row(name)
            if parent is None:
                self.addTopLevelItem(row)
            else:
                parent.addChild(row)
            below = tree.below[name]
            at = row if len(below) > 1 else parent
            waiting += [(joint.child, at) for joint in reversed(below)]

    def _row(self, name: str) -> QTreeWidgetItem:
        joint = self._tree.above.get(name)
        row = QTreeWidgetItem(
            [name, *((joint.name, joint.kind) if joint else ("", "")), FREE, FREE]
        )
        row.setData(LINK, NAME, name)
        for column in (LINK, JOINT):
            row.setToolTip(column, row.text(column))
        for column, title in TITLES.items():
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            here = "Begin the chain here" if column == BASE else "End the chain here"
            row.setToolTip(column, here)
            row.setData(column, Qt.ItemDataRole.AccessibleTextRole, title)
        self._rows[name] = row
        return row

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        self._choose(item, column, column in TITLES)

    def _choose(self, item: QTreeWidgetItem, column: int, meant: bool = True) -> None:
        if meant:
            chosen = self.base_chosen if column == BASE else self.tip_chosen
            chosen.emit(item.data(LINK, NAME))


SIZE, LARGE, EFFECTOR = QSize(1160, 680), 240, 190
# Pictures in the list, and on a screen that is no wider than this, which has no room for more.
PICTURE, SMALL, ROW, NARROW = 64, 40, 92, 900
# Pictures wait until nobody goes on to another row.
DRAW_MS = 60
MOST_JOINTS = 3
ENDS = Qt.ItemDataRole.UserRole
OWN = "Chosen by its ends"


class ChooseChain(AskDialog):
    """A list of chains with pictures next to the tree of all links, and the form of the table.

    Attributes:
        chains: One row for each set of joints from the root to a leaf or a gripper, and one more
            for ends selected in the tree.
        links: The tree.
        search: Letters of the name of a link or joint.
        picture: The whole robot with the selected chain marked.
        convention: Form of the table.
        effector: Link that becomes an end-effector.
        chosen: The robots made of the chains.
    """

    def __init__(self, desk: Desk, file: TreeFile) -> None:
        title = tr("Open {name}", file.path.name)
        super().__init__(desk.window, desk.theme, "choose_chain", title, "Open")
        resize_on_screen(self, SIZE)
        self._desk, self._file = desk, file
        self.chosen: tuple[Architecture, ...] = ()
        # Chains are worked out as they are looked at.
        self._made = cache(self._make)
        self.chains, self.links = QListWidget(), LinkEnds(file.tree, desk.theme)
        self.search = SearchField("Search links and joints")
        self.picture, self.facts = QLabel(), named_label("Secondary")
        self.convention, self.effector = Combo("Convention"), Combo("End-effector")
        # What was chosen for each chain.
        self._held: dict[ChainEnds, str] = {}
        self._portraits = ListPortraits(self.chains, self._robot, desk.theme, moving=True)
        self._own: QListWidgetItem | None = None
        self._draw = QTimer(self, interval=DRAW_MS, singleShot=True)
        self._arrange()
        self._fill()
        self._connect()
        self._show()
        self.chains.setFocus()

    @property
    def ends(self) -> ChainEnds:
        """The displayed chain."""
        ends: ChainEnds = self.chains.currentItem().data(ENDS)
        return ends

    @property
    def wanted(self) -> tuple[ChainEnds, ...]:
        """The chains to be opened: those with a tick, or the displayed one."""
        rows = (self.chains.item(row) for row in range(self.chains.count()))
        ticked = [row.data(ENDS) for row in rows if row.checkState() == Qt.CheckState.Checked]
        return tuple(ticked) or (self.ends,)

    def accept(self) -> None:
        """Make the robots; errors are shown here."""
        try:
            made = self._all_made(self.convention.currentIndex())
        except RvsError as error:
            self.complain(str(error))
            return
        self.chosen = tuple(map(_untold, made))
        super().accept()

    def done(self, result: int) -> None:
        """Close, and free the pictures."""
        self._draw.stop()
        self._portraits.release()
        super().done(result)

    def _all_made(self, convention: int) -> list[Architecture]:
        """Return the robots to open; of several, each has its own part of the file.

        Raises:
            FileErrors: They can't be made, or can't be used together.
        """
        wanted = self.wanted
        if len({one.root for one in wanted}) > 1:
            words = "robots that are opened together share one base; choose the same base for all"
            raise whole_file(self._file.path, words)
        tips = tuple(one.tip for one in wanted) if len(wanted) > 1 else ()
        return [self._made(one, convention, tips, self._held.get(one, "")) for one in wanted]

    def _make(
        self, ends: ChainEnds, convention: int, tips: tuple[str, ...], effector: str
    ) -> Architecture:
        choices = replace(
            self._file.choices, root=ends.root, tip=ends.tip, tips=tips, effector=effector
        )
        file = robot_part(replace(self._file, choices=choices))
        ends = file.tree.ends(ends.root, ends.tip)
        return chain_architecture(file, ends, DH_CONVENTIONS[convention], chosen=True)

    def _robot(self, item: QListWidgetItem) -> PlacedRobot:
        return placed_robot(self._made(item.data(ENDS), 0, (), ""), "portrait")

    # -- choosing -----------------------------------------------------------------------------

    def _choose(self, root: str, tip: str) -> None:
        """Show the row of a chain, or make one for it."""
        ends = self._file.tree.ends(root, tip)
        rows = (self.chains.item(row) for row in range(self.chains.count()))
        found = next((row for row in rows if row.data(ENDS) == ends), None)
        if found is None:
            found = self._own = self._own or self._add(ends, OWN)
            self._say(found, ends, OWN)
        self.chains.setCurrentItem(found)
        self._show()

    def _show(self) -> None:
        """Show the important facts about the selected chain."""
        self.links.mark(self.ends)
        self._offer()
        if self.picture.isVisibleTo(self):
            self._draw.start()
        count = len(self.ends.joints)
        self.facts.setText(plural("{n} joint", "{n} joints", count))
        self._tell()

    def _offer(self) -> None:
        """Offer the links behind the last joint of the chain as its end-effector."""
        ends = self.ends
        found = held_links(self._file, ends) if ends.joints else ()
        self.effector.clear()
        self.effector.addItem("None", "")
        for name in found:
            self.effector.addItem(name, name)
        self.effector.setCurrentIndex(max(self.effector.findData(self._held.get(ends, "")), 0))
        self.effector.setEnabled(bool(found))

    def _hold(self) -> None:
        """Store the selections in the displayed chain."""
        self._held[self.ends] = self.effector.currentData()
        self._tell()

    def _tell(self) -> None:
        """Report faults of the robots to open, and joints that would not move."""
        many = len(self.wanted)
        self.button.setText("Open" if many == 1 else tr("Open {many} robots", many))
        try:
            warnings = [one for made in self._all_made(0) for one in made.warnings]
        except RvsError as error:
            self.complain(str(error))
            self.button.setEnabled(False)
            return
        self.button.setEnabled(True)
        still = dict.fromkeys(one.message for one in warnings if one.message.startswith(STILL))
        words = "\n".join(begun(one) for one in still)
        self.notice.say(words, "note", self._desk.theme.colors.text_2)

    def _paint(self) -> None:
        """Draw the robot with the selected chain marked."""
        edge = self.picture.width()
        try:
            image = self._portraits.picture(self._robot(self.chains.currentItem()), edge)
        except (RvsError, OSError):
            self.picture.clear()
        else:
            self.picture.setPixmap(QPixmap.fromImage(image))

    # -- making -------------------------------------------------------------------------------

    def _fill(self) -> None:
        tree = self._file.tree
        for ends in tree.arms:
            row = self._add(ends, limb_name(tree, ends))
            if tree.main is not None and ends.joints == tree.main.joints:
                self.chains.setCurrentItem(row)
        if self.chains.currentItem() is None:
            self.chains.setCurrentRow(0)

    def _add(self, ends: ChainEnds, title: str) -> QListWidgetItem:
        """Add a row for a chain."""
        row = QListWidgetItem()
        row.setSizeHint(QSize(0, ROW))
        row.setFlags(row.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        row.setCheckState(Qt.CheckState.Unchecked)
        self._say(row, ends, title)
        self.chains.addItem(row)
        return row

    def _say(self, row: QListWidgetItem, ends: ChainEnds, title: str) -> None:
        """Assign a chain to a row; its picture follows soon."""
        blank = QPixmap(PICTURE, PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        row.setIcon(QIcon(blank))
        row.setText(_words(ends, title))
        row.setData(ENDS, ends)
        row.setToolTip(f"{ends.root} → {ends.tip}\n{', '.join(ends.joints)}")
        self._portraits.add(row)

    def _connect(self) -> None:
        self.chains.currentItemChanged.connect(self._show)
        self.chains.itemChanged.connect(lambda _item: self._tell())
        self.chains.itemDoubleClicked.connect(lambda _item: self.accept())
        self.effector.activated.connect(self._hold)
        self.links.base_chosen.connect(lambda name: self._choose(name, self.ends.tip))
        self.links.tip_chosen.connect(lambda name: self._choose(self.ends.root, name))
        self.search.textChanged.connect(self.links.search)
        self.search.returnPressed.connect(self.links.setFocus)
        self._draw.timeout.connect(self._paint)

    def _arrange(self) -> None:
        tree = self._file.tree
        words = QLabel(
            tr(
                "{name} has {count} chains of joints. Choose one, tick several to open "
                "them as robots next to each other, or choose base and tip among the "
                "links. All other joints are fixed.",
                tree.name,
                len(tree.arms),
            )
        )
        words.setWordWrap(True)
        self.chains.setObjectName("Gallery")
        self.chains.setAccessibleName("Chains of joints")
        narrow = screen_size(self).width() <= NARROW
        self.chains.setIconSize(QSize(PICTURE, PICTURE) if not narrow else QSize(SMALL, SMALL))
        self.links.setColumnHidden(JOINT, narrow)
        self.chains.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.chains.setWordWrap(True)
        self.convention.addItems([name.capitalize() for name in DH_CONVENTIONS])
        self.picture.setFixedSize(LARGE, LARGE)
        self.picture.setAccessibleName("Picture of the robot with the selected chain marked")
        self.facts.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        side = holding(vbox(self.picture, self.facts, STRETCH))
        side.setVisible(not narrow)
        tree_side = vbox(self.search, (self.links, 1))
        both = hbox((self.chains, 2), (tree_side, 3 if narrow else 4), side, gap=12)
        self.ask(words, (both, 1), self.notice, foot=self._foot())

    def _foot(self) -> QWidget:
        self.effector.setToolTip(
            "Make a link and everything on it an end-effector, with its tip at the tip of "
            "the chain; its joints are fixed"
        )
        self.effector.setMaximumWidth(EFFECTOR)
        table = labelled("Table", self.convention)
        return holding(hbox(table, labelled("End-effector", self.effector), gap=16))


def _untold(made: Architecture) -> Architecture:
    """Return a robot without the notes that the dialog itself displays."""
    told = tuple(one for one in made.warnings if not one.message.startswith(STILL))
    return replace(made, warnings=told)


def _words(ends: ChainEnds, title: str) -> str:
    count = len(ends.joints)
    head = f"{title}\n" if title else ""
    joints = listed(list(ends.joints), MOST_JOINTS)
    said = plural("{root} → {tip}\n{n} joint: {joints}", "{root} → {tip}\n{n} joints: {joints}",
                  count, ends.root, ends.tip, joints)  # fmt: skip
    return head + said


def choose(desk: Desk, file: TreeFile) -> tuple[Architecture, ...]:
    """Ask for chains of a description, and return them as robots; none after Cancel."""
    dialog = ChooseChain(desk, file)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.chosen if accepted else ()


TIP_SIZE, TIP_NARROW = QSize(640, 560), 900


class ChooseTip(AskDialog):
    """The links of a gripper as a tree.

    Attributes:
        links: The tree.
        search: Letters of the name of a link or joint.
        ends: Link at the flange, and link whose frame is the tool frame.
        body: The resulting end-effector.
    """

    def __init__(self, desk: Desk, file: TreeFile) -> None:
        title = tr("Open {name} as end-effector", file.path.name)
        super().__init__(desk.window, desk.theme, "choose_tip", title, "Open")
        resize_on_screen(self, TIP_SIZE)
        self._desk, self._file = desk, file
        self.body: Body | None = None
        self.links = LinkEnds(file.tree, desk.theme)
        self.links.setColumnHidden(JOINT, screen_size(self).width() <= TIP_NARROW)
        self.search = SearchField("Search links and joints")
        words = QLabel(
            "As base, choose the link that is fixed to the flange, with z pointing away "
            "from it. As tip, choose the frame of the tool. All joints are fixed at zero."
        )
        words.setWordWrap(True)
        self.weight = named_label("Secondary")
        self.ask(words, self.search, (self.links, 1), self.weight, self.notice)
        self.links.base_chosen.connect(lambda name: self._show(name, self.ends.tip))
        self.links.tip_chosen.connect(lambda name: self._show(self.ends.root, name))
        self.search.textChanged.connect(self.links.search)
        self.search.returnPressed.connect(self.links.setFocus)
        self._show(file.tree.root, file.tree.root)
        self.links.setFocus()

    def accept(self) -> None:
        """Close with the end-effector, if there is one."""
        if self.body is not None:
            super().accept()

    def _show(self, root: str, tip: str) -> None:
        """Show other ends and the resulting end-effector."""
        self.ends = ChainEnds(root, tip, ())
        self.links.mark(self.ends)
        try:
            self.body, meshes = alone(self._file, root, tip)
        except RvsError as error:
            self.body = None
            self.complain(str(error))
            self.weight.clear()
        else:
            gone = len(meshes.missing) + len(meshes.damaged)
            words = plural("{n} mesh is missing and not drawn",
                           "{n} meshes are missing and not drawn", gone)  # fmt: skip
            self.notice.say(words if gone else "", "warning", self._desk.theme.colors.warn)
            mass, parts = dict(self.body.constants)["mass"], len(self.body.links[0].parts)
            self.weight.setText(
                plural("{mass:.4g} kg, {n} part", "{mass:.4g} kg, {n} parts", parts, mass)
            )
        self.button.setEnabled(self.body is not None)


def ask_tip(desk: Desk, file: TreeFile) -> Body | None:
    """Ask how a description becomes an end-effector, and return it; None after Cancel."""
    dialog = ChooseTip(desk, file)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.body if accepted else None
