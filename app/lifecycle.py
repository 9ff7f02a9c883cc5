"""Whether the service is starting, ready or draining, and how much it has in flight."""

from app.errors import ShuttingDown, Starting


class Lifecycle:
    """The state of one process. Liveness does not depend on it, readiness does. `in_flight` counts requests."""

    def __init__(self) -> None:
        self.warm = False
        self.draining = False
        self.in_flight = 0

    def check(self) -> None:
        """Return when requests are welcome. Raises `Starting` until warm and `ShuttingDown` while draining."""
        if self.draining:
            raise ShuttingDown
        if not self.warm:
            raise Starting
