"""Request headers as the server hands them over: bytes, names in lower case."""

from starlette.types import Scope


def header_values(scope: Scope, name: bytes) -> list[bytes]:
    """Return every value of the header `name` (lower case), in order."""
    return [value for given, value in scope["headers"] if given == name]
