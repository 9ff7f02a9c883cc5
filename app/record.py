"""What a record holds: the state of a request as bytes, to be sealed, and back."""

from pydantic_core import from_json, to_json

from app.tokenizer import State


def encode(state: State) -> bytes:
    """Return `state` as compact JSON in UTF-8."""
    content = [dict(state.mapping), dict(state.counters), sorted(state.literals), sorted(state.forms)]
    return to_json(content)


def decode(content: bytes) -> State:
    """Return the state that `encode` was given."""
    mapping, counters, literals, forms = from_json(content, cache_strings="keys")  # no value may outlive its request in a cache
    return State(mapping, counters, frozenset(literals), frozenset(forms))
