"""Models that an SDF file includes: the same robot as with them written out, or said why not."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.cross_check import opinion
from rvs.files.cross_check.process import answered
from rvs.files.text.errors import FileErrors, OutsideFiles
from rvs.files.trees.chains import chosen_ends
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file
from rvs.model.robots.imported import USUAL, Choices
from tests.files.test_sdf_frames import BASE, MASS

FRAMES = """<frame name="grip" attached_to="finger"><pose>0 .2 0 .1 0 .3</pose></frame>
<frame name="mid"><pose>0 .1 0 .1 0 .3</pose></frame>"""
HAND = f"""<model name="hand"{{attributes}}>{{pose}}<link name="palm"><pose>.1 0 .05 .2 0 0</pose>
{MASS.format(1)}</link>{FRAMES}<link name="finger"><pose>0 .1 .2 0 .2 .1</pose>{MASS.format(0.5)}
</link><joint name="jf" type="revolute"><parent>palm</parent><child>finger</child><axis>
<xyz{{axis}}>.3 1 0</xyz></axis></joint></model>"""
JOINT = """<joint name="j3" type="revolute"><parent>l2</parent><child>{}</child><axis>
<xyz>0 .1 1</xyz></axis></joint></model></sdf>"""
INCLUDE = "<include{}><uri>model://{}</uri>{}</include>"
AT = '<pose relative_to="F">.1 .2 .3 .4 .5 .6</pose>'
OWN = "<pose>.3 .2 .1 .1 .2 .3</pose>"
GRIP = ' placement_frame="grip"'
AXIS = ' expressed_in="__model__"'
# What the hand and its include say: attributes, pose and axis of the one, version, place of the
# other; and what the hand would say if it stood in the file.
CASES = {
    "plain": (("", "", ""), "1.9", "", ("", "", "")),
    "its own pose": (("", OWN, ""), "1.9", "", ("", OWN, "")),
    "another pose": (("", OWN, ""), "1.9", AT, ("", AT, "")),
    "placed": ((GRIP, OWN, ""), "1.9", AT, (GRIP, AT, "")),
    "placed by the include": (
        ("", OWN, ""), "1.9", f"{AT}<placement_frame>mid</placement_frame>",
        (' placement_frame="mid"', AT, ""),
    ),
    "axis in its frame": (("", "", AXIS), "1.9", AT, ("", AT, AXIS)),
    "of an old version": (("", "", ""), "1.4", AT, ("", AT, AXIS)),
}  # fmt: skip


def hand(attributes: str = "", pose: str = "", axis: str = "") -> str:
    return HAND.format(attributes=attributes, pose=pose, axis=axis)


def packed(folder: Path, text: str, version: str = "1.9", name: str = "hand") -> Path:
    """Write a model into a package of its own."""
    package = folder / name
    package.mkdir(parents=True)
    listed = f'<sdf version="1.2">old.sdf</sdf><sdf version="{version}">it.sdf</sdf>'
    (package / "model.config").write_text(f"<model>{listed}</model>", encoding="utf-8")
    (package / "it.sdf").write_text(f'<sdf version="{version}">{text}</sdf>', encoding="utf-8")
    return package


def read(folder: Path, more: str, child: str, choices: Choices = USUAL) -> TreeFile:
    path = folder / "arm.sdf"
    text = BASE.replace("</model></sdf>", more + JOINT.format(child))
    path.write_text(text, encoding="utf-8")
    return read_tree_file(path, choices)


def poses(file: TreeFile, tip: str) -> np.ndarray:
    chain = TreeChain(file.tree, chosen_ends(file, "world", tip))
    q = np.random.default_rng(1).uniform(-1, 1, (5, len(chain.ends.joints)))
    return chain.fkine(q)


@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize(("own", "version", "place", "told"), CASES.values(), ids=CASES)
def test_an_included_model_is_the_same_as_one_that_stands_there(
    own: tuple, version: str, place: str, told: tuple, merge: bool, tmp_path: Path, monkeypatch
) -> None:
    packed(tmp_path, hand(*own), version)
    attribute, prefix = (' merge="true"', "") if merge else ("", "hand::")
    file = read(tmp_path, INCLUDE.format(attribute, "hand/", place), f"{prefix}palm")
    (tmp_path / "other").mkdir()
    other = read(tmp_path / "other", hand(*told), "hand::palm")
    assert not file.warnings
    np.testing.assert_allclose(
        poses(file, f"{prefix}finger"), poses(other, "hand::finger"), atol=1e-12
    )
    pytest.importorskip("pydrake")
    monkeypatch.setattr(opinion, "asked", answered)
    chain = TreeChain(file.tree, chosen_ends(file))
    said = opinion.opinion_on(file, chain, chain.robot())
    assert said.agrees, said.words


def test_names_of_an_included_model_are_told_apart(tmp_path: Path) -> None:
    packed(tmp_path, hand())
    left, right = (INCLUDE.format("", "hand", f"<name>{one}</name>{AT}") for one in "lr")
    file = read(tmp_path, left + right, "r::palm")
    assert {"r::palm", "r::finger"} <= set(file.tree.link)
    (loose,) = file.warnings
    assert "<model name='l'>: no joint connects it to the rest" in str(loose)


def test_includes_and_meshes_count_from_the_file_that_names_them(tmp_path: Path) -> None:
    look = "<visual name='v'><geometry><mesh><uri>{}</uri></mesh></geometry></visual>"
    inner = hand().replace("</link>", f"{look.format('meshes/a.stl')}</link>", 1)
    (packed(tmp_path, inner) / "meshes").mkdir()
    (tmp_path / "hand" / "meshes" / "a.stl").touch()
    whole = f"<model name='tool'>{INCLUDE.format('', 'hand', '')}</model>"
    package = packed(tmp_path / "more", whole, name="tool")
    (package / "it.sdf").write_text(
        f"<sdf version='1.9'>{whole}</sdf>".replace("model://hand", "../../hand/it.sdf")
    )
    file = read(
        tmp_path,
        INCLUDE.format("", "tool", ""),
        "tool::hand::palm",
        Choices.of(allow=[tmp_path / "more", tmp_path]),
    )
    (seen,) = file.visuals["tool::hand::palm"]
    assert (tmp_path / seen.file.replace("model://tool", "more/tool")).resolve() == (
        tmp_path / "hand" / "meshes" / "a.stl"
    )


def test_a_folder_outside_is_asked_for(tmp_path: Path) -> None:
    folder = packed(tmp_path / "elsewhere", hand())
    (tmp_path / "arm").mkdir()
    more = INCLUDE.format("", "hand", "").replace("model://hand", "../elsewhere/hand/it.sdf")
    with pytest.raises(OutsideFiles) as caught:
        read(tmp_path / "arm", more, "hand::palm")
    assert folder in caught.value.folders
    file = read(tmp_path / "arm", more, "hand::palm", Choices.of(allow=[folder]))
    assert "hand::palm" in file.tree.link


def test_the_robot_of_a_world_is_the_model_that_moves(tmp_path: Path) -> None:
    packed(tmp_path, hand())
    packed(tmp_path, "<model name='floor'><link name='f'/></model>", name="floor")
    path = tmp_path / "w.sdf"
    world = INCLUDE.format("", "floor", "") + INCLUDE.format("", "hand", OWN)
    path.write_text(f"<sdf version='1.9'><world name='w'>{world}</world></sdf>", encoding="utf-8")
    file = read_tree_file(path)
    assert file.tree.name == "hand"
    (warning,) = file.warnings
    assert "<model name='floor'>: another model" in str(warning)


@pytest.mark.parametrize(
    ("include", "words"),
    [
        (INCLUDE.format("", "gripper", ""), "'model://gripper' is not in the known folders"),
        ("<include><uri>https://fuel.org/hand</uri></include>", "is on the web"),
        (INCLUDE.format("", "hand/other.urdf", ""), "is not SDF: it contains <robot>"),
        (INCLUDE.format("", "hand", "<experimental:params/>"), "experimental:params"),
    ],
)
def test_what_is_not_included_is_named(include: str, words: str, tmp_path: Path) -> None:
    package = packed(tmp_path, hand())
    (package / "other.urdf").write_text("<robot name='r'/>", encoding="utf-8")
    path = tmp_path / "arm.sdf"
    path.write_text(BASE.replace("</model></sdf>", f"{include}</model></sdf>"), encoding="utf-8")
    warning = read_tree_file(path).warnings[0]
    assert words in str(warning)
    assert warning.line


@pytest.mark.parametrize(
    ("include", "words"),
    [
        ("<include/>", "expected the path of a model"),
        (INCLUDE.format("", "hand", "<placement_frame>mid</placement_frame>"), "without a <pose>"),
        (INCLUDE.format("", "loop", ""), "files include one another"),
    ],
)
def test_includes_that_can_not_be_meant_are_refused(
    include: str, words: str, tmp_path: Path
) -> None:
    packed(tmp_path, hand())
    packed(tmp_path, f"<model name='l'>{INCLUDE.format('', 'loop', '')}</model>", name="loop")
    path = tmp_path / "arm.sdf"
    path.write_text(BASE.replace("</model></sdf>", f"{include}</model></sdf>"), encoding="utf-8")
    with pytest.raises(FileErrors, match=re.escape(words)):
        read_tree_file(path)


BOX, BALL = "<box><size>.1 .2 .3</size></box>", "<sphere><radius>.1</radius></sphere>"
COLLISION = (
    "<collision name='{0}'>{1}<pose>0 0 {0} 0 0 0</pose><geometry>{2}</geometry></collision>"
)
MESH = "<mesh><uri>{}.obj</uri><scale>.1 .2 .3</scale></mesh>"
FACES = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"


@pytest.mark.parametrize(
    ("says", "solids", "mass", "height"),
    [
        ("", COLLISION.format(1, "", BOX), 6.0, 1.0),
        ("<density>500</density>", COLLISION.format(1, "", BOX), 3.0, 1.0),
        ("<density>500</density>", COLLISION.format(1, "<density>10</density>", BOX), 0.06, 1.0),
        ("", COLLISION.format(1, "", BOX) + COLLISION.format(3, "", BOX), 12.0, 2.0),
        ("<mass>4</mass>", COLLISION.format(1, "", BOX) + COLLISION.format(3, "", BOX), 4.0, 2.0),
        ("", COLLISION.format(0, "", BALL), 4000 * np.pi / 3 * 1e-3, 0.0),
        ("", COLLISION.format(0, "", MESH.format("whole")), 1.0, 0.075),
    ],
)
def test_masses_follow_from_outlines(
    says: str, solids: str, mass: float, height: float, tmp_path: Path
) -> None:
    file = weighed(tmp_path, says, solids)
    assert not file.warnings
    own = file.tree.link["l1"].inertia
    assert own is not None
    assert own.mass == pytest.approx(mass)
    assert own.com[2] == pytest.approx(height)


def weighed(folder: Path, says: str, solids: str) -> TreeFile:
    (folder / "whole.obj").write_text(FACES + "f 2 3 4\n", encoding="utf-8")
    (folder / "open.obj").write_text(FACES, encoding="utf-8")
    text = BASE.replace(MASS.format(2), f'<inertial auto="true">{says}</inertial>{solids}')
    (folder / "arm.sdf").write_text(text, encoding="utf-8")
    return read_tree_file(folder / "arm.sdf")


def test_moments_of_an_outline_are_those_of_its_shape(tmp_path: Path) -> None:
    own = weighed(tmp_path, "", COLLISION.format(0, "", BOX)).tree.link["l1"].inertia
    assert own is not None
    np.testing.assert_allclose(own.moments, [0.065, 0.05, 0.025, 0, 0, 0], atol=1e-12)


@pytest.mark.parametrize(
    ("solids", "words"),
    [
        ("", "no <collision> with a volume"),
        (COLLISION.format(0, "", MESH.format("open")), "its volume is not known"),
        (COLLISION.format(0, "", MESH.format("gone")), "its volume is not known"),
        (COLLISION.format(0, "", "<cone><radius>1</radius></cone>"), "its volume is not known"),
    ],
)
def test_a_mass_that_does_not_follow_is_left_out_with_a_note(
    solids: str, words: str, tmp_path: Path
) -> None:
    file = weighed(tmp_path, "", solids)
    assert file.tree.link["l1"].inertia is None
    assert any(words in str(one) for one in file.warnings)
