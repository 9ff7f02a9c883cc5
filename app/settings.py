"""Every setting of the service, with its unit. Read from `GARIM_*` variables once, then passed in; never a module global."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from limits import parse
from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX: Final = "GARIM_"


def _check_rate(rate: str) -> str:
    try:
        parse(rate)
    except ValueError:
        # The library's own error repeats what it was given.
        raise ValueError("not a rate such as 600/minute") from None
    return rate


class Settings(BaseSettings):
    """The configuration of one process. Raises pydantic's `ValidationError` for values that will not do."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", env_ignore_empty=True, hide_input_in_errors=True
    )

    host: str = Field("127.0.0.1", description="Address to listen on. Anything but loopback needs a key file.")
    port: int = Field(8080, ge=0, le=65_535, description="TCP port to listen on; 0 lets the system choose one.")
    key_file: Path | None = Field(
        None, description="File of API keys (mode 0600), made by `garim keys new`. None: loopback only."
    )
    ring_file: Path | None = Field(
        None, description="File of the server's ring keys (mode 0600). None: a ring that ends with the process."
    )
    extractor: str = Field(
        "default", description="Name of the extractor: `default` or `rules`, which are the same in this version."
    )

    max_body_bytes: int = Field(16_777_216, ge=1024, description="Longest request body, in bytes.")
    max_chars: int = Field(100_000, ge=1, description="Longest text, in code points.")
    max_batch_texts: int = Field(256, ge=1, description="Most texts in one batch.")
    max_batch_chars: int = Field(1_000_000, ge=1, description="Longest batch, in code points over all its texts.")
    max_candidates: int = Field(100_000, ge=0, description="Most candidates that a caller may send in one request.")

    default_ttl_seconds: int = Field(
        900, ge=1, description="How long a mapping is kept when the caller does not say, in seconds."
    )
    max_ttl_seconds: int = Field(86_400, ge=1, description="Longest time that a mapping is kept, in seconds.")
    max_store_bytes: int = Field(268_435_456, ge=65_536, description="Most memory that sealed mappings take, in bytes.")

    max_in_flight: int = Field(128, ge=1, description="Most requests worked on at a time; more are answered 429.")
    deadline_seconds: float = Field(30.0, gt=0, description="Longest time for one request, its body included, in seconds.")
    stream_idle_seconds: float = Field(120.0, gt=0, description="Longest pause between two chunks of a stream, in seconds.")
    rate_limit: Annotated[str, AfterValidator(_check_rate)] = Field(
        "600000/minute",
        description="Requests that one key may make in a time, such as `600/minute` or `10/second`."
        " The default is above what one process answers.",
    )
    shutdown_grace_seconds: int = Field(
        10, ge=0, description="Time that requests in flight have to finish at shutdown, in seconds."
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least severe level that is logged.")
    strict_fields: bool = Field(
        default=False, description="Raise when a log line holds a field that is not on the allow-list, instead of dropping it."
    )


def variables() -> Mapping[str, tuple[str, str]]:
    """Return name of the variable → (default, description), in the order of the documentation's table."""
    return {
        PREFIX + name.upper(): ("" if field.default is None else str(field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    }


def unknown_variables(environment: Mapping[str, str], *, also: Collection[str] = ()) -> list[str]:
    """Return the names in `environment` that look like settings but are none; `also` names those of other programs.

    A misspelt variable is ignored silently otherwise.
    """
    known = {*variables(), *also}
    return sorted(name for name in environment if name.upper().startswith(PREFIX) and name.upper() not in known)
