"""``python -m rvs`` is the command ``rvs``."""

import sys

from rvs.cli import program

sys.exit(program())
