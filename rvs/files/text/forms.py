"""Forms of keys: values before they are written to a file."""

from __future__ import annotations

from collections.abc import Iterator

from rvs.files.text.fields import flat
from rvs.files.text.scale import NUMBERS, Scale
from rvs.files.text.syntax import Node
from rvs.files.text.tokens import is_word, quote
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Num:
    """A number, in SI units, and the unit in which it is written."""

    value: float
    scale: Scale = NUMBERS

    def text(self) -> str:
        """Return its text."""
        return self.scale.write(self.value)

    def says(self, node: Node) -> bool:
        """Return whether a value in a file already has this meaning."""
        return node.kind == "number" and self.scale.read(node.text) == self.value


@dataclass(frozen=True, slots=True)
class Name:
    """A word or text; ``same`` contains other words with this meaning."""

    name: str
    same: tuple[str, ...] = ()
    quoted: bool = False

    def text(self) -> str:
        """Return its text: without quotes if possible and required."""
        bare = is_word(self.name) and not self.quoted
        return self.name if bare else quote(self.name)

    def says(self, node: Node) -> bool:
        """Return whether a value in a file already has this meaning."""
        return node.kind in ("word", "text") and node.text in (self.name, *self.same)


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: tuple[Form, ...]

    def text(self) -> str:
        """Return its text."""
        return "[ " + ", ".join(item.text() for item in self.items) + " ]"

    def leaves(self) -> Iterator[Num | Name]:
        """Yield the members of a list and its inner lists, in order."""
        for item in self.items:
            if isinstance(item, Seq):
                yield from item.leaves()
            else:
                yield item


Form = Num | Name | Seq


@dataclass(frozen=True, slots=True)
class Or:
    """A value with a second spelling, which is kept in a file that uses it."""

    usual: Form
    other: Form

    def text(self) -> str:
        """Return its text."""
        return self.usual.text()

    def like(self, node: Node) -> Form:
        """Return the spelling of a value in a file."""
        items = len(list(flat(node))) if node.kind == "list" else 0
        return self.other if items == _items(self.other) else self.usual


def _items(form: Form) -> int:
    return len(list(form.leaves())) if isinstance(form, Seq) else 0


Spelling = Form | Or


@dataclass(frozen=True, slots=True)
class Want:
    """Required value of a key of a block.

    Attributes:
        key: The key.
        form: Its value; None if the key must be absent.
        default: A file without the key has the same meaning.
        always: A new block has the key even at the default.
        fixed: A block with another value of this key is rewritten completely.
        unless: Another key with the same meaning, if the block has it.
    """

    key: str
    form: Spelling | None
    default: bool = False
    always: bool = False
    fixed: bool = False
    unless: str = ""

    @property
    def written(self) -> bool:
        """Return whether a new block has the key."""
        return self.form is not None and (self.always or not self.default)

    def line(self) -> str:
        """Return ``key = value``."""
        return f"{self.key} = {self.form.text() if self.form else ''}"
