from rvs.model.jobs import finished, told


def counting(last):
    yield from range(last)
    return "made"


def test_a_job_is_finished():
    assert finished(counting(3)) == "made"


def test_steps_are_told_in_other_words():
    made = []

    def teller():
        made.append((yield from told(counting(3), lambda k: f"step {k}")))

    assert list(teller()) == ["step 0", "step 1", "step 2"]
    assert made == ["made"]


def test_a_job_ends_with_its_teller():
    ended = []

    def job():
        try:
            yield 1
        finally:
            ended.append(True)

    teller = told(job(), str)
    assert next(teller) == "1"
    teller.close()
    assert ended == [True]
