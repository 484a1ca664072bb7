"""One spelling, the British one, and natural turns in what people read: the window and the docs."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
# Words of the file formats and of style sheets are not English: they are kept as they are, and
# so are the turns that a table avoids.
KEYS = re.compile(
    r"\| \*[^*\n]+\* \||`[^`]*`|```.*?```|\bCENTER\b|color\s*[:=]|gray\s*=|'color'|%color|\$\w+",
    re.DOTALL,
)
# Turns of a private idiom in the running text of pages; the style sheet has better wordings.
IDIOM = re.compile(
    r"(?:^|(?<=[.!:;] )|(?<=\| )|(?<=- ))What\b(?![^.?|\n]*(?:\n[^.?|\n]+)*\?)"
    r"|\b(?:of|from|with|by) what\b"
    r"|\b(?:says|said|tells?|told)\b"
    r"|\b[Ss]o (?:many|often)\b"
    r"|\bst(?:ands?|ood) (?:there|behind|ready|in the (?:menu|list|panel|bar|head|legend|file))\b"
    r"|\bahead of\b|\bcomes? behind\b|\bbehind it\b"
    r"|(?<!here )\b(?:is|are|was|were) no (?!(?:longer|more|less|better|larger|such)\b)[a-z]+"
    r"|\b(?:is|are|was|were|be) let go\b|\bgoes? (?:along|on)\b|\bgone to\b"
    r"|\ball the way round\b"
    r"|\b[Tt]he (?:panel|page|chip|menu|button) †"
    r"|\b(?:one|rows?|steps?) a (?:row|sample|joint|link|drag|pose)\b"
    r"|\b[Tt]hings?\b"
    r"|\b[Ww]ay of (?:the|its|a) tool\b|\balong (?:the same|its) way\b"
    r"|\bat (?:each|every|that|this|any) moment\b|\bmoments? (?:when|that|at|in which)\b"
    r"|\bin a moment\b"
    r"|\basks? (?:of|the most)\b|\basked the most\b"
    r"|\b(?:File|Edit|View|Robot|Trajectory|Insert|Arrange|Help) > ",
    re.MULTILINE,
)
# A docstring begins with a noun phrase or a verb; the package keeps these turns out of it, too.
# Others are rarer than they were, but not gone: clauses with "what", "says", "tells", "thing".
CLAUSE = re.compile(r"\s*(?:What|Whether|How)\b")
OLD_TURNS = re.compile(
    r"\b(?:shall|anew(?!:)|gives? back|wins? over|one a (?:joint|line|robot|row|pose|sample)"
    r"|row a (?:joint|sample|pose)|[Tt]ell (?:whether|if|how)|(?:said|told)(?!:)"
    r"|[Ss]o (?:many|often)|ahead of|asks? (?:the most|of (?:the|each|a))|asked the most"
    r"|[Ww]ay of (?:the|a) tool)\b"
    r"|(?<!here )\b(?:is|are|was|were) no "
    r"(?!(?:longer|more|less|better|larger|such|wider|further)\b)[a-z]+"
)
# Tables written from the code, code, and labels of the window, which the pages quote.
WRITTEN = re.compile(
    r"<!-- (?:options|keys): [^>]*-->\n(?:\|[^\n]*\n)*|```.*?```|<!--.*?-->", re.DOTALL
)
QUOTED = re.compile(r"`[^`\n]*`|\*\*[^*]+\*\*|(?<!\*)\*[^*\n]+\*|\]\([^)]*\)")
# Bodies of objects as files have them, and fields of templates.
SYNTAX = re.compile(r"/thing\b|\bTHING\b|\{\w+\}")
# Tables of names of colours, and sheets of style.
NAMES = ("color_names.py", "stylesheet.py")
PAGES = sorted(
    path
    for path in (
        *HOME.glob("*.md"),
        *(HOME / "docs").rglob("*.md"),
        *(HOME / "native").glob("*.md"),
        *(HOME / "examples").glob("*.md"),
    )
    if path.name not in ("api.md", "LICENSE.md")
)
SOURCES = [path for path in sorted((HOME / "rvs").rglob("*.py")) if path.name not in NAMES]

# Words in a text that is put together of parts, which no one can translate; not code and markup.
PARTS = re.compile(r"[A-Za-z]{2,} | [A-Za-z]{2,}")
MARKUP = re.compile(r"[<>=#]|\w: ?\w+;|^rvs ")
# Modules of the window with such texts: names of programs, errors for scripts, keys of the
# palette. A number may only get smaller.
GLUED = {
    "ui/actions/entries.py": 1,
    "ui/actions/table.py": 1,
    "ui/application.py": 1,
    "ui/commands/robots.py": 3,
    "ui/app.py": 1,
    "ui/figures/output.py": 2,
    "ui/help/about.py": 2,
    "ui/help/search.py": 1,
    "ui/help/tutorial.py": 2,
    "ui/palette/finds.py": 7,
    "ui/show.py": 8,
    "ui/status.py": 1,
    "ui/work/start_times.py": 1,
}

FOLDERS = ("rvs", "tests", "tools", "examples", "benchmarks", "packaging")
CODE = sorted(path for folder in FOLDERS for path in (HOME / folder).rglob("*.py"))


class Texts(NamedTuple):
    """Texts of a module.

    Attributes:
        strings: Strings that may be read: no docstrings, no keys of one word.
        docstrings: Those of the module, of its classes, functions and fields.
        glued: Number of texts that are put together of parts, without a template.
    """

    strings: tuple[str, ...]
    docstrings: tuple[str, ...]
    glued: int


@cache
def texts(path: Path) -> Texts:
    """Return the texts of a module; parsing all of them takes longer than all else here."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    values = [node.value for node in nodes if isinstance(node, ast.Expr)]
    spoken_of = {id(value) for value in values}
    # The palette finds an action by other words as well.
    spoken_of |= {
        id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "also"
    }
    strings = [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in spoken_of
        and (" " in node.value.strip() or node.value[:1].isupper())
    ]
    docstrings = [
        text for value in values if isinstance(text := getattr(value, "value", None), str)
    ]
    return Texts(tuple(strings), tuple(docstrings), sum(map(glued, nodes)))


def glued(node: ast.AST) -> bool:
    """Return whether a node is a text that is put together of parts, without a template."""
    parts: list[str] = []
    if isinstance(node, ast.JoinedStr):
        parts = [one.value for one in node.values if isinstance(one, ast.Constant)]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        sides = (getattr(one, "value", None) for one in (node.left, node.right))
        parts = [one for one in sides if isinstance(one, str)]
    # An "s" for several, as in "s" * (n > 1).
    several = isinstance(getattr(node, "op", None), ast.Mult) and "".join(parts).isalpha()
    text = "".join(parts)
    return several or bool(PARTS.search(text) and not MARKUP.search(text))


def idiom(text: str) -> list[str]:
    """Return the turns of the running text that the style sheet cures."""
    return [found[0] for found in IDIOM.finditer(QUOTED.sub("†", WRITTEN.sub("", text)))]


def faults(text: str) -> list[str]:
    plain = KEYS.sub(" ", text)
    return [found[0] for pattern in (AMERICAN, TURNS) for found in pattern.finditer(plain)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(HOME).as_posix())
def test_pages_are_in_one_english(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path", [*PAGES, HOME / "docs" / "api.md"], ids=lambda path: path.relative_to(HOME).as_posix()
)
def test_pages_are_in_plain_english(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    # New lines of the changelog are sorted, and looked at, when a release is made.
    assert idiom(text.partition("\n### ")[2] if path.name == "CHANGELOG.md" else text) == []


def test_the_style_sheet_cures_what_it_avoids() -> None:
    text = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| Avoid | Write |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()]
    assert len(rows) > 15
    assert [wrong for wrong, _ in rows if not idiom(wrong.strip("*")) + faults(wrong)] == []
    assert [right for _, right in rows if idiom(right)] == []


def test_what_the_program_says_is_in_one_english() -> None:
    found = [
        f"{path.relative_to(HOME).as_posix()}: {wrong} in {text[:80]!r}"
        for path in SOURCES
        for text in texts(path).strings
        for wrong in faults(text)
    ]
    assert not found, "\n".join(found)


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    found = [
        f"{path.relative_to(HOME).as_posix()}: {text.strip()[:80]!r}"
        for path in CODE
        for text in texts(path).docstrings
        if CLAUSE.match(text)
    ]
    assert not found, "\n".join(found)


def test_docstrings_of_the_package_are_in_plain_english() -> None:
    found = [
        f"{path.relative_to(HOME).as_posix()}: {turn[0]} in {text.strip()[:80]!r}"
        for path in SOURCES
        for text in texts(path).docstrings
        for turn in OLD_TURNS.finditer(QUOTED.sub("†", text.replace("``", "`")))
    ]
    assert not found, "\n".join(found)


def test_what_the_program_says_is_in_plain_english() -> None:
    found = [
        f"{path.relative_to(HOME).as_posix()}: {wrong} in {text[:80]!r}"
        for path in SOURCES
        for text in texts(path).strings
        if " " in text
        for wrong in idiom(SYNTAX.sub(" ", text))
    ]
    assert not found, "\n".join(found)


def test_sentences_of_the_window_are_whole() -> None:
    """Templates of ``tr`` and ``plural`` instead of parts; see "a sentence" in CONTRIBUTING.md."""
    counts = {path.relative_to(HOME / "rvs").as_posix(): texts(path).glued for path in SOURCES}
    there = {name: count for name, count in counts.items() if count and name.startswith("ui/")}
    assert there == GLUED


@pytest.mark.parametrize(
    "wrong", ["Choose a color", "two meters", "Center of circle", "what shall be", "Esc gives back"]
)
def test_faults_are_seen(wrong: str) -> None:
    assert faults(wrong)
    assert not faults("Choose a colour, `color = red`, two metres, centred")
