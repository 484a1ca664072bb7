"""One spelling, the British one, and natural turns in what people read: the window and the docs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
AMERICAN = re.compile(
    r"\b(colors?|colored|coloring|meters?|(?:milli|centi|deci)meters?"
    r"|grays?|grayscale|center(?:s|ed)?|maximize[ds]?|minimize[ds]?|catalog|behavior|modeled"
    r"|labeled|canceled|neighbors?)\b",
    re.IGNORECASE,
)
TURNS = re.compile(
    r"\b(shall|anew|gives? back|win over|one a (?:joint|line|robot)|Pictures/s"
    r"|ahead of it|comes behind it|is no (?:name for|page of|picture|body;|letter|arc|escape))\b"
)
# Words of the file formats and of style sheets are not English: they are kept as they are.
KEYS = re.compile(
    r"`[^`]*`|```.*?```|\bCENTER\b|color\s*[:=]|gray\s*=|'color'|%color|\$\w+", re.DOTALL
)
# Tables of names of colours, and sheets of style.
NAMES = ("color_names.py", "stylesheet.py")
PAGES = sorted(
    path
    for path in (*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md"))
    if path.name not in ("api.md", "LICENSE.md")
)
SOURCES = [path for path in sorted((HOME / "rvs").rglob("*.py")) if path.name not in NAMES]


def strings(path: Path) -> Iterator[str]:
    """Yield the strings of a module that may be read: no docstrings, no keys of one word."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spoken_of = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if id(node) not in spoken_of and (" " in text.strip() or text[:1].isupper()):
                yield text


def faults(text: str) -> list[str]:
    plain = KEYS.sub(" ", text)
    return [found[0] for pattern in (AMERICAN, TURNS) for found in pattern.finditer(plain)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(HOME).as_posix())
def test_pages_are_in_one_english(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


def test_what_the_program_says_is_in_one_english() -> None:
    found = [
        f"{path.relative_to(HOME).as_posix()}: {wrong} in {text[:80]!r}"
        for path in SOURCES
        for text in strings(path)
        for wrong in faults(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "wrong", ["Choose a color", "two meters", "Center of circle", "what shall be", "Esc gives back"]
)
def test_faults_are_seen(wrong: str) -> None:
    assert faults(wrong)
    assert not faults("Choose a colour, `color = red`, two metres, centred")
