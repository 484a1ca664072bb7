"""The arrow of imports, and what the command line may not load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

LINES_ALLOWED = 500


def test_imports_follow_the_arrow(project_root: Path) -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    answer = subprocess.run(
        [linter if linter.exists() else "lint-imports", "--no-cache"],
        cwd=project_root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("module", ["rvs.cli", "rvs.engine", "rvs.model.session", "rvs.files"])
def test_loads_without_qt_and_opengl(module: str) -> None:
    script = (
        f"import sys, {module}; "
        "print([name for name in ('PySide6', 'OpenGL', 'pyqtgraph') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert answer.stdout.strip() == "[]", answer.stdout + answer.stderr


def test_no_file_is_too_long(project_root: Path) -> None:
    long = {
        str(path.relative_to(project_root)): lines
        for path in (project_root / "rvs").rglob("*.py")
        if (lines := path.read_text(encoding="utf-8").count("\n")) > LINES_ALLOWED
    }
    assert not long


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
