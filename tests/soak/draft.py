"""A text in the making: pieces, what is proposed for them, and where another spelling was written."""

import unicodedata
from random import Random

from model.candidate import Candidate
from tests.soak.case import Plant, Turn

NUMERIC = frozenset({"PHONE", "RRN", "CARD_NUMBER", "ACCOUNT_NUMBER", "DOB"})
PARTICLES = ("은 ", "는 ", "이 ", "가 ", "을 ", "를 ", "님 ", "씨 ", "님께서 ", "입니다.", "에게 ", "이고, ")
WORDS = (
    "고객", "문의", "배송", "확인", "오늘", "계좌", "전화", "번호", "주문", "상담", "요청", "뷁", "쀍쀍", "please", "call",
    "order", "ticket", "Annual", "total", "about", "x", "Boli", "refund", "the", "42", "7", "2024", "3,000원", "№",
    "①", "ｘ", "ㅋㅋ",
)  # fmt: skip
GAPS = (" ", " ", " ", ", ", "\n", "\t", " / ", "-", "(", ") ", ": ", "\u00a0", "·", '"', "　")


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
