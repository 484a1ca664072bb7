"""Pictures as PNG, read back by Pillow."""

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rvs.files.png import png_bytes


@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from([3, 4]), st.integers(0, 2**32 - 1))
def test_every_pixel_is_read_back(high: int, wide: int, channels: int, seed: int) -> None:
    whole = np.random.default_rng(seed).integers(0, 256, (high, wide, 5), np.uint8)
    # A part of an array, upside down: it does not lie in one piece.
    pixels = whole[::-1, :, :channels]
    with Image.open(BytesIO(png_bytes(pixels))) as image:
        assert image.mode == {3: "RGB", 4: "RGBA"}[channels]
        assert image.size == (wide, high)
        assert (np.asarray(image) == pixels).all()


def test_other_channels_are_refused() -> None:
    with pytest.raises(ValueError, match="3 or 4 channels, not 2"):
        png_bytes(np.zeros((4, 4, 2), np.uint8))
