"""Names in the docs exist: menus, keys, commands, code."""

import re
import shlex

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from rvs.cli import parser
from rvs.ui.actions.table import TABLE
from rvs.ui.help.keys import IN_PLACE
from rvs.ui.help.pages import library
from rvs.ui.palette.finds import plain

pytestmark = pytest.mark.whole

PATH = re.compile(r"\*{1,2}([^*\n]+ ▸ [^*\n]+?)\*{1,2}")
CODE = re.compile(r"`([^`\n]+)`")
KEY = re.compile(
    r"(?:(?:Ctrl|Alt|Shift)\+)*(?:F\d{1,2}|Home|End|Ins|Del|Space|Left|Right|PgUp|PgDown)"
)
CHORD = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)+\S+")
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
# Keys that lists and texts take themselves.
USUAL = {
    "F2",
    "Del",
    "Left",
    "Right",
    "Home",
    "End",
    "Ctrl+C",
    "Ctrl+V",
    "Ctrl+Return",
    "Shift+Enter",
    "Shift",
    "Alt+Left",
}


def sources(project_root) -> dict[str, str]:
    pages = {page.name: page.source for page in library().pages}
    return pages | {"README.md": (project_root / "README.md").read_text(encoding="utf-8")}


def menu_paths(window) -> set[str]:
    found: set[str] = set()

    def walk(menu: QMenu, path: str) -> None:
        found.add(path)
        for action in menu.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                walk(inner, f"{path} ▸ {plain(action.text())}")
            elif action.text():
                found.add(f"{path} ▸ {plain(action.text())}")

    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        walk(menu, plain(top.text()))
    return found


def named(path: str, paths: set[str]) -> bool:
    """A menu may be named by the first words of its text."""
    return path in paths or any(each.startswith(f"{path} ") for each in paths)


@pytest.mark.ui
def test_every_menu_and_key_that_is_named_is_there(window, project_root) -> None:
    paths = menu_paths(window)
    # The texts of these two change with what there is to undo.
    paths |= {"Edit ▸ Undo", "Edit ▸ Redo"}
    own = {
        keys.toString() for action in window.findChildren(QAction) for keys in action.shortcuts()
    }
    table = {QKeySequence(keys).toString() for entry in TABLE for keys in entry.keys}
    in_place = {key for rows in IN_PLACE.values() for _, keys in rows for key in keys.split(", ")}
    wrong = []
    for name, text in sources(project_root).items():
        words = BLOCK.sub("", text)
        wrong += [f"{name}: {path}" for path in PATH.findall(words) if not named(path, paths)]
        for code in CODE.findall(words):
            is_key = KEY.fullmatch(code) or CHORD.fullmatch(code)
            if is_key and QKeySequence(code).toString() not in own | table | in_place | USUAL:
                wrong.append(f"{name}: {code}")
    assert not wrong, "\n".join(wrong)


def commands(text: str) -> list[str]:
    lines = [line for _, block in BLOCK.findall(text) for line in block.splitlines()]
    spoken = [code for code in CODE.findall(BLOCK.sub("", text)) if code.startswith("rvs ")]
    # A comment, which a shell ignores too: whole lines can be copied.
    alone = [re.split(r"\s+#", line)[0].strip() for line in lines + spoken]
    return [part for line in alone for part in line.split(" | ")]


def test_every_command_line_that_is_shown_is_understood(project_root) -> None:
    wrong, count = [], 0
    for name, text in sources(project_root).items():
        for line in commands(text):
            line = line.replace("16 numbers", "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1")
            words = shlex.split(line) if line.startswith("rvs ") else []
            if len(words) < 2 or words[1] not in known_commands() or "--help" in words:
                continue
            if len(words) == 2 and words[1] not in ("list", "doctor"):
                continue
            count += 1
            try:
                parser().parse_args(words[1:])
            except SystemExit:
                wrong.append(f"{name}: {line}")
    assert not wrong, "\n".join(wrong)
    assert count > 20


def known_commands() -> set[str]:
    from rvs.cli import COMMANDS

    return set(COMMANDS)


def test_programs_of_the_other_pages_run(project_root, tmp_path, monkeypatch) -> None:
    import numpy as np

    import rvs
    from rvs.engine import fkine
    from rvs.model.array_value import Block
    from rvs.model.motions.motion import JointTrajectory
    from rvs.model.views.view import Camera
    from rvs.scene.items import Scene

    monkeypatch.chdir(tmp_path)
    robot = rvs.load("puma560")
    rows = np.stack([robot.home, robot.home + 0.1])
    given = {
        "robot": robot, "T": fkine(robot, robot.home), "q0": robot.home, "q": robot.home,
        "scene": Scene((), None), "camera": Camera(),
        "motion": JointTrajectory("arm", Block(np.array([0.0, 0.2])), Block(rows)),
        "pixels_at": lambda _: np.zeros((4, 6, 4), np.uint8),
    }  # fmt: skip
    ran = 0
    for name in ("README.md", "docs/inverse-kinematics.md", "docs/figures.md"):
        for kind, code in BLOCK.findall((project_root / name).read_text(encoding="utf-8")):
            if kind == "python" and "rvs.show" not in code:
                exec(compile(code, name, "exec"), dict(given))
                ran += 1
    assert ran == 4
    assert {path.name for path in tmp_path.iterdir()} == {"puma.pdf", "film.gif"}
    guide = (project_root / "docs/guide/python.md").read_text(encoding="utf-8")
    assert repr(robot) in guide


def test_programs_of_the_guide_run(capsys, tmp_path, monkeypatch) -> None:
    # some of them write files
    monkeypatch.chdir(tmp_path)
    for page in library().pages:
        if not page.name.startswith("guide/"):
            continue
        for kind, code in BLOCK.findall(page.source):
            if kind == "python":
                compiled = compile(code, page.name, "exec")
                # Those that open a window, or a file of a CAD program, are only compiled.
                if "rvs.show" not in code and "arm.step" not in code:
                    exec(compiled, {})
