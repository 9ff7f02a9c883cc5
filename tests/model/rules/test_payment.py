"""Cards and accounts."""

import pytest


@pytest.mark.parametrize(
    ("source", "label", "value"),
    [
        ("카드 9999-1234-5678-9012 결제", "CARD_NUMBER", "9999-1234-5678-9012"),
        ("Card 4000 0000 0000 0002.com here", "CARD_NUMBER", "4000 0000 0000 0002"),  # B13
        ("카드번호는 4000.0000.0000.0003이고", "CARD_NUMBER", "4000.0000.0000.0003"),
        ("카드번호 4000000000000003", "CARD_NUMBER", "4000000000000003"),
        ("4000000000000002", "CARD_NUMBER", "4000000000000002"),
        ("amex 3782 822463 10005", "CARD_NUMBER", "3782 822463 10005"),
        ("카드 ４０００－００００－００００－０００２", "CARD_NUMBER", "４０００－００００－００００－０００２"),
        ("계좌 000-123-456789", "ACCOUNT_NUMBER", "000-123-456789"),
        ("환불받을 계좌는 001122334455예요", "ACCOUNT_NUMBER", "001122334455"),
        ("누리은행 123456-01-234567로 입금", "ACCOUNT_NUMBER", "123456-01-234567"),
        ("110-123-456789", "ACCOUNT_NUMBER", "110-123-456789"),
        ("Account no. 000-111-222333", "ACCOUNT_NUMBER", "000-111-222333"),
        ("sort code 20-00-00 12345670", "ACCOUNT_NUMBER", "20-00-00 12345670"),
    ],
)
def test_finds_exactly_the_value(found, source, label, value):
    """A card or account is found whole, in its separators, and nothing beside it."""
    assert found(source) == [(label, value)]


@pytest.mark.parametrize(
    "source",
    [
        "주문번호 4000000000000002",
        "order number 1234-5678-9012-3456",
        "운송장번호 1234567890123",
        "4000000000000003",
        "2019 2020 2021 2022",
        "550e8400-e29b-41d4-a716-446655440000",
        "123e4567-1234-1234-1234-123456789012",
        "000-123-456789",
        "계좌 개설일 2024-01-13",
        "은행에서 12345678원을 뽑았다",
        "계좌 이체 1,234,567원",
        "ISBN 978-89-01-23456-7",
        "잔액 10000000",
    ],
)
def test_leaves_numbers_that_are_none(found, source):
    """Order numbers, years, UUIDs, amounts and numbers without a cue are neither cards nor accounts."""
    assert found(source) == []


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("카드 123456789012345", "CARD_NUMBER"),
        ("계좌 123456789012345", "ACCOUNT_NUMBER"),
    ],
)
def test_the_nearest_cue_decides_between_labels(found, source, label):
    """The same digits are a card behind 카드 and an account behind 계좌."""
    assert [name for name, _ in found(source)] == [label]


def test_adjacent_values_stay_apart(found):
    """Two values of a kind in one line are two candidates."""
    assert found("카드 4000-0000-0000-0002, 4000-0000-0000-0010") == [
        ("CARD_NUMBER", "4000-0000-0000-0002"),
        ("CARD_NUMBER", "4000-0000-0000-0010"),
    ]
