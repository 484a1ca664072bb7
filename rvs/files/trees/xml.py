"""XML elements with their locations; entities and outside references are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import field
from io import BytesIO
from math import copysign, inf, isfinite, nan
from pathlib import Path
from typing import Any, TypeVar
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from rvs.files.budget import PARTS, spend, within_budget
from rvs.files.text.errors import (
    FileError,
    FileErrors,
    OutsideFiles,
    outside_words,
    whole_file,
)
from rvs.files.text.findings import MAX_ERRORS, TooManyErrors
from rvs.files.text.source import MEGABYTE, read_data
from rvs.files.trees.xml_text import fault_words, plain_xml
from rvs.model.pasting.meaning import MOST_RADIANS
from rvs.value_class import dataclass

LARGEST_FILE = 32 * MEGABYTE
DEEPEST = 200
# Links of one description; the largest humanoids have a few hundred.
MOST_LINKS = 2_000
# Letters of the name of one part, with those of all that it stands in.
LONGEST_NAME = 1_000
# Sizes beyond this are not sizes of a robot.
LARGEST_NUMBER = 1e9
Read = TypeVar("Read")
Instead = TypeVar("Instead")


@dataclass(eq=False, slots=True)
class Element:
    """An element of an XML file.

    Attributes:
        tag: Its name, with its prefix.
        attributes: Its attributes as written.
        line: Line of its beginning, from 1.
        column: Column likewise.
        children: Its contents.
        text: Its own text.
        path: File that contains it, if different from the one being read.
    """

    tag: str
    attributes: dict[str, str]
    line: int = 0
    column: int = 0
    children: list[Element] = field(default_factory=list)
    text: str = ""
    path: str = ""

    def all(self, *tags: str) -> Iterator[Element]:
        """Yield the children with some names, in their order."""
        return (child for child in self.children if child.tag in tags)

    def first(self, tag: str) -> Element | None:
        """Return the first child so named, or None."""
        return next(self.all(tag), None)

    def get(self, key: str, default: str = "") -> str:
        """Return an attribute without blanks around it."""
        return self.attributes.get(key, default).strip()

    def __str__(self) -> str:
        """Return its name in messages."""
        name = self.get("name")
        return f"<{self.tag} name={name[:60]!r}>" if name else f"<{self.tag}>"


class XmlFindings:
    """Errors and warnings of an XML file."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.errors: list[FileError] = []
        self.warnings: list[FileError] = []
        self._outside: dict[Path, FileError] = {}

    def leads_out(self, element: Element, what: str, folder: Path) -> None:
        """Record a file in a folder that may not be read."""
        self._outside[folder] = self._at(element, f"{what}: {outside_words(folder)}")

    def error(self, element: Element, message: str) -> None:
        """Record an error at an element.

        Raises:
            TooManyErrors: It is the hundredth.
        """
        self.errors.append(self._at(element, message))
        if len(self.errors) >= MAX_ERRORS:
            raise TooManyErrors

    def warn(self, element: Element, message: str) -> None:
        """Record an oddity without effect."""
        if len(self.warnings) < MAX_ERRORS:
            self.warnings.append(self._at(element, message))

    def doubt_angles(self, element: Element, angles: Sequence[float]) -> None:
        """Record angles in radians that appear to be degrees."""
        largest = max(map(abs, angles))
        if largest > MOST_RADIANS:
            words = f"it is turned by {largest:g} rad; is that in degrees?"
            self.warn(element, words)

    def count_parts(self, root: Element, *tags: str) -> None:
        """Deduct the parts with which links are drawn from the budget of the opening.

        Args:
            root: Element that contains them all.
            tags: Their names.

        Raises:
            TooManyErrors: There are more than may be read.
        """
        fault = spend(PARTS, sum(one.tag in tags for one in every_element(root)))
        if fault:
            self.error(root, fault)
            raise TooManyErrors

    def bound_links(self, root: Element, *named: Sized) -> None:
        """Raise an error if there are more links, or more joints, than one description may have.

        Raises:
            FileErrors: There are.
        """
        for each, kind in zip(named, ("links", "joints"), strict=True):
            if len(each) > MOST_LINKS:
                self.error(root, f"{len(each):,} {kind}; RVS reads at most {MOST_LINKS:,}")
                self.check()

    def all_of(self, read: Callable[[], Read]) -> Read:
        """Return the result, or raise the errors so far when there are too many.

        Raises:
            FileErrors: Everything that is wrong.
        """
        try:
            return read()
        except TooManyErrors:
            self.check()
            raise

    def check(self) -> None:
        """Raise all errors, if there are any.

        Raises:
            FileErrors: There are.
        """
        if self._outside:
            # What else is wrong may follow from what was not read.
            raise OutsideFiles(tuple(self._outside.values()), tuple(self._outside))
        if self.errors:
            raise FileErrors(sorted(self.errors, key=lambda one: (one.line, one.column)))

    def _at(self, element: Element, message: str) -> FileError:
        return FileError(
            element.path or self.path, element.line, element.column, f"{element}: {message}"
        )

    def numbers(
        self, element: Element, key: str, count: int, default: Sequence[float]
    ) -> tuple[float, ...]:
        """Return the finite numbers of an attribute; the default if it is missing or wrong."""
        if key not in element.attributes:
            return tuple(default)
        words = element.get(key).replace(",", " ").split()
        values = [number_of(word) for word in words]
        if len(words) != count or any(value is None for value in values):
            self.error(element, f"{key}={element.get(key)[:60]!r}: {_fault(words, count)}")
            return tuple(default)
        return tuple(value for value in values if value is not None)

    def bounds(
        self, element: Element, key: str, count: int, default: Sequence[float]
    ) -> tuple[float, ...]:
        """Return numbers that are bounds; an implausibly large one means none."""
        words = element.get(key).replace(",", " ").split()
        if len(words) != count or key not in element.attributes:
            return self.numbers(element, key, count, default)
        place = element.line, element.column
        each = (Element(element.tag, {**element.attributes, key: word}, *place) for word in words)
        return tuple(self.bound(one, key) for one in each)

    def part(self, read: Callable[[], Read], instead: Instead, what: str) -> Read | Instead:
        """Return the result; if it is faulty, report its omission and continue without it.

        Args:
            read: Reads a part that a robot can do without.
            instead: Replacement for a faulty part.
            what: Name of the part, in the plural or with its verb: ``"its limits are"``.
        """
        before = len(self.errors)
        value = read()
        faults = self.errors[before:]
        if not faults:
            return value
        del self.errors[before:]
        room = MAX_ERRORS - len(self.warnings)
        self.warnings += [
            FileError(one.path, one.line, one.column, f"{one.message}; {what} left out")
            for one in faults[:room]
        ]
        return instead

    def number(self, element: Element, key: str, default: float = 0.0) -> float:
        """Return the number of an attribute; the default if it is missing or wrong."""
        return self.numbers(element, key, 1, (default,))[0]

    def bound(self, element: Element, key: str, default: float = 0.0) -> float:
        """Return a number that is a bound; an implausibly large one means none."""
        word = element.get(key)
        try:
            value = float(word) if word and "_" not in word else default
        except ValueError:
            value = nan
        if value != value:
            self.error(element, f"{key}={word[:60]!r}: expected a number")
            return default
        return copysign(inf, value) if abs(value) > LARGEST_NUMBER else value

    def not_negative(
        self, element: Element, key: str, default: float = 0.0, *, bound: bool = False
    ) -> float:
        """Return a number, or a bound, that is at least 0; record others."""
        value = (self.bound if bound else self.number)(element, key, default)
        if value < 0:
            self.error(element, f"{key}={element.get(key)!r}: expected a number of at least 0")
            return default
        return value


def _fault(words: Sequence[str], count: int) -> str:
    """Return the reason why words are not this many numbers."""
    if any("${" in word or "$(" in word for word in words):
        return "an expression of XACRO; save the file with the suffix .xacro, or expand it"
    large = [word for word in words if number_of(word) is None and _is_finite(word)]
    if len(words) == count and large:
        return f"{large[0]} is larger than {LARGEST_NUMBER:.0e}, the limit for numbers of a robot"
    return "expected a finite number" if count == 1 else f"expected {count} finite numbers"


def _is_finite(word: str) -> bool:
    try:
        return isfinite(float(word))
    except ValueError:
        return False


def number_of(word: str) -> float | None:
    """Return a finite number of plausible size, or None."""
    try:
        value = float(word) if "_" not in word else float("nan")
    except ValueError:
        return None
    return value if isfinite(value) and abs(value) <= LARGEST_NUMBER else None


def every_element(root: Element) -> Iterator[Element]:
    """Yield an element and all its descendants, in their order."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.children))


def read_xml(path: Path) -> Element:
    """Return the root element of a file.

    Raises:
        FileErrors: No such file, too large, not XML, or XML that defines entities or refers to
            other files.
    """
    return parse_xml(read_data(path, LARGEST_FILE), path)


def parse_xml(data: bytes, path: Path) -> Element:
    """Return the root element of a text.

    Raises:
        FileErrors: Not XML, or XML that defines entities or refers to other files.
    """
    with within_budget():
        return _parsed(data, path)


def _parsed(data: bytes, path: Path) -> Element:
    from defusedxml import DefusedXmlException
    from defusedxml.sax import make_parser

    builder = _Builder(path)
    parser = make_parser()
    parser.forbid_entities = parser.forbid_external = True
    parser.setContentHandler(builder)
    text = plain_xml(data, path)
    # The parser makes all attributes of an element before anybody is asked.
    fault = spend("attributes", text.count(b"="))
    if fault:
        raise whole_file(path, fault)
    try:
        parser.parse(BytesIO(text))
    except DefusedXmlException as error:
        line, column = parser.getLineNumber() or 0, (parser.getColumnNumber() or 0) + 1
        words = "it defines an entity or refers to another file, which is not read"
        raise FileErrors([FileError(str(path), line, column, words)]) from error
    except SAXParseException as error:
        line, column = error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1
        words = fault_words(error.getMessage(), text, line, column, builder.innermost)
        raise FileErrors([FileError(str(path), line, column, f"is not XML: {words}")]) from error
    except (ValueError, LookupError) as error:
        raise whole_file(path, f"is not XML: {error}") from error
    if builder.root is None:
        raise whole_file(path, "is not XML: there is no element in it")
    return builder.root


class _Builder(ContentHandler):
    """Makes elements from the events of the parser."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.root = path, None
        self._open: list[Element] = []
        self._said: list[list[str]] = []
        self._locator: Any = None

    root: Element | None

    @property
    def innermost(self) -> str:
        """The name of the innermost open element, or empty."""
        return self._open[-1].tag if self._open else ""

    def setDocumentLocator(self, locator: Any) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:
        line, column = self._locator.getLineNumber(), self._locator.getColumnNumber() + 1
        element = Element(name, dict(attrs.items()), line, column)
        fault = spend("elements")
        if not fault and len(element.get("name")) > LONGEST_NAME:
            fault = f"a name of more than {LONGEST_NAME:,} characters, which is the limit"
        if not fault and len(self._open) >= DEEPEST:
            fault = f"it is nested in more than {DEEPEST - 1} others"
        if fault:
            raise FileErrors([FileError(str(self.path), line, column, f"{element}: {fault}")])
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._said.append([])

    def endElement(self, name: str) -> None:  # noqa: ARG002
        # Long texts come in many pieces.
        self._open.pop().text = "".join(self._said.pop()).strip()

    def characters(self, content: str) -> None:
        self._said[-1].append(content)
