"""The steps of the tutorial as its page has them; no Qt.

A step is a heading ``## 3. Title`` with a list of what to do. Each item of the list is one of a few
sentences, so that a person can follow it and a program can check it:

| sentence | means |
|---|---|
| Choose **Menu ▸ Action**. | an entry of the menus |
| Press `Ctrl+P`. | a key |
| Press *Teach* in *Program*. | a button of a panel or a window |
| Type `0.4` into *X of the tool* in *Tool pose*. | a field, ended with Enter |
| Choose *Box* at *Payload* in *End-effector*. | a list that drops down |
| Double-click *PUMA 560* in *Library*. | a row |
| Click *Table* in *Add a thing*. | a row |

A comment ``<!-- done: robots == 1 -->`` says how to see that the step is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from rvs.ui.help.pages import docs_folder, pieces, plain

PAGE = "tutorial.md"
Verb = Literal["menu", "key", "button", "type", "choose", "double", "click"]
Fact = str | int | bool

_SENTENCES: tuple[tuple[Verb, str], ...] = (
    ("menu", r"Choose \*\*(?P<name>[^*]+)\*\*"),
    ("key", r"Press `(?P<name>[^`]+)`"),
    ("button", r"Press \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("type", r"Type `(?P<value>[^`]+)` into \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("choose", r"Choose \*(?P<value>[^*]+)\* at \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("double", r"Double-click \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("click", r"Click \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
)
_ITEM = re.compile(r"^(?:[-*]|\d+\.)\s+(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_STEP = re.compile(r"(\d+)\.\s+(.*)")
_DONE = re.compile(r"<!--\s*done:\s*(.*?)\s*-->")
_CLAUSE = re.compile(r"(\w+)\s*(==|!=|>=)\s*(.+)")
_COMPARE: Mapping[str, Callable[[Fact, Fact], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: isinstance(a, int) and isinstance(b, int) and a >= b,
}


@dataclass(frozen=True, slots=True)
class Do:
    """One thing to do.

    Attributes:
        verb: What kind of thing.
        name: Menu path, key, or what a widget is called.
        panel: Title of the panel or window it is in, or empty.
        value: What is typed or chosen, or empty.
    """

    verb: Verb
    name: str
    panel: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        number: From 1.
        title: A few words.
        words: What is told ahead of the list.
        dos: What to do, in order.
        items: The same as they are written.
        done: How to see that it is done, or empty.
    """

    number: int
    title: str
    words: str
    dos: tuple[Do, ...]
    items: tuple[str, ...]
    done: str


class NoSentence(ValueError):
    """An item of a list is none of the sentences that a step is made of."""


def steps(text: str | None = None) -> tuple[Step, ...]:
    """Return the steps of the tutorial.

    Args:
        text: Its page, if not the bundled one.

    Raises:
        NoSentence: An item is not understood.
    """
    page = (docs_folder() / PAGE).read_text(encoding="utf-8") if text is None else text
    found = []
    for level, head, body in pieces(page):
        match = _STEP.fullmatch(head)
        if level == 2 and match:
            items = tuple(" ".join(item.split()) for item in _ITEM.findall(body))
            words = plain(re.sub(r"<!--.*?-->", "", _ITEM.split(body)[0]))
            done = _DONE.search(body)
            dos = tuple(parse(item) for item in items)
            said = done[1] if done else ""
            found.append(Step(int(match[1]), plain(match[2]), words, dos, items, said))
    return tuple(found)


def parse(item: str) -> Do:
    """Return what a sentence says.

    Raises:
        NoSentence: It is not one of those that are known.
    """
    for verb, pattern in _SENTENCES:
        match = re.match(pattern + r"(?=[.,:;]|\s|$)", item)
        if match:
            return Do(verb, **match.groupdict())
    raise NoSentence(f"{item!r} is no sentence of a tutorial")


def holds(condition: str, facts: Mapping[str, Fact]) -> bool:
    """Tell whether a condition such as ``robots == 1 and payload == box`` is true.

    Args:
        condition: Clauses joined by ``and``; none is true.
        facts: What is so now.

    Raises:
        NoSentence: A clause is not understood, or tells of no known fact.
    """
    clauses = condition.split(" and ") if condition else ()
    return all(_clause(clause.strip(), facts) for clause in clauses)


def _clause(text: str, facts: Mapping[str, Fact]) -> bool:
    match = _CLAUSE.fullmatch(text)
    if match is None or match[1] not in facts:
        raise NoSentence(f"{text!r} is no condition of a tutorial")
    wanted: Fact = match[3].strip()
    if isinstance(wanted, str) and wanted.isdigit():
        wanted = int(wanted)
    elif wanted in ("yes", "no"):
        wanted = wanted == "yes"
    return _COMPARE[match[2]](facts[match[1]], wanted)
