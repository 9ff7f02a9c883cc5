"""Putting the service together."""

import asyncio

import pytest

from app.errors import ConfigurationError, ExtractorFailed
from app.factory import UnsafeBind, build_extractor, create_app
from app.private_file import PrivateFileError
from app.settings import Settings
from model.extractor import ExtractorUnavailable


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "garim.example.com"])  # noqa: S104
def test_without_keys_nothing_but_loopback_is_served(host):
    """Any other address is refused before anything listens, and the message says how to mend it."""
    with pytest.raises(UnsafeBind, match="garim keys new"):
        create_app(Settings(host=host))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_without_keys_loopback_is_served(host):
    """Every way to write loopback will do."""
    assert create_app(Settings(host=host))


def test_with_keys_any_address_is_served(keys):
    """A key file lifts the restriction."""
    assert create_app(Settings(host="0.0.0.0", key_file=keys.path))  # noqa: S104


def test_a_key_file_that_is_missing_is_refused(tmp_path):
    """A configured key file that cannot be read does not make a service without keys."""
    with pytest.raises(PrivateFileError):
        create_app(Settings(key_file=tmp_path / "none"))


@pytest.mark.parametrize("name", ["default", "rules"])
def test_the_extractors_of_this_version_are_built_by_name(name):
    """`default` and `rules` are the names that `garim detect --extractor` takes too; both are the rules alone today."""
    assert build_extractor(name).name == "rules"


def test_the_default_extractor_is_called_default():
    """Without a setting a service runs what is called `default`."""
    assert Settings().extractor == "default"


def test_an_unknown_extractor_is_refused():
    """A name that is no extractor does not make a service that finds nothing."""
    with pytest.raises(ConfigurationError, match="rules"):
        create_app(Settings(extractor="none"))


def test_the_service_is_ready_only_once_the_extractor_has_answered(start, stub_extractor):
    """B62: while a model loads, /healthz answers and /readyz says starting; afterwards it is ready."""
    gate = asyncio.Event()
    service = start(extractor=stub_extractor(gate=gate))
    assert service.get("/healthz").status == 200
    assert service.get("/readyz").problem == "starting"
    service.run(_open(gate))
    assert service.get("/readyz").status == 200


def test_an_extractor_that_fails_keeps_the_service_unready(start, stub_extractor):
    """A first answer that is an error does not count as an answer."""
    service = start(extractor=stub_extractor(fails=ExtractorUnavailable()))
    assert service.get("/readyz").problem == "starting"
    service.app.state.service.lifecycle.warm = True
    assert service.get("/readyz").problem == ExtractorFailed.slug


async def _open(gate):
    gate.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def test_two_apps_share_nothing(start):
    """A request id of one app opens nothing in another app of the same process."""
    first, second = start(), start()
    masked = first.post("/mask", {"text": "a@example.com"}).json()
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    assert second.post("/reassemble", body).problem == "unknown-request"
    assert first.post("/reassemble", body).json()["text"] == "a@example.com"
