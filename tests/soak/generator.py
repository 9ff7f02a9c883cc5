"""Makes cases from a seed: mixed Korean and English text around invented values, with every difficulty on purpose."""

import string
import unicodedata
from random import Random

from model.candidate import Candidate
from tests.soak.case import Case, Plant, Turn
from tests.soak.values import LATIN, MAKERS, SYLLABLES, WEIGHTS, ZERO_WIDTH, digits, respell

LABELS = tuple(MAKERS)
NUMERIC = frozenset({"PHONE", "RRN", "CARD_NUMBER", "ACCOUNT_NUMBER", "DOB"})
PARTICLES = ("은 ", "는 ", "이 ", "가 ", "을 ", "를 ", "님 ", "씨 ", "님께서 ", "입니다.", "에게 ", "이고, ")
WORDS = (
    "고객", "문의", "배송", "확인", "오늘", "계좌", "전화", "번호", "주문", "상담", "요청", "뷁", "쀍쀍", "please", "call", "order",
    "ticket", "Annual", "total", "about", "x", "Boli", "refund", "the", "42", "7", "2024", "3,000원", "№", "①", "ｘ", "ㅋㅋ",
)  # fmt: skip
GAPS = (" ", " ", " ", ", ", "\n", "\t", " / ", "-", "(", ") ", ": ", "\u00a0", "·", '"', "　")
PICTURES = ("😀", "❤\ufe0f", "1\ufe0f\u20e3", "👨\u200d👩\u200d👧", "🇰🇷", "👍🏽", "مرحبا ", "שלום ", "\u200f", "\u202bאבג\u202c", "𝔘", "𐍈")
MARKERS = (
    "[PERSON_1]", "[PERSON_2]", "[PERSON_3]", "[PHONE_1]", "[EMAIL_1]", "[ADDRESS_1]", "[ACCOUNT_NUMBER_1]", "[ACCOUNT_1]", "[RRN_2]",
    "[PERSON_01]", "[X_1]", "[REL_1]", "[[PERSON_1]]", "[PERSON_1", "PERSON_1]", "[PERSON_12]", "[_9]",
    "PERSON_1", "person_1", "Person 1", "[person_1]", "\\[PERSON_1\\]", "PHONE-1", "［EMAIL_1］",
)  # fmt: skip
TOUCHING = ("PERSON", "[PERSON_1]", "PHONE_1", "1] ", "_", "ADDRESS_", "[", "[EMAIL")


def make_case(seed: int) -> Case:
    """Return the case of `seed`: the same on every machine and in every process."""
    random = Random(seed)
    turns = [make_turn(random, history=False)]
    if random.random() < 0.25:
        turns += [make_turn(random, history=random.random() < 0.6) for _ in range(random.randrange(1, 3))]
        if random.random() < 0.7:
            turns[1:] = [echo(random, turns[0], turn) for turn in turns[1:]]
    return Case(seed, tuple(turns), make_noise(random))


def make_turn(random: Random, *, history: bool) -> Turn:
    """Return one text with its proposals, in a random order."""
    draft = Draft(random)
    for _ in range(random.randrange(1, 4)):
        draft.propose(label := random.choices(LABELS, WEIGHTS)[0], MAKERS[label](random))
    for move, chance in MOVES:
        if random.random() < chance:
            move(draft)
    return draft.finish(history=history)


class Draft:
    """A text in the making: pieces with the proposals that they stand for."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.values: list[tuple[str, str]] = []
        self.extra: list[Candidate] = []
        self.blocks: list[list[tuple[str, int | None]]] = []

    def propose(self, label: str, value: str) -> int:
        """Propose a value and write it once; return its index."""
        self.values.append((label, value))
        index = len(self.values) - 1
        self.blocks.append([(value, index)])
        return index

    def finish(self, *, history: bool) -> Turn:
        """Put filler between the blocks, shuffle, and give some proposals their spans."""
        random = self.random
        random.shuffle(self.blocks)
        pieces: list[str] = []
        plants: list[Plant] = []
        length = 0
        for block in self.blocks:
            before = random.choice(GAPS) if pieces else ""
            if random.random() < 0.6:
                before += random.choice(WORDS) + random.choice(GAPS)
            pieces.append(before)
            length += len(before)
            for text, index in block:
                if index is not None:
                    plants.append(Plant(length, length + len(text), index))
                pieces.append(text)
                length += len(text)
            if random.random() < 0.3:
                after = random.choice(PARTICLES)
                pieces.append(after)
                length += len(after)
        source = "".join(pieces)
        normal = unicodedata.normalize("NFC", source)
        candidates = [self.candidate(normal, index, plants) for index in range(len(self.values))] + self.extra
        plants = [self.trim(source, plant) for plant in plants if self.is_respelled(source, plant)] if normal == source else []
        order = list(range(len(candidates)))
        random.shuffle(order)
        place = {old: new for new, old in enumerate(order)}
        text = unicodedata.normalize("NFD", source) if random.random() < 0.25 else source
        return Turn(
            text,
            tuple(candidates[index] for index in order),
            tuple(Plant(plant.start, plant.end, place[plant.candidate]) for plant in plants),
            history,
        )

    def is_respelled(self, source: str, plant: Plant) -> bool:
        return source[plant.start : plant.end].strip() != self.values[plant.candidate][1].strip()

    def trim(self, source: str, plant: Plant) -> Plant:
        """A planted number must be covered from its first to its last digit; a plus or a bracket before it may stay."""
        if self.values[plant.candidate][0] not in NUMERIC:
            return plant
        places = [place for place in range(plant.start, plant.end) if source[place].isdecimal()]
        return Plant(places[0], places[-1] + 1, plant.candidate)

    def candidate(self, source: str, index: int, plants: list[Plant]) -> Candidate:
        label, value = self.values[index]
        random = self.random
        start = end = None
        if random.random() < 0.3:
            start, end = self.span(source, value, index, plants)
        original = value
        if random.random() < 0.1:
            original = unicodedata.normalize("NFD", value)
        if random.random() < 0.05:
            original = f" {original}\n"
        return Candidate(label, original, start, end, round(random.random(), 2), random.choice(("rules.one", "tagger", "caller")))

    def span(self, source: str, value: str, index: int, plants: list[Plant]) -> tuple[int, int]:
        """Mostly a true span; sometimes one that has drifted or lies outside of the text."""
        random = self.random
        value = unicodedata.normalize("NFC", value)
        own = [plant for plant in plants if plant.candidate == index]
        start = source.find(value) if not own or random.random() < 0.5 else random.choice(own).start
        if random.random() < 0.1:
            start += random.choice((-2, -1, 1, 2, 1000))
        return max(start, 0), max(start, 0) + len(value)


def repeat(draft: Draft) -> None:
    """The same value again, once to three times."""
    for _ in range(draft.random.randrange(1, 4)):
        index = draft.random.randrange(len(draft.values))
        draft.blocks.append([(draft.values[index][1], index)])


def vary(draft: Draft) -> None:
    """Values once more in another spelling."""
    for index, (label, value) in enumerate(draft.values[:]):
        if draft.random.random() < 0.7:
            draft.blocks.append([(respell(label, value, draft.random), index)])


def adjoin(draft: Draft) -> None:
    """Values side by side, with nothing or one character between."""
    random = draft.random
    block: list[tuple[str, int | None]] = []
    for _ in range(random.randrange(2, 4)):
        index = random.randrange(len(draft.values))
        block.append((draft.values[index][1], index))
        if random.random() < 0.3:
            block.append((random.choice(" -_.,]["), None))
    draft.blocks.append(block)


def overlap(draft: Draft) -> None:
    """A text A+B+C of which A+B and B+C are proposed."""
    random = draft.random
    if random.random() < 0.5:
        parts = [random.choice(LATIN) for _ in range(3)]
    elif random.random() < 0.5:
        parts = ["".join(random.choices(SYLLABLES, k=random.randrange(1, 3))) for _ in range(3)]
    else:
        parts = [digits(random, random.randrange(2, 5)) + "-" for _ in range(2)] + [digits(random, 4)]
    glue = random.choice(("", " ", " "))
    first, second = glue.join(parts[:2]), glue.join(parts[1:])
    labels = random.choices(LABELS, WEIGHTS, k=2) if not parts[0][0].isdecimal() else random.choices(("PHONE", "ACCOUNT_NUMBER", "CARD_NUMBER"), k=2)
    draft.values += [(labels[0], first.rstrip("-")), (labels[1], second)]
    draft.blocks.append([(glue.join(parts), None)])
    if random.random() < 0.3:
        draft.blocks.append([(second, len(draft.values) - 1)])


def nest(draft: Draft) -> None:
    """A part of a proposed value is proposed too, under any label."""
    random = draft.random
    label, value = draft.values[random.randrange(len(draft.values))]
    start = random.randrange(len(value))
    part = value[start : start + random.randrange(1, 9)].strip()
    if random.random() < 0.5:
        part = random.choice(value.split())
    if part:
        draft.values.append((label if random.random() < 0.3 else random.choices(LABELS, WEIGHTS)[0], part))
        if random.random() < 0.3:
            draft.blocks.append([(part, None)])


def mark(draft: Draft) -> None:
    """Literal markers in the text; sometimes a proposal that touches one."""
    random = draft.random
    for _ in range(random.randrange(1, 4)):
        block: list[tuple[str, int | None]] = [(random.choice(MARKERS), None)]
        if random.random() < 0.3:
            index = random.randrange(len(draft.values))
            block.insert(random.randrange(2), (draft.values[index][1], index))
        draft.blocks.append(block)
    if random.random() < 0.3:
        draft.values.append((random.choices(LABELS, WEIGHTS)[0], random.choice(TOUCHING)))


def lengthen(draft: Draft) -> None:
    """A value of 64 to 400 code points, or a long stretch of filler."""
    random = draft.random
    words = random.choices((*LATIN, "가상", "예시동", "샘플", "12", "호"), k=random.randrange(20, 90))
    long = " ".join(words)
    if random.random() < 0.7:
        draft.propose(random.choice(("ADDRESS", "PERSON", "SECRET")), long)
    else:
        draft.blocks.append([(long * random.randrange(1, 6), None)])


def trap(draft: Draft) -> None:
    """A value inside of a longer word or number: the border decides."""
    random = draft.random
    index = random.randrange(len(draft.values))
    before = random.choice(("", "x", "9", "가", "뷁", "é", "_", "x\u0302", "１", "[", "Д"))
    after = random.choice(("", "ual", "9", "나뷁", "뷁", "é", "_", "\u0302", "１", "]", "Д", "은", "가 ", "님"))
    draft.blocks.append([(before, None), (draft.values[index][1], index), (after, None)])


def hide(draft: Draft) -> None:
    """Zero-width and full-width characters, around values and alone."""
    random = draft.random
    index = random.randrange(len(draft.values))
    block: list[tuple[str, int | None]] = [(draft.values[index][1], index)]
    block.insert(random.randrange(2), (random.choice((*ZERO_WIDTH, "１２３", "ＡＢ", "（", "［PERSON_1］")), None))
    draft.blocks.append(block)


def picture(draft: Draft) -> None:
    """Emoji, right-to-left text and characters outside of the basic plane beside values."""
    random = draft.random
    for _ in range(random.randrange(1, 3)):
        index = random.randrange(len(draft.values))
        draft.blocks.append([(random.choice(PICTURES), None), (draft.values[index][1], index), (random.choice(PICTURES), None)])


def doubt(draft: Draft) -> None:
    """Proposals that stand nowhere, are blank, are doubled, or give one value a second label."""
    random = draft.random
    kind = random.random()
    label, value = draft.values[random.randrange(len(draft.values))]
    if kind < 0.3:
        draft.extra.append(Candidate(label, "absent" + digits(random, 9)))
    elif kind < 0.4:
        draft.extra.append(Candidate(label, " \t"))
    elif kind < 0.6:
        draft.extra.append(Candidate(label, value, score=round(random.random(), 2), source="tagger"))
    else:
        draft.values.append((random.choices(LABELS, WEIGHTS)[0], value))


MOVES = (
    (overlap, 0.22), (nest, 0.4), (doubt, 0.25), (repeat, 0.35), (vary, 0.35), (adjoin, 0.33), (mark, 0.28), (lengthen, 0.17),
    (trap, 0.3), (hide, 0.2), (picture, 0.25),
)  # fmt: skip


def echo(random: Random, first: Turn, turn: Turn) -> Turn:
    """Let a later turn speak of a value of the first turn again."""
    if not first.candidates:
        return turn
    candidate = random.choice(first.candidates)
    again = Candidate(candidate.label, candidate.original, score=candidate.score, source=candidate.source)
    return Turn(f"{turn.text}\n{candidate.original.strip()}", (*turn.candidates, again), turn.plants, turn.history)


def make_noise(random: Random) -> str:
    """Return what may come back beside the tokens: unknown, broken and nested ones."""
    pieces = random.choices((*MARKERS, *WORDS, "[", "]", "[[", "[PERSON_", "[A_1][", "\n", "[PHONE_99999]", "[" + string.ascii_uppercase * 3), k=6)
    return "".join(pieces)
