"""The blocks of a file by their keys and names, and the method of updating an old text to them.

A block with the same contents keeps its text exactly.  A remaining block is changed key by key, a
new one has a tidy layout, and a moved one is rewritten in its new place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from difflib import SequenceMatcher

from rvs.files.text.edit import Editor
from rvs.files.text.fields import shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name, Want
from rvs.files.text.syntax import Group
from rvs.value_class import dataclass

INDENT = " "


@dataclass(frozen=True)
class BlockForm:
    """Required contents of a block.

    Attributes:
        key: Word before the brace, or empty.
        label: Its name, or empty if blocks are distinguished by their order.
        entries: Keys and blocks in the order of a tidy file.
        flat: Its keys are on one line.
        comment: Comment before a new block.
        optional: A file without the block has the same meaning as one with all keys at their
            defaults.
        aliases: Other words for the key.
    """

    key: str
    label: str = ""
    entries: tuple[Want | BlockForm, ...] = ()
    flat: bool = False
    comment: str = field(default="", compare=False)
    optional: bool = False
    aliases: tuple[str, ...] = ()

    @property
    def wants(self) -> tuple[Want, ...]:
        """The keys among the entries."""
        return tuple(one for one in self.entries if isinstance(one, Want))

    @property
    def blocks(self) -> tuple[BlockForm, ...]:
        """The blocks among the entries."""
        return tuple(one for one in self.entries if isinstance(one, BlockForm))

    def lines(self) -> list[str]:
        """Return the lines of a new block; none if it is optional and empty."""
        inner = self.inner_lines()
        label = Name(self.label, quoted=True).text() if self.label else ""
        head = " ".join(filter(None, (self.comment, self.key, label, "{")))
        if self.optional and not inner:
            return []
        if self.flat and not any(block.lines() for block in self.blocks):
            return [" ".join([head, *inner, "}"])]
        return [head, *(INDENT + line for line in inner), "}"]

    def inner_lines(self) -> list[str]:
        """Return the contents of the braces."""
        lines: list[str] = []
        keys: list[str] = []
        for entry in self.entries:
            if isinstance(entry, BlockForm):
                lines += entry.lines()
            elif entry.written:
                keys.append(entry.line())
                lines += [] if self.flat else [entry.line()]
        return [*(["  ".join(keys)] if self.flat and keys else []), *lines]

    def update(self, editor: Editor, group: Group, old: BlockForm | None) -> None:
        """Make a block agree with this form.

        Args:
            editor: Editor that collects the edits.
            group: The block.
            old: Its current contents; None if it can't be read.
        """
        if self == old:
            return
        if any(want.fixed and not _says(group, want) for want in self.wants):
            editor.replace(group, self.lines())
        else:
            update_group(editor, group, old, self)


@dataclass(frozen=True)
class OwnForm(BlockForm):
    """Required contents of a block with a grammar of its own.

    Attributes:
        value: Its contents, for comparison.
        say: Returns the lines between its braces.
        change: Changes a block to these contents.
    """

    value: object = None
    say: Callable[[], list[str]] = field(default=list, compare=False)
    change: Callable[[Editor, Group], None] = field(default=lambda *_: None, compare=False)

    def inner_lines(self) -> list[str]:
        """Return the contents of the braces."""
        return self.say()

    def update(self, editor: Editor, group: Group, old: BlockForm | None) -> None:
        """Make a block agree with this form."""
        if self != old:
            self.change(editor, group)


def update_group(editor: Editor, group: Group, old: BlockForm | None, new: BlockForm) -> None:
    """Make the keys and blocks of a block, or of a whole file, agree with others.

    Args:
        editor: Editor that collects the edits.
        group: The block.
        old: Its current contents; None if it can't be read.
        new: The new form.
    """
    editor.update(group, new.wants, old.wants if old else ())
    was, now = old.blocks if old else (), new.blocks
    for keys in dict.fromkeys((form.key, *form.aliases) for form in (*now, *was)):
        groups = [block for block in group.groups if block.key in keys]
        before = [form for form in was if form.key == keys[0]]
        after = [form for form in now if form.key == keys[0]]
        _arrange(editor, group, groups, _said(groups, before), after)


def _said(groups: Sequence[Group], forms: Sequence[BlockForm]) -> list[BlockForm | None]:
    """Return the current contents of each block, or None."""
    if any(form.label for form in forms):
        named = {form.label: form for form in forms}
        return [named.get(group.label) for group in groups]
    return list(forms) if len(forms) == len(groups) else [None] * len(groups)


def _arrange(
    editor: Editor,
    holder: Group,
    groups: Sequence[Group],
    old: Sequence[BlockForm | None],
    new: Sequence[BlockForm],
) -> None:
    """Remove blocks, change the remaining ones, and add new ones in their places."""
    stay = dict(_pairs(groups, old, new))
    kept = {at: k for k, at in stay.items()}
    for at, group in enumerate(groups):
        if at not in kept:
            editor.remove(group)
    for k, at in stay.items():
        new[k].update(editor, groups[at], old[at])
    indent = editor.indent(groups[min(kept)]) if kept else ""
    if not kept and holder.key:
        indent = editor.indent(holder) + INDENT
    before: Group | None = None
    for k, form in enumerate(new):
        if k in stay:
            before = groups[stay[k]]
            continue
        lines = [indent + line for line in form.lines()]
        after = next((groups[stay[j]] for j in range(k, len(new)) if j in stay), None)
        if not lines:
            continue
        if before is not None:
            editor.add_block(before, lines)
        elif after is not None:
            editor.add_block_before(after, lines)
        else:
            editor.append(holder, lines)


def _pairs(
    groups: Sequence[Group], old: Sequence[BlockForm | None], new: Sequence[BlockForm]
) -> Iterator[tuple[int, int]]:
    """Yield the old block of each new form: matched in order, by name if they have one."""
    named = any(form.label for form in new)
    was = [group.label for group in groups] if named else [*old]
    now = [form.label for form in new] if named else [*new]
    front = _common(was, now)
    back = _common(was[front:][::-1], now[front:][::-1])
    yield from ((k, k) for k in range(front))
    middle = SequenceMatcher(
        None, was[front : len(was) - back], now[front : len(now) - back], autojunk=False
    )
    for tag, a, a_end, b, b_end in middle.get_opcodes():
        # A block without a name that changed is the same block.
        if tag == "equal" or (tag == "replace" and not named):
            for k in range(min(a_end - a, b_end - b)):
                yield front + b + k, front + a + k
    yield from ((len(now) - k, len(was) - k) for k in range(back, 0, -1))


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _says(group: Group, want: Want) -> bool:
    node = next((pair.value for pair in group.pairs if pair.key == want.key), None)
    if node is None or want.form is None:
        return node is None and want.form is None
    return not isinstance(want.form, Name) or want.form.says(node)


def named_groups(findings: Findings, root: Group, key: str) -> list[Group]:
    """Return the blocks of a key by unique name; record those without one."""
    found: dict[str, Group] = {}
    for group in root.groups:
        if group.key != key:
            continue
        if not group.label:
            findings.error(group.start, f'a {key} needs a name; expected {key} "NAME" {{ … }}')
        elif found.setdefault(group.label, group) is not group:
            findings.error(group.start, f"a second {key} is named {shorten(group.label)}")
    return list(found.values())


def free_groups(findings: Findings, root: Group, key: str, taken: set[str]) -> Iterator[Group]:
    """Yield the blocks of a key with free names, and reserve these; record the others."""
    for group in named_groups(findings, root, key):
        if group.label in taken:
            findings.error(
                group.start, f"the id {shorten(group.label)} is already used in this cell"
            )
        else:
            taken.add(group.label)
            yield group


def single_group(findings: Findings, root: Group, key: str, holder: str = "a cell") -> Group | None:
    """Return the one block of a key, or None; record further ones."""
    groups = [group for group in root.groups if group.key == key]
    for second in groups[1:]:
        findings.error(second.start, f"a second {key} block; {holder} can have only one")
    return groups[0] if groups else None
