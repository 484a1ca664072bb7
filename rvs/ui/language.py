"""The language of the window: its catalogue, and the only module that translates its texts.

Texts without values are written in English wherever a widget gets them. In another language the
methods of Qt in ``TEXTS`` translate their arguments if the catalogue contains them; in English they
are the original methods of Qt. A text with values is translated by ``tr`` or ``plural`` where it is
made.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from rvs import words
from rvs.model.folders import config_folder

log = logging.getLogger(__name__)

SYSTEM = "system"
OWN = Path(words.__file__).with_name("locale")
# Methods of Qt by their classes. Items of lists are missing: most are names that users gave.
TEXTS: dict[str, str] = {
    "QWidget": "setToolTip setWindowTitle setStatusTip setAccessibleName setAccessibleDescription",
    "QLabel": "__init__ setText",
    "QAbstractButton": "setText",
    "QPushButton": "__init__",
    "QCheckBox": "__init__",
    "QRadioButton": "__init__",
    "QGroupBox": "__init__ setTitle",
    "QAction": "__init__ setText setToolTip",
    "QMenu": "__init__ setTitle addAction addMenu",
    "QMenuBar": "addMenu",
    "QToolBar": "__init__",
    "QDockWidget": "__init__",
    "QComboBox": "addItem addItems insertItem setItemText setPlaceholderText setItemData "
    "setCurrentText findText",
    "QLineEdit": "setPlaceholderText",
    "QPlainTextEdit": "setPlaceholderText",
    "QTabBar": "addTab setTabText setTabToolTip",
    "QTabWidget": "addTab setTabText setTabToolTip",
    "QFormLayout": "addRow",
    "QTreeWidget": "setHeaderLabels",
    "QTableWidget": "setHorizontalHeaderLabels setVerticalHeaderLabels",
    "QTreeWidgetItem": "setToolTip",
    "QListWidgetItem": "setToolTip",
    "QTableWidgetItem": "setToolTip",
    "QStatusBar": "showMessage",
    "QToolTip": "showText",
    "QMessageBox": "__init__ setText setInformativeText addButton",
    "QFileDialog": "__init__ getOpenFileName getOpenFileNames getSaveFileName getExistingDirectory",
}
# Methods whose second text is a value and not a sentence.
WITH_DATA = {"addItem", "insertItem", "getOpenFileName", "getSaveFileName"}
# What they have translated, by its translation: the program reads its own words from widgets.
_sources: dict[str, str] = {}


def available() -> dict[str, str]:
    """Return the names of the languages of the window, by the words of the preference."""
    found = sorted(words.catalogues(_folders()))
    names = {code: QLocale(code).nativeLanguageName() or code for code in found}
    return {SYSTEM: "System", words.ENGLISH: "English"} | {
        code: f"{name[:1].upper()}{name[1:]}" for code, name in names.items()
    }


def use_language(wanted: str) -> None:
    """Set the language of windows; a preference for a missing language means English.

    It applies to windows that are opened afterwards.

    Args:
        wanted: A key of ``available``.
    """
    found = words.catalogues(_folders())
    code = _of_system(found) if wanted == SYSTEM else wanted
    if code not in found:
        return
    try:
        words.use_catalogue(found[code])
    except OSError as error:
        log.warning("the window is in English: %s", error)
        return
    for name, methods in TEXTS.items():
        kind = getattr(QtWidgets, name, None) or getattr(QtGui, name)
        for method in methods.split():
            setattr(kind, method, translating(getattr(kind, method), method in WITH_DATA))
    chosen = QtWidgets.QComboBox.currentText
    QtWidgets.QComboBox.currentText = lambda box: english(chosen(box))  # type: ignore[method-assign]
    # The dialogs for files, and the buttons of questions, are those of Qt.
    own = QTranslator(QCoreApplication.instance())
    if own.load(
        QLocale(code), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ):
        QCoreApplication.installTranslator(own)


def english(text: str) -> str:
    """Return the English original of a text that a widget shows in the window's language."""
    return _sources.get(text, text)


def translating(method: Callable[..., Any], first: bool) -> Callable[..., Any]:
    """Return a method of Qt that translates its texts, or only the first of them."""

    @wraps(method)
    def translated(*given: Any, **named: Any) -> Any:
        found: list[Any] = []
        done = False
        for one in given:
            said = one if done else _said(one)
            done = done or (first and isinstance(one, str))
            found.append(said)
        return method(*found, **named)

    return translated


def _said(value: Any) -> Any:
    """Return a text or list of texts in the language of the window; any other value unchanged."""
    if type(value) is str:
        said = words.tr(value)
        if said != value:
            _sources[said] = value
        return said
    return [_said(one) for one in value] if type(value) in (list, tuple) else value


def _folders() -> Sequence[Path]:
    return config_folder() / "locale", OWN


def _of_system(found: Iterable[str]) -> str:
    """Return the first available language among the user's preferences in the system."""
    for tag in QLocale.system().uiLanguages():
        code = tag.replace("-", "_")
        for one in (code, code.partition("_")[0]):
            if one == words.ENGLISH or one in found:
                return one
    return words.ENGLISH
