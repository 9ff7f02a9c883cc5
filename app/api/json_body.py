"""Reads a JSON body strictly and without ever repeating a piece of it."""

import asyncio
import json
from typing import Any, Final, NoReturn, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_json
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from app.errors import InvalidField, InvalidText, MalformedJson, UnsupportedMediaType
from app.headers import header_values

INLINE_BYTES: Final = 65_536
"""A longer body is parsed in a thread, so that it does not hold up the event loop."""

MAX_POINTERS: Final = 16
"""A body with more errors has the first ones pointed at."""


class Body(BaseModel):
    """What a request body may hold: declared fields only, each of its own JSON type."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)

    def __repr__(self) -> str:
        """Return the name of the model: what it holds is the caller's."""
        return f"{type(self).__name__}()"

    __str__ = __repr__


class AnswerBody(BaseModel):
    """What an answer holds, for the documentation and the tests: answers themselves are written without it."""

    model_config = ConfigDict(extra="forbid", strict=True)


B = TypeVar("B", bound=Body)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # RFC 8259, section 4: with names that are not unique, readers disagree about which one counts.
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedJson
    return members


def _refuse_constant(_name: str) -> NoReturn:
    # RFC 8259, section 6: NaN and Infinity are not JSON.
    raise MalformedJson


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def parse_json(content: bytes) -> object:
    """Return the value that `content` holds. Raises `MalformedJson`, and `InvalidText` for lone surrogates."""
    try:
        value: object = _DECODER.decode(content.decode())
    except (ValueError, RecursionError):
        # The parser's own error shows the text around the place.
        raise MalformedJson from None
    if b"\\u" in content:
        # Only an escape can smuggle in a lone surrogate: it cannot be written as UTF-8.
        try:
            to_json(value)
        except ValueError:
            raise InvalidText from None
    return value


def field_names(model: type[BaseModel]) -> frozenset[str]:
    """Return every field name in `model` and in the models inside it: these may stand in a pointer."""
    names = set(model.model_fields)
    pending: list[Any] = [field.annotation for field in model.model_fields.values()]
    while pending:
        annotation = pending.pop()
        pending.extend(get_args(annotation))
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            names |= field_names(annotation)
    return frozenset(names)


def _pointer(location: tuple[int | str, ...], known: frozenset[str]) -> str:
    pointer = ""
    for part in location:
        if isinstance(part, str) and part not in known:
            break  # the caller's own name may be data: its parent is pointed at
        pointer += f"/{part}"
    return pointer


def validate(model: type[B], value: object, known: frozenset[str]) -> B:
    """Return `value` as a `model`. Raises `InvalidField`, whose pointers hold indexes and names of `known` only."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        pointers = dict.fromkeys(_pointer(detail["loc"], known) for detail in details[:MAX_POINTERS])
    raise InvalidField(pointers=tuple(pointers))


def require_media_type(scope: Scope, wanted: bytes) -> None:
    """Raise `UnsupportedMediaType` unless the body is declared as `wanted`, in UTF-8 where a charset is named."""
    given = header_values(scope, b"content-type")
    if given == [wanted]:
        return
    media_type, _, parameters = b"".join(given[:1]).lower().partition(b";")
    charset = parameters.translate(None, b' "')
    if len(given) != 1 or media_type.strip() != wanted or charset not in {b"", b"charset=utf-8"}:
        raise UnsupportedMediaType


async def read_chunk(receive: Receive) -> tuple[bytes, bool]:
    """Return the next bytes of the body and whether more will come. Raises `ClientDisconnect`."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return message.get("body", b""), message.get("more_body", False)


async def read_json(scope: Scope, receive: Receive, model: type[B], known: frozenset[str]) -> B:
    """Return the body as a `model`. Raises the errors of the functions above."""
    require_media_type(scope, b"application/json")
    content, more = await read_chunk(receive)
    if more:
        chunks = [content]
        while more:
            chunk, more = await read_chunk(receive)
            chunks.append(chunk)
        content = b"".join(chunks)
    if len(content) > INLINE_BYTES:
        return await asyncio.to_thread(lambda: validate(model, parse_json(content), known))
    return validate(model, parse_json(content), known)
