"""The steps of the tutorial, read from its page; no Qt.

A step is a heading ``## 3. Title`` with a list of tasks. Each item of the list has one of a few
sentence forms, so that a person can follow it and a program can check it:

| sentence | means |
|---|---|
| Choose **Menu ▸ Action**. | an entry of the menus |
| Press `Ctrl+P`. | a key |
| Open *Work cell* (`Alt+W`). | a panel, brought to the front if necessary |
| Press *Teach* in *Program*. | a button of a panel or a window |
| Type `0.4` into *X of the tool* in *Tool pose*. | a field, ended with Enter |
| Choose *Box* for *Payload* in *End-effector*. | a drop-down list |
| Choose *Straight* for *Move* in row 2 of *Program*. | a drop-down list in a table |
| Double-click *PUMA 560* in *Library*. | a row |
| Click *Table* in *Add an object*. | a row |

Names are those on the screen.  A comment ``<!-- done: robots == 1 -->`` after an item or below the
list is the condition for its completion; a step is done when all its conditions are true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

from rvs.ui.help.pages import docs_folder, pieces, plain
from rvs.value_class import dataclass

PAGE = "tutorial.md"
Verb = Literal["menu", "key", "open", "button", "type", "choose", "double", "click"]
Fact = str | float | bool

_SENTENCES: tuple[tuple[Verb, str], ...] = (
    ("menu", r"Choose \*\*(?P<name>[^*]+)\*\*"),
    ("key", r"Press `(?P<name>[^`]+)`"),
    ("open", r"Open \*(?P<panel>[^*]+)\*"),
    ("button", r"Press \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("type", r"Type `(?P<value>[^`]+)` into \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    (
        "choose",
        r"Choose \*(?P<value>[^*]+)\* for \*(?P<name>[^*]+)\* "
        r"in (?:row (?P<row>\d+) of )?\*(?P<panel>[^*]+)\*",
    ),
    ("double", r"Double-click \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
    ("click", r"Click \*(?P<name>[^*]+)\* in \*(?P<panel>[^*]+)\*"),
)
_ITEM = re.compile(r"^(?:[-*]|\d+\.)\s+(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_STEP = re.compile(r"(\d+)\.\s++(.*)")
_DONE = re.compile(r"<!--\s*done:\s*(.*?)\s*-->")
_CLAUSE = re.compile(r"([\w.]+)\s*(==|!=|>=)\s*+(.+)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
# What is typed in millimetres is met to a hundredth of one.
CLOSE = 1e-5
_COMPARE: Mapping[str, Callable[[Fact, Fact], bool]] = {
    "==": lambda a, b: _same(a, b),
    "!=": lambda a, b: not _same(a, b),
    ">=": lambda a, b: not isinstance(a, str) and not isinstance(b, str) and a >= b,
}


@dataclass(frozen=True, slots=True)
class Do:
    """One task of a step.

    Attributes:
        verb: Kind of task.
        name: Menu path, key, or name of a widget.
        panel: Title of its panel or window, or empty.
        value: Typed or selected value, or empty.
        row: Row of the table with the choice, from 1, or 0.
        done: Condition for completion, or empty if there is none.
    """

    verb: Verb
    name: str
    panel: str = ""
    value: str = ""
    row: int = 0
    done: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        number: From 1.
        title: A few words.
        words: Text before the list.
        dos: Tasks, in order.
        items: The tasks as written.
        done: Condition for completion, or empty.
    """

    number: int
    title: str
    words: str
    dos: tuple[Do, ...]
    items: tuple[str, ...]
    done: str


class NoSentence(ValueError):
    """A list item does not have the form of a tutorial sentence."""


def steps(text: str | None = None) -> tuple[Step, ...]:
    """Return the steps of the tutorial, of the bundled page unless its text is given.

    Raises:
        NoSentence: An item is not understood.
    """
    page = (docs_folder() / PAGE).read_text(encoding="utf-8") if text is None else text
    found = []
    for level, head, body in pieces(page):
        match = _STEP.fullmatch(head)
        if level == 2 and match:
            marked = tuple(" ".join(item.split()) for item in _ITEM.findall(body))
            items = tuple(_DONE.sub("", item).strip() for item in marked)
            words = plain(re.sub(r"<!--.*?-->", "", _ITEM.split(body)[0]))
            dos = tuple(parse(item) for item in marked)
            done = " and ".join(_DONE.findall(body))
            found.append(Step(int(match[1]), plain(match[2]), words, dos, items, done))
    return tuple(found)


def parse(item: str) -> Do:
    """Return the plain text of a sentence.

    Raises:
        NoSentence: The sentence has no known form.
    """
    for verb, pattern in _SENTENCES:
        match = re.match(pattern + r"(?=[.,:;]|\s|$)", item)
        if match:
            named = match.groupdict()
            row, done = int(named.pop("row", None) or 0), _DONE.search(item)
            named.setdefault("name", named.get("panel") or "")
            return Do(verb, **named, row=row, done=done[1] if done else "")
    raise NoSentence(f"{item!r} is not a sentence of a tutorial")


def holds(condition: str, facts: Mapping[str, Fact]) -> bool:
    """Return whether a condition such as ``robots == 1 and payload == box`` is true.

    Args:
        condition: ``and``-joined clauses; true if empty.
        facts: The current facts.

    Raises:
        NoSentence: A clause is not understood, or names no fact.
    """
    clauses = condition.split(" and ") if condition else ()
    return all(_clause(clause.strip(), facts) for clause in clauses)


def _clause(text: str, facts: Mapping[str, Fact]) -> bool:
    match = _CLAUSE.fullmatch(text)
    if match is None or match[1].partition(".")[0] not in facts:
        raise NoSentence(f"{text!r} is not a condition of a tutorial")
    # What is not there has no sizes.
    return match[1] in facts and _COMPARE[match[2]](facts[match[1]], _wanted(match[3].strip()))


def _wanted(text: str) -> Fact:
    if _NUMBER.fullmatch(text):
        return float(text)
    return text == "yes" if text in ("yes", "no") else text


def _same(one: Fact, other: Fact) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) < CLOSE
