"""``python -m rvs`` is the command ``rvs``."""

import sys

from rvs.cli import main

sys.exit(main())
