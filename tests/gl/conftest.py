"""A context without a window, and a camera under which positions are pixels."""

from collections.abc import Callable, Iterator
from math import atan, radians

import numpy as np
import pytest

from rvs.gl.context.platform import choose_platform
from rvs.gl.frame import Shot
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Item, Scene

# Before any test imports PyOpenGL.
choose_platform("")

Picture = Callable[..., np.ndarray]
# one metre is 100 pixels in a picture 200 high: x to the right, z up, seen along +y
FLAT = Camera(
    target=(0.0, 0.0, 0.0),
    azimuth=radians(-90.0),
    elevation=0.0,
    distance=10.0,
    field_of_view=2 * atan(0.1),
    parallel=True,
)
WHITE = Backdrop((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))


@pytest.fixture
def context() -> Iterator[object]:
    from rvs.gl.context.surfaceless import surfaceless

    with surfaceless() as made:
        yield made
        from OpenGL import GL

        assert GL.glGetError() == GL.GL_NO_ERROR


@pytest.fixture
def made(context: object) -> Iterator[Callable[[], object]]:
    """Make renderers in one context; they are released at the end."""
    from rvs.gl.renderer import Renderer

    renderers = []

    def make() -> Renderer:
        renderers.append(Renderer())
        return renderers[-1]

    yield make
    for renderer in renderers:
        renderer.release()


@pytest.fixture
def renderer(made) -> object:
    return made()


@pytest.fixture
def flat() -> Camera:
    return FLAT


@pytest.fixture
def picture(context) -> Picture:
    """Draw items on white, 200 x 200, without samples, and return floats (h, w, 4)."""
    from rvs.gl.context.offscreen import TILE, render_in_current_context

    def draw(*items: Item, camera=FLAT, backdrop=WHITE, width=200, height=200, samples=0, **more):
        tile = more.pop("tile", TILE)
        shot = Shot(Scene(items, backdrop), camera, width, height, samples=samples, **more)
        pixels = render_in_current_context(shot, context.renderer(), tile)
        return pixels.astype(float)

    return draw


@pytest.fixture(autouse=True)
def _details_of_its_own(monkeypatch) -> None:
    """Let no test find meshes that another one has made coarser."""
    import rvs.gl.card.arena
    from rvs.gl.detail import Detail

    monkeypatch.setattr(rvs.gl.card.arena, "shared_detail", Detail)
