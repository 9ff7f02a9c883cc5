"""How many requests one key may make in a time."""

import math
import time
from collections.abc import Container

from limits import RateLimitItem
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import TooManyRequests
from app.keys import Principal
from app.telemetry.trail import trail_of


class WindowCounts(MemoryStorage):
    """The counts of the windows, for one event loop. The library's own storage starts a thread every 10 ms to clear them.

    What the strategy asks for on every request is done in one step here, with the library's formula.
    """

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` and return True, unless more than `limit` would count in the last `expiry` seconds."""
        now = time.time()
        previous, current = self.sliding_window_keys(key, expiry, now)
        # The share of the window before that still lies within the last `expiry` seconds, as if it had been filled evenly.
        share = 1 - now / expiry % 1
        if math.floor(self.storage.get(previous, 0) * share + self.storage.get(current, 0)) + amount > limit:
            return False
        self.incr(current, 2 * expiry, amount)
        return True

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add `amount` to the window `key`, which counts for `expiry` seconds; return its count."""
        count = self.storage.get(key, 0) + amount
        if count == amount:  # a new window: the old ones, two for each key at the most, can go
            now = time.time()
            for old in [name for name, end in self.expirations.items() if end <= now]:
                del self.expirations[old], self.storage[old]
            self.expirations[key] = now + expiry
        self.storage[key] = count
        return count


class RateLimitMiddleware:
    """Answers 429 when a key's rate is used up. Counts in a sliding window, whose memory does not grow with the rate."""

    def __init__(self, app: ASGIApp, *, rate: RateLimitItem, operations: Container[str]) -> None:
        self._app = app
        self._rate = rate
        self._operations = operations
        self._counts = WindowCounts()
        self._limiter = SlidingWindowCounterRateLimiter(self._counts)
        self._names: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] not in self._operations:
            principal = trail_of(scope).principal
            if principal is not None:
                self._count(principal)
        await self._app(scope, receive, send)

    def _count(self, principal: Principal) -> None:
        name = self._names.get(principal.key)
        if name is None:
            name = self._names[principal.key] = self._rate.key_for(principal.tenant, principal.key)
        # The strategy's own `hit` makes the name anew each time.
        if not self._counts.acquire_sliding_window_entry(name, self._rate.amount, self._rate.get_expiry()):
            window = self._limiter.get_window_stats(self._rate, principal.tenant, principal.key)
            raise TooManyRequests(retry_after=max(1, math.ceil(window.reset_time - time.time())))
