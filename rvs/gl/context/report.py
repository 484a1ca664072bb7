"""Facts about this machine's OpenGL, for ``rvs doctor``."""

from __future__ import annotations

from rvs.gl.context.platform import NoOffscreen
from rvs.value_class import dataclass

SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic")


@dataclass(frozen=True, slots=True)
class GlReport:
    """An OpenGL driver.

    Attributes:
        renderer: Name of the renderer.
        version: Version of OpenGL and of the driver.
        vendor: Its vendor.
        samples: Maximum number of samples per pixel.
        software: The processor draws, without a graphics card.
    """

    renderer: str
    version: str
    vendor: str
    samples: int
    software: bool

    def __str__(self) -> str:
        kind = "software" if self.software else "hardware"
        return f"{self.renderer}, OpenGL {self.version}, {self.samples} samples, {kind}"


def describe_gl() -> str:
    """Describe the OpenGL of pictures without a window, or the reason why there is none."""
    from rvs.gl.context.surfaceless import surfaceless

    try:
        with surfaceless():
            return str(current_report())
    except NoOffscreen as reason:
        return str(reason)


def current_report() -> GlReport:
    """Describe the OpenGL of the current context."""
    from rvs.gl.card.opengl import GL
    from rvs.gl.context.target import max_samples

    renderer, version, vendor = (
        GL.glGetString(name).decode("utf-8", "replace")
        for name in (GL.GL_RENDERER, GL.GL_VERSION, GL.GL_VENDOR)
    )
    software = any(name in renderer.lower() for name in SOFTWARE)
    return GlReport(renderer, version, vendor, max_samples(), software)
