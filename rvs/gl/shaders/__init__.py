"""The GLSL sources, one file a stage; that named ``frame`` goes before each of them."""

from pathlib import Path

HEAD = "#version 330 core\n"


def source(*names: str) -> str:
    """Return one shader made of files of this folder, in order, each named without ``.glsl``."""
    folder = Path(__file__).parent
    return HEAD + "\n".join(
        folder.joinpath(f"{name}.glsl").read_text(encoding="utf-8") for name in names
    )
