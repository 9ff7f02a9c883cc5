"""Every check of one case, under both rule sets. Raises `CheckFailed` with the claim that does not hold, without text."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from app.tokenizer import Masked, State, VerificationFailed, reserve, verify
from model.candidate import Candidate
from tests.soak.case import Case, Plant, Turn
from tests.soak.coverage import Ledger
from tests.soak.failure import require
from tests.soak.occurrence import Occurrence, clean, expected
from tests.soak.quota import count_quotas
from tests.soak.reference import pseudonymize
from tests.soak.subject import Subject

MARKER = re.compile(r"\[([A-Z_]+)_(\d+)\]")
HOSTILE = {"PERSON_1": "[PERSON_2]", "PERSON_2": "[PERSON_1]", "PERSON_12": "[PERSON_", "A_1": "PERSON_1", "EMAIL_1": "1]\\g<0>", "REL_1": ""}
COMPACT = {"ACCOUNT_NUMBER": "ACCOUNT", "CARD_NUMBER": "CARD"}


def run_case(case: Case, subject: Subject) -> Counter[str]:
    """Check a case; return which quotas it counts for."""
    random = Random(case.seed ^ 0x5EED)
    seen: Counter[str] = Counter()
    check_reference(case.turns[0], subject, random)
    state = State()
    issued: dict[str, str] = {}
    done: list[tuple[str, str]] = []
    reserved: set[str] = set()
    if case.seed % 2:  # as a batch does: the markers of all texts first
        state = reserve(state, [turn.text for turn in case.turns])
        reserved = {marker[0] for turn in case.turns for marker in MARKER.finditer(unicodedata.normalize("NFC", turn.text))}
    for turn in case.turns:
        text, plants = with_history(turn, done)
        result = subject.hardened(text, turn.candidates, state)
        source = unicodedata.normalize("NFC", text)
        reserved |= {marker[0] for marker in MARKER.finditer(source)} - {f"[{name}]" for name in issued}
        occurrences = expected(source, turn.candidates, plants)
        check_form(source, result)
        check_numbering(result, issued, reserved)
        check_owed(source, result, turn.candidates, occurrences, issued)
        check_order(text, turn.candidates, state, result, subject, random)
        require(is_verified(result, turn.candidates, state), "the tokenizer's own check accepts the result")
        before = restore(source, issued)
        issued |= result.mapping
        require(dict(result.state.mapping) == issued, "the state holds every token of the request")
        done.append((result.text, before))
        check_way_back(done, issued, case.noise, subject, random)
        if case.seed % 4 == 0:
            require(subject.tolerant(result.text, result.state) == before, "tolerant matching takes nothing of the source for a token")
        state = result.state
        count_quotas(seen, text, source, turn.candidates, occurrences, result)
    if len(case.turns) > 1:
        seen["continued requests"] += 1
    return seen


def with_history(turn: Turn, done: Sequence[tuple[str, str]]) -> tuple[str, tuple[Plant, ...]]:
    """Return the text of a turn, after the previous masked text where the turn has a history, and its plants moved along."""
    if not (turn.history and done):
        return turn.text, turn.plants
    before = done[-1][0] + "\n"
    shift = len(before)
    plants = tuple(Plant(plant.start + shift, plant.end + shift, plant.candidate) for plant in turn.plants)
    return before + turn.text, plants


def is_verified(result: Masked, candidates: Sequence[Candidate], before: State) -> bool:
    """Whether the check that the service makes before it answers lets the result pass."""
    try:
        verify(result, candidates, before)
    except VerificationFailed:
        return False
    return True


def restore(text: str, mapping: Mapping[str, str]) -> str:
    """Return what an exact reassemble must give."""
    return MARKER.sub(lambda found: mapping.get(found[0][1:-1], found[0]), text)


def check_form(source: str, result: Masked) -> None:
    """The masked text is the source with each span replaced by its token, and nothing else."""
    require(result.source == source, "the source is the NFC form of the text")
    pieces: list[str] = []
    done = 0
    used: dict[str, str] = {}
    for item in result.replacements:
        require(done <= item.start < item.end <= len(source), "spans are sorted, disjoint and not empty")
        require(item.token[0] + item.token[-1] == "[]" and item.token[1:-1].rpartition("_")[0] == item.label, "a token is [LABEL_n]")
        surface = source[item.start : item.end]
        require(used.setdefault(item.token[1:-1], surface) == surface, "one token stands for one spelling")
        pieces += (source[done : item.start], item.token)
        done = item.end
    pieces.append(source[done:])
    require(result.text == "".join(pieces), "nothing outside of the spans changes")
    require(dict(result.mapping) == used, "the mapping holds each token used, with its exact spelling")


def check_numbering(result: Masked, issued: Mapping[str, str], reserved: set[str]) -> None:
    """A spelling keeps its token; new tokens count on, past every marker that stands in a text."""
    tokens = {(name.rpartition("_")[0], surface): name for name, surface in issued.items()}
    last = Counter[str]()
    for name in issued:
        label, _, number = name.rpartition("_")
        last[label] = max(last[label], int(number))
    for item in result.replacements:
        surface = result.mapping[item.token[1:-1]]
        if (item.label, surface) not in tokens:
            number = last[item.label] + 1
            while f"[{item.label}_{number}]" in reserved:
                number += 1
            last[item.label] = number
            tokens[item.label, surface] = f"{item.label}_{number}"
        require(item.token[1:-1] == tokens[item.label, surface], "tokens are numbered in source order and never reused")


def check_owed(source: str, result: Masked, candidates: Sequence[Candidate], occurrences: Sequence[Occurrence], issued: Mapping[str, str]) -> None:
    """What was proposed is covered, nothing else is, winners stay whole, and `unmatched` tells the truth."""
    ledger = Ledger(source, occurrences, {f"[{name}]" for name in issued})
    ledger.check_coverage(result.replacements)
    ledger.check_labels(result.replacements)
    ledger.check_winners(result.replacements)
    keys = [(candidate.label, clean(candidate)) for candidate in candidates]
    sure = {item.candidate for item in occurrences if item.sure}
    possible = {keys[item.candidate] for item in occurrences}
    unmatched = set(result.unmatched)
    require(len(unmatched) == len(result.unmatched), "unmatched lists a candidate once")
    require(not unmatched & sure, "a candidate that stands in the text is not unmatched")
    require(unmatched >= {index for index, key in enumerate(keys) if key not in possible}, "a candidate that stands nowhere is unmatched")


def check_order(text: str, candidates: Sequence[Candidate], state: State, result: Masked, subject: Subject, random: Random) -> None:
    """The order of the candidates changes nothing."""
    order = list(range(len(candidates)))[::-1]
    if random.random() < 0.5:
        random.shuffle(order)
    other = subject.hardened(text, [candidates[index] for index in order], state)
    same = (other.text, other.replacements, other.mapping) == (result.text, result.replacements, result.mapping)
    require(same, "the order of the candidates changes nothing")
    require({order[index] for index in other.unmatched} == set(result.unmatched), "the order of the candidates does not change unmatched")


def check_way_back(done: Sequence[tuple[str, str]], issued: Mapping[str, str], noise: str, subject: Subject, random: Random) -> None:
    """Every text of the request comes back, whole and in pieces, whatever stands beside the tokens."""
    for masked, before in done:
        require(subject.reassemble(masked, issued) == before, "reassemble gives the source back")
    masked = done[-1][0]
    place = random.randrange(len(masked) + 1)
    for text, mapping in ((masked[:place] + noise + masked[place:], issued), (noise, HOSTILE)):
        whole = restore(text, mapping)
        require(subject.reassemble(text, mapping) == whole, "reassemble replaces each known token once and keeps the rest")
        check_stream(text, whole, mapping, subject, random)


def check_stream(text: str, whole: str, issued: Mapping[str, str], subject: Subject, random: Random) -> None:
    """A text in pieces gives what the whole text gives; nothing but a possible token is held back."""
    stream = subject.stream(issued)
    longest = max(map(len, issued), default=0) + 2
    size = 1 if len(text) < 80 else max(8, len(text) // 16)
    given = 0
    out = ""
    while given < len(text):
        piece = text[given : given + random.randrange(1, size + 1)]
        given += len(piece)
        out += stream.feed(piece)
        if "[" not in text[max(given - longest, 0) : given]:
            require(len(out) == len(restore(text[:given], issued)), "only what can still become a token is held back")
    require(out + stream.close() == whole, "a text in pieces gives what the whole text gives")


def check_reference(turn: Turn, subject: Subject, random: Random) -> None:
    """REFERENCE agrees with a second reading of its rules, in every order, and reverses."""
    candidates = [
        Candidate(COMPACT.get(item.label, item.label), item.original, item.start, item.end, item.score, item.source) for item in turn.candidates
    ]
    second = pseudonymize(turn.text, [(item.label, item.original) for item in candidates])
    for order in (candidates, random.sample(candidates, len(candidates))):
        result = subject.reference(turn.text, order, State())
        spans = tuple((item.start, item.end) for item in result.replacements)
        require((result.text, dict(result.mapping), spans) == (second.text, second.mapping, second.spans), "REFERENCE is the first seed's tokenizer")
        require(subject.reassemble(result.text, result.mapping) == result.source, "REFERENCE reverses")
