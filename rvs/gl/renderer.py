"""The renderer: draws a scene into any bound framebuffer, and needs no window."""

from __future__ import annotations

from rvs.gl.card.arena import Arena
from rvs.gl.card.buffers import Buffer
from rvs.gl.card.opengl import GL, release_compiler
from rvs.gl.card.program import FRAME_BINDING, Program, Programs
from rvs.gl.corner import Corner, CornerPainter
from rvs.gl.frame import Frame, Tile
from rvs.gl.ground import Ground, floor_of, seen_from_above
from rvs.gl.painter import Prepared, ScenePainter
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Scene

# Cells of the grid with which the vertex shader draws the backdrop.
COLUMNS, ROWS = 8, 48


class Renderer:
    """Draws scenes with one OpenGL 3.3 core context, which must be current at every call.

    The framebuffer should have depth and 8 bits of stencil; samples smooth the edges of solids.
    Colours are blended as sRGB values, as viewers of SVG and PDF do: leave ``GL_FRAMEBUFFER_SRGB``
    off.
    """

    _programs: Programs
    _arena: Arena

    def __init__(self, beside: Renderer | None = None, arena: Arena | None = None) -> None:
        """Compile the shaders.

        Args:
            beside: Another renderer in the same context, whose shaders and meshes it shares; it
                must live longer.
            arena: Arena of its meshes, which it frees; a new one if omitted.

        Raises:
            RvsError: The driver refuses them.
        """
        self._shares = beside is not None
        self._programs = beside._programs if beside else Programs.compiled()
        self._arena = beside._arena if beside else Arena() if arena is None else arena
        self._frame = Buffer(GL.GL_UNIFORM_BUFFER)
        self._told: Frame | None = None
        self._ground = Ground()
        self._main = ScenePainter(self._programs, self._arena)
        self._corner = CornerPainter(self._programs, self._arena, _ready, self._set_frame)

    @property
    def mesh_uploads(self) -> int:
        """Number of meshes sent to the graphics card since the renderer was made."""
        return self._arena.uploads

    @property
    def draw_calls(self) -> int:
        """Number of draw calls for items since the renderer was made."""
        return self._main.draw_calls + self._corner.draw_calls

    def draw(
        self,
        scene: Scene,
        camera: Camera,
        width: int,
        height: int,
        *,
        scale: float = 1.0,
        corner: Corner | None = None,
        transparent: bool = False,
        tile: Tile | None = None,
        quick: bool = False,
        steady: bool = False,
    ) -> None:
        """Draw a picture into the bound framebuffer, from its lower left corner.

        Args:
            scene: The scene to draw.
            camera: The camera.
            width: Width of the picture in logical pixels.
            height: Its height in logical pixels.
            scale: Device pixels per logical pixel; the framebuffer has ``width * scale`` columns,
                rounded.
            corner: A second scene (the view cube), its camera, and its area: x, y of its upper left
                corner, width and height in logical pixels, y down.
            transparent: Omit the backdrop.
            tile: The part of the picture, in device pixels, in the framebuffer; None is the whole
                picture.  Tiles have no corner scene.
            quick: Light solids only at the corners of their meshes: for intermediate pictures with
                a software renderer.
            steady: Labels keep their positions from the previous picture if possible.
        """
        frame = Frame(camera, width, height, scale, tile, quick, steady)
        self._arena.tick()
        part = frame.part
        _begin()
        if corner is not None and self._corner.prepare(corner, frame):
            _begin()
        GL.glViewport(0, 0, part.width, part.height)
        self._set_frame(frame)
        backdrop = None if transparent else scene.backdrop
        ready = self._main.sort(scene, frame)
        copied = self._fill(ready, backdrop, frame)
        if not (copied and ready.resting):
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT)
        if not copied:
            self._draw_backdrop(backdrop)
        _ready()
        # Whatever draws without a vertex array of its own needs some.
        GL.glBindVertexArray(self._arena.vao)
        self._main.draw(ready, frame, self._ground if copied else None)
        if corner is not None:
            self._corner.draw(corner, frame)
        _end()

    def foresee(self) -> bool:
        """Prepare, while nothing moves, the meshes for the next quick picture.

        Returns:
            True if some meshes are still missing.
        """
        return self._main.foresee()

    def release(self) -> None:
        """Free all its objects in the context, which must still be current."""
        self._main.release()
        self._ground.release()
        self._corner.release()
        self._frame.release()
        if not self._shares:
            self._arena.release()
            self._programs.release()

    def _draw_backdrop(self, backdrop: Backdrop | None) -> None:
        GL.glBindVertexArray(self._arena.vao)
        draw_backdrop(self._programs.backdrop, backdrop)

    def _fill(self, ready: Prepared, backdrop: Backdrop | None, frame: Frame) -> bool:
        """Send a scene; start from the ground of the previous picture if it is the same.

        A stored picture is copied first: later it would have to wait for the drawing.
        """
        fits = self._ground_fits(ready, backdrop, frame)
        kept = fits and self._ground.ready
        if fits:
            self._main.draw_shades(ready, frame)
        if kept:
            self._ground.copy(bool(ready.resting))
        self._main.load(ready, frame, fits, kept)
        if fits and not kept:
            self._ground.begin(frame)
            self._draw_backdrop(backdrop)
            _ready()
            self._main.draw_floor(ready)
            if ready.shadows.resting:
                self._ground.keep_plain()
            self._main.draw_resting(ready)
            self._ground.end()
            _begin()
            self._ground.copy(bool(ready.resting))
        return fits

    def _ground_fits(self, ready: Prepared, backdrop: Backdrop | None, frame: Frame) -> bool:
        possible = floor_of(ready.ground) and frame.tile is None and seen_from_above(frame)
        if not possible or self._main.sunk_glass(ready):
            return False
        if ready.shadows.resting and backdrop is None:
            # Where nothing is behind it the darker one of two shadows is not the darker colour.
            return False
        return self._ground.fits(self._main.ground_key(ready), backdrop, frame)

    def _set_frame(self, frame: Frame) -> None:
        if frame != self._told:
            self._told = frame
            self._frame.fill(frame.uniforms())
        GL.glBindBufferBase(GL.GL_UNIFORM_BUFFER, FRAME_BINDING, self._frame.name)


def picture_renderer() -> Renderer:
    """Return a renderer for single pictures, in the current context.

    All pictures of a film show the same objects, whereas other pictures all differ: it stores only
    the meshes of the last one.  After compiling its shaders it releases Mesa's GLSL data, more than
    10 MB.
    """
    renderer = Renderer(arena=Arena(fresh=1))
    release_compiler()
    return renderer


def _begin() -> None:
    """Set the state for silhouettes and the backdrop."""
    GL.glDisable(GL.GL_SCISSOR_TEST)
    GL.glDisable(GL.GL_STENCIL_TEST)
    GL.glDisable(GL.GL_DEPTH_TEST)
    GL.glDisable(GL.GL_CULL_FACE)
    GL.glDisable(GL.GL_BLEND)
    GL.glColorMask(True, True, True, True)
    GL.glDepthMask(True)
    GL.glStencilMask(0xFF)


def _ready() -> None:
    """Set the state required at the start of every stage.

    Colours are always premultiplied, as compositors expect of framebuffers.  Solids are moved back
    slightly so that lines and areas on their faces are visible.
    """
    GL.glEnable(GL.GL_DEPTH_TEST)
    GL.glDepthFunc(GL.GL_LEQUAL)
    GL.glFrontFace(GL.GL_CCW)
    GL.glCullFace(GL.GL_BACK)
    GL.glPolygonOffset(2.0, 2.0)
    GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)


def _end() -> None:
    """Restore the state of the context that others expect."""
    GL.glDepthMask(True)
    GL.glStencilMask(0xFF)
    GL.glDisable(GL.GL_DEPTH_TEST)
    GL.glDisable(GL.GL_BLEND)
    GL.glUseProgram(0)
    GL.glBindVertexArray(0)


def draw_backdrop(program: Program, backdrop: Backdrop | None) -> None:
    """Fill the picture with a gradient from horizon to zenith; None leaves it empty."""
    if backdrop is None:
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        return
    GL.glClearColor(*backdrop.horizon)
    GL.glClear(GL.GL_COLOR_BUFFER_BIT)
    program.use()
    program.set_color("sky", backdrop.sky)
    program.set_color("horizon", backdrop.horizon)
    GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 2 * (COLUMNS + 1), ROWS)
