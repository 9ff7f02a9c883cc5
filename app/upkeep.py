"""What a running service does beside its requests: it forgets what has expired, and reads its private files again."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from app.store import MemoryStore
from app.telemetry.log import Log, place_of

UPKEEP_SECONDS: Final = 30
"""The pause between two rounds: so long may a revoked key work, or a promoted ring key wait."""


class Upkeep:
    """Removes expired mappings from memory (they cannot be opened in the meantime either) and reads changed files."""

    def __init__(self, memory: MemoryStore, files: Mapping[str, Callable[[], None]], log: Log) -> None:
        """`files`: by its name in the log, what reads a file again, and raises and keeps what it has when it cannot."""
        self._memory = memory
        self._files = files
        self._log = log

    async def run(self) -> None:
        """Do rounds until cancelled."""
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            await self.round()

    async def round(self) -> None:
        """Do everything once. A file that cannot be read is logged, by the error's class and place alone."""
        await self._memory.purge()
        for name, reload in self._files.items():
            try:
                await asyncio.to_thread(reload)
            except Exception as error:  # noqa: BLE001 - whatever it is, the next round may find it mended, and has to come
                self._log.events.warning(f"{name} not read again", error=type(error).__qualname__, where=place_of(error))
