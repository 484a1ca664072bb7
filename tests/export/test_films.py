"""Films: read back by other programs' eyes, cancelled, refused."""

import doctest
import threading
from contextlib import contextmanager
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.films import film, mp4
from rvs.export.films.animations import chosen_colors
from rvs.export.films.film import Film, check_format, film_job, frame_times, held_rate, order

WIDE, HIGH, COUNT = 51, 34, 7
RATE = Fraction(20)


def frame(number: int, transparent: bool = False) -> np.ndarray:
    """A light gradient in which a red square moves, or the square alone."""
    pixels = np.zeros((HIGH, WIDE, 4), np.uint8)
    pixels[..., :3] = (200 + np.linspace(0, 50, WIDE)).astype(np.uint8)[None, :, None]
    pixels[..., 3] = 0 if transparent else 255
    pixels[10:20, 5 * number : 5 * number + 10] = (200, 30, 20, 255)
    return pixels


def make(path, transparent=False, loops=0, count=COUNT):
    asked = Film(count, held_rate(path.suffix, float(RATE)), loops, transparent)
    frames = (frame(k, transparent) for k in order(path.suffix, count))
    return list(film_job(path, asked, frames))


def read(path):
    frames, delays = [], []
    with Image.open(path) as image:
        for k in range(image.n_frames):
            image.seek(k)
            frames.append(np.asarray(image.convert("RGBA"), int))
            delays.append(image.info["duration"])
        return frames, delays, image.info.get("loop")


@pytest.mark.parametrize("suffix", [".gif", ".apng"])
def test_frames_come_back_in_their_time(tmp_path, suffix):
    steps = make(tmp_path / f"film{suffix}")
    frames, delays, loop = read(tmp_path / f"film{suffix}")
    assert delays == [50] * COUNT
    assert loop == 0
    assert steps[-1].part == 1.0
    for k, shown in enumerate(frames):
        off = np.abs(shown - frame(k))
        assert off.max() <= (12 if suffix == ".gif" else 0)
    assert [path.name for path in tmp_path.iterdir()] == [f"film{suffix}"]


def test_what_rests_is_the_same_in_all_frames_of_a_gif(tmp_path):
    make(tmp_path / "film.gif")
    frames, _, _ = read(tmp_path / "film.gif")
    assert all((shown[:9] == frames[0][:9]).all() for shown in frames)
    assert len(np.unique(frames[0][:9, :, 0])) > 8


@pytest.mark.parametrize("suffix", [".gif", ".apng"])
def test_transparent_films_show_what_is_behind(tmp_path, suffix):
    make(tmp_path / f"film{suffix}", transparent=True)
    frames, _, _ = read(tmp_path / f"film{suffix}")
    for k, shown in enumerate(frames):
        assert (shown[..., 3] == frame(k, True)[..., 3]).all()
        assert np.abs(shown[15, 5 * k + 5, :3] - (200, 30, 20)).max() < 12


@pytest.mark.parametrize(("suffix", "loops", "said"), [(".gif", 3, 2), (".apng", 3, 3)])
def test_films_say_how_often_they_are_shown(tmp_path, suffix, loops, said):
    # a GIF says how often it is shown again
    make(tmp_path / f"film{suffix}", loops=loops)
    assert read(tmp_path / f"film{suffix}")[2] == said
    make(tmp_path / f"once{suffix}", loops=1)
    assert read(tmp_path / f"once{suffix}")[2] in (None, 1)


def test_frames_that_do_not_change_are_frames_too(tmp_path):
    for suffix in (".gif", ".apng"):
        film = Film(4, Fraction(10))
        list(film_job(tmp_path / f"r{suffix}", film, [frame(0)] * len(order(suffix, 4))))
        assert read(tmp_path / f"r{suffix}")[1] == [100] * 4


def test_mp4_has_even_sides_true_colors_and_its_rate(tmp_path):
    av = pytest.importorskip("av")
    make(tmp_path / "film.mp4")
    with av.open(str(tmp_path / "film.mp4")) as container:
        (stream,) = container.streams.video
        assert (stream.width, stream.height) == (52, 34)
        assert stream.average_rate == RATE
        frames = [one.to_ndarray(format="rgb24").astype(int) for one in container.decode(stream)]
    assert len(frames) == COUNT
    for k, shown in enumerate(frames):
        ground = np.pad(frame(k)[2:8, :, :3].astype(int), ((0, 0), (0, 1), (0, 0)), "edge")
        assert np.abs(shown[2:8] - ground).mean() <= 2
        assert np.abs(shown[13:17, 5 * k + 3 : 5 * k + 7] - (200, 30, 20)).max() <= 12


def test_a_missing_encoder_is_said_with_its_cure(tmp_path, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(mp4, "import_module", missing)
    with pytest.raises(RvsError, match="python -m pip install av"):
        make(tmp_path / "film.mp4")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".gif", ".apng", ".mp4"])
def test_a_cancelled_film_leaves_the_old_file(tmp_path, suffix):
    if suffix == ".mp4":
        pytest.importorskip("av")
    path = tmp_path / f"film{suffix}"
    path.write_text("old", encoding="utf-8")
    job = film_job(path, Film(COUNT, RATE), (frame(k) for k in order(suffix, COUNT)))
    for _ in range(len(order(suffix, COUNT)) - 2):
        next(job)
    assert len(list(tmp_path.iterdir())) == 2 or suffix == ".mp4"
    job.close()
    assert [one.read_text(encoding="utf-8") for one in tmp_path.iterdir()] == ["old"]


def test_frames_are_encoded_while_the_next_ones_are_drawn(tmp_path, monkeypatch):
    encoding, drawn = threading.Event(), threading.Event()

    @contextmanager
    def writer(path, _film, _looks):
        def add(_pixels):
            encoding.set()
            assert drawn.wait(10.0), "the next frame waits for this one"

        path.touch()
        yield add

    def frames():
        yield frame(0)
        assert encoding.wait(10.0)
        drawn.set()
        yield frame(1)

    monkeypatch.setitem(film.WRITERS, ".apng", writer)
    list(film_job(tmp_path / "film.apng", Film(2, RATE), frames()))


def test_a_frame_that_cannot_be_encoded_ends_the_film(tmp_path, monkeypatch):
    @contextmanager
    def writer(path, _film, _looks):
        path.touch()

        def add(_pixels):
            raise OSError("disk full")

        yield add

    monkeypatch.setitem(film.WRITERS, ".apng", writer)
    with pytest.raises(OSError, match="disk full"):
        make(tmp_path / "film.apng")
    assert not list(tmp_path.iterdir())


def test_frames_have_to_be_enough_and_of_one_size(tmp_path):
    with pytest.raises(RvsError, match="needs 3, got 2"):
        list(film_job(tmp_path / "a.apng", Film(3), [frame(0)] * 2))
    with pytest.raises(ArgumentError, match=r"\(34, 51, 4\)"):
        list(film_job(tmp_path / "a.apng", Film(2), [frame(0), frame(0)[1:]]))
    assert not list(tmp_path.iterdir())


def test_small_things_keep_their_color_in_a_gif():
    pixels = np.full((200, 300, 4), 255, np.uint8)
    pixels[..., :3] = np.random.default_rng(1).integers(180, 240, (200, 300, 3))
    pixels[100:104, 100:104] = (10, 60, 200, 255)
    near = np.abs(chosen_colors([pixels]).astype(int) - (10, 60, 200)).max(axis=1)
    assert near.min() <= 4


def test_rates_are_those_that_a_format_holds():
    assert held_rate(".gif", 200) == 50
    assert held_rate(".apng", 29.97) == Fraction(2997, 100)
    with pytest.raises(ArgumentError, match="fps"):
        held_rate(".gif", 0)


def test_times_begin_and_end_where_they_should():
    times = frame_times(1.0, 2.05, Fraction(10), speed=2.0)
    np.testing.assert_allclose(times, [1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.05])
    with pytest.raises(ArgumentError, match="no frames"):
        frame_times(2.0, 1.0, RATE)


def test_other_files_are_refused():
    with pytest.raises(ArgumentError, match="film has the format"):
        check_format(".webm")
    with pytest.raises(ArgumentError, match="can't be transparent"):
        check_format(".MP4", transparent=True)
    with pytest.raises(ArgumentError, match="count"):
        Film(0)


def test_examples_in_docstrings_are_true():
    result = doctest.testmod(film)
    assert result.attempted > result.failed == 0
