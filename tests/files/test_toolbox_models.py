"""Models of the Robotics Toolboxes: their numbers in the idioms of scripts, and their own files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.model.robots.imported import Choices

Entry = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "reference"
MODELS: list[Entry] = json.loads((FOLDER / "toolbox_models.json").read_text("utf-8"))["models"]
# What is no serial arm of numbers, and what is made of a model of another package.
REFUSED = {
    "P8": "Puma560()", "TwoLink": "symbol()", "Uprighttl": "no links", "mdl_offset": "no links",
    "mdl_quadrotor": "no links", "mdl_planar2_sym": "syms", "mdl_twolink_sym": "sym()",
}  # fmt: skip


def matrix(rows: Any) -> str:
    return f"[{'; '.join(' '.join(map(repr, row)) for row in rows)}]"


def name_of(slides: int, modified: int, matlab: bool) -> str:
    return ("Prismatic" if slides else "Revolute") + ("MDH" if modified else "DH" * (not matlab))


def rows_of_matlab(entry: Entry) -> str:
    """A matrix, gone through by a loop; angles in degrees, lengths in millimetres."""
    rows = np.array(entry["rows"], float)
    word = ", 'modified'" if rows[0, 5] else ""
    base, tool = (matrix(entry.get(key, np.eye(4).tolist())) for key in ("base", "tool"))
    return f"""function r = arm()
    deg = pi/180; mm = 1e-3; % units
    dh = {matrix((rows[:, :4] * [57.29577951308232, 1e3, 1e3, 57.29577951308232]).tolist())};
    sigma = {matrix([rows[:, 4].tolist()])}; n = size(dh, 1);
    for k = n:-1:1
        row = dh(k, :) .* [deg mm mm deg];
        L(k) = Link([row sigma(k)]{word});
    end
    flips = find({matrix([rows[:, 7].tolist()])});
    for k = flips, L(k).flip = true; end
    r = SerialLink(L, 'name', ['arm ' num2str(n)]);
    r.offset = {matrix([rows[:, 6].tolist()])};
    r.base = {base}; r.tool = {tool};
    if nargout == 0, assignin('caller', 'again', r); end
end
"""


def words_of_matlab(entry: Entry) -> str:
    """Classes with names and values in a list that is continued over lines."""
    links = []
    for theta, d, a, alpha, slides, modified, offset, flip in entry["rows"]:
        own = f"'theta', {theta!r}" if slides else f"'d', {d!r}"
        words = f"{own}, 'a', {a!r}, 'alpha', {alpha!r}, 'offset', {offset!r}"
        links.append(
            f"  {name_of(slides, modified, True)}({words}{', ' + repr('flip') if flip else ''})"
        )
    base, tool = (matrix(entry.get(key, np.eye(4).tolist())) for key in ("base", "tool"))
    return (
        "clear L\n%{\n the links\n%}\nL = [ ... from base to tool\n" + " % one\n".join(links)
        + f" ];\nrobot = SerialLink(L, 'tool', {tool}, 'base', {base});\nqz = zeros(1, robot.n);\n"
        + "figure; robot.plot(qz);\n"
    )  # fmt: skip


def rows_of_python(entry: Entry) -> str:
    """Tuples that are taken apart by position, in a class of robots."""
    rows = [(theta if slides else d, a, alpha, offset, None, bool(flip))
            for theta, d, a, alpha, slides, _, offset, flip in entry["rows"]]  # fmt: skip
    makers = [name_of(row[4], row[5], False) for row in entry["rows"]]
    base, tool = (entry.get(key, np.eye(4).tolist()) for key in ("base", "tool"))
    return f"""import numpy as np
from roboticstoolbox import DHRobot, RevoluteDH, RevoluteMDH, PrismaticDH, PrismaticMDH
from spatialmath import SE3

class Arm(DHRobot):
    def __init__(self, symbolic=False):
        links = []
        for maker, row in zip([{", ".join(makers)}], {rows!r}):
            links += [maker(*row)]
        super().__init__(links, name="arm", tool=SE3(np.array({tool!r})))
        self.base = SE3(np.array({base!r}))
        self.qz = np.zeros(self.n)

if __name__ == "__main__":
    print(Arm())
"""


def words_of_python(entry: Entry) -> str:
    """Keywords out of dictionaries, in degrees."""
    words = ("theta", "d", "a", "alpha", "sigma", "mdh", "offset", "flip")
    rows = [dict(zip(words, row, strict=True)) for row in entry["rows"]]
    base, tool = (entry.get(key, np.eye(4).tolist()) for key in ("base", "tool"))
    return f"""import numpy as np, roboticstoolbox as rtb
from spatialmath import SE3
ROWS = {rows!r}
def link(alpha, sigma, mdh, **rest):
    make = rtb.DHLink
    return make(alpha=np.deg2rad(np.degrees(alpha)), sigma=sigma, mdh=bool(mdh), **rest)
robot = rtb.DHRobot([link(**row) for row in ROWS], base=SE3(np.array({base!r})))
robot.tool = SE3(np.array({tool!r}))
"""


IDIOMS = {
    "matlab": ((".m", rows_of_matlab), (".m", words_of_matlab)),
    "python": ((".py", rows_of_python), (".py", words_of_python)),
}


def agrees(entry: Entry, path: Path, choices: Choices) -> None:
    ours = load_robot(path, choices).robot
    assert [joint.kind[0] == "p" for joint in ours.joints] == [bool(r[4]) for r in entry["rows"]]
    pose = fkine(ours, np.array(entry["q"]))[:3].ravel()
    scale = max(1.0, np.abs(entry["pose"]).max())
    np.testing.assert_allclose(pose, entry["pose"], atol=1e-9 * scale)


@pytest.mark.parametrize("entry", MODELS, ids=lambda one: f"{one['file']}-{one['robot']}")
def test_each_model_is_read_in_the_idioms_of_scripts(tmp_path: Path, entry: Entry) -> None:
    for k, (suffix, written) in enumerate(IDIOMS[entry["toolbox"]]):
        path = tmp_path / f"arm{k}{suffix}"
        path.write_text(written(entry), encoding="utf-8")
        agrees(entry, path, Choices())


def test_each_file_of_the_toolboxes_is_read_right_or_refused() -> None:
    """Where the toolbox for Python is installed, or ``RVS_TOOLBOX_MODELS`` names a folder."""
    files = list(Path(os.environ.get("RVS_TOOLBOX_MODELS", "?")).glob("mdl_*.m"))
    try:
        import roboticstoolbox
    except ImportError:
        pass
    else:
        inner = Path(roboticstoolbox.__file__).parent / "models" / "DH"
        files += inner.glob("[A-Z]*.py")
    if not files:
        pytest.skip("no files of the toolboxes here")
    for path in sorted(files):
        entries = [one for one in MODELS if one["file"] == path.stem]
        if path.stem in REFUSED:
            with pytest.raises(FileErrors) as caught:
                load_robot(path)
            assert REFUSED[path.stem] in str(caught.value)
        for one in entries if path.stem not in REFUSED else ():
            several = len(entries) > 1
            agrees(one, path, Choices(robot=one["robot"]) if several else Choices())


def test_torques_are_those_of_the_toolbox_for_python() -> None:
    toolbox: Any = pytest.importorskip("roboticstoolbox")
    folder = Path(toolbox.__file__).parent / "models" / "DH"
    rng, read = np.random.default_rng(1), 0
    for name in {one["file"] for one in MODELS if one["toolbox"] == "python"} - set(REFUSED):
        theirs, ours = getattr(toolbox.models.DH, name)(), load_robot(folder / f"{name}.py").robot
        q, qd, qdd = rng.uniform(-1.0, 1.0, (3, theirs.n))
        np.testing.assert_allclose(fkine(ours, q), theirs.fkine(q).A, atol=1e-9)
        if all(joint.inertia for joint in ours.joints) and any(link.m for link in theirs.links):
            np.testing.assert_allclose(
                rne(ours, q, qd, qdd), theirs.rne_python(q, qd, qdd), rtol=1e-9, atol=1e-9
            )
        read += 1
    assert read >= 22
