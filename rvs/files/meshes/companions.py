"""Files referred to by a mesh file: colours of an OBJ file, buffers of a glTF file, textures.

Only files in the folder of the mesh file are considered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from rvs.files.library import is_file_name
from rvs.files.text.source import MEGABYTE

# Of which other files are read.
LIBRARIES, BUFFERS, TEXTURES = (".mtl",), (".bin",), (".png", ".jpg", ".jpeg")
KNOWN = (*LIBRARIES, *BUFFERS, *TEXTURES)
LARGEST_LIBRARY = 4 * MEGABYTE
LARGEST_JSON = 64 * MEGABYTE
MOST = 200
_LIBRARY = re.compile(rb"(?m)^[ \t]*mtllib[ \t]+([^\r\n]+)")
_MAP = re.compile(rb"(?m)^[ \t]*map_Kd[ \t]+([^\r\n]+)")
_IMAGE = re.compile(rb"<init_from>\s*+(?>(?:<ref>)?)([^<]++)<")


def companions(path: Path) -> tuple[Path, ...]:
    """Return the existing files referred to by a mesh file.

    Args:
        path: The mesh file; there are none if it can't be read.
    """
    try:
        return tuple(dict.fromkeys(_named(path)))[:MOST]
    except (OSError, ValueError):
        return ()


def beside(path: Path, reference: str) -> Path | None:
    """Return the file referred to in the folder of a mesh file; None if it is elsewhere.

    Args:
        path: The mesh file.
        reference: The reference as written in that file.
    """
    name = unquote(reference.strip().removeprefix("file://").removeprefix("./"))
    if not is_file_name(name) or Path(name).suffix.lower() not in KNOWN:
        return None
    found = path.parent / name
    return found if found.is_file() else None


def _named(path: Path) -> list[Path]:
    suffix = path.suffix.lower()
    if suffix == ".obj":
        libraries = _found(path, _LIBRARY.findall(path.read_bytes()))
        small = [one for one in libraries if one.stat().st_size <= LARGEST_LIBRARY]
        maps = [words.split()[-1:] for one in small for words in _MAP.findall(one.read_bytes())]
        return [*small, *_found(path, chain.from_iterable(maps))]
    if suffix == ".gltf" and path.stat().st_size <= LARGEST_JSON:
        head = json.loads(path.read_bytes())
        held = [*head.get("buffers", []), *head.get("images", [])] if isinstance(head, dict) else []
        return _found(path, [one.get("uri", "").encode() for one in held if isinstance(one, dict)])
    if suffix == ".dae":
        return _found(path, _IMAGE.findall(path.read_bytes()))
    return []


def _found(path: Path, names: Iterable[bytes]) -> list[Path]:
    found = (beside(path, name.strip().decode("utf-8", "replace")) for name in names)
    return [one for one in found if one is not None]
