"""`GET /healthz`, `/readyz`, `/metrics` and `/labels`: what operators and callers ask about the service itself."""

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from app.api.answer import Answer, json_answer
from app.api.endpoint import Call, Endpoint
from app.api.json_body import AnswerBody
from app.errors import ExtractorFailed, ShuttingDown, Starting, StoreUnavailable
from app.keys import Scope
from model.labels import ALIASES, CANONICAL, TAXONOMIES, display


class StatusAnswer(AnswerBody):
    """The answer of a probe."""

    status: str


class LabelAnswer(AnswerBody):
    """A label, the other names that callers may use for it, and its name in each taxonomy's tokens."""

    label: str
    aliases: list[str]
    tokens: dict[str, str]


class LabelsAnswer(AnswerBody):
    """The answer of `/labels`."""

    labels: list[LabelAnswer]


_OK: Final = {"status": "ok"}
_LABELS: Final = {
    "labels": [
        {
            "label": label,
            "aliases": sorted(alias for alias, meant in ALIASES.items() if meant == label),
            "tokens": {taxonomy: display(label, taxonomy) for taxonomy in sorted(TAXONOMIES)},
        }
        for label in sorted(CANONICAL)
    ]
}


async def healthz(_call: Call) -> Answer:
    """Say that the process runs. It says nothing about store and extractor: see `/readyz`."""
    return json_answer(_OK)


async def readyz(call: Call) -> Answer:
    """Ask store and extractor, and say that they answer. The problem's type names the one that does not."""
    call.service.lifecycle.check()
    await call.service.masking.check()
    return json_answer(_OK)


async def metrics(call: Call) -> Answer:
    """Return Prometheus metrics."""
    return Answer(call.service.metrics.render(), CONTENT_TYPE_LATEST.encode())


async def labels(_call: Call) -> Answer:
    """List the labels, their aliases, and how each taxonomy names them."""
    return json_answer(_LABELS)


ENDPOINTS: Final = (
    Endpoint("/healthz", healthz, method="GET", operation=True, response_model=StatusAnswer, example=_OK),
    Endpoint(
        "/readyz",
        readyz,
        method="GET",
        operation=True,
        response_model=StatusAnswer,
        example=_OK,
        errors=(Starting, ShuttingDown, ExtractorFailed, StoreUnavailable),
    ),
    Endpoint(
        "/metrics",
        metrics,
        method="GET",
        operation=True,
        scopes=frozenset({Scope.ADMIN}),
        response_model=None,
        response_class=Response,
        responses={
            200: {
                "description": "Metrics.",
                "content": {
                    "text/plain": {
                        "schema": {"type": "string"},
                        "example": 'garim_requests_total{route="/mask",status="200"} 1.0',
                    }
                },
            }
        },
    ),
    Endpoint("/labels", labels, method="GET", response_model=LabelsAnswer, example={"labels": _LABELS["labels"][:1]}),
)
