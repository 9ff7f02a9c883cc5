"""What a failed check raises."""


class CheckFailed(AssertionError):
    """A check failed. `str()` is the claim that does not hold; it never holds text of a case."""


def require(holds: bool, claim: str) -> None:
    """Raise `CheckFailed` when a claim does not hold."""
    if not holds:
        raise CheckFailed(claim)
