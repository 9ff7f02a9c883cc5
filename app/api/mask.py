"""`POST /mask` and `POST /mask/batch`: text in, masked text and the id that opens it out."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from app.api.answer import Answer, json_answer
from app.api.endpoint import Call, Endpoint
from app.api.json_body import AnswerBody, Body
from app.api.text import CandidateBody, Candidates, Labels, RequestId, Text, canonical_labels, read_candidates, require_length
from app.errors import (
    Conflict,
    ExtractorFailed,
    InvalidField,
    InvalidText,
    MalformedJson,
    SelfCheckFailed,
    StoreFull,
    StoreUnavailable,
    TooLarge,
    TooManyMatches,
    UnknownRequest,
    UnsupportedMediaType,
)
from app.keys import Scope
from app.masking import MaskCommand, MaskOutcome
from model.candidate import Candidate

INLINE_CHARS: Final = 10_000
"""Candidates for longer texts than this, in code points, are checked in a thread."""

_CANDIDATE_CHARS: Final = 10
"""As many code points of text a candidate counts for: about as long its check takes."""


class MaskOptions(Body):
    """What one text and a batch have in common."""

    request_id: RequestId | None = Field(None, description="Continue this request: a spelling keeps its token.")
    taxonomy: Literal["openpii", "compact"] = Field("openpii", description="How labels are named in tokens.")
    labels: Labels | None = Field(None, description="Mask only these.")
    policy: str = Field("default", min_length=1, max_length=64, description="Named policy: what is done with which label.")
    extract: bool = Field(default=True, description="False: only the caller's candidates are masked.")
    ttl_seconds: int | None = Field(None, ge=1, description="How long the mapping is kept, in seconds.")
    single_use: bool = Field(default=False, description="The mapping is handed out once.")


class MaskBody(MaskOptions):
    """One text to mask."""

    text: Text
    candidates: Candidates | None = None


class MaskBatchBody(MaskOptions):
    """Texts to mask under one request id, with one space of tokens."""

    texts: Annotated[list[Text], Field(min_length=1, fail_fast=True)]
    candidates: list[Candidates | None] | None = Field(None, fail_fast=True, description="A list for each text, or null.")


class EntityAnswer(AnswerBody):
    """One replaced span, never its value. Offsets are code points in the NFC form of the text, half-open."""

    token: str
    label: str
    start: int
    end: int
    source: str = Field(description="Who proposed it.")
    score: float


class MaskedTextAnswer(AnswerBody):
    """One masked text. `unmatched` are indexes of the caller's candidates that stand nowhere in it."""

    masked_text: str
    entities: list[EntityAnswer]
    unmatched: list[int]


class MaskAnswer(MaskedTextAnswer):
    """The answer of `/mask`."""

    request_id: str = Field(description="Opens the mapping. Shown once; keep it like a password.")
    expires_at: str = Field(description="RFC 3339, UTC.")
    versions: dict[str, str | None]


class MaskBatchAnswer(AnswerBody):
    """The answer of `/mask/batch`; `results` stand in the order of the texts."""

    request_id: str
    expires_at: str
    results: list[MaskedTextAnswer]
    versions: dict[str, str | None]


def _command(call: Call, body: MaskOptions, texts: tuple[str, ...], candidates: tuple[tuple[Candidate, ...], ...]) -> MaskCommand:
    if body.ttl_seconds is not None and body.ttl_seconds > call.service.settings.max_ttl_seconds:
        raise InvalidField(pointers=["/ttl_seconds"])
    return MaskCommand(
        texts=texts,
        candidates=candidates,
        request_id=body.request_id,
        taxonomy=body.taxonomy,
        labels=canonical_labels(body.labels),
        policy=body.policy,
        extract=body.extract,
        ttl_seconds=body.ttl_seconds,
        single_use=body.single_use,
    )


async def _run(call: Call, command: MaskCommand) -> tuple[MaskOutcome, dict[str, Any]]:
    trail = call.trail
    trail.characters = sum(map(len, command.texts))
    outcome = await call.service.masking.mask(call.tenant, command)
    trail.count(outcome.counts)
    trail.versions = outcome.versions
    expires_at = datetime.fromtimestamp(outcome.expires_at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return outcome, {"request_id": outcome.request_id, "expires_at": expires_at, "versions": dict(outcome.versions)}


async def _candidates(call: Call, parts: Sequence[tuple[Sequence[CandidateBody], str, str]]) -> tuple[tuple[Candidate, ...], ...]:
    count = sum(len(bodies) for bodies, _, _ in parts)
    if count > call.service.settings.max_candidates:
        raise TooLarge

    def read() -> tuple[tuple[Candidate, ...], ...]:
        return tuple(read_candidates(bodies, text, pointer) for bodies, text, pointer in parts)

    size = sum(len(text) + _CANDIDATE_CHARS * len(bodies) for bodies, text, _ in parts if bodies)
    return await asyncio.to_thread(read) if size > INLINE_CHARS else read()


async def mask(call: Call, body: MaskBody) -> Answer:
    """Mask one text. Send `masked_text` anywhere; `/reassemble` puts the values back."""
    require_length(body.text, call.service.settings)
    candidates = await _candidates(call, [(body.candidates or [], body.text, "/candidates")])
    outcome, answer = await _run(call, _command(call, body, (body.text,), candidates))
    (result,) = outcome.results
    return json_answer(
        {
            **answer,
            "masked_text": result.masked_text,
            "entities": result.entities,
            "unmatched": result.unmatched,
        }
    )


async def mask_batch(call: Call, body: MaskBatchBody) -> Answer:
    """Mask several texts under one request id: the same spelling has the same token in all of them."""
    settings = call.service.settings
    for text in body.texts:
        require_length(text, settings)
    if len(body.texts) > settings.max_batch_texts or sum(map(len, body.texts)) > settings.max_batch_chars:
        raise TooLarge
    sent: Sequence[Sequence[CandidateBody] | None] = body.candidates or [None] * len(body.texts)
    if len(sent) != len(body.texts):
        raise InvalidField(pointers=["/candidates"])
    parts = [(part or [], text, f"/candidates/{index}") for index, (part, text) in enumerate(zip(sent, body.texts, strict=True))]
    outcome, answer = await _run(call, _command(call, body, tuple(body.texts), await _candidates(call, parts)))
    return json_answer({**answer, "results": outcome.results})


_ERRORS: Final = (
    MalformedJson, InvalidText, UnknownRequest, Conflict, UnsupportedMediaType, InvalidField, TooManyMatches, SelfCheckFailed,
    ExtractorFailed, StoreUnavailable, StoreFull,
)  # fmt: skip
_SCOPES: Final = frozenset({Scope.MASK})

_OPENED: Final = {
    "request_id": "grm1_6wXqyT0kY2m9xJvQe3sNfB7hRzUa5cLdWgPiOoEtKM4rV8bS1ZjH",
    "expires_at": "2026-01-31T09:15:00Z",
    "versions": {"extractor": "rules", "rules": "1", "model": None, "tokenizer": "hardened/1", "policy": "default/1"},
}
_RESULT: Final = {
    "masked_text": "Write to [EMAIL_1].",
    "entities": [{"token": "[EMAIL_1]", "label": "EMAIL", "start": 9, "end": 27, "source": "rules.email", "score": 0.95}],
    "unmatched": [],
}

ENDPOINTS: Final = (
    Endpoint(
        "/mask",
        mask,
        body=MaskBody,
        scopes=_SCOPES,
        errors=_ERRORS,
        response_model=MaskAnswer,
        example={**_OPENED, **_RESULT},
    ),
    Endpoint(
        "/mask/batch",
        mask_batch,
        body=MaskBatchBody,
        scopes=_SCOPES,
        errors=_ERRORS,
        response_model=MaskBatchAnswer,
        example={**_OPENED, "results": [_RESULT]},
    ),
)
