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


class Unfaithful(ScriptedExtractor):
    """Proposes one candidate for whatever text."""

    def __init__(self, candidate: Candidate) -> None:
        super().__init__([candidate])

    async def extract(self, source: str) -> Sequence[Candidate]:
        del source
        return self.candidates


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


def test_what_the_sealed_bytes_do_not_restore_is_withheld(monkeypatch):
    """The round trip goes over the record as it is sealed: a value changed by the encoding is an error, and nothing is stored."""
    encode = app.masking.encode
    monkeypatch.setattr(app.masking, "encode", lambda state: encode(state).replace("김가상".encode(), "이샘플".encode()))
    masking, memory = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    with pytest.raises(SelfCheckFailed):
        run(masking, "김가상 님의 글.")
    assert len(memory) == 0


def test_what_cannot_be_sealed_is_withheld():
    """A lone surrogate has no UTF-8: the typed error says nothing of the value."""
    masking, _ = build()
    with pytest.raises(SelfCheckFailed) as caught:
        run(masking, "암호 \ud800가나다라", candidates=(own(("SECRET", "\ud800가나다라")),))
    assert caught.value.__suppress_context__


def test_a_later_text_cannot_break_an_earlier_one(monkeypatch):
    """Every text of a batch is restored from the last state: a token that a later text gives another value is an error."""
    mask = app.masking.mask
    monkeypatch.setattr(app.masking, "verify", lambda *_: None)

    def forgetful(text, candidates, **options):
        return mask(text, candidates, **{**options, "state": app.masking.State()})

    monkeypatch.setattr(app.masking, "mask", forgetful)
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상"), Candidate("PERSON", "이샘플")]))
    with pytest.raises(SelfCheckFailed):
        run(masking, "김가상", "이샘플")


def test_a_find_of_the_extractor_never_vanishes():
    """A span of the extractor that does not hold its value is an error; without a span, or from the caller, it is none."""
    text = "김가상 님의 글."
    with pytest.raises(SelfCheckFailed):
        run(build(Unfaithful(Candidate("PHONE", "010-0000-1234", 0, 3, 0.9, "rules.phone")))[0], text)
    assert run(build(Unfaithful(Candidate("PHONE", "010-0000-1234")))[0], text).results[0].masked_text == text
    sent = ((Candidate("PHONE", "010-0000-1234", 0, 3),),)
    assert run(build()[0], text, candidates=sent).results[0].unmatched == (0,)


def test_candidates_too_long_to_stand_in_the_text_are_not_looked_at(monkeypatch):
    """They are unmatched, in their place in the list, and never brought into NFC; what is long by its form or its spaces is."""
    seen = []
    mask = app.masking.mask
    monkeypatch.setattr(app.masking, "mask", lambda *args, **kwargs: seen.append(args[1]) or mask(*args, **kwargs))
    masking, _ = build()
    text = "\u1f82" * 40
    candidates = own(
        ("PERSON", "없는이름"),
        ("PERSON", "가" * 1000),
        ("PERSON", "\u03b1\u0313\u0300\u0345" * 40),
        ("PERSON", text + " " * 1000),
    )
    result = run(masking, text, candidates=(candidates,), extract=False).results[0]
    assert (result.masked_text, result.unmatched) == ("[PERSON_1]", (0, 1))
    assert [len(each) for each in seen] == [3]


@pytest.fixture
def threads(monkeypatch):
    """What was handed to a thread, call by call."""
    calls = []

    async def to_thread(work):
        calls.append(work)
        return work()

    monkeypatch.setattr(app.masking.asyncio, "to_thread", to_thread)
    return calls


def test_small_work_stays_in_the_loop(threads):
    """No thread is asked for by a short text with a short record."""
    masking, _ = build(ScriptedExtractor([Candidate("PERSON", "김가상")]))
    outcome = run(masking, "김가상")
    run(masking, "김가상", request_id=outcome.request_id)
    back(masking, outcome, "[PERSON_1]")
    asyncio.run(masking.stream(TENANT, outcome.request_id))
    assert threads == []


def test_large_originals_and_records_are_work_for_a_thread(threads):
    """The size counts what is proposed and what the record holds, not the text alone: each step with a large one asks once."""
    masking, _ = build()
    names = own(*(("PERSON", f"없는이름{number:05}") for number in range(1200)))
    outcome = run(masking, "김가상", candidates=(names,), extract=False)
    assert len(threads) == 1
    record = " ".join(candidate.original for candidate in names)
    outcome = run(masking, record, candidates=(names,), extract=False)
    del threads[:]
    run(masking, "김가상", request_id=outcome.request_id, extract=False)
    back(masking, outcome, "[PERSON_1]")
    asyncio.run(masking.stream(TENANT, outcome.request_id))
    assert len(threads) == 3


def test_a_large_text_is_normalized_in_a_thread(threads, monkeypatch):
    """The form of a large text, its tokens and its restored text are each made in one."""
    monkeypatch.setattr(app.masking, "_INLINE_CHARS", 10)
    masking, _ = build()
    outcome = run(masking, "e\u0301" * 20, extract=False)
    assert len(threads) == 2
    assert back(masking, outcome, "글" * 11) == "글" * 11
    assert len(threads) == 3


def test_the_extractor_gets_the_source():
    """What is extracted from is the text in NFC, in which all offsets count."""
    extractor = ScriptedExtractor([Candidate("PERSON", "\u00e9lodie", 0, 6)])
    assert run(build(extractor)[0], "e\u0301lodie").results[0].masked_text == "[PERSON_1]"


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
