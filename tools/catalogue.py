"""Writes the catalogue of the window's sentences, for translators.

    python tools/catalogue.py
    python tools/catalogue.py --pseudo FOLDER

The first line writes ``rvs/locale/rvs.pot``. The second one writes a catalogue with letters that
English does not have, and longer sentences: where the window, with this folder as ``RVS_HOME`` and
the language Pseudo, has English sentences, the catalogue lacks them.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "rvs" / "locale" / "rvs.pot"
# The language of a pseudo-catalogue.
PSEUDO = "qps"
# Modules whose texts the window shows: its own, and tables of other rooms.
SHOWN = (
    "ui",
    *("model/demos", "model/plots", "model/annotations", "model/robots", "model/views"),
    *("model/things", "model/appearance", "model/numbers", "model/figures", "model/pasting"),
    *("model/motions", "geometry/shapes", "geometry/things", "collision", "fields"),
    *(
        "study/drives",
        "study/simulate",
        "export/models",
        "files/robots/arch_keys",
        "scripting/studies",
    ),
)
# Calls and arguments that take keys, colours and names of files.
KEYS = {
    *(
        "setObjectName",
        "setProperty",
        "setStyleSheet",
        "import_module",
        "getattr",
        "icon",
        "pixmap",
    ),
    *(
        "getLogger",
        "warning",
        "info",
        "debug",
        "QSettings",
        "setValue",
        "value",
        "compile",
        "Literal",
    ),
    *(
        "QKeySequence",
        "Relation",
        "execute",
        "QColor",
        "startswith",
        "endswith",
        "removeprefix",
        "findChild",
    ),
}
KEYWORDS = {"also", "id", "name", "icon", "keys", "group", "action", "made_by", "menu", "faces"}
# Widgets that take texts of one small word.
SAYING = re.compile(
    r"set(Text|ToolTip|Title|WindowTitle|AccessibleName)|addAction|say|endless|Q\w+|chip|check"
)
WORD = re.compile(r"[^\W\d_]{2}")
# Keys of the keyboard, links, markup, style sheets, names of files and of classes, lines of files,
# names of methods, patterns, colours.
OTHER = re.compile(
    r"[a-z]\w* = |__\w+__|INSERT |.*\(\?|\s*\w+=[0-9A-F]{6}|"
    r"M-?\d|(?:Ctrl|Shift|Alt)\+|F\d+$|\w+:\S|<|\s*$|[#.*]|[\w-]+\.\w+$|Q[A-Z]\w+|[A-Z_\d]+$|[A-Z]\w*[A-Z]\w*$"
)
STYLE = re.compile(r"\w: ?[\w#]+;|\w+ \{[^}]*:")
FIELD = re.compile(r"\{(\w+)[^}]*\}")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒğĥîĵķļɱñöþɋřšţûṽŵẋýžÀƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŘŠŢÛṼŴẊÝŽ",
)
# The same backwards, for texts that are shown.
ENGLISH = {ord(chr(there)): here for here, there in LETTERS.items()}
HEAD = """\
# Sentences of the window of RVS. Written by tools/catalogue.py.
msgid ""
msgstr ""
"Project-Id-Version: RVS\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
"""
# A sentence, and that of several where it counts.
Key = tuple[str, str]


def sentences() -> dict[Key, set[str]]:
    """Return all sentences of the window, with the modules that have them."""
    found: dict[Key, set[str]] = {}
    for path in sorted((ROOT / "rvs").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        shown = any(where.startswith(f"rvs/{room}") for room in SHOWN)
        if shown or "rvs.words" in text:
            for key in sentences_of(ast.parse(text), shown):
                found.setdefault(key, set()).add(where)
    for key, where in _described():
        found.setdefault((key, ""), set()).add(where)
    counted = {one for one, several in found if several}
    return {key: places for key, places in found.items() if key[1] or key[0] not in counted}


def sentences_of(tree: ast.AST, shown: bool) -> Iterator[Key]:
    """Yield the sentences of a module: those of its calls, and all texts if the window shows it."""
    for node, above in _walk(tree, ()):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "plural"):
            texts = [one.value for one in node.args if _is_text(one)]
            if texts and node.func.id == "plural" and len(texts) > 1:
                yield texts[0], texts[1]
            elif texts and _is_text(node.args[0]):
                yield texts[0], ""
        elif shown and _is_text(node) and is_sentence(node.value, above):
            yield node.value, ""


def wrong_calls() -> list[str]:
    """Return the calls of templates that have more or fewer values than their sentence names."""
    sys.path.insert(0, str(ROOT))
    from rvs.words import fields

    wrong = []
    for path in sorted((ROOT / "rvs").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "rvs.words" in text else ():
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if called not in ("tr", "plural") or any(isinstance(x, ast.Starred) for x in node.args):
                continue
            texts = [one.value for one in node.args if _is_text(one)][: 1 + (called == "plural")]
            values = node.args[3:] if called == "plural" else node.args[1:]
            names = {name for text in texts for name in fields(text)} - {"n"}
            counted = set() if called == "plural" else {"n"} & {*fields(texts[0] if texts else "")}
            if texts and _is_text(node.args[0]) and len(names | counted) != len(values):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {texts[0]!r}")
    return wrong


def is_sentence(text: str, above: tuple[ast.AST, ...]) -> bool:
    """Return whether people read a text in the window, by its form and what it is a part of."""
    if not WORD.search(text) or OTHER.match(text) or STYLE.search(text):
        return False
    parent = above[-1]
    if isinstance(parent, ast.Expr | ast.JoinedStr | ast.Compare | ast.Subscript | ast.Raise):
        return False
    if isinstance(parent, ast.keyword) and parent.arg in KEYWORDS:
        return False
    calls = [one for one in above if isinstance(one, ast.Call)]
    called = _name(calls[-1].func) if calls else ""
    if called in KEYS or (
        (parent is not calls[-1] if calls else False) and called in ("tr", "plural")
    ):
        return False
    if isinstance(parent, ast.Call) and _name(parent.func) == "plural":
        return False
    if " " in text.strip() or text[:1].isupper() or text[:1] == "&":
        return True
    return isinstance(parent, ast.Call) and SAYING.fullmatch(called) is not None


def _described() -> Iterator[tuple[str, str]]:
    """Labels of edits, the words of the fields of questions, and small words that are also keys."""
    sys.path.insert(0, str(ROOT))
    from rvs.cli import COMMANDS, command_of
    from rvs.fields.edit import MADE
    from rvs.fields.field import described
    from rvs.model.robots.payloads import PAYLOADS
    from rvs.scripting.edits import MODULES

    for kind, payload in PAYLOADS.items():
        for text in (kind, *payload.words):
            yield text, "rvs/model/robots/payloads.py"
    for module in MODULES:
        import_module(module)
    for one in MADE.values():
        yield one.label, one.module.replace(".", "/") + ".py"
    for name, home in COMMANDS.items():
        if ":" not in home:
            continue
        kind = command_of(name).kind
        for one, about in described(kind):
            words = (about.says, about.label, about.usual, about.nothing, *about.choices.values())
            for text in (about.title(one.name), *words):
                if WORD.search(text):
                    yield text, kind.__module__.replace(".", "/") + ".py"


def _walk(
    node: ast.AST, above: tuple[ast.AST, ...]
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    yield node, above
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, (*above, node))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", "") or getattr(function, "id", "")


def catalogue() -> str:
    """Return the catalogue as a text."""
    rows = [HEAD]
    for (one, several), places in sorted(sentences().items()):
        rows.append("".join(f"#: {place}\n" for place in sorted(places)))
        rows[-1] += "#, python-brace-format\n" if FIELD.search(one) else ""
        rows[-1] += f"msgid {_quoted(one)}\n"
        if several:
            rows[-1] += f'msgid_plural {_quoted(several)}\nmsgstr[0] ""\nmsgstr[1] ""\n'
        else:
            rows[-1] += 'msgstr ""\n'
    return "\n".join(rows)


def _quoted(text: str) -> str:
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return f'"{escaped}"'


def pseudo(text: str) -> str:
    """Return a sentence in letters that English does not have, a third longer.

    >>> pseudo("Open {name}")
    'Öþéñ {name}···'
    """
    parts = re.split(r"(\{[^}]*\}|<[^>]*>|&\w+;)", text)
    said = "".join(part if k % 2 else part.translate(LETTERS) for k, part in enumerate(parts))
    return said + "·" * (len(text) * 3 // 10)


def write_pseudo(folder: Path) -> Path:
    """Write the pseudo-catalogue into a folder; return its path."""
    pairs = {
        "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n!=1;\n"
    }
    for one, several in sentences():
        key = f"{one}\0{several}" if several else one
        pairs[key] = "\0".join(map(pseudo, filter(None, (one, several))))
    path = folder / f"{PSEUDO}.mo"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compiled(pairs.items()))
    return path


def compiled(pairs: Iterable[tuple[str, str]]) -> bytes:
    """Return a catalogue in the binary form of gettext."""
    texts = [(key.encode(), said.encode()) for key, said in sorted(pairs)]
    head, count = 28, len(texts)
    at = head + 16 * count
    tables: list[list[int]] = [[], []]
    for k, table in enumerate(tables):
        for pair in texts:
            table += [len(pair[k]), at]
            at += len(pair[k]) + 1
    ends = head, head + 8 * count
    numbers = struct.pack(
        f"<7I{4 * count}I", 0x950412DE, 0, count, *ends, 0, 0, *tables[0], *tables[1]
    )
    return numbers + b"".join(pair[k] + b"\0" for k in (0, 1) for pair in texts)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--pseudo"]:
        print(write_pseudo(Path(sys.argv[2]) / "locale"))
    else:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(catalogue(), encoding="utf-8", newline="\n")
