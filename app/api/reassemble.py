"""`POST /reassemble` and `POST /forget`: the values back, or the mapping gone."""

from typing import Final, Literal

from pydantic import Field

from app.api.answer import Answer, json_answer
from app.api.endpoint import Call, Endpoint
from app.api.json_body import AnswerBody, Body
from app.api.text import Labels, RequestId, Text, canonical_labels
from app.errors import (
    InvalidField,
    InvalidText,
    MalformedJson,
    StoreUnavailable,
    UnknownRequest,
    UnsupportedMediaType,
)
from app.keys import Scope


class ReassembleBody(Body):
    """A text with tokens, and the id that opens their values.

    Its length is bounded by that of the body alone: a masked text may be longer than its source was allowed to be.
    """

    request_id: RequestId
    text: Text
    match: Literal["exact", "tolerant"] = Field("exact", description="Tolerant also takes tokens as language models alter them.")
    escape: Literal["none", "json"] = Field("none", description="`json`: values are escaped for a place inside a JSON string.")
    labels: Labels | None = Field(None, description="Restore only these.")


class ReassembleAnswer(AnswerBody):
    """The answer of `/reassemble`. `unresolved` are the tokens that were not restored."""

    text: str
    restored: int
    unresolved: list[str]


class ForgetBody(Body):
    """The id of the mapping to delete."""

    request_id: RequestId


async def reassemble(call: Call, body: ReassembleBody) -> Answer:
    """Put the values back into a text. Unknown tokens stay as they are and are listed; values are not looked into again."""
    labels = canonical_labels(body.labels)
    call.trail.characters = len(body.text)
    outcome = await call.service.masking.reassemble(
        call.tenant, body.request_id, body.text, match=body.match, escape=body.escape, labels=labels
    )
    call.trail.count(outcome.counts)
    return json_answer({"text": outcome.text, "restored": outcome.restored, "unresolved": outcome.unresolved})


async def forget(call: Call, body: ForgetBody) -> Answer:
    """Delete a mapping before its time. Nobody can open it afterwards."""
    await call.service.masking.forget(call.tenant, body.request_id)
    return Answer(status=204)


_ERRORS: Final = (MalformedJson, InvalidText, UnknownRequest, UnsupportedMediaType, InvalidField, StoreUnavailable)

ENDPOINTS: Final = (
    Endpoint(
        "/reassemble",
        reassemble,
        body=ReassembleBody,
        scopes=frozenset({Scope.REASSEMBLE}),
        errors=_ERRORS,
        response_model=ReassembleAnswer,
        example={"text": "Write to ann.lee@example.com, not to [EMAIL_2].", "restored": 1, "unresolved": ["[EMAIL_2]"]},
    ),
    Endpoint(
        "/forget",
        forget,
        body=ForgetBody,
        scopes=frozenset({Scope.MASK, Scope.REASSEMBLE}),
        errors=_ERRORS,
        status_code=204,
        response_model=None,
        response_description="The mapping is gone.",
    ),
)
