"""A slice of `make soak`, through its own command, and what the command says when something is wrong."""

import os
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from tests.soak import mutants
from tests.soak.generator import make_case
from tests.soak.mutants import with_spans
from tests.soak.quota import QUOTAS
from tests.soak.runner import Tally, report, run_range

ROOT = Path(__file__).parents[2]


def soak(*options):
    """Run the command as the Makefile does."""
    environment = {**os.environ, "PYTHONHASHSEED": "random"}
    return subprocess.run(
        [sys.executable, "-m", "tests.soak", *options], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_a_slice_of_the_soak_passes():
    """20,000 cases: no round-trip failure, no order dependence, nothing uncovered, and every difficulty in at least 10 %."""
    done = soak("--cases", "20000", "--seed", "20")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_seed_makes_the_same_case_everywhere():
    """A case depends on its seed alone, so a failure can be repeated from the seed that is printed."""
    assert [make_case(seed) for seed in range(50)] == [make_case(seed) for seed in range(50)]


def test_the_offsets_of_plants_count_in_the_source():
    """Planted spellings lie inside of the NFC source and are not blank."""
    for seed in range(300):
        turn = make_case(seed).turns[0]
        source = unicodedata.normalize("NFC", turn.text)
        assert all(source[plant.start : plant.end].strip() for plant in turn.plants)


def test_one_case_can_be_repeated():
    """`--case` runs the case of one seed."""
    assert soak("--case", "7").stdout == "the case passes\n"


def test_a_failure_ends_the_run_with_its_seed():
    """A failed case is reported by seed and claim, and the exit status is 1."""
    tally = run_range(0, 500, with_spans(mutants.last_letter_left))
    assert (report(tally, 1.0), len(tally.failures)) == (1, 1)


def test_a_report_of_a_failure_holds_no_text(capsys):
    """Not a word of the failed case is printed."""
    tally = run_range(0, 500, with_spans(mutants.last_letter_left))
    report(tally, 1.0)
    printed = "".join(capsys.readouterr())
    case = make_case(tally.failures[0][0])
    assert not any(
        candidate.original.strip() in printed
        for turn in case.turns
        for candidate in turn.candidates
        if candidate.original.strip()
    )


@pytest.mark.parametrize("rare", QUOTAS)
def test_a_difficulty_that_is_too_rare_fails_the_run(rare):
    """A quota under 10 % gives exit status 1, though every case passed."""
    tally = Tally(cases=1000, quotas=Counter(dict.fromkeys(QUOTAS, 500)))
    tally.quotas[rare] = 99
    assert report(tally, 1.0) == 1
