"""The difficulties: each move adds one to a draft."""

import string
from random import Random

from model.candidate import Candidate
from tests.soak.draft import WORDS, Draft
from tests.soak.values import LATIN, MAKERS, SYLLABLES, WEIGHTS, ZERO_WIDTH, digits, respell

LABELS = tuple(MAKERS)
PICTURES = (
    "😀", "❤\ufe0f", "1\ufe0f\u20e3", "👨\u200d👩\u200d👧", "🇰🇷", "👍🏽", "مرحبا ", "שלום ", "\u200f", "\u202bאבג\u202c", "𝔘",
    "𐍈",
)  # fmt: skip
MARKERS = (
    "[PERSON_1]", "[PERSON_2]", "[PERSON_3]", "[PHONE_1]", "[EMAIL_1]", "[ADDRESS_1]", "[ACCOUNT_NUMBER_1]", "[ACCOUNT_1]",
    "[RRN_2]", "[PERSON_01]", "[X_1]", "[REL_1]", "[[PERSON_1]]", "[PERSON_1", "PERSON_1]", "[PERSON_12]", "[_9]",
    "PERSON_1", "person_1", "Person 1", "[person_1]", "\\[PERSON_1\\]", "PHONE-1", "［EMAIL_1］",
)  # fmt: skip
TOUCHING = ("PERSON", "[PERSON_1]", "PHONE_1", "1] ", "_", "ADDRESS_", "[", "[EMAIL")


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
    labels = (
        random.choices(LABELS, WEIGHTS, k=2)
        if not parts[0][0].isdecimal()
        else random.choices(("PHONE", "ACCOUNT_NUMBER", "CARD_NUMBER"), k=2)
    )
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


def disguise(draft: Draft) -> None:
    """A value in another case: the same for a mail address only."""
    random = draft.random
    label, value = draft.values[random.randrange(len(draft.values))]
    if label not in {"EMAIL", "URL", "PERSON"}:
        draft.blocks.append([(random.choice((value.swapcase(), value.lower(), value.upper())), None)])


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
    (overlap, 0.22), (nest, 0.4), (doubt, 0.25), (repeat, 0.35), (vary, 0.35), (adjoin, 0.38), (mark, 0.28), (lengthen, 0.17),
    (trap, 0.3), (hide, 0.2), (disguise, 0.15), (picture, 0.25),
)  # fmt: skip


def make_noise(random: Random) -> str:
    """Return what may come back beside the tokens: unknown, broken and nested ones."""
    pieces = random.choices(
        (*MARKERS, *WORDS, "[", "]", "[[", "[PERSON_", "[A_1][", "\n", "[PHONE_99999]", "[" + string.ascii_uppercase * 3), k=6
    )
    return "".join(pieces)
