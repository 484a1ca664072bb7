"""The context without a window gives way to what was current before."""

from types import SimpleNamespace

import pytest

from rvs.gl.context.surfaceless import SurfacelessContext

pytestmark = pytest.mark.gl
OURS, NOBODY = ("display", 0, 0, "ours"), ("display", 0, 0, 0)


class Refused(Exception):
    pass


def fake_egl(before, gone=False):
    """An EGL with something current, whose window may have been destroyed since."""
    made = []

    def make_current(*wanted):
        if gone and wanted == before:
            raise Refused
        made.append(wanted)

    return SimpleNamespace(
        EGL_NO_SURFACE=0, EGL_NO_CONTEXT=0, EGL_DRAW=1, EGL_READ=2, EGLError=Refused,
        eglGetCurrentDisplay=lambda: before[0],
        eglGetCurrentSurface=lambda which: before[which],
        eglGetCurrentContext=lambda: before[3],
        eglMakeCurrent=make_current, made=made,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "gone", "after"),
    [
        (("other", 7, 8, "theirs"), False, ("other", 7, 8, "theirs")),
        (("other", 7, 8, "theirs"), True, NOBODY),
        (("other", 0, 0, 0), False, NOBODY),
    ],
)
def test_what_was_current_is_so_again_unless_it_is_gone(before, gone, after) -> None:
    egl = fake_egl(before, gone)
    with SurfacelessContext(egl, "display", "ours").current():
        assert egl.made == [OURS]
    assert egl.made == [OURS, after]
