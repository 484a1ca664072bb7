"""Changes a text by spans, and checks the new text before it replaces a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from rvs.engine.errors import RvsError
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import flat
from rvs.files.text.forms import Or, Seq, Spelling, Want
from rvs.files.text.source import encoded, read_source
from rvs.files.text.syntax import Group, Node, Pair, Tree, parse_again

_BLANKS = " \t"


class Editor:
    """Edits of one parsed text, applied together by ``result``."""

    def __init__(self, tree: Tree) -> None:
        self._text = tree.source.text
        self._comments = dict(tree.comments)
        self._comment_before = {end: start for start, end in tree.comments}
        self._edits: list[tuple[int, int, str]] = []
        self._removed: set[int] = set()
        found = re.search(r"\r\n|\r|\n", self._text)
        self.line_end = found.group() if found else "\n"

    def result(self) -> str:
        """Return the text with all edits in it."""
        pieces, at = [], 0
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            pieces += [self._text[at:start], new]
            at = max(at, end)
        return "".join([*pieces, self._text[at:]])

    def update(self, group: Group, wants: Sequence[Want], old: Sequence[Want] = ()) -> None:
        """Make the keys of a block agree with others.

        Args:
            group: The block.
            wants: The keys in the order of a tidy file; other keys are not changed.
            old: Their previous values, if known: a key whose value has the same meaning as before
                is not changed, however it is written.
        """
        pairs = {pair.key: pair for pair in group.pairs}
        before = {want.key: want for want in old}
        anchor: Pair | None = None
        for want in wants:
            pair = pairs.get(want.key)
            form = None if want.unless in pairs else want.form
            if before.get(want.key) == want:
                anchor = pair or anchor
            elif pair is None:
                if form is not None and not want.default:
                    self._insert(group, anchor, want.line())
            elif form is None:
                self.remove(pair)
            else:
                self._rewrite(pair.value, form)
                anchor = pair

    def remove(self, entry: Pair | Group) -> None:
        """Remove an entry, with its lines if they contain nothing else.

        A comment such as ``/** Link 3 **/`` that introduces a block is removed with it.
        """
        start, end = entry.start, entry.end
        self._removed.add(start)
        if isinstance(entry, Group):
            start = self._introduction(start, "link")
        if self._text[end : end + 1] == ";":
            end += 1
        line_start, line_stop = self._line_start(start), self._skip(end)
        if not self._text[line_start:start].strip() and self._at_line_end(line_stop):
            start, end = line_start, self._next_line(line_stop)
        self._edits.append((start, end, ""))

    def add_block(self, after: Pair | Group | None, lines: Sequence[str]) -> None:
        """Add a block after an entry, or at the end of the file."""
        text = self.line_end.join(lines)
        at = len(self._text) if after is None else self._line_stop(after.end)
        if at is None and after is not None:
            at = after.end
        assert at is not None
        if at == len(self._text) and self._text.endswith(("\n", "\r")):
            self._edits.append((at, at, text + self.line_end))
        else:
            lead = self.line_end if self._text else ""
            self._edits.append((at, at, lead + text))

    def append(self, group: Group, lines: Sequence[str]) -> None:
        """Add a block at the end of a block, or of the whole file."""
        if group.body == 0:
            self.add_block(None, lines)
            return
        left = [entry for entry in group.entries if entry.start not in self._removed]
        if left:
            self.add_block(left[-1], lines)
            return
        at = self._line_start(group.close)
        text = self.line_end.join(lines)
        if self._text[at : group.close].strip():
            tail = self.line_end + self.indent(group)
            self._edits.append((group.close, group.close, self.line_end + text + tail))
        else:
            self._edits.append((at, at, text + self.line_end))

    def label(self, group: Group, label: str) -> None:
        """Add a label to a block with a key."""
        at = group.start + len(group.key)
        self._edits.append((at, at, f" {label}"))

    def indent(self, entry: Pair | Group) -> str:
        """Return the blanks before the line of an entry."""
        return self._indent(entry.start)

    def replace(self, entry: Pair | Group, lines: Sequence[str]) -> None:
        """Replace an entry by other lines."""
        self._edits.append((entry.start, entry.end, self.line_end.join(lines)))

    def add_block_before(self, entry: Pair | Group, lines: Sequence[str]) -> None:
        """Add a block before an entry and the comment that introduces it."""
        at = self._introduction(entry.start)
        start = self._line_start(at)
        alone = not self._text[start:at].strip("\ufeff" + _BLANKS)
        text = self.line_end.join(lines) + self.line_end
        # A byte order mark stays in front.
        place = start + self._text.startswith("\ufeff", start) if alone else at
        self._edits.append((place, place, text))

    def _rewrite(self, node: Node, form: Spelling) -> None:
        if isinstance(form, Or):
            form = form.like(node)
        if not isinstance(form, Seq):
            if not form.says(node):
                self._edits.append((node.start, node.end, form.text()))
            return
        leaves, wanted = list(flat(node)), list(form.leaves())
        if node.kind != "list" or len(leaves) != len(wanted):
            self._edits.append((node.start, node.end, form.text()))
            return
        for leaf, want in zip(leaves, wanted, strict=True):
            self._rewrite(leaf, want)

    def _insert(self, group: Group, anchor: Pair | None, line: str) -> None:
        if anchor is not None:
            self._insert_behind(anchor, line)
        elif group.entries:
            self._insert_before(group.entries[0], line)
        elif group.body == group.close:
            self._edits.append((group.body, group.body, f" {line} "))
        else:
            self._edits.append((group.close, group.close, line + self.line_end))

    def _insert_behind(self, anchor: Pair, line: str) -> None:
        at = self._line_stop(anchor.end)
        if at is None:
            self._edits.append((anchor.end, anchor.end, f" {line}"))
        else:
            new = self.line_end + self._indent(anchor.start) + line
            self._edits.append((at, at, new))

    def _insert_before(self, entry: Pair | Group, line: str) -> None:
        at = self._introduction(entry.start) if isinstance(entry, Group) else entry.start
        first = not self._text[self._line_start(at) : at].strip("\ufeff" + _BLANKS)
        gap = self.line_end + self._indent(at) if first else " "
        self._edits.append((at, at, line + gap))

    def _introduction(self, start: int, word: str = "") -> int:
        """Return the start of the comment right before a block, or of the block."""
        before = self._text[:start].rstrip()
        between = self._text[len(before) : start]
        comment = self._comment_before.get(len(before))
        if comment is None or len(re.findall(r"\r\n|\r|\n", between)) > 1:
            return start
        return comment if word in self._text[comment:start].lower() else start

    def _line_stop(self, offset: int) -> int | None:
        """Return the end of the line of an offset, or None if another entry starts before it."""
        at = self._skip(offset)
        return at if self._at_line_end(at) else None

    def _skip(self, at: int) -> int:
        """Skip blanks, separators and whole comments that end on this line."""
        while at < len(self._text):
            end = self._comments.get(at)
            if self._text[at] in _BLANKS + ";":
                at += 1
            elif end is not None and not re.search(r"[\r\n]", self._text[at:end]):
                at = end
            else:
                break
        return at

    def _at_line_end(self, at: int) -> bool:
        return at >= len(self._text) or self._text[at] in "\r\n"

    def _next_line(self, at: int) -> int:
        ending = re.compile(r"\r\n|\r|\n").match(self._text, at)
        return ending.end() if ending else at

    def _line_start(self, offset: int) -> int:
        return max(self._text.rfind("\n", 0, offset), self._text.rfind("\r", 0, offset)) + 1

    def _indent(self, offset: int) -> str:
        line = self._text[self._line_start(offset) : offset].lstrip("\ufeff")
        return line[: len(line) - len(line.lstrip(_BLANKS))]


T = TypeVar("T")


class FromText(Protocol):
    """Value read from a text or a file."""

    @property
    def path(self) -> Path | None:
        """The file."""

    @property
    def text(self) -> str:
        """The text."""


def text_now(path: Path, value: FromText, read: Callable[[Tree], object]) -> str:
    """Return the text whose comments and layout a save preserves.

    Args:
        path: The file to be written.
        value: The value to write.
        read: Reads the value from a parsed text.

    Returns:
        The original text of the value; if it came from this file, which has changed since and can
        be read, the current text of the file.
    """
    if not came_from(value, path):
        return value.text
    try:
        source = read_source(path)
        if source.text != value.text:
            read(parse_again(source))
    except FileErrors:
        return value.text
    return source.text


def came_from(value: FromText, path: Path) -> bool:
    """Return whether a value was read from a file, by any path."""
    return value.path is not None and os.path.realpath(value.path) == os.path.realpath(path)


def prove(text: str, path: Path, read: Callable[[Tree], T], what: str = "") -> T:
    """Return the contents of a text to be written, read back from its bytes like a file.

    Raises:
        RvsError: It could not be read back, so the file has to stay as it is.
    """
    try:
        return read(parse_again(encoded(str(path), text)))
    except FileErrors as failure:
        said = f" as {what}" if what else ""
        raise RvsError(f"can't be saved{said}: {failure.errors[0]}") from failure
