"""Statements of a description that RVS does not take into account, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rvs.files.trees.xml import Element, XmlFindings
from rvs.value_class import dataclass

# Words that leave everything as it is without them.
NEUTRAL = ("false", "enable", "auto", "none")
# Kinds of what is passed over that are named.
MOST_KINDS = 30


@dataclass(frozen=True, slots=True)
class Spec:
    """Statements of an element that a format knows; all others are reported.

    Attributes:
        read: Attributes that are read.
        idle: Attributes that affect no number of a robot.
        children: Elements in it that are read.
        apart: Elements in it that affect no number, including their contents.
        once: Children of which only the first is used; a second one is reported.
    """

    read: str = ""
    idle: str = ""
    children: str = ""
    apart: str = ""
    once: str = ""


def report_unknown(
    findings: XmlFindings,
    root: Element,
    table: Mapping[str, Spec],
    why: Mapping[str, str] | None = None,
) -> None:
    """Record the statements of an element and its children that are not in a format's table.

    Args:
        findings: Collector of warnings.
        root: The element.
        table: Known statements of elements, by their names.
        why: Additional words about some elements and attributes, by their names.
    """
    found: dict[tuple[str, str], list[tuple[Element, str]]] = {}
    waiting = [root]
    while waiting:
        element = waiting.pop()
        says = table[element.tag]
        for key, place, words in _unknown(element, says):
            found.setdefault((element.tag, key), []).append((place, words))
        known = says.children.split()
        waiting += (child for child in element.children if child.tag in known)
    kinds = sorted(found.items(), key=lambda one: (one[1][0][0].line, one[1][0][0].column))
    for (_, key), places in kinds[:MOST_KINDS]:
        element, words = places[0]
        more = f", and so are {len(places) - 1} more like it" if len(places) > 1 else ""
        reason = f": {why[key]}" if why and key in why else ""
        findings.warn(element, f"{words} is ignored{more}{reason}")
    if len(kinds) > MOST_KINDS:
        words = f"{len(kinds) - MOST_KINDS} more kinds of elements and attributes"
        findings.warn(root, f"{words} are ignored")


def _unknown(element: Element, says: Spec) -> Iterator[tuple[str, Element, str]]:
    """Yield the attributes and children that an element's table lacks: location, statement."""
    known = f"{says.read} {says.idle}".split()
    for key, value in element.attributes.items():
        plain = not {":", " "} & set(key) and key not in known and not key.startswith("xmlns")
        if plain and not _is_neutral(value):
            yield key, element, f"{key}={value.strip()[:60]!r}"
    expected, seen = f"{says.children} {says.apart}".split(), set()
    for child in element.children:
        if child.tag in seen and child.tag in says.once.split():
            yield child.tag, child, f"of {element}: there is one already, so this one"
        seen.add(child.tag)
        # Names with a colon belong to other programs.
        if child.tag not in expected and ":" not in child.tag and not _is_idle(child):
            yield child.tag, child, f"of {element}: it"


def _is_neutral(value: str) -> bool:
    return all(word.lower() in NEUTRAL or _is_zero(word) for word in value.split())


def _is_zero(word: str) -> bool:
    try:
        return float(word) == 0.0
    except ValueError:
        return False


def _is_idle(element: Element) -> bool:
    """Return whether an element is switched off, or contains only text that means zero or no."""
    if element.get("active") == "false":
        return True
    plain = not element.children and not element.attributes and bool(element.text)
    return plain and _is_neutral(element.text)
