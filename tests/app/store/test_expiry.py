"""The heap is ordered, and holds what was added and not removed: no more."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.expiry import Entry, ExpiryHeap

STEPS = st.lists(st.tuples(st.sampled_from("aaarm"), st.integers(0, 30), st.integers(0, 10**6)), max_size=120)


@given(STEPS)
@settings(deadline=None, max_examples=300)
def test_the_first_entry_always_expires_first(steps):
    """After any additions, removals and moves, `first` is an entry with the least expiry, and every entry knows its place."""
    heap, entries = ExpiryHeap(), []
    for step, expires_at, choice in steps:
        if step == "a" or not entries:
            entries.append(Entry(b"", 0, 0, expires_at))
            heap.add(entries[-1])
        elif step == "r":
            heap.remove(entries.pop(choice % len(entries)))
        else:
            heap.move(entries[choice % len(entries)], expires_at)
        assert len(heap) == len(entries)
        assert all(heap._entries[entry.position] is entry for entry in entries)
        if entries:
            assert heap.first().expires_at == min(entry.expires_at for entry in entries)
        else:
            assert heap.first() is None


@given(st.lists(st.integers(0, 100), max_size=80))
@settings(deadline=None)
def test_entries_come_out_in_order(expiries):
    """Removing the first entry until none is left gives all expiries, sorted."""
    heap = ExpiryHeap()
    for expires_at in expiries:
        heap.add(Entry(b"", 0, 0, expires_at))
    taken = []
    while (entry := heap.first()) is not None:
        taken.append(entry.expires_at)
        heap.remove(entry)
    assert taken == sorted(expiries)
