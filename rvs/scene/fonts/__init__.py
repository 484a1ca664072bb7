"""The one font of screen and figures: DejaVu Sans, with its licence beside it."""

from pathlib import Path

REGULAR = Path(__file__).with_name("DejaVuSans.ttf")
BOLD = Path(__file__).with_name("DejaVuSans-Bold.ttf")


def font_file(bold: bool) -> Path:
    """Return the file of the bold or the regular face."""
    return BOLD if bold else REGULAR
