"""Makes cases from a seed: mixed Korean and English text around invented values, with every difficulty on purpose."""

from random import Random

from model.candidate import Candidate
from tests.soak.case import Case, Turn
from tests.soak.draft import Draft
from tests.soak.moves import LABELS, MOVES, make_noise
from tests.soak.values import MAKERS, WEIGHTS


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


def echo(random: Random, first: Turn, turn: Turn) -> Turn:
    """Let a later turn speak of a value of the first turn again."""
    if not first.candidates:
        return turn
    candidate = random.choice(first.candidates)
    again = Candidate(candidate.label, candidate.original, score=candidate.score, source=candidate.source)
    return Turn(f"{turn.text}\n{candidate.original.strip()}", (*turn.candidates, again), turn.plants, turn.history)
