"""The use case: extract → tokenize → check → seal, and back. The whole path of a request is visible here."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Self, TypeVar

from app.errors import Conflict, ExtractorFailed, InvalidField, SelfCheckFailed, TooLarge, TooManyMatches
from app.policy import POLICIES, Policy
from app.record import decode, encode
from app.store import RevisionLost, SealedStore
from app.tokenizer import (
    VERSION,
    Escape,
    Masked,
    Match,
    MatchLimitExceeded,
    OutputLimitExceeded,
    Reassembled,
    State,
    StreamReassembler,
    VerificationFailed,
    mask,
    normalize,
    reassemble,
    reserve,
    verify,
)
from model.candidate import Candidate
from model.extractor import Extractor, ExtractorUnavailable
from model.labels import CANONICAL, TAXONOMIES

_TRIES: Final = 3
"""How often a continued request is tokenized again after another writer came first."""

_LONGEST_RESTORED: Final = 20_000_000
"""Code points of values that one reassemble may put in: many tokens of one long value would otherwise fill the memory."""

T = TypeVar("T")

_INLINE_CHARS: Final = 10_000
"""Shorter work is done in the event loop: it takes less time than a thread's switch may cost the others."""


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
    """The answer to a `MaskCommand`. `expires_at` in seconds since the epoch; `versions` explain the result later."""

    request_id: str = field(repr=False)
    expires_at: float
    results: tuple[MaskedText, ...]
    versions: Mapping[str, str | None]

    @property
    def counts(self) -> Mapping[str, int]:
        """Return the number of entities by label."""
        return Counter(entity.label for result in self.results for entity in result.entities)


@dataclass(frozen=True, slots=True)
class _Work:
    """One source and what to look for in it. `given`: the first candidates are the caller's; their indexes there."""

    source: str = field(repr=False)
    candidates: tuple[Candidate, ...] = field(repr=False)
    given: tuple[int, ...]

    @classmethod
    def of(cls, source: str, own: Sequence[Candidate], found: Sequence[Candidate], wanted: Collection[str]) -> Self:
        given = tuple(i for i, candidate in enumerate(own) if candidate.label in wanted)
        extracted = (candidate for candidate in found if candidate.label in wanted)
        return cls(source, (*(own[i] for i in given), *extracted), given)


class Masking:
    """Masks and reassembles for a tenant. One instance serves the whole process."""

    def __init__(
        self, extractor: Extractor, store: SealedStore, *, default_ttl_seconds: int, policies: Mapping[str, Policy] = POLICIES
    ) -> None:
        self._extractor = extractor
        self._store = store
        self._default_ttl = default_ttl_seconds
        self._policies = policies

    async def mask(self, tenant: str, command: MaskCommand) -> MaskOutcome:
        """Mask every text of `command` under one request id.

        Raises `InvalidField` for an unknown policy, `UnknownRequest`, `Conflict`, `ExtractorFailed`, `TooManyMatches`,
        `SelfCheckFailed`, and what the store raises. Whatever fails, no text is given back.
        """
        policy = self._policies.get(command.policy)
        if policy is None:
            raise InvalidField(pointers=["/policy"], allowed=sorted(self._policies))
        work = await self._work(command, policy)
        names = TAXONOMIES[command.taxonomy]
        for _ in range(_TRIES):
            state, revision = await self._continued(tenant, command.request_id)
            size = sum(len(each.source) + len(each.candidates) for each in work)
            masked = await _off_loop(size, partial(_tokenize, work, state, names))
            content = encode(masked[-1].state)
            try:
                request_id, expires_at = await self._seal(tenant, command, content, revision)
            except RevisionLost:
                continue
            results = tuple(map(_result, work, masked))
            return MaskOutcome(request_id, expires_at, results, self._versions(command, policy))
        raise Conflict

    async def reassemble(
        self,
        tenant: str,
        request_id: str,
        text: str,
        *,
        match: Match = "exact",
        escape: Escape = "none",
        labels: Collection[str] | None = None,
    ) -> Reassembled:
        """Put the values back into `text`; with `labels` (canonical), only theirs. Raises `UnknownRequest` and `TooLarge`."""
        opened = await self._store.take(request_id, tenant=tenant)
        state = decode(opened.content)
        shown = None if labels is None else {names.get(label, label) for label in labels for names in TAXONOMIES.values()}
        work = partial(
            reassemble,
            text,
            state.mapping,
            match=match,
            escape=escape,
            labels=shown,
            literals=state.literals,
            forms=state.forms,
            limit=_LONGEST_RESTORED,
        )
        try:
            return await _off_loop(len(text), work)
        except OutputLimitExceeded:
            raise TooLarge from None

    async def stream(self, tenant: str, request_id: str, *, match: Match = "exact") -> StreamReassembler:
        """Return a reassembler to feed with pieces and then to close. Raises `UnknownRequest`."""
        opened = await self._store.take(request_id, tenant=tenant)
        state = decode(opened.content)
        return StreamReassembler(state.mapping, match=match, literals=state.literals, forms=state.forms, limit=_LONGEST_RESTORED)

    async def forget(self, tenant: str, request_id: str) -> None:
        """Delete the mapping. Raises `UnknownRequest`."""
        await self._store.forget(request_id, tenant=tenant)

    async def check(self) -> None:
        """Return when store and extractor really answer; raise the error of the one that does not."""
        await self._store.check()
        try:
            await self._extractor.check()
        except ExtractorUnavailable:
            raise ExtractorFailed from None

    async def _continued(self, tenant: str, request_id: str | None) -> tuple[State, int]:
        """Return the state to go on with, and its revision."""
        if request_id is None:
            return State(), 0
        opened = await self._store.read(request_id, tenant=tenant)
        return decode(opened.content), opened.revision

    async def _seal(self, tenant: str, command: MaskCommand, content: bytes, revision: int) -> tuple[str, float]:
        """Store the state and return the request id and its expiry. Raises `RevisionLost` when another writer came first."""
        ttl = command.ttl_seconds or self._default_ttl
        if command.request_id is None:
            created = await self._store.create(content, tenant=tenant, ttl_seconds=ttl, single_use=command.single_use)
            return created.request_id, created.expires_at
        expires_at = await self._store.update(command.request_id, content, tenant=tenant, revision=revision, ttl_seconds=ttl)
        return command.request_id, expires_at

    async def _work(self, command: MaskCommand, policy: Policy) -> list[_Work]:
        """Return, for each text, its source and what to look for: what was extracted, and the caller's own candidates."""
        sources = [normalize(text) for text in command.texts]
        extracted: Sequence[Sequence[Candidate]] = [()] * len(sources)
        if command.extract:
            try:
                extracted = await asyncio.gather(*map(self._extractor.extract, sources))
            except ExtractorUnavailable:
                raise ExtractorFailed from None
        wanted = (CANONICAL if command.labels is None else command.labels) - policy.keep
        given = command.candidates or ((),) * len(sources)
        return [_Work.of(*parts, wanted) for parts in zip(sources, given, extracted, strict=True)]

    def _versions(self, command: MaskCommand, policy: Policy) -> Mapping[str, str | None]:
        used = self._extractor.versions if command.extract else {}
        return {
            "extractor": self._extractor.name if command.extract else None,
            "rules": used.get("rules"),
            "model": used.get("model"),
            "tokenizer": f"hardened/{VERSION}",
            "policy": f"{policy.name}/{policy.version}",
        }


def _tokenize(work: Sequence[_Work], state: State, names: Mapping[str, str]) -> list[Masked]:
    """Mask all texts in one token space, and check each. Raises `TooManyMatches` and `SelfCheckFailed`."""
    state = reserve(state, (each.source for each in work))
    results = []
    for each in work:
        try:
            masked = mask(each.source, each.candidates, state=state, names=names)
            verify(masked, each.candidates, state)
        except MatchLimitExceeded:
            raise TooManyMatches from None
        except VerificationFailed:
            raise SelfCheckFailed from None
        results.append(masked)
        state = masked.state
    return results


def _result(work: _Work, masked: Masked) -> MaskedText:
    entities = tuple(Entity(*replacement) for replacement in masked.replacements)
    unmatched = tuple(work.given[index] for index in masked.unmatched if index < len(work.given))
    return MaskedText(masked.text, entities, unmatched)


async def _off_loop(size: int, work: Callable[[], T]) -> T:
    """Do `work` on a text of `size` code points without holding up other requests."""
    return work() if size <= _INLINE_CHARS else await asyncio.to_thread(work)
