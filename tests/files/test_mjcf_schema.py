"""Every attribute that MuJoCo knows: it counts as it does there, or is named, or is refused.

The attributes are those of MuJoCo's own schema.  Each is said in a model with values that MuJoCo
takes; where a number of the robot is another one there than here, a message must name it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.mjcf import read_mjcf

mujoco: Any = pytest.importorskip("mujoco")

# One of each element that holds numbers of a robot.
BASE = """<mujoco model="all">
<compiler angle="radian"/>
<option><flag/></option>
<default><joint/><geom/><mesh/>
 <default class="c"><joint damping="0.7" armature="0.2"/><geom density="300" type="sphere"/>
  <mesh scale="2 2 2"/><general forcerange="-3 3"/><equality active="false"/></default></default>
<asset><mesh name="m" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .4" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
 <mesh name="n" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
 <material name="p"/></asset>
<worldbody>
 <body name="a" pos=".1 .2 .3"><joint name="j" axis="0 1 .2"/>
  <geom type="capsule" size=".1 .2 .3"/><geom type="sphere" size=".05" pos=".3 0 0"/>
  <body name="b" pos=".5 0 0"><inertial pos=".1 0 0" mass="2" diaginertia=".1 .2 .25"/>
   <joint name="k" axis="1 0 0" type="slide"/><site name="s"/><frame pos="0 0 0">
    <body name="d" pos="0 .3 0"><joint name="l" axis="0 0 1" pos="0 .1 0" range="-.5 .7"/>
     <geom type="mesh" mesh="m"/><site name="t" pos=".1 0 0"/></body></frame></body></body>
 <body name="other" pos="2 0 0"><freejoint/><geom size=".1 .1 .1"/></body>
</worldbody>
<tendon><fixed name="f"><joint joint="j" coef="1"/></fixed>
 <spatial name="g"><site site="s"/><site site="t"/></spatial></tendon>
<equality/><actuator/>
<keyframe><key name="home" qpos="0.1 0.2 0.3 2 0 0 1 0 0 0"/></keyframe>
</mujoco>"""
JOINTS = ("j", "k", "l")
# The elements of the model that stand for all of a kind.
PLACES = {
    "body": ".//body[@name='b']",
    "inertial": ".//inertial",
    "joint": ".//joint[@name='l']",
    "freejoint": ".//freejoint",
    "geom": ".//body[@name='a']/geom",
    "frame": ".//frame",
    "mesh": "asset/mesh",
}
# What MuJoCo asks of elements, by the one that they stand in.
ON_JOINT = {"joint": "j"}
SAID: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("actuator", "damper"): {**ON_JOINT, "ctrlrange": "0 1"},
    ("actuator", "dcmotor"): {**ON_JOINT, "motorconst": "1 1", "resistance": "1"},
    ("actuator", "adhesion"): {"body": "a", "ctrlrange": "0 1"},
    ("default", "damper"): {"ctrlrange": "0 1"},
    ("default", "dcmotor"): {"motorconst": "1 1", "resistance": "1"},
    ("equality", "joint"): {"joint1": "j", "joint2": "l"},
    ("equality", "connect"): {"body1": "a", "body2": "other", "anchor": "0 0 0"},
    ("equality", "weld"): {"body1": "a", "body2": "other"},
    ("equality", "tendon"): {"tendon1": "f"},
}
# Sections with numbers of robots, and elements in them that have none or are named as a whole.
SECTIONS = ("compiler", "asset", "body", "actuator")
WITHOUT = ("texture", "hfield", "skin", "model", "site", "camera", "light", "flexcomp", "plugin",
           "config", "layer", "pair", "attach", "flex", "flexstrain", "pulley")  # fmt: skip
# Ways to say the same as others, which must not stand beside them.
INSTEAD = {
    **dict.fromkeys(("quat", "euler", "axisangle", "xyaxes", "zaxis"),
                    ("quat", "euler", "axisangle", "xyaxes", "zaxis")),
    "fullinertia": ("diaginertia",),
    **dict.fromkeys(("jointinparent", "tendon", "site", "cranksite", "body"), ("joint",)),
    **dict.fromkeys(("site1",), ("body1", "body2", "anchor")),
    "nominal": ("motorconst", "resistance"),
}  # fmt: skip
WITH: Mapping[str, Mapping[str, str]] = {
    "site1": {"site2": "t"},
    "site2": {"site1": "s"},
    "cranksite": {"slidersite": "t", "cranklength": "1"},
    "slidersite": {"cranksite": "s", "cranklength": "1"},
    "fromto": {"type": "capsule"},
    "delay": {"nsample": "3"},
    "kv": {"kp": "1"},
    "dampratio": {"kp": "1"},
}
COMMON = ("0.3", "3", "-0.4 0.6", "0.3 0.5", "true", "false", "0.3 0.2 0.5", "0 0 1 0.4")
VALUES: Mapping[str, tuple[str, ...]] = {
    "actlimited": ("false",),
    "angle": ("degree", "radian"),
    "axis": ("1 0 1",),
    "biastype": ("affine",),
    "body": ("a",),
    "builtin": ("sphere",),
    "class": ("c",),
    "childclass": ("c",),
    "conflict": ("warning",),
    "cone": ("elliptic",),
    "content_type": ("model/stl",),
    "coordinate": ("local",),
    "cranksite": ("s",),
    "dyntype": ("integrator",),
    "eulerseq": ("xyz", "ZYX"),
    "face": ("0 2 1 0 1 3 0 3 2 1 2 3", ""),
    "fluidshape": ("ellipsoid",),
    "fromto": ("0 0 0 .3 0 .4",),
    "fullinertia": (".1 .2 .25 .01 .02 .03",),
    "gaintype": ("affine",),
    "gear": ("3", "-2 0 0 0 0 0"),
    "inertia": ("legacy", "exact", "convex", "shell"),
    "inertiafromgeom": ("true", "false", "auto"),
    "inertiagrouprange": ("0 0", "1 3"),
    "integrator": ("implicit",),
    "jacobian": ("dense",),
    "joint": ("k", "l"),
    "joint1": ("k",),
    "joint2": ("k",),
    "jointinparent": ("k",),
    "limited": ("true", "false", "auto"),
    "material": ("p",),
    "mesh": ("m", "n"),
    "params": ("1",),
    "quat": ("1 .2 .3 0",),
    "qpos": ("1 .3 0 2 0 0 1 0 0 0",),
    "refquat": ("1 .2 .3 0",),
    "scale": ("2 1 1", "-1 1 1"),
    "site": ("t",),
    "slidersite": ("t",),
    "sleep": ("never", "enable"),
    "solver": ("CG",),
    "tendon": ("f",),
    "type": ("slide", "box", "ellipsoid", "mesh"),
    "vertex": ("0 0 0 .2 0 0 0 .2 0 0 0 .2",),
    "xyaxes": ("0 1 0 0 0 1",),
    "zaxis": ("1 0 1",),
}
FLAG = ("enable", "disable")
# Numbers are told by names; all else has to do with contacts, looks, and who controls what.
BEYOND = ("name", "builtin", "content_type", "file", "texture", "texcoord", "hfield", "maxhullvert",
          "passthrough", "mode", "interp", "input", "controller", "sleep", "act", "ctrl", "mpos",
          "mquat", "cranklength", "refsite", "sidesite", "relpose", "tendon1", "tendon2", "actdim",
          "inheritrange", "plastic", "actrange", "body1", "body2",
          "site1", "site2")  # fmt: skip
# Longer runs try sections that say the same again or little, kinds that are alike, and more values.
SEARCH = os.environ.get("HYPOTHESIS_PROFILE") == "search"
if SEARCH:
    SECTIONS += ("option", "default", "tendon", "equality", "keyframe")
ALIKE = ("position", "velocity", "intvelocity", "orientation", "pid", "damper", "cylinder",
         "muscle", "adhesion", "plugin")  # fmt: skip
MOST_VALUES = len(COMMON) if SEARCH else 2
LINE = re.compile(r"^( *)(\S+) \(.\)(?: +(.*))?$")


def schema() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the attributes of MuJoCo's elements, each with the way to its element."""
    way: list[str] = []
    for line in mujoco.mj_printSchema(False, True).splitlines():
        found = LINE.match(line)
        if found:
            way[len(found[1]) // 3 :] = [found[2].replace("(world)", "")]
        for key in (found[3] or "" if found else line).split():
            yield tuple(way), key


ATTRIBUTES = [
    (way[1:], key)
    for way, key in schema()
    if way[1:2] and way[1] in SECTIONS and not {*way} & {*WITHOUT} and key not in BEYOND
    if SEARCH or not {*way} & {*ALIKE}
]


def element_at(root: Element, way: tuple[str, ...]) -> Element:
    """Return the element that a way of the schema leads to; one is made where there is none."""
    *above, tag = way
    if tag in PLACES and above in ([], ["body"], ["asset"]):
        found = root.find(PLACES[tag])
        assert found is not None
        return found
    holder = element_at(root, tuple(above)) if above else root
    found = holder.find(tag)
    if found is None:
        found = SubElement(holder, tag, SAID.get((above[-1] if above else "", tag), {}))
        if above == ["actuator"] and not found.attrib:
            found.attrib.update(ON_JOINT)
    return found


def models(way: tuple[str, ...], key: str) -> Iterator[tuple[str, Any]]:
    """Yield models that say an attribute, and what MuJoCo makes of each that it takes."""
    taken = 0
    for value in FLAG if way[-1] == "flag" else VALUES.get(key, COMMON):
        root = ElementTree.fromstring(BASE)
        element = element_at(root, way)
        for other in INSTEAD.get(key, ()):
            element.attrib.pop(other, None)
        element.attrib.update({**WITH.get(key, {}), key: value})
        text = ElementTree.tostring(root, encoding="unicode")
        try:
            model = mujoco.MjModel.from_xml_string(text)
        except ValueError:
            continue
        yield text, model
        taken += 1
        if taken == MOST_VALUES:
            return


def numbers_there(model: Any) -> dict[str, Any]:
    """Return the numbers that MuJoCo makes of a model, by the names of ``numbers_here``."""
    found: dict[str, Any] = {}
    for name in JOINTS:
        k, dof = model.joint(name).id, model.jnt_dofadr[model.joint(name).id]
        found[f"{name} kind"] = ("floating", "ball", "prismatic", "revolute")[model.jnt_type[k]]
        if model.jnt_type[k] < 2:
            continue
        limits = model.jnt_range[k] if model.jnt_limited[k] else (-np.inf, np.inf)
        found[f"{name} limits"] = limits
        found[f"{name} home"] = np.clip(model.key_qpos[0, model.jnt_qposadr[k]], *limits)
        found[f"{name} damping"] = model.dof_damping[dof].flat[0]
        found[f"{name} friction"] = model.dof_frictionloss[dof]
        found[f"{name} armature"] = model.dof_armature[dof]
        found[f"{name} effort"] = effort_there(model, k)
    return found


def effort_there(model: Any, joint: int) -> float:
    own = abs(model.jnt_actfrcrange[joint]).max() if model.jnt_actfrclimited[joint] else np.inf
    pulling = [
        force_there(model, k) * abs(model.actuator_gear[k, 0])
        for k in range(len(model.actuator_trntype))
        if model.actuator_trntype[k] <= int(mujoco.mjtTrn.mjTRN_JOINTINPARENT)
        and model.actuator_trnid[k, 0] == joint
    ]
    return float(min(own, sum(pulling) if pulling else np.inf))


def force_there(model: Any, k: int) -> float:
    """The largest force of an actuator: its range, or the range of what it is told to pull with."""
    if model.actuator_forcelimited[k]:
        return float(abs(model.actuator_forcerange[k]).max())
    laws = (model.actuator_dyntype, model.actuator_gaintype, model.actuator_biastype)
    if any(law[k] for law in laws) or not model.actuator_ctrllimited[k]:
        return np.inf
    return float(abs(model.actuator_ctrlrange[k] * model.actuator_gainprm[k, 0]).max())


def numbers_here(file: TreeFile) -> dict[str, Any]:
    whats = ("limits", "home", "damping", "friction", "armature", "effort")
    joints = [one for one in file.tree.joints if one.name in JOINTS]
    kinds = {f"{one.name} kind": one.kind for one in joints}
    moving = [one for one in joints if one.moves]
    return kinds | {f"{j.name} {what}": getattr(j, what) for j in moving for what in whats}


def differing(file: TreeFile, model: Any) -> list[str]:
    """The numbers that are other ones here than there."""
    here, there = numbers_here(file), numbers_there(model)
    kinds = [key for key in there if key.endswith("kind")]
    if any(here.get(key) != there[key] for key in kinds):
        return [key for key in kinds if here.get(key) != there[key]]
    found = [key for key in there if key not in kinds and not np.allclose(here[key], there[key])]
    if {*map(there.get, kinds)} <= {"revolute", "prismatic"}:
        chain = TreeChain(file.tree, next(one for one in file.tree.chains if one.tip == "d"))
        assert chain.ends.joints == JOINTS
        found += moving_otherwise(chain, model)
    return found


def moving_otherwise(chain: TreeChain, model: Any) -> list[str]:
    """Poses and torques that are other ones, springs and all that holds a weight counted there."""
    states = np.random.default_rng(3).uniform(-1, 1, (3, 3, 3))
    data, poses, torques = mujoco.MjData(model), [], []
    joints = [model.joint(name).id for name in JOINTS]
    dofs = model.jnt_dofadr[joints]
    for q, qd, qdd in states.transpose(1, 0, 2):
        data.qpos[:], data.qvel[:], data.qacc[:] = model.qpos0, 0.0, 0.0
        data.qpos[model.jnt_qposadr[joints]], data.qvel[dofs], data.qacc[dofs] = q, qd, qdd
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        tau = np.zeros(model.nv)
        mujoco.mj_rne(model, data, 1, tau)
        tau -= data.qfrc_spring + data.qfrc_gravcomp + data.qfrc_fluid
        torques.append(tau[dofs])
        poses.append(np.column_stack([data.body("d").xmat.reshape(3, 3), data.body("d").xpos]))
    own = chain.torques(*states)
    apart = {
        "poses": np.allclose(poses, chain.fkine(states[0])[:, :3], atol=1e-9),
        # Points of meshes have single precision there.
        "torques": np.allclose(torques, own, atol=1e-5 * (1.0 + float(np.abs(own).max()))),
    }
    return [what for what, same in apart.items() if not same]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_attribute_counts_or_is_named(section: str, tmp_path: Path) -> None:
    path, taken, silent = tmp_path / "model.xml", set(), []
    own = [(way, key) for way, key in ATTRIBUTES if way[0] == section]
    for way, key in own:
        for text, model in models(way, key):
            taken.add(key)
            path.write_text(text, encoding="utf-8")
            file = read_mjcf(path)
            words = " ".join(one.message for one in file.warnings)
            apart = differing(file, model)
            if apart and key not in words and f"<{way[-1]}" not in words:
                silent.append(("/".join(way), key, apart))
    assert not silent
    # Each has a value that MuJoCo takes, so none is passed over.
    assert SEARCH or {key for _, key in own} == taken


def test_a_shape_that_is_fitted_to_a_mesh_is_named(tmp_path: Path) -> None:
    text = BASE.replace('type="mesh" mesh="m"', 'type="box" mesh="m"')
    (tmp_path / "model.xml").write_text(text, encoding="utf-8")
    file = read_mjcf(tmp_path / "model.xml")
    assert "a box that MuJoCo fits to mesh 'm'; it is left out" in file.warnings[0].message
    assert file.warnings[0].line == 16
    assert not file.visuals["d"]
