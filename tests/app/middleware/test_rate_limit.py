"""How many requests a key may make."""

import pytest

BODY = {"text": "a"}


@pytest.fixture
def limited(start, keys):
    # A window of a year: no run of this test meets its end.
    return start(key_file=keys.path, rate_limit="3/year")


def test_a_key_that_has_used_up_its_rate_is_told_when_to_come_back(limited, keys):
    """The request over the limit is a 429 with the seconds to wait."""
    answers = [limited.post("/mask", BODY, key=keys.both) for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].problem == "rate-limited"
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_one_key_does_not_use_up_the_rate_of_another(limited, keys):
    """Keys count apart, also those of one tenant."""
    for _ in range(4):
        limited.post("/mask", BODY, key=keys.both)
    assert limited.post("/mask", BODY, key=keys.masker).status == 200


def test_refused_requests_count_and_probes_do_not(limited, keys):
    """A caller who sends rubbish uses up its own rate; probes are free."""
    for _ in range(5):
        limited.get("/healthz")
    answers = [limited.post("/mask", {"text": ""}, key=keys.both).status for _ in range(4)]
    assert answers == [422, 422, 422, 429]


def test_windows_that_have_passed_are_dropped(monkeypatch):
    """The counts do not grow with time: a new window clears those whose time is over."""
    from app.middleware.rate_limit import WindowCounts  # noqa: PLC0415 - only this test knows the class

    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    counts = WindowCounts()
    for turn in range(50):
        now = 1_000_000.0 + 60 * turn
        assert counts.acquire_sliding_window_entry("key", 10, 60)
    assert len(counts.storage) <= 3
