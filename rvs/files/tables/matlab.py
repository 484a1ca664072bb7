"""Scripts of MATLAB as far as they make links, turned into the syntax that is read here."""

from __future__ import annotations

import re

from rvs.files.tables.matlab_loops import Loops, parts_at

_WORD = re.compile(r"'(?:[^'\n]|'')*'|\"(?:[^\"\n]|\"\")*\"")
# Ahead of the digits of a text.
_HELD_TEXT = "text"
_MEMBER = re.compile(r"^([A-Za-z_][\w.]*)\s*[({]([^=\n]*)[)}]\s*=(?!=)")
_PLACE = re.compile(r"[\w\s+*-]+")
# All that a cell array holds.
_CELLS = re.compile(r"\[\s*(\w+)\{:\}\s*\]")
# A member of what a cell array holds.
_HELD = re.compile(r"\b(\w+)\{([^{}]*)\}(?=\.[A-Za-z])")
# In the places of a matrix: all of them, or some that follow each other.
_ALL = re.compile(r"(?<=[(,])\s*:\s*(?=[,)])")
_SPAN = re.compile(r"(?<=[(,])\s*(\w+):(\w+)\s*(?=[,)])")
_KEYWORDS = re.compile(
    r"^\s*(?:function\b.*|end\w*|clear\b.*|clc\b.*|close\b.*|while\b.*"
    r"|if\b.*|else\b.*|import\b.*|classdef\b.*|properties\b.*|methods\b.*|hold\b.*)$"
)


def as_python(text: str) -> str:
    """Return a script with as many lines in a syntax that ``Script`` goes through.

    Comments go, matrices get commas, ``L(1) = …`` becomes an expression.  What is not understood
    becomes an empty line: only calls of links count.
    """
    lines: list[str] = []
    loops = Loops(_line)
    held, waiting = "", 0
    for line in re.split(r"\r\n|\r|\n", text):
        plain = _plain(line)
        more = plain.rstrip().endswith("...")
        held += plain.rstrip().removesuffix("...")
        if more or lines_open(held):
            # A new line within a matrix begins a new row.
            held += " " if more or held.count("[") <= held.count("]") else " ; "
            waiting += 1
            continue
        # Statements keep the number of the line that they end in.
        lines.extend([*[""] * waiting, loops.line(held)])
        held, waiting = "", 0
    return "\n".join([*lines, loops.line(held)])


def lines_open(text: str) -> bool:
    """Whether a bracket of a line is still open at its end."""
    bare = _WORD.sub("", text)
    return bare.count("(") > bare.count(")") or bare.count("[") > bare.count("]")


def _plain(line: str) -> str:
    """A line without its comment, and with digits for what its texts say: signs are syntax now."""
    out, at = "", 0
    while at < len(line) and line[at] not in "%#":
        word = _WORD.match(line, at)
        # Behind a value the sign turns a matrix.
        if word and not (line[at] == "'" and at and re.match(r"[\w\])}.']", line[at - 1])):
            said = word.group()[1:-1].replace(line[at] * 2, line[at])
            out += f"'{_HELD_TEXT}{said.encode().hex()}'"
            at = word.end()
        else:
            out += line[at]
            at += 1
    return out


def _line(line: str) -> str:
    if _KEYWORDS.match(line):
        return ""
    return "; ".join(filter(None, map(_statement, parts_at(line, ";"))))


def _statement(text: str) -> str:
    plain, given = text.strip(), ""
    member = _MEMBER.match(plain)
    if member:
        place = f"[{member[2]}]" if _PLACE.fullmatch(member[2]) else ""
        given, plain = f"{member[1]}{place} =", plain[member.end() :]
    plain = plain.replace("^", "**")
    plain = re.sub(r"\.(?=[*/])", "", plain)
    plain = _HELD.sub(r"\1(\2)", _CELLS.sub(r"\1", plain))
    plain = _ALL.sub('":"', plain)
    plain = _SPAN.sub(r"colon(\1, \2)", plain)
    return given + _matrices(plain)


def _matrices(text: str) -> str:
    """Commas between the numbers of matrices, brackets around their rows."""
    out, at = [], 0
    while at < len(text):
        word = _WORD.match(text, at)
        if word and not (at and re.match(r"[\w\])]", text[at - 1])):
            out.append(_said(word.group()))
            at = word.end()
        elif text[at] == "'":
            out.append(".T")
            at += 1
        elif text[at] in "[{":
            end = _closing(text, at)
            out.append(_matrix(text[at + 1 : end]))
            at = end + 1
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def _said(word: str) -> str:
    inner = word[1:-1]
    if not inner.startswith(_HELD_TEXT):
        # One of ours, such as what means all places of a matrix.
        return repr(inner)
    return repr(bytes.fromhex(inner.removeprefix(_HELD_TEXT)).decode())


def _closing(text: str, at: int) -> int:
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] in "[{(") - (text[end] in "]})")
        if depth == 0:
            return end
    return len(text)


def _matrix(inner: str) -> str:
    """Rows and columns of blocks, as ``matrix`` of ``script`` puts them together."""
    atoms: list[str] = []
    bare, at = "", 0
    while at < len(inner):
        word = _WORD.match(inner, at)
        if inner[at] in "[{(":
            end = _closing(inner, at)
            whole = inner[at : end + 1]
            inside = f"({_matrices(whole[1:-1])})" if inner[at] == "(" else _matrices(whole)
            atoms.append(inside)
        elif word and not re.search(r"[\w\])>]$", bare):
            end = word.end() - 1
            atoms.append(_said(word.group()))
        else:
            bare += ".T" if inner[at] == "'" else inner[at]
            at += 1
            continue
        bare += f"<{len(atoms) - 1}>"
        at = end + 1
    rows = [f"[{_row(part)}]" for part in bare.split(";") if part.strip()]
    made = "matrix([" + ", ".join(rows) + "])"
    return re.sub(r"<(\d+)>", lambda match: atoms[int(match[1])], made)


def _row(text: str) -> str:
    """Blanks between values become commas, but for those around signs of one sum."""
    tight = re.sub(r"\s*([*/])\s*", r"\1", text.strip())
    tight = re.sub(r"\s+([+-])\s+", r"\1", tight)
    tight = re.sub(r"\s*,\s*", ",", tight).strip(",")
    # A name or number ahead of a bracket without a blank is a call.
    return re.sub(r"\s+", ",", tight)
