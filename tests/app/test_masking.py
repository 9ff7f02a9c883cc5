"""The use case on a real store and tokenizer; only the extractor is a double, at its seam."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

import app.masking
from app.errors import Conflict, ExtractorFailed, InvalidField, SelfCheckFailed, TooManyMatches, UnknownRequest
from app.masking import MaskCommand, Masking, MaskOutcome
from app.store import MemoryStore, Ring, SealedStore
from model.candidate import Candidate
from model.extractor import ExtractorUnavailable

TENANT = "tenant-a"


class FixedClock:
    """A clock that stands still."""

    def now(self) -> float:
        return 1_800_000_000.0


@dataclass
class ScriptedExtractor:
    """Proposes what it is told to, or fails."""

    candidates: Sequence[Candidate] = ()
    failing: bool = False
    name: str = "scripted"
    versions: Mapping[str, str] = field(default_factory=lambda: {"rules": "7"})
    labels: frozenset[str] = frozenset({"PERSON"})

    async def extract(self, source: str) -> Sequence[Candidate]:
        if self.failing:
            raise ExtractorUnavailable
        return [candidate for candidate in self.candidates if candidate.original in source]

    async def check(self) -> None:
        if self.failing:
            raise ExtractorUnavailable

    async def close(self) -> None:
        return


def build(extractor: ScriptedExtractor | None = None) -> tuple[Masking, MemoryStore]:
    clock = FixedClock()
    memory = MemoryStore(1 << 20, clock)
    store = SealedStore(memory, Ring.generate(clock.now()), clock, max_ttl_seconds=3600)
    return Masking(extractor or ScriptedExtractor(), store, default_ttl_seconds=900), memory


def own(*pairs: tuple[str, str]) -> tuple[Candidate, ...]:
    return tuple(Candidate(label, original) for label, original in pairs)


def run(masking: Masking, *texts: str, tenant: str = TENANT, **options: object) -> MaskOutcome:
    return asyncio.run(masking.mask(tenant, MaskCommand(texts=texts, **options)))


def back(masking: Masking, outcome: MaskOutcome, text: str, **options: object) -> str:
    return asyncio.run(masking.reassemble(TENANT, outcome.request_id, text, **options)).text


def test_what_is_extracted_and_what_the_caller_proposes_is_masked_and_comes_back():
    """Candidates of both origins are replaced, each entity says who proposed it, and reassembling restores the text."""
    masking, _ = build(ScriptedExtractor([Candidate("PHONE", "010-0000-1234", 7, 20, 0.9, "rules.phone")]))
    text = "김가상 고객(010-0000-1234)"
    outcome = run(masking, text, candidates=(own(("PERSON", "김가상")),))
    assert outcome.results[0].masked_text == "[PERSON_1] 고객([PHONE_1])"
    assert [(e.label, e.source) for e in outcome.results[0].entities] == [("PERSON", "caller"), ("PHONE", "rules.phone")]
    assert back(masking, outcome, outcome.results[0].masked_text) == text


def test_versions_name_every_part_that_decided():
    """The answer can be explained later: extractor, rules, model, tokenizer, policy."""
    masking, _ = build()
    assert run(masking, "가").versions == {
        "extractor": "scripted", "rules": "7", "model": None, "tokenizer": "hardened/1", "policy": "default/1",
    }  # fmt: skip


def test_the_default_policy_keeps_what_strict_masks():
    """DATE, ORGANIZATION and REL stay under `default`; under `strict` only PORT stays."""
    masking, _ = build()
    texts = ("가상은행 2026-01-02 배우자 8443",)
    candidates = (own(("ORGANIZATION", "가상은행"), ("DATE", "2026-01-02"), ("REL", "배우자"), ("PORT", "8443")),)
    assert run(masking, *texts, candidates=candidates).results[0].masked_text == texts[0]
    strict = run(masking, *texts, candidates=candidates, policy="strict").results[0].masked_text
    assert strict == "[ORGANIZATION_1] [DATE_1] [REL_1] 8443"


def test_an_unknown_policy_is_refused_with_the_names_that_would_do():
    """The error points at the field and lists the policies, not the given name."""
    masking, _ = build()
    with pytest.raises(InvalidField) as caught:
        run(masking, "가", policy="no-such-policy")
    assert caught.value.pointers == ("/policy",)
    assert caught.value.allowed == ("default", "strict")


def test_labels_narrow_what_is_masked_and_what_is_restored():
    """With `labels`, other labels stay in clear when masking, and stay tokens when reassembling."""
    masking, _ = build()
    text = "김가상 test@example.com"
    candidates = (own(("PERSON", "김가상"), ("EMAIL", "test@example.com")),)
    narrow = run(masking, text, candidates=candidates, labels=frozenset({"EMAIL"}))
    assert narrow.results[0].masked_text == "김가상 [EMAIL_1]"
    wide = run(masking, text, candidates=candidates)
    assert back(masking, wide, wide.results[0].masked_text, labels={"PERSON"}) == "김가상 [EMAIL_1]"


def test_compact_names_are_restored_by_canonical_labels():
    """`[ACCOUNT_1]` of the compact taxonomy is restored when ACCOUNT_NUMBER is asked for."""
    masking, _ = build()
    outcome = run(masking, "110-123-456789", candidates=(own(("ACCOUNT_NUMBER", "110-123-456789")),), taxonomy="compact")
    assert outcome.results[0].masked_text == "[ACCOUNT_1]"
    assert back(masking, outcome, "[ACCOUNT_1]", labels={"ACCOUNT_NUMBER"}) == "110-123-456789"


def test_unmatched_points_into_the_list_that_the_caller_sent():
    """Candidates dropped by policy or labels do not shift the indexes of those that stand nowhere."""
    masking, _ = build()
    candidates = (own(("REL", "배우자"), ("PERSON", "없는이름"), ("PERSON", "김가상"), ("PERSON", "또없는이름")),)
    assert run(masking, "김가상 배우자", candidates=candidates).results[0].unmatched == (1, 3)


def test_a_batch_has_one_token_space_and_reserves_every_marker_first():
    """A marker that only the last text holds is not issued for the first, and one name has one token in all texts."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상"), Candidate("PERSON", "이샘플")]))
    texts = ("김가상", "이샘플, 김가상", "[PERSON_1] 그대로")
    outcome = run(masking, *texts)
    masked = [result.masked_text for result in outcome.results]
    assert masked == ["[PERSON_2]", "[PERSON_3], [PERSON_2]", "[PERSON_1] 그대로"]
    assert [back(masking, outcome, text) for text in masked] == list(texts)


def test_a_continued_request_keeps_tokens_and_goes_on_numbering():
    """Masking a history twice leaves its tokens, gives new names new numbers, and one reassemble restores all (B28, B54, B64)."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상"), Candidate("PERSON", "이샘플")]))
    first = run(masking, "김가상 님")
    history = f"{first.results[0].masked_text} 답장: 이샘플, 김가상"
    second = run(masking, history, request_id=first.request_id)
    assert second.request_id == first.request_id
    assert second.results[0].masked_text == "[PERSON_1] 님 답장: [PERSON_2], [PERSON_1]"
    assert back(masking, first, second.results[0].masked_text) == "김가상 님 답장: 이샘플, 김가상"


def test_a_marker_held_literally_by_an_earlier_text_is_never_issued_later():
    """The record remembers the literal markers of all texts of the request."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    first = run(masking, "문서의 [PERSON_1] 표기")
    second = run(masking, "김가상", request_id=first.request_id)
    assert second.results[0].masked_text == "[PERSON_2]"


def test_writers_of_one_request_all_get_their_tokens():
    """Three writers at once: compare-and-set makes each see the others; no token stands for two values."""
    names = [f"김가{syllable}" for syllable in "나다라"]
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", name) for name in names]))
    first = run(masking, "시작")

    async def write() -> list[MaskOutcome]:
        commands = [MaskCommand(texts=(name,), request_id=first.request_id) for name in names]
        return await asyncio.gather(*(masking.mask(TENANT, command) for command in commands))

    tokens = [outcome.results[0].masked_text for outcome in asyncio.run(write())]
    assert len(set(tokens)) == len(names)
    assert back(masking, first, " ".join(tokens)) == " ".join(names)


def test_a_writer_that_always_comes_second_gets_a_conflict(monkeypatch):
    """After three lost revisions the answer is 409, and the mapping is that of the others."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    first = run(masking, "시작")
    tokenize = app.masking._tokenize
    store = masking._store

    async def overtake(*_args: object, **_options: object) -> float:
        raise app.masking.RevisionLost

    monkeypatch.setattr(store, "update", overtake)
    calls = []
    monkeypatch.setattr(app.masking, "_tokenize", lambda *args: calls.append(1) or tokenize(*args))
    with pytest.raises(Conflict):
        run(masking, "김가상", request_id=first.request_id)
    assert len(calls) == 3


def test_nothing_is_masked_when_the_extractor_fails():
    """A failing extractor is a typed error, and no mapping is stored (B18, B61)."""
    masking, memory = build(ScriptedExtractor(failing=True))
    with pytest.raises(ExtractorFailed):
        run(masking, "김가상")
    with pytest.raises(ExtractorFailed):
        asyncio.run(masking.check())
    assert len(memory) == 0


@pytest.mark.parametrize("damage", ["lost_text", "uncovered_value", "foreign_token"])
def test_a_result_that_fails_its_own_check_is_withheld(monkeypatch, damage):
    """Whatever a broken tokenizer gives, `/mask` answers with an error that holds no text."""
    mask = app.masking.mask

    def broken(text, candidates, **options):
        good = mask(text, candidates, **options)
        if damage == "lost_text":
            return app.masking.Masked(good.source, good.text[:-1], good.mapping, good.replacements, good.unmatched, good.state)
        if damage == "uncovered_value":
            return mask(text, [], **options)
        mapping = dict.fromkeys(good.mapping, "다른값")
        return app.masking.Masked(good.source, good.text, mapping, good.replacements, good.unmatched, good.state)

    monkeypatch.setattr(app.masking, "mask", broken)
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    with pytest.raises(SelfCheckFailed) as caught:
        run(masking, "김가상 님의 글.")
    assert "김가상" not in repr(caught.value) + str(caught.value.problem())


def test_candidates_nested_by_the_thousand_are_refused():
    """Work that would not be linear is a typed refusal, not a long wait."""
    masking, _ = build()
    nested = tuple(Candidate("PERSON", "가" * size) for size in range(1, 1200))
    with pytest.raises(TooManyMatches):
        run(masking, "가" * 50_000, candidates=(nested,), extract=False)


def test_foreign_and_forgotten_ids_open_nothing():
    """Another tenant's id, and one's own after forget, are the same unknown request."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    outcome = run(masking, "김가상")
    with pytest.raises(UnknownRequest):
        asyncio.run(masking.reassemble("tenant-b", outcome.request_id, "[PERSON_1]"))
    asyncio.run(masking.forget(TENANT, outcome.request_id))
    for attempt in (masking.reassemble(TENANT, outcome.request_id, "[PERSON_1]"), masking.forget(TENANT, outcome.request_id)):
        with pytest.raises(UnknownRequest):
            asyncio.run(attempt)


def test_single_use_hands_the_mapping_out_once():
    """The first reassemble gets the values, the second an unknown request."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    outcome = run(masking, "김가상", single_use=True)
    assert back(masking, outcome, "[PERSON_1]") == "김가상"
    with pytest.raises(UnknownRequest):
        back(masking, outcome, "[PERSON_1]")


def test_no_repr_shows_text_values_or_ids():
    """Commands, outcomes and results may end up in a traceback; they show nothing."""
    masking, _ = build()
    command = MaskCommand(texts=("김가상 비밀",), candidates=(own(("PERSON", "김가상")),), request_id="grm1_secret")
    outcome = run(masking, "김가상 비밀", candidates=(own(("PERSON", "김가상")),))
    shown = repr(command) + repr(outcome) + repr(command.candidates)
    assert not any(secret in shown for secret in ("김가상", "비밀", "grm1_"))
