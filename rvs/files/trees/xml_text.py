"""The text of an XML file in a form for robot readers, and its faults in plain words."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from pathlib import Path

from rvs.files.text.errors import whole_file
from rvs.files.text.source import in_any

# A declaration of XML ends before.
LONGEST_HEAD = 1_000
_DECLARATION = re.compile(
    rb"""^[^<]{0,500}<\?xml[^>]{0,200}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']"""
)
_HEAD = re.compile(r"\s*<\?xml\s[^>]{0,500}\?>")
# Codes of Python that say other things than letters.
NO_ENCODINGS = ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf_7", "undefined")
UTF8 = ("utf-8", "utf8")
# Letters of a line that are shown where it goes wrong.
SHOWN = 24
_WEB = re.compile(rb"\s{0,99}<(?:!doctype\s{1,9})?html\b", re.IGNORECASE)


def plain_xml(data: bytes, path: Path) -> bytes:
    """Return a file's text in UTF-8, without parts that robot readers ignore and XML forbids.

    These are text before the declaration, dashes in comments, and null characters at the end.
    Every line keeps its position.

    Raises:
        FileErrors: It is not a text in the encoding that it names.
    """
    if _WEB.match(data[:LONGEST_HEAD].removeprefix(BOM_UTF8)):
        raise whole_file(path, "is a web page (HTML), not the file that it shows")
    text = _letters(data, path).rstrip("\0")
    pieces, at = [], 0
    head = _HEAD.match(text)
    if head is not None:
        pieces, at = [_lines(head.group())], head.end()
    start = text.find("<!--", at)
    while start >= 0:
        held = text.find("<![CDATA[", at, start)
        if held >= 0:
            end = text.find("]]>", held) + 3 or len(text) + 3
            pieces.append(text[at:end])
        else:
            end = text.find("-->", start + 4) + 3
            if end < 3:
                break
            pieces += [text[at:start], _lines(text[start:end])]
        at = end
        if start < at:
            start = text.find("<!--", at)
    return "".join([*pieces, text[at:]]).encode("utf-8", "surrogatepass")


def _letters(data: bytes, path: Path) -> str:
    """Return the text in its actual or declared encoding."""
    said = _DECLARATION.search(data[:LONGEST_HEAD])
    name = said.group(1).decode() if said else "utf-8"
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    if data[:2] in (b"<\0", b"\0<"):
        return data.decode("utf-16-le" if data[:1] == b"<" else "utf-16-be", "replace")
    # Where a declaration can be read byte by byte, no letter has two.
    wide = name.lower().replace("_", "-").startswith(("utf-16", "utf16", "ucs-2", "utf-32"))
    if said is None or wide or data.startswith(BOM_UTF8) or name.lower() in UTF8:
        name = "utf-8-sig"
    if name.lower().replace("-", "_") in NO_ENCODINGS:
        raise whole_file(path, f"is not XML: its encoding {name[:40]!r} is not a text encoding")
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        if name != "utf-8-sig":
            raise whole_file(
                path, f"is not a text in {name[:40]}, the encoding that it names"
            ) from None
        # Written in an editor's own encoding.
        return in_any(data)
    except LookupError as error:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            words = f"is not XML: its encoding {name[:40]!r} is not known"
            raise whole_file(path, words) from error


def _lines(text: str) -> str:
    """Return the line endings of a text, and as many blanks as its last line has letters."""
    return "\n" * text.count("\n") + " " * (len(text) - text.rfind("\n") - 1)


def fault_words(message: str, text: bytes, line: int, column: int, innermost: str) -> str:
    """Return the fault of a text in plain words.

    Args:
        message: Message of the parser.
        text: The text in UTF-8.
        line: Line given by the parser, from 1.
        column: Likewise.
        innermost: Name of the innermost open element there, or empty.
    """
    rows = text.decode("utf-8", "replace").splitlines()
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    before = row[: max(column - 1, 0)]
    # The parser may have passed the sign that is at fault.
    here = row[len(before.rstrip("&</")) :][:SHOWN].strip()
    words = FAULTS.get(message.partition(":")[0])
    return message if words is None else words(here, innermost)


def _misplaced(here: str, innermost: str) -> str:
    if here.startswith("&"):
        return "a bare '&'; write '&amp;'"
    if here.startswith("<"):
        return "'<' among other text; write '&lt;'"
    inside = f" in <{innermost[:40]}>" if innermost else ""
    return f"did not expect {here!r}{inside}; check for missing quotes or brackets"


def _ended(_here: str, innermost: str) -> str:
    return f"it ends before </{innermost[:40]}>" if innermost else "there is no element in it"


FAULTS: dict[str, Callable[[str, str], str]] = {
    "not well-formed (invalid token)": _misplaced,
    "syntax error": lambda here, _: f"expected '<', found {here!r}",
    "no element found": _ended,
    "unclosed token": lambda here, _: f"{here!r} is not closed",
    "mismatched tag": lambda here, innermost: f"expected </{innermost[:40]}>, found {here!r}",
    "duplicate attribute": lambda _here, _: "an attribute is given twice in one element",
    "junk after document element": lambda here, _: f"{here!r} follows the last element",
    "undefined entity": lambda _here, _: (
        "a character reference such as '&nbsp;' is not known; write the character itself"
    ),
    "XML or text declaration not at start of entity": lambda _here, _: (
        "'<?xml …?>' must come first in the file"
    ),
    "reserved prefix (xml) must not be undeclared or bound to another namespace name": (
        lambda _here, _: "the prefix 'xml' is given another meaning"
    ),
}
