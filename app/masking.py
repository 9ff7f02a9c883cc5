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
from app.tokenizer.text import restore_exact
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

_NFC_SHRINKS: Final = 4
"""A string has at most this many times the code points of its NFC (Unicode, normalization FAQ, expansion factors: U+1F82)."""

_EXCESS: Final = 64
"""What a proposed value may be longer than even that: code points that are not looked at, such as zero-width ones."""


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
    """One source and what to look for in it.

    `given`: the first candidates are the caller's; their indexes there. `absent`: indexes of the caller's that are too long to
    stand in the source, so that not even their form is worth the time.
    """

    source: str = field(repr=False)
    candidates: tuple[Candidate, ...] = field(repr=False)
    given: tuple[int, ...]
    absent: frozenset[int]

    @classmethod
    def of(cls, source: str, own: Sequence[Candidate], found: Sequence[Candidate], wanted: Collection[str]) -> Self:
        longest = _NFC_SHRINKS * len(source) + _EXCESS
        asked = [i for i, candidate in enumerate(own) if candidate.label in wanted]
        long = (i for i in asked if len(own[i].original) > longest)
        absent = frozenset(i for i in long if len(own[i].original.strip()) > longest)
        given = tuple(i for i in asked if i not in absent)
        extracted = (candidate for candidate in found if candidate.label in wanted)
        return cls(source, (*(own[i] for i in given), *extracted), given, absent)

    def result(self, masked: Masked) -> MaskedText:
        """Return the answer for the source. Raises `SelfCheckFailed` when a find of the extractor has vanished."""
        missing = [index for index in masked.unmatched if index >= len(self.given)]
        if any(self.candidates[index].start is not None for index in missing):
            raise SelfCheckFailed
        unmatched = {self.given[index] for index in masked.unmatched if index < len(self.given)}
        entities = tuple(Entity(*replacement) for replacement in masked.replacements)
        return MaskedText(masked.text, entities, tuple(sorted(unmatched | self.absent)))


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
        sources = await _off_loop(sum(map(len, command.texts)), lambda: [normalize(text) for text in command.texts])
        extracted = await self._extracted(command, sources)
        wanted = (CANONICAL if command.labels is None else command.labels) - policy.keep
        for _ in range(_TRIES):
            earlier, revision = await self._continued(tenant, command.request_id)
            size = len(earlier) + _size(sources, (*command.candidates, *extracted))
            content, results = await _off_loop(size, partial(_tokenize, command, sources, extracted, wanted, earlier))
            try:
                request_id, expires_at = await self._seal(tenant, command, content, revision)
            except RevisionLost:
                continue
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
        shown = None if labels is None else {names.get(label, label) for label in labels for names in TAXONOMIES.values()}
        work = partial(_reassemble, opened.content, text, match, escape, shown)
        try:
            return await _off_loop(len(opened.content) + len(text), work)
        except OutputLimitExceeded:
            raise TooLarge from None

    async def stream(self, tenant: str, request_id: str, *, match: Match = "exact") -> StreamReassembler:
        """Return a reassembler to feed with pieces and then to close. Raises `UnknownRequest`."""
        opened = await self._store.take(request_id, tenant=tenant)
        return await _off_loop(len(opened.content), partial(_reassembler, opened.content, match))

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

    async def _continued(self, tenant: str, request_id: str | None) -> tuple[bytes, int]:
        """Return the record to go on with, empty for a new request, and its revision."""
        if request_id is None:
            return b"", 0
        opened = await self._store.read(request_id, tenant=tenant)
        return opened.content, opened.revision

    async def _seal(self, tenant: str, command: MaskCommand, content: bytes, revision: int) -> tuple[str, float]:
        """Store the state and return the request id and its expiry. Raises `RevisionLost` when another writer came first."""
        ttl = command.ttl_seconds or self._default_ttl
        if command.request_id is None:
            created = await self._store.create(content, tenant=tenant, ttl_seconds=ttl, single_use=command.single_use)
            return created.request_id, created.expires_at
        expires_at = await self._store.update(command.request_id, content, tenant=tenant, revision=revision, ttl_seconds=ttl)
        return command.request_id, expires_at

    async def _extracted(self, command: MaskCommand, sources: Sequence[str]) -> Sequence[Sequence[Candidate]]:
        """Return, for each source, what the extractor finds in it. Raises `ExtractorFailed`."""
        if not command.extract:
            return [()] * len(sources)
        try:
            return await asyncio.gather(*map(self._extractor.extract, sources))
        except ExtractorUnavailable:
            raise ExtractorFailed from None

    def _versions(self, command: MaskCommand, policy: Policy) -> Mapping[str, str | None]:
        used = self._extractor.versions if command.extract else {}
        return {
            "extractor": self._extractor.name if command.extract else None,
            "rules": used.get("rules"),
            "model": used.get("model"),
            "tokenizer": f"hardened/{VERSION}",
            "policy": f"{policy.name}/{policy.version}",
        }


def _tokenize(
    command: MaskCommand,
    sources: Sequence[str],
    extracted: Sequence[Sequence[Candidate]],
    wanted: Collection[str],
    earlier: bytes,
) -> tuple[bytes, tuple[MaskedText, ...]]:
    """Mask all texts in one token space, check each, and return the record to seal with the answers.

    `earlier` is the record of the request so far, empty for a new one. Raises `TooManyMatches` and `SelfCheckFailed`.
    """
    given = command.candidates or ((),) * len(sources)
    work = [_Work.of(*parts, wanted) for parts in zip(sources, given, extracted, strict=True)]
    before = decode(earlier) if earlier else State()
    names = TAXONOMIES[command.taxonomy]
    state = reserve(before, sources)
    masked = []
    for each in work:
        try:
            result = mask(each.source, each.candidates, state=state, names=names)
            verify(result, each.candidates, state)
        except MatchLimitExceeded:
            raise TooManyMatches from None
        except VerificationFailed:
            raise SelfCheckFailed from None
        masked.append(result)
        state = result.state
    return _record(masked, before, state), tuple(each.result(result) for each, result in zip(work, masked, strict=True))


def _record(masked: Sequence[Masked], before: State, after: State) -> bytes:
    """Return `after` as the bytes to seal. Raises `SelfCheckFailed` unless these very bytes restore every text of `masked`."""
    try:
        content = encode(after)
        stored = decode(content)
    except ValueError:
        # The encoder's own error, for a lone surrogate, may show the value.
        raise SelfCheckFailed from None
    if stored != after:
        raise SelfCheckFailed
    for each in masked:
        if restore_exact(each.text, stored.mapping) != restore_exact(each.source, before.mapping):
            raise SelfCheckFailed
    return content


def _reassemble(content: bytes, text: str, match: Match, escape: Escape, labels: Collection[str] | None) -> Reassembled:
    state = decode(content)
    return reassemble(
        text,
        state.mapping,
        match=match,
        escape=escape,
        labels=labels,
        literals=state.literals,
        forms=state.forms,
        limit=_LONGEST_RESTORED,
    )


def _reassembler(content: bytes, match: Match) -> StreamReassembler:
    state = decode(content)
    return StreamReassembler(state.mapping, match=match, literals=state.literals, forms=state.forms, limit=_LONGEST_RESTORED)


def _size(sources: Sequence[str], candidates: Sequence[Sequence[Candidate]]) -> int:
    """Return how much there is to do, in code points. What is large by its mere number of candidates is not walked through."""
    size = sum(map(len, sources)) + sum(map(len, candidates))
    if size <= _INLINE_CHARS:
        size += sum(len(candidate.original) for part in candidates for candidate in part)
    return size


async def _off_loop(size: int, work: Callable[[], T]) -> T:
    """Do `work` on texts and records of `size` code points and bytes without holding up other requests."""
    return work() if size <= _INLINE_CHARS else await asyncio.to_thread(work)
