"""The settings of the service as the environment gives them, and what is odd about it."""

import os
from typing import Final

from pydantic import ValidationError

from app.errors import ConfigurationError
from app.settings import PREFIX, Settings, unknown_variables

_OTHERS: Final = frozenset({"GARIM_API_KEY", "GARIM_REQUEST_ID", "GARIM_SEED1_DIR"})
"""Variables of the client commands and of the tests: no settings of the service."""


def load(**given: str | int) -> Settings:
    """Return the settings; `given` go before the environment. Raises `ConfigurationError` that names what will not do."""
    try:
        return Settings(**given)  # type: ignore[arg-type]  # pydantic checks them
    except ValidationError as error:
        names = sorted(
            {PREFIX + str(problem["loc"][0]).upper() for problem in error.errors(include_input=False) if problem["loc"]}
        )
        raise ConfigurationError(f"Not allowed as set: {', '.join(names)}. See the table of settings in README.md.") from None


def unknown() -> list[str]:
    """Return the names of the variables in the environment that look like settings and are none."""
    return unknown_variables(os.environ, also=_OTHERS)
