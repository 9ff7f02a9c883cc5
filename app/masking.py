"""The use case: extract → tokenize → check → seal, and back. The whole path of a request is visible here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.tokenizer import StreamReassembler
from model.candidate import Candidate


@dataclass(frozen=True, slots=True)
class MaskCommand:
    """What `/mask` and `/mask/batch` ask for. `candidates` has one tuple a text; `labels` are canonical."""

    texts: tuple[str, ...] = field(repr=False)
    candidates: tuple[tuple[Candidate, ...], ...] = field(default=(), repr=False)
    request_id: str | None = field(default=None, repr=False)
    taxonomy: str = "openpii"
    labels: frozenset[str] | None = None
    policy: str = "default"
    extract: bool = True
    ttl_seconds: int | None = None
    single_use: bool = False


@dataclass(frozen=True, slots=True)
class Entity:
    """One replaced span of a source: half-open code points; never the value."""

    token: str
    label: str
    start: int
    end: int
    source: str
    score: float


@dataclass(frozen=True, slots=True)
class MaskedText:
    """One masked text. `unmatched` are indexes of the caller's candidates that stand nowhere in the text."""

    masked_text: str = field(repr=False)
    entities: tuple[Entity, ...]
    unmatched: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MaskOutcome:
    """The answer to a `MaskCommand`. `expires_at` in seconds since the epoch; `counts` are entities by label."""

    request_id: str = field(repr=False)
    expires_at: float
    results: tuple[MaskedText, ...]
    versions: Mapping[str, str]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReassembleOutcome:
    """The answer to a reassemble. `unresolved` are tokens that were not restored; `counts` are restorations by label."""

    text: str = field(repr=False)
    restored: int
    unresolved: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int]


class Masking:
    """Masks and reassembles for a tenant. One instance serves the whole process."""

    async def mask(self, tenant: str, command: MaskCommand) -> MaskOutcome:
        """Mask every text of `command` under one request id."""
        raise NotImplementedError

    async def reassemble(
        self,
        tenant: str,
        request_id: str,
        text: str,
        *,
        match: Literal["exact", "tolerant"] = "exact",
        escape: Literal["none", "json"] = "none",
        labels: frozenset[str] | None = None,
    ) -> ReassembleOutcome:
        """Put the values back into `text`."""
        raise NotImplementedError

    async def stream(self, tenant: str, request_id: str, *, match: Literal["exact", "tolerant"] = "exact") -> StreamReassembler:
        """Return a reassembler to feed with pieces: `feed(str) -> str`, at the end `close() -> str`."""
        raise NotImplementedError

    async def forget(self, tenant: str, request_id: str) -> None:
        """Delete the mapping."""
        raise NotImplementedError

    async def check(self) -> None:
        """Return when store and extractor really answer; raise the error of the one that does not."""
        raise NotImplementedError
