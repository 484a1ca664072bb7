"""STL, OBJ and glTF files, read by the library trimesh."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from rvs.files.meshes.companions import LIBRARIES, TEXTURES, beside
from rvs.files.meshes.paint import LARGEST_TEXTURE, hex_of, texture_color
from rvs.files.meshes.soup import Patch, Soup
from rvs.files.text.errors import FileErrors, whole_file
from rvs.files.text.source import MEGABYTE

# glTF has y up, cells have z up.
UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
LARGEST_BUFFER = 300 * MEGABYTE


def read(data: bytes, path: Path) -> Soup:
    """Return what is in a file.

    Args:
        data: Its bytes, which were looked at before.
        path: The file; only files beside it are read that it refers to.

    Raises:
        FileErrors: It is damaged.
    """
    import trimesh

    kind = path.suffix.lower().removeprefix(".")
    try:
        scene = trimesh.load_scene(
            BytesIO(data), file_type=kind, resolver=_beside(path), process=False
        )
        patches = list(_patches(scene))
    except FileErrors:
        raise
    except Exception as error:
        # The library has no errors of its own: a damaged file may raise anything.
        reason = str(error).strip().splitlines()
        words = f": {reason[0][:120]}" if reason else ""
        raise whole_file(path, f"is damaged, or no {kind.upper()} file{words}") from error
    upright = kind.startswith("gl")
    return Soup(patches, UPRIGHT if upright else np.eye(3), 1.0 if upright else 0.001)


def _patches(scene: Any) -> Iterator[Patch]:
    for mesh in scene.dump():
        if hasattr(mesh, "faces"):
            triangles = np.array(mesh.faces, np.int64)
            yield Patch(np.array(mesh.vertices, float), triangles, _color(mesh.visual))


def _color(visual: Any) -> str:
    """The colour of a material, with the mean of its texture; nothing where it says none."""
    material = getattr(visual, "material", None)
    if material is None:
        return _said(visual.main_color) if visual.defined else ""
    picture = getattr(material, "baseColorTexture", None) or getattr(material, "image", None)
    if picture is not None:
        found = texture_color(picture)
        if found:
            return found
    factor = getattr(material, "baseColorFactor", None)
    said = getattr(material, "diffuse", None) if factor is None else factor
    return "" if said is None else _said(said, getattr(material, "kwargs", None) or {})


def _said(color: Any, more: Any = None) -> str:
    red, green, blue, opacity = (float(one) / 255.0 for one in np.ravel(color)[:4])
    shown = (more or {}).get("d")
    if shown:
        opacity = float(shown[0] if isinstance(shown, list) else shown)
    return hex_of((red, green, blue, opacity))


def _beside(path: Path) -> Any:
    """Files that a mesh file may refer to: materials, buffers and textures in its own folder."""
    from trimesh.resolvers import Resolver

    class Beside(Resolver):
        def __init__(self) -> None:
            """Nothing is kept."""

        def get(self, key: str) -> bytes:
            file = beside(path, key)
            if file is None:
                if Path(key).suffix.lower() in (*LIBRARIES, *TEXTURES):
                    # The mesh is there without its colours; the library goes on without the file.
                    raise KeyError(key[:60])
                raise ValueError(f"it refers to {key[:60]!r}, which is not read")
            texture = file.suffix.lower() in TEXTURES
            limit = LARGEST_TEXTURE if texture else LARGEST_BUFFER
            if file.stat().st_size > limit:
                raise ValueError(f"{file.name} is larger than {limit // MEGABYTE} MB")
            return file.read_bytes()

        def write(self, name: str, data: Any) -> None:
            raise ValueError(f"nothing is written, not {name[:60]!r} ({len(data)} bytes)")

        def namespaced(self, namespace: str) -> Any:
            raise ValueError(f"there is no folder {namespace[:60]!r}")

        def keys(self) -> Any:
            return ()

    return Beside()
