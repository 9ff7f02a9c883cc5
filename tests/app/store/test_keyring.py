"""A ring rotates without losing a mapping that is alive."""

import pytest

from app.store import Ring, RotationError
from app.store.keyring import RingKey


@pytest.fixture
def two(ring):
    return ring.add(1_000)


def test_a_new_key_is_not_active(ring, two):
    """An added key can be read, while new request ids are still made under the old one."""
    added = two.keys[-1]
    assert two.active_kid == ring.active_kid
    assert two.key(added.kid) == added.secret
    assert two.key(ring.active_kid) == ring.key(ring.active_kid)


def test_a_promoted_key_is_active_and_the_old_one_stays(ring, two):
    """After promotion both keys are held: old request ids still open."""
    new = two.keys[-1].kid
    promoted = two.promote(new, 2_000)
    assert promoted.active_kid == new
    assert promoted.key(ring.active_kid) == ring.key(ring.active_kid)
    assert [key.retired_at for key in promoted.keys] == [2_000, None]


def test_the_active_key_is_never_dropped(two):
    """Dropping the active key is refused at any time."""
    with pytest.raises(RotationError, match="active"):
        two.drop(two.active_kid, 10**12, longest_ttl_seconds=1)


def test_a_retired_key_is_dropped_after_the_longest_ttl(ring, two):
    """A retired key can be dropped once the last mapping under it has expired, and no second earlier."""
    promoted = two.promote(two.keys[-1].kid, 2_000.9)
    for now in (2_000.9, 2_900.9):
        with pytest.raises(RotationError, match="alive"):
            promoted.drop(ring.active_kid, now, longest_ttl_seconds=900)
    dropped = promoted.drop(ring.active_kid, 2_901, longest_ttl_seconds=900)
    assert dropped.key(ring.active_kid) is None
    assert len(dropped.keys) == 1


def test_a_key_that_never_was_active_is_dropped_at_once(ring, two):
    """An added key under which nothing was made can go."""
    assert two.drop(two.keys[-1].kid, 1_000, longest_ttl_seconds=900).keys == ring.keys


def test_a_key_promoted_again_is_no_longer_retired(ring, two):
    """Going back to the old key makes it active again, and retires the new one."""
    back = two.promote(two.keys[-1].kid, 2_000).promote(ring.active_kid, 3_000)
    assert back.active_kid == ring.active_kid
    assert [key.retired_at for key in back.keys] == [None, 3_000]


def test_promoting_the_active_key_changes_nothing(two):
    """A repeated promotion does not restart any clock."""
    assert two.promote(two.active_kid, 5_000) is two


@pytest.mark.parametrize("step", [lambda r: r.promote(b"???", 1), lambda r: r.drop(b"???", 1, longest_ttl_seconds=1)])
def test_unknown_kids_are_refused(ring, step):
    """A step on a key that the ring does not hold is refused."""
    with pytest.raises(RotationError, match="no such key"):
        step(ring)


@pytest.mark.parametrize(
    ("keys", "active"),
    [
        ([], b"aaa"),
        ([RingKey(b"aaa", bytes(32), 0)], b"bbb"),
        ([RingKey(b"aaa", bytes(31), 0)], b"aaa"),
        ([RingKey(b"aa", bytes(32), 0)], b"aa"),
        ([RingKey(b"aaa", bytes(32), 0), RingKey(b"aaa", bytes(32), 1)], b"aaa"),
    ],
    ids=["empty", "active", "key", "kid", "twice"],
)
def test_what_is_no_ring_is_refused(keys, active):
    """A ring has keys of 32 bytes under different kids of 3, and the active one among them."""
    with pytest.raises(ValueError, match="do not form a ring"):
        Ring(keys, active)


def test_keys_are_random():
    """Two rings share neither kid nor key."""
    rings = [Ring.generate(0) for _ in range(100)]
    assert len({ring.active_kid for ring in rings}) == 100
    assert len({ring.key(ring.active_kid) for ring in rings}) == 100
