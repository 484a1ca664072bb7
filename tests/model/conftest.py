"""Lets the tests of the model import the random edits beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
