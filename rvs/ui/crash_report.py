"""Handling of errors of the program itself: display, copying of the text, continuation."""

from __future__ import annotations

import logging
import platform
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.ui.widgets.boxes import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen
from rvs.version import __version__
from rvs.words import tr

log = logging.getLogger(__name__)


class CrashReports:
    """An exception hook that shows unexpected errors in one dialog.

    Attributes:
        tell: Shows a sentence of the program, as the Messages panel does; None before there is a
            window.
    """

    def __init__(self) -> None:
        self.tell: Callable[[str], object] | None = None
        self.parent: QWidget | None = None
        self.dialog: CrashDialog | None = None

    def handle(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        """Show an error; Ctrl+C still ends the program."""
        if issubclass(kind, KeyboardInterrupt):
            QGuiApplication.exit(130)
            return
        if isinstance(value, RvsError) and self.tell is not None:
            # What the model refuses is not a fault of the program, wherever it was asked for.
            log.warning("refused", exc_info=(kind, value, trace))
            self.tell(str(value))
            return
        log.error("unexpected error", exc_info=(kind, value, trace))
        text = "".join(traceback.format_exception(kind, value, trace))
        if self.dialog is None or not self.dialog.isVisible():
            self.dialog = CrashDialog(self.parent)
        self.dialog.add(f"{kind.__name__}: {value}", text)
        self.dialog.show()


class CrashDialog(ScreenDialog):
    """Lists the errors since it was opened; the text can be copied."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName("crash_report")
        self.setWindowTitle("Something went wrong")
        resize_on_screen(self, QSize(640, 400))
        self._sentence = QLabel(wordWrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details = QPlainTextEdit(readOnly=True)
        self.details.setAccessibleName("Details of the error")
        system = f"RVS {__version__}, Python {platform.python_version()}, Qt {qVersion()}"
        self.details.setPlainText(f"{system}, {platform.platform()}\n")
        copy, close = QPushButton("Copy details"), QPushButton("Continue")
        copy.clicked.connect(self._copy)
        close.clicked.connect(self.close)
        close.setDefault(True)
        vbox(
            self._sentence,
            (self.details, 1),
            hbox(STRETCH, copy, close, gap=-1),
            gap=12,
            edges=16,
            of=self,
        )

    def add(self, sentence: str, text: str) -> None:
        """Show one more error."""
        self._sentence.setText(
            tr("This is a fault of RVS, not yours. Your work is still here.\n{sentence}", sentence)
        )
        self.details.appendPlainText(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())
