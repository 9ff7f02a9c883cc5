"""Names in Latin letters."""

import pytest


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("Dear Ms. Example", "Example"),
        ("Name: Jordan Test", "Jordan Test"),
        ("Dear Jordan,", "Jordan"),
        ("Hi April, see below", "April"),
        ("ask Dr Sample Model about it", "Sample Model"),
        ("Patient: Zanele Sample | ward 3", "Zanele Sample"),
        ("First name: Zanele", "Zanele"),
        ("my name is Zanele and", "Zanele"),
        ("This is Zanele Sample calling", "Zanele Sample"),
        ("Kind regards,\nZanele Sample", "Zanele Sample"),
        ("Best,\n\nZanele\n", "Zanele"),
        ("we met Jordan Test on Monday", "Jordan Test"),
        ("Requested by: Dr Zanele Sample, ward", "Zanele Sample"),
        ("성명: Jordan Test", "Jordan Test"),
        ("Mr. O'Sample-Jones signed", "O'Sample-Jones"),
    ],
)
def test_finds_exactly_the_name(found, source, value):
    """A name beside its evidence is found, without its title or the words around it."""
    assert [name for name in found(source) if name[0] == "PERSON"] == [("PERSON", value)]


@pytest.mark.parametrize(
    "source",
    [
        "Dear Customer,",
        "Dear Sir or Madam,",
        "Hi All,",
        "Hello World!",
        "Thanks, Team.",
        "Kind regards,\nCustomer Support",
        "I am Sorry About that",
        "This is Important",
        "name: Build",
        "name: Run Tests",
        "Product name: Blue Sample",
        "hostname: Alpha",
        "Agent: Good morning!",
        "Caller: It's fine.",
        "James River and Victoria Station",
        "Jordan Valley",
        "the Example Company",
    ],
)
def test_leaves_capitalised_words_that_are_no_name(found, source):
    """Roles, bodies, places, settings and turns of a dialogue are no names."""
    assert found(source) == []
