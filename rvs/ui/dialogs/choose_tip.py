"""Dialog for a description as an end-effector: the link at the flange, and the tool."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QLabel

from rvs.engine.descriptions.link_tree import ChainEnds
from rvs.engine.errors import RvsError
from rvs.files.chains import alone
from rvs.files.trees.link_looks import TreeFile
from rvs.model.body.values import Body
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.search_field import SearchField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.lists.link_ends import JOINT, LinkEnds
from rvs.ui.widgets.screen_fit import resize_on_screen, screen_size
from rvs.words import plural, tr

SIZE, NARROW = QSize(640, 560), 900


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
        resize_on_screen(self, SIZE)
        self._desk, self._file = desk, file
        self.body: Body | None = None
        self.links = LinkEnds(file.tree, desk.theme)
        self.links.setColumnHidden(JOINT, screen_size(self).width() <= NARROW)
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
