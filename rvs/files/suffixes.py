"""The suffixes of mesh files and of tables with joint values."""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".stl", ".obj", ".dae", ".glb", ".gltf", ".msh")
SUFFIX_WORDS = f"an {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file"


def is_mesh(path: Path) -> bool:
    """Return whether a file is a readable mesh file, by its suffix."""
    return path.suffix.lower() in SUFFIXES


TABLES = (".csv", ".tsv", ".log", ".txt", ".dat")
