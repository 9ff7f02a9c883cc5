"""Times the tokenizer against the bars of the design: `python benchmarks/tokenizer.py [--json] [--rounds 7]`.

The text has 700,000 code points, half Korean and half English, with 60,000 places to replace. Each figure is the best of the
rounds in seconds of CPU time: what a clock on the wall shows where nothing else runs. Memory is the growth of the peak resident
size of a fresh process. A plain `re.sub` over an alternation of the same values runs beside it, so that machines can be compared.
"""

import argparse
import gc
import json
import multiprocessing
import platform
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from app.tokenizer import HARDENED, REFERENCE, RuleSet, mask, reassemble
from model.candidate import Candidate

LENGTH = 700_000
PLACES = 60_000
MEBIBYTE = 1 << 20
SURNAMES = "김이박최정강조윤장임"
SYLLABLES = "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후"
FIRST = ("Alex", "Taylor", "Jordan", "Morgan", "Casey", "Dana", "Quinn", "Robin")
FILLER = ("문의", "배송이", "please", "the", "확인", "on", "및", "a", "또한", "of", "is", "건")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `seconds` is the best round; `bar` says what the design asks for, `holds` whether it is met."""

    name: str
    seconds: float
    bar: str = ""
    holds: bool | None = None


def make_values(count: int, random: Random) -> list[str]:
    """Return distinct invented names, mail addresses and numbers that mask wherever they stand."""
    values: dict[str, None] = {}
    while len(values) < count:
        number = len(values)
        kind = number % 4
        if kind == 0:
            value = random.choice(SURNAMES) + "".join(random.choices(SYLLABLES, k=3))
        elif kind == 1:
            value = f"u{number}@example.com"
        elif kind == 2:
            value = f"{random.choice(FIRST)} T{number}x"
        else:
            value = f"{number % 1000:03d}-{number:07d}"
        values[value] = None
    return list(values)


def label_of(value: str) -> str:
    if "@" in value:
        return "EMAIL"
    return "PHONE" if value[0].isdecimal() else "PERSON"


def propose(values: Sequence[str]) -> list[Candidate]:
    return [Candidate(label_of(value), value) for value in values]


def make_text(values: Sequence[str], random: Random) -> str:
    """Return a text of LENGTH code points in which the values stand PLACES times, each of them about equally often."""
    places = [values[number % len(values)] for number in range(PLACES)]
    random.shuffle(places)
    spare = LENGTH - sum(map(len, places)) - 2 * PLACES
    pieces: list[str] = []
    for number, value in enumerate(places):
        pieces += (" ", value, " ")
        room = spare * (number + 1) // PLACES - spare * number // PLACES
        filler = "".join(f"{random.choice(FILLER)} " for _ in range(max(room, 0) // 2 + 1))
        pieces.append(filler[: max(room, 0)])
    return "".join(pieces)


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the least seconds of CPU time that `work` took."""
    times = []
    for _ in range(rounds):
        gc.collect()
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def plain_substitution(text: str, values: Sequence[str]) -> str:
    """Replace values as the obvious implementation does: one alternation, longest first, a token for each spelling."""
    tokens: dict[str, str] = {}
    pattern = re.compile("|".join(map(re.escape, sorted(values, key=len, reverse=True))))
    return pattern.sub(lambda found: tokens.setdefault(found[0], f"[VALUE_{len(tokens) + 1}]"), text)


def peak_of_mask(count: int) -> int | None:
    """Return by how many bytes masking raises the peak resident size of this process, or None where Linux's /proc is missing."""
    random = Random(1)
    values = make_values(count, random)
    text, candidates = make_text(values, random), propose(values)
    gc.collect()
    try:
        Path("/proc/self/clear_refs").write_text("5", "ascii")  # resets VmHWM, see proc(5)
    except OSError:
        return None
    before = resident("VmRSS")
    mask(text, candidates)
    return resident("VmHWM") - before


def resident(field: str) -> int:
    """Return a size of this process in bytes from /proc/self/status."""
    found = re.search(rf"^{field}:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def measure(rounds: int) -> list[Row]:
    """Return all rows."""
    random = Random(1)
    values = make_values(100, random)
    text, candidates = make_text(values, random), propose(values)
    masked = mask(text, candidates)
    if len(masked.replacements) != PLACES:
        raise SystemExit("The benchmark's text does not have the places that it was made for.")
    rows: list[Row] = []

    def timed(name: str, work: Callable[[], object], bar: float | None = None) -> float:
        seconds = best(work, rounds)
        rows.append(Row(name, seconds, "" if bar is None else f"≤ {bar} s", None if bar is None else seconds <= bar))
        return seconds

    def masking(rules: RuleSet) -> Callable[[], object]:
        return lambda: mask(text, candidates, rules=rules)

    plain = timed("plain `re.sub` alternation, 100 values", lambda: plain_substitution(text, values))
    many = make_values(2_000, random)
    crowded = make_text(many, random)
    timed("plain `re.sub` alternation, 2,000 values", lambda: plain_substitution(crowded, many))
    hardened = timed("mask HARDENED, 100 values", masking(HARDENED), 0.1)
    timed("mask REFERENCE, 100 values", masking(REFERENCE), 0.1)
    anchored = [Candidate(item.label, text[item.start : item.end], item.start, item.end) for item in masked.replacements]
    timed("mask HARDENED, 60,000 candidates with spans", lambda: mask(text, anchored))
    timed("reassemble, exact", lambda: reassemble(masked.text, masked.mapping), 0.1)
    timed("reassemble, tolerant", lambda: reassemble(masked.text, masked.mapping, match="tolerant"))
    rows.append(Row("HARDENED / plain `re.sub`", hardened / plain))
    rows += growth(values, rounds)
    return rows


def growth(values: Sequence[str], rounds: int) -> list[Row]:
    """Return how the time grows from 10 to 100,000 candidates over one text with the same places."""
    random = Random(2)
    text = make_text(values[:10], random)
    crowd = [value for value in make_values(100_010, random) if value not in values[:10]]
    rows: list[Row] = []
    for rules in (HARDENED, REFERENCE):
        seconds = {}
        for count in (10, 1_000, 100_000):
            candidates = propose([*values[:10], *crowd[: count - 10]])
            seconds[count] = best(lambda proposed=candidates, chosen=rules: mask(text, proposed, rules=chosen), rounds)
            rows.append(Row(f"mask {rules.name.upper()}, {count:,} candidates of which 10 occur", seconds[count]))
        ratio = seconds[100_000] / seconds[10]
        rows.append(Row(f"{rules.name.upper()}: 100,000 candidates / 10 candidates", ratio, "× ≤ 2", ratio <= 2))
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rows = measure(options.rounds)
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        peaks = {count: pool.apply(peak_of_mask, (count,)) for count in (100, PLACES)}
    if options.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
        print(json.dumps({"rows": [asdict(row) for row in rows], "peak_bytes": peaks, **machine}, indent=2))
        return
    print("| tokenizer, 700,000 code points, 60,000 places | measured | bar | holds |\n|---|---:|---:|---|")
    for row in rows:
        unit = "×" if "/" in row.name else " s"
        print(
            f"| {row.name} | {row.seconds:.3f}{unit} | {row.bar} | {'' if row.holds is None else 'yes' if row.holds else 'NO'} |"
        )
    for count, peak in peaks.items():
        print(f"| memory peak of masking, {count:,} values | {'unknown' if peak is None else f'{peak / MEBIBYTE:.0f} MiB'} | | |")


if __name__ == "__main__":
    main()
