"""Runs many cases on a few processes and counts what they showed. Prints numbers and seeds, never text."""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from tests.soak.failure import CheckFailed
from tests.soak.generator import make_case
from tests.soak.quota import QUOTAS, SHARE, missed
from tests.soak.subject import Subject
from tests.soak.trial import run_case

CHUNK = 500
SPREAD = 1_000_003  # a prime: the cases of neighbouring seeds do not repeat each other


@dataclass(slots=True)
class Tally:
    """What a run showed. `failures` are (case seed, claim)."""

    cases: int = 0
    quotas: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.cases += other.cases
        self.quotas.update(other.quotas)
        self.failures += other.failures


def run_range(first: int, count: int, subject: Subject | None = None) -> Tally:
    """Check the cases with seeds `first`, `first + 1`, …; stop after the first failure."""
    subject = subject or Subject()
    tally = Tally()
    for seed in range(first, first + count):
        tally.cases += 1
        try:
            seen = run_case(make_case(seed), subject)
        except CheckFailed as failure:
            tally.failures.append((seed, str(failure)))
            return tally
        except Exception as error:  # noqa: BLE001 - whatever the tokenizer raises is a failure of the case; its text stays out
            tally.failures.append((seed, f"raised {type(error).__name__}"))
            return tally
        tally.quotas.update(name for name, times in seen.items() if times)
    return tally


def run(cases: int, seed: int, workers: int) -> Tally:
    """Check `cases` cases from `seed` on; a failure ends the run."""
    first = seed * SPREAD
    total = Tally()
    began = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        parts = [pool.submit(run_range, first + done, min(CHUNK, cases - done)) for done in range(0, cases, CHUNK)]
        for number, part in enumerate(as_completed(parts), 1):
            total.add(part.result())
            if total.failures:
                pool.shutdown(cancel_futures=True)
                break
            if number % 100 == 0:
                print(f"{total.cases:>10,} cases, {time.monotonic() - began:,.0f} s", flush=True)
    return total


def report(total: Tally, seconds: float) -> int:
    """Print the counts; return the exit status: 0, or 1 after a failure or when a difficulty is too rare."""
    for name in QUOTAS:
        print(f"{name:<28}{total.quotas[name]:>12,}  {total.quotas[name] / max(total.cases, 1):6.1%}")
    print(f"{'cases':<28}{total.cases:>12,}  in {seconds:,.0f} s")
    for seed, claim in sorted(total.failures)[:1]:
        print(f"FAILED case {seed}: {claim}. Repeat with: python -m tests.soak --case {seed}", file=sys.stderr)
    rare = [] if total.failures else missed(total.quotas, total.cases)
    for name in rare:
        print(f"FAILED quota: fewer than {SHARE:.0%} of the cases have {name}", file=sys.stderr)
    return 1 if total.failures or rare else 0
