"""The GLSL sources, one file per stage; ``frame`` precedes each of them."""

from pathlib import Path

from rvs.scene.light import GLSL

HEAD = "#version 330 core\n"


def source(*names: str) -> str:
    """Return one shader made of files in this folder, in order, named without ``.glsl``.

    The file named ``light`` is that of ``rvs.scene.light``.
    """
    return HEAD + "\n".join(_file(name).read_text(encoding="utf-8") for name in names)


def _file(name: str) -> Path:
    return GLSL if name == "light" else Path(__file__).parent / f"{name}.glsl"
