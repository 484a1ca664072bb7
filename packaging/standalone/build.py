"""Build the program that needs no Python, try it, and pack it for the system that this runs on.

    python packaging/standalone/build.py OUT [--runtime FILE]

OUT then holds a ``.tar.xz`` and an AppImage on Linux, a ``.zip`` and an installer on Windows, a
``.dmg`` on macOS. RVS and PyInstaller have to be installed for this Python, RVS as a package rather
than as a checkout. An AppImage needs mksquashfs and the runtime that stands before its files
(``--runtime``), an installer needs Inno Setup; what has no tool is left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGING = HERE.parent
PICTURE = PACKAGING.parent / "rvs" / "ui" / "rvs.svg"
SIDE = 512
APP_RUN = '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/usr/lib/rvs/rvs" "$@"\n'


def main() -> None:
    """Build, try and pack."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("out", type=Path)
    reader.add_argument("--runtime", type=Path, help="runtime of AppImages, of type 2")
    options = reader.parse_args()
    out = options.out.resolve()
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    draw_icons(work)
    freezes = [sys.executable, "-m", "PyInstaller", "--noconfirm", HERE / "rvs.spec"]
    places = ["--distpath", work / "dist", "--workpath", work / "pyinstaller"]
    call(*freezes, *places, env={**os.environ, "RVS_BUILD": str(work)})
    folder = work / "dist" / "rvs"
    call(folder / ("rvs.exe" if os.name == "nt" else "rvs"), "self-test")
    name = f"rvs-{version('rvs-robots')}-{platform.system().lower()}-{platform.machine().lower()}"
    if sys.platform == "darwin":
        pack_bundle(work / "dist" / "RVS.app", out / f"{name}.dmg")
    elif os.name == "nt":
        shutil.make_archive(str(out / name), "zip", folder.parent, "rvs")
        pack_installer(folder, out, name)
    else:
        shutil.make_archive(str(out / name), "xztar", folder.parent, "rvs")
        if options.runtime:
            pack_appimage(folder, options.runtime, work, out / f"{name}.AppImage")


def draw_icons(work: Path) -> None:
    """Make the icons of all systems from the one drawing."""
    from PIL import Image
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    drawn = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    drawn.fill(0)
    painter = QPainter(drawn)
    QSvgRenderer(str(PICTURE)).render(painter)
    painter.end()
    drawn.save(str(work / "rvs.png"))
    with Image.open(work / "rvs.png") as picture:
        picture.save(work / "rvs.ico")
        picture.save(work / "rvs.icns")


def pack_bundle(bundle: Path, image: Path) -> None:
    """Put the bundle into a disk image beside a link to the applications."""
    holder = bundle.parent / "image"
    shutil.rmtree(holder, ignore_errors=True)
    holder.mkdir()
    (holder / "Applications").symlink_to("/Applications")
    call("ditto", bundle, holder / bundle.name)
    call("hdiutil", "create", "-volname", "RVS", "-srcfolder", holder, "-ov", image)


def pack_installer(folder: Path, out: Path, name: str) -> None:
    """Make the installer for Windows, where Inno Setup is installed."""
    compiler = shutil.which("iscc")
    if compiler:
        said = {"Version": version("rvs-robots"), "Folder": folder, "Out": out, "Name": name}
        says = [f"/D{key}={value}" for key, value in said.items()]
        call(compiler, *says, PACKAGING / "windows" / "rvs.iss")


def pack_appimage(folder: Path, runtime: Path, work: Path, image: Path) -> None:
    """Make one file that runs: a runtime, and behind it the folder as a file system."""
    root = work / "AppDir"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(folder, root / "usr" / "lib" / "rvs", symlinks=True)
    shutil.copy(PACKAGING / "linux" / "rvs.desktop", root)
    shutil.copy(PICTURE, root)
    (root / ".DirIcon").symlink_to("rvs.svg")
    (root / "AppRun").write_text(APP_RUN, encoding="utf-8")
    (root / "AppRun").chmod(0o755)
    files = work / "rvs.squashfs"
    call("mksquashfs", root, files, "-root-owned", "-noappend", "-quiet", "-comp", "zstd")
    image.write_bytes(runtime.read_bytes() + files.read_bytes())
    image.chmod(0o755)


def call(*words: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a program, and end where it fails."""
    print("$", *words, flush=True)
    subprocess.run(words, env=env, check=True)


if __name__ == "__main__":
    main()
