"""Letters that no font has are named in the window, where the view draws boxes for them."""

import pytest

from rvs.gl.text import Lettering, sprite
from rvs.scene.fonts import written

pytestmark = pytest.mark.ui


def test_letters_that_no_font_has_become_a_message(window, qapp, monkeypatch) -> None:
    monkeypatch.setattr(written, "_told", set())
    # private use: what no font of a system has
    letter = "\U0010ff07"
    sprite(Lettering(f"arm {letter}", "", 17, 12, True, 1.6))
    assert window.messages.messages == ()
    qapp.processEvents()
    (said,) = window.messages.messages
    assert said.text.startswith(f"No font of this system has the letter {letter} (U+10FF07)")
    window.close()
    written.log.warning("after the end")
    qapp.processEvents()
    assert window.messages.messages == (said,)
