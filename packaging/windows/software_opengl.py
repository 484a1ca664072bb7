"""Let this Python draw with the OpenGL that comes with Qt, on a Windows without a graphics card."""

import shutil
import sys
from pathlib import Path

import PySide6

# What lies beside a program is loaded ahead of what the system has.
SOFTWARE = Path(PySide6.__file__).with_name("opengl32sw.dll")
shutil.copy(SOFTWARE, Path(sys.base_prefix, "opengl32.dll"))
