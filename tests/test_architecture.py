"""The arrow of imports, and what the command line may not load."""

import ast
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from .programs import python, run

# As a mark, or as a call that makes one.
CACHE = re.compile(r"^\s*@(functools\.)?(lru_)?cache\b|\blru_cache\(")
# Modules that import each other in a circle, also by imports within functions.
CIRCLE_ALLOWED = 25


def test_imports_follow_the_arrow(project_root: Path) -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    words = (linter if linter.exists() else "lint-imports", "--no-cache")
    answer = run(*words, folder=project_root)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("module", ["rvs.cli", "rvs.engine", "rvs.model.session", "rvs.files"])
def test_loads_without_qt_and_opengl(module: str) -> None:
    script = (
        f"import sys, {module}; "
        "print([name for name in ('PySide6', 'OpenGL', 'pyqtgraph') if name in sys.modules])"
    )
    answer = python("-c", script)
    assert answer.stdout.strip() == "[]", answer.stdout + answer.stderr


# No expression contains an import.
BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """Return the modules that a file imports, anywhere but for types alone."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {(f"{node.module}.{alias.name}", node.module or "") for alias in node.names}
            found |= {inner if inner in modules else outer for inner, outer in names}
        waiting += (one for one in ast.iter_child_nodes(node) if isinstance(one, BLOCKS))
    return found & modules


def reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    """Return all modules that one leads to."""
    known: set[str] = set()
    waiting = [start]
    while waiting:
        further = edges[waiting.pop()] - known
        known |= further
        waiting += further
    return known


def test_no_circle_of_imports_is_large(project_root: Path) -> None:
    paths = {
        ".".join(path.relative_to(project_root).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in (project_root / "rvs").rglob("*.py")
    }
    edges = {name: imports_of(path, set(paths)) - {name} for name, path in paths.items()}
    beyond = {name: reached(name, edges) for name in edges}
    circles = [
        {other for other in beyond[name] if name in beyond[other]}
        for name in edges
        if name in beyond[name]
    ]
    large = max(circles, key=len)
    assert len(large) <= CIRCLE_ALLOWED, sorted(large)


def is_overload(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in node.decorator_list)


def test_every_public_thing_says_what_it_is(project_root: Path) -> None:
    silent = []
    for path in (project_root / "rvs").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            named = isinstance(node, ast.FunctionDef | ast.ClassDef)
            public = named and not node.name.startswith("_") and not is_overload(node)
            if public and not ast.get_docstring(node):
                silent.append(f"{path.name}:{node.lineno} {node.name}")
    assert not silent


def test_the_map_names_what_is_there(project_root: Path) -> None:
    text = (project_root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/.-]+\.(?:py|md|toml)|[\w-]+(?:/[\w-]+)*/)`", text))
    there = {
        path.relative_to(project_root).as_posix() + "/" * path.is_dir()
        for folder in ("rvs", "docs", "tools", "native", "tests")
        for path in (project_root / folder).rglob("*")
    }
    there |= {path.name for path in project_root.iterdir()}
    lost = [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)]
    assert named
    assert not lost


def test_the_map_leaves_no_folder_out(project_root: Path) -> None:
    text = (project_root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:[\w-]+/)*([\w-]+)/?`", text))
    rooms = [path.parent for path in (project_root / "rvs").glob("*/__init__.py")]
    folders = {path.parent.name for room in rooms for path in room.glob("*/__init__.py")}
    assert folders
    assert folders <= named


def test_the_picture_of_the_rooms_is_of_now(project_root: Path) -> None:
    spec = spec_from_file_location("rooms", project_root / "tools" / "rooms.py")
    assert spec is not None
    assert spec.loader is not None
    rooms = module_from_spec(spec)
    spec.loader.exec_module(rooms)
    drawn = (project_root / "docs" / "pictures" / "rooms.svg").read_text(encoding="utf-8")
    assert drawn == rooms.picture(), "run python tools/rooms.py"


def test_every_folder_says_what_lives_there(project_root: Path) -> None:
    silent = []
    for path in (project_root / "rvs").rglob("__init__.py"):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = said.split("\n\n")[0]
        if not (first.endswith(".") and len(first.split()) >= 3):
            silent.append(str(path.relative_to(project_root)))
    assert not silent


def test_what_is_done_soon_is_held_no_longer_than_its_owner(project_root: Path) -> None:
    ui = project_root / "rvs" / "ui"
    asked = [
        path.relative_to(ui).as_posix()
        for path in sorted(ui.rglob("*.py"))
        if "QTimer.singleShot(0," in path.read_text(encoding="utf-8")
    ]
    # That is done by the thread of another object, which waits for it; a job is held until then.
    assert asked == ["pictures/offscreen.py", "work/jobs.py"], "rvs.ui.defer"


def test_what_is_kept_by_value_says_why(project_root: Path) -> None:
    rvs = project_root / "rvs"
    bare = []
    for path in rvs.rglob("*.py"):
        inside = path.relative_to(rvs)
        if inside.parts[0] == "engine" or inside.as_posix() == "model/derived.py":
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        bare += [
            f"{inside}:{k + 1}"
            for k, line in enumerate(lines)
            if CACHE.search(line) and not lines[k - 1].lstrip().startswith("# ")
        ]
    assert not bare, "a comment above says why it is no @derived"


POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+(?!\+)")


def test_no_pattern_repeats_a_group_possessively(project_root: Path) -> None:
    """Up to Python 3.11.4, such a group takes too much where it looks ahead; `(?>(?:…)*)` does not.

    See https://github.com/python/cpython/issues/100061.
    """
    found = [
        f"{path.relative_to(project_root)}: {line.strip()}"
        for path in (project_root / "rvs").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if POSSESSIVE_GROUP.search(line)
    ]
    assert found == []


# Children that go on until they are killed, and what works for so long.
PAUSES = {
    "gl/test_gl_detail.py": "looks again until the thread has made what it waits for",
    "gl/test_gl_resting.py": "looks again until the thread has made what it waits for",
    "gl/test_gl_traffic.py": "looks again until the thread has made what it waits for",
    "processes/jobs.py": "work that takes its time",
    "files/test_recovery.py": "a child that works until it is killed",
    "ui/test_console.py": "lines that are stopped",
}
PAUSE = re.compile(r"\bqWait\(|\bqtbot\.wait\(|\bsleep\(|singleShot\([1-9]")


def test_no_test_waits_for_a_time(project_root: Path) -> None:
    """Tests name what they wait for: a busy machine takes longer than any time that is guessed."""
    folder = project_root / "tests"
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if PAUSE.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(PAUSES)
