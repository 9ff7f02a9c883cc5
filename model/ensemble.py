"""Several extractors as one."""

import asyncio
from collections.abc import Mapping, Sequence

from model.candidate import Candidate
from model.extractor import Extractor
from model.resolve import resolve


class Ensemble:
    """Runs its members at once and joins what they find. Fails as a whole when one member fails: never a partial answer."""

    def __init__(self, extractors: Sequence[Extractor]) -> None:
        """`extractors` are at least one; their order changes nothing but the name."""
        self._extractors = tuple(extractors)
        self.name = "+".join(extractor.name for extractor in self._extractors)
        self.versions: Mapping[str, str] = {
            part: version for extractor in self._extractors for part, version in extractor.versions.items()
        }
        self.labels: frozenset[str] = frozenset().union(*(extractor.labels for extractor in self._extractors))

    async def extract(self, source: str) -> Sequence[Candidate]:
        """Return the union of all members' candidates, resolved, by position.

        Raises what the first failing member raised, `ExtractorUnavailable` as a rule; the others are cancelled.
        """
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(_answer(extractor, source)) for extractor in self._extractors]
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return resolve(candidate for task in tasks for candidate in task.result())

    async def check(self) -> None:
        """Return when every member answers; raise `ExtractorUnavailable` otherwise."""
        await asyncio.gather(*(extractor.check() for extractor in self._extractors))

    async def close(self) -> None:
        """Close every member."""
        await asyncio.gather(*(extractor.close() for extractor in self._extractors))


async def _answer(extractor: Extractor, source: str) -> Sequence[Candidate]:
    """Return the member's candidates; as a coroutine, which a task needs and the seam does not promise."""
    return await extractor.extract(source)
