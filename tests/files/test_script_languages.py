# ruff: noqa: E501  # lines of scripts
"""The meaning of Python and MATLAB, held against what they answer themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.model.robots.imported import Choices

HEAD = {".py": "import numpy as np\nfrom roboticstoolbox import *\n", ".m": ""}
TAIL = {
    ".py": "\nrobot = DHRobot([RevoluteDH(a=a) for a in x])\n",
    ".m": "\nfor k = 1:numel(x), L(k) = Link([0 0 x(k) 0]); end\nrobot = SerialLink(L);\n",
}


def lengths(
    folder: Path, suffix: str, text: str, files: dict[str, str] | None = None
) -> list[float]:
    for name, other in (files or {}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(other, encoding="utf-8")
    path = folder / f"script{suffix}"
    path.write_text(HEAD[suffix] + text + TAIL[suffix], encoding="utf-8")
    return [joint.a for joint in load_robot(path).robot.joints]


# Scripts that make numbers x, and those that Python and Octave 7 make.
PYTHON = {
    "raise": ("try:\n    x = [1]\n    raise ValueError\n    x = [2]\nexcept ValueError:\n    x = [3]", [3]),
    "division": ("try:\n    a = 1 / 0\nexcept ArithmeticError:\n    a = 2\nelse:\n    a = 3\nfinally:\n    b = 4\nx = [a, b]", [2, 4]),
    "key": ("try:\n    x = {}['a']\nexcept (ValueError, LookupError) as error:\n    x = [1]", [1]),
    "text": ("x = []\nfor s in ('1', 'y', '2'):\n    try:\n        x.append(float(s))\n    except ValueError:\n        continue", [1, 2]),
    "assertion": ("try:\n    assert 1 > 2\n    x = [1]\nexcept AssertionError:\n    x = [2]", [2]),
    "own exception": ("class Own(Exception):\n    pass\ntry:\n    raise Own('why')\nexcept Own:\n    x = [2]", [2]),
    "exception of a function": ("def f(v):\n    if v < 0:\n        raise ValueError(v)\n    return v\ntry:\n    x = [f(1), f(-1)]\nexcept ValueError:\n    x = [5]", [5]),
    "views": ("t = np.zeros((2, 2))\nrow = t[0]\nrow[1] = 7\nt.T[0, 1] = 3\nx = t.ravel()", [0, 7, 3, 0]),
    "the same array": ("x = np.zeros(2)\nnp.asarray(x)[0] = 5\nnp.array(x)[1] = 9", [5, 0]),
    "in place": ("x = [1]\ny = x\ny += [2]\ny *= 2\nz = y\nz = z + [3]", [1, 2, 1, 2]),
    "scope of a class": ("a = 1\nclass K:\n    a = 5\n    b = a + 1\n    def f(self):\n        return a\nx = [K().f(), K.b]", [1, 6]),
    "defaults": ("k = 4\ndef f(*, a=k + 1, b=[]):\n    b.append(a)\n    return len(b) + a\nk = 9\nx = [f(), f()]", [6, 7]),
    "members of a class": ("class K:\n    @classmethod\n    def one(cls, v):\n        return v\n    @staticmethod\n    def two(v):\n        return v + 1\n    @property\n    def three(self):\n        return 3\nx = [K.one(1), K().two(1), K().three]\nclass P: pass\nP.a = 4\nx.append(P.a)", [1, 2, 3, 4]),
    "points": ("x = list(np.linspace(0, 1, 4, endpoint=False)) + list(np.eye(2, k=1)[0]) + list(np.diag([1, 2], 1)[0])", [0, 0.25, 0.5, 0.75, 0, 1, 0, 1, 0]),
    "words of numpy": ("t = np.array([[1, 2], [3, 4]])\nx = [np.max(t), max(t[0]), np.sum(t), np.round(1.26, 1), *t.sum(axis=0), *np.where(t[0] > 1, t[0], 9), np.zeros(2, dtype=int)[0]]", [4, 2, 10, 1.3, 4, 6, 9, 2, 0]),
    "whole numbers": ("x = np.ones(2, int)\nx[0] = 2.7\nx[1] += 1", [2, 2]),
    "formats": ("v = 0.126\nx = [float(f'{v:.2f}'), {f'L{i}': i for i in (1, 2)}['L2']]", [0.13, 2]),
    "stars": ("first, *rest, last = [1, 2, 3, 4]\nbase = dict(a=1, d=2)\nx = [last, *rest, first, {**base, 'a': 5}['a']]", [4, 2, 3, 1, 5]),
    "names given with a colon": ("x = []\nwhile (n := len(x)) < 2:\n    x.append(n)", [0, 1]),
    "dataclass": ("from dataclasses import dataclass\n@dataclass\nclass P:\n    a: float\n    d: float = 2\n    def __post_init__(self):\n        self.d += 1\np = P(1)\nx = [p.a, p.d, P(a=5, d=6).d]", [1, 3, 7]),
    "commands of notebooks": ("%matplotlib inline\n!pip install roboticstoolbox-python\nif True:\n    %time\n    x = [7\n  % 4]", [3]),
    "map": ("x = list(map(lambda v, w: v * w, [1, 2], [3, 4]))", [3, 8]),
    "slices": ("x = [1, 2, 3, 4]\nx[1:3] = [9]\ndel x[0]\nx.insert(0, x.pop())", [4, 9]),
    "loops": ("x = []\nfor i in range(5):\n    if i == 3:\n        break\nelse:\n    i = 9\nfor j in range(2):\n    pass\nelse:\n    j = 7\nx = [i, j, [i for i in range(9)][-1], i]", [3, 7, 8, 3]),
    "an object that is asserted": ("class V:\n    pass\nassert V()\nx = [2]", [2]),
    "an end": ("x = [1]\nrobot = DHRobot([RevoluteDH(a=a) for a in x])\nimport sys\nsys.exit()\nrobot.links[0].a = 5", [1]),
}  # fmt: skip
MATLAB = {
    "what a handle keeps": ("k = 2; f = @(v) v * k; k = 5; x = f(1);", [2]),
    "handles": ("f = @cos; x = [f(0) feval('sin', 0) arrayfun(@(v) 2 * v, [1 2]) cellfun(@numel, {'abc'})];", [1, 0, 2, 4, 3]),
    "an error that is caught": ("try\n x = 1; error('no'); x = 2;\ncatch e\n x = 3;\nend", [3]),
    "a place that is not there": ("y = [1 2];\ntry\n x = y(5);\ncatch\n x = 3;\nend", [3]),
    "powers over several lines": ("x = [2^... two\n 3, -... minus\n 2^2];", [8, -4]),
    "signs and powers": ("x = [-2^2+2*3, 2^3^2, 2^-1, -2^-2, 2.^[1 2].^2];", [2, 64, 0.5, -0.25, 4, 16]),
    "halves": ("x = [round(-2.5) round(2.5) round(0.4) fix(-1.5) mod(-1, 3) rem(-1, 3)];", [-3, 3, 0, -1, 2, -1]),
    "a step of Octave": ("x = 1; x++; x += 2; x *= 3;", [12]),
    "diagonals": ("t = diag([1 2], 1); x = [t(1, 2) t(1, 1) t(2, 3)];", [1, 0, 2]),
    "along columns": ("t = [1 2; 3 4]; x = [sum(t) sum([1; 2]) max(t) max([1 5], [3 2]) prod([2 3]) cumsum([1 2]) any([0 0 1])];", [4, 6, 3, 3, 4, 3, 5, 6, 1, 3, 1]),
    "logical places": ("t = [1 2 3]; m = [true false true]; t(t > 2) = 9; x = [t(m) find(t == 2)];", [1, 9, 2]),
    "and, or, not": ("x = 0; if 1 & 0 | ~0, x = 1; end\nif !true, x = 5; end", [1]),
    "names for all": ("global g; g = 2; x = used();\nfunction v = used()\n global g\n v = g * 2;\nend", [4]),
    "any number of values": ("[a, b] = two(1, 2); x = [a b];\nfunction varargout = two(varargin)\n varargout{1} = varargin{2}; varargout{2} = numel(varargin);\nend", [2, 2]),
    "names of a function": ("a = 1; f(); x = a;\nfunction f()\n a = 5;\nend", [1]),
    "a value for the base": ("x = 1; assignin('base', 'x', 4);", [4]),
    "all of an array": ("t = zeros(1, 3); t(:) = 2; s = [1 2; 3 4]; x = [t s(:)' s(:, end)'];", [2, 2, 2, 1, 3, 2, 4, 2, 4]),
    "double quotes add": ("s.(\"a\") = 1; x = [numel(['a' 'b']) str2double(\"1\" + 2)];", [2, 12]),
    "texts": ("x = [str2double('0.5') strcmpi('A', 'a') numel('it''s')];", [0.5, 1, 4]),
    "structs": ("p.a.b = [1 2]; p.a.b(2) = 5; q = p; q.a.b = 7; x = [p.a.b q.a.b isfield(p, 'c')];", [1, 5, 7, 0]),
    "places in rows and columns": ("t = [1 2; 3 4]; t(:, end+1) = [5; 6]; t(1, :) = []; t([1 3]) = [7 8]; u = []; u(2, 3) = 9; x = [t u(:)'];", [7, 4, 8, 0, 0, 0, 0, 0, 9]),
    "cells that are empty or joined": ("c = cell(1, 2); e = isempty(c{1}); c{3} = 4; c(2) = []; d = {5, c{2}}; x = [e numel(c) d{:}];", [1, 2, 5, 4]),
    "comments": ("%{\nx = 9;\n%}\nx = [1, 2 ... more\n 3]; # of Octave\ns = '% none';", [1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("case", PYTHON)
def test_what_python_means(tmp_path: Path, case: str) -> None:
    text, numbers = PYTHON[case]
    np.testing.assert_allclose(lengths(tmp_path, ".py", text), numbers, atol=1e-12)


@pytest.mark.parametrize("case", MATLAB)
def test_what_matlab_means(tmp_path: Path, case: str) -> None:
    text, numbers = MATLAB[case]
    np.testing.assert_allclose(lengths(tmp_path, ".m", text), numbers, atol=1e-12)


# Values that the file does not say; the error names the line and why.
UNKNOWN = {
    "input": (".py", "x = [float(input())]", "input()"),
    "arguments": (".py", "import sys\nx = [float(sys.argv[1])]", "sys.argv[1]"),
    "the environment": (".py", "import os\nx = [float(os.environ.get('X', '1'))]", "get()"),
    "chance": (".py", "x = [np.random.rand()]", "rand()"),
    "a text that is run": (".py", "x = [1]\nexec('x = [2]')", "exec()"),
    "names that are set": (".py", "x = [1]\nglobals()['x'] = [2]", "globals()"),
    "a module that may be missing": (".py", "try:\n    import missing\n    x = [1]\nexcept ImportError:\n    x = [2]", "missing"),
    "an exception that may be raised": (".py", "x = [1]\ntry:\n    import serial\n    serial.open()\n    x = [2]\nexcept OSError:\n    pass", "serial"),
    "a way out of a handler": (".py", "import serial\ndef f():\n    try:\n        serial.open()\n        return 1\n    except OSError:\n        return 2\nx = [f()]", "open()"),
    "what takes exceptions": (".py", "import contextlib\nwith contextlib.suppress(ValueError):\n    x = [1]\n    raise ValueError\n    x = [2]", "raised"),
    "a property": (".py", "class P:\n    @property\n    def a(self):\n        return self._a\n    @a.setter\n    def a(self, v):\n        self._a = 2 * v\np = P()\np.a = 3\nx = [p.a]", "p.a"),
    "an array of whole numbers that is divided": (".py", "x = np.array([1, 2])\nx /= 2", "x /= 2"),
    "an argument that is not taken": (".py", "x = np.arange(3, like=np.zeros(1))", "arange"),
    "an object that is compared": (".py", "class V:\n    def __eq__(self, other):\n        return True\nx = [1] if V() == 2 else [2]", "V() == 2"),
    "an object that is a condition": (".py", "class V:\n    def __bool__(self):\n        return False\nx = [1] if V() else [2]", "V()"),
    "a loop on an object": (".py", "class V:\n    pass\nx = [1]\nwhile V():\n    x = [2]", "V()"),
    "a loop on an array": (".py", "x = [1]\nwhile np.zeros(3):\n    x = [2]", "np.zeros(3)"),
    "a list that contains itself": (".py", "y = []\ny.append(y)\ny.append(y)\nx = [y]", "nested too deeply"),
    "an order that changes": (".py", "x = [{'b': 1, 'a': 2}[s] for s in {'a', 'b'}]", "for s in"),
    "a generator": (".py", "def f():\n    yield 1\nx = list(f())", "f()"),
    "a decorator": (".py", "from functools import lru_cache\n@lru_cache\ndef f(v):\n    return v\nx = [f(1)]", "@lru_cache"),
    "a file of values": (".m", "x = 1; load('dh.mat');", "load()"),
    "a text that is run there": (".m", "x = 1; evalc('x = 2;');", "evalc()"),
    "another script that is not there": (".m", "x = 1;\nsettings;", "settings is not read, so any name can have changed"),
    "what is typed": (".m", "x = input('x? ');", "input()"),
    "chance there": (".m", "x = rand;", "rand"),
    "an imaginary number": (".m", "x = abs(3 + 4i);", "can't be read"),
    "a statement of Octave": (".m", "x = 0;\ndo\n x = 1;\nuntil x > 0", "do"),
    "two values at once": (".m", "y = 2;\nx = y = 3;", "can't be read"),
    "two values of a function": (".m", "[x, k] = max([1 2; 3 4]);", "max"),
    "rows of letters": (".m", "x = size(['ab'; 'cd'], 1);", "can't be"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_the_file_does_not_say_is_refused(tmp_path: Path, case: str) -> None:
    suffix, text, words = UNKNOWN[case]
    with pytest.raises(FileErrors) as caught:
        lengths(tmp_path, suffix, text)
    assert words in str(caught.value)


FILES = {
    "values of a script": (".m", "sizes;\nx = [a b];", {"sizes.m": "a = 1;\nb = 2;\n"}, [1, 2]),
    "values that another script changes": (".m", "x = 1;\nsizes", {"sizes.m": "x = 3;\n"}, [3]),
    "a script that is run": (".m", "x = 1;\nrun('sizes.m');\nrun sizes", {"sizes.m": "x = x + 1;\n"}, [3]),
    "a function of a file": (".m", "x = twice(2);", {"twice.m": "function v = twice(u)\n v = half(u) * 4;\nend\nfunction v = half(u)\n v = u / 2;\nend\n"}, [4]),
    "a function without arguments": (".m", "[a, b] = both; x = [a b];", {"both.m": "function [a, b] = both\n a = 1; b = 2;\nend\n"}, [1, 2]),
    "a module": (".py", "import sizes\nx = [sizes.A, sizes.twice(2)]", {"sizes.py": "A = 1\ndef twice(v):\n    return v * A * 2\n"}, [1, 4]),
    "names of a module": (".py", "from sizes import *\nx = [A]", {"sizes.py": "A = 1\n_x = 5\n"}, [1]),
    "a module of a folder": (".py", "from arm import sizes as s\nfrom arm.sizes import A\nx = [A, s.A]", {"arm/sizes.py": "A = 2\n"}, [2, 2]),
    "a module beside": (".py", "from . import sizes\nfrom .sizes import A as a\nx = [a, sizes.A]", {"sizes.py": "A = 3\nif __name__ == '__main__':\n    A = 4\n"}, [3, 3]),
    "a module with a name that no file has": (".py", f"import {'a' * 300}\nx = [1]", {}, [1]),
    "modules in a circle": (".py", "import one\nx = [one.A]", {"one.py": "import two\nA = 1\n", "two.py": "import one\n"}, [1]),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_files_beside_a_script_are_read(tmp_path: Path, case: str) -> None:
    suffix, text, files, numbers = FILES[case]
    assert lengths(tmp_path, suffix, text, files) == numbers


def test_other_files_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    for folder in (tmp_path, tmp_path / "inner"):
        (folder / "sizes.py").write_text("x = [1]\n", encoding="utf-8")
    for text in ("from ..sizes import x", "from inner import x", "import sizes\nx = [sizes.y]"):
        with pytest.raises(FileErrors):
            lengths(tmp_path / "inner", ".py", text)
    many = {f"m{k}.py": f"from m{k + 1} import x\n" for k in range(40)} | {"m40.py": "x = [1]\n"}
    with pytest.raises(FileErrors):
        lengths(tmp_path, ".py", "from m0 import x", many)
    with pytest.raises(FileErrors, match=r"broken: can't be read"):
        lengths(tmp_path, ".py", "import broken\nx = [broken.a]", {"broken.py": "a = (\n"})


@pytest.mark.parametrize(
    ("words", "code"),
    [("机械臂的长度", "gb18030"), ("Länge der Glieder", "cp1252"), ("腕の長さ ソ表", "shift_jis"),
     ("longitud del eslabón", "latin-1"), ("длина звена", "cp1251")],
)  # fmt: skip
@pytest.mark.parametrize(("suffix", "sign"), [(".m", "%"), (".py", "#")])
def test_comments_in_any_encoding(
    tmp_path: Path, words: str, code: str, suffix: str, sign: str
) -> None:
    path = tmp_path / f"script{suffix}"
    text = f"{HEAD[suffix]}{sign} {words}\nx = [1, 2] {sign} {words}\n{TAIL[suffix]}"
    path.write_bytes(text.encode(code))
    assert [joint.a for joint in load_robot(path).robot.joints] == [1, 2]


def test_what_a_script_asks_of_its_names_and_where_it_shows_its_robot(tmp_path: Path) -> None:
    text = """rosinit
if ~exist('a', 'var'), a = 2; end
b = 3; if exist('b', 'var'), b = 4; end
L = Link.empty; M = Link.empty(0, 2);
L(end+1) = Link([0 0 1 0]); L(end+1) = Link([0 0 a 0]); M(1) = Link([0 0 b 0]);
robot = SerialLink([L M]);
tree = rigidBodyTree; exportrobot(robot, 'OutputFileName', 'arm.urdf');
rosshutdown
"""
    path = tmp_path / "arm.m"
    path.write_text(text, "utf-8")
    robot = load_robot(path, Choices(robot="robot")).robot
    assert [joint.a for joint in robot.joints] == [1, 2, 4]


def test_robots_with_the_same_name_can_be_told_apart(tmp_path: Path) -> None:
    made = "robot = SerialLink(Link([0 0 {} 0])); robot.name = 'RRR';"
    path = tmp_path / "two.m"
    text = "function one\n{}\nend\nfunction two\n{}\nend\none; two;\n"
    path.write_text(text.format(made.format(1), made.format(2)), "utf-8")
    with pytest.raises(FileErrors, match="2 robots, 'robot 1', 'robot 2'"):
        load_robot(path)
    assert load_robot(path, Choices(robot="robot 2")).robot.joints[0].a == 2


CLASS = """classdef Arm{base}
    properties (Constant)
        long = 2;
    end
    properties
        size (1,1) double = 9
        robot
    end
    methods
        function obj = Arm(first)
            if nargin < 1, first = 1; end
            obj.resize(7);
            obj = build(obj, first);
        end
        function obj = build(obj, first)
            obj.robot = SerialLink([Link([0 0 first 0]) Link([0 0 Arm.twice(obj.long) 0]) ...
                Link([0 0 obj.size 0])], 'name', 'arm');
        end
        function resize(obj, size), obj.size = size; end
    end
    methods (Static)
        function y = twice(x), y = 2 * x; end
    end
end
"""


@pytest.mark.parametrize(("base", "size"), [("", 9), (" < handle", 7)])
def test_a_class_of_matlab_is_a_value_or_a_handle(tmp_path: Path, base: str, size: float) -> None:
    path = tmp_path / "Arm.m"
    path.write_text(CLASS.replace("{base}", base), "utf-8")
    robot = load_robot(path).robot
    assert robot.name == "arm"
    assert [joint.a for joint in robot.joints] == [1, 4, size]


def test_a_class_with_an_unknown_base_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "Arm.m"
    path.write_text(CLASS.replace("{base}", " < Machine"), "utf-8")
    with pytest.raises(FileErrors, match="1:1: class Arm: 'Machine' is not known"):
        load_robot(path)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.m", "robot = loadrobot('kinovaGen3');\n", r"1:1: loadrobot\(\) can't be computed"),
        ("a.m", "x = 1;\narm = importrobot('arm.urdf');\n", r"2:1: importrobot\(\) can't be"),
        ("a.m", "mdl_puma560\np560.plot(qz)\n", "1:1: 'mdl_puma560' is not known"),
        (
            "a.py",
            "import roboticstoolbox as rtb\nr = rtb.models.DH.Puma560()\n",
            r"2:1: Puma560\(\)",
        ),
        ("a.py", "import roboticstoolbox as rtb\nr = rtb.Robot.URDF('a.urdf')\n", r"2:1: URDF\(\)"),
    ],
)
def test_a_robot_from_elsewhere_is_named(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(FileErrors, match=words):
        load_robot(path)


def test_a_class_of_matlab_with_its_package_needs_no_brackets(tmp_path: Path) -> None:
    path = tmp_path / "a.m"
    path.write_text(
        "robot = robotics.RigidBodyTree;\nb = robotics.RigidBody('b');\n"
        "b.Joint = robotics.Joint('j', 'revolute');\nrobot.addBody(b, robot.BaseName);\n",
        "utf-8",
    )
    assert load_robot(path).robot.n == 1


@pytest.mark.parametrize(
    ("words", "good"),
    [("roty(pi/2)", True), ("roty(90, 'deg')", True), ("roty(1.5707963, 'rad')", True),
     ("roty(90)", False)],
)  # fmt: skip
def test_a_rotation_has_radians_unless_it_says_otherwise(
    tmp_path: Path, words: str, good: bool
) -> None:
    path = tmp_path / "a.m"
    text = f"robot = SerialLink(Link([0 0 1 0])); robot.base = [{words} [1; 2; 3]; 0 0 0 1];\n"
    path.write_text(text, "utf-8")
    if not good:
        with pytest.raises(FileErrors, match=r"roty\(90\) can't be computed"):
            load_robot(path)
        return
    want = [[0, 0, 1, 1], [0, 1, 0, 2], [-1, 0, 0, 3], [0, 0, 0, 1]]
    np.testing.assert_allclose(load_robot(path).robot.base, want, atol=1e-7)
