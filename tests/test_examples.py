"""Every example runs, writes its picture and comes to the right outcome."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "examples"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(tmp_path):
    """Run an example and return what its ``main`` returns; its picture must be there."""

    def outcome(name: str, **options):
        result = load(name).main(tmp_path, **options)
        content = (tmp_path / f"{name}.pdf").read_bytes()
        assert content.startswith(b"%PDF")
        assert len(content) > 5000
        return result

    return outcome


def test_every_example_has_a_test():
    source = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in NAMES if f'run("{name}")' not in source] == []


def test_gravity_collapse(run):
    q = np.degrees(run("gravity_collapse"))
    # the arm hangs down: its upper arm nearly, its forearm in line
    assert -95 < q[-1, 1] < -88
    assert -95 < q[-1, 2] < -80
    assert q[:, 1].min() < -110


def test_flexible_transmission(run):
    history = run("flexible_transmission")
    assert history.q.shape == (1001, 2)
    early, late = history.t < 1, history.t > 9
    assert np.abs(history.q[early]).max() < 1e-12
    assert history.q[:, 0].max() > 0.65
    assert np.abs(history.q[:, 1]).max() > 0.05
    assert np.abs(history.q[late, 0] - 0.5).max() < 0.08


def test_computed_torque(run):
    right, wrong = run("computed_torque")
    assert np.abs(right).max() < 0.05
    assert 0.05 < np.abs(wrong).max() < 0.5


def test_torque_feedforward(run):
    ahead, plain = run("torque_feedforward")
    assert np.abs(ahead[:, 1]).max() < 0.2
    assert np.abs(plain[:, 1]).max() > 5 * np.abs(ahead[:, 1]).max()


def test_cartesian_circle(run):
    distance = run("cartesian_circle")
    assert distance[0] > 0.1
    assert np.abs(distance[60:]).max() < 2e-4


def test_visual_servoing(run):
    error = run("visual_servoing")
    assert np.abs(error[0]).max() > 80
    assert np.abs(error[-1]).max() < 2
    lengths = np.linalg.norm(error, axis=1)
    assert (np.diff(lengths) < 0).all()


def test_imperfect_model(run):
    history = run("imperfect_model")
    wanted = np.array([want.q for want in history.wanted])
    error = np.degrees(np.abs(wanted - history.q))
    assert error.max() < 10
    assert error[-1].max() < 1


def test_pd_arm(run):
    q = np.degrees(run("pd_arm"))
    assert q[:, 1].min() < -20
    np.testing.assert_allclose(q[-1, :3], [0, 90, -90], atol=5)


def test_inertia_surface(run):
    surface = run("inertia_surface")
    assert surface.shape == (145, 145)
    # as the arm stretches out or folds
    assert 2.2 < surface.min() < 2.5
    assert 5.0 < surface.max() < 5.2
    np.testing.assert_allclose(surface[0], surface[-1])


def test_smooth_line(run):
    poses = run("smooth_line")
    steps = np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1)
    assert steps[0] < 1e-4 > steps[-1]
    assert steps.argmax() in (99, 100)


def test_tour_transforms(run):
    by_quaternion, by_angles = run("tour_transforms").T
    np.testing.assert_allclose(np.diff(by_quaternion, 2), 0, atol=1e-9)
    assert by_angles[-1] > 1.1 * by_quaternion[-1]


def test_tour_trajectories(run):
    durations = run("tour_trajectories")
    assert durations["cubic"] == pytest.approx(1.5 * np.pi / 2)
    assert len(durations) == 6


def test_tour_forward_kinematics(run):
    place = run("tour_forward_kinematics")
    np.testing.assert_allclose(place[0], [0.4521, -0.15005, 0.67183 + 0.4318], atol=1e-9)
    np.testing.assert_allclose(place[-1], [0.0203, -0.15005, 0.67183 + 0.8636], atol=1e-9)


def test_tour_inverse_kinematics(run):
    assert run("tour_inverse_kinematics") < 1e-6


def test_tour_jacobians(run):
    measure = run("tour_jacobians")
    assert measure.argmin() == 60
    assert measure.min() < 1e-12


def test_tour_dynamics(run):
    torque = run("tour_dynamics")
    assert torque.shape == (151, 6)
    assert 70 < torque[:, 1].max() < 85


@pytest.mark.gl
def test_shapes(tmp_path, project_root):
    example = load("shapes")
    assert example.main(tmp_path) == 47
    sheet = (tmp_path / "pictures" / "shapes.png").read_bytes()
    assert sheet.startswith(b"\x89PNG")
    # what run("shapes") would check is here: the page of the documentation is up to date
    page = (project_root / "docs" / "shapes.md").read_text(encoding="utf-8")
    assert page == (tmp_path / "shapes.md").read_text(encoding="utf-8")
    shown = {path.name for path in (project_root / "docs" / "pictures").glob("*.png")}
    assert {f"{name}.png" for name in example.catalogue()} <= shown


@pytest.mark.gl
def test_things(tmp_path):
    """Draw the sheet of run("things"): a picture of every kind, none empty."""
    assert load("things").main(tmp_path) >= 19
    sheet = np.asarray(Image.open(tmp_path / "things.png"))
    assert sheet.shape == (1064, 1600, 3)
    assert sheet[:240, :320].std() > 5


@pytest.mark.gl
def test_body_sheets(run):
    """Draw the sheets of run("body_sheets"), but small."""
    pictures = [np.asarray(Image.open(path)) for path in run("body_sheets", cell=(160, 120))[:-1]]
    for picture in pictures:
        cells = picture.reshape(-1, 120, picture.shape[1] // 160, 160, 3).swapaxes(1, 2)
        spread = cells.reshape(-1, 120 * 160, 3).std(axis=1).max(axis=1)
        # Places at the end of a sheet are white.
        assert ((spread == 0) | (spread > 5)).all()
        assert (spread > 5).sum() >= 2


def test_two_pumas(run):
    apart = run("two_pumas")
    assert apart[0] == pytest.approx(apart[-1])
    # they come near each other and do not touch
    assert 0.2 < apart.min() < 0.7 * apart[0]
