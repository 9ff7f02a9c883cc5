"""Wall time as a seam, so that expiry can be tested without waiting."""

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Wall time, because an expiry outlives the process and is shared by replicas."""

    def now(self) -> float:
        """Return seconds since the epoch."""


class SystemClock:
    """The machine's clock. Setting it back lengthens the life of mappings, setting it forward ends them early."""

    def now(self) -> float:
        return time.time()
