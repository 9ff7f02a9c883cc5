"""The tree of errors."""

import pytest

from app import errors


def _leaves(root):
    below = root.__subclasses__()
    return [root] if not below else [leaf for child in below for leaf in _leaves(child)]


LEAVES = _leaves(errors.GarimError)


def test_every_problem_has_a_type_of_its_own():
    """No two errors share the type by which a caller tells them apart."""
    types = [leaf().problem()["type"] for leaf in LEAVES]
    assert len(types) == len(set(types))


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.slug)
def test_every_problem_says_what_to_do(leaf):
    """Each has RFC 9457's members, and its detail is a sentence."""
    problem = leaf().problem()
    assert set(problem) == {"type", "title", "status", "detail"}
    assert problem["status"] == leaf.status
    assert problem["detail"].endswith(".")


def test_an_error_shows_its_type_only():
    """The text of an error is its slug, whatever it points at."""
    error = errors.InvalidField(pointers=["/labels/1"], allowed=["PERSON"])
    assert str(error) == "invalid-field"


def test_retry_after_is_a_header():
    """Seconds to wait go into Retry-After."""
    assert errors.Overloaded(retry_after=3).headers() == {"Retry-After": "3"}


def test_unauthorized_names_the_scheme():
    """RFC 9110, section 11.6.1: a 401 says how to authenticate."""
    assert errors.Unauthorized().headers()["WWW-Authenticate"].startswith("Bearer")
