"""Lets the tests of the engine import the reader of reference numbers beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
