"""Several extractors as one."""

import asyncio
from collections.abc import Sequence

import pytest

from model.candidate import Candidate
from model.ensemble import Ensemble
from model.extractor import ExtractorUnavailable
from model.rules import RuleExtractor


class Fake:
    """An extractor that gives what it was made with, or fails; it stands at the seam."""

    def __init__(self, name: str, *candidates: Candidate, failure: Exception | None = None) -> None:
        self.name = name
        self.versions = {name: "7"}
        self.labels = frozenset(candidate.label for candidate in candidates)
        self.candidates = candidates
        self.failure = failure
        self.closed = False

    async def extract(self, source: str) -> Sequence[Candidate]:  # noqa: ARG002 -- the seam passes it
        await self.check()
        return self.candidates

    async def check(self) -> None:
        if self.failure:
            raise self.failure

    async def close(self) -> None:
        self.closed = True


SOURCE = "전화 010-1234-5678, 가온"
NAME = Candidate("PERSON", "가온", 18, 20, 0.9, "model")


def test_joins_rules_and_a_model():
    """The union of all members stands, by position, with what explains it."""
    ensemble = Ensemble([RuleExtractor(), Fake("model", NAME)])
    assert [found.original for found in asyncio.run(ensemble.extract(SOURCE))] == ["010-1234-5678", "가온"]
    assert ensemble.versions == {"rules": "1", "model": "7"}
    assert ensemble.labels == RuleExtractor.labels | {"PERSON"}


def test_order_of_members_changes_nothing():
    """Members in another order give the same candidates."""
    members = [RuleExtractor(), Fake("a", NAME), Fake("b", Candidate("ORGANIZATION", "가온", 18, 20, 0.9, "b"))]
    assert asyncio.run(Ensemble(members).extract(SOURCE)) == asyncio.run(Ensemble(members[::-1]).extract(SOURCE))


def test_one_failing_member_fails_all():
    """A member that is unavailable makes the whole unavailable: no partial answer."""
    ensemble = Ensemble([RuleExtractor(), Fake("model", failure=ExtractorUnavailable())])
    with pytest.raises(ExtractorUnavailable):
        asyncio.run(ensemble.extract(SOURCE))


def test_members_run_at_once():
    """Every member has started before any has to answer."""

    class Meeting(Fake):
        barrier = asyncio.Barrier(2)

        async def extract(self, source):  # noqa: ARG002 -- the seam passes it
            await self.barrier.wait()
            return self.candidates

    ensemble = Ensemble([Meeting("a", NAME), Meeting("b", NAME)])
    assert asyncio.run(asyncio.wait_for(ensemble.extract(SOURCE), timeout=30)) == [NAME]


def test_check_fails_with_its_member():
    """The ensemble answers only when all members do."""
    with pytest.raises(ExtractorUnavailable):
        asyncio.run(Ensemble([RuleExtractor(), Fake("model", failure=ExtractorUnavailable())]).check())


def test_close_closes_every_member():
    """Closing reaches all members."""
    members = [Fake("a"), Fake("b")]
    asyncio.run(Ensemble(members).close())
    assert all(member.closed for member in members)
