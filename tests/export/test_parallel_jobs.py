"""Jobs done beside this process give what they give here; what fails there is done here."""

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.engine.errors import ArgumentError
from rvs.export.figure import draw, draw_job
from rvs.export.layout import Paper
from rvs.export.parallel_jobs import WORTH_STARTING, Beside, ready
from rvs.geometry.shapes.flat import block
from rvs.model.figures.figure import STYLES, Style
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

RED = (0.8, 0.1, 0.1, 1.0)
CUBE = Scene((Solid(block(1.0, 1.0, 1.0), np.eye(4), RED, "paint", ("cube",)),), None)
CAMERA = Camera((0.0, 0.0, 0.5), 0.5, 0.4, 5.0)
PAPER = Paper(300, 200)


def flattened(drawing):
    return [line.tolist() for mark in drawing.marks() for line in getattr(mark, "lines", ())]


def test_another_process_draws_the_same():
    style = STYLES["lines"]
    with Beside(processes=1) as beside:
        asked = [beside.add(draw_job, CUBE, CAMERA, PAPER, style) for _ in range(WORTH_STARTING)]
        (worker,) = beside._workers
        process = worker.process
        # nothing is done here, so that all of it comes from there
        with beside._changed:
            assert beside._changed.wait_for(lambda: all(one.done for one in asked), timeout=60.0)
        steps = list(beside.finish("figures"))
    assert steps == []
    assert process.poll() is not None
    wanted = flattened(draw(CUBE, CAMERA, PAPER, style))
    assert wanted
    assert all(flattened(one.result) == wanted for one in asked)


def test_processes_are_begun_before_there_are_jobs():
    style = STYLES["lines"]
    with Beside(processes=1) as beside:
        beside.begin(ready)
        (worker,) = beside._workers
        asked = [beside.add(draw_job, CUBE, CAMERA, PAPER, style) for _ in range(WORTH_STARTING)]
        assert beside._workers == [worker]
        with beside._changed:
            assert beside._changed.wait_for(lambda: all(one.done for one in asked), timeout=60.0)
    wanted = flattened(draw(CUBE, CAMERA, PAPER, style))
    assert all(flattened(one.result) == wanted for one in asked)


def test_a_process_that_cannot_begin_is_asked_all_the_same():
    with Beside(processes=1) as beside:
        beside.begin(draw_job)
        asked = beside.add(draw_job, CUBE, CAMERA, PAPER, STYLES["lines"])
        with beside._changed:
            assert beside._changed.wait_for(lambda: asked.done, timeout=60.0)


def test_few_jobs_start_nothing_and_are_done_here():
    with Beside(processes=2) as beside:
        asked = beside.add(draw_job, CUBE, CAMERA, PAPER, STYLES["lines"])
        assert not asked.done
        parts = [step.part for step in beside.finish("figures")]
        assert beside._workers == []
    assert asked.done
    assert parts == sorted(parts)
    assert parts[-1] <= 1.0


def test_what_fails_there_is_said_here():
    scaled = Style(scale_bar=True)
    with Beside(processes=1) as beside:
        for _ in range(WORTH_STARTING):
            beside.add(draw_job, CUBE, CAMERA, PAPER, scaled)
        with pytest.raises(ArgumentError, match="parallel"):
            list(beside.finish("figures"))


def test_a_job_that_cannot_be_sent_is_done_here():
    def job(number):
        yield from ()
        return number

    with Beside(processes=1) as beside:
        asked = [beside.add(job, number) for number in range(WORTH_STARTING)]
        list(beside.finish("figures"))
    assert [one.result for one in asked] == list(range(WORTH_STARTING))


def test_cancelling_ends_the_processes():
    with Beside(processes=2) as beside:
        for _ in range(WORTH_STARTING):
            beside.add(draw_job, CUBE, CAMERA, PAPER, STYLES["lines"])
        running = [worker.process for worker in beside._workers]
        assert len(running) == 2
    assert all(process.poll() is not None for process in running)


def test_long_jobs_are_begun_first():
    begun = []

    def job(name):
        begun.append(name)
        yield from ()

    with Beside(processes=0) as beside:
        for name, long in (("one", False), ("two", False), ("film", True), ("three", False)):
            beside.add(job, name, long=long)
        list(beside.finish("figures"))
    assert begun == ["film", "one", "two", "three"]
