"""One label per span."""

from hypothesis import given, settings
from hypothesis import strategies as st

from model.candidate import Candidate
from model.resolve import resolve

SOURCE = "가나다라마바사아자차"


def propose(label: str, start: int, end: int, score: float = 0.8, source: str = "rules.x") -> Candidate:
    return Candidate(label, SOURCE[start:end], start, end, score, source)


CANDIDATES = st.builds(
    lambda label, start, length, score, source: propose(label, start, min(start + length, len(SOURCE)), score, source),
    st.sampled_from(["PHONE", "CARD_NUMBER", "PERSON", "URL", "ADDRESS"]),
    st.integers(0, 8),
    st.integers(1, 5),
    st.sampled_from([0.5, 0.7, 0.9]),
    st.sampled_from(["rules.a", "tagger"]),
) | st.builds(
    Candidate, st.sampled_from(["PERSON", "EMAIL"]), st.sampled_from(["가나", "다라"]), score=st.sampled_from([0.5, 0.9])
)


@settings(deadline=None)
@given(st.lists(CANDIDATES, max_size=12), st.randoms())
def test_order_changes_nothing(candidates, random):
    """The same proposals in another order, or twice, resolve to the same list."""
    shuffled = candidates * 2
    random.shuffle(shuffled)
    assert resolve(shuffled) == resolve(candidates)


@settings(deadline=None)
@given(st.lists(CANDIDATES, max_size=12))
def test_no_proposed_character_is_lost(candidates):
    """What was proposed is covered by what stands, and resolving again changes nothing."""
    standing = resolve(candidates)

    def covered(some):
        return {place for one in some if one.start is not None for place in range(one.start, one.end)}

    assert covered(standing) == covered(candidates)
    assert {one.original for one in candidates if one.start is None} == {one.original for one in standing if one.start is None}
    assert resolve(standing) == standing


@settings(deadline=None)
@given(st.lists(CANDIDATES, max_size=12))
def test_one_label_per_span(candidates):
    """No span stands twice."""
    spans = [(one.start, one.end) for one in resolve(candidates) if one.start is not None]
    assert len(spans) == len(set(spans))


def test_the_better_score_wins_a_span():
    """Where two labels claim one span, the better score stands."""
    weak, strong = propose("PHONE", 0, 4, 0.6), propose("CARD_NUMBER", 0, 4, 0.7)
    assert resolve([weak, strong]) == [strong]


def test_part_of_an_address_is_no_second_address():
    """Inside a span of its own label a candidate goes (B17)."""
    outer, inner = propose("ADDRESS", 0, 8), propose("ADDRESS", 3, 6, 0.9)
    assert resolve([inner, outer]) == [outer]


def test_numbers_that_share_digits_are_one_thing():
    """A phone inside an account number goes."""
    outer, inner = propose("ACCOUNT_NUMBER", 0, 8), propose("PHONE", 3, 8, 0.9)
    assert resolve([inner, outer]) == [outer]


def test_what_a_kept_label_may_hold_stays():
    """A name inside an organization stays: a policy may keep the organization."""
    outer, inner = propose("ORGANIZATION", 0, 8), propose("PERSON", 3, 6)
    assert resolve([inner, outer]) == [outer, inner]


def test_partial_overlaps_stay_for_the_tokenizer():
    """Of two crossing spans neither goes: together they cover everything (B13)."""
    left, right = propose("CARD_NUMBER", 0, 5), propose("URL", 4, 9)
    assert resolve([right, left]) == [left, right]
