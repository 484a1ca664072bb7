"""Progress of work, and its end by whoever listens."""

import threading

import pytest

from rvs.engine.progress import progress_to, report_progress, result_of, with_progress


class Enough(Exception):
    pass


def test_turns_of_inner_loops_are_parts_of_the_outer_ones() -> None:
    words: list[str] = []
    with progress_to(words.append):
        for _ in with_progress(range(2)):
            for k in with_progress(range(5)):
                if k == 2:
                    break
        report_progress(1.0, "all done")
    assert words == ["0%", "0%", "10%", "20%", "50%", "50%", "60%", "70%", "100%, all done"]


def test_work_without_a_listener_tells_nobody() -> None:
    words: list[str] = []
    with progress_to(words.append):
        worker = threading.Thread(target=lambda: list(with_progress(range(3))))
        worker.start()
        worker.join()
    report_progress(0.5)
    assert list(with_progress(range(3))) == [0, 1, 2]
    assert words == []


def test_an_error_of_the_listener_ends_the_work_and_nothing_after_it() -> None:
    def stop(words: str) -> None:
        if words == "25%":
            raise Enough

    done: list[int] = []
    with pytest.raises(Enough), progress_to(stop):
        done.extend(with_progress(range(4)))
    assert done == [0]
    words: list[str] = []
    with progress_to(words.append):
        assert result_of([0.5, "first", 0.75, "last"]) == "last"
    assert words == ["50%", "75%"]
