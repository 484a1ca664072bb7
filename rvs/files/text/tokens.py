"""The tokens of the block syntax, in linear time for any text."""

from __future__ import annotations

import re
from dataclasses import field
from math import isfinite
from typing import NamedTuple

from rvs.files.budget import WORDS, spend
from rvs.files.text.findings import Findings
from rvs.model.bounds import LONGEST_TEXT
from rvs.value_class import dataclass

MAX_NUMBER = 64
# Characters of a token; a text is bounded by what it says, and each character may be an escape.
LONGEST = {"word": 200, "text": 2 + len(r"\u0000") * LONGEST_TEXT}
MAX_TOKENS = 1_000_000

Span = tuple[int, int]

# Possessive quantifiers (++, *+) and atomic groups keep a hopeless match from being tried again
# piece by piece; comments and texts that are never closed match, too, so that none is read to its
# end twice.
_PATTERN = r"""[\s\ufeff]*+(?:
      (?P<comment>/\*[^*]*+(?>(?:\*(?!/)[^*]*+)*)(?P<closed>\*/)?)
    | (?P<stray>\*++(?:(?P<slash>/)|(?>(?:(?!/\*|\*/)[^\s={}\[\],;"])*)))
    | (?P<number>[+-]?+(?<![\w.])(?:[0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)
        (?>(?:[eE][+-]?[0-9]++)?)(?![\w.+\-]))
    | (?P<word>[^\W\d][\w.\-]*+|\#[0-9A-Fa-f]{3,8}(?![\w.\-]))
    | QUOTED
    | (?P<mark>[={}\[\],;])
    | (?P<junk>(?>(?:(?!/\*|\*/)[^\s={}\[\],;"])+)|.)
    | (?P<end>)
    )"""
_TOKEN = re.compile(
    _PATTERN.replace(
        "QUOTED", r'(?P<text>"[^"\\\r\n]*+(?>(?:\\[^\r\n][^"\\\r\n]*+)*)(?:(?P<quote>")|\\)?)'
    ),
    re.VERBOSE,
)
# Behind a text that is not closed on its line, no other text of the line is.
_UNCLOSED = re.compile(
    _PATTERN.replace("QUOTED", r'(?P<half>"(?>(?:(?!\*/)[^\r\n])*))'), re.VERBOSE
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
NUMBER = re.compile(r"[+-]?(?:[0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)(?>(?:[eE][+-]?[0-9]++)?)")
_BARE_WORD = re.compile(r"[^\W\d][\w.\-]*|#[0-9A-Fa-f]{3,8}")


class Token(NamedTuple):
    """A token; ``kind`` is ``number``, ``word``, ``text``, ``junk``, ``end`` or the mark itself."""

    kind: str
    start: int
    end: int


@dataclass
class Scan:
    """Tokens of the text; the last one is ``end``.

    Attributes:
        tokens: Words, numbers and marks, in order.
        comments: Positions of the comments, in order.
        words: Total number of these.
    """

    tokens: list[Token] = field(default_factory=list)
    comments: list[Span] = field(default_factory=list)
    words: int = 0


def tokenize(findings: Findings, limit: int = MAX_TOKENS) -> Scan:
    """Split the text of a source into tokens, up to a maximum number, and comments.

    Raises:
        TooManyErrors: More errors than anybody would read, or a word or text without an end.
    """
    scan = Scan()
    text = findings.source.text
    if fault := spend(WORDS, 0):
        findings.stop(0, f"the file {fault}")
    at = unclosed = count = 0
    while match := (_TOKEN if at >= unclosed else _UNCLOSED).match(text, at):
        kind = str(match.lastgroup)
        start, at = match.span(kind)
        if kind == "end":
            break
        if kind == "comment" and not match["closed"]:
            findings.error(start, "this '/*' is never closed; expected '*/'")
            break
        count += 1
        if count > limit:
            words = f"the file has more than {limit:,} words, numbers and comments"
            findings.stop(start, words)
        if kind == "half" or (kind == "stray" and not match["slash"]):
            kind = "junk"
        elif kind == "text" and not match["quote"]:
            kind, unclosed, comment_end = "junk", at, text.find("*/", start, at)
            at = at if comment_end < 0 else comment_end
        _keep(scan, findings, kind, start, at)
    if fault := spend(WORDS, count, findings.source):
        findings.stop(0, f"the file {fault}")
    scan.words = count
    scan.tokens.append(Token("end", len(text), len(text)))
    return scan


def _keep(scan: Scan, findings: Findings, kind: str, start: int, end: int) -> None:
    if kind == "comment":
        scan.comments.append((start, end))
    elif kind == "stray":
        _stray(scan, findings, start)
    elif kind == "mark":
        scan.tokens.append(Token(findings.source.text[start], start, end))
    else:
        if kind in LONGEST and end - start > LONGEST[kind]:
            findings.stop(
                start,
                f"this {kind} has {end - start} characters; RVS reads at most {LONGEST[kind]}",
            )
        scan.tokens.append(Token(kind, start, end))


def _stray(scan: Scan, findings: Findings, start: int) -> None:
    """Treat the preceding text as a comment, if no key has occurred yet."""
    if any(token.kind in ("=", "{") for token in scan.tokens):
        findings.error(start, "this '*/' closes no comment; expected '/*' before it")
        return
    scan.tokens.clear()
    findings.warn(start, "this '*/' has no '/*'; the text before it was read as a comment")


def unquote(quoted: str) -> str:
    """Return the contents of a text in quotes.

    Raises:
        ValueError: An escape that does not exist, or too many characters.
    """
    text = _ESCAPE.sub(_unescape, quoted[1:-1])
    if len(text) > LONGEST_TEXT:
        raise ValueError(
            f"this text has {len(text):,} characters; RVS reads at most {LONGEST_TEXT:,}"
        )
    return text


def _unescape(match: re.Match[str]) -> str:
    code, letter = match.groups()
    if code is not None:
        return chr(int(code, 16))
    if letter not in _ESCAPED:
        raise ValueError(
            f"'\\{letter}' is not an escape; expected one of \\\" \\\\ \\n \\t \\u0000"
        )
    return _ESCAPED[letter]


def quote(text: str) -> str:
    """Return a text in quotes that ``unquote`` reads back."""
    escapes = {ord(character): f"\\{letter}" for letter, character in _ESCAPED.items()}
    return '"' + "".join(_escape(character, escapes) for character in text) + '"'


def _escape(character: str, escapes: dict[int, str]) -> str:
    code = ord(character)
    if code in escapes:
        return escapes[code]
    # Line ends of any alphabet would break the line that a text must stand on.
    return character if character.isprintable() or code > 0xFFFF else f"\\u{code:04x}"


def in_comment(text: str) -> str:
    """Return a text for a comment, without letters that files forbid or that end it."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.replace("*/", "* /").strip()


def renamed_heading(text: str, old: str, new: str) -> str:
    """Return the text of a file with the new name in its heading."""
    before, found, after = text.partition(f"{in_comment(old)} ***/")
    if found and before.rstrip() in ("/***", "/*** Postures of"):
        return f"{before}{in_comment(new)} ***/{after}"
    return text


def is_word(text: str) -> bool:
    """Return whether a text needs no quotes."""
    return len(text) <= LONGEST["word"] and _BARE_WORD.fullmatch(text) is not None


def number_fault(text: str) -> str:
    """Return the fault of a number, or nothing."""
    if len(text) > MAX_NUMBER:
        return f"this number has {len(text)} characters; RVS reads at most {MAX_NUMBER}"
    return "" if isfinite(float(text)) else f"{text} is too large; expected a finite number"
