"""What the bodies share: labels, candidates, and their bounds."""

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from app.api.json_body import Body
from app.errors import InvalidField, TooLarge
from app.settings import Settings
from app.tokenizer import normalize
from model.candidate import Candidate
from model.labels import CANONICAL, canonical

ALLOWED_LABELS: Final = tuple(sorted(CANONICAL))

Text = Annotated[str, Field(min_length=1, description="Text in UTF-8; its length counts in code points.")]
Label = Annotated[str, Field(min_length=1, max_length=64)]
Labels = Annotated[list[Label], Field(min_length=1, fail_fast=True, description="Canonical labels or aliases; see `/labels`.")]
RequestId = Annotated[str, Field(description="The `request_id` that `/mask` returned.")]


class CandidateBody(Body):
    """A piece of the text that the caller takes for personal data."""

    label: Label
    original: Annotated[str, Field(min_length=1, description="The value as it stands in the text.")]
    start: Annotated[int, Field(ge=0, description="Code point in the NFC form of the text, with `end`.")] | None = None
    end: Annotated[int, Field(ge=1, description="First code point after the value.")] | None = None


Candidates = Annotated[list[CandidateBody], Field(fail_fast=True, description="Added to what the extractor finds.")]


def canonical_labels(labels: Sequence[str] | None) -> frozenset[str] | None:
    """Return the canonical forms. Raises `InvalidField` with a pointer at each unknown one and the names that would do."""
    if labels is None:
        return None
    found = [canonical(label) for label in labels]
    unknown = [f"/labels/{index}" for index, label in enumerate(found) if label is None]
    if unknown:
        raise InvalidField(pointers=unknown, allowed=ALLOWED_LABELS)
    return frozenset(label for label in found if label is not None)


def require_length(text: str, settings: Settings) -> None:
    """Raise `TooLarge` when `text` has more code points than allowed."""
    if len(text) > settings.max_chars:
        raise TooLarge


def read_candidates(bodies: Sequence[CandidateBody], text: str, pointer: str) -> tuple[Candidate, ...]:
    """Return the candidates for `text`. Raises `InvalidField` with pointers below `pointer`."""
    # A caller's span counts in the NFC form, as every offset in an answer does.
    length = len(normalize(text)) if any(body.start is not None for body in bodies) else 0
    candidates = []
    for index, body in enumerate(bodies):
        label = canonical(body.label)
        if label is None:
            raise InvalidField(pointers=[f"{pointer}/{index}/label"], allowed=ALLOWED_LABELS)
        if (body.start is None) != (body.end is None):
            raise InvalidField(pointers=[f"{pointer}/{index}/{'end' if body.end is None else 'start'}"])
        if body.start is not None and body.end is not None and not body.start < body.end <= length:
            raise InvalidField(pointers=[f"{pointer}/{index}/end"])
        candidates.append(Candidate(label, body.original, body.start, body.end))
    return tuple(candidates)
