"""Design panel: the studies of a robot and its optimum design, one page for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from rvs.model.current import current_robot
from rvs.model.document import called
from rvs.model.state import State
from rvs.scripting.studies import OPTIMUM, OPTIMUM_TITLE, STUDIES
from rvs.ui.desk import Desk
from rvs.ui.studies.optimum import OptimumPage
from rvs.ui.studies.page import StudyPage
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.layouts import Pages, holding, vbox


class DesignPanel(Dock):
    """Selects a study and shows its page; a page is made on first use.

    Attributes:
        choice: The studies by their titles.
        pages: The existing pages, by their names.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("design", "Design", desk.theme, desk.window)
        self._desk = desk
        self._makers: dict[str, Callable[[], OptimumPage | StudyPage]] = {
            OPTIMUM: partial(OptimumPage, desk),
            **{study.name: partial(StudyPage, desk, study) for study in STUDIES},
        }
        self.choice = Combo("Study")
        for name, title in ((OPTIMUM, OPTIMUM_TITLE), *((one.name, one.title) for one in STUDIES)):
            self.choice.addItem(title, name)
        self.pages: dict[str, OptimumPage | StudyPage] = {}
        self._bodies, self._feet = Pages(), Pages()
        top = holding(vbox(self.choice, edges=(16, 10, 16, 0)))
        self.set_body(holding(vbox(top, (self._bodies, 1), gap=0)), self._feet)
        self.choice.currentIndexChanged.connect(self._show_page)
        self._show_page()
        desk.binding.follow(lambda s: (s.document, s.selection, s.active), self._follow)
        self._follow(desk.session.state)

    @property
    def page(self) -> QWidget:
        """The displayed page."""
        return self.pages[str(self.choice.currentData())]

    def call(self, purpose: str = "") -> None:
        """Bring the panel to the front; the purpose is the name of a study to select."""
        row = self.choice.findData(purpose)
        if row >= 0:
            self.choice.setCurrentIndex(row)
        super().call(purpose)

    def _show_page(self) -> None:
        name = str(self.choice.currentData())
        if name not in self.pages:
            page = self.pages[name] = self._makers[name]()
            page.setObjectName("ScrollBody")
            self._bodies.addWidget(page)
            self._feet.addWidget(page.foot)
        self._bodies.setCurrentWidget(self.pages[name])
        self._feet.setCurrentWidget(self.pages[name].foot)
        self.scroll_up()

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        self.subtitle.setText(called(state.document, placed) if placed else "")
