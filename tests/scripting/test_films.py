"""Films that scripts make."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import rvs
from rvs.engine.errors import ArgumentError
from rvs.scripting.cell import Cell, working_on

SIZE = (64, 48)
DROP = rvs.JointTrajectory.evenly("Planar 2R", [[0.0, 0.0], [1.5, 0.0]], 2.0)


@pytest.fixture(autouse=True)
def _own_cell():
    with working_on(Cell()):
        yield


@pytest.mark.gl
def test_a_motion_becomes_a_film(tmp_path: Path):
    rvs.new("planar-2r")
    made = rvs.film(None, DROP, start=0.5, end=1.5, fps=4, speed=0.5, size=SIZE, loop=2)
    told = [step.words for step in made.steps(tmp_path / "a.apng")]
    assert told == [f"frame {number} of 9" for number in range(1, 10)]
    with Image.open(tmp_path / "a.apng") as image:
        assert (image.n_frames, image.size, image.info["loop"]) == (9, SIZE, 2)


@pytest.mark.parametrize(("fps", "glide"), [(30.0, True), (5.0, False)])
def test_labels_of_few_pictures_a_second_do_not_lag_behind(tmp_path: Path, fps, glide):
    film = rvs.film("puma560", "puma560-place", fps=fps, end=0.7, size=(32, 32))
    shots = []

    def draw(shot):
        shots.append(shot)
        return np.zeros((32, 32, 4), np.uint8)

    list(film.steps(tmp_path / "frames", draw))
    assert [shot.steady for shot in shots] == [False] + [glide] * (len(shots) - 1)
    assert len(shots) > 2


@pytest.mark.gl
def test_a_folder_has_numbered_pictures_of_the_loaded_motion(tmp_path: Path):
    cell = rvs.new("planar-2r")
    rvs.load_motion(DROP)
    before = cell.state
    folder = rvs.film(fps=1, size=SIZE, trace=False, labels=False).save(tmp_path / "frames")
    names = sorted(path.name for path in folder.iterdir())
    assert names == [*(f"frame-{number:05d}.png" for number in range(3)), "frames.json"]
    first, last = (np.asarray(Image.open(folder / names[k]).convert("L"), float) for k in (0, 2))
    assert np.abs(first - last).mean() > 1
    assert cell.state is before


def test_the_camera_sees_the_whole_motion_unless_it_was_chosen():
    rvs.new("planar-2r")
    own = rvs.Camera(azimuth=0.3, distance=9.0)
    rvs.look(camera=own)
    assert rvs.film(None, DROP).state.view.camera == own
    assert rvs.film(None, DROP, fit=True).state.view.camera.distance != 9.0
    assert rvs.film(None, DROP, view="top").state.view.camera.elevation > 1.5


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"start": 3.0}, "start, end: the film must be between 0 and 2 s"),
        ({"speed": 0.0}, "speed: expected more than 0"),
        ({"tracce": False}, "tracce: a view has"),
        ({"view": "left-ish"}, "view: 'left-ish' is not one of front, back"),
        ({"speed": float("nan")}, "speed: expected a number"),
        ({"mode": "wire"}, "mode: 'wire' is not one of"),
    ],
)
def test_a_mistake_is_told(said, words):
    rvs.new("planar-2r")
    with pytest.raises(ArgumentError, match=words):
        rvs.film(None, DROP, **said)


def test_a_full_model_that_is_not_there_is_told():
    with pytest.raises(ArgumentError, match="Planar 2R has no full model; the mode body draws"):
        rvs.film("planar-2r", DROP, mode="full")


def test_a_film_that_can_not_be_written_is_refused_before_it_is_drawn(tmp_path: Path):
    made = rvs.film(rvs.new("planar-2r"), DROP)
    for name, clear, words in (
        ("a.mov", False, ".gif, .apng, .mp4"),
        ("a.mp4", True, "can't be transp"),
    ):
        wanted = rvs.film(None, DROP, transparent=True) if clear else made
        with pytest.raises(ArgumentError, match=words):
            wanted.save(tmp_path / name)
    with pytest.raises(rvs.RvsError, match="motion: expected a motion"):
        rvs.film("planar-2r")
    assert not list(tmp_path.iterdir())
