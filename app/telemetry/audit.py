"""The audit line: one a request, without content."""

from typing import Final

from app.telemetry.log import Log
from app.telemetry.trail import Trail

ANONYMOUS: Final = "-"


class Audit:
    """Writes who asked for what and how it ended: tenant, key id, verb, outcome, counts by label, versions."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def write(self, trail: Trail, seconds: float) -> None:
        """Write the line of a request that took `seconds`."""
        principal = trail.principal
        self._log.audit(
            event="request",
            tenant=principal.tenant if principal else ANONYMOUS,
            key=principal.key if principal else ANONYMOUS,
            verb=trail.verb,
            status=trail.status,
            outcome=trail.outcome,
            counts=trail.counts,
            characters=trail.characters,
            duration_ms=round(seconds * 1000, 3),
            versions=trail.versions,
            correlation=trail.correlation,
        )
