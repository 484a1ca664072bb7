"""Every bundled file loads, says where it comes from, and agrees with published poses."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.redescribe import inertia_matrix
from rvs.engine.kinematics import fkine, frames
from rvs.files.formats import check_file
from rvs.files.library import files_of, load_robot, names
from rvs.files.motions.jtraj import read_jtraj
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import architecture_text
from rvs.files.robots.jconfig import read_postures
from rvs.files.storage.locations import bundled_folder
from rvs.files.text.syntax import Node, Pair, read_tree

SAMPLES = json.loads(
    (Path(__file__).parent / "reference" / "bundled_fk.json").read_text(encoding="utf-8")
)["robots"]
NAMED = ("rediestro", "puma560", "travpuma", "stanford", "rhino-xr3", "scara")
EXPECTED = (
    *NAMED,
    *("rediestro-long", "diestro", "fanuc-arc-mate", "canadarm2", "ur5e", "panda", "iiwa14"),
    *("planar-2r", "planar-3r", "cylindrical", "spherical", "cartesian", "prr", "twolink"),
    "puma560-modified",
)


def bundled(folder: str) -> list[Path]:
    return sorted(path for path in (bundled_folder() / folder).iterdir() if path.suffix != ".md")


def inside(robot, values):
    turns = np.array([joint.turns for joint in robot.joints])
    return np.where(turns, np.radians(values), values)


def reach_of(robot) -> float:
    return sum(abs(joint.a) + abs(joint.d) for joint in robot.joints) or 1.0


def test_every_promised_robot_is_there():
    assert set(EXPECTED) <= set(names())
    assert len(names()) >= 69


@pytest.mark.parametrize("path", [*bundled("arch"), *bundled("jconfig"), *bundled("jtraj")])
def test_loads_without_a_word(path):
    report = check_file(path)
    assert report.ok, report.errors
    assert not report.warnings


@pytest.mark.parametrize("name", names())
def test_says_where_its_numbers_come_from(name):
    architecture = load_robot(name)
    assert len(architecture.robot.source) > 8
    assert architecture.confidence in ("high", "medium", "constructed")


@pytest.mark.parametrize("name", names())
def test_stands_within_its_limits_above_the_floor(name):
    robot = load_robot(name).robot
    assert (robot.limits[:, 0] <= robot.home).all()
    assert (robot.home <= robot.limits[:, 1]).all()
    heights = [*frames(robot, robot.home)[:, 2, 3], fkine(robot, robot.home)[2, 3]]
    assert min(heights) >= -1e-5 * reach_of(robot)
    assert np.any(robot.home)


@pytest.mark.parametrize("name", names())
def test_agrees_with_published_poses(name):
    robot = load_robot(name).robot
    assert SAMPLES[name]
    for sample in SAMPLES[name]:
        pose = fkine(robot, inside(robot, sample["q"]))
        assert np.abs(pose - sample["pose"]).max() < 1e-5 * max(1.0, reach_of(robot))


def test_both_forms_of_the_puma_reach_the_same_points():
    # The waist's zero is half a turn away, joints 2 and 3 run the other way.
    standard, modified = load_robot("puma560").robot, load_robot("puma560-modified").robot
    up, other = np.radians([0, 90, -90, 0, 0, 0]), np.radians([180, -90, 90, 0, 0, 0])
    assert np.allclose(fkine(standard, up)[:3, 3], fkine(modified, other)[:3, 3], atol=2e-3)


@pytest.mark.parametrize("path", bundled("arch"), ids=lambda path: path.stem)
def test_saving_unchanged_changes_nothing(path):
    architecture = load_robot(path)
    assert architecture_text(architecture) == architecture.text


def numeric_leaves(node: Node) -> list[Node]:
    if node.kind == "number":
        return [node]
    return [leaf for item in node.items for leaf in numeric_leaves(item)]


@pytest.mark.parametrize("path", bundled("arch"), ids=lambda path: path.stem)
def test_one_value_changes_one_span(path):
    """Change each number, every second at a time: saving changes the characters of these alone."""
    tree = read_tree(path)
    text = tree.source.text
    entries = [entry for entry in tree.root.entries if isinstance(entry, Pair)]
    entries += [pair for group in tree.root.groups for pair in group.pairs]
    leaves = [
        (leaf, new)
        for entry in entries
        if entry.key not in ("base", "tool", "maker")
        for leaf in numeric_leaves(entry.value)
        if (new := another(entry.key, float(leaf.text))) is not None
    ]
    assert leaves
    for first in range(2):
        some = leaves[first::2]
        ends = [0, *(leaf.end for leaf, _ in some)]
        pieces = [text[end : leaf.start] for end, (leaf, _) in zip(ends, some, strict=False)]
        pieces.append(text[ends[-1] :])
        news = [new for _, new in some]
        changed = "".join(map("".join, zip(pieces, [*news, ""], strict=True)))
        edited = parse_architecture(changed, path.stem)
        saved = architecture_text(replace(edited, text=text))
        found = between(pieces, saved)
        assert list(map(float, found)) == pytest.approx(list(map(float, news)))
        # The same text says the same.
        assert saved == changed or parse_architecture(saved, path.stem) == edited


def between(pieces: list[str], text: str) -> list[str]:
    """Return the words between pieces that make up a text together with them."""
    words, at = [], len(pieces[0])
    assert text.startswith(pieces[0])
    for piece in pieces[1:]:
        end = text.find(piece, at) if piece is not pieces[-1] else len(text) - len(piece)
        assert re.fullmatch(r"[-+.\w]+", text[at:end]), text
        assert text.startswith(piece, end), text
        words.append(text[at:end])
        at = end + len(piece)
    return words


def another(key: str, value: float) -> str | None:
    """Return another number that may stand in its place, or None if none may."""
    new = repr(value * 1.25 if value and key != "th" else value + 0.125 * (key != "Tc"))
    return None if float(new) == value else new.removesuffix(".0")


def test_the_thesis_rows_keep_the_orientation_on_a_circle():
    architecture = load_robot("rediestro")
    rows = read_jtraj(bundled_folder() / "jtraj" / "rediestro-thesis.jtraj", architecture)
    poses = fkine(architecture.robot, rows.trajectory.rows.array)
    assert rows.trajectory.rows.array.shape == (4, 7)
    assert np.abs(poses[:, :3, :3] - poses[0, :3, :3]).max() < 1e-4
    steps = np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1)
    # One degree on a circle of 100 mm is a chord of 1.745 mm; the rows have four decimals.
    assert steps == pytest.approx(2 * 0.1 * math.sin(math.radians(0.5)), abs=5e-6)
    assert np.ptp(poses[:, 2, 3]) < 5e-6


@pytest.mark.parametrize("name", NAMED)
def test_named_robots_have_three_postures(name):
    postures = read_postures(files_of("jconfig")[name], load_robot(name)).postures
    assert len(postures) >= 3


@pytest.mark.parametrize("path", bundled("jconfig"), ids=lambda path: path.stem)
def test_postures_keep_the_limits(path):
    architecture = load_robot(path.stem)
    for posture in read_postures(path, architecture).postures:
        lower, upper = architecture.robot.limits.T
        assert (lower <= np.array(posture.q) + 1e-9).all()
        assert (np.array(posture.q) <= upper + 1e-9).all()


# As published, although no rigid body has them: the moments of one link are measured apart, the
# first link of a PUMA turns about one axis alone, and drives are part of what was measured.
MEASURED = ("puma560", "puma560-modified", "travpuma", "panda")
SPEEDS = re.compile(r"; speeds( and torques)?: ")
# The slowest and the fastest joint of an arm that moves people's work, degrees/s.
SLOW, FAST = 30.0, 1000.0
# Industrial and collaborative arms that a maker sells or sold.
KNOWN_RATES, KNOWN_EFFORTS, KNOWN_MASSES = 47, 26, 22


@pytest.mark.parametrize("name", names())
def test_masses_are_those_of_bodies(name):
    for joint in load_robot(name).robot.joints:
        if joint.inertia is None or name in MEASURED:
            continue
        smallest, middle, largest = np.linalg.eigvalsh(inertia_matrix(joint.inertia))
        assert joint.inertia.mass > 0
        assert smallest >= 0
        # as many digits as were published
        assert largest <= (smallest + middle) * (1 + 1e-3)


@pytest.mark.parametrize("name", names())
def test_speeds_and_torques_are_all_there_and_their_source_is_named(name):
    robot = load_robot(name).robot
    rates = [joint.rate for joint in robot.joints]
    efforts = [joint.effort for joint in robot.joints]
    for values in (rates, efforts):
        assert all(map(math.isfinite, values)) or not any(map(math.isfinite, values))
    said = SPEEDS.search(robot.source)
    assert bool(said) == math.isfinite(rates[0])
    assert bool(said and said[1]) == math.isfinite(efforts[0])
    if said:
        assert all(SLOW <= math.degrees(rate) <= FAST + 1e-9 for rate in rates)
    if said and said[1]:
        # nearer to the base more is carried
        assert all(1.0 <= effort <= 1000.0 for effort in efforts)
        assert efforts[0] == max(efforts) or efforts[1] == max(efforts)


@pytest.mark.parametrize("name", names())
def test_masses_name_their_source(name):
    """Whoever has masses says from where; who says so has them."""
    robot = load_robot(name).robot
    known = any(joint.inertia is not None for joint in robot.joints)
    assert ("masses" in robot.source) is known, robot.source


def test_so_much_of_the_robots_is_known():
    robots = [load_robot(name).robot for name in names()]
    assert sum(math.isfinite(robot.joints[0].rate) for robot in robots) >= KNOWN_RATES
    assert sum(math.isfinite(robot.joints[0].effort) for robot in robots) >= KNOWN_EFFORTS
    known = [robot for robot in robots if all(joint.inertia for joint in robot.joints)]
    assert len(known) >= KNOWN_MASSES


def test_the_published_limits_of_one():
    robot = load_robot("ur5e").robot
    assert np.degrees([joint.rate for joint in robot.joints]) == pytest.approx([180.0] * 6)
    assert [joint.effort for joint in robot.joints] == [150.0] * 3 + [28.0] * 3
