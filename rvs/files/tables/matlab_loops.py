"""Loops of MATLAB's scripts: where they begin and end, and what they count through."""

from __future__ import annotations

import re
from collections.abc import Callable

Convert = Callable[[str], str]

_FOR = re.compile(r"^\s*for\b\s*(.*)$")
_COUNTER = re.compile(r"^\(?\s*([A-Za-z_]\w*)\s*=\s*(.*)$")
_IF = re.compile(r"^\s*(if|elseif|else)\b\s*(.*)$")
_OTHER = re.compile(r"^\s*(while|switch|try|parfor)\b")
_CASE = re.compile(r"^\s*(?:case|otherwise|catch)\b")
_END = re.compile(r"^\s*end\w*\s*[;,]?\s*$")
_LAST_END = re.compile(r"[;,\s]\s*end\w*\s*[;,]?\s*$")
STEP = "    "


class Loops:
    """Gives the lines of a script the shape of Python's loops, line by line."""

    def __init__(self, convert: Convert) -> None:
        """Begin before the first line.

        Args:
            convert: Turns a line without loops into Python.
        """
        self._convert = convert
        # How many blocks are open, from the outermost loop on.
        self._depth = 0

    def line(self, text: str) -> str:
        """Return the next line."""
        begins = _FOR.match(text)
        if begins:
            return self._begin(begins[1])
        if not self._depth:
            return self._convert(text)
        indent = STEP * self._depth
        branch, other = _IF.match(text), _OTHER.match(text)
        if branch:
            return self._branch(branch[1], branch[2])
        if other:
            self._depth += not _LAST_END.search(text)
            # A call that is not known: what makes links in it is refused.
            return f"{indent}for _ in {other[1]}_block():"
        if _END.match(text):
            self._depth -= 1
            return f"{indent}pass"
        return indent + ("" if _CASE.match(text) else self._convert(text)) or f"{indent}pass"

    def _begin(self, rest: str) -> str:
        indent = STEP * self._depth
        whole = _LAST_END.search(rest)
        header, body = _parted(rest[: whole.start()] if whole else rest)
        counter = _COUNTER.match(header)
        if counter is None:
            made = f"{indent}for _ in for_block():"
        else:
            name, values = counter[1], counter[2].strip()
            if header.startswith("("):
                values = values.removesuffix(")")
            made = f"{indent}for {name} in {_counted(values, self._convert)}:"
        inner = self._convert(body)
        if whole:
            return f"{made} {inner or 'pass'}"
        self._depth += 1
        return f"{made}\n{STEP * self._depth}{inner}" if inner else made

    def _branch(self, word: str, rest: str) -> str:
        whole = _LAST_END.search(rest)
        held = rest[: whole.start()] if whole else rest
        header, body = ("", held.strip(" ,;")) if word == "else" else _parted(held)
        test = self._convert(header.replace("~=", "!=")) or "if_block()"
        opens = {"if": f"if {test}:", "elseif": f"elif {test}:", "else": "else:"}[word]
        indent = STEP * (self._depth - (word != "if"))
        inner = self._convert(body)
        if whole:
            return f"{indent}{opens} {inner or 'pass'}"
        self._depth += word == "if"
        return f"{indent}{opens}\n{STEP * self._depth}{inner}" if inner else indent + opens


def _parted(text: str) -> tuple[str, str]:
    """The head of a block, and what stands on its line after it."""
    head = parts_at(text, ",;")[0]
    if len(head) < len(text):
        return head.strip(), text[len(head) :].strip(" ,;")
    found = re.match(r"^(\s*\w+\s*=\s*[^\s=]+)\s+([A-Za-z_].*)$", text)
    return (found[1].strip(), found[2]) if found else (text.strip(), "")


def _counted(values: str, convert: Convert) -> str:
    """What a loop counts through: ``1:n``, ``n:-1:1`` or the columns of a row."""
    parts = parts_at(values, ":")
    if len(parts) > 1:
        return f"colon({', '.join(convert(part) for part in parts)})"
    return f"columns({convert(values)})"


def parts_at(text: str, cut: str) -> list[str]:
    """Return the parts of a text between signs that stand outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign in cut and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
