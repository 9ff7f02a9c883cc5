"""E-mail and phone."""

import pytest


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("문의는 alice@example.com에서", "alice@example.com"),
        ("메일은alice.b+tag@mail.example.co.kr입니다", "alice.b+tag@mail.example.co.kr"),
        ("alice@\u200bexample.com", "alice@\u200bexample.com"),  # B10
        ("ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ"),
        ("<alice_b@example.org>", "alice_b@example.org"),
        ("write to o'neil@example.net.", "o'neil@example.net"),
        ("{'jane@example.com': 1}", "jane@example.com"),  # B77
        ("josé@example.com", "josé@example.com"),
        ("ALICE@EXAMPLE.COM", "ALICE@EXAMPLE.COM"),
        ("alice@회사.com으로", "alice@회사.com"),
        ("to a@b.c.d.e.f.g.h.i.example.com.", "a@b.c.d.e.f.g.h.i.example.com"),
    ],
)
def test_finds_exactly_the_address(found, source, value):
    """An e-mail address is found whole, and no particle, quote or full stop with it."""
    assert found(source) == [("EMAIL", value)]


def test_addresses_apart_by_a_space_are_three(found):
    """Neighbours of one kind are separate candidates (B73)."""
    assert [value for _, value in found("a@example.com b@example.org c@example.net")] == [
        "a@example.com",
        "b@example.org",
        "c@example.net",
    ]


@pytest.mark.parametrize("source", ["@home", "a@b", "user@localhost", "left-pad@1.3.0", "5 @ 3.50", "foo @ example.com", "@@@"])
def test_leaves_at_signs_that_are_no_address(found, source):
    """An at sign without a local part or a domain is no address."""
    assert found(source) == []


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("010-1234-5678로 연락", "010-1234-5678"),
        ("０１０－１２３４－５６７８", "０１０－１２３４－５６７８"),
        ("010\u200b-1234-5678", "010\u200b-1234-5678"),
        ("010\u00a01234\u00a05678", "010\u00a01234\u00a05678"),
        ("010\u20111234\u20125678", "010\u20111234\u20125678"),
        ("01012345678입니다", "01012345678"),
        ("010.1234.5678", "010.1234.5678"),
        ("010 - 1234 - 5678", "010 - 1234 - 5678"),
        ("(010) 1234-5678", "(010) 1234-5678"),
        ("김 과장 자리(02-123-4567)", "02-123-4567"),
        ("+82 10-1234-5678", "+82 10-1234-5678"),
        ("+82-2-123-4567", "+82-2-123-4567"),
        ("82-10-1234-5678", "82-10-1234-5678"),
        ("02)123-4567", "02)123-4567"),
        ("031-123-4567", "031-123-4567"),
        ("070-1234-5678", "070-1234-5678"),
        ("0505-123-4567", "0505-123-4567"),
        ("전화 0212345678", "0212345678"),
        ("전화번호: 555-0142", "555-0142"),
        ("+1-555-0100", "+1-555-0100"),
        ("+1 (415) 555-0132", "+1 (415) 555-0132"),
        ("call (415) 555-0132 today", "(415) 555-0132"),
        ("415.555.0132 x12", "415.555.0132 x12"),
        ("+44 7700 900123", "+44 7700 900123"),
        ("07700 900123", "07700 900123"),
        ("020 7946 0123", "020 7946 0123"),
        ("tel010-1234-5678", "010-1234-5678"),
    ],
)
def test_finds_exactly_the_number(found, source, value):
    """A phone number is found whole, as people write it, and nothing beside it."""
    assert [name for name in found(source) if name[0] == "PHONE"] == [("PHONE", value)]


@pytest.mark.parametrize(
    "source",
    [
        "Order number 20240113",  # B21
        "주문번호 0212345678",
        "2024-01-13",
        "2024.01.13 10:30",
        "010-1234-5678-9",
        "1010-1234-5678",
        "AB010-1234-5678",
        "010-1234",
        "버전 1.010.1234",
        "합계 +100,000원",
        "UTC+09:00",
        "1588-1234",
        "조회수 01012345678회",
        "serial no 415-555-0132",
        "555-0142",
        "고객센터 02-123-4567",
        "3.14159265",
        "12345678",
    ],
)
def test_leaves_numbers_that_are_no_phone(found, source):
    """Orders, dates, versions, serials, amounts and switchboards are no phone of a person."""
    assert found(source) == []


def test_a_decoy_further_off_does_not_hide_a_mobile(found):
    """Only a decoy that names the number directly speaks against a shape that identifies on its own."""
    assert found("주문번호 확인 후 010-1234-5678로 전화 주세요") == [("PHONE", "010-1234-5678")]


def test_a_list_holds_separate_numbers(found):
    """Numbers of one list are separate candidates."""
    assert found("연락처: 010-1111-2222/010-3333-4444, 010-5555-6666") == [
        ("PHONE", "010-1111-2222"),
        ("PHONE", "010-3333-4444"),
        ("PHONE", "010-5555-6666"),
    ]
