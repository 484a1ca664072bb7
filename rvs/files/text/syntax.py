"""The block syntax: text to a tree with the positions of all its parts.

The grammar is in ``docs/formats.md``.  The parser makes one pass over the tokens, in linear time,
and collects every error of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

from rvs.files.budget import WORDS, spend
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.findings import Findings, TooManyErrors, findings_of
from rvs.files.text.source import Source, read_source
from rvs.files.text.tokens import MAX_TOKENS, Span, Token, number_fault, tokenize, unquote
from rvs.value_class import dataclass

MAX_LISTS = 8
MAX_BLOCKS = 16
# The key that says what the others of its block mean.
DECIDES = "kind"
# Characters; trees of longer texts are not kept.
MOST_KEPT = 64_000

T = TypeVar("T")
NodeKind = Literal["number", "word", "text", "list"]


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a file.

    Attributes:
        kind: ``"number"``, ``"word"``, ``"text"`` or ``"list"``.
        start: Offset of its first character.
        end: Offset after its last character.
        text: A number or word as written, a text without its quotes and escapes.
        items: Members of a list.
    """

    kind: NodeKind
    start: int
    end: int
    text: str = ""
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """``key = value``; ``start`` is the offset of the key."""

    key: str
    start: int
    value: Node

    @property
    def end(self) -> int:
        """Offset after the value."""
        return self.value.end


@dataclass(frozen=True, slots=True)
class Group:
    """A block, or the whole file.

    Attributes:
        key: Word before the brace, or empty.
        label: Word, number or text after the key, or empty.
        start: Offset of the key, or of the brace if there is none.
        body: Offset after the opening brace.
        close: Offset of the closing brace.
        end: Offset after it.
        entries: Pairs and blocks in order.
    """

    key: str
    label: str
    start: int
    body: int
    close: int
    end: int
    entries: tuple[Pair | Group, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs among the entries."""
        return tuple(entry for entry in self.entries if isinstance(entry, Pair))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The blocks among the entries."""
        return tuple(entry for entry in self.entries if isinstance(entry, Group))


@dataclass(frozen=True)
class Tree:
    """A parsed text.

    Attributes:
        source: The text and its name.
        root: The whole file as a block.
        comments: Positions of the comments, in order.
        warnings: Oddities of the syntax.
        words: Number of words, numbers and comments in it.
    """

    source: Source
    root: Group
    comments: tuple[Span, ...] = ()
    warnings: tuple[FileError, ...] = ()
    words: int = 0


def read_tree(path: Path) -> Tree:
    """Parse a file.

    Raises:
        FileErrors: It can't be read or breaks the grammar.
    """
    return parse(read_source(path))


def parse_again(source: Source) -> Tree:
    """Parse a text, or return the cached tree: a saved text is the base of the next save.

    Raises:
        FileErrors: As ``parse``.
    """
    if len(source.text) > MOST_KEPT:
        return parse(source)
    tree = _kept(source)
    # The opening that parsed it may have been another one.
    if fault := spend(WORDS, tree.words, source):
        raise whole_file(source.path, fault)
    return tree


# By value: a file is read, changed and saved as a text, over and over.
@lru_cache(maxsize=4)
def _kept(source: Source) -> Tree:
    return parse(source)


def parse(source: Source, max_tokens: int = MAX_TOKENS) -> Tree:
    """Parse a text.

    Args:
        source: The text.
        max_tokens: Maximum number of words, numbers and marks.

    Raises:
        FileErrors: The text breaks the grammar; holds every error, or the first hundred.
    """
    with findings_of(source) as findings:
        scan = tokenize(findings, max_tokens)
        root = _Parser(findings, scan.tokens).file()
    return Tree(source, root, tuple(scan.comments), tuple(findings.warnings), scan.words)


def read_with(source: Source, read: Callable[[Tree], T], max_tokens: int = MAX_TOKENS) -> T:
    """Return the content of a text; after a grammar error, continue to find other errors.

    Args:
        source: The text.
        read: Reads the parsed text, and raises all its errors.
        max_tokens: Maximum number of words, numbers and marks.

    Raises:
        FileErrors: Everything that is wrong with it, in the order of its lines.
    """
    try:
        tree = parse(source, max_tokens) if max_tokens != MAX_TOKENS else parse_again(source)
    except FileErrors:
        with findings_of(source) as findings:
            scan = tokenize(findings, max_tokens)
            parser = _Parser(findings, scan.tokens)
            partly = Tree(source, parser.file())
            if not parser.unbalanced:
                findings.join(_others(partly, read, parser))
        raise
    return read(tree)


def _others(tree: Tree, read: Callable[[Tree], object], parser: _Parser) -> Iterator[FileError]:
    """Yield the errors of the parsed parts, except for apparent errors due to lost parts."""
    lost = parser.lost
    names = [f"unknown name '{key}'" for keys in lost.values() for key in keys]
    try:
        read(tree)
    except FileErrors as others:
        for error in others.errors:
            offset = tree.source.offset(error.line, error.column)
            around = _blocks_around(tree.root, offset)
            near = [f"'{key}'" for key in lost.get(around[-1], ())]
            if (
                error.path == tree.source.path
                and not any(word in error.message for word in (*near, *names))
                and not (near and offset == around[-1])
                and not any(DECIDES in lost.get(block, ()) for block in around)
            ):
                yield error


def _blocks_around(group: Group, offset: int) -> list[int]:
    """Return the starts of the blocks that contain an offset, outermost first."""
    inner = (one for one in group.groups if one.start <= offset < one.end)
    return [group.start, *next((_blocks_around(one, offset) for one in inner), [])]


class _Parser:
    """Recursive descent with up to two tokens of lookahead; continues after an error.

    Attributes:
        lost: Keys of unknown entries, by the start of their block; 0 is the file.
        unbalanced: Braces are missing or redundant, so that the structure is unknown.
    """

    def __init__(self, findings: Findings, tokens: list[Token]) -> None:
        self.lost: dict[int, set[str]] = {}
        self.unbalanced = False
        self._findings = findings
        self._text = findings.source.text
        self._tokens = tokens
        self._at = 0

    def file(self) -> Group:
        entries: list[Pair | Group] = []
        while True:
            entries += self._entries(0, 0)
            token = self._tokens[self._at]
            if token.kind == "end":
                return Group("", "", 0, 0, token.start, token.end, tuple(entries))
            self.unbalanced = True
            self._error(token, "this '}' closes nothing; expected a key or a block")
            self._at += 1

    def _entries(self, depth: int, start: int) -> list[Pair | Group]:
        """Read to the end of the block or file that starts there, without consuming that token."""
        entries: list[Pair | Group] = []
        while self._kind() not in ("}", "end"):
            if self._kind() == ";":
                self._at += 1
                continue
            first, names = self._tokens[self._at], self._kind(1) == "="
            entry = self._entry(depth)
            if entry is None:
                lost = self.lost.setdefault(start, set())
                lost.add(self._slice(first))
                if not names:
                    # What stands before may be but a part of what was meant: 0,5.
                    lost |= {one.key for one in entries[-1:]}
                    del entries[-1:]
                self._recover()
            else:
                entries.append(entry)
        return entries

    def _entry(self, depth: int) -> Pair | Group | None:
        token = self._tokens[self._at]
        if token.kind == "{":
            return self._group(token.start, "", "", depth)
        if token.kind != "word":
            self._error(token, self._no_entry(token))
            return None
        key, ahead = self._slice(token), self._kind(1)
        if ahead == "=":
            self._at += 2
            return self._pair(key, token)
        if ahead == "{":
            self._at += 1
            return self._group(token.start, key, "", depth)
        if ahead in ("word", "text", "number") and self._kind(2) == "{":
            label = self._label(self._tokens[self._at + 1])
            self._at += 2
            return self._group(token.start, key, label, depth)
        self._error(token, f"'{key}': expected '=' or '{{' after it")
        return None

    def _no_entry(self, token: Token) -> str:
        """Return the reason why no entry starts here."""
        before, after = (self._tokens[min(self._at + k, len(self._tokens) - 1)] for k in (-1, 1))
        whole = self._text[before.start : after.end]
        if token.start == before.end and re.fullmatch(r"[-+]?\d+,\d+", whole):
            point = whole.replace(",", ".")
            return f"'{whole}': expected a point in a decimal fraction, as in {point}"
        return f"{self._shown(token)} is not expected here; expected a key"

    def _pair(self, key: str, token: Token) -> Pair | None:
        value = self._value(f"'{key}'", 0)
        return None if value is None else Pair(key, token.start, value)

    def _group(self, start: int, key: str, label: str, depth: int) -> Group | None:
        opening = self._tokens[self._at]
        if depth >= MAX_BLOCKS:
            self._error(opening, f"blocks are nested more than {MAX_BLOCKS} deep")
            raise TooManyErrors
        self._at += 1
        entries = tuple(self._entries(depth + 1, start))
        closing = self._tokens[self._at]
        if closing.kind == "end":
            self.unbalanced = True
            self._error(opening, "this '{' is never closed; expected '}'")
            return None
        self._at += 1
        return Group(key, label, start, opening.end, closing.start, closing.end, entries)

    def _value(self, owner: str, depth: int) -> Node | None:
        token = self._tokens[self._at]
        if token.kind == "[":
            return self._list(owner, depth)
        if token.kind == "number":
            return self._number(token)
        if token.kind == "word" and self._kind(1) != "=":
            self._at += 1
            return Node("word", token.start, token.end, self._slice(token))
        if token.kind == "text":
            self._at += 1
            return Node("text", token.start, token.end, self._label(token))
        self._error(token, f"{owner}: {self._no_value(token)}")
        return None

    def _no_value(self, token: Token) -> str:
        if token.kind != "junk":
            return f"expected a value, found {self._shown(token)}"
        if self._text[token.start] == '"':
            return "this text is never closed; expected '\"' on the same line"
        return f"{self._shown(token)} is not a number, a word or a text"

    def _number(self, token: Token) -> Node:
        self._at += 1
        text = self._slice(token)
        fault = number_fault(text)
        if fault:
            self._error(token, fault)
        return Node("number", token.start, token.end, text)

    def _list(self, owner: str, depth: int) -> Node | None:
        opening = self._tokens[self._at]
        if depth >= MAX_LISTS:
            self._error(opening, f"{owner}: lists are nested more than {MAX_LISTS} deep")
            raise TooManyErrors
        self._at += 1
        items: list[Node] = []
        while self._kind() != "]":
            if self._kind() in ("=", "{", "}", ";", "end") or self._kind(1) == "=":
                self._error(opening, f"{owner}: this '[' is never closed; expected ']'")
                return None
            item = self._value(owner, depth + 1)
            if item is None:
                return None
            items.append(item)
            self._at += self._kind() == ","
        self._at += 1
        return Node("list", opening.start, self._tokens[self._at - 1].end, items=tuple(items))

    def _label(self, token: Token) -> str:
        if token.kind != "text":
            return self._slice(token)
        try:
            return unquote(self._slice(token))
        except ValueError as error:
            self._error(token, str(error))
            return ""

    def _recover(self) -> None:
        """Skip to the next possible entry, or the end of a block."""
        while self._kind() not in ("{", "}", "end"):
            if self._kind() == "word" and self._kind(1) in ("=", "{"):
                return
            self._at += 1

    def _kind(self, ahead: int = 0) -> str:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)].kind

    def _slice(self, token: Token) -> str:
        return self._text[token.start : token.end]

    def _shown(self, token: Token) -> str:
        if token.kind == "end":
            return "the end of the file"
        words = self._text[token.start : min(token.end, token.start + 20)]
        return repr(words + ("…" if token.end - token.start > 20 else ""))

    def _error(self, token: Token, message: str) -> None:
        self._findings.error(token.start, message)
