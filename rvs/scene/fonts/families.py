"""Families of fonts: the program's own, and installed ones, found without Qt."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from rvs.engine.errors import ArgumentError
from rvs.scene.fonts import BOLD, REGULAR, SANS, SERIF, SERIF_BOLD, SERIF_REGULAR
from rvs.value_class import dataclass

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
# Names in a font: family and style, and before those the ones of a larger family.
FAMILY, STYLE, LARGE_FAMILY, LARGE_STYLE = 1, 2, 16, 17
# Bits by which a font's licence says what files its outlines may lie in.
MAY_NOT, WHOLE_ONLY, PIXELS_ONLY, MAY = 0x0002, 0x0100, 0x0200, 0x000C
ITALIC, OBLIQUE = 1 << 0, 1 << 9
REGULAR_WEIGHT, BOLD_WEIGHT, LEAST_BOLD, NORMAL_WIDTH = 400, 700, 600, 5
# Where Linux keeps data of all programs if nothing else is said, as its standard has it.
SHARED = ("/usr/local/share", "/usr/share")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font in a file; collections contain several, by number."""

    path: Path
    number: int = 0

    def open(self, stream: BinaryIO | None = None) -> Any:
        """Return the font as read by fontTools; of an open file only the requested parts."""
        # here, so that the window starts without it
        from fontTools.ttLib import TTFont

        many = self.path.suffix.lower() in (".ttc", ".otc")
        number = self.number if many else -1
        source: Any = stream or str(self.path)
        # None reads the file at once, and each outline when it is asked for
        lazy = None if stream is None else True
        return TTFont(source, fontNumber=number, recalcTimestamp=False, lazy=lazy)


@dataclass(frozen=True, slots=True)
class Family:
    """A family of fonts.

    Attributes:
        name: Its name.
        regular: Its regular face.
        bold: Its bold face, or the regular one again.
        ranges: Numbers of the Unicode ranges that it declares.
        embeddable: Its licence permits figures to contain its letters.
    """

    name: str
    regular: FontFile
    bold: FontFile
    ranges: frozenset[int] = frozenset()
    embeddable: bool = True

    def file(self, bold: bool) -> FontFile:
        """Return the bold or the regular face."""
        return self.bold if bold else self.regular


OWN = {
    SANS: Family(SANS, FontFile(REGULAR), FontFile(BOLD)),
    SERIF: Family(SERIF, FontFile(SERIF_REGULAR), FontFile(SERIF_BOLD)),
}


def family(name: str) -> Family:
    """Return a family by its name, in any case; no name means the program's own font.

    Raises:
        ArgumentError: It is neither the program's nor installed.
    """
    known = {one.casefold(): one for one in OWN}
    wanted = (name or SANS).casefold()
    if wanted in known:
        return OWN[known[wanted]]
    every = installed()
    for one in every:
        if one.casefold() == wanted:
            return every[one]
    near = get_close_matches(name, [*OWN, *every], n=3, cutoff=0.6)
    hint = (
        f"; did you mean {' or '.join(near)}?"
        if near
        else f"; {SANS} and {SERIF} are always available"
    )
    raise ArgumentError(f"font: {name!r} is not installed{hint}")


def family_names() -> list[str]:
    """Return the names of all families: the program's own, then others in alphabetical order."""
    others = sorted((name for name in installed() if name not in OWN), key=str.casefold)
    return [*OWN, *others]


def may_embed(bits: int) -> bool:
    """Return whether a font's licence permits its outlines in files."""
    return not (bits & PIXELS_ONLY or (bits & MAY_NOT and not bits & MAY))


def fitting(letter: str) -> Iterator[str]:
    """Yield the names of embeddable families that may have a letter, the plainest first."""
    from fontTools.ttLib.tables.O_S_2f_2 import intersectUnicodeRanges

    asked = intersectUnicodeRanges([ord(letter)])
    for one in sorted(installed().values(), key=_plainness):
        if one.embeddable and (not one.ranges or not asked or one.ranges & asked):
            yield one.name


def _plainness(one: Family) -> tuple[bool, bool, str]:
    words = one.name.casefold().split()
    return "sans" not in words, bool({"mono", "math", "narrow"} & set(words)), one.name


# Takes nothing: finding the fonts of the system takes long.
@lru_cache(maxsize=1)
def installed() -> dict[str, Family]:
    """Return the installed families by name, without fonts with variable axes."""
    faces: dict[str, list[_Face]] = {}
    for path in _files(folders()):
        for face in _faces(path):
            faces.setdefault(face.family, []).append(face)
    return {name: _family(name, some) for name, some in faces.items()}


def folders() -> list[Path]:
    """Return the font folders of this system."""
    from platformdirs import user_data_path

    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", Path(home.anchor, "Windows")))
        return [windows / "Fonts", user_data_path() / "Microsoft" / "Windows" / "Fonts"]
    if sys.platform == "darwin":
        library = Path("Library", "Fonts")
        return [home / library, Path("/") / library, Path("/System") / library]
    shared = os.environ.get("XDG_DATA_DIRS", "").split(os.pathsep)
    data = [Path(one) for one in (*filter(None, shared), *SHARED)]
    found = [home / ".fonts", *(one / "fonts" for one in (user_data_path(), *data))]
    return [*found, *(one / "texmf" / "fonts" / "opentype" for one in data)]


@dataclass(frozen=True, slots=True)
class _Face:
    """A face found: its family, its file, its weight and its width (5 is normal)."""

    family: str
    file: FontFile
    weight: int
    width: int
    ranges: frozenset[int]
    licence: int


def _files(some: Iterable[Path]) -> list[Path]:
    found: set[Path] = set()
    for folder in some:
        for here, _, names in os.walk(folder):
            found.update(Path(here, name) for name in names if name.lower().endswith(SUFFIXES))
    return sorted(found)


def _faces(path: Path) -> Iterator[_Face]:
    """Return the upright faces of a file; none if it cannot be read."""
    from fontTools.ttLib import TTLibError

    try:
        with path.open("rb") as stream:
            for number in range(_count(path)):
                file = FontFile(path, number)
                face = _face(file.open(stream), file)
                if face is not None:
                    yield face
    except (TTLibError, OSError, ValueError, KeyError, AssertionError, AttributeError):
        return


def _count(path: Path) -> int:
    if path.suffix.lower() not in (".ttc", ".otc"):
        return 1
    with path.open("rb") as file:
        head = file.read(12)
    return int.from_bytes(head[8:12], "big") if head[:4] == b"ttcf" else 0


def _face(font: Any, file: FontFile) -> _Face | None:
    names, about = font["name"], font["OS/2"]
    style = str(names.getDebugName(LARGE_STYLE) or names.getDebugName(STYLE) or "")
    leaning = about.fsSelection & (ITALIC | OBLIQUE) or "italic" in style.lower()
    name = names.getDebugName(LARGE_FAMILY) or names.getDebugName(FAMILY)
    if leaning or not name or "fvar" in font or not ("glyf" in font or "CFF " in font):
        return None
    ranges = frozenset(about.getUnicodeRanges())
    sizes = about.usWeightClass, about.usWidthClass
    return _Face(str(name).strip(), file, *sizes, ranges, int(about.fsType))


def _family(name: str, faces: list[_Face]) -> Family:
    def nearest(weight: int, some: list[_Face]) -> _Face:
        return min(some, key=lambda f: (abs(f.width - NORMAL_WIDTH), abs(f.weight - weight)))

    regular = nearest(REGULAR_WEIGHT, faces)
    heavy = [face for face in faces if face.weight >= LEAST_BOLD and face.width == regular.width]
    bold = nearest(BOLD_WEIGHT, heavy) if heavy else regular
    embeddable = may_embed(regular.licence) and may_embed(bold.licence)
    return Family(name, regular.file, bold.file, regular.ranges, embeddable)
