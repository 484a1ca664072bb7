"""The GLSL sources, one file per stage; ``frame`` precedes each of them."""

from functools import cache
from pathlib import Path

from rvs.scene.light import GLSL

HEAD = "#version 330 core\n"


def source(*names: str) -> str:
    """Return one shader made of files in this folder, in order, named without ``.glsl``.

    The file named ``light`` is that of ``rvs.scene.light``.
    """
    return HEAD + "\n".join(map(_text, names))


# Several shaders begin with the same.
@cache
def _text(name: str) -> str:
    path = GLSL if name == "light" else Path(__file__).parent / f"{name}.glsl"
    return path.read_text(encoding="utf-8")
