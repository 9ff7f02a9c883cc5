"""The settings, and what is odd about an environment."""

import pytest
from pydantic import ValidationError

from app.settings import Settings, unknown_variables, variables

UNITS = ("second", "byte", "code point", "number", "file", "name", "address", "port", "level", "most", "field")


@pytest.mark.parametrize("name", variables())
def test_every_setting_says_its_unit(name):
    """The description of every setting says in which unit, or as what kind of thing, it is given."""
    _, description = variables()[name]
    assert any(unit in description.lower() for unit in UNITS)


def test_the_environment_is_read(monkeypatch):
    """A variable with the prefix sets the field of its name."""
    monkeypatch.setenv("GARIM_PORT", "9000")
    assert Settings().port == 9000


@pytest.mark.parametrize(
    ("name", "value"),
    [("GARIM_PORT", "70000"), ("GARIM_RATE_LIMIT", "many"), ("GARIM_MAX_CHARS", "0"), ("GARIM_LOG_LEVEL", "loud")],
)
def test_a_value_that_will_not_do_is_refused_without_being_repeated(monkeypatch, name, value):
    """The error names the field, and not what stood in it."""
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert value not in str(caught.value)


def test_settings_cannot_be_changed():
    """What an app was made with stays as it is."""
    with pytest.raises(ValidationError):
        Settings().port = 1


def test_a_misspelt_variable_is_reported():
    """A name with the prefix that is no setting is named; settings, other programs' names and foreign variables are not."""
    environment = {"GARIM_PROT": "1", "garim_port": "1", "GARIM_API_KEY": "x", "PATH": "/"}
    assert unknown_variables(environment, also={"GARIM_API_KEY"}) == ["GARIM_PROT"]
