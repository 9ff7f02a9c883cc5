"""Log lines: only fields of the allow-list, and never what an exception says."""

import io
import json
import logging
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.telemetry.log import FIELDS, LibraryHandler, Log, place_of

CANARY = "canary-7f3a"


def _lines(file):
    return [json.loads(line) for line in file.getvalue().splitlines()]


def _emit(file, name, message, *values, error=None):
    caught = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(name, logging.ERROR, __file__, 1, message, values, caught)
    LibraryHandler(Log("info", file=file)).handle(record)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(FIELDS - {"time", "level"})) | st.text(), st.text(), max_size=8))
def test_other_fields_never_reach_a_line(fields):
    """Whatever is logged, a line holds names of the allow-list only."""
    file = io.BytesIO()
    Log("info", file=file).audit(**fields)
    (line,) = _lines(file)
    assert set(line) == {"time", "level"} | (set(fields) & FIELDS)


def test_another_field_is_an_error_when_strict():
    """In tests a field that is not allowed is found, and the error does not repeat it."""
    log = Log("info", strict=True, file=io.BytesIO())
    with pytest.raises(ValueError, match="allow-list") as caught:
        log.audit(text=CANARY)
    assert CANARY not in str(caught.value)


def test_the_level_decides_about_events_and_not_about_the_audit():
    """Below the level nothing is written, but every request leaves its line."""
    file = io.BytesIO()
    log = Log("error", file=file)
    log.events.info("unimportant")
    log.audit(event="request")
    assert [line["event"] for line in _lines(file)] == ["request"]


def test_a_library_that_logs_an_exception_shows_its_class_and_place_only():
    """Neither the message of a log call nor that of its exception is kept."""
    file = io.BytesIO()
    with pytest.raises(ValueError, match="Expecting") as caught:
        json.loads(CANARY)
    _emit(file, "some.library", "failed on %s", CANARY, error=caught.value)
    (line,) = _lines(file)
    assert CANARY not in file.getvalue().decode()
    assert line["error"] == "JSONDecodeError"
    assert line["where"].startswith("tests/app/telemetry/test_log.py:")


def test_a_library_that_logs_a_message_shows_its_name_only():
    """A message of a library is dropped: asyncio's show the `repr` of exceptions."""
    file = io.BytesIO()
    _emit(file, "asyncio", f"Task exception was never retrieved: ValueError('{CANARY}')")
    assert CANARY not in file.getvalue().decode()
    assert _lines(file)[0]["logger"] == "asyncio"


def test_the_servers_own_messages_are_kept():
    """An operator sees that the server started."""
    file = io.BytesIO()
    _emit(file, "uvicorn.error", "Started server process [%d]", 7)
    assert _lines(file)[0]["message"] == "Started server process [7]"


def test_the_place_is_the_innermost_frame_of_this_project():
    """An exception inside a library is placed where the project called it."""
    with pytest.raises(ValueError, match="Expecting") as caught:
        json.loads("{")
    assert place_of(caught.value).startswith("tests/app/telemetry/test_log.py:")


CRASHES = {
    "in the main thread": f"raise ValueError('{CANARY}')",
    "in a thread": f"import threading; threading.Thread(target=int, args=['{CANARY}']).start()",
    "where nobody can catch it": f"type('Sample', (), {{'__del__': lambda self: int('{CANARY}')}})()",
    "as a warning": f"import warnings; warnings.warn('{CANARY}')",
    "in a task that nobody waits for": (
        "import asyncio, gc\n"
        f"async def fail(): raise ValueError('{CANARY}')\n"
        "async def main(): asyncio.create_task(fail()); await asyncio.sleep(0)\n"
        "asyncio.run(main()); gc.collect()"
    ),
}


@pytest.mark.parametrize("crash", CRASHES.values(), ids=CRASHES)
def test_a_crash_shows_no_more_than_its_class(crash):
    """Whatever is raised where the service cannot answer for it, its message reaches neither stdout nor stderr."""
    program = f"from app.telemetry.log import Log, route_libraries\nroute_libraries(Log('info'))\n{crash}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False)
    assert CANARY.encode() not in done.stdout + done.stderr
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()] in (["uncaught"], ["library"])
