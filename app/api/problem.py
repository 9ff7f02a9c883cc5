"""Problem documents (RFC 9457): as answers, and as declarations in OpenAPI."""

from collections import defaultdict
from typing import Any, Final

from pydantic_core import to_json

from app.api.answer import Answer
from app.errors import GarimError

MEDIA_TYPE: Final = "application/problem+json"

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "Stable name of the problem, `urn:garim:problem:…`."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What to do. Never a piece of the request."},
        "errors": {
            "type": "array",
            "description": "Where in the body, as JSON pointers (RFC 6901).",
            "items": {"type": "object", "required": ["pointer"], "properties": {"pointer": {"type": "string"}}},
        },
        "allowed": {"type": "array", "description": "Names that would do.", "items": {"type": "string"}},
    },
}


def problem_answer(error: GarimError) -> Answer:
    """Return the answer for `error`."""
    return Answer(to_json(error.problem()), MEDIA_TYPE.encode(), status=error.status, headers=error.headers())


def declare(*errors: type[GarimError]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI responses of an endpoint that may end in `errors`, with an example each."""
    by_status: defaultdict[int, list[type[GarimError]]] = defaultdict(list)
    for error in dict.fromkeys(errors):
        by_status[error.status].append(error)
    return {
        status: {
            "description": "; ".join(error.title for error in same),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    "examples": {error.slug: {"summary": error.title, "value": error().problem()} for error in same},
                }
            },
        }
        for status, same in sorted(by_status.items())
    }
