"""Files of every format with something changed in them, each by its number.

``python -m tests.files.mutants COUNT [SUFFIX …]`` reads so many of each suffix, from ``--from N``
on, and keeps in ``--into FOLDER`` those that end otherwise than by a value or a sentence.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from rvs.files.formats import FORMATS, Report, check_file
from rvs.files.library import load_robot
from rvs.files.storage.locations import bundled_folder
from rvs.files.writers import WRITERS
from rvs.model.robots.imported import Choices

from . import (
    test_dae,
    test_half_robots,
    test_mjcf,
    test_mjcf_meshes,
    test_mjcf_parts,
    test_mjcf_schema,
    test_robot_tables,
    test_scripts,
    test_sdf,
    test_urdf,
)
from . import test_script_languages as languages
from .bombs import stl

# Files of CAD programs are read by OpenCascade, in a process of its own.
READ_HERE = [one for one in FORMATS if one.use != "cad"]
SUFFIXES = list(dict.fromkeys(suffix for one in READ_HERE for suffix in one.suffixes))
# Seconds that a file of a few kilobytes may take.
PATIENCE = 10
# Bytes that it may take, with the program.
ROOM = 2**30
BUNDLED = ("arch", "jconfig", "jtraj", "ctraj", "links", "work_env")
ROBOTS = ("puma560", "scara")
WORD = re.compile(rb"[A-Za-z_]+|\d[\d.e]*|\s+|.", re.DOTALL)
NUMBER = re.compile(rb"\d+\.?\d*(?:[eE][-+]?\d+)?")
SNIPPETS = [
    *(bytes([one]) for one in b"{}[]()<>=\"'/*-+,;:.%#|&\\!@^\0\n\t \xff"),
    *(b"/*", b"*/", b"\r\n", b"\xef\xbb\xbf", b"&amp;", b"&x;", b"<!--", b"]]>", b"${"),
]  # fmt: skip
NUMBERS = (
    b"0 1 -1 2 3 0.5 1e999 -1e999 1e308 1e-320 nan inf 99999999999 1e18 4294967296 -2147483649 1,5 "
    b"0x10 1j 007 1_0 1e true null None '' [] {} 65536 2000 1000000"
).split()
MATRIX = "0 0.3 0.5 1.57 0\n1 0.2 0 0 0\n0 0.1 0.4 0 0\n"
ROWS = "time,q1,q2,q3\n0,0,0.1,0\n0.5,0.2,0.1,-1\n1,0.3,0.2,-2\n"
TABLE = "| i | a [mm] | alpha [deg] | d | theta |\n|---|---|---|---|---|\n"
TABLE += "| 1 | 300 | 90 | 0 | q1 |\n| 2 | 0 | -90 | d2 | 0 |\n"
OBJ = (
    "mtllib a.mtl\no a\nv 0 0 0\nv 1 0 0 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\nusemtl red\n"
    "g one\nf 1 3 2\nf 1/1 2/1 4/1\nf -4//1 -1//1 -2//1\nusemtl blue\nf 2/1/1 3/1/1 4/1/1\n"
)
SOLID = (
    "solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
    "   vertex 0 1 0\n  endloop\n endfacet\nendsolid a\n"
)
HTML = (
    "<html><table><tr><th>i</th><th>a</th><th>&alpha;</th><th>d</th><th>theta</th></tr>"
    "<tr><td>1</td><td>2</td><td>90&deg;</td><td>0</td><td>q1</td></tr>"
    "<tr><td>2<td>0<td>-90<td>d<sub>2</sub></td><td>0</td></tr></table></html>"
)
XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
 <xacro:arg name="length" default="${0.1 + 0.2}"/>
 <xacro:property name="reach" value="$(arg length)"/>
 <link name="base"/><xacro:macro name="turn" params="above to reach:=^|0.5 *look">
  <joint name="${'turn_%s' % to}" type="continuous"><parent link="${above}"/>
  <child link="${to}"/><origin xyz="0 0 ${reach}"/><axis xyz="0 0 1"/></joint>
  <link name="${to}"><xacro:insert_block name="look"/></link></xacro:macro>
 <xacro:turn above="base" to="one"><visual><geometry><sphere radius="0.1"/></geometry></visual>
 </xacro:turn><xacro:if value="${reach > 0.2}"><xacro:turn above="one" to="two" reach="0.25">
 <visual><geometry><box size="1 1 1"/></geometry></visual></xacro:turn></xacro:if></robot>"""
MESH = test_mjcf_meshes.MODEL.format(
    mesh=f'vertex="{test_mjcf_meshes.POINTS}" face="{test_mjcf_meshes.FACES}"', geom=""
)


def gltf() -> bytes:
    """Return a file of one tetrahedron, some of whose numbers are given by their places."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "<f4").tobytes()
    faces = np.array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], "<u2").tobytes()
    data = points + faces + struct.pack("<H", 1) + bytes(2) + struct.pack("<3f", 2, 0, 0)
    views = [(0, 48), (48, 24), (72, 2), (76, 12)]
    sparse = {
        "count": 1,
        "indices": {"bufferView": 2, "componentType": 5123},
        "values": {"bufferView": 3},
    }
    said = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"mesh": 0, "translation": [0, 1, 0], "rotation": [0, 0, 0, 1], "scale": [1, 2, -1]},
            {"children": [2]},
            {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]},
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "COLOR_0": 0}, "indices": 1},
                            {"attributes": {"POSITION": 2}, "mode": 5, "material": 0}]}
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4},
            {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 12},
            {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4, "sparse": sparse},
        ],
        "bufferViews": [{"buffer": 0, "byteOffset": a, "byteLength": n} for a, n in views],
        "buffers": [
            {
                "byteLength": len(data),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode(),
            }
        ],
    }  # fmt: skip
    return json.dumps(said).encode()


def glb() -> bytes:
    """Return the same in one binary file."""
    said = json.loads(gltf())
    data = base64.b64decode(said["buffers"][0].pop("uri").partition(",")[2])
    head = json.dumps(said).encode()
    head += b" " * (-len(head) % 4)
    size = 12 + 8 + len(head) + 8 + len(data)
    chunks = struct.pack("<I4s", len(head), b"JSON") + head
    chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, size) + chunks


def scripts(suffix: str) -> list[str]:
    """Return those that the tests of scripts read, with all that a language means."""
    table = {".py": languages.PYTHON, ".m": languages.MATLAB}[suffix]
    texts = [languages.HEAD[suffix] + text + languages.TAIL[suffix] for text, _ in table.values()]
    texts += [row[1] for row in test_scripts.READ.values() if row[0] == suffix]
    return (
        texts
        + {
            ".py": [test_robot_tables.PYTHON, test_robot_tables.LOOPS],
            ".m": [
                test_robot_tables.MATLAB,
                test_robot_tables.MATLAB_SCREWS,
                test_robot_tables.LATER,
            ],
        }[suffix]
    )


# What no writer of RVS writes, by the suffix.
TEXTS: dict[str, Callable[[], list[str | bytes]]] = {
    ".py": lambda: [*scripts(".py")],
    ".m": lambda: [*scripts(".m")],
    ".xacro": lambda: [XACRO],
    ".xml": lambda: [f"<mujoco>{model}</mujoco>" for model in test_mjcf_parts.MODELS.values()],
    ".mjcf": lambda: [
        test_mjcf.MODEL,
        test_half_robots.MJCF,
        test_mjcf.TWICE,
        test_mjcf.GEOMS,
        test_mjcf_schema.BASE,
        MESH,
    ],
    ".sdf": lambda: [test_sdf.MODEL, test_half_robots.SDF],
    ".urdf": lambda: [test_urdf.ARM, test_half_robots.URDF],
    ".csv": lambda: [ROWS],
    ".tsv": lambda: [ROWS.replace(",", "\t")],
    ".log": lambda: [ROWS.replace(",", " "), ROWS],
    ".txt": lambda: [MATRIX, ROWS, TABLE],
    ".dat": lambda: [MATRIX, ROWS],
    ".md": lambda: [TABLE],
    ".html": lambda: [HTML],
    ".conf": lambda: [test_robot_tables.CONF],
    ".stl": lambda: [stl(4), SOLID],
    ".obj": lambda: [OBJ],
    ".dae": lambda: [test_dae.WHOLE, *map(test_dae.text, test_dae.FORMS.values())],
    ".gltf": lambda: [gltf()],
    ".glb": lambda: [glb()],
    ".msh": lambda: [test_mjcf_meshes.msh(), test_mjcf_meshes.msh(False)],
}


def documented(suffix: str) -> list[str]:
    """Return the whole files of a suffix that the manual shows."""
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    found = []
    for title, part in zip(parts[1::2], parts[2::2], strict=True):
        if title.endswith(f"{suffix}`"):
            found += re.findall(r"^```\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
    return [one for one in found if _right(suffix, one)]


def _right(suffix: str, text: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"shown{suffix}"
        path.write_text(text, encoding="utf-8")
        return check_file(path).ok


@cache
def samples(suffix: str) -> tuple[bytes, ...]:
    """Return files of a suffix that are right."""
    found: list[str | bytes] = [*TEXTS.get(suffix, list)(), *documented(suffix)]
    for folder in () if suffix in TEXTS else BUNDLED:
        places = sorted((bundled_folder() / folder).rglob(f"*{suffix}"))
        found += [path.read_bytes() for path in places]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"robot{suffix}"
        for writer in WRITERS:
            if suffix in writer.suffixes and suffix != ".arch":
                for robot in ROBOTS:
                    writer.write(path, load_robot(robot))
                    found.append(path.read_bytes())
    return tuple(one.encode() if isinstance(one, str) else one for one in found)


def mutant(suffix: str, number: int) -> bytes:
    """Return a file with one to six changes, always the same of a number."""
    rng = Random(f"{suffix} {number}")
    known = samples(suffix)
    # A change of a short file meets what is read more often than one of a long file, and sooner.
    (chosen,) = rng.choices(known, [1 / len(one) for one in known])
    parts = WORD.findall(chosen)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        rng.choice(CHANGES)(rng, parts, known)
    return b"".join(parts)


def _put(rng: Random, parts: list[bytes], _: object) -> None:
    at = rng.randint(0, len(parts))
    word = rng.choice(SNIPPETS) if rng.random() < 0.9 else rng.randbytes(rng.randint(1, 4))
    parts[at : at + rng.randint(0, 3)] = [word]


def _number(rng: Random, parts: list[bytes], _: object) -> None:
    places = [k for k, part in enumerate(parts) if NUMBER.match(part)]
    if places:
        parts[rng.choice(places)] = rng.choice(NUMBERS)


def _word(rng: Random, parts: list[bytes], _: object) -> None:
    """Put a word of the file in the place of another."""
    places = [k for k, part in enumerate(parts) if part.isalnum()]
    if places:
        parts[rng.choice(places)] = parts[rng.choice(places)]


def _cut(rng: Random, parts: list[bytes], _: object) -> None:
    at = rng.randint(0, len(parts))
    del parts[at : at + rng.choice((1, 1, 2, 5, 20, 100))]


def _double(rng: Random, parts: list[bytes], _: object) -> None:
    at, size = rng.randint(0, len(parts)), rng.choice((1, 3, 10, 40))
    parts[at:at] = parts[at : at + size] * rng.choice((1, 1, 2, 20))


def _move(rng: Random, parts: list[bytes], _: object) -> None:
    at, size = rng.randint(0, len(parts)), rng.choice((1, 3, 10, 40))
    taken = parts[at : at + size]
    del parts[at : at + size]
    to = rng.randint(0, len(parts))
    parts[to:to] = taken


def _borrow(rng: Random, parts: list[bytes], known: tuple[bytes, ...]) -> None:
    """Put a piece of another file in."""
    other = WORD.findall(rng.choice(known))
    at, start = rng.randint(0, len(parts)), rng.randint(0, len(other))
    parts[at:at] = other[start : start + rng.choice((3, 10, 40))]


def _end(rng: Random, parts: list[bytes], _: object) -> None:
    if rng.random() < 0.2:
        del parts[rng.randint(0, len(parts)) :]


CHANGES = (_put, _put, _number, _number, _word, _cut, _double, _move, _borrow, _end)


def survives(path: Path) -> Report:
    """Check a file; whatever is said of it names it."""
    report = check_file(path)
    for problem in (*report.errors, *report.warnings):
        assert problem.message
        assert str(path) in str(problem)
    return report


@contextmanager
def _ended() -> Iterator[None]:
    """End what takes longer than it may, where the system can."""

    def end(*_: object) -> None:
        raise TimeoutError(f"takes more than {PATIENCE} s of the processor")

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, end)
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _expand_here() -> None:
    """Expand templates in this process behind their guard: one for each takes half a second."""
    import xacro
    from xacro import substitution_args

    from rvs.files.trees import xacro as reader
    from rvs.files.trees.file_reach import reach_of
    from rvs.files.trees.xacro_process import answered

    # The guard stands in modules of the package, for one template.
    kept = [(vars(module), dict(vars(module))) for module in (xacro, substitution_args)]

    def answer(path: Path, choices: Choices) -> dict[str, Any]:
        try:
            return {**answered(path, reach_of(path, choices).folders, dict(choices.args))}
        finally:
            for names, before in kept:
                names.clear()
                names.update(before)

    reader._answer = answer  # type: ignore[assignment]


def _remember_models() -> None:
    """Read the models of the library's robots once: cells refer to them, each anew."""
    from rvs.files.bodies import models

    models.read_body = cache(models.read_body)


def _bounded() -> Callable[[], float]:
    """Let no file have more than a gigabyte, where the system can; return what tells the most."""
    try:
        import resource
    except ImportError:
        return lambda: 0.0
    resource.setrlimit(resource.RLIMIT_DATA, (ROOM, ROOM))
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main() -> int:
    """Read many; 1 if one ends in a traceback, takes too long or too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("suffixes", nargs="*", default=SUFFIXES)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--into", type=Path, default=Path(tempfile.gettempdir()) / "mutants")
    chosen = parser.parse_args()
    warnings.simplefilter("error")
    chosen.into.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, int] = {}
    peak = _bounded()
    if ".xacro" in chosen.suffixes:
        _expand_here()
    _remember_models()
    for suffix in chosen.suffixes:
        began, bad, read, slowest = time.process_time(), 0, 0, (0.0, 0)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"mutant{suffix}"
            for number in range(chosen.first, chosen.first + chosen.count):
                path.write_bytes(mutant(suffix, number))
                start = time.process_time()
                try:
                    with _ended():
                        read += survives(path).ok
                except BaseException as error:
                    if isinstance(error, KeyboardInterrupt):
                        raise
                    last = traceback.extract_tb(error.__traceback__)[-1]
                    kind = f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}"
                    bad, kinds[kind] = bad + 1, kinds.get(kind, 0) + 1
                    if kinds[kind] == 1:
                        path.rename(chosen.into / f"{number}{suffix}")
                        print(f"{suffix} {number}: {kind}: {str(error)[:200]}", flush=True)
                slowest = max(slowest, (time.process_time() - start, number))
        print(
            f"{suffix}: {chosen.count} read, {read} right, {bad} bad, "
            f"{time.process_time() - began:.0f} s, slowest {slowest[0]:.2f} s ({slowest[1]}), "
            f"at most {peak():.0f} MB",
            flush=True,
        )
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
