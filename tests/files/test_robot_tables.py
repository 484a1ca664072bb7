"""Tables of other programs: text, JSON, scripts that are never run, matrices, screws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.descriptions.comparison import robot_difference
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.convert import convert
from rvs.files.formats import check_file
from rvs.files.library import find_robot, load_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import ROBOTS
from rvs.files.text.errors import FileErrors
from rvs.files.writers import writer_of
from tests.examples import examples

PYTHON = """
import numpy as np
from roboticstoolbox import DHRobot, RevoluteDH
class Arm(DHRobot):
    def __init__(self, symbolic=False):
        if symbolic:
            pi = sym.pi()
        else:
            from math import pi
        deg = pi / 180
        h = 26.45 * 0.0254
        L = [
            RevoluteDH(d=h, alpha=pi / 2, I=[0, 0.35, 0, 0, 0, 0], r=[0, 0, 0], m=0,
                       Jm=2e-4, G=-62.6, B=1.5e-3, Tc=[0.4, -0.5], qlim=[-160 * deg, 160 * deg]),
            PrismaticDH(theta=-pi / 2, a=0.4318, offset=0.1, qlim=np.array([0.2, 1])),
        ]
        super().__init__(L, name="Arm 2", manufacturer="Us",
                         tool=SE3(0, 0, 0.2) * SE3.Rx(90, "deg"))
"""
MATLAB = """% An arm
clear L
deg = pi/180;
L(1) = Link([ 0   0.412   0.1   -pi/2   0  0.5], 'modified');
L(2) = RevoluteMDH('d', 0.154, 'alpha', pi/2, ... % a comment
   'I', [0.018 0 0; 0 0.1 0.02; 0 0.02 0.2], 'r', [0 -0.0158 + 0.001 0]', ...
   'm', 5.01, 'qlim', [-170 170]*deg, 'Tc', [0.3 -0.4]);
L(3) = PrismaticMDH('theta', -pi/2, 'qlim', [0.1 2]); x = 3; % L(4) = Link([1 2 3 4])
arm = SerialLink(L, 'name', 'It''s one', 'gravity', [0 0 9.8], ...
 'base', transl(0, 0, 1)*trotx(pi/2));
"""
SCREWS = """
import numpy as np
M = np.array([[-1, 0, 0, 0.817], [0, 0, 1, 0.191], [0, 1, 0, -0.006], [0, 0, 0, 1]])
Slist = np.array([[0, 0, 1, 0, 0, 0], [0, 1, 0, -0.089, 0, 0], [0, 1, 0, -0.089, 0, 0.425]]).T
"""
MATLAB_SCREWS = """
M = [[-1, 0, 0, 0.817]; [0, 0, 1, 0.191]; [0, 1, 0, -0.006]; [0, 0, 0, 1]];
Slist = [[0; 0; 1; 0; 0; 0], ...
         [0; 1; 0; -0.089; 0; 0], [0; 1; 0; -0.089; 0; 0.425]];
"""
CONF = "[arm]\nname: arm\ndof: 2\n[arm_LINK1]\na: 0.5\nd: 0.1\n[arm_LINK2]\njoint_type: 1\n"
CONF += "alpha: 1.5\n"


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def robot_in(folder: Path, name: str, text: str) -> Robot:
    return load_robot(written(folder, name, text)).robot


def test_a_script_of_python(tmp_path: Path) -> None:
    robot = robot_in(tmp_path, "arm.py", PYTHON)
    first, second = robot.joints
    assert (robot.name, robot.manufacturer, robot.n) == ("Arm 2", "Us", 2)
    assert first.d == 26.45 * 0.0254
    assert first.limits == (-160 * (np.pi / 180), 160 * (np.pi / 180))
    assert first.inertia == Inertia(0.0, moments=(0, 0.35, 0, 0, 0, 0))
    assert first.motor == Motor(2e-4, -62.6, 1.5e-3, (0.4, -0.5))
    assert (second.kind, second.theta, second.offset) == ("prismatic", -np.pi / 2, 0.1)
    assert second.limits == (0.2, 1.0)
    np.testing.assert_allclose(
        robot.tool[:3], [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0.2]], atol=1e-15
    )


def test_each_toolbox_has_its_sign_of_gravity(tmp_path: Path) -> None:
    """That for Python says how things fall (its default is 0, 0, -9.81), that for MATLAB not."""
    robot = load_robot("puma560").robot.replace(gravity=(0.0, 1.0, -9.0))
    for name, words in (("a.py", "gravity=[0.0, 1.0, -9.0]"), ("a.m", "'gravity', [0.0 -1.0 9.0]")):
        path = tmp_path / name
        writer_of(path, "toolbox").write(path, Architecture(robot))
        assert words in path.read_text(encoding="utf-8")
        assert load_robot(path).robot.gravity == (0.0, 1.0, -9.0)


def test_a_script_of_matlab(tmp_path: Path) -> None:
    robot = robot_in(tmp_path, "arm.m", MATLAB)
    first, second, third = robot.joints
    assert robot.n == 3
    assert {joint.convention for joint in robot.joints} == {"modified"}
    assert (first.d, first.a, first.alpha, first.offset) == (0.412, 0.1, -np.pi / 2, 0.5)
    assert second.inertia is not None
    assert second.inertia.moments == (0.018, 0.1, 0.2, 0.0, 0.02, 0.0)
    assert second.inertia.com == (0.0, -0.0158 + 0.001, 0.0)
    assert second.limits == pytest.approx((-np.radians(170), np.radians(170)))
    assert (third.kind, third.limits) == ("prismatic", (0.1, 2.0))
    assert robot.gravity == (0.0, 0.0, -9.8)
    np.testing.assert_allclose(robot.base[:3, 3], [0, 0, 1])


LOOPS = """import roboticstoolbox as rtb
from math import pi
a, d = [0, -0.6, -0.5], (0.1, 0, 0)
links = []
for j in range(len(a)):
    link = rtb.RevoluteDH(a=a[j], d=d[j], alpha=pi / 2 if j == 0 else 0)
    link.qlim = [-j - 1, j + 1]
    links.append(link)
more = [rtb.RevoluteDH(a=k / 10, offset=x) for k, x in enumerate([5, 6])]
links[0].m = 2.5
robot = rtb.DHRobot(links + more, name="Loop")
robot.tool = SE3(0, 0, 0.2)
robot.base = SE3.Rx(90, "deg")
"""
LATER = """for k = 1:2, disp(k), end
L = [Link([0 0.1 0.2 pi/2]) Link([0 0.3 0 0])];
L(2).qlim = [-1 2];
r = SerialLink(L);
r.base = transl(0, 0, 1);
r.tool = transl(0, 0, 0.1) * trotx(pi);
"""


def test_links_that_loops_make_and_what_is_said_of_them_later(tmp_path: Path) -> None:
    robot = robot_in(tmp_path, "ur.py", LOOPS)
    assert [joint.a for joint in robot.joints] == [0.0, -0.6, -0.5, 0.0, 0.1]
    assert [joint.alpha for joint in robot.joints[:2]] == [np.pi / 2, 0.0]
    assert [joint.limits for joint in robot.joints[:3]] == [(-1, 1), (-2, 2), (-3, 3)]
    assert [joint.offset for joint in robot.joints[3:]] == [5.0, 6.0]
    assert robot.joints[0].inertia is not None
    assert robot.joints[0].inertia.mass == 2.5
    assert robot.tool[2, 3] == 0.2
    np.testing.assert_allclose(robot.base[:3, 1], [0, 0, 1], atol=1e-15)


MATLAB_LOOPS = {
    "rows": """dh = [0 0.6 0 pi/2; 0 0 0.4 0; 0 0.1 0.02 -pi/2];
for i = 1:size(dh, 1)   % each row
    L(i) = Link(dh(i,:), 'modified');
    L(i).m = 2*i;
end
L(2).qlim = [-1 1];
r = SerialLink(L, 'name', 'looped');
""",
    "backwards": """function r = arm()
  rows = [0 0.6 0 pi/2 9
          0 0 0.4 0 9
          0 0.1 0.02 -pi/2 9];
  for k = length([1 2 3]):-1:1
    L{k} = Link([rows(k, 1:4) 0], 'modified');
    for j = 1:2, x(j) = j; end
    L{k}.m = 2*k;
  end
  L{2}.qlim = [-1 1];
  r = SerialLink([L{:}], 'name', 'looped');
end
""",
    "branches": """a = [0 0.4 0.02]; d = [0.6 0 0.1]; m = [2 4 6];
for i = [1 2 3]
  if i == 1
    twist = pi/2;
  elseif i ~= 3
    twist = 0;
  else, twist = -pi/2;
  end
  L(i) = Link('d', d(i), 'a', a(i), 'alpha', twist, 'm', m(i), 'modified');
end
L(2).qlim = [-1 1]; r = SerialLink(L); r.name = 'looped';
""",
}


@pytest.mark.parametrize("kind", MATLAB_LOOPS)
def test_links_that_loops_of_matlab_make(tmp_path: Path, kind: str) -> None:
    robot = robot_in(tmp_path, "r.m", MATLAB_LOOPS[kind])
    assert robot.name == "looped"
    assert [(one.d, one.a, one.alpha, one.convention) for one in robot.joints] == [
        (0.6, 0.0, np.pi / 2, "modified"),
        (0.0, 0.4, 0.0, "modified"),
        (0.1, 0.02, -np.pi / 2, "modified"),
    ]
    assert [one.inertia.mass for one in robot.joints if one.inertia] == [2.0, 4.0, 6.0]
    assert robot.joints[1].limits == (-1.0, 1.0)


def test_links_that_are_put_into_places_stand_in_their_order(tmp_path: Path) -> None:
    text = "L(2) = Link([0 0 2 0]);\nL(1) = Link([0 0 1 0]);\nL(2).m = 5;\n"
    robot = robot_in(tmp_path, "r.m", text)
    assert [one.a for one in robot.joints] == [1.0, 2.0]
    assert robot.joints[1].inertia is not None


def test_what_matlab_says_of_links_and_robots_later(tmp_path: Path) -> None:
    robot = robot_in(tmp_path, "r.m", LATER)
    assert robot.joints[1].limits == (-1.0, 2.0)
    assert robot.base[2, 3] == 1.0
    np.testing.assert_allclose(robot.tool[:3, 2], [0, 0, -1], atol=1e-15)


HEADED = {
    "r.csv": """Joint No,Joint Type,Joint Offset (b) m,Joint Angle (theta) deg,Link Length (a) m,\
Twist Angle (alpha) deg,Initial Value (JV)
1,Revolute,0.77,Variable,0.1,90,0
2,Prismatic,Variable,30,0.9,0,0
""",
    "r.txt": "type theta d a alpha\nR 0 0.77 0.1 90\nP 30 0 0.9 0\n",
}


@pytest.mark.parametrize("name", HEADED)
def test_headers_of_other_programs(tmp_path: Path, name: str) -> None:
    one, two = robot_in(tmp_path, name, HEADED[name]).joints
    assert (one.kind, one.d, one.a, one.alpha) == ("revolute", 0.77, 0.1, np.pi / 2)
    assert (two.kind, two.theta, two.a) == ("prismatic", pytest.approx(np.pi / 6), 0.9)


def test_the_matrix_of_a_serial_link(tmp_path: Path) -> None:
    text = "dh = [0 0.3 0 -pi/2\n 0 0.1 0.08 pi/2];\nr = SerialLink(dh, 'modified');\n"
    robot = robot_in(tmp_path, "r.m", text)
    assert [(one.d, one.a, one.convention) for one in robot.joints] == [
        (0.3, 0.0, "modified"),
        (0.1, 0.08, "modified"),
    ]


def test_screws_of_modern_robotics(tmp_path: Path) -> None:
    one = robot_in(tmp_path, "s.py", SCREWS)
    other = robot_in(tmp_path, "s.m", MATLAB_SCREWS)
    assert robot_difference(one, other) == 0.0
    M, screws = one.to_screws()
    np.testing.assert_allclose(M[:3, 3], [0.817, 0.191, -0.006], atol=1e-15)
    np.testing.assert_allclose(screws[:, 2], [0, 1, 0, -0.089, 0, 0.425], atol=1e-15)


def test_tables_as_text(tmp_path: Path) -> None:
    text = "joint,theta,d [mm],a [mm],alpha [deg]\n1,q1,89.159,0,90\n2,q2 + 90,0,-425,0\n"
    robot = robot_in(tmp_path, "ur.csv", text)
    assert [joint.d for joint in robot.joints] == [0.089159, 0.0]
    assert robot.joints[1].offset == pytest.approx(np.pi / 2)
    with pytest.raises(FileErrors, match=r"ur\.csv:2:3"):
        robot_in(tmp_path, "ur.csv", text.replace("89.159", "x"))


def test_matrices_and_roboop(tmp_path: Path) -> None:
    dh = robot_in(tmp_path, "m.txt", "% dh\n[1.5 0.1 0 0.3 0;\n 0 0.4 0 0 1]\n")
    assert [joint.kind for joint in dh.joints] == ["revolute", "prismatic"]
    assert dh.joints[0].alpha == 1.5
    dyn = robot_in(tmp_path, "m.dat", " ".join(["0"] * 5 + ["2"] + ["0.1"] * 14))
    assert dyn.joints[0].inertia is not None
    roboop = robot_in(
        tmp_path, "r.txt", ", ".join(["0", "0.1", "0", "1", "0", "-1", "1"] + ["0"] * 16)
    )
    assert roboop.joints[0].limits == (-1.0, 1.0)
    conf = robot_in(tmp_path, "r.conf", CONF)
    assert [joint.kind for joint in conf.joints] == ["revolute", "prismatic"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.py", "x = 1\n", "no links"),
        ("a.py", "x = (\n", "a.py:1:1: can't be read"),
        ("a.py", "from os import system\nL = RevoluteDH(a=system('ls'))\n", "a.py:2:1: system()"),
        ("a.py", "L = [RevoluteDH(a=x) for x in f()]\n", "can't be computed without running"),
        ("a.py", "for x in f():\n    L = RevoluteDH(a=x)\n", "a.py:1:1: f() can't be"),
        ("a.py", "L = [RevoluteDH()]\nL[1].qlim = [0, 1]\n", "a.py:2:1: L[1] can't be"),
        ("a.py", "L = [RevoluteDH()]\nL[0].qlim = f()\n", "a.py:2:1: f()"),
        (
            "a.py",
            "for i in range(200):\n  for j in range(200):\n    RevoluteDH()",
            "a.py:1:1: the loop has more",
        ),
        ("a.py", "L = RevoluteDH(a=range(9**9)[1])", "a.py:1:1: range(9 ** 9)"),
        ("a.m", "for i=1:3\nL(i).qlim = [-1 1];\nend\nL(1) = Link([0 0 1 0]);", "a.m:2:1: link 2"),
        ("a.m", "for i=1:3\nwhile f\nL(i)=Link([0 0 1 0]);\nend\nend", "a.m:2:1: 'f' is not known"),
        ("a.m", "for i=1:3\nif f(i), L(i)=Link([0 0 1 0]); end\nend", "a.m:2:1: f() can't be"),
        ("a.m", "dh=[0 0 1 0];\nfor i=1:2\nL(i)=Link(dh(i,:));\nend", "a.m:3:1: dh(i,:) can't be"),
        ("a.m", "L(1) = Link([0 0 1 0]);\nL([1 2]).m = 3;", "a.m:2:1: L("),
        ("a.m", "for i=1:1e9, L(i)=Link([0 0 1 0]); end", "a.m:1:1: 1:1e9 can't be"),
        ("a.txt", "0 1 2 3 -1.57\n", "sigma"),
        ("a.py", "L = RevoluteDH(a=9**9**9**9)\n", "can't be computed"),
        ("a.py", "L = RevoluteDH(a='long')\n", "a.py:1:1: link 1: a: expected a number"),
        ("a.m", "L(1) = Link([1 2 y 4]);\n", "a.m:1:1: 'y' is not known"),
        ("a.txt", "1 2 3\n", "found 3"),
        ("a.txt", "1 2 3 4\n1 2 3\n", "a.txt:2:1"),
        ("a.txt", "1 2 x 4\n", "a.txt:1:3: column 3: expected numbers"),
        ("a.conf", "[x]\n", "contains no section of a robot"),
        ("a.json", "{\n\n", "a.json:3:1"),
        ("a.json", "[]", "list of joints"),
        ("a.json", '{"joints": [{"a": "x"}]}', "joint 1"),
        ("a.csv", "", "there is no table"),
        ("a.tex", "\\section{One}", "contains no table"),
        ("a.tex", "\\begin{tabular}{l} a & b \\\\ x & 2 \\end{tabular}", "a.tex:1"),
        ("a.py", "SLIDES = [0]\nORIGINS = f()\n", "a.py:2:1: f()"),
        ("a.py", "SLIDES = [0]\nORIGINS = [1, 2]\n", "ORIGINS: expected 4 x 4"),
        ("a.py", "SLIDES = [0]\nORIGINS = [eye(4)]\n", "ORIGINS: expected 2 poses, got 1"),
        ("a.py", "SLIDES = []\nORIGINS = [eye(4)]\n", "SLIDES: expected some numbers"),
        (
            "a.py",
            "SLIDES = [0]\nORIGINS = [eye(4), eye(4)]\nMASSES = [1]\nCENTRES = [1]\n",
            "CENTRES: expected 3 numbers, got 1",
        ),
    ],
)
def test_each_fault_is_told(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(FileErrors) as caught:
        load_robot(written(tmp_path, name, text))
    assert words in str(caught.value)


def test_nothing_of_a_script_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    text = f"open({str(mark)!r}, 'w').close()\nL = RevoluteDH(a=1)\n"
    assert robot_in(tmp_path, "a.py", text).n == 1
    assert not mark.exists()


NUMBER = st.floats(-1e3, 1e3, allow_subnormal=False)
POSITIVE = st.floats(0, 1e3, allow_subnormal=False)


@st.composite
def robots(draw) -> Robot:
    convention = draw(st.sampled_from(["standard", "modified"]))
    joints = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["revolute", "prismatic"]))
        a, alpha, d, theta, offset = (draw(NUMBER) for _ in range(5))
        limits = draw(st.sampled_from([(-np.inf, np.inf), (-1.25, 2.5), (-np.inf, 0.1)]))
        weight = draw(
            st.none()
            | st.builds(Inertia, POSITIVE, st.tuples(*[NUMBER] * 3), st.tuples(*[NUMBER] * 6))
        )
        motor = draw(
            st.none() | st.builds(Motor, POSITIVE, NUMBER, POSITIVE, st.tuples(POSITIVE, NUMBER))
        )
        joints.append(
            Joint(a, alpha, d, theta, kind, offset=offset, limits=limits, convention=convention,
                  inertia=weight, motor=motor)
        )  # fmt: skip
    return Robot(tuple(joints), name=draw(st.sampled_from(["arm", 'It\'s "one"', "Stäubli 1%"])))


@pytest.mark.property
@examples(40)
@given(robot=robots(), suffix=st.sampled_from([".json", ".py", ".m", ".csv", ".tex"]))
def test_what_is_written_comes_back_to_the_last_bit(
    tmp_path_factory, robot: Robot, suffix: str
) -> None:
    path = tmp_path_factory.mktemp("tables") / f"robot{suffix}"
    writer_of(path).write(path, Architecture(robot))
    again = load_robot(path).robot
    for old, new in zip(robot.joints, again.joints, strict=True):
        assert (new.a, new.alpha, new.offset, new.kind) == (old.a, old.alpha, old.offset, old.kind)
        homeless = suffix in (".py", ".m", ".tex")
        assert new.d == old.d or (old.kind == "prismatic" and homeless)
        assert new.theta == old.theta or (old.kind == "revolute" and homeless)
        assert (new.limits, new.convention) == (old.limits, old.convention)
        if suffix not in (".csv", ".tex"):
            assert (new.inertia, new.motor) == (old.inertia, old.motor)
    if suffix not in (".csv", ".tex"):
        assert again.name == robot.name


@pytest.mark.property
@examples(80)
@given(data=st.data(), noise=st.text(max_size=12), cut=st.integers(0, 30))
def test_damage_is_an_error_or_a_robot(tmp_path_factory, data, noise: str, cut: int) -> None:
    name, text = data.draw(st.sampled_from([
        ("a.py", PYTHON), ("a.m", MATLAB), ("b.m", MATLAB_SCREWS), ("a.conf", CONF),
        ("a.txt", "0 1 0 0 0\n0 1 0 0 0\n"), ("a.json", '{"joints": [{"a": 1}]}'),
        ("a.csv", "a,alpha,d,theta\n1,2,3,4\n"), ("b.py", SCREWS),
        *((f"{name}.m", text) for name, text in MATLAB_LOOPS.items()),
    ]))  # fmt: skip
    at = data.draw(st.integers(0, len(text)))
    path = tmp_path_factory.mktemp("damaged") / name
    path.write_bytes((text[:at] + noise + text[at + cut :]).encode("utf-8", "surrogatepass"))
    report = check_file(path)
    assert all(one.path == str(path) for one in report.errors)


@pytest.mark.parametrize("name", ["puma560", "puma560-modified", "panda", "stanford", "rediestro"])
@pytest.mark.parametrize("suffix", [".csv", ".json", ".py", ".m", ".tex"])
def test_bundled_robots_come_back(tmp_path: Path, name: str, suffix: str) -> None:
    done = convert(find_robot(name), tmp_path / f"robot{suffix}")
    assert done.error <= 1e-15
    assert done.torque_error in (None, 0.0)


def test_the_suffixes_of_trees_are_those_of_their_readers() -> None:
    from rvs.files.robots.readers import CHAIN
    from rvs.files.trees.readers import TREES

    assert {suffix for suffix, reader in ROBOTS.items() if reader is CHAIN} == set(TREES)


def test_a_source_is_never_overwritten(tmp_path: Path) -> None:
    path = written(tmp_path, "arm.py", PYTHON)
    with pytest.raises(FileErrors, match="choose another name"):
        convert(path, path)
    assert path.read_text(encoding="utf-8") == PYTHON
