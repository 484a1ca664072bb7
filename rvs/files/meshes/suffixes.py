"""The mesh files that are read, by their suffixes."""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".stl", ".obj", ".dae", ".glb", ".gltf", ".msh")
SUFFIX_WORDS = f"an {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file"


def is_mesh(path: Path) -> bool:
    """Return whether a file is one of those that are read, by its suffix."""
    return path.suffix.lower() in SUFFIXES
