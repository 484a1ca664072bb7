"""Reads values of a block by key, and records their errors."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from rvs.files.text.errors import nearest
from rvs.files.text.findings import Findings
from rvs.files.text.scale import NUMBERS, Scale
from rvs.files.text.syntax import Group, Node, Pair
from rvs.model.bounds import NUMBER, Bounds

Choice = TypeVar("Choice", bound=str)

YES = ("yes", "true", "on")
NO = ("no", "false", "off")


class Fields:
    """The keys of one block.

    A method that finds a fault records it and returns the default, so that reading continues.
    """

    def __init__(
        self,
        findings: Findings,
        group: Group,
        keys: Sequence[str],
        blocks: Collection[str] = (),
    ) -> None:
        """Record repeated, unknown and misplaced entries.

        Args:
            findings: Collector of errors.
            group: The block.
            keys: Permitted keys; each occurs at most once.
            blocks: Keys of blocks of which there may be any number; ``""`` for blocks without a
                key.
        """
        self.findings = findings
        self.group = group
        self._pairs: dict[str, Pair] = {}
        for pair in group.pairs:
            self._take(pair, keys)
        for inner in group.groups:
            if inner.key not in blocks:
                self._unknown_block(inner, [*blocks, *keys])

    def _take(self, pair: Pair, keys: Sequence[str]) -> None:
        first = self._pairs.setdefault(pair.key, pair)
        if first is not pair:
            line, _ = self.findings.source.place(first.start)
            self.findings.error(
                pair.start, f"'{pair.key}' is given twice; the first is on line {line}"
            )
        elif pair.key not in keys:
            self.findings.warn(pair.start, f"unknown key '{pair.key}'{nearest(pair.key, keys)}")

    def _unknown_block(self, inner: Group, known: Sequence[str]) -> None:
        what = f"unknown block '{inner.key}'" if inner.key else "a block is not allowed here"
        self.findings.warn(inner.start, what + nearest(inner.key, known))

    def __contains__(self, key: str) -> bool:
        return key in self._pairs

    def node(self, key: str) -> Node | None:
        """Return the value of a key as written, or None."""
        pair = self._pairs.get(key)
        return None if pair is None else pair.value

    def require(self, keys: Iterable[str]) -> None:
        """Record missing keys."""
        missing = [f"'{key}'" for key in keys if key not in self._pairs]
        if missing:
            self.findings.error(self.group.start, f"{', '.join(missing)} missing in this block")

    def number(
        self,
        key: str,
        default: float,
        scale: Scale = NUMBERS,
        bounds: Bounds = NUMBER,
    ) -> float:
        """Return a number; only the file uses its unit."""
        node = self.node(key)
        return default if node is None else self.number_at(key, node, default, scale, bounds)

    def number_at(
        self, key: str, node: Node, default: float, scale: Scale, bounds: Bounds
    ) -> float:
        """Return the number at a node of a key's value."""
        return scale.read(node.text) if self._is_number(key, node, scale, bounds) else default

    def numbers(
        self,
        key: str,
        counts: tuple[int, ...],
        bounds: Bounds = NUMBER,
        scales: Sequence[Scale] = (),
    ) -> list[float] | None:
        """Return a flat list of numbers; rows in brackets are joined.

        Args:
            key: The key.
            counts: Permitted numbers of values.
            bounds: Bounds of each number.
            scales: Units, one per number; unscaled if omitted.
        """
        node = self.node(key)
        if node is None:
            return None
        leaves = list(flat(node))
        if node.kind != "list" or len(leaves) not in counts:
            wanted = " or ".join(map(str, counts))
            self._wrong(key, node, f"expected a list of {wanted} numbers")
            return None
        units = scales or [NUMBERS] * len(leaves)
        each = list(zip(units, leaves, strict=True))
        wrong = [leaf for unit, leaf in each if not self._is_number(key, leaf, unit, bounds)]
        return None if wrong else [unit.read(leaf.text) for unit, leaf in each]

    def word(self, key: str, default: str, choices: Sequence[str] = ()) -> str:
        """Return a word or text, one of the choices if there are any."""
        node = self.node(key)
        if node is None:
            return default
        if node.kind not in ("word", "text"):
            self._wrong(key, node, "expected a word")
            return default
        if choices and node.text not in choices:
            listed = ", ".join(choices)
            guess = nearest(node.text, choices)
            self._wrong(key, node, f"{shorten(node.text)} is not one of {listed}{guess}")
            return default
        return node.text

    def choice(self, key: str, default: Choice, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices."""
        word = self.word(key, default, choices)
        return next(choice for choice in choices if choice == word)

    def text(self, key: str) -> str:
        """Return a text, or a single word, or nothing."""
        return self.word(key, "")

    def flag(self, key: str, default: bool = False) -> bool:
        """Return whether the value means yes."""
        word = self.word(key, YES[0] if default else NO[0], (*YES, *NO))
        return word in YES

    def error(self, key: str, message: str) -> None:
        """Record an error at the value of a key."""
        node = self.node(key)
        self.findings.error(node.start if node else self.group.start, message)

    def warn(self, key: str, message: str) -> None:
        """Record an oddity at the value of a key."""
        node = self.node(key)
        self.findings.warn(node.start if node else self.group.start, message)

    def _is_number(self, key: str, node: Node, scale: Scale, bounds: Bounds) -> bool:
        if node.kind != "number":
            shown = shorten(node.text) if node.kind != "list" else "a list"
            self._wrong(key, node, f"expected a number, found {shown}")
            return False
        if not bounds.has(scale.read(node.text)):
            self._wrong(key, node, f"{node.text} is not {between(bounds, scale)}")
            return False
        return True

    def _wrong(self, key: str, node: Node, message: str) -> None:
        self.findings.error(node.start, f"'{key}': {message}")


def flat(node: Node) -> Iterable[Node]:
    """Yield the members of a list, and of the lists in it, in order."""
    if node.kind != "list":
        yield node
    for item in node.items:
        yield from flat(item)


def between(bounds: Bounds, scale: Scale) -> str:
    """Return bounds in words, in the unit of a file."""
    least, most = (float(scale.write(one)) for one in (bounds.least, bounds.most))
    return (
        f"above {least:g} and up to {most:g}" if bounds.above else f"between {least:g} and {most:g}"
    )


def shorten(text: str) -> str:
    """Return a text in quotes, shortened for a message."""
    return repr(text if len(text) <= 30 else text[:30] + "…")
