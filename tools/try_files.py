"""Open files in processes of their own and tell what each costs: processor, memory, outcome.

    python tools/try_files.py [--convert] FILE or FOLDER …
    python tools/try_files.py --bombs [--convert] [NAME …]

A file that takes more than 10 s of the processor or 1 GB, or ends in a traceback, is marked; the
exit status is 1 if one is.  With ``--convert`` they are converted to an architecture file instead
of checked.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

MOST_SECONDS, MOST_MEGABYTES = 10.0, 1024.0
# Seconds of the processor, and by the clock on a machine that others use, too.
LONGEST, PATIENCE = 30, 600.0
# Runs in the process that opens the file: what was read, and what it took.
CHILD = """
import contextlib, io, json, sys, time, traceback
with contextlib.suppress(ImportError, ValueError):
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
said, fault = io.StringIO(), ""
with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
    try:
        from rvs.cli import main
        main(json.loads(sys.argv[1]))
    except BaseException:
        fault = traceback.format_exc()
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak *= 1 if sys.platform == "darwin" else 1024
    with contextlib.suppress(OSError):
        # Where the system tells it: the other number counts the parent's memory, too.
        told = open("/proc/self/status").read()
        peak = 1024 * int(told.partition("VmHWM:")[2].split()[0])
    # of processes that it started, too
    inner = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = max(peak, inner.ru_maxrss * 1024)
    cpu = time.process_time() + inner.ru_utime + inner.ru_stime
except ImportError:
    import ctypes
    from ctypes import wintypes
    class Counters(ctypes.Structure):
        _fields_ = [("cb", wintypes.DWORD), ("faults", wintypes.DWORD), *(
            (name, ctypes.c_size_t) for name in ("peak", "now", "a", "b", "c", "d", "e", "f"))]
    counters = Counters()
    ctypes.windll.psapi.GetProcessMemoryInfo(
        ctypes.windll.kernel32.GetCurrentProcess(), ctypes.byref(counters), ctypes.sizeof(counters))
    peak, cpu = counters.peak, time.process_time()
told = {"peak": peak / 2**20, "cpu": cpu, "said": said.getvalue()[-4000:], "fault": fault}
print(json.dumps(told))
"""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a file.

    Attributes:
        seconds: Time of the processor.
        megabytes: Most memory that the process had.
        words: The last line it said.
        fault: A traceback or how it ended early; empty if neither.
    """

    seconds: float
    megabytes: float
    words: str
    fault: str

    @property
    def good(self) -> bool:
        """True where it stays within the bounds and says a sentence."""
        within = self.seconds <= MOST_SECONDS and self.megabytes <= MOST_MEGABYTES
        return within and not self.fault


def tried(path: Path, convert: bool = False) -> Outcome:
    """Return what came of a file that was opened in a process of its own."""
    words = ["check", str(path)]
    if convert:
        words = ["convert", str(path), "-o", str(path.with_name("tried.arch"))]
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-c", CHILD, json.dumps(words), str(LONGEST)],
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        told = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return Outcome(PATIENCE, 0.0, "", "hangs")
    except (ValueError, IndexError):
        if done.returncode < 0:
            return Outcome(LONGEST, 0.0, "", "hangs")
        return Outcome(time.monotonic() - began, 0.0, "", f"ended early: {done.stderr[-200:]}")
    fault = told["fault"] or ("traceback" if "Traceback (most" in told["said"] else "")
    lines = [line for line in told["said"].splitlines() if line.strip()]
    words_said = lines[0] if lines else ""
    return Outcome(told["cpu"], told["peak"], words_said, fault)


def main(arguments: list[str]) -> int:
    """Try files and the files of folders; 1 if one is not good."""
    convert = "--convert" in arguments
    words = [one for one in arguments if not one.startswith("--")]
    if "--bombs" in arguments:
        return _bombs(words, convert)
    places = map(Path, words)
    files = [
        file
        for place in places
        for file in (sorted(place.rglob("*")) if place.is_dir() else [place])
        if file.is_file()
    ]
    bad = [file for file in files if not _told(file.name, tried(file, convert))]
    return 1 if bad else 0


def _bombs(wanted: list[str], convert: bool) -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tests.files.bombs import BOMBS

    bad = 0
    for name, (make, size) in BOMBS.items():
        if not wanted or name.startswith(tuple(wanted)):
            with TemporaryDirectory() as folder:
                bad += not _told(name, tried(make(Path(folder), size), convert))
    return 1 if bad else 0


def _told(name: str, found: Outcome) -> bool:
    mark = " " if found.good else "!"
    end = found.fault.strip().splitlines()[-1] if found.fault else found.words
    print(
        f"{mark} {found.seconds:6.1f} s {found.megabytes:6.0f} MB  {name}: {end[:150]}", flush=True
    )
    return found.good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
