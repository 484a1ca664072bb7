# ruff: noqa: E501  # lines of scripts
"""Scripts of toolboxes: robots are what they are given, worked out without running anything."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import rvs
from rvs.engine.arrays import pose_rows
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.descriptions.redescribe import moment_row
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.errors import RvsError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors, SeveralRobots
from rvs.model.robots.imported import Choices

HEAD = (
    "import numpy as np\nfrom roboticstoolbox import *\nfrom spatialmath import SE3\npi = np.pi\n"
)


def robot_in(folder: Path, name: str, text: str, robot: str = "") -> Robot:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_robot(path, Choices(robot=robot)).robot


# What a script says; kinds of its joints, and where its tool is at q = 0.
READ = {
    "python takes d, a, alpha, offset by position": (
        ".py",
        "robot = DHRobot([RevoluteDH(0.3, 0.0, pi/2), RevoluteDH(0.0, 0.5, 0.0),"
        " RevoluteDH(0.1, 0.4, -pi/2, pi/2)])",
        "RRR",
        (0.5, -0.1, 0.7),
    ),
    "a prismatic link of python takes theta first": (
        ".py",
        "r = DHRobot([PrismaticDH(pi/2, 0.2), RevoluteMDH(0.1, 0, 0)][:1])",
        "P",
        (0.0, 0.2, 0.0),
    ),
    "DHLink has an order of its own": (
        ".py",
        "r = DHRobot([DHLink(0.1, pi/2, 0, 0.3), DHLink(0, 0, 0, 0.2, 1)])",
        "RP",
        (0.5, 0.0, 0.1),
    ),
    "modified links of python": (
        ".py",
        "r = DHRobot([RevoluteMDH(d=0.3), RevoluteMDH(a=0.5, alpha=pi/2)], tool=SE3.Tx(0.1))",
        "RR",
        (0.6, 0.0, 0.3),
    ),
    "values that change, and links that are added": (
        ".py",
        "d1 = 0.3\nd1 += 0.05\nlinks = [RevoluteDH(d=d1, alpha=pi/2), RevoluteDH(a=0.5)]\n"
        "links += [RevoluteDH(a=0.4)]\nrobot = DHRobot(links)",
        "RRR",
        (0.9, 0.0, 0.35),
    ),
    "rows that a loop takes apart": (
        ".py",
        "links = []\nfor d, a, al in [(0.3, 0, 90), (0, 0.5, 0)]:\n"
        "    links.append(RevoluteDH(d=d, a=a, alpha=np.deg2rad(al)))\nr = DHRobot(links)",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "slices of an array": (
        ".py",
        "dh = np.array([[0.3, 0, pi/2], [0, 0.5, 0], [9, 9, 9]])\n"
        "r = DHRobot([RevoluteDH(*row) for row in dh[:-1, :]])",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "a whole number stays one in an array of them": (
        ".py",
        "a = np.array([0, 0])\na[1] = 0.9\nr = DHRobot([RevoluteDH(a=x) for x in a])",
        "RR",
        (0.0, 0.0, 0.0),
    ),
    "dictionaries and keyword arguments": (
        ".py",
        "rows = {'one': {'d': 0.3, 'alpha': pi/2}, 'two': dict(a=0.5)}\n"
        "r = DHRobot([RevoluteDH(**row) for name, row in rows.items()])",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "a function with defaults": (
        ".py",
        "def link(a, d=0.1, *, twist=0.0):\n    if a > 1:\n        return None\n"
        "    return RevoluteDH(d, a, twist)\nr = DHRobot([link(0.2), link(0.3, twist=0.0)])",
        "RR",
        (0.5, 0.0, 0.2),
    ),
    "a function that nobody calls": (
        ".py",
        "def main():\n    robot = DHRobot([RevoluteDH(a=0.4)])\n    robot.plot(robot.q)",
        "R",
        (0.4, 0.0, 0.0),
    ),
    "a guard of the main program": (
        ".py",
        "if __name__ == '__main__':\n    r = DHRobot([RevoluteDH(d=0.3, alpha=pi/2), "
        "RevoluteDH(a=0.5)])",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "a class of robots": (
        ".py",
        "class Base(DHRobot):\n    REACH = 0.4\n    def __init__(self, links, **more):\n"
        "        super().__init__(links, **more)\n"
        "class Arm(Base):\n    def __init__(self, a=None):\n        if a is None:\n"
        "            a = self.REACH\n        Base.__init__(self, [RevoluteDH(a=a)], name='own')\n"
        "        self.base = SE3(0, 0, 1) * self.base\n        self.qr = self.fkine(0)",
        "R",
        (0.4, 0.0, 1.0),
    ),
    "a robot that is made and changed later": (
        ".py",
        "r = DHRobot([RevoluteDH(a=0.4), RevoluteDH(a=0.1)])\nr.links[0].a = 0.5\nr[1].d = 0.2\n"
        "r.tool = SE3.Rx(90, 'deg') * SE3(0, 0.1, 0)",
        "RR",
        (0.6, 0.0, 0.3),
    ),
    "links in another order than they were made in": (
        ".py",
        "e = RevoluteDH(a=0.3)\nspare = RevoluteDH(a=9)\nb = RevoluteDH(d=0.5, alpha=pi/2)\n"
        "links = [e]\nlinks.insert(0, b)\nr = DHRobot(links)",
        "RR",
        (0.3, 0.0, 0.5),
    ),
    "what is not known and does not count": (
        ".py",
        "import serial\nport = serial.Serial('x')\nr = DHRobot([RevoluteDH(a=0.4)])\n"
        "q = port.read()\nif q[0] > 1:\n    r.teach()\nwhile port.open:\n    r.plot(q)\n"
        "print(r, q)\ntry:\n    port.close()\nexcept OSError:\n    pass",
        "R",
        (0.4, 0.0, 0.0),
    ),
    "matlab's rows are theta, d, a, alpha": (
        ".m",
        "L(1)=Link([0 0.3 0 pi/2]); L(2)=Link([0 0 0.5 0]);\nr=SerialLink(L);",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "release 7.1 has alpha, a, theta, d": (
        ".m",
        "L{1} = link([pi/2 0 0 0.3]);\nL{2} = link([0 0.5 0 0], 'standard');\nr = robot(L);",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "links of release 7.1 are values": (
        ".m",
        "L1 = link([0 0.5 0 0]);\nr = robot({L1});\nL1.A = 9;\nr.tool = transl(0, 0, 0.2);",
        "R",
        (0.5, 0.0, 0.2),
    ),
    "the order of the list": (
        ".m",
        "elbow = Link([0 0 0.3 0]); spare = Link([0 0.9 0.9 pi/2]);\nbase = Link([0 0.5 0 pi/2]);\n"
        "arm = SerialLink([base elbow], 'name', 'ordered');",
        "RR",
        (0.3, 0.0, 0.5),
    ),
    "the branch that holds": (
        ".m",
        "mdh = 1;\nif mdh == 1\n L(1) = Link([0 0.4 0 0], 'modified');\nelse\n"
        " L(1) = Link([0 9 9 0]); L(2) = Link([0 9 9 0]);\nend\nr = SerialLink(L);",
        "R",
        (0.0, 0.0, 0.4),
    ),
    "a switch": (
        ".m",
        "kind = 'long';\nswitch kind\n case {'short', 'small'}\n  a = 0.1;\n case 'long'\n  a = 0.7;\n"
        " otherwise\n  a = 9;\nend\nr = SerialLink(Revolute('a', a));",
        "R",
        (0.7, 0.0, 0.0),
    ),
    "comments of blocks and rows": (
        ".m",
        "%{\nL(1)=Link([0 9 9 0]);\n%}\nL = [ Link([0 0.3 0 pi/2])   % one\n"
        "      Link([0 0 0.5 0]) ... two\n];\nr=SerialLink(L);",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "a link that is given again": (
        ".m",
        "L(1)=Link([0 0.3 0 pi/2]); L(2)=Link([0 0 0.5 0]);\nL(2)=Link([0 0 0.45 0]);\n"
        "r=SerialLink(L);",
        "RR",
        (0.45, 0.0, 0.3),
    ),
    "a link that is taken away": (
        ".m",
        "L(1)=Link([0 0.3 0 0]); L(2)=Link([0 9 9 0]); L(3)=Link([0 0 0.2 0]);\nL(2) = [];\n"
        "r=SerialLink(L(end:-1:1));",
        "RR",
        (0.2, 0.0, 0.3),
    ),
    "theta means a prismatic joint": (
        ".m",
        "L(1) = Link('d', 0.4, 'a', 0.3);\nL(2) = Link('theta', 0, 'a', 0, 'qlim', [0 0.2]);\n"
        "r = SerialLink(L);",
        "RP",
        (0.3, 0.0, 0.4),
    ),
    "offsets of a robot": (
        ".m",
        "L1=Link('d',0,'a',0.5); L2=Link('d',0,'a',0.5); L1.offset=pi;\n"
        "r=SerialLink([L1,L2]);\nr.offset=[0 pi/2];",
        "RR",
        (0.5, 0.5, 0.0),
    ),
    "columns that are turned": (
        ".m",
        "d = [63.5 0]; a = [0 400]; alpha = [-90 0];\nr = SerialLink([zeros(1,2); d; a; "
        "alpha*pi/180]')",
        "RR",
        (400.0, 0.0, 63.5),
    ),
    "what stands after the robot": (
        ".m",
        "L(1)=Link([0 0.3 0.5 0]);\nr=SerialLink(L);\nif size(L,2)==1 && ~isempty(L)\n"
        " fprintf('n=%d\\n', numel(L));\nend\nq=[0];\nT=r.fkine(q)\nT.t'\nq(1)+=1;\n"
        "x=~isempty(q);\ndisp(['pose: ' num2str(q)]);\nfigure(Name=\"A\"); hold on\nwhile x, r.plot(q); end",
        "R",
        (0.5, 0.0, 0.3),
    ),
    "a function with a handle and a struct": (
        ".m",
        "function r = arm(n)\n if nargin < 1, n = 2; end\n p.len = 0.25; half = @(x) x / 2;\n"
        " for k = 1:n\n  L(k) = Revolute('a', half(p.len) * 2, 'd', helper(k));\n end\n"
        " r = SerialLink(L);\nend\nfunction d = helper(k)\n d = 0.1 * (k > 1);\nend",
        "RR",
        (0.5, 0.0, 0.1),
    ),
    "one cell of many, to the end of it": (
        ".m",
        "n = 0; for row = [0.1 0.2; 0 0.3], n = n + 1; L{n} = Link([0 row(2) row(1) 0]); end\n"
        "r = SerialLink([L{1:end}]);",
        "RR",
        (0.3, 0.0, 0.3),
    ),
    "rows of rigidBodyTree are a, alpha, d, theta": (
        ".m",
        "dh = [0 pi/2 0.3 0; 0.5 0 0 0];\nrobot = rigidBodyTree;\nb = cell(2,1);\n"
        "for i = 1:size(dh,1)\n b{i} = rigidBody(['body' num2str(i)]);\n"
        " j = rigidBodyJoint(['j' num2str(i)], \"revolute\");\n setFixedTransform(j, dh(i,:), \"dh\");\n"
        " b{i}.Joint = j;\n if i == 1, addBody(robot, b{i}, \"base\")\n"
        " else, addBody(robot, b{i}, b{i-1}.Name), end\nend\nshow(robot);",
        "RR",
        (0.5, 0.0, 0.3),
    ),
    "matrices of rigidBodyTree, and a body that is fixed": (
        ".m",
        "r = rigidBodyTree('DataFormat','row');\nb = rigidBody('one'); j = rigidBodyJoint('j','prismatic');\n"
        "j.setFixedTransform(trvec2tform([0 0 0]));\n"
        "j.setFixedTransform(transl(0, 0, 0.3)); j.JointAxis = [1 0 0];\nb.Joint = j;\n"
        "addBody(r, b, r.BaseName);\nt = rigidBody('tool'); setFixedTransform(t.Joint, transl(0.2, 0, 0));\n"
        "r.addBody(t, 'one');",
        "P",
        (0.2, 0.0, 0.3),
    ),
    "lists, arrays and dictionaries that are sorted, filled and joined": (
        ".py",
        "a = [0.3, 0.1]\na.sort()\nb = np.zeros(2)\nb[1:].fill(0.2)\n"
        "r = DHRobot([RevoluteDH(**({'a': a[0]} | {'d': b[1]}))])",
        "R",
        (0.1, 0.0, 0.2),
    ),
    "bodies of rigidBodyTree that are looked up, exchanged and removed": (
        ".m",
        "r = rigidBodyTree;\nfor k = 1:3\n b = rigidBody(sprintf('b%d', k));\n"
        " b.Joint = rigidBodyJoint(['j' num2str(k)], 'revolute');\n"
        " setFixedTransform(b.Joint, trvec2tform([0.1*k 0 0]));\n"
        " if k == 1, addBody(r, b, r.Base.Name); else, addBody(r, b, r.BodyNames{end}); end\nend\n"
        "removeBody(r, 'b3'); disp(r.NumBodies)\nb = getBody(r, 'b2'); b.Mass = 2;\n"
        "j = rigidBodyJoint('slide', 'prismatic'); setFixedTransform(j, se3([0 0 pi/2], 'eul', [0 0.3 0]));\n"
        "replaceJoint(r, 'b2', j); tau = inverseDynamics(r, homeConfiguration(r)); addVisual(b, 'Mesh', 'a.stl');",
        "RP",
        (0.1, 0.3, 0.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_a_robot_is_what_its_script_gives_it(tmp_path: Path, case: str) -> None:
    suffix, text, kinds, tool = READ[case]
    robot = robot_in(tmp_path, f"arm{suffix}", HEAD * (suffix == ".py") + text)
    assert "".join("P" if joint.kind == "prismatic" else "R" for joint in robot.joints) == kinds
    np.testing.assert_allclose(fkine(robot, np.zeros(robot.n))[:3, 3], tool, atol=1e-12)


@pytest.mark.parametrize(
    ("words", "suffix", "right"),
    [
        ("eul2tform([0.3 -0.2 0.5])", ".m", Rotation.from_euler("ZYX", (0.3, -0.2, 0.5))),
        ("eul2tform([0.3 -0.2 0.5], 'XYZ')", ".m", Rotation.from_euler("XYZ", (0.3, -0.2, 0.5))),
        ("axang2tform([1 2 2 0.7])", ".m", Rotation.from_rotvec(np.array((1, 2, 2)) * 0.7 / 3)),
        ("rotm2tform(quat2rotm([0.5 0.1 -0.7 0.2]))", ".m",
         Rotation.from_quat((0.1, -0.7, 0.2, 0.5))),
        ("se3([0.5 0.1 -0.7 0.2], 'quat')", ".m", Rotation.from_quat((0.1, -0.7, 0.2, 0.5))),
        ("se3(0.4, 'roty') * se3(eul2rotm([0.1 0.2 0.3]))", ".m",
         Rotation.from_euler("Y", 0.4) * Rotation.from_euler("ZYX", (0.1, 0.2, 0.3))),
        ("eul2tr(0.3, -0.2, 0.5)", ".m", Rotation.from_euler("ZYZ", (0.3, -0.2, 0.5))),
        ("SE3.Eul([17, -11, 28], unit='deg')", ".py",
         Rotation.from_euler("ZYZ", (17, -11, 28), degrees=True)),
        ("SE3.AngVec(0.7, [1, 2, 2])", ".py", Rotation.from_rotvec(np.array((1, 2, 2)) * 0.7 / 3)),
        ("SE3.Rt(SE3.Rz(0.4).R, [0, 0, 0])", ".py", Rotation.from_euler("Z", 0.4)),
        ("SE3.OA([0, 1, 0], [1, 0, 0])", ".py", Rotation.from_matrix([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])),
    ],
)  # fmt: skip
def test_rotations_of_the_toolboxes(
    tmp_path: Path, words: str, suffix: str, right: Rotation
) -> None:
    text = HEAD + f"r = DHRobot([RevoluteDH(a=1)], tool={words})"
    if suffix == ".m":
        text = f"r = SerialLink(Link([0 0 1 0]), 'tool', {words});"
    robot = robot_in(tmp_path, f"arm{suffix}", text)
    np.testing.assert_allclose(robot.tool[:3, :3], right.as_matrix(), atol=1e-12)


# A link that is changed although it is not known which.
PARTS = {
    "a link at an unknown place": "l = r.links[k]\nl.m = 3",
    "a part of a part": "l = L[k:]\nfirst = l[0]\nfirst.a = 3",
    "a method with a name of its own": "add = L.append\nadd(RevoluteDH(a=2))",
    "links of an unknown loop": "for l in r.links[:k]:\n    l.a = 2",
}


@pytest.mark.parametrize("case", PARTS)
def test_a_change_of_an_unknown_link_is_refused(tmp_path: Path, case: str) -> None:
    text = (
        HEAD + "import random\nk = random.randint(0, 1)\nL = [RevoluteDH(a=1), RevoluteDH(a=1)]\n"
    )
    with pytest.raises(FileErrors, match=r"randint|append is not known"):
        robot_in(tmp_path, "a.py", f"{text}r = DHRobot(L)\n{PARTS[case]}\n")
    looked = "for l in r.links[:k]:\n    print(l.m)\nt = r.fkine([k, k])\nt.x = 3\n"
    assert robot_in(tmp_path, "b.py", f"{text}r = DHRobot(L)\n{looked}").n == 2


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", "r = DHRobot([RevoluteDH(a=1, m=1), RevoluteDH(a=1, m=1)])\n"
                "for l in r:\n    l.m = 4\nr.payload(2, [0, 0, 0.1])"),
        (".m", "r = SerialLink([Link('d', 0, 'a', 1, 'm', 4), Link('d', 0, 'a', 1)]);\n"
               "r.payload(2, [0 0 0.1]);"),
        (".m", "r = SerialLink([Link('d', 0, 'a', 1, 'm', 4), Link('d', 0, 'a', 1)]);\n"
               "payload(r, 2, [0 0 0.1])"),
    ],
)  # fmt: skip
def test_links_in_a_loop_and_a_payload(tmp_path: Path, suffix: str, text: str) -> None:
    robot = robot_in(tmp_path, f"a{suffix}", HEAD * (suffix == ".py") + text)
    first, last = (joint.inertia for joint in robot.joints)
    assert first is not None
    assert last is not None
    assert (first.mass, last.mass, last.com) == (4.0, 2.0, (0.0, 0.0, 0.1))


# What depends on what is not known, with the line and what that is.
REFUSED = {
    "a length": (".py", "from mine import reach\nr = DHRobot([RevoluteDH(a=reach)])", "reach comes"),
    "a list": (".py", "import yaml\nr = DHRobot(yaml.load('x'))", "6:1: load()"),
    "an order": (".py", "import random\nL = [RevoluteDH(a=1), RevoluteDH(a=2)]\n"
                 "random.shuffle(L)\nr = DHRobot(L)", "shuffle"),
    "a robot that another function changes": (
        ".py", "from mine import calibrate\nr = DHRobot([RevoluteDH(a=1)])\ncalibrate(r)", "calibrate"),
    "a robot in whose place comes another": (
        ".py", "from mine import calibrate\nr = DHRobot([RevoluteDH(a=1)])\nr = calibrate(r)", "calibrate"),
    "a branch": (".py", "import os\nL = [RevoluteDH(a=1)]\nif os.getenv('X'):\n"
                 "    L.append(RevoluteDH(a=2))\nr = DHRobot(L)", "getenv()"),
    "a way out": (".py", "import os\ndef f():\n    if os.getenv('X'):\n        return 1\n    return 2\n"
                  "r = DHRobot([RevoluteDH(a=f())])", "getenv()"),
    "a loop that ends somewhere": (
        ".py", "import os\nL = []\nfor k in range(3):\n    L.append(RevoluteDH(a=k))\n"
        "    if os.getenv('X'):\n        break\nr = DHRobot(L)", "getenv()"),
    "a mixture": (".py", "r = DHRobot([RevoluteDH(a=1), RevoluteMDH(a=1)])", "both conventions"),
    "another word of python": (".py", "r = DHRobot([Link([0, 0, 1, 0])])", "Link()"),
    "a number too many": (".py", "r = DHRobot([RevoluteDH(1, 2, 3, 4, [0, 1], False, 7)])", "by position"),
    "two lists": (".py", "r = DHRobot([RevoluteDH(a=1)], [RevoluteDH(a=2)])", "one list of links"),
    "theta of a joint that turns": (".py", "r = DHRobot([RevoluteDH(theta=0.3, a=1)])", "theta can't be given"),
    "d of a joint that slides": (".py", "r = DHRobot([PrismaticDH(d=0.3, a=1)])", "d can't be given"),
    "theta of a link that turns": (".py", "r = DHRobot([DHLink(d=0.1, theta=0.3)])", "theta can't be given"),
    "a member that is fast": (".py", "L = [RevoluteDH(a=1)]\nL[0].flip = True\nr = DHRobot(L)", "L[0].flip"),
    "offsets of a robot of python": (".py", "r = DHRobot([RevoluteDH(a=1)])\nr.offset = [1]", "r.offset"),
    "links that are added too late": (".py", "r = DHRobot([RevoluteDH(a=1)])\nr.links.append(RevoluteDH(a=2))", "append"),
    "a copy that may share its links": (".py", "import copy\nr = DHRobot([RevoluteDH(a=1)])\ns = copy.copy(r)\n"
                                        "s.links[0].a = 2\ndel r", "copy of a robot"),
    "an ancestor of both bases": (".py", "class A:\n    a = 1\nclass B(A): pass\nclass C(A):\n    a = 2\n"
                                  "class D(B, C): pass\nr = DHRobot([RevoluteDH(a=D.a)])", "D is not known"),
    "a name before it has a value": (".py", "a = 1\ndef f():\n    b = a\n    a = 2\n    return b\n"
                                     "r = DHRobot([RevoluteDH(a=f())])", "'a' is not known"),
    "a whole number that is too large": (".py", "r = DHRobot([RevoluteDH(a=(10**19 + 1) % 10)])", "10 ** 19"),
    "a sum of robots": (".py", "a = DHRobot([RevoluteDH(a=1)])\nr = a + a\ndel a", "6:1: the result of an operator"),
    "a script that is not there": (".m", "r = SerialLink(Link([0 0 1 0]));\ncalibrate;", "calibrate is not read"),
    "symbols": (".m", "syms a1 real\nr = SerialLink(Revolute('a', a1));", "r.m:1:"),
    "both d and theta": (".m", "r = SerialLink(Link('d', 1, 'theta', 0));", "theta belongs to"),
    "neither d nor theta": (".m", "r = SerialLink(Link('a', 1));", "expected d"),
    "a word that is none": (".m", "r = SerialLink(Link('d', 1, 'alfa', 0));", "'alfa' is not a known option"),
    "a link that was left out": (".m", "L(2) = Link([0 0 1 0]);\nr = SerialLink(L);", "was left out"),
    "a file that is not there": (".m", "load dh.mat\nr = SerialLink(dh);", "r.m:"),
    "a line that can't be read": (".m", "a = [1 2;\nr = SerialLink(Revolute('a', a));", "can't be read"),
    "a text that is run": (".m", "a = 1; eval('a = 2;'); r = SerialLink(Link([0 0 a 0]));", "eval()"),
    "a frame of a tree": (
        ".m", "r = rigidBodyTree; a = rigidBody('a'); a.Joint = rigidBodyJoint('i', 'revolute');\n"
        "setFixedTransform(a.Joint, mine());\naddBody(r, a, 'base');", "mine()"),
    "a tree that branches": (
        ".m", "r = rigidBodyTree; a = rigidBody('a'); b = rigidBody('b');\n"
        "a.Joint = rigidBodyJoint('i', 'revolute'); b.Joint = rigidBodyJoint('j', 'revolute');\n"
        "addBody(r, a, 'base'); addBody(r, b, 'base');", "branches"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_depends_on_what_is_not_known_is_refused(tmp_path: Path, case: str) -> None:
    suffix, text, words = REFUSED[case]
    with pytest.raises(FileErrors) as caught:
        robot_in(tmp_path, f"r{suffix}", HEAD * (suffix == ".py") + text)
    assert words in str(caught.value)


TWO = """l1 = 0.1;
left = SerialLink(Revolute('d', l1), 'name', 'Arm L');
right = SerialLink(Revolute('d', -l1), 'name', 'Arm R');
"""


def test_one_of_several_robots_is_chosen_by_name(tmp_path: Path) -> None:
    with pytest.raises(
        SeveralRobots, match=r"contains 2 robots, 'left', 'right'.*--robot"
    ) as caught:
        robot_in(tmp_path, "two.m", TWO)
    assert caught.value.names == ("left", "right")
    assert robot_in(tmp_path, "two.m", TWO, "right").joints[0].d == -0.1
    assert robot_in(tmp_path, "two.m", TWO, "Arm L").joints[0].d == 0.1
    with pytest.raises(FileErrors, match="contains no robot 'middle'"):
        robot_in(tmp_path, "two.m", TWO, "middle")
    listed = HEAD + "arms = [DHRobot([RevoluteDH(a=k)], name=f'arm {k}') for k in (1, 2)]"
    assert robot_in(tmp_path, "two.py", listed, "arm 2").joints[0].a == 2.0
    with pytest.raises(FileErrors, match="contains one robot"):
        robot_in(tmp_path, "one.csv", "a,alpha,d,theta\n1,2,3,4\n", "left")


def test_one_of_several_sections_of_roboop_is_chosen(tmp_path: Path) -> None:
    arm = "[{0}]\nname: {0}\ndof: 1\n[{0}_LINK1]\na: {1}\n"
    text = arm.format("one", 0.5) + arm.format("two", 0.7)
    with pytest.raises(SeveralRobots):
        robot_in(tmp_path, "two.conf", text)
    assert robot_in(tmp_path, "two.conf", text, "two").joints[0].a == 0.7


@pytest.mark.parametrize("suffix", [".py", ".m"])
def test_a_joint_that_turns_the_other_way(tmp_path: Path, suffix: str) -> None:
    """As both toolboxes have it: the joint turns by -q + offset."""
    rows = [(0.3, 0.1, 0.4, 0.2), (0.2, 0.5, -0.7, 0.3)]
    for name in ("RevoluteDH", "RevoluteMDH"):
        python = ", ".join(f"{name}(d={d}, a={a}, alpha={t}, offset={o}, flip=True)"
                           for d, a, t, o in rows)  # fmt: skip
        matlab = "; ".join(f"{name.removesuffix('DH') if name[8] == 'D' else name}('d', {d}, 'a', {a}, "
                           f"'alpha', {t}, 'offset', {o}, 'flip')" for d, a, t, o in rows)  # fmt: skip
        text = (
            HEAD + f"r = DHRobot([{python}])" if suffix == ".py" else f"r = SerialLink([{matlab}]);"
        )
        turned = robot_in(tmp_path, f"a{suffix}", text)
        plain = robot_in(
            tmp_path, "b.py", HEAD + f"r = DHRobot([{python.replace('True', 'False')}])"
        )
        q = np.array([0.4, -1.1])
        offsets = np.array([o for *_, o in rows])
        # -q + offset is what a plain joint makes of q' = -q.
        assert offsets.shape == q.shape
        np.testing.assert_allclose(fkine(turned, q), fkine(plain, -q), atol=1e-12)


BODIES = """r = rigidBodyTree; r.Gravity = [0 0 -9.81];
a = rigidBody('a'); a.Joint = rigidBodyJoint('i', 'revolute');
setFixedTransform(a.Joint, [0.1 0.3 0.2 0], 'dh'); a.Mass = 2; a.CenterOfMass = [0.1 0.2 0.3];
a.Inertia = [1 2 3 0.1 0.2 0.3]; addBody(r, a, 'base');
f = rigidBody('f'); setFixedTransform(f.Joint, [0.2 0.5 0.6 0.7], 'mdh'); f.Mass = 1.5;
f.CenterOfMass = [0.1 0 0]; f.Inertia = [1 1 1 0 0 0.1]; addBody(r, f, 'a');
b = rigidBody('b'); b.Joint = rigidBodyJoint('j', 'prismatic');
setFixedTransform(b.Joint, [0.1 0.3 0 0.4], 'dh'); b.Mass = 1; addBody(r, b, 'f');
c = rigidBody('c'); c.Joint = rigidBodyJoint('k', 'revolute');
setFixedTransform(c.Joint, transl(0, 0.1, 0.3)); c.Joint.JointAxis = [1 2 2]; c.Mass = 1.2;
addBody(r, c, 'b');
"""


def test_bodies_behind_fixed_ones_move_and_weigh_as_in_a_tree(tmp_path: Path) -> None:
    """Held against the tree itself, link by link."""
    ours = robot_in(tmp_path, "tree.m", BODIES)

    def pose_of(a: float, alpha: float, d: float, theta: float, dh: bool) -> Any:
        x, z = screw_x(alpha, a), screw_z(theta, d)
        return z @ x if dh else x @ z

    def weight(mass: float, c: Any, moments: Any) -> Inertia:
        xx, yy, zz, yz, xz, xy = moments
        about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        centre = np.array(c)
        about = about - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
        return Inertia(mass, tuple(c), moment_row(about))

    still = [pose_of(0.1, 0.3, 0.2, 0.0, True), pose_of(0.2, 0.5, 0.6, 0.7, False),
             pose_of(0.1, 0.3, 0.0, 0.4, True), pose(p=(0.0, 0.1, 0.3))]  # fmt: skip
    # What stands behind an axis is a link of its own.
    names = ["base", "1", "a", "f", "2", "b", "c"]
    weights = {"a": weight(2.0, (0.1, 0.2, 0.3), (1, 2, 3, 0.1, 0.2, 0.3)),
               "f": weight(1.5, (0.1, 0.0, 0.0), (1, 1, 1, 0, 0, 0.1)),
               "b": weight(1.0, (0.0, 0.0, 0.0), (1, 1, 1, 0, 0, 0)),
               "c": weight(1.2, (0.0, 0.0, 0.0), (1, 1, 1, 0, 0, 0))}  # fmt: skip
    kinds = ["revolute", "fixed", "fixed", "prismatic", "fixed", "revolute"]
    origins = [np.eye(4), still[0], still[1], np.eye(4), still[2], still[3]]
    joints = tuple(
        TreeJoint(f"{k}", kind, names[k], names[k + 1], pose_rows(origin, "origin"),
                  (1 / 3, 2 / 3, 2 / 3) if k == 5 else (0.0, 0.0, 1.0))  # type: ignore[arg-type]
        for k, (kind, origin) in enumerate(zip(kinds, origins, strict=True))
    )  # fmt: skip
    tree = LinkTree("tree", tuple(TreeLink(one, weights.get(one)) for one in names), joints)
    chain = TreeChain(tree, tree.ends("base", "c"))
    q, qd, qdd = np.random.default_rng(1).uniform(-1.0, 1.0, (3, 5, 3))
    np.testing.assert_allclose(fkine(ours, q), chain.fkine(q), atol=1e-12)
    np.testing.assert_allclose(rne(ours, q, qd, qdd), chain.torques(q, qd, qdd), atol=1e-11)


BOMBS = {
    "lists of lists": "a = [1] * 10\n" + "a = [a] * 10\n" * 12 + "b = array(a)\nc = a == a\ns = str(a)\n",
    "rounds": "for i in range(10**9):\n    x = [k for k in range(9000)]\n",
    "rounds in rounds": "for i in range(9999):\n  for j in range(9999):\n    y = zeros(9999)\n",
    "endlessly": "a = [1]\nwhile True:\n    a = a + a\n",
    "products": "x = array([[range(2000)]])\ny = array([[[i]] for i in range(2000)])\nw = x * y * y\n",
    "sizes": "a = zeros((10**6, 10**6)); b = eye(10**6); c = diag(range(90000)); d = [0] * 10**9\n",
    "numbers": "a = 10**10**10\nb = 9**9**9**9\nc = 'a' * 10**9\nd = f'{1:999999999}'\n",
    "functions": "def f(n):\n    return f(n - 1) + f(n - 1)\nx = f(1000)\n",
    "itself": "a = []\na.append(a)\nb = a == a\nc = array(a)\n",
    "squares": "x = ones((300, 300))\nfor i in range(10**6):\n    x = x @ x\n",
}  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS)
def test_work_that_does_not_count_is_bounded(tmp_path: Path, bomb: str) -> None:
    robot = robot_in(tmp_path, "bomb.py", BOMBS[bomb] + "L = [RevoluteDH(a=1)]\n")
    assert robot.n == 1


def test_work_that_counts_is_bounded_too(tmp_path: Path) -> None:
    for name, text, words in (
        ("a.py", "L = [RevoluteDH(a=k) for k in range(10**6)]", "range(10 ** 6) can't"),
        ("a.py", "L = []\nwhile True:\n    L.append(RevoluteDH(a=1))", "more iterations"),
        ("a.py", "x = " + "-" * 90_000 + "1", "nested too deeply"),
        ("a.m", "x = [" * 20_000, "a.m"),
        ("a.m", "x = " + "(" * 20_000 + "1" + ")" * 20_000, "nested too deeply"),
        ("a.m", "L(1e9) = Link([0 0 1 0]);", "a.m:1:1"),
    ):
        with pytest.raises(FileErrors) as caught:
            robot_in(tmp_path, name, text)
        assert words in str(caught.value)


WORDS = st.sampled_from([
    "L", "r", "x", "1", "0.5", "pi", "-", "+", "*", "/", ".*", "'", "'d'", "'a'", "(", ")", "[", "]",
    "{", "}", ",", ";", "\n", " ", "=", "==", "~", "&&", ":", "end", "for ", "if ", "while ", "else\n",
    "function ", "Link", "Revolute", "SerialLink", "link", "robot", "rigidBodyTree", "addBody", "zeros",
    "DHRobot", "RevoluteDH", "def f():\n ", "class A(DHRobot):\n ", "return ", "lambda x: ", " in ",
    "range", "append", ".", "np.", "SE3", "transl", "import numpy as np\n", "try:\n ", "@", "**", "%",
    "L(1)", "L{1}", "r.links", ".tool", ".qlim", "...\n", "%{\n", "%}\n", "\"", "1:3", "None",
])  # fmt: skip


@pytest.mark.property
@settings(deadline=None)
@given(words=st.lists(WORDS, max_size=40), suffix=st.sampled_from([".py", ".m"]), data=st.data())
def test_no_text_is_more_than_a_robot_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], suffix: str, data: st.DataObject
) -> None:
    own = [text for ending, text, *_ in (*READ.values(), *REFUSED.values()) if ending == suffix]
    text = data.draw(st.sampled_from([*own, ""]))
    at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 20))
    folder = tmp_path_factory.mktemp("words")
    with suppress(RvsError):
        assert robot_in(folder, f"a{suffix}", text[:at] + "".join(words) + text[at + cut :]).n > 0


def test_python_scripts_name_one_of_several_robots(tmp_path: Path) -> None:
    path = tmp_path / "two.m"
    path.write_text(TWO, encoding="utf-8")
    cell = rvs.open(path, robot="right")
    placed = cell.document.robots[0]
    assert placed.robot.joints[0].d == -0.1
    assert placed.imported is not None
    assert placed.imported.choices.said == {"robot": "right"}
    assert rvs.placed(placed, id="other").robot == placed.robot
