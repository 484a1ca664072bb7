"""Another language: the window is in it, whatever made its texts, and English costs nothing."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6 import QtGui, QtWidgets
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QMenu, QTabBar, QWidget

from rvs import words
from rvs.files.library import entries
from rvs.ui import language
from rvs.ui.help import spotlight

from .hands import settle
from .test_choose_chain import described
from .test_sizes import DIALOGS

pytestmark = [pytest.mark.ui, pytest.mark.whole]

ROOT = Path(__file__).parents[2]
WORD = re.compile(r"[A-Za-z]{3}")
# Names that users or files gave, formats and files; Qt's own buttons of docks and of tabs.
NAMES = re.compile(
    r"TemplateArguments|PUMA|puma560|pick-and-place|conveyor to pallet|item: \w+$|: [A-Z]{3}$|LaTeX"
    r"|: (?:Close|Float|Scroll \w+|Shoulder|Waist|Wrist \w+|CMU Serif|DejaVu Sans)$|: RVS \d"
    r"|\.py\)$|\(\.\w+\)$"
)
# Texts in English that are left: those of readers of files, and parts of the help.
LEFT = 32


def catalogue_tool():
    spec = spec_from_file_location("catalogue", ROOT / "tools" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def pseudo(own_home, qapp, monkeypatch):
    """The language of the pseudo-catalogue; the methods of Qt come back at the end."""
    tool = catalogue_tool()
    tool.write_pseudo(own_home / "locale")
    for name, methods in language.TEXTS.items():
        kind = getattr(QtWidgets, name, None) or getattr(QtGui, name)
        for method in methods.split():
            monkeypatch.setattr(kind, method, getattr(kind, method))
    monkeypatch.setattr(QComboBox, "currentText", QComboBox.currentText)
    language.use_language(tool.PSEUDO)
    yield tool
    words.use_catalogue(None)


def texts(root: QWidget):
    """Yield the texts of a window with the kinds of what shows them."""
    for one in (root, *root.findChildren(QWidget)):
        kind = type(one).__name__
        yield f"{kind} tip", one.toolTip()
        yield f"{kind} name", one.accessibleName()
        if one.isWindow():
            yield f"{kind} title", one.windowTitle()
        if isinstance(one, QLabel | QAbstractButton):
            yield kind, one.text()
        if isinstance(one, QLineEdit):
            yield f"{kind} placeholder", one.placeholderText()
        if isinstance(one, QComboBox):
            for k in range(one.count()):
                yield f"{one.accessibleName()} item", one.itemText(k)
        if isinstance(one, QTabBar):
            for k in range(one.count()):
                yield kind, one.tabText(k)
        if isinstance(one, QMenu):
            for action in one.actions():
                yield "action", action.text()


def plain(found, tool) -> list[str]:
    """Texts with words in which no letter is that of the pseudo-catalogue, except for names."""
    names = {entry.title for entry in entries()} | {"RVS", "CAD", "BFGS", "llvmpipe", "NumPy"}
    left = {
        f"{kind}: {text}"
        for kind, text in found
        if WORD.search(text) and text.translate(tool.ENGLISH) == text and text not in names
    }
    return sorted(one for one in left if not NAMES.search(one))


def test_the_window_speaks_another_language(make_window, pseudo, tmp_path) -> None:
    window = make_window("pick-and-place")
    settle()
    found = list(texts(window))
    for name in window.panels:
        window.desk.call(name)
        settle()
    found += texts(window)
    file = tmp_path / "twin.urdf"
    file.write_text(described({"left": 4, "right": 6}), encoding="utf-8")
    for kind, make in DIALOGS.items():
        dialog = make(window.desk, file)
        dialog.show()
        settle()
        found += [(f"{kind.__name__} {what}", text) for what, text in texts(dialog)]
        dialog.close()
        dialog.deleteLater()
        settle()
    left = plain(found, pseudo)
    assert len(found) > 3000
    assert len(left) <= LEFT, "\n".join(left)
    # What it reads from its own widgets is English still, and names of users are as they gave them.
    assert window.actions_["new_robot"].text() == pseudo.pseudo("New robot…")
    assert spotlight.menu_action(window, "File ▸ New robot") is window.actions_["new_robot"]
    assert {row.title.text() for row in window.joints.rows} >= {"Waist", "Elbow"}


def test_the_language_is_chosen_in_the_view_menu(window, own_home) -> None:
    assert window.desk.settings.preferences.language == "system"
    window.actions_["language_en"].trigger()
    assert window.actions_["language_en"].isChecked()
    assert 'language = "en"' in (own_home / "preferences.toml").read_text(encoding="utf-8")
    assert "from the next start: English" in window.statusBar().currentMessage()


def test_languages_are_those_of_both_folders(own_home, monkeypatch) -> None:
    monkeypatch.setattr(language, "OWN", own_home / "own")
    for folder, code in (("locale", "de"), ("own", "pt_BR"), ("own", "de")):
        (own_home / folder).mkdir(exist_ok=True)
        (own_home / folder / f"{code}.mo").touch()
    assert list(language.available()) == ["system", "en", "de", "pt_BR"]
    assert language.available()["de"] == "Deutsch"


@pytest.mark.parametrize(
    ("tags", "code"),
    [(["de-AT", "fr"], "de"), (["pt-BR"], "pt_BR"), (["en-GB", "de"], "en"), (["ja"], "en")],
)
def test_the_language_of_the_system_is_the_first_that_there_is(tags, code, monkeypatch) -> None:
    class Locale:
        @staticmethod
        def system():
            return SimpleNamespace(uiLanguages=lambda: tags)

    monkeypatch.setattr(language, "QLocale", Locale)
    assert language._of_system({"de", "pt_BR"}) == code


def test_a_catalogue_that_can_not_be_read_leaves_the_window_in_english(own_home, caplog) -> None:
    (own_home / "locale").mkdir()
    (own_home / "locale" / "de.mo").write_bytes(b"nothing")
    before = QLabel.setText
    language.use_language("de")
    assert QLabel.setText is before
    assert "the window is in English" in caplog.text
