"""The About window: version, environment, licences, and the facts for a bug report."""

from __future__ import annotations

import platform

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton

from rvs.scripting.showing.installation import as_lines, facts, licences, nameless
from rvs.ui.desk import Desk
from rvs.ui.theme import font
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen
from rvs.version import __version__
from rvs.words import tr

WIDTH, TITLE = 560, 17
WITH_TEXT = QSize(760, 560)
SAYS = "Robot Visualization System: describe, see, pose and move serial robots."
LICENCE = "Free software under the MIT licence. It contains packages under their own licences."


class About(ScreenDialog):
    """A window that stays open; the text below the buttons shows the last request.

    Attributes:
        words: Initially visible text.
        text: Licences, or the copied text.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("about")
        self.setWindowTitle("About RVS")
        self._desk = desk
        title = QLabel(f"RVS {__version__}")
        title.setFont(font(TITLE, QFont.Weight.DemiBold))
        runs_on = f"Python {platform.python_version()} · Qt {qVersion()} · {desk.viewport.gl_name}"
        self.words = QLabel("\n".join((tr(SAYS), tr(LICENCE), runs_on)), wordWrap=True)
        self.words.setMinimumWidth(WIDTH)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setAccessibleName("Licences")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.hide()
        copy, made_of = QPushButton("Copy for a bug report"), QPushButton("Licences")
        close = QPushButton("Close")
        copy.setToolTip("Copy versions, graphics and folders, without names and long paths")
        made_of.setToolTip("Show the packages in RVS with their licences")
        copy.clicked.connect(self._copy)
        made_of.clicked.connect(self._show_licences)
        close.clicked.connect(self.close)
        close.setDefault(True)
        buttons = hbox(copy, made_of, STRETCH, close)
        vbox(title, self.words, buttons, (self.text, 1), gap=12, edges=16, of=self)

    def _copy(self) -> None:
        said = as_lines(nameless(facts({"rendering in the window": self._desk.viewport.gl_name})))
        QGuiApplication.clipboard().setText(said)
        self._show("Copied for a bug report", said)
        self._desk.say("Copied for a bug report")

    def _show_licences(self) -> None:
        self._show("Licences", licences())

    def _show(self, name: str, text: str) -> None:
        self.text.setAccessibleName(name)
        self.text.setPlainText(text)
        if self.text.isHidden():
            resize_on_screen(self, WITH_TEXT)
            self.text.show()
