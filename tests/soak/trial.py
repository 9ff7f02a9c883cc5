"""One case on trial: every check, under both rule sets. Raises `CheckFailed` with the claim that does not hold, without text."""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from random import Random

from app.tokenizer import Masked, State, VerificationFailed, reserve, verify
from model.candidate import Candidate
from tests.soak.case import Case, Plant, Turn
from tests.soak.failure import require
from tests.soak.occurrence import expected
from tests.soak.quota import difficulties
from tests.soak.reference import pseudonymize
from tests.soak.result import MARKER, check_form, check_numbering, check_owed, restore
from tests.soak.subject import Subject

HOSTILE = {
    "PERSON_1": "[PERSON_2]",
    "PERSON_2": "[PERSON_1]",
    "PERSON_12": "[PERSON_",
    "A_1": "PERSON_1",
    "EMAIL_1": "1]\\g<0>",
    "REL_1": "",
}
"""A mapping whose values look like tokens, or turn into tokens beside other text."""
CROWD = [
    *(Candidate("EMAIL", f"crowd{number}@example.invalid") for number in range(150)),
    *(Candidate("PHONE", f"0997-000-{number:04d}") for number in range(150)),
    *(Candidate("PERSON", f"모르는이{number}") for number in range(50)),
]
"""Enough candidates that stand in no text for a tokenizer to sort them out first."""
COMPACT = {"ACCOUNT_NUMBER": "ACCOUNT", "CARD_NUMBER": "CARD"}


class Trial:
    """The texts of a case as one request: what was issued, what is reserved, and what came of each text."""

    def __init__(self, case: Case, subject: Subject) -> None:
        self.case = case
        self.subject = subject
        self.random = Random(case.seed ^ 0x5EED)
        self.state = State()
        self.issued: dict[str, str] = {}
        self.reserved: set[str] = set()
        self.done: list[tuple[str, str]] = []
        self.seen: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        """Check everything; return which difficulties the case showed."""
        self.check_reference(self.case.turns[0])
        if self.case.seed % 2:  # as a batch does: the markers of all texts first
            texts = [turn.text for turn in self.case.turns]
            self.state = reserve(self.state, texts)
            self.reserved = {marker[0] for text in texts for marker in MARKER.finditer(unicodedata.normalize("NFC", text))}
        for turn in self.case.turns:
            self.mask(turn)
        if len(self.done) > 1:
            self.seen["continued requests"] += 1
        return self.seen

    def mask(self, turn: Turn) -> None:
        """Mask one text, as the next of the request, and check all that can be said about it."""
        text, plants = self.with_history(turn)
        result = self.subject.hardened(text, turn.candidates, self.state)
        source = unicodedata.normalize("NFC", text)
        self.reserved |= {marker[0] for marker in MARKER.finditer(source)} - {f"[{name}]" for name in self.issued}
        occurrences = expected(source, turn.candidates, plants)
        check_form(source, result)
        check_numbering(result, self.issued, self.reserved)
        check_owed(result, turn.candidates, occurrences, self.issued)
        self.check_order(text, turn, result)
        if self.case.seed % 64 == 0:
            self.check_crowd(text, turn, result)
        require(self.is_verified(result, turn), "the tokenizer's own check accepts the result")
        before = restore(source, self.issued)
        self.issued |= result.mapping
        self.state = result.state
        require(dict(self.state.mapping) == self.issued, "the state holds every token of the request")
        self.done.append((result.text, before))
        self.check_way_back()
        if self.case.seed % 8 == 0:
            tolerant = self.subject.tolerant(result.text, self.state)
            require(tolerant == before, "tolerant matching takes nothing of the source for a token")
        self.seen.update(difficulties(text, turn.candidates, occurrences, result))

    def with_history(self, turn: Turn) -> tuple[str, tuple[Plant, ...]]:
        """Return the text of a turn, after the previous masked text where it has a history, and its plants moved along."""
        if not (turn.history and self.done):
            return turn.text, turn.plants
        before = self.done[-1][0] + "\n"
        shift = len(before)
        return before + turn.text, tuple(Plant(one.start + shift, one.end + shift, one.candidate) for one in turn.plants)

    def is_verified(self, result: Masked, turn: Turn) -> bool:
        """Whether the check that the service makes before it answers lets the result pass."""
        try:
            verify(result, turn.candidates, self.state)
        except VerificationFailed:
            return False
        return True

    def check_order(self, text: str, turn: Turn, result: Masked) -> None:
        """The order of the candidates changes nothing."""
        order = list(range(len(turn.candidates)))[::-1]
        if self.random.random() < 0.5:
            self.random.shuffle(order)
        other = self.subject.hardened(text, [turn.candidates[index] for index in order], self.state)
        same = (other.text, other.replacements, other.mapping) == (result.text, result.replacements, result.mapping)
        unmatched = {order[index] for index in other.unmatched}
        require(same, "the order of the candidates changes nothing")
        require(unmatched == set(result.unmatched), "the order of the candidates does not change unmatched")

    def check_crowd(self, text: str, turn: Turn, result: Masked) -> None:
        """Hundreds of candidates that stand nowhere change nothing but `unmatched`."""
        other = self.subject.hardened(text, [*CROWD, *turn.candidates], self.state)
        same = (other.text, other.replacements, other.mapping) == (result.text, result.replacements, result.mapping)
        unmatched = {*range(len(CROWD)), *(len(CROWD) + index for index in result.unmatched)}
        require(same, "candidates that stand nowhere change nothing")
        require(set(other.unmatched) == unmatched, "every candidate that stands nowhere is unmatched")

    def check_way_back(self) -> None:
        """Every text of the request comes back, whole and in pieces, whatever stands beside the tokens."""
        for masked, before in self.done:
            require(self.subject.reassemble(masked, self.issued) == before, "reassemble gives the source back")
        masked = self.done[-1][0]
        place = self.random.randrange(len(masked) + 1)
        noise = self.case.noise
        for text, mapping in ((masked[:place] + noise + masked[place:], self.issued), (noise, HOSTILE)):
            whole = self.subject.reassemble(text, mapping)
            require(whole == restore(text, mapping), "reassemble replaces each known token once and keeps the rest")
            self.check_stream(text, whole, mapping)

    def check_stream(self, text: str, whole: str, mapping: Mapping[str, str]) -> None:
        """A text in pieces gives what the whole text gives; nothing but a possible token is held back."""
        stream = self.subject.stream(mapping)
        longest = max(map(len, mapping), default=0) + 2
        size = 1 if len(text) < 80 else max(8, len(text) // 16)
        given = 0
        out = ""
        while given < len(text):
            piece = text[given : given + self.random.randrange(1, size + 1)]
            given += len(piece)
            out += stream.feed(piece)
            if "[" not in text[max(given - longest, 0) : given]:
                require(len(out) == len(restore(text[:given], mapping)), "only what can still become a token is held back")
        require(out + stream.close() == whole, "a text in pieces gives what the whole text gives")

    def check_reference(self, turn: Turn) -> None:
        """REFERENCE agrees with a second reading of its rules, in every order, and reverses."""
        candidates = [
            Candidate(COMPACT.get(one.label, one.label), one.original, one.start, one.end, one.score, one.source)
            for one in turn.candidates
        ]
        second = pseudonymize(turn.text, [(one.label, one.original) for one in candidates])
        for order in (candidates, self.random.sample(candidates, len(candidates))):
            result = self.subject.reference(turn.text, order, State())
            spans = tuple((item.start, item.end) for item in result.replacements)
            same = (result.text, dict(result.mapping), spans) == (second.text, second.mapping, second.spans)
            require(same, "REFERENCE is the first seed's tokenizer")
            require(self.subject.reassemble(result.text, result.mapping) == result.source, "REFERENCE reverses")


def run_case(case: Case, subject: Subject) -> Counter[str]:
    """Check a case; return which difficulties it showed."""
    return Trial(case, subject).run()
