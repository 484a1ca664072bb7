"""Private framebuffers, the transfer of their pixels, and consecutive pictures for a window."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.engine.errors import RvsError
from rvs.gl.card.opengl import GL
from rvs.gl.context.images import Pixels

# How the pixels of such a picture are read: as they lie.
WORDS = GL.GL_BGRA, GL.GL_UNSIGNED_INT_8_8_8_8_REV


def attach_words(texture: int, width: int, height: int) -> None:
    """Attach an empty texture of a size as colours of the bound framebuffer.

    If drivers choose the pixel layout themselves (``GL_RGBA8``), most choose the other order, and
    then reverse each pixel when it is read.
    """
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA, width, height, 0, *WORDS, None)
    for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_NEAREST)
    GL.glFramebufferTexture2D(
        GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0
    )


# Of the extension GL_MESA_pack_invert.
GL_PACK_INVERT_MESA = 0x8758


class Target:
    """An off-screen picture; as a context manager, bound inside the block and then freed.

    The previous binding is restored afterwards.

    Attributes:
        samples: Actual number of samples per pixel, 0 for none.
    """

    def __init__(self, width: int, height: int, samples: int, words: bool = False) -> None:
        """Allocate it.

        Args:
            width: Width in pixels.
            height: Height in pixels.
            samples: Samples per pixel; limited to the maximum of the driver.
            words: Its pixels will be read as words, and are stored as such if they have no samples.

        Raises:
            RvsError: The driver cannot draw a picture of this size.
        """
        self.width, self.height = width, height
        self.samples = min(samples, max_samples()) if samples > 1 else 0
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        self._frames: list[int] = []
        self._stores: list[int] = []
        self._texture = int(GL.glGenTextures(1)) if words else 0
        self._inverts: bool | None = None
        try:
            self._draw = self._framebuffer(self.samples, True)
            self._read = self._framebuffer(0, False) if self.samples else self._draw
        except BaseException:
            self.release()
            raise
        self.unbind()

    def __enter__(self) -> Target:
        self.bind()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def bind(self) -> None:
        """Draw into it from now on."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._draw)

    def unbind(self) -> None:
        """Draw into the previous target from now on."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def read(self) -> Pixels:
        """Return the pixels, top row first (h, w, 4); colours are premultiplied."""
        pixels = np.empty((self.height, self.width, 4), np.uint8)
        self._fetch(GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, pixels)
        return pixels[::-1]

    def read_words(self, words: NDArray[np.uint32]) -> None:
        """Write each pixel as 0xAARRGGBB into an array (h, w), top row first."""
        if self._turns_over():
            GL.glPixelStorei(GL_PACK_INVERT_MESA, True)
            self._fetch(*WORDS, words)
            GL.glPixelStorei(GL_PACK_INVERT_MESA, False)
        else:
            rows = np.empty_like(words)
            self._fetch(*WORDS, rows)
            words[:] = rows[::-1]

    def release(self) -> None:
        """Free it and bind the previous target."""
        self.unbind()
        if self._frames:
            GL.glDeleteFramebuffers(len(self._frames), self._frames)
        if self._stores:
            GL.glDeleteRenderbuffers(len(self._stores), self._stores)
        if self._texture:
            GL.glDeleteTextures(1, [self._texture])
        self._frames, self._stores, self._texture = [], [], 0

    def _fetch(self, form: int, kind: int, pixels: NDArray[Any]) -> None:
        """Read all pixels, bottom row first."""
        box = (0, 0, self.width, self.height)
        if self.samples:
            GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._draw)
            GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, self._read)
            GL.glBlitFramebuffer(*box, *box, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._read)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glReadPixels(*box, form, kind, pixels)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._draw)

    def _turns_over(self) -> bool:
        """Return whether the driver can return the top row first; checked at the first use."""
        if self._inverts is None:
            count = int(GL.glGetIntegerv(GL.GL_NUM_EXTENSIONS))
            names = (GL.glGetStringi(GL.GL_EXTENSIONS, k) for k in range(count))
            self._inverts = b"GL_MESA_pack_invert" in names
        return self._inverts

    def _framebuffer(self, samples: int, deep: bool) -> int:
        name = int(GL.glGenFramebuffers(1))
        self._frames.append(name)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, name)
        if self._texture and not samples:
            attach_words(self._texture, self.width, self.height)
        else:
            self._store(GL.GL_RGBA8, GL.GL_COLOR_ATTACHMENT0, samples)
        if deep:
            self._store(GL.GL_DEPTH24_STENCIL8, GL.GL_DEPTH_STENCIL_ATTACHMENT, samples)
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            raise RvsError(
                f"OpenGL: this driver cannot draw {self.width} x {self.height} pixels off the "
                f"screen with {samples} samples"
            )
        return name

    def _store(self, kind: int, place: int, samples: int) -> None:
        name = int(GL.glGenRenderbuffers(1))
        self._stores.append(name)
        GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, name)
        GL.glRenderbufferStorageMultisample(
            GL.GL_RENDERBUFFER, samples, kind, self.width, self.height
        )
        GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, place, GL.GL_RENDERBUFFER, name)


def max_samples() -> int:
    """Return the largest number of samples per pixel."""
    return int(GL.glGetIntegerv(GL.GL_MAX_SAMPLES))


def max_size() -> int:
    """Return the longest possible side of a target."""
    sides = GL.glGetIntegerv(GL.GL_MAX_VIEWPORT_DIMS, 2)
    return int(min(GL.glGetIntegerv(GL.GL_MAX_RENDERBUFFER_SIZE), *sides))


class Screen:
    """Two framebuffers of one size, with and without samples, and the pixels of the last picture.

    Its context must be current at every call, with no other framebuffer bound.

    Attributes:
        words: The pixels as 0xAARRGGBB (h, w), top row first; a new array after each change of
            size.
    """

    def __init__(self, samples: int) -> None:
        self.words: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self._samples = samples
        self._size = (0, 0)
        self._targets: dict[bool, Target] = {}
        self._drawn: Target | None = None
        self._fence: Any = None

    def draw(self, width: int, height: int, smooth: bool, draw: Callable[[], None]) -> None:
        """Begin a picture; a software renderer continues with it during other work.

        Args:
            width: Width in device pixels.
            height: Height in device pixels.
            smooth: Draw with samples.
            draw: Function that draws into the bound framebuffer.
        """
        self._forget_fence()
        if self._size != (width, height):
            self.release()
            self._size = width, height
        target = self._targets.get(smooth)
        if target is None:
            target = Target(width, height, self._samples if smooth else 0, words=True)
            self._targets[smooth] = target
        self._drawn = target
        target.bind()
        try:
            draw()
        finally:
            target.unbind()
        self._fence = GL.glFenceSync(GL.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
        GL.glFlush()

    def wait(self, seconds: float) -> bool:
        """Wait a limited time for the last picture; return whether it is ready."""
        if self._fence is None:
            return True
        return bool(
            GL.glClientWaitSync(self._fence, 0, int(1e9 * seconds)) != GL.GL_TIMEOUT_EXPIRED
        )

    def fetch(self) -> bool:
        """Wait for the last picture and fetch its pixels; return False if there is none."""
        target = self._drawn
        if target is None:
            return False
        self._drawn = None
        self._forget_fence()
        if self.words.shape != (target.height, target.width):
            self.words = np.zeros((target.height, target.width), np.uint32)
        target.bind()
        try:
            target.read_words(self.words)
        finally:
            target.unbind()
        return True

    @property
    def held(self) -> bool:
        """Return whether there are framebuffers."""
        return bool(self._targets)

    def release(self) -> None:
        """Free the framebuffers, which the next picture makes again; keep the pixels."""
        for target in self._targets.values():
            target.release()
        if self._targets:
            _draw_elsewhere()
        self._targets.clear()
        self._drawn = None
        self._forget_fence()

    def _forget_fence(self) -> None:
        if self._fence is not None:
            GL.glDeleteSync(self._fence)
            self._fence = None


def _draw_elsewhere() -> None:
    """Let the driver draw something small: until then it holds its last target."""
    with Target(1, 1, 0):
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        GL.glFlush()
