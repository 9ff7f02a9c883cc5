"""The soak's checks notice every broken double of the tokenizer, by the claim that it breaks, within a few cases."""

import pytest

from tests.soak import mutants
from tests.soak.mutants import with_spans, with_tokens
from tests.soak.runner import run_range
from tests.soak.subject import Subject, mask_hardened

ENOUGH = 3_000
COVERED = "every character of every occurrence is covered"
NOTHING_ELSE = "nothing but occurrences is covered"
WHOLE_WINNER = "a winner is one replacement under its own label"
NUMBERED = "tokens are numbered in source order and never reused"
ORDER = "the order of the candidates changes nothing"
ONE_PASS = "reassemble replaces each known token once and keeps the rest"
PIECES = "a text in pieces gives what the whole text gives"
HELD = "only what can still become a token is held back"
LABELLED = "a replacement bears the label of an occurrence under it"

MUTANTS = [
    (mutants.no_boundaries, {NOTHING_ELSE}),
    (mutants.leftovers_dropped, {COVERED}),
    (mutants.first_candidate_labels, {WHOLE_WINNER, LABELLED, ORDER}),
    (mutants.last_candidate_scores, {ORDER}),
    (mutants.markers_split, {"a literal marker is masked whole or not at all"}),
    (mutants.last_letter_left, {COVERED}),
    (mutants.space_swallowed, {NOTHING_ELSE}),
    (mutants.neighbours_merged, {WHOLE_WINNER}),
    (mutants.only_first_of_neighbours, {COVERED}),
    (mutants.long_values_cut, {COVERED}),
    (mutants.utf16_offsets, {COVERED}),
    (mutants.one_spelling_only, {COVERED}),
    (mutants.once_only, {COVERED}),
    (mutants.leftmost_labels, {WHOLE_WINNER, LABELLED}),
    (mutants.issued_masked_again, {"a token issued earlier stays"}),
]
TOKEN_MUTANTS = [
    (mutants.markers_not_reserved, {NUMBERED}),
    (mutants.earlier_markers_forgotten, {NUMBERED}),
    (mutants.spelling_forgotten, {NUMBERED}),
    (mutants.counters_restarted, {NUMBERED}),
    (mutants.numbered_backwards, {NUMBERED}),
]
MASK_MUTANTS = [
    (mutants.proposed_spelling_kept, {"the mapping holds each token used, with its exact spelling"}),
    (mutants.decomposed_source, {"the source is the NFC form of the text"}),
    (mutants.values_replaced_in_turn, {"nothing outside of the spans changes"}),
    (mutants.spans_ignored, {NOTHING_ELSE, COVERED}),
    (mutants.spans_alone, {COVERED}),
    (mutants.unmatched_hidden, {"a candidate that stands nowhere is unmatched"}),
    (mutants.matched_reported, {"what stands in the text is not unmatched"}),
]
REASSEMBLE_MUTANTS = [
    (mutants.restored_again, {ONE_PASS}),
    (mutants.restored_in_turn, {ONE_PASS}),
    (mutants.restored_by_prefix, {ONE_PASS}),
    (mutants.unknown_dropped, {ONE_PASS}),
]
STREAM_MUTANTS = [
    (mutants.EagerStream, {PIECES, HELD}),
    (mutants.LazyStream, {HELD}),
    (mutants.LossyStream, {PIECES}),
]


def outcome(seed, subject):
    """Return the claim by which the case of a seed fails, or None."""
    failures = run_range(seed, 1, subject).failures
    return failures[0][1] if failures else None


def breaks(subject, claims):
    """Whether a case breaks one of the claims for the double, and none for the tokenizer."""
    return any(outcome(seed, subject) in claims and outcome(seed, Subject()) is None for seed in range(ENOUGH))


def test_the_machinery_of_the_doubles_breaks_nothing():
    """A double that changes nothing passes, so the others fail for what they change."""
    double = with_spans(mutants.honest)
    assert [outcome(seed, double) for seed in range(300)] == [outcome(seed, Subject()) for seed in range(300)]


@pytest.mark.parametrize(("change", "claim"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_wrong_spans_are_noticed(change, claim):
    """Spans that are wrong in one way break the claim about that way."""
    assert breaks(with_spans(change), claim)


@pytest.mark.parametrize(("change", "claim"), TOKEN_MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_wrong_tokens_are_noticed(change, claim):
    """Tokens that are numbered wrongly break the claim about numbers."""
    assert breaks(with_tokens(change), claim)


@pytest.mark.parametrize(("mask", "claim"), MASK_MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_wrong_masks_are_noticed(mask, claim):
    """A mask that is wrong in one way breaks the claim about that way."""
    assert breaks(Subject(hardened=mask), claim)


@pytest.mark.parametrize(("reassemble", "claim"), REASSEMBLE_MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_wrong_reassembling_is_noticed(reassemble, claim):
    """Anything but one pass breaks the claim about one pass."""
    assert breaks(Subject(reassemble=reassemble), claim)


@pytest.mark.parametrize(("stream", "claim"), STREAM_MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_wrong_streams_are_noticed(stream, claim):
    """A stream that gives too early, too late or too little breaks the claim about it."""
    assert breaks(Subject(stream=stream), claim)


def test_guessing_is_noticed():
    """Tolerant matching that forgets what the source held breaks the claim about it."""
    assert breaks(Subject(tolerant=mutants.forms_guessed), {"tolerant matching takes nothing of the source for a token"})


def test_wrong_reference_rules_are_noticed():
    """HARDENED in the place of REFERENCE breaks the agreement with the second reading of the specification."""
    assert breaks(Subject(reference=mask_hardened), {"REFERENCE is the first seed's tokenizer"})
