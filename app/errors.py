"""Every error that the service answers with, as RFC 9457 problem details. None ever holds input text.

GarimError
├── BadRequest 400      MalformedJson, InvalidText
├── Unauthorized 401    Forbidden 403 (missing scope)   ForbiddenOrigin 403
├── UnknownRequest 404  one answer for unknown, expired, foreign, forgotten and forged ids
├── Conflict 409        two writers continued one request
├── TooLarge 413        body or text over its cap
├── Unprocessable 422   InvalidField: pointers and allowed names, never the given value; InvalidHeader
├── TooManyRequests 429 rate limit; Overloaded 429: in-flight cap
├── SelfCheckFailed 500 the masked text did not pass its own check
├── Unavailable 503     ExtractorFailed, StoreUnavailable, StoreFull, Starting, ShuttingDown
└── DeadlineExceeded 504

ConfigurationError      the service cannot start as configured; never part of an answer
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar


class ConfigurationError(Exception):
    """The service cannot start as it is configured. The message says what is wrong and how to mend it, and holds no secret."""


class GarimError(Exception):
    """Root of the tree; never raised itself. `slug` is the last part of the stable problem `type`."""

    status: ClassVar[int] = 500
    slug: ClassVar[str] = "internal"
    title: ClassVar[str] = "Internal error"
    detail: ClassVar[str] = "The request was not answered. Nothing was masked or restored."

    def __init__(
        self,
        *,
        retry_after: int | None = None,
        pointers: Sequence[str] = (),
        allowed: Sequence[str] = (),
    ) -> None:
        """`retry_after` in seconds; `pointers` are RFC 6901 JSON pointers into the body; `allowed` are names that would do."""
        super().__init__(self.slug)
        self.retry_after = retry_after
        self.pointers = tuple(pointers)
        self.allowed = tuple(allowed)

    def problem(self) -> dict[str, object]:
        """Return the `application/problem+json` members."""
        body: dict[str, object] = {
            "type": f"urn:garim:problem:{self.slug}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.pointers:
            body["errors"] = [{"pointer": pointer} for pointer in self.pointers]
        if self.allowed:
            body["allowed"] = list(self.allowed)
        return body

    def headers(self) -> Mapping[str, str]:
        """Return the headers that go with the answer."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}


class MalformedJson(GarimError):
    """The body is not JSON in UTF-8."""

    status = 400
    slug = "malformed-json"
    title = "Body is not valid JSON"
    detail = "Send one JSON object, encoded as UTF-8, with Content-Type: application/json."


class InvalidText(GarimError):
    """The body of a text stream is not UTF-8, or a text holds lone surrogates."""

    status = 400
    slug = "invalid-text"
    title = "Text is not valid Unicode"
    detail = "Send text as UTF-8 without lone surrogates."


class Unauthorized(GarimError):
    """No key, or a key that is not known."""

    status = 401
    slug = "unauthorized"
    title = "Key missing or unknown"
    detail = "Send Authorization: Bearer <key>. Make a key with: garim keys new."

    def headers(self) -> Mapping[str, str]:
        return {"WWW-Authenticate": 'Bearer realm="garim"'}


class Forbidden(GarimError):
    """The key lacks the scope that the endpoint needs."""

    status = 403
    slug = "forbidden"
    title = "Scope missing"
    detail = "The key does not carry the scope that this endpoint needs."


class ForbiddenOrigin(GarimError):
    """A keyless loopback service was called under a foreign Host or Origin (DNS rebinding)."""

    status = 403
    slug = "forbidden-origin"
    title = "Host or Origin not allowed"
    detail = "Without keys the service answers only loopback hosts and origins."


class NotFound(GarimError):
    """No such endpoint."""

    status = 404
    slug = "not-found"
    title = "No such endpoint"
    detail = "See /docs for the endpoints."


class UnknownRequest(GarimError):
    """The request id opens nothing: unknown, expired, foreign, forgotten and forged ids look the same."""

    status = 404
    slug = "unknown-request"
    title = "Unknown request"
    detail = "This request id opens no mapping. It may have expired; mask the text again."


class MethodNotAllowed(GarimError):
    """The endpoint exists, the method does not."""

    status = 405
    slug = "method-not-allowed"
    title = "Method not allowed"
    detail = "See /docs for the methods of this endpoint."

    def __init__(self, *, allow: str = "") -> None:
        """`allow` are the methods that the endpoint has, as RFC 9110, section 15.5.6 wants them listed."""
        super().__init__()
        self._allow = allow

    def headers(self) -> Mapping[str, str]:
        return {"Allow": self._allow} if self._allow else {}


class Conflict(GarimError):
    """Other writers kept continuing the same request."""

    status = 409
    slug = "conflict"
    title = "Request was continued by others"
    detail = "Other calls continued this request at the same time. Send the call again."


class TooLarge(GarimError):
    """The body or a text is longer than its cap."""

    status = 413
    slug = "too-large"
    title = "Input too large"
    detail = "The input is longer than the configured maximum. Send it in parts under one request_id."


class UnsupportedMediaType(GarimError):
    """The body is not of the type that the endpoint reads."""

    status = 415
    slug = "unsupported-media-type"
    title = "Unsupported media type"
    detail = "Send application/json, or text/plain to the streaming endpoint."


class InvalidField(GarimError):
    """A field is missing, unknown, or has a value that is not allowed; `pointers` say which."""

    status = 422
    slug = "invalid-field"
    title = "Field missing, unknown or invalid"
    detail = "The fields at the pointers are missing, unknown or invalid. See /docs for the schema."


class InvalidHeader(GarimError):
    """A header that the streaming endpoint reads is missing or has a value that is not allowed."""

    status = 422
    slug = "invalid-header"
    title = "Header missing or invalid"
    detail = "Send Garim-Request-Id, and Garim-Match with exact or tolerant, or without Garim-Match for exact."


class TooManyMatches(GarimError):
    """The candidates nest so deeply in the text that masking it would not be linear."""

    status = 422
    slug = "too-many-matches"
    title = "Candidates match too often"
    detail = "The candidates overlap too deeply in the text. Send candidates with start and end, or fewer of them."


class TooManyRequests(GarimError):
    """The key's rate limit is used up."""

    status = 429
    slug = "rate-limited"
    title = "Rate limit reached"
    detail = "This key has used up its rate. Wait for the time in Retry-After."


class Overloaded(GarimError):
    """The cap on work in flight is reached."""

    status = 429
    slug = "overloaded"
    title = "Too much work in flight"
    detail = "The service is at its cap of work in flight. Wait for the time in Retry-After."


class SelfCheckFailed(GarimError):
    """The masked text did not pass the service's own check, so it is withheld."""

    status = 500
    slug = "self-check-failed"
    title = "Masked text withheld"
    detail = "The masked text did not pass the service's own check and was withheld. Please report this with the versions in use."


class ExtractorFailed(GarimError):
    """The extractor did not answer for the whole text."""

    status = 503
    slug = "extractor-unavailable"
    title = "Extractor unavailable"
    detail = "The extractor did not answer, so nothing was masked. Try again; /readyz tells when it is back."


class StoreUnavailable(GarimError):
    """The store did not answer."""

    status = 503
    slug = "store-unavailable"
    title = "Store unavailable"
    detail = "The mapping store did not answer. Try again; /readyz tells when it is back."


class StoreFull(GarimError):
    """The store's byte cap is reached."""

    status = 503
    slug = "store-full"
    title = "Store full"
    detail = "The mapping store is at its byte cap. Try again after mappings have expired, or raise the cap."


class Starting(GarimError):
    """The extractor and the store have not answered for the first time yet."""

    status = 503
    slug = "starting"
    title = "Starting"
    detail = "The service is starting. It is ready when /readyz says so."


class ShuttingDown(GarimError):
    """The service is draining."""

    status = 503
    slug = "shutting-down"
    title = "Shutting down"
    detail = "The service is shutting down. Send the call to another replica."


class DeadlineExceeded(GarimError):
    """The request took longer than its deadline."""

    status = 504
    slug = "deadline-exceeded"
    title = "Deadline exceeded"
    detail = "The request took longer than the configured deadline. Nothing was masked or restored."
