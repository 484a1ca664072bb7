"""The links of a body with their groups and parts as a tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from rvs.model.body.values import Body, Place, place_words
from rvs.value_class import dataclass

HERE = Qt.ItemDataRole.UserRole
CONSTANTS = "Constants"


@dataclass(frozen=True, slots=True)
class Spot:
    """Selection: a link, a part or group in it, or the constants of the body.

    Attributes:
        place: The link.
        name: Id of the part or group, or empty.
        group: True for a group.
        constants: True for the constants.
    """

    place: Place = 0
    name: str = ""
    group: bool = False
    constants: bool = False


class BodyTree(QTreeWidget):
    """Passes to ``choose`` the spot that the user selects."""

    def __init__(self, choose: Callable[[Spot], None]) -> None:
        super().__init__()
        self._choose = choose
        self._rows: dict[Spot, QTreeWidgetItem] = {}
        self._filling = False
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setAccessibleName("Links and their parts")
        self.setIndentation(14)
        self.setMinimumHeight(200)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.currentItemChanged.connect(self._chosen)

    def fill(self, body: Body | None, places: Sequence[Place], spot: Spot) -> None:
        """Show a body with its selected spot, or nothing."""
        self._filling = True
        self.clear()
        self._rows = {}
        for place in places if body is not None else ():
            words = place_words(place).capitalize() if len(places) > 1 else "Parts"
            branch = self._row(Spot(place), words, "")
            self.addTopLevelItem(branch)
            assert body is not None
            link, groups = body.link(place), {}
            for group in link.groups:
                groups[group.id] = self._row(Spot(place, group.id, True), group.id, "group")
            for part in link.parts:
                leaf = self._row(Spot(place, part.id), part.id, part.shape)
                groups.get(part.group, branch).addChild(leaf)
            for node in groups.values():
                branch.addChild(node)
                node.setExpanded(True)
            branch.setExpanded(True)
        if body is not None:
            count = f"{len(body.constants)}" if body.constants else ""
            self.addTopLevelItem(self._row(Spot(constants=True), CONSTANTS, count))
        self.mark(spot)

    def mark(self, spot: Spot) -> None:
        """Select the row of a spot, without a notification."""
        self._filling = True
        row = self._rows.get(spot) or self._rows.get(Spot(spot.place)) or self.topLevelItem(0)
        if row is not None:
            # A tree without a current row chooses one by itself once it has the focus.
            self.setCurrentItem(row)
        self._filling = False

    def _row(self, spot: Spot, words: str, more: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([words, more])
        item.setData(0, HERE, spot)
        self._rows[spot] = item
        return item

    def _chosen(self) -> None:
        item = self.currentItem()
        if not self._filling and item is not None:
            self._choose(item.data(0, HERE))
