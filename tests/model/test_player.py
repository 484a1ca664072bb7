"""The player with invented time."""

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.array_value import block
from rvs.model.motions.motion import Glide, JointTrajectory
from rvs.model.motions.player import REPEATS, Player

times = st.floats(0.0, 50.0)
speeds = st.floats(0.05, 20.0)


def ramp(duration=10.0):
    """A joint whose value is the time."""
    return JointTrajectory("arm", block([0.0, duration]), block([[0.0], [duration]]))


def playing(repeat="once", speed=1.0, duration=10.0, at=0.0):
    player = Player(ramp(duration), repeat, speed)
    player.seek(at)
    player.play()
    return player


def value(postures):
    return postures["arm"][0]


actions = st.one_of(
    st.tuples(st.just("advance"), st.floats(0.0, 1e6)),
    st.tuples(st.just("seek"), st.floats(-1e3, 1e3)),
    st.tuples(st.just("step"), st.integers(-3, 3)),
    st.tuples(st.sampled_from(["play", "pause", "reverse"])),
    st.tuples(st.just("repeat"), st.sampled_from(REPEATS)),
    st.tuples(st.just("speed"), speeds),
)


@pytest.mark.property
@given(st.floats(0.0, 1e3), st.lists(actions, max_size=30))
def test_time_never_leaves_the_motion(duration, script):
    player = Player(Glide("arm", (0.0,), (1.0,), duration))
    for name, *rest in script:
        if name in ("repeat", "speed"):
            setattr(player, name, rest[0])
        else:
            getattr(player, name)(*rest)
        assert 0.0 <= player.time <= duration


@pytest.mark.property
@given(st.lists(st.floats(0.0, 30.0), max_size=20), speeds)
def test_ping_pong_is_a_reflection(steps, speed):
    player = playing("ping-pong", speed)
    for elapsed in steps:
        player.advance(elapsed)
    gone = speed * sum(steps)
    expected = abs((gone + 10.0) % 20.0 - 10.0)
    assert player.time == pytest.approx(expected, abs=1e-6)
    assert player.playing


@pytest.mark.property
@given(st.floats(0.0, 10.0), st.floats(0.0, 40.0), speeds, st.sampled_from(["loop", "ping-pong"]))
def test_reverse_takes_forward_back(start, elapsed, speed, repeat):
    player = playing(repeat, speed, at=start)
    player.advance(elapsed)
    player.reverse()
    player.advance(elapsed)
    apart = abs(player.time - start)
    # At the seam of a loop the end and the beginning are one.
    assert min(apart, 10.0 - apart if repeat == "loop" else inf) < 1e-6


@pytest.mark.property
@given(st.floats(0.0, 60.0), st.integers(1, 40), st.sampled_from(REPEATS), speeds)
def test_many_small_steps_are_one_large_one(elapsed, count, repeat, speed):
    one, many = playing(repeat, speed), playing(repeat, speed)
    one.advance(elapsed)
    for _ in range(count):
        many.advance(elapsed / count)
    apart = abs(one.time - many.time)
    assert min(apart, 10.0 - apart if repeat == "loop" else inf) < 1e-6


def test_once_stops_at_the_end_and_begins_anew():
    player = playing()
    assert value(player.advance(4.0)) == 4.0
    assert player.playing
    assert value(player.advance(7.0)) == 10.0
    assert not player.playing
    assert value(player.advance(1.0)) == 10.0
    player.play()
    assert value(player.advance(1.0)) == 1.0


def test_once_backwards_stops_at_the_beginning():
    player = playing(at=3.0)
    player.reverse()
    assert value(player.advance(5.0)) == 0.0
    assert not player.playing
    player.play()
    assert value(player.advance(1.0)) == 9.0


def test_a_loop_goes_round_and_shows_the_end_when_met():
    player = playing("loop")
    assert value(player.advance(10.0)) == 10.0
    assert value(player.advance(1.0)) == 1.0
    assert value(player.advance(33.0)) == pytest.approx(4.0)
    player.reverse()
    assert value(player.advance(5.0)) == pytest.approx(9.0)
    assert player.playing


def test_speed_scales_time():
    assert value(playing(speed=0.5).advance(4.0)) == 2.0
    assert value(playing(speed=20.0).advance(0.25)) == 5.0


def test_nothing_moves_while_it_rests():
    player = Player(ramp())
    assert value(player.advance(5.0)) == 0.0
    player.play()
    player.pause()
    assert value(player.advance(5.0)) == 0.0


def test_steps_go_from_key_to_key():
    player = Player(JointTrajectory.evenly("arm", np.arange(5.0)[:, None], 0.1))
    assert value(player.step(1)) == 1.0
    assert value(player.step(2)) == 3.0
    assert value(player.step(-1)) == 2.0
    player.seek(0.25)
    assert player.key == 2
    assert value(player.step(1)) == 3.0
    player.seek(0.25)
    assert value(player.step(-1)) == 2.0
    assert value(player.step(99)) == 4.0
    assert value(player.step(-99)) == 0.0
    player.seek(0.25)
    assert value(player.step(0)) == pytest.approx(2.5)


def test_a_step_stops_but_a_scrub_plays_on():
    player = playing("loop")
    player.seek(5.0)
    assert value(player.advance(1.0)) == 6.0
    player.step(1)
    assert not player.playing


def test_scrubbing_stays_within():
    player = Player(ramp())
    assert value(player.seek(-3.0)) == 0.0
    assert value(player.seek(99.0)) == 10.0


@pytest.mark.parametrize("repeat", REPEATS)
def test_a_motion_without_duration_stays(repeat):
    player = Player(JointTrajectory.evenly("arm", [[3.0]], 0.1), repeat)
    player.play()
    assert value(player.advance(1.0)) == 3.0


@pytest.mark.parametrize("elapsed", [-0.1, nan, inf])
def test_time_goes_on_or_not_at_all(elapsed):
    with pytest.raises(ArgumentError, match="elapsed"):
        playing().advance(elapsed)


@pytest.mark.parametrize("speed", [0.0, 0.049, 20.1, -1.0, nan])
def test_speeds_have_bounds(speed):
    with pytest.raises(ArgumentError, match=r"0\.05 to 20"):
        Player(ramp(), speed=speed)


def test_other_nonsense_is_refused():
    with pytest.raises(ArgumentError, match="finite"):
        Player(ramp()).seek(nan)
    with pytest.raises(ArgumentError, match="ping-pong"):
        Player(ramp(), "pingpong")
