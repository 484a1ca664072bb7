"""Letters allowed in files: a text with others is rejected and quoted."""

from __future__ import annotations

import re

from rvs.engine.errors import RvsError

# Half a letter is what a file name of other letters becomes; a text with U+0000 is not a text file.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r]")
# With a unit behind it perhaps.
_NUMBER = re.compile(r"[-+](\d[\d.,]*(e[-+]?\d+)?|∞|inf)\s*[^\s|!()=+\-'\"@]{0,12}")
_SHOWN = 40


def utf8(text: str) -> bytes:
    """Return a text as the bytes of a file.

    Raises:
        RvsError: It contains characters that text files can't.
    """
    _refuse(_NO_TEXT, text, "a text file")
    return text.encode("utf-8")


def xml_text(text: str) -> str:
    """Return a text escaped for XML.

    Raises:
        RvsError: It contains characters that XML can't.
    """
    _refuse(_NO_XML, text, "XML")
    return text


def csv_cell(text: str) -> str:
    """Return a text as a cell of one line that no spreadsheet interprets as a formula."""
    line = " ".join(text.splitlines())
    return f"'{line}" if _FORMULA.match(line) and not _NUMBER.fullmatch(line) else line


def from_csv_cell(text: str) -> str:
    """Return the text of a cell made by ``csv_cell``."""
    return text[1:] if _ESCAPED.match(text) else text


def _refuse(pattern: re.Pattern[str], text: str, what: str) -> None:
    found = pattern.search(text)
    if found is None:
        return
    at = found.start()
    before = re.split(r"[\"'<>\n]", text[max(at - _SHOWN, 0) : at])[-1]
    after = re.split(r"[\"'<>\n]", text[at : at + _SHOWN])[0]
    # Escaped, since not even a message can show it.
    raise RvsError(
        f"{before + after!a} can't be written: {what} can't contain U+{ord(found[0]):04X}; "
        "remove it from the name"
    )
