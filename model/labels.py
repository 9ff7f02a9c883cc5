"""The labels, how two taxonomies name them, and the aliases that callers may use.

The canonical set is the 29 labels of the openpii taxonomy plus DOB (a date with birth evidence) and REL (a relation).
`compact`, the taxonomy of the first seed, renames two of them and keeps every other canonical name.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

OPENPII: Final = frozenset({
    "PERSON", "RRN", "FRN", "SSN", "GENERIC_ID", "CARD_NUMBER", "ACCOUNT_NUMBER", "SECRET", "USER_ID", "EMAIL", "PHONE",
    "PASSPORT", "DRIVER_LICENSE", "ADDRESS", "ZIPCODE", "DATE", "CARD_EXPIRY", "CVC", "IPIN", "TRANSACTION_APPROVAL_ID",
    "BUSINESS_ID", "VIRTUAL_CARD_NUMBER", "CI", "IPADDRESS", "MACADDRESS", "IMEI", "PORT", "ORGANIZATION", "URL",
})  # fmt: skip
CANONICAL: Final = OPENPII | {"DOB", "REL"}

TAXONOMIES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "openpii": MappingProxyType({}),
        "compact": MappingProxyType({"ACCOUNT_NUMBER": "ACCOUNT", "CARD_NUMBER": "CARD"}),
    }
)
"""Taxonomy name → the names that differ from the canonical ones."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType({
    "ACCOUNT": "ACCOUNT_NUMBER", "BANK_ACCOUNT": "ACCOUNT_NUMBER", "CARD": "CARD_NUMBER", "CREDIT_CARD": "CARD_NUMBER",
    "NAME": "PERSON", "PER": "PERSON", "EMAIL_ADDRESS": "EMAIL", "PHONE_NUMBER": "PHONE", "TEL": "PHONE",
    "BIRTHDATE": "DOB", "DATE_OF_BIRTH": "DOB", "RELATION": "REL", "LOCATION": "ADDRESS", "IP": "IPADDRESS",
    "IP_ADDRESS": "IPADDRESS", "MAC": "MACADDRESS", "MAC_ADDRESS": "MACADDRESS", "ORG": "ORGANIZATION",
    "ORGANISATION": "ORGANIZATION", "ZIP": "ZIPCODE", "POSTCODE": "ZIPCODE", "PASSWORD": "SECRET", "API_KEY": "SECRET",
    "EXPIRY": "CARD_EXPIRY", "CVV": "CVC", "DRIVERS_LICENSE": "DRIVER_LICENSE", "VIRTUAL_CARD": "VIRTUAL_CARD_NUMBER",
    "APPROVAL_ID": "TRANSACTION_APPROVAL_ID", "USERNAME": "USER_ID",
})  # fmt: skip


def canonical(name: str) -> str | None:
    """Return the canonical label that `name` stands for, or None. Case, spaces at the ends, `-` and inner spaces are forgiven."""
    key = name.strip().upper().replace("-", "_").replace(" ", "_")
    if key in CANONICAL:
        return key
    return ALIASES.get(key)


def display(label: str, taxonomy: str) -> str:
    """Return the name that `taxonomy` gives a canonical label; it stands in the token, `[LABEL_n]`."""
    return TAXONOMIES[taxonomy].get(label, label)
