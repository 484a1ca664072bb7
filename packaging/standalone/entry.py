"""The stand-alone program: the command ``rvs``, and the Python of the processes that it starts."""

import os
import sys
from pathlib import Path


def main() -> int:
    """Run what follows ``-c`` as Python does, or the command."""
    if os.name == "nt":
        # of the two programs the one with a console has streams for the processes
        sys.executable = str(Path(sys.executable).with_name("rvs.exe"))
    if sys.argv[1:2] == ["-c"]:
        code, sys.argv = sys.argv[2], ["-c", *sys.argv[3:]]
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
        return 0
    from rvs.cli import program

    return program()


if __name__ == "__main__":
    sys.exit(main())
