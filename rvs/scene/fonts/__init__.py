"""The fonts included in the program, DejaVu Sans and CMU Serif, and those of the system."""

from pathlib import Path

REGULAR = Path(__file__).with_name("DejaVuSans.ttf")
BOLD = Path(__file__).with_name("DejaVuSans-Bold.ttf")
SERIF_REGULAR = Path(__file__).with_name("CMUSerif-Roman.ttf")
SERIF_BOLD = Path(__file__).with_name("CMUSerif-Bold.ttf")
# The font of the screen and, where nothing else is chosen, of figures; and one like LaTeX's own.
SANS, SERIF = "DejaVu Sans", "CMU Serif"


def font_file(bold: bool) -> Path:
    """Return the file of the bold or the regular face of the program's own font."""
    return BOLD if bold else REGULAR
